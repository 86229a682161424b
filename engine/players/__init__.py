"""Computer players 电脑: they see what a person in their seat would see, and nothing else.

    >>> from engine.cards import parse_counts
    >>> from engine.deal import Deal
    >>> deal = Deal.start([parse_counts(hand) for hand in ("55", "34", "678", "99")], leader=0)
    >>> player = make_player(Strength.GREEDY, seed=1)
    >>> deal.can_play(0, player.choose(deal.view(0), budget=0.1).cards)
    True

`suggestions` and `ranked_plays` are the hints for people.
"""

from engine.players.adept import AdeptPlayer
from engine.players.base import ComputerPlayer, Strength
from engine.players.expert import ExpertPlayer
from engine.players.hints import ranked_plays, suggestions
from engine.players.master import MasterPlayer
from engine.players.planner import PlannerPlayer
from engine.players.simple import GreedyPlayer, RandomPlayer


def make_player(strength: Strength, seed: int) -> ComputerPlayer:
    """A player of a strength; with the same seed and the same views it decides the same."""
    match strength:
        case Strength.RANDOM:
            return RandomPlayer(seed)
        case Strength.GREEDY:
            return GreedyPlayer()
        case Strength.PLANNER:
            return PlannerPlayer()
        case Strength.EXPERT:
            return ExpertPlayer(seed)
        case Strength.ADEPT:
            return AdeptPlayer()
        case Strength.MASTER:
            return MasterPlayer(seed)


__all__ = ["ComputerPlayer", "Strength", "make_player", "ranked_plays", "suggestions"]
