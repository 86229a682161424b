"""The progress of somebody in the lesson, written on each button: it needs no memory and outlives restarts."""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.lesson.small_deal import PASS, SmallDeal
from bot.lesson.steps import STEPS, Exercise
from engine.cards import NO_CARDS, Counts, Rank, contains, format_counts, parse_counts
from engine.errors import EngineError

SMALL_DEAL: Final = len(STEPS)
"""The number of the step after the last: the small deal."""
_WRITTEN: Final = re.compile(r"(\d)(!?)(?:\?([123]))?([3-9TJQKA2wW]*)(?:_([3-9TJQKA2wW,-]*))?")


@dataclass(frozen=True, slots=True)
class Progress:
    """A place in the lesson.

    >>> Progress.read("1!QQ").acts, Progress(8, selected=parse_counts("44"), moves=("3", "-")).written()
    (True, '844_3-')
    """

    step: int
    """0…7 for the steps, 8 for the small deal."""
    acts: bool = False
    """Whether what is selected is played (or, nothing being selected, passed); else it is only shown."""
    answer: int = 0
    """1…3 for an answer to a question; 0 for none."""
    selected: Counts = NO_CARDS
    moves: tuple[str, ...] = ()
    """What the learner did in the small deal so far: cards, or `-` for a pass."""

    def written(self) -> str:
        """The letters that `read` understands."""
        moves = "".join(move if move == PASS else f"{move}," for move in self.moves)
        moves = moves.replace(f",{PASS}", PASS).removesuffix(",")
        cards = format_counts(self.selected)
        done = ("!" if self.acts else "") + (f"?{self.answer}" if self.answer else "")
        return f"{self.step}{done}{cards}" + (f"_{moves}" if moves else "")

    @classmethod
    def read(cls, text: str) -> "Progress":
        """Read what a button says.

        Raises:
            ValueError: no button of the lesson says so.
        """
        found = _WRITTEN.fullmatch(text)
        if not found or int(found[1]) > SMALL_DEAL:
            raise ValueError(f"{text!r} is no place in the lesson")
        moves = tuple(re.findall(r"[^,-]+|-", found[5] or ""))
        try:
            progress = cls(int(found[1]), found[2] == "!", int(found[3] or 0), parse_counts(found[4]), moves)
            fits = contains(progress.hand, progress.selected)
        except EngineError as error:
            raise ValueError(f"{text!r} is no place in the lesson: {error}") from error
        if not fits:
            raise ValueError(f"{text!r} selects cards that are not in the hand")
        return progress

    @property
    def hand(self) -> Counts:
        """The cards that can be selected here."""
        if self.step == SMALL_DEAL:
            return self.small_deal.hand
        step = STEPS[self.step]
        return step.hand if isinstance(step, Exercise) else NO_CARDS

    @property
    def small_deal(self) -> SmallDeal:
        """The small deal after the moves so far.

        Raises:
            EngineError: a move is none.
        """
        return SmallDeal.after(self.moves)

    def toggled(self, rank: Rank, width: int) -> "Progress":
        """The same place with more or fewer cards of a rank selected: first as many as make sense, then one less with
        each tap, down to none.

        Args:
            rank: a rank of the hand.
            width: how many of a rank what lies on the table takes; 0 for all.
        """
        held, now = self.hand[rank.slot], self.selected[rank.slot]
        number = now - 1 if now else min(held, width or held)
        cards = bytearray(self.selected)
        cards[rank.slot] = number
        return replace(self, acts=False, selected=bytes(cards))

    def moved(self) -> "Progress":
        """The small deal after the selected cards were played, or after a pass where none are.

        Raises:
            EngineError: the cards are no play, or do not beat what lies there; or a leader would pass.
        """
        moves = (*self.moves, format_counts(self.selected) or PASS)
        SmallDeal.after(moves)
        return Progress(SMALL_DEAL, moves=moves)

    def onward(self) -> "Progress":
        """The beginning of the next step."""
        return Progress(min(self.step + 1, SMALL_DEAL))
