"""The costs of plays, in leads: the figures that both decompositions, `engine.players` and `engine.core`, share."""

from typing import Final

from engine.cards import BIG, SMALL, TWO

_SINGLES: Final = (1.10, 1.07, 1.04, 1.01, 0.97, 0.93, 0.89, 0.84, 0.78, 0.70, 0.58, 0.42, 0.15)
_PAIRS: Final = (1.08, 1.05, 1.02, 0.98, 0.94, 0.90, 0.85, 0.80, 0.73, 0.65, 0.52, 0.35, 0.05)
_TRIPLES: Final = (1.04, 1.00, 0.97, 0.93, 0.89, 0.84, 0.78, 0.72, 0.65, 0.55, 0.42, 0.25, 0.00)
_TEMPO: Final = (0.35, 0.70, 0.90, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00)
"""What bombs of 4, 5 … 12 phases are worth for the tricks they win."""
ASSETS: Final = (0.0, 0.5, 2.0, 5.0, 10.0, 20.0, 40.0, 80.0, 160.0)
"""What they are worth on top of it, played or held, as long as they stay whole: multiplier and contribution."""
BOMBS: Final = tuple(-tempo - asset for tempo, asset in zip(_TEMPO, ASSETS, strict=True))
RUN_COSTS: Final = (1.00, 0.80, 0.50)
PER_RANK: Final = (-0.03, -0.06, -0.08)
"""What a run costs less for each rank beyond the first."""
PER_HEIGHT: Final = 0.02
"""What a play costs less for each rank its runs start higher."""
WILD: Final = -0.35
"""A wild joker kept for later, of either kind."""
WILD_EXTRA: Final = {SMALL: 0.05, BIG: -0.10}
"""What the two kinds differ by, used or kept."""
ORDINARY_JOKERS: Final = {SMALL: (0.05, -0.10), BIG: (-0.10, -0.25)}
"""One or two jokers that are not wild."""
IMPOSSIBLE: Final = 1e9
JOKERS_TO_START: Final = 1
"""Jokers that the shortest stretch of a run may lean on: two in five cards are better spent in a bomb."""
MOST_STARTS: Final = (2, 1, 1)
"""Runs of each type that may start at the same rank; more of them would be a run of a greater width or bombs."""


def _group_costs(slot: int) -> tuple[float, ...]:
    bombs = tuple(cost - slot * 0.015 for cost in BOMBS)
    return (0.0, _SINGLES[slot], _PAIRS[slot], _TRIPLES[slot], *bombs)


GROUPS: Final = tuple(_group_costs(slot) for slot in range(TWO + 1))
"""Cost of n cards of one rank that are played together, 0 ≤ n ≤ 12, by slot."""
