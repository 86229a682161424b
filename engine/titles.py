"""The ladder of titles (rules §7): 群众 and twenty promotions above it."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

TITLES: Final = (
    "群众", "组长", "主任", "村长", "村支书", "镇长", "镇委书记", "区长", "区委书记", "县长", "县委书记",
    "市长", "市委书记", "副省长", "省长", "省委书记", "常委", "副主席", "主席", "双扣王", "双扣皇帝",
)  # fmt: skip
"""The titles by rung, 0 (群众) … 20 (双扣皇帝)."""

THRESHOLDS: Final = (0, *(2000 << step for step in range(len(TITLES) - 1)))
"""The score from which a rung is held: 0, 2 000, 4 000 … 1 048 576 000."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a score on the ladder.

    `missing` points lead to `next_title`; on the highest rung there is none and nothing is missing.
    """

    score: int
    rung: int
    title: str
    next_title: str | None
    missing: int

    @property
    def progress(self) -> float:
        """The part of the way from this rung to the next that is done, 0…1; 1 on the highest."""
        if self.next_title is None:
            return 1.0
        floor, ceiling = THRESHOLDS[self.rung], THRESHOLDS[self.rung + 1]
        return max(0.0, (self.score - floor) / (ceiling - floor))


def standing(score: int) -> Standing:
    """The standing of a cumulative score; scores below zero are 群众 too (rules §7).

    >>> standing(2000).title, standing(-5).title, standing(1999).missing
    ('组长', '群众', 1)
    """
    rung = max(0, bisect_right(THRESHOLDS, score) - 1)
    if rung == len(TITLES) - 1:
        return Standing(score, rung, TITLES[rung], None, 0)
    return Standing(score, rung, TITLES[rung], TITLES[rung + 1], THRESHOLDS[rung + 1] - score)


def promotions(before: int, after: int) -> tuple[str, ...]:
    """The titles gained on the way from one score to another, in order; none for a fall.

    >>> promotions(1_000, 9_000)
    ('组长', '主任', '村长')
    """
    return TITLES[standing(before).rung + 1 : standing(after).rung + 1]


def demotions(before: int, after: int) -> tuple[str, ...]:
    """The titles lost on the way from one score down to another, the highest first; none for a rise.

    >>> demotions(4_500, 0)
    ('主任', '组长')
    """
    return tuple(reversed(TITLES[standing(after).rung + 1 : standing(before).rung + 1]))
