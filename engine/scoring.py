"""Settlement of a finished deal (rules §6), every figure with what it was made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from engine.cards import Counts
from engine.errors import ErrorCode, RequestError
from engine.held_bombs import contribution_units, held_bombs
from engine.plays import Play
from engine.ruleset import DEFAULT_RULES, RuleSet
from engine.seats import SEATS, TEAMS, Seat, partner_of, team_of, turns_after

FIRST_MULTIPLYING_PHASES: Final = 5
"""Phases from which on a winner's bomb multiplies the result."""


@unique
class ResultKind(StrEnum):
    """双扣, 单扣, 平扣 and 流局."""

    SHUANGKOU = "shuangkou"
    DANKOU = "dankou"
    PINGKOU = "pingkou"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class ScoredBomb:
    """A bomb in the settlement.

    `phases` is its count when it was played (or as it was still held), `counted` the same up to the cap, `units` what
    each of the others pays for it in multiples of the base score. `play` is None only where a settlement was asked for
    by figures alone.
    """

    seat: Seat
    phases: int
    counted: int
    units: int
    held: bool
    play: Play | None


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a deal: all lists are by seat, all points in points.

    Per seat, points = result + contribution; each list adds up to zero (rules §6).
    """

    kind: ResultKind
    winners: tuple[Seat, Seat] | None
    places: tuple[Seat, ...]
    """All four seats, first to last; in a void deal nobody has a place and it is empty."""
    units: int
    """Units of the result, 0 in a void deal."""
    multiplier: int
    multiplier_bomb: ScoredBomb | None
    """The bomb that made the multiplier, where it is above 1."""
    bombs: tuple[ScoredBomb, ...]
    """Every bomb that was played, in order, then those still held that earn."""
    result: tuple[int, ...]
    contribution: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedBomb:
    """A bomb on the record of a deal."""

    seat: Seat
    phases: int
    play: Play | None = None


def outcome(order: Sequence[Seat], barred: Sequence[Seat]) -> tuple[ResultKind, tuple[Seat, Seat] | None]:
    """Return who has won, and how (rules §5, §6).

    Args:
        order: the seats that are out, in finishing order.
        barred: the seats that were barred.

    Raises:
        RequestError: with these the deal has not ended.
    """
    barred_teams = [team for team in TEAMS if all(seat in barred for seat in team)]
    if not order and len(barred) == len(SEATS):
        return ResultKind.VOID, None
    if order:
        first = order[0]
        winners = TEAMS[team_of(first)]
        if len(barred) >= 2 and not (len(barred) == 2 and barred_teams):
            return ResultKind.DANKOU, winners
        mate = partner_of(first)
        if mate in order[:2]:
            return ResultKind.SHUANGKOU, winners
        if len(order) >= 3:
            return (ResultKind.DANKOU if mate in order[:3] else ResultKind.PINGKOU), winners
    raise RequestError(
        f"{list(order)} out and {sorted(barred)} barred: the deal goes on until a team or three players are out",
        ErrorCode.BAD_REQUEST,
        rule="§4",
    )


def settle(
    order: Sequence[Seat],
    barred: Sequence[Seat],
    bombs: Sequence[PlayedBomb],
    hands: Sequence[Counts],
    rules: RuleSet = DEFAULT_RULES,
    last_to_play: Seat | None = None,
) -> Settlement:
    """Settle a finished deal (rules §6, §6.1).

    Args:
        order: the seats that are out, in finishing order.
        barred: the seats that were barred.
        bombs: every bomb played, in order.
        hands: what the four seats still hold.
        rules: the rule set of the deal.
        last_to_play: who made the last play; those still holding cards take their places in turn order after
            that seat (default: after the last to go out).

    Raises:
        RequestError: the deal has not ended.
    """
    kind, winners = outcome(order, barred)
    if winners is None:
        nothing = (0,) * len(SEATS)
        return Settlement(kind, None, (), 0, 1, None, (), nothing, nothing, nothing)
    played = [_score(bomb.seat, bomb.phases, False, bomb.play, rules) for bomb in bombs]
    held = [
        _score(seat, play.phases, True, play, rules)
        for seat in SEATS
        if any(hands[seat])
        for play in held_bombs(hands[seat], rules).bombs
    ]
    best = max((bomb for bomb in played if bomb.seat in winners), key=lambda bomb: bomb.counted, default=None)
    if best is not None and best.counted < FIRST_MULTIPLYING_PHASES:
        best = None
    multiplier = 1 << best.counted - FIRST_MULTIPLYING_PHASES + 1 if best else 1
    pingkou, dankou, shuangkou = rules.units
    units = {ResultKind.PINGKOU: pingkou, ResultKind.DANKOU: dankou, ResultKind.SHUANGKOU: shuangkou}[kind]
    stake = units * multiplier * rules.base_score
    result = tuple(stake if seat in winners else -stake for seat in SEATS)
    earned = [sum(bomb.units for bomb in (*played, *held) if bomb.seat == seat) for seat in SEATS]
    contribution = tuple((len(SEATS) * own - sum(earned)) * rules.base_score for own in earned)
    return Settlement(
        kind=kind,
        winners=winners,
        places=_places(order, last_to_play),
        units=units,
        multiplier=multiplier,
        multiplier_bomb=best,
        bombs=(*played, *held),
        result=result,
        contribution=contribution,
        points=tuple(map(sum, zip(result, contribution, strict=True))),
    )


def _score(seat: Seat, phases: int, held: bool, play: Play | None, rules: RuleSet) -> ScoredBomb:
    return ScoredBomb(seat, phases, min(phases, rules.phase_cap), contribution_units(phases, rules), held, play)


def _places(order: Sequence[Seat], last_to_play: Seat | None) -> tuple[Seat, ...]:
    start = order[-1] if last_to_play is None else last_to_play
    return (*order, *(seat for seat in turns_after(start) if seat not in order))
