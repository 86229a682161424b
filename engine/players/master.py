"""The master: tries more plays than the expert, on better hands, played out by a policy that has learned from itself.

What it has ahead of the expert: every hidden hand it draws is taken apart exactly; it tries the planner's eight best
plays and those the policy likes; the play-outs draw their moves from the learned policy, with the same random numbers
for all candidates; and early in a deal a learned value of the position is mixed in.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Final

from engine.cards import Counts, remove
from engine.codes import PlayCode
from engine.core.chance import Chance
from engine.core.value_net import squash, stretch
from engine.deal import Action, View
from engine.players.base import Clock, action, require_turn
from engine.players.endgame import GiveUp, OutOfReach, Solver, Value, position
from engine.players.hidden import solve_hidden, splits
from engine.players.learned import is_compiled, learned
from engine.players.planner import rate
from engine.players.positions import units_of, weighed, with_hands
from engine.players.sampling import HiddenHands
from engine.players.standings import BATCH, Standings
from engine.plays import Play
from engine.seats import SEATS, team_of

WORLDS: Final = 80
"""Distributions of the hidden cards tried in a decision,"""
WORLDS_INTERPRETED: Final = 16
"""and where the core is not compiled."""
CANDIDATES: Final = 8
HOPELESS: Final = 3.0
"""Leads by which a play must not be behind the planner's choice to be tried."""
POLICY_CANDIDATES: Final = 4
_LEAST_LIKELY: Final = 0.02
_SHARE: Final = 0.85
"""Share of the budget after which no new world is begun."""
EXACT_CARDS: Final = 16
"""Cards left in all hands up to which the deal is solved, if it can be, instead of played out."""
_MOST_SPLITS: Final = 200
_MOST_NODES: Final = 40_000
_SHARE_FOR_EXACT: Final = 0.4
SAMPLED_CARDS: Final = 20
"""Cards left in all hands up to which the deal is solved for some of the ways the hidden cards can lie."""
_SAMPLES: Final = 40
_LEAST_SAMPLES: Final = 6
_SAMPLED_NODES: Final = 12_000
_CLOCK_EVERY: Final = 4
"""Worlds between two looks at the clock, where the core is compiled; one takes a millisecond then."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A candidate and what the trials say of it."""

    play: Play | None
    """None for a pass."""
    value: Value
    """Points in base scores on the scale of `engine.core.value_net.squash`, on average."""
    behind: float
    """How far it is behind the choice on that scale,"""
    doubts: float
    """and by how many standard errors; infinite where it is certain."""


class MasterPlayer:
    """The strongest player; needs a fraction of its budget where the core is compiled.

    Args:
        seed: of its random numbers.
        worlds: distributions tried in a decision. Where the budget is large enough for them, a decision depends on the
            seed and the view alone.
        clock: the stopwatch that bounds a decision.
    """

    def __init__(self, seed: int, worlds: int | None = None, clock: Clock = perf_counter) -> None:
        self._seed = seed
        self._worlds = worlds or (WORLDS if is_compiled() else WORLDS_INTERPRETED)
        self._clock = clock
        self._clock_every = _CLOCK_EVERY if is_compiled() else 1

    def choose(self, view: View, budget: float) -> Action:
        """The action with the most expected points. See `ComputerPlayer.choose`."""
        require_turn(view)
        return action(view, self.judge(view, budget)[0].play)

    def judge(
        self,
        view: View,
        budget: float,
        also: Sequence[Play | None] = (),
        among: Sequence[Play | None] | None = None,
    ) -> list[Tried]:
        """Return every action worth trying, the choice first and then by what it earned.

        Args:
            view: of the seat to act.
            budget: seconds it may take.
            also: actions to try whatever the planner and the policy think of them.
            among: the only actions to try, each of them on all worlds. Where the end is solved, all are returned.
        """
        start = self._clock()
        if sum(view.cards_left) <= EXACT_CARDS and _ways(view) <= _MOST_SPLITS:
            solved = solve_hidden(
                view, _MOST_NODES, _MOST_SPLITS, lambda: self._clock() >= start + budget * _SHARE_FOR_EXACT
            )
            if solved is not None:
                return _ranked(solved)
        chance = Random(f"{self._seed} {len(view.log)} {view.hand.hex()}")
        hidden = HiddenHands(view, chance)
        if sum(view.cards_left) <= SAMPLED_CARDS and len(view.legal_plays) + (view.to_beat is not None) > 1:
            sampled = solve_sampled(
                view, hidden.draw, _SAMPLED_NODES, lambda: self._clock() >= start + budget * _SHARE_FOR_EXACT
            )
            if sampled is not None:
                return sampled
        plays = candidates(view) if among is None else list(among)
        known = {code_of(play) for play in plays}
        plays += [play for play in also if code_of(play) not in known]
        if len(plays) == 1:
            return [Tried(plays[0], 0.0, 0.0, float("inf"))]
        trials = SampledTrials(view, plays)
        for number in range(1, self._worlds + 1):
            trials.add(hidden.draw(), chance.getrandbits(48))
            if among is None and number % BATCH == 0 and trials.standings.drop_losers() == 1:
                break
            if number % self._clock_every == 0 and self._clock() >= start + budget * _SHARE:
                break
        return trials.ranked()


