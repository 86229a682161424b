"""The adept: does what the learned policy likes best, without any search."""

from typing import Final

from engine.deal import Action, View
from engine.players.base import action, require_turn
from engine.players.hidden import solve_hidden
from engine.players.positions import weighed

_FEW_CARDS: Final = 12
"""Cards in all hands together from which on the end is played exactly, if the unseen ones can lie in few ways."""
_MOST_SPLITS: Final = 12
_NODES: Final = 4000


class AdeptPlayer:
    """A player for which a look at its hand is enough."""

    def choose(self, view: View, budget: float) -> Action:
        """The likeliest action of the policy. See `ComputerPlayer.choose`; the budget is never needed."""
        require_turn(view)
        plays = view.legal_plays
        if plays and plays[-1].size == sum(view.hand):
            return action(view, plays[-1])
        solved = solve_hidden(view, _NODES, _MOST_SPLITS) if sum(view.cards_left) <= _FEW_CARDS else None
        if solved is not None:
            return action(view, max(solved, key=lambda rated: rated[0])[1])
        found = weighed(view)
        return action(view, found[0][1] if found else None if view.to_beat else plays[0])
