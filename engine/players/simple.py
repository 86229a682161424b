"""The two plain strengths: one that picks blindly, and one that always takes the weakest play."""

from random import Random
from typing import Final

from engine.cards import TWO
from engine.deal import Action, View
from engine.players.base import action, require_turn
from engine.plays import Play
from engine.seats import opponents_of, partner_of

SHORT_HAND: Final = 8
"""An opponent with this many cards or fewer is worth a bomb."""


class RandomPlayer:
    """Any legal play, all equally likely; a follower may pass, and that counts as one more."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def choose(self, view: View, budget: float) -> Action:
        """Any legal action. See `ComputerPlayer.choose`."""
        require_turn(view)
        plays = view.legal_plays
        index = self._chance.randrange(len(plays) + (not view.is_leading))
        return action(view, plays[index] if index < len(plays) else None)


class GreedyPlayer:
    """The weakest play that does: leads its lowest rank, follows as low as it can, lets its partner's plays stand.

    It bombs only to empty its hand or when an opponent is short of cards.
    """

    def choose(self, view: View, budget: float) -> Action:
        """The weakest play that does. See `ComputerPlayer.choose`."""
        require_turn(view)
        return action(view, self._lead(view) if view.to_beat is None else self._follow(view))

    @staticmethod
    def _lead(view: View) -> Play:
        plays = view.legal_plays
        if plays[-1].size == sum(view.hand):
            return plays[-1]
        lowest = next(slot for slot, number in enumerate(view.hand) if number)
        number = view.hand[lowest] if lowest <= TWO else 1
        return next(play for play in plays if play.cards[lowest] == play.size and (play.size == number or play.is_bomb))

    @staticmethod
    def _follow(view: View) -> Play | None:
        plays = view.legal_plays
        all_cards = sum(view.hand)
        last = next((play for play in plays if play.size == all_cards), None)
        if last is not None or view.to_beat_by == partner_of(view.seat):
            return last
        weakest = next(iter(plays), None)
        if weakest is None or not weakest.is_bomb:
            return weakest
        short = any(0 < view.cards_left[seat] <= SHORT_HAND for seat in opponents_of(view.seat))
        return weakest if short else None
