"""Rules §6.1: contribution points 贡献分."""

import pytest

from engine.cards import format_counts, parse_counts
from engine.held_bombs import contribution_units, held_bombs
from engine.ruleset import RuleSet
from engine.scoring import PlayedBomb, settle
from tests.engine.support import after

ONE = RuleSet(base_score=1)
NOTHING = [bytes(15)] * 4


def held(text: str) -> tuple[int, list[str]]:
    """What the bombs of a hand earn, and which they are."""
    cut = held_bombs(parse_counts(text))
    return cut.units, [format_counts(bomb.cards) for bomb in cut.bombs]


def test_each_earns_for_his_own_bombs_by_their_phases() -> None:
    for seat in range(4):
        settlement = settle((0, 2), (), [PlayedBomb(seat, 7)], NOTHING, ONE)
        assert settlement.contribution == tuple(12 if other == seat else -4 for other in range(4))


def test_one_gains_and_the_other_three_pay() -> None:
    """His partner pays too: +1 payee, −3 payers."""
    settlement = settle((0, 2), (), [PlayedBomb(1, 6)], NOTHING, ONE)
    assert settlement.contribution == (-2, 6, -2, -2)


def test_contributions_of_several_players_are_added() -> None:
    bombs = [PlayedBomb(0, 6), PlayedBomb(0, 6), PlayedBomb(1, 8), PlayedBomb(3, 7)]
    settlement = settle((0, 2), (), bombs, NOTHING, ONE)
    own = (4, 8, 0, 4)
    assert settlement.contribution == tuple(3 * own[seat] - (sum(own) - own[seat]) for seat in range(4))
    assert sum(settlement.contribution) == 0


def test_they_start_at_6_phases_double_and_end_at_12() -> None:
    """2, 4, 8 … 128 times the base score. [S, the first step of two D]"""
    assert [contribution_units(phases) for phases in range(4, 14)] == [0, 0, 2, 4, 8, 16, 32, 64, 128, 128]


@pytest.mark.parametrize("base", [1, 7, 100])
def test_the_base_score_is_what_doubles(base: int) -> None:
    settlement = settle((0, 2), (), [PlayedBomb(0, 6)], NOTHING, RuleSet(base_score=base))
    assert settlement.contribution == (6 * base, -2 * base, -2 * base, -2 * base)


def test_several_bombs_still_held_count_each_by_its_size() -> None:
    assert held("6666667777777") == (2 + 4, ["7777777", "666666"])
    assert held("666666888888TTTTTT") == (6, ["TTTTTT", "888888", "666666"])
    assert held("66667777") == (0, [])
    hands = [bytes(15), parse_counts("6666667777777"), bytes(15), parse_counts("3")]
    assert settle((0, 2), (), [], hands, ONE).contribution == (-6, 18, -6, -6)


def test_the_hand_is_cut_in_the_way_that_earns_most() -> None:
    assert held("3333444455556666") == (8, ["3333444455556666"])
    assert held("3333444455559999999") == (8, ["9999999", "333344445555"])
    assert held("444445555566666")[0] == 8
    assert held("TTTTTwwWW") == (16, ["TTTTTwwWW"])
    assert held("333333444444wwWW") == (2 + 32, ["444444wwWW", "333333"])
    assert held("33334444555wwWW") == (8, ["4444wwWW"])  # not the chain of seven phases that takes one joker
    assert held("3334445556667wW") == (0, [])


def test_no_card_is_used_twice() -> None:
    assert held("333333334444444455555555") == (64, ["333333334444444455555555"])  # or three bombs of 8, but not both
    assert held("66666666") == (8, ["66666666"])
    assert held("777777wwWW") == (32, ["777777wwWW"])


def test_bombs_played_count_as_they_were_played_and_those_held_as_they_are() -> None:
    deal = after("3333334 555555599 6 7", "333333 - - - 4 - 6", base_score=1)
    assert deal.settlement is not None
    assert [(bomb.seat, bomb.phases, bomb.held) for bomb in deal.settlement.bombs] == [(0, 6, False), (1, 7, True)]
    assert deal.settlement.contribution == (3 * 2 - 4, 3 * 4 - 2, -6, -6)


def test_contributions_add_up_to_zero_whatever_was_played() -> None:
    for bombs in ([(0, 12)], [(1, 6), (2, 6), (2, 9)], [(0, 7), (1, 7), (2, 7), (3, 7)]):
        settlement = settle((0, 2), (), [PlayedBomb(seat, phases) for seat, phases in bombs], NOTHING)
        assert sum(settlement.contribution) == sum(settlement.points) == 0
