"""The worth of bombs still held, and the settlement of a deal (rules §5, §6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .choice import lead_options
from .notation import Rules, ordered, subsets, without
from .readings import REMEMBERED


def contribution_units(phases: int, rules: Rules) -> int:
    """What a bomb of so many phases earns, in multiples of the base score."""
    counted = min(phases, rules.phase_cap)
    return 2 ** (counted - 5) if counted >= 6 else 0


def held_units(hand: str, rules: Rules) -> int:
    """What the bombs in a hand earn, cut in the way that earns most, in multiples of the base score."""
    return best_cut(ordered(hand), rules)


@lru_cache(maxsize=REMEMBERED)
def best_cut(hand: str, rules: Rules) -> int:
    """The most any cut of the hand earns: every bomb in it is tried as the first, then the rest of the cards."""
    best = 0
    for cards in subsets(hand):
        units = bomb_units(cards, rules)
        if units:
            best = max(best, units + best_cut(without(hand, cards), rules))
    return best


@lru_cache(maxsize=REMEMBERED)
def bomb_units(cards: str, rules: Rules) -> int:
    """What these cards earn as one bomb; 0 where they are none."""
    if len(cards) < 3:
        return 0
    return max((contribution_units(r.strength[0], rules) for r in lead_options(cards, rules) if r.is_bomb), default=0)


def team(seat: int) -> set[int]:
    """The two seats of a player's team."""
    return {seat, (seat + 2) % 4}


@dataclass(frozen=True)
class Verdict:
    """How a deal ended: the kind of win and the two winners, none where it is void."""

    kind: str
    winners: tuple[int, ...] | None


def verdict(order: Sequence[int], barred: Sequence[int]) -> Verdict | None:
    """How the deal stands with these players out, in order, and these barred; None while it goes on."""
    if not order:
        return Verdict("void", None) if len(set(barred)) == 4 else None
    winners = tuple(sorted(team(order[0])))
    if len(set(barred)) >= 2 and set(barred) not in ({0, 2}, {1, 3}):
        return Verdict("dankou", winners)
    if set(order[:2]) == team(order[0]):
        return Verdict("shuangkou", winners)
    if len(order) == 3:
        return Verdict("dankou" if order[2] in winners else "pingkou", winners)
    return None


@dataclass(frozen=True)
class Settlement:
    """The points of a finished deal, seat by seat."""

    verdict: Verdict
    multiplier: int
    contribution: tuple[int, ...]
    points: tuple[int, ...]


def settle(ended: Verdict, bombs: Sequence[Sequence[int]], hands: Sequence[str], rules: Rules) -> Settlement:
    """The settlement of a deal that ended like this; `bombs` are the phase counts each seat played."""
    if ended.winners is None:
        return Settlement(ended, 1, (0, 0, 0, 0), (0, 0, 0, 0))
    played = [min(phases, rules.phase_cap) for seat in ended.winners for phases in bombs[seat]]
    highest = max(played, default=0)
    multiplier = 2 ** (highest - 4) if highest >= 5 else 1
    earned = [
        sum(contribution_units(phases, rules) for phases in bombs[seat]) + held_units(hands[seat], rules)
        for seat in range(4)
    ]
    contribution = tuple(
        rules.base_score * (3 * earned[seat] - sum(earned[other] for other in range(4) if other != seat))
        for seat in range(4)
    )
    units = dict(zip(("pingkou", "dankou", "shuangkou"), rules.units, strict=True))[ended.kind]
    result = units * multiplier * rules.base_score
    points = tuple(contribution[seat] + (result if seat in ended.winners else -result) for seat in range(4))
    return Settlement(ended, multiplier, contribution, points)
