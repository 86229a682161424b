"""The protocol of computer players: a view goes in, an action comes out."""

from collections.abc import Callable
from enum import StrEnum, unique
from typing import Protocol, TypeAlias

from engine.deal import Action, Pass, PlayCards, View
from engine.errors import ErrorCode, NotYourTurn
from engine.plays import Play

Clock: TypeAlias = Callable[[], float]
"""A stopwatch in seconds; only differences matter."""


@unique
class Strength(StrEnum):
    """The strengths of computer players, weakest first."""

    RANDOM = "random"
    GREEDY = "greedy"
    PLANNER = "planner"
    EXPERT = "expert"
    ADEPT = "adept"
    MASTER = "master"


class ComputerPlayer(Protocol):
    """One seat's player for one deal or many; it keeps nothing from one decision to the next but its random numbers."""

    def choose(self, view: View, budget: float) -> Action:
        """Return what to do now.

        Args:
            view: what the seat to act may know; nothing else goes into the decision.
            budget: seconds the decision may take.

        Raises:
            NotYourTurn: the seat of the view is not to act.
        """


def require_turn(view: View) -> None:
    """Check that the seat of a view is to act.

    Raises:
        NotYourTurn: it is not.
    """
    if not view.is_to_act:
        raise NotYourTurn(
            f"seat {view.seat} has nothing to decide; seat {view.to_act} is to act",
            ErrorCode.NOT_YOUR_TURN,
            rule="§4",
            seat=view.seat,
            to_act=view.to_act,
        )


def action(view: View, play: Play | None) -> Action:
    """The action that makes a play, with its reading named, or that passes."""
    return Pass(view.seat) if play is None else PlayCards(view.seat, play.cards, play.type)
