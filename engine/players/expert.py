"""The expert: tries its plays on deals that fit what it has seen, and takes the one that earns most points.

Every candidate is played out on the same deals, so that luck cancels out. Candidates that are clearly behind drop out;
when one is left, or time or deals are used up, the best is played. What the planner would do needs no proof: another
play has to be better by more than its uncertainty.

Points are tried as their logarithm: a few deals with large bombs would otherwise outweigh all others, and which of two
plays earns more is much the same on either scale.
"""

from collections.abc import Sequence
from math import copysign, log2
from random import Random
from time import perf_counter
from typing import Final

from engine.cards import Counts, remove
from engine.deal import Action, View
from engine.grammar import grammar
from engine.players.base import Clock, action, require_turn
from engine.players.decomposition import decompose
from engine.players.endgame import Value, highest_phases
from engine.players.hidden import solve_hidden
from engine.players.planner import rate
from engine.players.playout import Playout
from engine.players.quick import quick_units
from engine.players.sampling import HiddenHands
from engine.players.standings import BATCH, Standings
from engine.plays import Play
from engine.ruleset import RuleSet
from engine.seats import SEATS, team_of

MOST_DEALS: Final = 400
"""Deals after which more would hardly change the choice."""
CANDIDATES: Final = 4
HOPELESS: Final = 1.2
"""Leads by which a play must not be behind the planner's choice to be tried."""
_SHARE: Final = 0.85
"""Share of the budget after which no new deal is begun."""
EXACT_CARDS: Final = 16
"""Cards left in all hands up to which the deal is solved, if it can be, instead of played out."""
_MOST_SPLITS: Final = 200
_MOST_NODES: Final = 40_000
_SHARE_FOR_EXACT: Final = 0.4
"""Share of the budget for that; what is left is for trials."""


class ExpertPlayer:
    """The strongest player; takes up to its budget for a decision.

    Args:
        seed: of its random numbers.
        deals: the most deals tried in a decision. Where the budget is large enough for them, a decision depends on the
            seed and the view alone.
        clock: the stopwatch that bounds a decision.
    """

    def __init__(self, seed: int, deals: int = MOST_DEALS, clock: Clock = perf_counter) -> None:
        self._seed = seed
        self._deals = deals
        self._clock = clock

    def choose(self, view: View, budget: float) -> Action:
        """The action with the most expected points. See `ComputerPlayer.choose`."""
        require_turn(view)
        start = self._clock()
        deadline = start + budget * _SHARE
        if sum(view.cards_left) <= EXACT_CARDS:
            solved = solve_hidden(
                view, _MOST_NODES, _MOST_SPLITS, lambda: self._clock() >= start + budget * _SHARE_FOR_EXACT
            )
            if solved is not None:
                return action(view, max(solved, key=lambda one: one[0])[1])
        rated = sorted(rate(view), key=lambda one: -one[0])
        candidates = [one for one in rated[:CANDIDATES] if one[0] > rated[0][0] - HOPELESS]
        return action(view, self._best(view, candidates, deadline) if len(candidates) > 1 else candidates[0][1])

    def _best(self, view: View, candidates: Sequence[tuple[float, Play | None]], deadline: float) -> Play | None:
        """The best of the candidates, which come with what the planner thinks of them, its choice first."""
        chance = Random(f"{self._seed} {len(view.log)} {view.hand.hex()}")
        hidden = HiddenHands(view, chance)
        trials = Trials(view, candidates)
        for number in range(1, self._deals + 1):
            trials.add(hidden.draw())
            if number % BATCH == 0 and trials.standings.drop_losers() == 1:
                break
            if self._clock() >= deadline:
                break
        return trials.best()


class Trials:
    """The sums that the candidates have earned on the deals tried so far; the first is the one to be beaten."""

    def __init__(self, view: View, rated: Sequence[tuple[float, Play | None]]) -> None:
        candidates = [play for _, play in rated]
        self._view = view
        self._rules: RuleSet = view.rules
        self._grammar = grammar(view.rules)
        self._candidates = list(candidates)
        self.standings = Standings(len(candidates))
        self._sign = -1 if team_of(view.seat) else 1
        self._phases = highest_phases(view)
        self._hands_after = [view.hand if play is None else remove(view.hand, play.cards) for play in candidates]
        self._units_after = [[play.code for play in decompose(hand, view.rules).plays] for hand in self._hands_after]
        self._active = [view.cards_left[seat] > 0 and not view.is_barred(seat) for seat in SEATS]

    def add(self, hands: Sequence[Counts]) -> None:
        """Try every candidate that is left on one more deal."""
        self.standings.add(self._play_out(hands))

    def _play_out(self, hands: Sequence[Counts]) -> list[Value]:
        view = self._view
        to_beat = view.to_beat.code if view.to_beat else 0
        to_beat_by = view.seat if view.to_beat_by is None else view.to_beat_by
        units = [quick_units(hand, self._grammar) for hand in hands]
        values = []
        for index in self.standings.alive:
            play = self._candidates[index]
            own = [list(self._units_after[index]) if seat == view.seat else list(units[seat]) for seat in SEATS]
            playout = Playout(own, view.cards_left, self._active, view.order, self._phases, self._rules)
            value = self._sign * playout.run(view.seat, to_beat, to_beat_by, play.code if play else None)
            values.append(copysign(log2(1 + abs(value)), value))
        return values

    def best(self) -> Play | None:
        """The candidate to play."""
        return self._candidates[self.standings.best()]
