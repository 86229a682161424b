"""Conditions that must hold before somebody may do something at a table."""

from typing import Final

from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import Playing, TableState
from bot.tables.table import Table
from engine.cards import NO_CARDS, Counts
from engine.deal import Passed, Played
from engine.seats import Seat

ANY_TURN: Final = -1
"""Stands for every turn of a deal."""


def own_seat(
    table: Table, person_id: int, turn: tuple[int, int] | None, *, on_autopilot_too: bool = False
) -> tuple[Playing, Seat]:
    """Return a table with its running deal and the person's seat in it.

    Args:
        table: the table.
        person_id: who does something.
        turn: the numbers of deal and turn it was meant for (`ANY_TURN`: any); None where it was meant for now.
        on_autopilot_too: whether they may do it while a computer player acts for them.

    Raises:
        Refused: no deal is running, they do not sit in it, or what they did comes too late.
    """
    state = table.state
    if not isinstance(state, Playing):
        raise Refused(RefusalCode.NO_DEAL)
    live = state.live
    seat = live.seat_of(person_id)
    if seat is None:
        raise Refused(RefusalCode.NOT_SEATED)
    if turn is not None:
        require_number(state, turn[0])
        if turn[1] not in (ANY_TURN, live.turn):
            raise Refused(RefusalCode.TOO_LATE)
    if live.chairs[seat].autopilot is not None and not on_autopilot_too:
        raise Refused(RefusalCode.AUTOPILOT_ON)
    return state, seat


def any_turn(deal: int | None) -> tuple[int, int] | None:
    """Return any turn of the deal with this number; of whichever is running, if None."""
    return None if deal is None else (deal, ANY_TURN)


def require_number(state: TableState, deal: int) -> None:
    """Check that something was offered in the deal that the table plays, or after the one it played last: what was
    offered then is not what it would do now.

    Raises:
        Refused: it was not.
    """
    if deal != state.deal_number:
        raise Refused(RefusalCode.OUTDATED)


def require_may_end(state: TableState) -> None:
    """Check that a table may be ended before its deal is over: not the one of a deal of the day.

    Raises:
        Refused: it may not.
    """
    if state.daily and isinstance(state, Playing):
        raise Refused(RefusalCode.DAILY_GOES_ON)


def is_daily_over(state: TableState) -> bool:
    """Return whether the deal of a day, after which no other comes at its table, has been played."""
    return bool(state.daily) and state.latest is not None and not isinstance(state, Playing)


def require_seated(state: TableState, person_id: int) -> None:
    """Check that a person sits at a table.

    Raises:
        Refused: they do not.
    """
    if state.place_of(person_id) is None:
        raise Refused(RefusalCode.NOT_SEATED)


def was_done(table: Table, person_id: int, turn: tuple[int, int] | None, cards: Counts | None = None) -> bool:
    """Whether the person played these cards (NO_CARDS: passed; None: played any) in just the turn that was meant.

    Only what was done before the bot was started again counts: Telegram may not have heard that the tap had arrived,
    and delivers it anew.
    """
    deal = table.state.latest
    if deal is None or turn is None or deal.number != turn[0] or not (deal.number, 0) <= turn < table.resumed_at:
        return False
    entry = deal.deal.log[turn[1]]
    if entry.seat != deal.seat_of(person_id):
        return False
    if isinstance(entry, Played):
        return cards in (None, entry.play.cards)
    return isinstance(entry, Passed) and cards == NO_CARDS
