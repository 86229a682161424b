"""Rules §3.2: jokers 王, what they stand for, and which reading counts."""

import pytest

from engine.cards import format_counts, parse_counts
from engine.errors import ChoiceNotOffered
from engine.plays import PlayType
from engine.reading import choices, parse_play, read
from tests.engine.support import follow, kind, lead, strength


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3w", ("pair", 3)),
        ("2W", ("pair", 15)),
        ("3wW", ("triple", 3)),
        ("3456w", ("straight", 7)),
        ("3467W", ("straight", 7)),
        ("TJQKW", ("straight", 14)),
        ("334w5W", ("pair_run", 5)),
        ("33344455W", ("triple_run", 5)),
        ("444W", ("bomb", 4)),
        ("33334444555W", ("chain_bomb", 7)),
        ("33334444wwWW", ("chain_bomb", 7)),
    ],
)
def test_a_joker_stands_for_any_rank_in_any_type(text: str, expected: tuple[str, int]) -> None:
    assert kind(lead(text)) == expected


@pytest.mark.parametrize("rank", "3456789TJQKA2")
def test_jokers_may_replace_cards_of_a_natural_bomb(rank: str) -> None:
    play = lead(f"{rank * 3}wW")
    assert play is not None
    assert (play.phases, play.is_natural, format_counts(play.counts_as)) == (5, True, rank * 5)


def test_jokers_alone() -> None:
    """[D] The source says nothing of jokers without other cards: one is itself, two are a pair, three a triple of twos
    and four a bomb of twos.
    """
    assert (kind(lead("w")), kind(lead("W"))) == (("single", 16), ("single", 17))
    assert (kind(lead("ww")), kind(lead("WW"))) == (("pair", 16), ("pair", 17))
    assert kind(lead("wwW")) == kind(lead("wWW")) == ("triple", 15)
    assert kind(lead("wwWW")) == ("bomb", 4)
    assert strength("wwWW") == strength("2222") == (4, 1, 4, 15)


def test_a_mixed_pair_of_jokers_is_the_highest_pair() -> None:
    """[D] wW and WW are equal, above ww, which is above 22."""
    assert kind(lead("wW")) == ("pair", 17)
    for higher, lower in (("ww", "22"), ("wW", "ww"), ("WW", "ww")):
        assert follow(higher, lower) is not None
    for same, on in (("WW", "wW"), ("wW", "WW")):
        assert follow(same, on) is None


def test_a_lead_is_the_type_that_reaches_the_highest_rank() -> None:
    assert kind(lead("456+王王王")) == ("straight", 9)
    play = lead("456wWW")
    assert play is not None
    assert format_counts(play.counts_as) == "456789"


def test_a_follow_is_what_beats_the_table() -> None:
    assert kind(follow("456王王王", "334455")) == ("pair_run", 6)
    assert kind(follow("456王王王", "345678")) == ("straight", 9)
    assert follow("456王王王", "445566") is None
    assert kind(follow("678TW", "56789")) == ("straight", 10)


def test_a_follow_counts_at_its_strongest() -> None:
    """[D] Of the readings that beat the table the strongest counts, a bomb before the type that lies there."""
    assert kind(follow("6789W", "34567")) == ("straight", 10)
    assert kind(follow("333wwWW", "3")) == ("bomb", 7)


def test_a_bomb_reading_is_taken_before_any_other() -> None:
    """[D] The rule of the highest rank speaks of other types; nobody plays a bomb as less than a bomb."""
    assert kind(lead("555666777wwW")) == ("chain_bomb", 7)  # neither a pair run nor a triple run of twelve cards
    assert kind(lead("77wwWW")) == ("bomb", 6)


def test_where_two_types_reach_the_same_rank_the_player_chooses() -> None:
    """[D] Unasked it is straight before pair run before triple run."""
    cards = parse_counts("QKAwwW")
    assert [play.type for play in choices(cards)] == [PlayType.STRAIGHT, PlayType.PAIR_RUN]
    assert kind(read(cards)) == ("straight", 14)
    assert kind(read(cards, choice=PlayType.PAIR_RUN)) == ("pair_run", 14)
    with pytest.raises(ChoiceNotOffered):
        read(cards, choice=PlayType.TRIPLE_RUN)
    with pytest.raises(ChoiceNotOffered):  # no tie: the straight reaches higher
        read(parse_counts("456wWW"), choice=PlayType.PAIR_RUN)


def test_the_reading_is_fixed_when_the_cards_are_played() -> None:
    """[D] What the next players have to beat is what was read, not what the cards could have been."""
    on = read(parse_counts("456wWW"))
    assert on.type is PlayType.STRAIGHT
    assert read(parse_counts("56789T"), on).type is PlayType.STRAIGHT
    assert follow("778899", "456wWW") is None


def test_jokers_in_a_bomb_are_placed_so_that_it_counts_most() -> None:
    for text, expected in (
        ("33334444555Ww", (7, 0, 12, 48)),  # however the second joker lies
        ("333344445555wwW", (8, 0, 15, 60)),  # one for each rank
        ("3333444455555wwWW", (9, 1, 9, 5)),  # all to the fives
        ("77778888wwWW", (7, 0, 12, 96)),  # a whole rank, at the upper end
        ("AAAA2222wwWW", (7, 0, 12, 168)),  # above the 2 there is none, so at the lower end
        ("444455556666wwWW", (8, 1, 8, 6)),  # 8 phases by a fourth rank too, but natural ones are better
    ):
        assert strength(text) == expected, text


def test_a_bomb_with_jokers_equals_one_without() -> None:
    """[D] No rule tells them apart."""
    assert follow("4444", "444W") is None
    assert follow("444W", "4444") is None


def test_a_joker_goes_with_a_two_but_in_no_run() -> None:
    assert kind(lead("22W")) == ("triple", 15)
    assert lead("QKA2w") is None
    assert parse_play("22w").top == 15
