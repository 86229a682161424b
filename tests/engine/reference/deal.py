"""One deal, action by action (rules §4, §5), written down as the rules say it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from .choice import options
from .notation import Rules, ordered, without
from .readings import Reading
from .scoring import Settlement, Verdict, settle, verdict

Item = TypeVar("Item")


class IllegalActionError(Exception):
    """An action the rules do not allow here."""


@dataclass(frozen=True)
class OnTable:
    """The play to beat: who played it, the cards, and how they were read."""

    seat: int
    cards: str
    reading: Reading


@dataclass(frozen=True)
class Deal:
    """A deal under way or ended; the leader has to lead while nothing lies on the table."""

    rules: Rules
    hands: tuple[str, ...]
    to_act: int
    on: OnTable | None = None
    order: tuple[int, ...] = ()
    barred: frozenset[int] = frozenset()
    timeouts: tuple[int, ...] = (0, 0, 0, 0)
    bombs: tuple[tuple[int, ...], ...] = ((), (), (), ())

    @property
    def ended(self) -> Verdict | None:
        """How the deal ended, None while it goes on."""
        return verdict(self.order, sorted(self.barred))

    @property
    def settlement(self) -> Settlement | None:
        """The points, once the deal has ended."""
        return None if self.ended is None else settle(self.ended, self.bombs, self.hands, self.rules)

    def can_play(self, seat: int) -> bool:
        """Whether the player is still in the deal: neither out nor barred."""
        return seat not in self.order and seat not in self.barred


def start(hands: Sequence[str], leader: int, rules: Rules) -> Deal:
    """The deal before the first action."""
    return Deal(rules, tuple(ordered(hand) for hand in hands), leader)


def step(deal: Deal, action: Sequence[object]) -> Deal:
    """The deal after `["play", seat, cards]`, `["pass", seat]` or `["timeout", seat]`."""
    if deal.ended is not None:
        raise IllegalActionError("the deal is over")
    name, seat, *rest = action
    if seat != deal.to_act:
        raise IllegalActionError(f"it is the turn of seat {deal.to_act}")
    match name, rest:
        case "play", [str(cards)]:
            return play(deal, cards)
        case "pass", []:
            if deal.on is None:
                raise IllegalActionError("a leader has to play")
            return turn_to_next(deal)
        case "timeout", []:
            return time_out(deal)
        case _:
            raise IllegalActionError(f"{action} is no action")


def play(deal: Deal, cards: str) -> Deal:
    """The player to act plays these cards."""
    seat = deal.to_act
    try:
        left = without(deal.hands[seat], cards)
    except ValueError as error:
        raise IllegalActionError(str(error)) from error
    readings = options(cards, deal.on.reading if deal.on else None, deal.rules) if cards else []
    if not readings:
        raise IllegalActionError(f"{cards} is no play here")
    reading = readings[0]
    bombs = (*deal.bombs[seat], reading.strength[0]) if reading.is_bomb else deal.bombs[seat]
    return turn_to_next(
        replace(
            deal,
            hands=with_item(deal.hands, seat, left),
            on=OnTable(seat, ordered(cards), reading),
            order=deal.order if left else (*deal.order, seat),
            bombs=with_item(deal.bombs, seat, bombs),
        )
    )


def time_out(deal: Deal) -> Deal:
    """The player to act runs out of time: a pass; the third time bars them for the rest of the deal."""
    seat = deal.to_act
    times = deal.timeouts[seat] + 1
    barred = deal.barred | {seat} if times == 3 else deal.barred
    return turn_to_next(replace(deal, timeouts=with_item(deal.timeouts, seat, times), barred=barred))


def turn_to_next(deal: Deal) -> Deal:
    """The turn goes on round the table; back at the player who played last, the trick is theirs."""
    if deal.ended is not None:
        return deal
    for seat in seats_after(deal.to_act):
        if deal.on is not None and seat == deal.on.seat:
            return new_trick(deal, seat)
        if deal.can_play(seat):
            return replace(deal, to_act=seat)
    raise AssertionError("a deal goes on only while somebody can play")


def new_trick(deal: Deal, winner: int) -> Deal:
    """The winner leads; if they are out, their partner (接风); if they are barred, the next player who can play."""
    cleared = replace(deal, on=None)
    if deal.can_play(winner):
        return replace(cleared, to_act=winner)
    partner = (winner + 2) % 4
    leader = next(seat for seat in (partner, *seats_after(partner)) if deal.can_play(seat))
    return replace(cleared, to_act=leader)


def seats_after(seat: int) -> list[int]:
    """The seats in turn order, ending with the seat itself."""
    return [(seat + places) % 4 for places in (1, 2, 3, 4)]


def with_item(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    """The tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])
