"""`engine.explain`: the facts behind a reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NO_CARDS, SMALL, Counts, add, format_counts, parse_counts
from engine.diagnosis import Cause, why_no_play
from engine.errors import NotationError
from engine.explain import countings_of, explain
from engine.plays import Play, PlayType
from engine.reading import parse_play, read
from engine.ruleset import DEFAULT_RULES, RuleSet, Wild

BAIBIAN = RuleSet(wild=Wild.BAIBIAN)


def joker_ranks(text: str, on: str | None = None, rules: RuleSet = DEFAULT_RULES) -> str:
    it = explain(parse_counts(text), parse_play(on, rules=rules) if on else None, rules)
    return " ".join(f"{joker}={rank}" for joker, rank in it.joker_ranks)


@pytest.mark.parametrize(
    ("text", "on", "expected"),
    [
        ("34567", None, ""),
        ("456wWW", None, "w=7 W=8 W=9"),
        ("456wWW", "334455", "w=4 W=5 W=6"),
        ("6789W", "56789", "W=T"),
        ("777wW", None, "w=7 W=7"),
        ("wwWW", None, "w=2 w=2 W=2 W=2"),
        ("wwW", None, "w=2 w=2 W=2"),
        ("wW", None, "w=W"),
        ("w", None, ""),
        ("WW", None, ""),
        ("33334444wwWW", None, "w=5 w=5 W=5 W=5"),
    ],
)
def test_each_joker_says_what_it_stands_for(text: str, on: str | None, expected: str) -> None:
    assert joker_ranks(text, on) == expected


def test_a_mixed_pair_of_big_jokers_wild_is_two_small_ones() -> None:
    assert joker_ranks("wW", rules=BAIBIAN) == "W=w"


def test_kings_stand_for_themselves() -> None:
    assert joker_ranks("wwW", rules=RuleSet(king_bomb=True)) == ""


@pytest.mark.parametrize(
    ("text", "countings"),
    [
        ("34567", []),
        ("666wW", [("66666", 5, True)]),
        ("333344444455555", [("333344445555", 7, False), ("444444", 6, True)]),
        ("3333444455555555", [("55555555", 8, True), ("333344445555", 7, False)]),
        ("3333444444455555556666666", [("444444455555556666666", 10, False), ("6666666", 7, True)]),
        ("33334444wwWW", [("333344445555", 7, False), ("5555", 4, True)]),
    ],
)
def test_the_ways_to_count_a_bomb(text: str, countings: list[tuple[str, int, bool]]) -> None:
    found = countings_of(parse_play(text))
    assert [(format_counts(each.cards), each.phases, each.is_natural) for each in found] == countings


@given(st.lists(st.integers(4, 8), min_size=3, max_size=6), st.integers(0, 7), st.integers(0, 4))
def test_the_first_counting_is_the_strength_of_the_play(groups: list[int], first: int, jokers: int) -> None:
    cards = bytearray(NO_CARDS)
    cards[first : first + len(groups)] = bytes(groups)
    cards = cards[:15].ljust(15, b"\0")
    cards[SMALL], cards[SMALL + 1] = min(2, jokers), max(0, jokers - 2)
    if sum(cards) > 27:
        return
    play = read(bytes(cards))
    assert countings_of(play)[0].strength == play.strength


@given(st.lists(st.integers(0, 3), min_size=13, max_size=13), st.integers(0, 4), st.sampled_from(list(Wild)))
def test_every_set_of_cards_is_explained(groups: list[int], jokers: int, wild: Wild) -> None:
    cards: Counts = bytes([*groups, min(2, jokers), max(0, jokers - 2)])
    if not 0 < sum(cards) <= 27:
        return
    it = explain(cards, rules=RuleSet(wild=wild))
    assert (it.play is None) == (it.diagnosis is not None)
    assert it.diagnosis is None or it.diagnosis == why_no_play(cards, it.rules)
    if it.play and any(groups):
        shape = cards[:SMALL] + b"\0\0"
        for _, rank in it.joker_ranks:
            shape = add(shape, bytes(slot == rank.slot for slot in range(15)))
        assert shape == it.play.counts_as


def test_a_lead_passes_over_what_reaches_less_high() -> None:
    it = explain(parse_counts("456wWW"))
    assert it.choices == ()
    assert [play.type for play in it.passed_over] == [PlayType.PAIR_RUN]


def test_a_follow_passes_over_what_does_not_beat() -> None:
    it = explain(parse_counts("456wWW"), parse_play("334455"))
    assert [play.type for play in it.passed_over] == [PlayType.STRAIGHT]


def test_a_true_tie_is_the_players_choice() -> None:
    it = explain(parse_counts("QKAwwW"), choice=PlayType.PAIR_RUN)
    assert it.play is not None
    assert it.play.type is PlayType.PAIR_RUN
    assert [play.type for play in it.choices] == [PlayType.STRAIGHT, PlayType.PAIR_RUN]
    assert it.passed_over == ()


def test_neighbours_of_the_same_kind() -> None:
    it = explain(parse_counts("QQKKAA"))
    assert [format_counts(it.lower[place]) for place in (0, -1)] == ["334455", "JJQQKK"]
    assert (len(it.lower), it.higher) == (9, ())
    assert [format_counts(shape) for shape in explain(parse_counts("22")).higher] == ["ww", "WW"]
    assert [format_counts(shape) for shape in explain(parse_counts("AAA")).higher] == ["222"]


def test_what_does_not_beat_says_what_was_tried() -> None:
    table = parse_play("66")
    it = explain(parse_counts("5"), table)
    assert it.play is None
    assert it.diagnosis is not None
    assert it.diagnosis.cause is Cause.OTHER_TYPE
    assert it.diagnosis.facts["tried"] == Play(parse_play("5").code, parse_counts("5"))


def test_no_cards_cannot_be_explained() -> None:
    with pytest.raises(NotationError):
        explain(NO_CARDS)
