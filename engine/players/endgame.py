"""Deals in which all hands are known, solved exactly: what is best for a team when both sides play best.

Two sides play for one number, so this is minimax with alpha-beta and a table of positions. The number is a team's
points in base scores, halved: units × multiplier of the result (rules §6), won or lost, and the difference of the
contributions (rules §6.1).
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.cards import NO_CARDS, Counts, remove
from engine.codes import PlayCode
from engine.deal import Played, View
from engine.held_bombs import contribution_units, held_bombs
from engine.legal_plays import LegalPlays
from engine.plays import Play
from engine.ruleset import RuleSet
from engine.scoring import FIRST_MULTIPLYING_PHASES
from engine.seats import PARTNER_OF, SEATS, TEAM_OF, TURNS_AFTER, Seat, partner_of

Value: TypeAlias = float


class OutOfReach(Exception):
    """The position has more variations than the solver may look at."""


class Position(NamedTuple):
    """A deal with open hands, as far as it matters for what follows."""

    hands: tuple[Counts, ...]
    to_act: Seat
    to_beat: PlayCode
    """The code of the play on the table; 0 if the seat leads."""
    to_beat_by: Seat | None
    order: tuple[Seat, ...]
    phases: tuple[int, int]
    """The highest phase count either team has played so far."""


def result_value(order: Sequence[Seat], phases: Sequence[int], rules: RuleSet) -> Value:
    """Units × multiplier of a finished deal for seats 0 and 2; less than 0 if the others won (rules §6).

    Args:
        order: the seats that are out, in finishing order.
        phases: the highest phase count either team has played.
        rules: the rule set of the deal.
    """
    first = order[0]
    mate = partner_of(first)
    pingkou, dankou, shuangkou = rules.units
    units = shuangkou if mate in order[:2] else dankou if mate in order[:3] else pingkou
    counted = min(phases[TEAM_OF[first]], rules.phase_cap)
    stake = units << max(0, counted - FIRST_MULTIPLYING_PHASES + 1)
    return -stake if TEAM_OF[first] else stake


def is_over(order: Sequence[Seat]) -> bool:
    """Return whether a team or three players are out (rules §4)."""
    return len(order) >= 3 or (len(order) == 2 and order[0] == partner_of(order[1]))


def next_turn(active: Sequence[bool], seat: Seat, to_beat_by: Seat) -> tuple[Seat, bool]:
    """Return who acts after `seat`, and whether the trick has ended so that they lead (rules §4).

    Args:
        active: who still holds cards and may play them, by seat.
        seat: who acted last.
        to_beat_by: who made the play that lies on the table.
    """
    for other in TURNS_AFTER[seat]:
        if other == to_beat_by:
            break
        if active[other]:
            return other, False
    if active[to_beat_by]:
        return to_beat_by, True
    mate = PARTNER_OF[to_beat_by]
    if active[mate]:
        return mate, True
    for heir in TURNS_AFTER[mate]:
        if active[heir]:
            return heir, True
    raise ValueError("nobody is left to lead; the deal is over")


def highest_phases(view: View) -> tuple[int, int]:
    """The highest phase count either team has played so far."""
    phases = [0, 0]
    for entry in view.log:
        if isinstance(entry, Played):
            team = TEAM_OF[entry.seat]
            phases[team] = max(phases[team], entry.play.phases)
    return phases[0], phases[1]


def position(view: View, hands: Sequence[Counts]) -> Position:
    """The position of a view whose seat is to act, with these hands by seat."""
    return Position(
        tuple(hands),
        view.seat,
        view.to_beat.code if view.to_beat else 0,
        view.to_beat_by,
        view.order,
        highest_phases(view),
    )


GiveUp: TypeAlias = Callable[[], bool]


def _never() -> bool:
    return False


_EXACT, _AT_LEAST, _AT_MOST = range(3)
_NODES_BETWEEN_QUESTIONS: Final = 256
_INFINITE: Final = 1e9


class Solver:
    """Solves positions of one deal; what it has found is kept for the next.

    Args:
        rules: the rule set of the deal, in which nobody may be barred.
        nodes: how many positions it may look at, in all.
        give_up: asked now and then; once it says yes, the solver stops as if `nodes` were used up.
    """

    def __init__(self, rules: RuleSet, nodes: int, give_up: GiveUp = _never) -> None:
        self._rules = rules
        self._nodes = nodes
        self._give_up = give_up
        self._table: dict[Position, tuple[int, Value]] = {}
        self._moves: dict[tuple[Counts, PlayCode], list[_Move]] = {}
        self._held_units: dict[Counts, int] = {}

    def rate(self, here: Position) -> list[tuple[Value, Play | None]]:
        """The value of every play (None: the pass) for the team to act, if both sides go on best.

        Raises:
            OutOfReach: there are too many variations.
        """
        sign = -1 if TEAM_OF[here.to_act] else 1
        return [
            (sign * self._after(here, move, -_INFINITE, _INFINITE), move.play)
            for move in self._options(here.hands[here.to_act], here.to_beat)
        ]

    def _options(self, hand: Counts, to_beat: PlayCode) -> list["_Move"]:
        """Return what a hand can do, the largest plays first."""
        key = hand, to_beat
        moves = self._moves.get(key)
        if moves is None:
            plays = LegalPlays(hand, Play(to_beat, NO_CARDS) if to_beat else None, self._rules)
            moves = [
                _Move(
                    play,
                    play.code,
                    remove(hand, play.cards),
                    play.phases,
                    contribution_units(play.phases, self._rules) if play.is_bomb else 0,
                )
                for play in sorted(plays, key=lambda play: play.size, reverse=True)
            ]
            if to_beat:
                moves.append(_PASS)
            self._moves[key] = moves
        return moves

    def _value(self, here: Position, alpha: Value, beta: Value) -> Value:
        known = self._table.get(here)
        if known is not None:
            bound, value = known
            if bound == _EXACT or (bound == _AT_LEAST and value >= beta) or (bound == _AT_MOST and value <= alpha):
                return value
        self._nodes -= 1
        if self._nodes < 0 or (self._nodes % _NODES_BETWEEN_QUESTIONS == 0 and self._give_up()):
            raise OutOfReach
        low, high = alpha, beta
        maximises = not TEAM_OF[here.to_act]
        best = -_INFINITE if maximises else _INFINITE
        for move in self._options(here.hands[here.to_act], here.to_beat):
            value = self._after(here, move, low, high)
            if maximises:
                if value > best:
                    best = value
                    if value > low:
                        low = value
            elif value < best:
                best = value
                if value < high:
                    high = value
            if low >= high:
                break
        bound = _AT_MOST if best <= alpha else _AT_LEAST if best >= beta else _EXACT
        self._table[here] = (bound, best)
        return best

    def _after(self, here: Position, move: "_Move", alpha: Value, beta: Value) -> Value:
        """The value after a move, as far as it is between `alpha` and `beta`."""
        hands, seat, to_beat, to_beat_by, order, phases = here
        if move.play is None:
            assert to_beat_by is not None, "only who follows can pass"
            return self._next(hands, seat, to_beat, to_beat_by, order, phases, alpha, beta)
        hand = move.left
        hands = (*hands[:seat], hand, *hands[seat + 1 :])
        if not any(hand):
            order = (*order, seat)
        earned = 0
        if move.phases:
            team = TEAM_OF[seat]
            if move.phases > phases[team]:
                phases = (phases[0], move.phases) if team else (move.phases, phases[1])
            earned = -move.units if team else move.units
        if len(order) != len(here.order) and is_over(order):
            return earned + result_value(order, phases, self._rules) + self._held(hands)
        return earned + self._next(hands, seat, move.code, seat, order, phases, alpha - earned, beta - earned)

    def _next(
        self,
        hands: tuple[Counts, ...],
        seat: Seat,
        to_beat: PlayCode,
        to_beat_by: Seat,
        order: tuple[Seat, ...],
        phases: tuple[int, int],
        alpha: Value,
        beta: Value,
    ) -> Value:
        turn, leads = next_turn([other not in order for other in SEATS], seat, to_beat_by)
        if leads:
            return self._value(Position(hands, turn, 0, None, order, phases), alpha, beta)
        return self._value(Position(hands, turn, to_beat, to_beat_by, order, phases), alpha, beta)

    def _held(self, hands: Sequence[Counts]) -> int:
        """Contribution of the bombs still held, of seats 0 and 2 less that of the others."""
        total = 0
        for seat, hand in enumerate(hands):
            if any(hand):
                units = self._held_units.get(hand)
                if units is None:
                    units = self._held_units[hand] = held_bombs(hand, self._rules).units
                total += -units if TEAM_OF[seat] else units
        return total


class _Move(NamedTuple):
    """A play, or the pass, and what follows from it."""

    play: Play | None
    code: PlayCode
    left: Counts
    """The hand without the cards played."""
    phases: int
    units: int
    """What it earns as a contribution."""


_PASS: Final = _Move(None, 0, NO_CARDS, 0, 0)
