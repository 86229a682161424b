"""`engine.cards`: notation, counts, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    ALL_CARDS,
    NO_CARDS,
    PACKS,
    RANKS,
    Card,
    Rank,
    add,
    contains,
    count,
    format_counts,
    parse_counts,
    remove,
)
from engine.errors import ErrorCode, NotationError
from tests.engine.strategies import hands


@given(hands())
def test_what_is_printed_is_read_back(cards: bytes) -> None:
    assert parse_counts(format_counts(cards)) == cards


@given(hands(), st.randoms(use_true_random=False))
def test_the_order_and_what_stands_between_do_not_matter(cards: bytes, chance: object) -> None:
    letters = list(format_counts(cards))
    chance.shuffle(letters)  # type: ignore[attr-defined]  # hypothesis names its generators no type
    for between in ("", " ", ", ", ".", "、", "+"):
        assert parse_counts(between.join(letters)) == cards


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("10", "T"),
        ("10101010", "TTTT"),
        ("1０", "T"),
        ("3 ４ ５", "345"),
        ("tjqka", "TJQKA"),
        ("♠7♥7", "77"),
        ("♠️7", "7"),
        ("S7H7D10C2", "77T2"),
        ("s7 hT", "7T"),
        ("大王小王", "wW"),
        ("wW", "wW"),
        ("王", "w"),
        ("王王王", "wwW"),
        ("王王王王", "wwWW"),
        ("小王王王", "wwW"),
        ("2大王 2", "22W"),
        ("3333.4444.5555", "333344445555"),
    ],
)
def test_people_may_write_cards_in_many_ways(text: str, expected: str) -> None:
    assert format_counts(parse_counts(text)) == expected


def test_the_joker_word_means_a_joker_that_is_held() -> None:
    assert format_counts(parse_counts("王", held=parse_counts("3W"))) == "W"
    assert format_counts(parse_counts("王王", held=parse_counts("wWW"))) == "wW"
    assert format_counts(parse_counts("王王", held=parse_counts("WW"))) == "WW"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1", ErrorCode.UNKNOWN_CARD),
        ("0", ErrorCode.UNKNOWN_CARD),
        ("11", ErrorCode.UNKNOWN_CARD),
        ("x", ErrorCode.UNKNOWN_CARD),
        ("3x4", ErrorCode.UNKNOWN_CARD),
        ("S", ErrorCode.UNKNOWN_CARD),
        ("Sw", ErrorCode.UNKNOWN_CARD),
        ("王子", ErrorCode.UNKNOWN_CARD),
        ("\ud800", ErrorCode.UNKNOWN_CARD),
        ("333333333", ErrorCode.TOO_MANY_OF_A_CARD),
        ("www", ErrorCode.TOO_MANY_OF_A_CARD),
        ("WWW", ErrorCode.TOO_MANY_OF_A_CARD),
        ("王王王王王", ErrorCode.TOO_MANY_OF_A_CARD),
        ("大王大王大王", ErrorCode.TOO_MANY_OF_A_CARD),
    ],
)
def test_what_is_no_card_of_two_packs_is_refused(text: str, code: ErrorCode) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_counts(text)
    assert (refusal.value.code, refusal.value.rule) == (code, "§1")
    assert refusal.value.facts


@given(st.text(max_size=12))
def test_any_text_is_cards_or_refused(text: str) -> None:
    try:
        cards = parse_counts(text)
    except NotationError:
        return
    assert contains(ALL_CARDS, cards)


@pytest.mark.parametrize("card", PACKS, ids=str)
def test_every_card_has_a_name_and_a_twin(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert card.twin.twin == card
    assert card.twin != card
    assert (card.twin.rank, card.twin.suit) == (card.rank, card.suit)
    assert str(card) == f"{card.notation}{card.pack}"


@pytest.mark.parametrize("text", ["", "HT", "HT3", "T1", "w", "Hw1", "w3", "ht1", "S101"])
def test_what_is_none_of_the_108_cards_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="write suit, rank and pack") as refusal:
        Card.parse(text)
    assert refusal.value.code is ErrorCode.UNKNOWN_CARD


def test_ranks_know_their_places() -> None:
    assert [rank.slot for rank in RANKS] == list(range(15))
    assert [rank.strength for rank in RANKS] == list(range(3, 18))
    assert [rank for rank in RANKS if rank.is_joker] == [Rank.SMALL_JOKER, Rank.BIG_JOKER]


@given(hands(), hands())
def test_counts_add_and_subtract(some: bytes, more: bytes) -> None:
    both = add(some, more)
    assert sum(both) == sum(some) + sum(more)
    assert contains(both, some)
    assert remove(both, more) == some
    assert remove(some, some) == NO_CARDS
    assert contains(some, more) == all(have >= want for have, want in zip(some, more, strict=True))


def test_what_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(ValueError, match="range"):
        remove(parse_counts("3"), parse_counts("4"))


def test_physical_cards_are_counted_by_rank() -> None:
    assert format_counts(count(map(Card.parse, ("HT1", "ST2", "w1")))) == "TTw"
    assert count(()) == NO_CARDS
