"""Ranks, cards and switches as the rules write them (rules §1, §3.3)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

RANKS = "3456789TJQKA2wW"
"""Every rank from low to high; `w` and `W` are the small and the big joker."""

VALUE = {rank: value for value, rank in enumerate(RANKS, start=3)}
"""3…14 for 3…A, 2 = 15, w = 16, W = 17."""

ACE, TWO, SMALL_JOKER, BIG_JOKER = VALUE["A"], VALUE["2"], VALUE["w"], VALUE["W"]

TYPES = ("single", "pair", "triple", "straight", "pair_run", "triple_run", "bomb", "chain_bomb")


@dataclass(frozen=True)
class Rules:
    """The switches that decide plays and points, with their defaults."""

    wild: str = "qianbian"
    king_bomb: bool = False
    chain_with_two: bool = True
    phase_cap: int = 12
    base_score: int = 100
    units: tuple[int, int, int] = (1, 2, 3)

    @classmethod
    def of(cls, switches: Mapping[str, Any]) -> "Rules":
        """The rules with `switches` (as in a JSON request) set."""
        values = dict(switches)
        if "units" in values:
            values["units"] = tuple(values["units"])
        return replace(cls(), **values)

    @property
    def wild_jokers(self) -> str:
        """The jokers that may stand for other ranks."""
        return {"qianbian": "wW", "baibian": "W", "none": ""}[self.wild]

    @property
    def chain_top(self) -> int:
        """The highest rank a chain bomb may reach."""
        return TWO if self.chain_with_two else ACE


EVERY_PLAY_RULE = tuple(
    Rules(wild=wild, king_bomb=king_bomb, chain_with_two=chain_with_two)
    for wild, king_bomb, chain_with_two in product(("qianbian", "baibian", "none"), (False, True), (True, False))
)
"""Every setting of the three switches that decide what cards are."""


def ordered(cards: Iterable[str]) -> str:
    """The cards from low to high."""
    return "".join(sorted(cards, key=RANKS.index))


def without(hand: str, cards: str) -> str:
    """The hand after `cards` are taken out; ValueError if they are not all in it."""
    left = Counter(hand)
    left.subtract(cards)
    if min(left.values(), default=0) < 0:
        raise ValueError(f"{cards} is not part of {hand}")
    return ordered(left.elements())


def subsets(hand: str) -> Iterator[str]:
    """Every non-empty set of cards from the hand, equal cards counted as one, each ordered from low to high."""
    counts = Counter(hand)
    ranks = ordered(counts)
    for chosen in product(*(range(counts[rank] + 1) for rank in ranks)):
        if any(chosen):
            yield "".join(rank * number for rank, number in zip(ranks, chosen, strict=True))
