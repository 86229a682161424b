"""A deal looked at again 复盘: which decisions of a seat cost points, judged by what that seat could know then.

Every decision is tried as the strongest computer player tries it, from the seat's own view and never from hands it did
not see. What differs by chance is no mistake: only a difference of more than two standard errors counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.value_net import stretch
from engine.deal import Action, Deal, PlayCards, TimeOut, View
from engine.players.advice import CERTAIN, Reason, reason_of
from engine.players.master import WORLDS, MasterPlayer, Tried, code_of
from engine.plays import Play
from engine.reading import read
from engine.seats import Seat

MISTAKES: Final = 3
"""Mistakes that are shown."""
LEAST_COST: Final = 0.25
"""Base scores a mistake costs at least, both partners together."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision, and what would have been better."""

    turn: int
    """Its place among the actions of the deal, from 0."""
    view: View
    """What the seat knew."""
    done: Play | None
    better: Play | None
    cost: float
    """Points that the better action was expected to earn more, both partners together; 0 where none was better."""
    doubts: float
    """By how many standard errors it was better; infinite where it is certain."""
    reason: Reason
    """What speaks for the better action."""

    @property
    def is_mistake(self) -> bool:
        """True if the difference is no chance, and no trifle."""
        return self.doubts >= CERTAIN and self.cost >= LEAST_COST * self.view.rules.base_score


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a deal for one seat."""

    seat: Seat
    judgements: tuple[Judgement, ...]
    """Every decision in which there was a choice, in order."""

    @property
    def mistakes(self) -> tuple[Judgement, ...]:
        """The mistakes that cost most, the dearest first."""
        found = sorted((one for one in self.judgements if one.is_mistake), key=lambda one: -one.cost)
        return tuple(found[:MISTAKES])

    @property
    def accuracy(self) -> float:
        """Share of the decisions that were no mistakes, 0…1; 1 where there was nothing to decide."""
        if not self.judgements:
            return 1.0
        return 1 - sum(one.is_mistake for one in self.judgements) / len(self.judgements)


def review(start: Deal, actions: Sequence[Action], seat: Seat, seed: int, worlds: int = WORLDS) -> Review:
    """Judge every decision of a seat in a deal that is over.

    Args:
        start: the deal as it was dealt.
        actions: all that was done, in order.
        seat: whose decisions.
        seed: of what is tried; with the same seed the same review comes out.
        worlds: distributions of the hidden cards tried for each decision.

    Raises:
        ValueError: the deal is not over; while it goes on nobody is told.
        EngineError: an action was not legal.
    """
    return Review(seat, tuple(judgements(start, actions, seat, seed, worlds)))


def judgements(
    start: Deal, actions: Sequence[Action], seat: Seat, seed: int, worlds: int = WORLDS
) -> Iterator[Judgement]:
    """Judge the decisions of a seat one by one, for progress to be shown; see `review`."""
    deal = start
    decided: list[tuple[int, View, Play | None]] = []
    for turn, action in enumerate(actions):
        view = deal.view(action.seat)
        after = deal.act(action).deal
        has_choice = len(view.legal_plays) + (view.to_beat is not None) > 1
        if action.seat == seat and has_choice and not isinstance(action, TimeOut):
            decided.append((turn, view, _play_of(view, action)))
        deal = after
    if deal.to_act is not None:
        raise ValueError("the deal goes on; it can be looked at when it is over")
    player = MasterPlayer(seed, worlds, clock=lambda: 0.0)
    for turn, view, done in decided:
        yield _judge(player, turn, view, done)


def _play_of(view: View, action: Action) -> Play | None:
    if not isinstance(action, PlayCards):
        return None
    return read(action.cards, view.to_beat, view.rules, action.choice)


def _judge(player: MasterPlayer, turn: int, view: View, done: Play | None) -> Judgement:
    tried = player.judge(view, 1.0, (done,))
    best = tried[0]
    mine = next((one for one in tried if code_of(one.play) == code_of(done)), None)
    if mine is None or mine is best:
        return Judgement(turn, view, done, best.play, 0.0, 0.0, reason_of(view, best.play))
    return Judgement(turn, view, done, best.play, _cost(view, best, mine), mine.doubts, reason_of(view, best.play))


def _cost(view: View, best: Tried, mine: Tried) -> float:
    return max(0.0, 2 * view.rules.base_score * (stretch(best.value) - stretch(mine.value)))
