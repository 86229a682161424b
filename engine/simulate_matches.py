"""Duplicate deals between two strengths: the same cards are played twice, with the teams changing seats.

What a lucky hand gives to one team in the first playing it gives to the other in the second, so a few hundred deals say
more about the players than thousands of single ones.
"""

import hmac
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import Final, TypeAlias

from engine.deal import Deal
from engine.errors import EngineError
from engine.players import ComputerPlayer, Strength, make_player
from engine.players.base import Clock
from engine.ruleset import RuleSet
from engine.scoring import ResultKind
from engine.seats import SEATS, TEAMS, Seat, team_of
from engine.shuffle import SEED_BYTES, deal_cards

DEFAULT_BUDGET: Final = 1.0
"""Seconds a decision may take."""
OVERRUN_FACTOR: Final = 1.2
OVERRUN_ALLOWANCE: Final = 0.1
"""A decision is an overrun when it takes longer than the budget times the factor and this many seconds more."""
_Z95: Final = 1.96


@dataclass(frozen=True, slots=True)
class Match:
    """A match to simulate: `team` against `against`, `deals` duplicate deals from `seed`."""

    team: Strength
    against: Strength
    deals: int
    seed: int = 1
    rules: RuleSet = field(default_factory=RuleSet)
    budget: float = DEFAULT_BUDGET


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal played to its end, or to a fault; points and kinds are those of the team that is simulated."""

    points: int
    """Points of both partners together."""
    won: bool
    kind: ResultKind | None
    """None where a fault ended it."""
    fault: str | None
    """The strength that erred and what it did: an exception, an illegal action, an overrun."""
    times: dict[Strength, list[float]]
    """Seconds of every decision, by strength."""


@dataclass(frozen=True, slots=True)
class DuplicateDeal:
    """The two playings of the same cards."""

    number: int
    playings: tuple[PlayedDeal, PlayedDeal]

    @property
    def points(self) -> float:
        """Points of the team in a playing, on average."""
        return sum(playing.points for playing in self.playings) / 2


def deal_seed(seed: int, number: int) -> bytes:
    """The shuffle seed of the `number`-th deal of a simulation."""
    return hmac.digest(seed.to_bytes(SEED_BYTES, "big"), b"simulate/" + str(number).encode(), sha256)


MakePlayer: TypeAlias = Callable[[Strength, int], ComputerPlayer]


def play_duplicate(
    match: Match, number: int, *, clock: Clock = process_time, make: MakePlayer = make_player
) -> DuplicateDeal:
    """Play one deal twice: the team simulated first sits with the leader of the first trick, then against them.

    Players who draw random numbers draw other ones in the second playing, so a strength against itself is zero only on
    average.

    Args:
        match: who plays, and how.
        number: of the deal; with the seed of the match it decides the cards.
        clock: the stopwatch that decisions are timed by: processor time, in which other work on the machine does not
            count.
        make: where players come from.
    """
    seed = deal_seed(match.seed, number)
    dealt = deal_cards(seed, match.rules)
    start = Deal.start(dealt.seated_counts, dealt.leader, match.rules)
    first, second = (
        _play(match, start, TEAMS[team_of(dealt.leader) ^ side], random.Random(seed + bytes([side])), clock, make)
        for side in (0, 1)
    )
    return DuplicateDeal(number, (first, second))


def _play(
    match: Match, deal: Deal, seats: Sequence[Seat], chance: random.Random, clock: Clock, make: MakePlayer
) -> PlayedDeal:
    strengths = [match.team if seat in seats else match.against for seat in SEATS]
    players: list[ComputerPlayer] = [make(strength, chance.getrandbits(32)) for strength in strengths]
    times: dict[Strength, list[float]] = {strength: [] for strength in strengths}
    latest = match.budget * OVERRUN_FACTOR + OVERRUN_ALLOWANCE
    while deal.to_act is not None:
        seat = deal.to_act
        fault = None
        view = deal.view(seat)
        before = clock()
        try:
            action = players[seat].choose(view, match.budget)
            taken = clock() - before
            times[strengths[seat]].append(taken)
            if taken > latest:
                fault = f"took {taken:.3f} s of {match.budget} s"
            elif action.seat != seat:
                fault = f"acted for seat {action.seat}"
            else:
                deal = deal.act(action).deal
        except EngineError as error:
            fault = f"illegal: {error}"
        except Exception as error:  # whatever a player does wrong costs it the deal, and is reported
            fault = f"{type(error).__name__}: {error}"
        if fault is not None:
            erred = seat in seats
            stake = 2 * match.rules.units[2] * match.rules.base_score
            return PlayedDeal(-stake if erred else stake, not erred, None, f"{strengths[seat]}: {fault}", times)
    settlement = deal.settlement
    assert settlement is not None, "a deal without a seat to act is over"
    won = settlement.winners is not None and set(settlement.winners) == set(seats)
    return PlayedDeal(sum(settlement.points[seat] for seat in seats), won, settlement.kind, None, times)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share with its 95 % interval (normal approximation)."""

    value: float
    margin: float


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a simulation; points and shares are those of `match.team`."""

    match: Match
    deals: int
    """Duplicate deals played."""
    points: float
    """Points of the team in a deal, both partners together."""
    margin: float
    """Half the 95 % interval of `points`, over duplicate deals."""
    deals_won: Estimate
    """Duplicate deals in which the team has more points over both playings; equal ones count half."""
    playings_won: Estimate
    """Single playings in which the team's was the winning side."""
    kinds_won: dict[str, int]
    kinds_lost: dict[str, int]
    faults: dict[str, list[str]]
    """By strength; every one has been counted as a lost deal."""
    decisions: dict[str, int]
    times_ms: dict[str, dict[str, float]]
    """By strength: p50, p95 and max of the decision times, in milliseconds."""


