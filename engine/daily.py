"""The deal of the day 每日一局: what makes it the same for everybody, and whether a deal is fit for it.

One person plays with three computer players. These decide with a fixed number of samples and a seed made of the day,
their seat and all that has been played, so that the same plays meet the same answers on any machine. Before a deal is
announced it is rehearsed: players of several kinds take the person's place, and what they earn says whether somebody
can win it and how much is to be had.

    >>> rehearsal = Rehearsal("2026-12-01", bytes(32))
    >>> rehearsal.seat, sum(rehearsal.deal.hands[0])
    (0, 27)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from statistics import median_low
from typing import Final

from engine.cards import format_counts, parse_counts
from engine.deal import Action, Deal, LogEntry, Pass, Passed, PlayCards, Played, View
from engine.players.adept import AdeptPlayer
from engine.players.base import ComputerPlayer
from engine.players.expert import ExpertPlayer
from engine.players.planner import PlannerPlayer
from engine.plays import PlayType
from engine.reading import choices
from engine.ruleset import RuleSet
from engine.seats import Seat
from engine.shuffle import deal_cards, derive_seed

DAILY_RULES: Final = RuleSet(turn_seconds=180)
"""The rules of every day: the usual ones, with more time for a turn, since nobody waits."""
PERSONS_PLACE: Final = 0
"""The place at which everybody sits; the opening card decides which seat of the deal that is, the same for all."""
DEALS_TRIED: Final = 16
"""Deals that a computer player tries for a decision, however quick the machine is."""
MOST_TRIALS: Final = 9
PAR_LIMIT: Final = 6
"""Base scores beyond which a par is absurd, won or lost: the cards would play themselves."""
_SEED_BYTES: Final = 8


def line_of(log: Iterable[LogEntry]) -> bytes:
    """The digest of a line of play: SHA-256 over every action, one a line, as `seat cards type`, `seat pass` or `seat
    timeout`.

    >>> line_of([]).hex()[:8]
    'e3b0c442'
    """
    return sha256("\n".join(map(_written, log)).encode()).digest()


def decide(day: str, view: View) -> Action:
    """Return what a computer player answers in the deal of a day: the same for the same plays.

    Args:
        day: as in "2026-12-01".
        view: of the seat to act.
    """
    return _expert(f"{day} {view.seat} {line_of(view.log).hex()}").choose(view, 1.0)


def answer_text(action: Action, view: View) -> str:
    """An answer as it is kept: the cards, with the type after a dot where they could be more than one thing; nothing
    for a pass.
    """
    if not isinstance(action, PlayCards):
        return ""
    cards = format_counts(action.cards)
    readings = choices(action.cards, view.to_beat, view.rules)
    if action.choice is None or len(readings) == 1:
        return cards
    return f"{cards}.{action.choice}"


def read_answer(text: str, view: View) -> Action:
    """The action of an answer that was kept; what `answer_text` writes.

    Raises:
        ValueError: it is no such text.
    """
    if not text:
        return Pass(view.seat)
    cards, _, play_type = text.partition(".")
    return PlayCards(view.seat, parse_counts(cards), PlayType(play_type) if play_type else None)


class Rehearsal:
    """One play-through of a deal of a day, decision by decision, so that none of them keeps anybody waiting for long.

    Args:
        day: as in "2026-12-01".
        server_seed: 32 bytes from which the cards follow, without any taps.
    """

    def __init__(self, day: str, server_seed: bytes) -> None:
        dealt = deal_cards(derive_seed(server_seed, 1, ()), DAILY_RULES)
        self.day = day
        self.seat: Seat = dealt.seating.index(PERSONS_PLACE)
        self.deal = Deal.start(dealt.seated_counts, dealt.leader, DAILY_RULES)

    @property
    def view(self) -> View | None:
        """The view of the seat to act; None once the deal is over."""
        return None if self.deal.to_act is None else self.deal.view(self.deal.to_act)

    @property
    def points(self) -> int:
        """The points of the person's seat.

        Raises:
            ValueError: the deal is not over.
        """
        if self.deal.settlement is None:
            raise ValueError("the deal is not over; there is an action to come")
        return self.deal.settlement.points[self.seat]

    def act(self, action: Action) -> None:
        """Carry out the action of the seat to act."""
        self.deal = self.deal.act(action).deal


def rehearsed(day: str, trial: int, seat: Seat, view: View) -> Action:
    """A decision of a rehearsal: at the person's seat by the player of this trial, elsewhere as on the day.

    Args:
        day: as in "2026-12-01".
        trial: number of the trial, 0…8; each has another player at the person's seat.
        seat: the person's seat.
        view: of the seat to act.
    """
    return decide(day, view) if view.seat != seat else _substitute(day, trial, view).choose(view, 1.0)


@dataclass(frozen=True, slots=True)
class Par:
    """The points that the players of the rehearsals earned at the person's seat."""

    points: tuple[int, ...]

    @property
    def median(self) -> int:
        """Points of the one in the middle, the lower of two."""
        return median_low(self.points)

    @property
    def best(self) -> int:
        """Points of the best."""
        return max(self.points)


def is_fit(par: Par, base_score: int = DAILY_RULES.base_score) -> bool:
    """Judge if a deal is fit for a day: somebody has won points with it, and its par is no more than six base scores
    either way.

    >>> is_fit(Par((-200, 300, -600))), is_fit(Par((-200, -300))), is_fit(Par((5000, 700, 200)))
    (True, False, False)
    """
    return par.best > 0 and abs(par.median) <= PAR_LIMIT * base_score


def parted(one: Sequence[LogEntry], other: Sequence[LogEntry]) -> int | None:
    """The number of the first action, from 0, in which two lines of play differ; None where they are the same."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return number
    return None if len(one) == len(other) else min(len(one), len(other))


def _substitute(day: str, trial: int, view: View) -> ComputerPlayer:
    if trial == 1:
        return PlannerPlayer()
    if trial == 2:
        return AdeptPlayer()
    return _expert(f"{day} trial {trial} {line_of(view.log).hex()}")


def _expert(text: str) -> ExpertPlayer:
    """The player of every decision: its clock stands still, so that nothing but the samples ends it."""
    seed = int.from_bytes(sha256(text.encode()).digest()[:_SEED_BYTES], "big")
    return ExpertPlayer(seed, DEALS_TRIED, lambda: 0.0)


def _written(entry: LogEntry) -> str:
    match entry:
        case Played(seat, play):
            return f"{seat} {format_counts(play.cards)} {play.type}"
        case Passed(seat):
            return f"{seat} pass"
    return f"{entry.seat} timeout"
