"""The eight steps of the first lesson: five in which cards are played, one in which passing is right, two questions."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto, unique
from typing import Final, TypeAlias

from engine.cards import Counts, parse_counts
from engine.plays import Play, PlayType
from engine.reading import read
from engine.ruleset import DEFAULT_RULES


@unique
class StepOutcome(Enum):
    """The worth of an answer to a step."""

    RIGHT = auto()
    """It is what the step teaches."""
    ALLOWED = auto()
    """The rules allow it, and something else would be better."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """Cards in hand, and what lies on the table.

    Args:
        name: the part of the ids of its texts that tells it from the others.
        hand: the learner's cards.
        table: the cards to beat; None where the learner leads.
        wants: whether a play is what the step teaches; None where passing is.
    """

    name: str
    hand: Counts
    table: Counts | None
    wants: Callable[[Play], bool] | None

    @property
    def to_beat(self) -> Play | None:
        """The play on the table, read as a lead."""
        return None if self.table is None else read(self.table)

    def play(self, cards: Counts) -> StepOutcome:
        """Judge the play of some cards of the hand.

        Raises:
            PlayError: they are no play, or do not beat the table.
        """
        play = read(cards, self.to_beat, DEFAULT_RULES)
        return StepOutcome.RIGHT if self.wants is not None and self.wants(play) else StepOutcome.ALLOWED

    def pass_turn(self) -> StepOutcome:
        """Judge a pass; only where something is to be beaten."""
        return StepOutcome.RIGHT if self.wants is None else StepOutcome.ALLOWED


@dataclass(frozen=True, slots=True)
class Question:
    """A question with three answers, one of which is right.

    Args:
        name: the part of the ids of its texts that tells it from the others.
        right: the number of the right answer, 1…3.
    """

    name: str
    right: int


LessonStep: TypeAlias = Exercise | Question


STEPS: Final[tuple[LessonStep, ...]] = (
    Exercise("runs", parse_counts("345678JJK"), None, lambda play: play.type is PlayType.STRAIGHT),
    Exercise("follow", parse_counts("66QQKA2"), parse_counts("99"), lambda play: play.type is PlayType.PAIR),
    Exercise("bombs", parse_counts("33333QQA"), parse_counts("KKKK"), lambda play: play.is_bomb),
    Exercise(
        "chain", parse_counts("4444555566662"), parse_counts("888888"), lambda play: play.type is PlayType.CHAIN_BOMB
    ),
    Exercise("jokers", parse_counts("7QQQQAwW"), parse_counts("99999"), lambda play: play.is_bomb),
    Exercise("lead-for-partner", parse_counts("345672"), parse_counts("K"), None),
    Question("results", right=2),
    Question("contribution", right=2),
)
"""From the first to the last (rules §3, §3.1, §3.2, §4, §6, §6.1)."""
