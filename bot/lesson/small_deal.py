"""The small deal that ends the lesson: a few cards each, all of them open, against computers that always play alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.cards import Counts, parse_counts
from engine.deal import Deal, Pass, PlayCards
from engine.players import Strength, make_player
from engine.seats import Seat

PASS: Final = "-"
LEARNER: Final[Seat] = 0
HANDS: Final = ("3478KK2", "556TTA", "3699JJ", "44QQ8A")
"""The learner's hand, and then in turn order; the partner sits third."""
_SECONDS: Final = 1.0
"""More than the greedy player ever takes: what it decides follows from the cards alone."""


@dataclass(frozen=True, slots=True)
class SmallDeal:
    """The small deal at the learner's turn, or at its end."""

    deal: Deal
    answers_start: int
    """Where in the log the others began to act after the learner's last move."""

    @classmethod
    def begin(cls) -> "SmallDeal":
        """The deal before the learner's first lead."""
        return cls(Deal.start([parse_counts(hand) for hand in HANDS], LEARNER), 0)

    @classmethod
    def after(cls, moves: Sequence[str]) -> "SmallDeal":
        """The deal after these moves of the learner and the answers of the others.

        Args:
            moves: cards as they are written, or `-` for a pass.

        Raises:
            EngineError: a move is none.
        """
        return _after(tuple(moves)) if moves else cls.begin()

    @property
    def hand(self) -> Counts:
        """The cards the learner still holds."""
        return self.deal.hands[LEARNER]

    def _moved(self, move: str) -> "SmallDeal":
        deal = self.deal.act(Pass(LEARNER) if move == PASS else PlayCards(LEARNER, parse_counts(move))).deal
        start = len(deal.log) - 1
        while deal.to_act not in (LEARNER, None):
            deal = deal.act(make_player(Strength.GREEDY, 0).choose(deal.view(deal.to_act), _SECONDS)).deal
        return SmallDeal(deal, start)


@lru_cache(maxsize=1024)
def _after(moves: tuple[str, ...]) -> SmallDeal:
    """The deal after some moves, from the deal before the last of them: one screen asks for it some thirty times."""
    return SmallDeal.after(moves[:-1])._moved(moves[-1])