def report(match: Match, deals: Iterable[DuplicateDeal]) -> Report:
    """Put the deals of a simulation together."""
    played = sorted(deals, key=lambda deal: deal.number)
    playings = [playing for deal in played for playing in deal.playings]
    points = [deal.points for deal in played]
    strengths = list(dict.fromkeys((match.team, match.against)))
    times = {
        strength: sorted(taken for playing in playings for taken in playing.times.get(strength, ()))
        for strength in strengths
    }
    return Report(
        match=match,
        deals=len(played),
        points=fmean(points),
        margin=_margin(points),
        deals_won=_share([(value > 0) + (value == 0) / 2 for value in points]),
        playings_won=_share([fmean(playing.won for playing in deal.playings) for deal in played]),
        kinds_won=_kinds(playing for playing in playings if playing.won),
        kinds_lost=_kinds(playing for playing in playings if not playing.won),
        faults={
            strength.value: [p.fault for p in playings if p.fault is not None and p.fault.startswith(f"{strength}:")]
            for strength in strengths
        },
        decisions={strength.value: len(times[strength]) for strength in strengths},
        times_ms={
            strength.value: {
                "p50": _quantile(times[strength], 0.50),
                "p95": _quantile(times[strength], 0.95),
                "max": _quantile(times[strength], 1.00),
            }
            for strength in strengths
        },
    )


def _kinds(playings: Iterable[PlayedDeal]) -> dict[str, int]:
    counts = {kind.value: 0 for kind in ResultKind} | {"fault": 0}
    for playing in playings:
        counts[playing.kind.value if playing.kind else "fault"] += 1
    return {kind: number for kind, number in counts.items() if number}


def _margin(values: Sequence[float]) -> float:
    return _Z95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def _share(values: Sequence[float]) -> Estimate:
    return Estimate(fmean(values), _margin(values))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """A quantile of sorted seconds, in milliseconds."""
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3) if ordered else 0.0
