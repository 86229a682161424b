"""The planner: takes its hand apart into plays, and weighs what a play costs against the lead it may win.

Everything is measured in leads. A hand costs what `engine.players.decomposition` says; winning a trick is worth one
lead and, for whoever is about to go out, the deal. So a play is worth

    the cost it takes off the hand, the more so if it was of little use for anything else
    + the chance that it stands × (a lead + the chance to run out from there)
    - the chance that an opponent beats it × what the lead is worth to them, but for the chance to win the trick back
      with a play that nothing beats, which leaves the lead where it was

and a pass is worth what the lead is worth to whoever holds the trick, if their play stands.
"""

from dataclasses import dataclass
from math import exp
from typing import Final

from engine.cards import BIG, SMALL, Counts, remove
from engine.deal import Action, View
from engine.players.base import action, require_turn
from engine.players.decomposition import asset, cost_of, decompose
from engine.players.hidden import solve_hidden
from engine.players.memory import PASSED_BEFORE, Memory
from engine.plays import Play
from engine.seats import Seat, are_opponents, next_seat, partner_of


@dataclass(frozen=True, slots=True)
class Weights:
    """The worth of things to the planner, in leads."""

    lead: float = 0.5
    """Holding the lead."""
    partner_lead: float = 1.1
    opponent_lead: float = 0.4
    power: float = 0.3
    """How much dearer a play is for what else it could do."""
    deal: float = 6.0
    """Going out."""
    willing: float = 0.7
    """Chance that somebody who may be able to beat a play does."""
    bombs: float = 0.5
    """The same with a bomb, while we have many cards."""
    bombs_late: float = 0.7
    """The same, when we have few."""
    reach: float = 3.5
    """Cards with which somebody who leads goes out less often by a factor of e."""
    reach_leads: float = 0.6
    """The same for our own hand, in its cost."""
    regain: float = 0.0
    """Share that counts of the chance to win a lost trick back with a play that nothing beats."""
    partner_bomb: float = 0.0
    """What it costs to bomb the partner's play."""


DEFAULT_WEIGHTS: Final = Weights()
"""Those by which the candidates of the players that search are found,"""
PLANNER_WEIGHTS: Final = Weights(regain=1.0, partner_bomb=1.5)
"""and those of the planner itself, which has no search to see that a lost trick comes back."""
_RUN_PLAYS: Final = 5
"""A hand of more plays is not expected to run out in one go."""
_MANY_CARDS: Final = 8
_FEW_CARDS: Final = 12
"""Cards in all hands together from which on the end is played exactly, if the unseen ones can lie in few ways."""
_MOST_SPLITS: Final = 12
_NODES: Final = 4000
"""Positions it may look at for that: some 20 ms."""
_MOST_BOMBS: Final = 5


class PlannerPlayer:
    """A quick player that looks no further than its own plan."""

    def __init__(self, weights: Weights = PLANNER_WEIGHTS) -> None:
        self._weights = weights

    def choose(self, view: View, budget: float) -> Action:
        """The action worth most. See `ComputerPlayer.choose`; the budget is never needed."""
        require_turn(view)
        solved = solve_hidden(view, _NODES, _MOST_SPLITS) if sum(view.cards_left) <= _FEW_CARDS else None
        if solved is not None:
            return action(view, max(solved, key=lambda rated: rated[0])[1])
        return action(view, max(rate(view, self._weights), key=lambda rated: rated[0])[1])


def rate(view: View, weights: Weights = DEFAULT_WEIGHTS) -> list[tuple[float, Play | None]]:
    """The plays worth considering, and the pass as None, each with its worth in leads."""
    plays = view.legal_plays
    held = sum(view.hand)
    last = [play for play in plays if play.size == held]
    if last:
        return [(weights.deal, last[-1])]
    table = _Table(view, weights)
    if view.to_beat is None:
        return [(table.reward(play), play) for play in _leads(view)]
    if not plays:
        return [(0.0, None)]
    rated: list[tuple[float, Play | None]] = [(table.reward(play) - weights.power, play) for play in _answers(view)]
    rated.append((table.pass_reward(), None))
    return rated


def _leads(view: View) -> list[Play]:
    """The plays of the cheapest decomposition, and what a partner or an opponent with few cards calls for."""
    found = {play.code: play for play in decompose(view.hand, view.rules).plays}
    few = [number for seat, number in enumerate(view.cards_left) if seat != view.seat and 0 < number <= 3]
    if few:
        for play in view.legal_plays:
            if play.size <= 3 and play.cards[SMALL] + play.cards[BIG] == 0:
                found.setdefault(play.code, play)
    return list(found.values())


def _answers(view: View) -> list[Play]:
    plays = list(view.legal_plays)
    ordinary = [play for play in plays if not play.is_bomb]
    bombs = [play for play in plays if play.is_bomb]
    if len(bombs) > _MOST_BOMBS:
        whole = [
            play
            for play in bombs
            if all(not used or used == have for used, have in zip(play.cards[:SMALL], view.hand, strict=False))
        ]
        bombs = [*whole[:_MOST_BOMBS], bombs[-1]]
    return ordinary + bombs


