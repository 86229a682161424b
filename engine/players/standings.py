"""The standings of candidates that are tried on the same deals: who is behind for certain, and who is best."""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from engine.players.endgame import Value

BATCH: Final = 8
"""Deals between two looks at the standings."""
_BEHIND: Final = 2.0
"""Standard errors by which a candidate is clearly behind."""
BETTER: Final = 1.0
"""Standard errors by which a play must be better than the first candidate."""


class Standings:
    """The sums that candidates have earned so far; the first is the one to be beaten.

    Args:
        number: of candidates.
    """

    def __init__(self, number: int) -> None:
        self.alive = list(range(number))
        """The candidates still tried."""
        self.values: list[list[Value]] = [[] for _ in range(number)]
        """By candidate, what it earned on each deal it was tried on."""

    def add(self, values: Sequence[Value]) -> None:
        """Note what every candidate still tried earned on one more deal."""
        for index, value in zip(self.alive, values, strict=True):
            self.values[index].append(value)

    def drop_losers(self) -> int:
        """Drop the candidates that are clearly behind the best; returns how many are left."""
        leader = self.leader()
        self.alive = [index for index in self.alive if index == leader or self.lead(leader, index) < _BEHIND]
        return len(self.alive)

    def leader(self) -> int:
        """Return the candidate with the most points."""
        return max(self.alive, key=lambda index: sum(self.values[index]))

    def best(self) -> int:
        """Return the candidate to play: the first, unless another is better by more than its uncertainty."""
        leader = self.leader()
        return 0 if 0 in self.alive and self.lead(leader, 0) < BETTER else leader

    def lead(self, one: int, other: int) -> float:
        """By how many standard errors a candidate is ahead of another, over the deals both were tried on."""
        differences = [mine - its for mine, its in zip(self.values[one], self.values[other], strict=False)]
        number = len(differences)
        total = sum(differences)
        squares = sum(difference * difference for difference in differences)
        variance = max(squares - total * total / number, 0.0) / max(1, number - 1)
        if variance == 0:
            return float("inf") if total > 0 and number >= BATCH else 0.0
        return total / sqrt(number * variance)
