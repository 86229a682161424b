"""Rules §6: places, units, the multiplier and the points of the result."""

import pytest

from engine.cards import parse_counts
from engine.ruleset import RuleSet
from engine.scoring import PlayedBomb, ResultKind, Settlement, settle
from tests.engine.support import after

ONE = RuleSet(base_score=1)
NOTHING = [bytes(15)] * 4


def result(order: tuple[int, ...], *bombs: tuple[int, int], rules: RuleSet = ONE) -> Settlement:
    """The settlement for an order of finishing and bombs as (seat, phases)."""
    return settle(order, (), [PlayedBomb(seat, phases) for seat, phases in bombs], NOTHING, rules)


@pytest.mark.parametrize("order", [(0, 2), (2, 0), (1, 3), (3, 1)])
def test_first_and_second_on_one_team_are_a_shuangkou(order: tuple[int, int]) -> None:
    settlement = result(order)
    assert settlement.kind is ResultKind.SHUANGKOU
    assert settlement.winners == tuple(sorted(order))
    assert settlement.units == 3


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 3, 0), (1, 0, 3)])
def test_first_and_third_are_a_dankou(order: tuple[int, int, int]) -> None:
    settlement = result(order)
    assert (settlement.kind, settlement.units) == (ResultKind.DANKOU, 2)
    assert order[0] in (settlement.winners or ())


@pytest.mark.parametrize("order", [(0, 1, 3), (0, 3, 1), (3, 0, 2)])
def test_first_and_fourth_are_a_pingkou(order: tuple[int, int, int]) -> None:
    settlement = result(order)
    assert (settlement.kind, settlement.units) == (ResultKind.PINGKOU, 1)
    assert order[0] in (settlement.winners or ())


def test_the_units_are_1_2_and_3() -> None:
    """[D] The source names the three results and no figures."""
    assert [result(order).result[0] for order in ((0, 1, 3), (0, 1, 2), (0, 2))] == [1, 2, 3]


def test_places_follow_the_order_of_finishing() -> None:
    assert result((2, 1, 0)).places == (2, 1, 0, 3)
    assert result((3, 2, 0)).places == (3, 2, 0, 1)


def test_those_who_still_hold_cards_take_their_places_in_turn_order() -> None:
    """[D] The source says "by the order of playing": in turn order after the last play."""
    deal = after("3 49 5 69", "3 - 5")
    assert deal.settlement is not None
    assert deal.settlement.places == (0, 2, 3, 1)
    deal = after("5 69 3 49", "3 - 5", leader=2)
    assert deal.settlement is not None
    assert deal.settlement.places == (2, 0, 1, 3)


def test_winners_gain_what_losers_lose() -> None:
    assert result((0, 2)).points == (3, -3, 3, -3)
    assert result((1, 0, 3)).points == (-2, 2, -2, 2)


def test_the_highest_bomb_of_either_winner_doubles_from_5_phases_on() -> None:
    for phases, multiplier in ((4, 1), (5, 2), (6, 4), (7, 8), (8, 16), (9, 32), (10, 64), (11, 128), (12, 256)):
        for seat in (0, 2):
            settlement = result((0, 2), (seat, phases))
            assert settlement.multiplier == multiplier
            assert settlement.result == tuple(3 * multiplier * sign for sign in (1, -1, 1, -1))


def test_the_multiplier_is_that_of_the_highest_bomb_not_a_product() -> None:
    assert result((0, 2), (0, 5), (2, 6), (0, 6), (2, 5)).multiplier == 4
    assert result((0, 2)).multiplier == 1
    best = result((0, 2), (0, 5), (2, 6)).multiplier_bomb
    assert best is not None
    assert (best.seat, best.phases) == (2, 6)
    assert result((0, 2), (0, 4)).multiplier_bomb is None


def test_bombs_of_losers_and_bombs_not_played_do_not_multiply() -> None:
    assert result((0, 2), (1, 12), (3, 9)).multiplier == 1
    hands = [bytes(15), parse_counts("3"), parse_counts("99999999"), parse_counts("4")]
    assert settle((0, 1, 3), (), [PlayedBomb(0, 5)], hands, ONE).multiplier == 2


def test_multiplier_and_units_work_on_the_result_only() -> None:
    settlement = result((0, 1, 2), (0, 7))
    assert settlement.result == (16, -16, 16, -16)
    assert settlement.contribution == (12, -4, -4, -4)
    assert settlement.points == (28, -20, 12, -20)


def test_bombs_count_as_they_were_played_in_the_deal() -> None:
    deal = after("333334 4K 5 6", "33333 - - - 4 - - 6", base_score=1)
    assert deal.order == (0, 3)
    deal = after("333334 4K 5 6", "33333 - - - 4 - 5", base_score=1)
    assert deal.settlement is not None
    assert (deal.settlement.multiplier, deal.settlement.points) == (2, (6, -6, 6, -6))