class _Table:
    """One decision: the memory of the deal and the weights."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.view = view
        self.memory = Memory(view)
        self.weights = weights
        self.cost = cost_of(view.hand, view.rules)

    def reward(self, play: Play) -> float:
        """Return what a play is worth, without what a lead owes to having no choice."""
        weights, memory, view = self.weights, self.memory, self.view
        left = remove(view.hand, play.cards)
        saved = self.cost - cost_of(left, view.rules) + asset(play)
        stands = 1.0
        risk = 0.0
        back = 0.0
        regained, after = self._regained(play, left) if weights.regain else (0.0, 0.0)
        for seat in memory.opponents:
            beaten = self.beat_chance(play, seat, sum(left))
            again = 0.0 if view.cards_left[seat] == play.size else regained  # whoever is out with it has won something
            risk += stands * beaten * (1 - again) * self._lead_of(seat, view.cards_left[seat] - play.size)
            back += stands * beaten * again
            stands *= 1 - beaten
        if (
            view.to_beat_by == memory.partner
        ):  # a play that stands anyway is no burden: it need not go over the partner's
            saved = min(saved, 1 - stands)
            if play.is_bomb and len(decompose(left, view.rules).plays) > 1:
                saved -= weights.partner_bomb
        reward = saved * (1 + weights.power) + stands * self.own_lead(left) - risk + back * after
        mate = memory.partner
        if view.to_beat is None and memory.is_active(mate) and view.cards_left[mate] == play.size and not play.is_bomb:
            following = next_seat(view.seat)
            open_way = 1 - 0.5 * self.beat_chance(play, following, sum(left)) if memory.is_active(following) else 1.0
            reward += weights.deal * memory.same_type_chance(play.code, mate) * open_way
        return reward

    def _regained(self, play: Play, left: Counts) -> tuple[float, float]:
        """Return the chance that a play of what is `left` wins back the trick, should this one be beaten, and what the
        lead is worth then.
        """
        best = 0.0, 0.0
        behind = sum(left)
        for other in decompose(left, self.view.rules).plays:
            alike = other.type is play.type and other.size == play.size and other.code > play.code
            if not alike and not other.is_bomb:
                continue
            certain = 1.0
            for seat in self.memory.opponents:
                certain *= 1 - self.beat_chance(other, seat, behind - other.size)
            certain *= self.weights.regain
            last = behind == other.size
            after = self.weights.lead + self.weights.deal if last else self.own_lead(remove(left, other.cards))
            if certain * after > best[0] * best[1]:
                best = certain, after
        return best

    def pass_reward(self) -> float:
        """Return what a pass is worth."""
        memory, view = self.memory, self.view
        to_beat, owner = view.to_beat, view.to_beat_by
        assert to_beat is not None, "a pass answers something"
        assert owner is not None, "and somebody played it"
        stands = 1.0
        mine = not are_opponents(owner, view.seat)
        others = memory.opponents if mine else (memory.partner,)
        for seat in others:
            if memory.is_active(seat):
                stands *= 1 - self.beat_chance(to_beat, seat, view.cards_left[owner])
        heir = owner if memory.is_active(owner) else partner_of(owner)
        if heir == view.seat:
            return stands * self.own_lead(view.hand)
        reward = self._lead_of(heir, view.cards_left[heir])
        return stands * (reward if mine else -reward)

    def _lead_of(self, seat: Seat, cards: int) -> float:
        weights = self.weights
        lead = weights.partner_lead if seat == self.memory.partner else weights.opponent_lead
        return lead + weights.deal * exp(-max(0, cards - 1) / weights.reach)

    def own_lead(self, hand: Counts) -> float:
        """Return what it is worth to lead with this hand."""
        weights = self.weights
        cost = max(0.0, cost_of(hand, self.view.rules) + self.assets(hand))
        return weights.lead + weights.deal * max(self.run_chance(hand), exp(-cost / weights.reach_leads))

    def beat_chance(self, play: Play, seat: Seat, cards_behind: int) -> float:
        """Chance that a seat beats a play; `cards_behind` are left to who made it."""
        weights, memory = self.weights, self.memory
        same = memory.same_type_chance(play.code, seat) * weights.willing
        urgent = weights.bombs_late if cards_behind <= _MANY_CARDS else weights.bombs
        bomb = memory.bomb_chance(seat, play.code) * urgent
        if seat in memory.passed:
            same *= PASSED_BEFORE
            bomb *= 0.5
        return same + (1 - same) * bomb

    def assets(self, hand: Counts) -> float:
        """Return what the bombs of a hand are worth beyond the tricks they win."""
        return sum(asset(play) for play in decompose(hand, self.view.rules).plays)

    def run_chance(self, hand: Counts) -> float:
        """Chance to play the whole hand in one go, with the lead and the weakest play last."""
        plays = decompose(hand, self.view.rules).plays
        if len(plays) > _RUN_PLAYS:
            return 0.0
        left = sum(hand)
        chances = []
        for play in plays:
            stands = 1.0
            for seat in self.memory.opponents:
                stands *= 1 - self.beat_chance(play, seat, left - play.size)
            chances.append(stands)
        chances.sort()
        run = 1.0
        for chance in chances[1:]:
            run *= chance
        return run
