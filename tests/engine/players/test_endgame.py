"""The solver of open hands against plain minimax through `Deal`, with no table and no pruning."""

from random import Random

import pytest

from engine.cards import RANKS, parse_counts
from engine.deal import Deal, Pass, PlayCards
from engine.errors import EngineError
from engine.players.endgame import OutOfReach, Solver, next_turn, position
from engine.players.hidden import solve_hidden, splits
from engine.ruleset import RuleSet, Wild
from engine.seats import SEATS

RULE_SETS = (
    RuleSet(base_score=1),
    RuleSet(base_score=1, wild=Wild.NONE, units=(1, 3, 7), phase_cap=8),
    RuleSet(base_score=1, king_bomb=True, wild=Wild.BAIBIAN),
)


def plain_value(deal: Deal) -> float:
    """Half the points of seats 0 and 2 when both sides play best."""
    if deal.settlement is not None:
        return sum(deal.settlement.points[seat] for seat in (0, 2)) / 2
    assert deal.to_act is not None
    values = [plain_value(after) for after in followers(deal).values()]
    return min(values) if deal.to_act & 1 else max(values)


def followers(deal: Deal) -> dict[str, Deal]:
    seat = deal.to_act
    assert seat is not None
    after = {f"{play.type} {play}": deal.act(PlayCards(seat, play.cards, play.type)).deal for play in deal.legal_plays}
    if deal.to_beat is not None:
        after["pass"] = deal.act(Pass(seat)).deal
    return after


def small_deals(rules: RuleSet, number: int, seed: int) -> list[Deal]:
    chance = Random(seed)
    found: list[Deal] = []
    while len(found) < number:
        ranks = chance.sample(RANKS, 3)
        hands = ["".join(chance.choices(ranks, k=chance.choice((1, 1, 2, 2, 3)))) for _ in SEATS]
        if chance.random() < 0.3:
            hands[chance.choice(SEATS)] = chance.choice("3456") * chance.choice((4, 5, 6))
        try:
            found.append(Deal.start([parse_counts(hand) for hand in hands], chance.choice(SEATS), rules))
        except EngineError:  # more jokers than two packs have
            continue
    return found


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_solver_agrees_with_plain_minimax(rules: RuleSet) -> None:
    for deal in small_deals(rules, 12, seed=5):
        assert deal.to_act is not None
        sign = -1 if deal.to_act & 1 else 1
        rated = Solver(rules, 10_000).rate(position(deal.view(deal.to_act), deal.hands))

        expected = {name: sign * plain_value(after) for name, after in followers(deal).items()}
        assert {f"{play.type} {play}": value for value, play in rated if play} == expected


def test_too_many_variations_are_refused() -> None:
    [deal] = small_deals(RULE_SETS[0], 1, seed=1)
    assert deal.to_act is not None
    view = deal.view(deal.to_act)

    with pytest.raises(OutOfReach):
        Solver(view.rules, nodes=1).rate(position(view, deal.hands))
    assert solve_hidden(view, nodes=1, most_splits=1000) is None
    assert solve_hidden(view, nodes=100_000, most_splits=1) is None


def test_splits_deal_every_unseen_card_and_count_all_deals() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("3", "45", "4", "55")], leader=0)
    found = dict(splits(deal.view(0)))

    assert deal.hands in found
    assert len(found) == len(set(found))
    assert sum(found.values()) == 30  # 5! / (2! 1! 2!)


def test_a_hand_that_is_known_is_not_guessed() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("3", "4", "55", "66")], leader=0)
    deal = deal.play(0, parse_counts("3")).deal.play(1, parse_counts("4")).deal

    assert [hands for hands, _ in splits(deal.view(2))] == [deal.hands]


@pytest.mark.parametrize(
    ("active", "seat", "to_beat_by", "expected"),
    [
        ((1, 1, 1, 1), 0, 0, (1, False)),
        ((1, 0, 1, 1), 0, 0, (2, False)),
        ((1, 1, 1, 1), 3, 0, (0, True)),
        ((0, 1, 1, 1), 3, 0, (2, True)),
        ((0, 1, 0, 1), 3, 0, (3, True)),
        ((1, 0, 0, 1), 0, 3, (3, True)),
    ],
)
def test_the_turn_goes_round_and_the_lead_is_inherited(
    active: tuple[int, ...], seat: int, to_beat_by: int, expected: tuple[int, bool]
) -> None:
    assert next_turn([bool(one) for one in active], seat, to_beat_by) == expected
