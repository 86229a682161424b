"""A deal looked at again 复盘: which decisions of a seat cost points, judged by what that seat could know then.

Every decision is tried as the strongest computer player tries it, from the seat's own view and never from hands it did
not see. Whatever looks like a mistake is tried a second time, against what seemed better and on other distributions of
the hidden cards: of many candidates one always looks better than it is. Only what is worse by more than chance that
time too, and no trifle, is called a mistake.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

from engine.core.value_net import stretch
from engine.deal import Action, Deal, PlayCards, TimeOut, View
from engine.players.advice import Reason, reason_of
from engine.players.learned import is_compiled
from engine.players.master import MasterPlayer, Tried, code_of
from engine.plays import Play
from engine.reading import read
from engine.seats import Seat

MISTAKES: Final = 3
"""Mistakes that are shown."""
LEAST_COST: Final = 0.25
"""Base scores a mistake costs at least, both partners together."""
SUSPICIOUS: Final = 1.5
"""Standard errors by which something has to look better for a decision to be tried once more,"""
CONFIRMING_WORLDS: Final = 320
"""on so many distributions of the hidden cards,"""
CONFIRMING_WORLDS_INTERPRETED: Final = 48
"""or so many where the core is not compiled;"""
CONFIRMED: Final = 2.5
"""and by which it has to be better then."""
_MOST_SURE: Final = 0.99


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that a seat decided and might have decided otherwise."""

    turn: int
    """Its place among the actions of the deal, from 0."""
    view: View
    """What the seat knew."""
    done: Play | None
    """None for a pass."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What there is to say of a decision."""

    turn: int
    better: Play | None
    """What would have been best; None for a pass."""
    cost: float
    """Points that this was expected to earn more, both partners together; 0 where nothing was better."""
    doubts: float
    """By how many standard errors it was better; infinite where it is certain."""
    reason: Reason
    """What speaks for it."""
    is_mistake: bool
    """Whether the difference is no chance, and no trifle."""

    @property
    def sureness(self) -> float:
        """How sure it is that the other action was better, 0…1: never quite, for it is tried and not proved."""
        return min(_MOST_SURE, NormalDist().cdf(self.doubts))


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


def review(start: Deal, actions: Sequence[Action], seat: Seat, seed: int, worlds: int | None = None) -> Review:
    """Judge every decision of a seat in a deal that is over.

    Args:
        start: the deal as it was dealt.
        actions: all that was done, in order.
        seat: whose decisions.
        seed: of what is tried; with the same seed the same review comes out.
        worlds: distributions of the hidden cards tried for each decision; None: as many as the master tries.

    Raises:
        ValueError: the deal is not over; while it goes on nobody is told.
        EngineError: an action was not legal.
    """
    return Review(seat, tuple(judge(one, seed, worlds) for one in decisions(start, actions, seat)))


def decisions(start: Deal, actions: Sequence[Action], seat: Seat) -> tuple[Decision, ...]:
    """Return the decisions of a seat in a deal that is over, in order, but those in which it had no choice and those
    that the clock took.

    Args:
        start: the deal as it was dealt.
        actions: all that was done, in order.
        seat: whose decisions.

    Raises:
        ValueError: the deal is not over.
        EngineError: an action was not legal.
    """
    deal = start
    found: list[Decision] = []
    for turn, action in enumerate(actions):
        if action.seat == seat and not isinstance(action, TimeOut):
            view = deal.view(seat)
            if len(view.legal_plays) + (view.to_beat is not None) > 1:
                found.append(Decision(turn, view, _play_of(view, action)))
        deal = deal.act(action).deal
    if deal.to_act is not None:
        raise ValueError("the deal goes on; it can be looked at when it is over")
    return tuple(found)


def judge(decision: Decision, seed: int, worlds: int | None = None) -> Judgement:
    """Say what a decision was worth.

    Args:
        decision: what the seat knew, and what it did.
        seed: of what is tried.
        worlds: distributions of the hidden cards tried at first; None: as many as the master tries.
    """
    view, done = decision.view, decision.done
    tried = MasterPlayer(seed, worlds, clock=_stopped).judge(view, 1.0, (done,))
    best, mine = tried[0], _of(tried, done)
    if mine is best or mine.doubts < SUSPICIOUS:
        cost = 0.0 if mine is best else _cost(view, best, mine)
        return Judgement(decision.turn, best.play, cost, mine.doubts, reason_of(view, best.play), is_mistake=False)
    again = worlds or (CONFIRMING_WORLDS if is_compiled() else CONFIRMING_WORLDS_INTERPRETED)
    tried = MasterPlayer(seed + 1, again, clock=_stopped).judge(view, 1.0, among=(best.play, done))
    best, mine = _of(tried, best.play), _of(tried, done)
    cost = _cost(view, best, mine)
    doubts = max(best.doubts, mine.doubts) if cost else 0.0
    is_mistake = doubts >= CONFIRMED and cost >= LEAST_COST * view.rules.base_score
    return Judgement(decision.turn, best.play, cost, doubts, reason_of(view, best.play), is_mistake)


def _stopped() -> float:
    """A clock that stands still: whatever a decision costs, it is judged by as much as every other."""
    return 0.0


def _play_of(view: View, action: Action) -> Play | None:
    if not isinstance(action, PlayCards):
        return None
    return read(action.cards, view.to_beat, view.rules, action.choice)


def _of(tried: Sequence[Tried], play: Play | None) -> Tried:
    return next(one for one in tried if code_of(one.play) == code_of(play))


def _cost(view: View, best: Tried, mine: Tried) -> float:
    return max(0.0, 2 * view.rules.base_score * (stretch(best.value) - stretch(mine.value)))
