"""The engine plays deals as the reference does, action by action, wrong actions included."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.engine.reference.choice import options
from tests.engine.reference.deal import Deal, IllegalActionError, start, step
from tests.engine.reference.engine_side import ask
from tests.engine.reference.notation import RANKS, subsets
from tests.engine.reference.protocol import agrees, state
from tests.engine.reference.sampling import EFFORT, JOKERS, point_rules, seeded, switches, window

Action = list[Any]


@dataclass(frozen=True)
class Manner:
    """How players of a deal behave: how many cards they hold, how often they run out of time or try what is wrong."""

    ranks: int
    most_cards: int
    timeout: float
    wrong: float


MANNERS = {
    "short hands": Manner(ranks=5, most_cards=4, timeout=0.05, wrong=0.1),
    "dense hands": Manner(ranks=2, most_cards=5, timeout=0.05, wrong=0.1),
    "bombs": Manner(ranks=3, most_cards=7, timeout=0.03, wrong=0.03),
    "slow players": Manner(ranks=5, most_cards=3, timeout=0.4, wrong=0.05),
    "players fall asleep": Manner(ranks=4, most_cards=5, timeout=0.7, wrong=0.02),
}


def deal_hands(rng: Random, manner: Manner) -> list[str]:
    """Four hands of two cards or more from two packs cut down to a few ranks, a joker or two among them."""
    pack = list(window(rng, manner.ranks) * 8 + JOKERS)
    rng.shuffle(pack)
    return ["".join(pack.pop() for _ in range(rng.randint(2, manner.most_cards))) for _ in range(4)]


def right_action(rng: Random, deal: Deal, manner: Manner) -> Action:
    """Something the player to act may do."""
    if rng.random() < manner.timeout:
        return ["timeout", deal.to_act]
    on = deal.on.reading if deal.on else None
    plays = [cards for cards in subsets(deal.hands[deal.to_act]) if options(cards, on, deal.rules)]
    if plays and (on is None or rng.random() < 0.7):
        size = rng.choice(sorted({len(cards) for cards in plays}))
        return ["play", deal.to_act, rng.choice([cards for cards in plays if len(cards) == size])]
    return ["pass", deal.to_act]


def any_action(rng: Random, deal: Deal) -> Action:
    """Something that is mostly wrong: of another seat, a pass of the leader, cards not held or that are no play."""
    seat = rng.choice((deal.to_act, rng.randrange(4)))
    hand = deal.hands[seat]
    cards = rng.choice(list(subsets(hand))) if hand and rng.random() < 0.7 else rng.choice(RANKS)
    return rng.choice(
        (["pass", seat], ["timeout", seat] if seat != deal.to_act else ["pass", seat], ["play", seat, cards])
    )


def compare(request: dict[str, Any], expected: dict[str, Any]) -> None:
    """The engine answers the request as expected."""
    got = ask(request)
    assert agrees(expected, got), f"{request}: expected {expected}, got {got}"


def play_out(rng: Random, manner: Manner) -> Deal:
    """One deal to its end, the engine asked after every action."""
    rules = point_rules(rng)
    hands, leader = deal_hands(rng, manner), rng.randrange(4)
    deal, actions = start(hands, leader, rules), list[Action]()
    request = {"op": "deal", "hands": hands, "leader": leader, "rules": switches(rules)}
    compare(request | {"actions": []}, state(deal))
    while deal.ended is None:
        action = any_action(rng, deal) if rng.random() < manner.wrong else right_action(rng, deal, manner)
        try:
            deal = step(deal, action)
        except IllegalActionError:
            compare(request | {"actions": [*actions, action]}, {"error": "", "at": len(actions)})
        else:
            actions.append(action)
            compare(request | {"actions": actions}, state(deal))
    for late in (["pass", deal.to_act], ["timeout", deal.to_act], ["play", 0, "3"]):
        compare(request | {"actions": [*actions, late]}, {"error": "", "at": len(actions)})
    return deal


@pytest.mark.parametrize("manner", MANNERS.values(), ids=MANNERS)
def test_deals_go_alike_action_by_action(manner: Manner) -> None:
    rng = seeded(manner)
    for _ in range(100 * EFFORT):
        play_out(rng, manner)