def solve_sampled(
    view: View, draw: Callable[[], tuple[Counts, ...]], nodes: int, give_up: GiveUp
) -> list[Tried] | None:
    """Return every action with what it is worth if the hidden cards lie as drawn and all hands were open.

    Args:
        view: of the seat to act.
        draw: gives the four hands.
        nodes: positions that may be looked at for all draws together.
        give_up: asked now and then; once it says yes, no more is solved.

    Returns:
        None where fewer than six draws could be solved, or a player is barred.
    """
    if any(view.is_barred(seat) for seat in SEATS):
        return None
    solver = Solver(view.rules, nodes, give_up)
    values: list[list[Value]] = []
    plays: list[Play | None] = []
    for _ in range(_SAMPLES):
        try:
            rated = solver.rate(position(view, draw()))
        except OutOfReach:
            break
        plays = [play for _, play in rated]
        values.append([value for value, _ in rated])
    if len(values) < _LEAST_SAMPLES:
        return None
    standings = Standings(len(plays))
    for row in values:
        standings.add(row)
    best = standings.leader()
    most = squash(fmean(standings.values[best]))
    found = []
    for index, play in enumerate(plays):
        value = squash(fmean(standings.values[index]))
        found.append(Tried(play, value, most - value, abs(standings.lead(best, index))))
    return sorted(found, key=lambda tried: (tried.behind, tried.play != plays[best]))


def candidates(view: View) -> list[Play | None]:
    """Return the actions worth trying: the planner's best, its choice first, and what the policy would do."""
    rated = sorted(rate(view), key=lambda one: -one[0])
    best = rated[0][0]
    found = [play for worth, play in rated[:CANDIDATES] if worth > best - HOPELESS]
    if len(rated) == 1 and (found[0] is None or found[0].size == sum(view.hand)):
        return found
    known = {code_of(play) for play in found}
    for likelihood, play in weighed(view)[:POLICY_CANDIDATES]:
        code = code_of(play)
        if likelihood >= _LEAST_LIKELY and code not in known:
            known.add(code)
            found.append(play)
    return found


def _ways(view: View) -> int:
    """Return how the unseen cards can lie, counted no further than one more than may be solved."""
    return sum(1 for _ in islice(splits(view), _MOST_SPLITS + 1))


def code_of(play: Play | None) -> PlayCode:
    """Return the code of a play; 0 for a pass."""
    return 0 if play is None else play.code


def _ranked(solved: Sequence[tuple[Value, Play | None]]) -> list[Tried]:
    """Endings solved: the values are certain."""
    best = max(value for value, _ in solved)
    ordered = sorted(solved, key=lambda one: -one[0])
    return [
        Tried(play, squash(value), squash(best) - squash(value), float("inf") if value < best else 0.0)
        for value, play in ordered
    ]


def _standing(standings: Standings, plays: Sequence[Play | None], best: int) -> list[Tried]:
    """The candidates with how they stand: `best` first, then by what they earned."""
    found = []
    mine = standings.values[best]
    for index, play in enumerate(plays):
        its = standings.values[index]
        number = len(its)
        behind = sum(mine[:number]) / number - sum(its) / number
        found.append(Tried(play, sum(mine) / len(mine) - behind, behind, abs(standings.lead(best, index))))
    first = found.pop(best)
    return [first, *sorted(found, key=lambda tried: tried.behind)]


class SampledTrials:
    """The candidates of a decision, tried on worlds."""

    def __init__(self, view: View, plays: Sequence[Play | None]) -> None:
        self._view = view
        self._plays = plays
        self.standings = Standings(len(plays))
        self._sign = -1 if team_of(view.seat) else 1
        self._units = [
            units_of(view.hand if play is None else remove(view.hand, play.cards), view.rules) for play in plays
        ]
        self._chance = Chance(0)
        self._policy, self._value_net = learned()

    def add(self, hands: Sequence[Counts], seed: int) -> None:
        """Try every candidate that is left on one more world, with the same random numbers."""
        view, chance = self._view, self._chance
        seat = view.seat
        game = with_hands(view, hands)
        game.keep()
        values = []
        for index in self.standings.alive:
            play = self._plays[index]
            game.restore()
            game.give(seat, self._units[index])
            chance.reseed(seed)
            if play is None:
                game.pass_on()
                over = False
            else:
                over = game.play_from_outside(play.code)
            if over:
                values.append(self._sign * squash(game.value()))
                continue
            left = game.cards[0] + game.cards[1] + game.cards[2] + game.cards[3]
            share = min(1.0, max(0.0, 0.1 + 0.4 * (left - 20) / 88))
            side = -1 if team_of(game.turn) else 1
            expected = squash(game.earned + side * stretch(self._value_net.value(game)))
            played = squash(self._policy.run(game, chance))
            values.append(self._sign * ((1 - share) * played + share * expected))
        self.standings.add(values)

    def ranked(self) -> list[Tried]:
        """Return the candidates, the choice first."""
        return _standing(self.standings, self._plays, self.standings.best())
