"""`engine.scoring`: what a settlement says, and what is refused. The rules: test_rules_places and _contribution."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_counts
from engine.errors import ErrorCode, RequestError
from engine.ruleset import RuleSet
from engine.scoring import PlayedBomb, ResultKind, outcome, settle
from engine.seats import SEATS, partner_of
from tests.engine.strategies import hands, rule_sets

NOTHING = [bytes(15)] * 4


@st.composite
def endings(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """An order of finishing and barred seats with which a deal has ended."""
    order = tuple(draw(st.permutations(SEATS)))
    barred = draw(st.sets(st.sampled_from(SEATS)))
    order = tuple(seat for seat in order if seat not in barred)
    for number in range(len(order) + 1):
        try:
            outcome(order[:number], tuple(barred))
        except RequestError:
            continue
        return order[:number], tuple(sorted(barred))
    return (0, 2), (1, 3)


@given(
    endings(),
    st.lists(st.tuples(st.sampled_from(SEATS), st.integers(4, 12)), max_size=12),
    st.lists(hands(), min_size=4, max_size=4),
    rule_sets,
)
def test_points_add_up_to_zero_and_are_what_they_are_made_of(
    ending: tuple[tuple[int, ...], tuple[int, ...]],
    played: list[tuple[int, int]],
    held: list[bytes],
    rules: RuleSet,
) -> None:
    order, barred = ending
    left = [bytes(15) if seat in order else held[seat] for seat in SEATS]
    settlement = settle(order, barred, [PlayedBomb(*bomb) for bomb in played], left, rules)
    assert sum(settlement.points) == sum(settlement.result) == sum(settlement.contribution) == 0
    assert settlement.points == tuple(map(sum, zip(settlement.result, settlement.contribution, strict=True)))
    if settlement.kind is ResultKind.VOID:
        assert settlement.points == (0, 0, 0, 0)
        return
    assert sorted(settlement.places) == list(SEATS)
    assert settlement.places[: len(order)] == order
    assert settlement.winners is not None
    assert order[0] in settlement.winners
    earned = [sum(bomb.units for bomb in settlement.bombs if bomb.seat == seat) for seat in SEATS]
    for seat in SEATS:
        assert settlement.contribution[seat] == rules.base_score * (4 * earned[seat] - sum(earned))
        sign = 1 if seat in settlement.winners else -1
        assert settlement.result[seat] == sign * settlement.units * settlement.multiplier * rules.base_score
    best = settlement.multiplier_bomb
    assert settlement.multiplier == (2 ** (best.counted - 4) if best else 1)
    assert settlement.multiplier <= 2 ** (rules.phase_cap - 4)


@pytest.mark.parametrize("order", [order for length in (2, 3) for order in permutations(SEATS, length)])
def test_every_order_of_finishing(order: tuple[int, ...]) -> None:
    first = order[0]
    if order[1] == partner_of(first):
        assert outcome(order, ()) == (ResultKind.SHUANGKOU, tuple(sorted(order[:2])))
    elif len(order) == 3:
        third = order[2] == partner_of(first)
        assert outcome(order, ())[0] is (ResultKind.DANKOU if third else ResultKind.PINGKOU)
    else:
        with pytest.raises(RequestError):
            outcome(order, ())


@pytest.mark.parametrize(
    ("order", "barred"),
    [((), ()), ((0,), ()), ((0, 1), ()), ((), (0, 1, 2)), ((1,), (0, 2)), ((0,), (1,)), ((0,), (1, 3))],
)
def test_a_deal_that_goes_on_is_not_settled(order: tuple[int, ...], barred: tuple[int, ...]) -> None:
    with pytest.raises(RequestError, match="the deal goes on") as refusal:
        settle(order, barred, [], NOTHING)
    assert refusal.value.code is ErrorCode.BAD_REQUEST


def test_every_bomb_of_the_result_says_where_it_comes_from() -> None:
    left = [bytes(15), parse_counts("3999999"), bytes(15), parse_counts("4")]
    settlement = settle((0, 2), (), [PlayedBomb(0, 11), PlayedBomb(3, 4)], left, RuleSet(phase_cap=9))
    rows = [(bomb.seat, bomb.phases, bomb.counted, bomb.units, bomb.held) for bomb in settlement.bombs]
    assert rows == [(0, 11, 9, 16, False), (3, 4, 4, 0, False), (1, 6, 6, 2, True)]
    assert settlement.multiplier_bomb == settlement.bombs[0]
    assert settlement.bombs[2].play is not None
    assert str(settlement.bombs[2].play) == "999999"


def test_the_last_play_decides_about_the_last_places() -> None:
    assert settle((0, 2), (), [], NOTHING).places == (0, 2, 3, 1)
    assert settle((0, 2), (), [], NOTHING, last_to_play=0).places == (0, 2, 1, 3)
    assert settle((0,), (1, 2), [], NOTHING, last_to_play=3).places == (0, 1, 2, 3)
