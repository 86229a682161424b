"""The time of every turn: when it ends, and one alarm a table for whatever its time brings next."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import Final, TypeAlias

from bot.process.logs import context
from bot.tables.clock import Alarm, Clock, WallClock
from bot.tables.reception import Reception
from bot.tables.state import ABANDONED_LOBBY_SECONDS, LiveDeal, Playing, TableState

log = logging.getLogger(__name__)

GRACE_SECONDS: Final = 15.0
"""A turn that was running when the bot stopped, or the machine was suspended, has at least this long after it."""
LAST_SECONDS: Final = 10.0
RING_PART: Final = 0.2
"""After this part of a turn somebody who has not touched anything is rung."""
HALF_FROM_SECONDS: Final = 40
"""Turns as long as this are reminded of at half time as well."""
RETRY_SECONDS: Final = 1.0
"""After so long what failed is tried again: the database may be back by then."""
AT_ONCE: Final = 4
"""Alarms served at a time: after a restart thousands ring in one second, and people are served between them."""
_TRUE_SECONDS: Final = 1.0
"""What people were told is right as long as it is no further off than this."""


@unique
class Timer(StrEnum):
    """The moments of a table that its alarm waits for."""

    TURN = "turn"
    """the time of the seat to act is up"""
    RING = "ring"
    """a fifth of it is over: whoever was not rung at its begin, and has touched nothing, is now"""
    HALF = "half"
    """half of it is"""
    LAST_SECONDS = "last_seconds"
    """ten seconds of it are left"""
    IDLE = "idle"
    """nobody has touched the lobby or the result for long"""


@dataclass(slots=True, eq=False)
class TableAlarm:
    """The alarm that is set for a table."""

    table_id: int
    timer: Timer
    when: float
    """By the bot's clock."""
    handle: Alarm | None = None


Fire: TypeAlias = Callable[[TableAlarm, float], Awaitable[None]]
"""Called with an alarm that has rung, and the seconds it was late."""


def timers(state: TableState) -> tuple[tuple[float, Timer], ...]:
    """Return the moments of a table as it stands, in order; empty where nobody is waited for."""
    if not isinstance(state, Playing):
        return ((state.last_activity + ABANDONED_LOBBY_SECONDS, Timer.IDLE),)
    live = state.live
    if live.deadline is None:
        return ()
    seconds = live.deal.rules.turn_seconds
    coming = [
        (live.deadline - seconds * (1 - RING_PART), Timer.RING),
        (live.deadline - LAST_SECONDS, Timer.LAST_SECONDS),
    ]
    if seconds >= HALF_FROM_SECONDS:
        coming.append((live.deadline - seconds / 2, Timer.HALF))
    return *sorted(coming), (live.deadline, Timer.TURN)


class TurnClock:
    """Gives turns their deadlines, and rings when one of a table's moments has come.

    Args:
        clock: measures what lasts, so that a turn lasts as long as it should whatever date somebody sets.
        wall: tells the date, for what people are told.
        reception: tells when what people did in time has been carried out; no alarm is served before that.
        fire: served with each alarm that rings; what it raises is logged, and what must end is tried again.
    """

    def __init__(self, clock: Clock, wall: WallClock, reception: Reception, fire: Fire) -> None:
        self._clock = clock
        self._wall = wall
        self._reception = reception
        self._fire = fire
        self._alarms: dict[int, TableAlarm] = {}
        self._serving: set[asyncio.Task[None]] = set()
        self._gate = asyncio.Semaphore(AT_ONCE)

    @property
    def alarms(self) -> int:
        """The number of alarms that are set; one a table at most."""
        return len(self._alarms)

    def starting_turn(self, live: LiveDeal) -> LiveDeal:
        """Return the deal as a turn begins: a person has their time, a computer player has no deadline."""
        if live.chairs[live.to_act].plays_itself:
            return replace(live, deadline=None, deadline_date=None)
        return self.ending_in(live, live.deal.rules.turn_seconds)

    def ending_in(self, live: LiveDeal, seconds: float) -> LiveDeal:
        """Return the deal with a turn that ends in so many seconds."""
        return replace(live, deadline=self._clock.now() + seconds, deadline_date=self._wall.now() + seconds)

    def standing_still(self, live: LiveDeal, seconds: float) -> LiveDeal:
        """Return the deal as if its clock had stood for so many seconds; whoever is to act has at least the grace of a
        restart, and never more than a whole turn. Unchanged where nobody is waited for.
        """
        if live.deadline is None:
            return live
        left = min(live.deadline - self._clock.now() + seconds, live.deal.rules.turn_seconds)
        return self.ending_in(live, max(left, GRACE_SECONDS))

    def told_truly(self, live: LiveDeal) -> LiveDeal:
        """Return the deal with the date at which its turn ends, anew if somebody has set the date meanwhile."""
        if live.deadline is None:
            return live
        date = self._wall.now() + live.deadline - self._clock.now()
        if live.deadline_date is not None and abs(date - live.deadline_date) <= _TRUE_SECONDS:
            return live
        return replace(live, deadline_date=date)

    def set(self, state: TableState, *, after: float = 0.0) -> None:
        """Set the alarm of a table to its next moment later than `after`, in place of the one that was set."""
        self.cancel(state.id)
        coming = timers(state)
        if not coming:
            return
        begin = max(self._clock.now(), after)
        when, timer = next(((when, timer) for when, timer in coming if when > begin), coming[-1])
        alarm = TableAlarm(state.id, timer, when)
        self._alarms[state.id] = alarm
        self._start(alarm)

    def cancel(self, table_id: int) -> None:
        """Call off the alarm of a table; one that has rung already is no longer `current`."""
        alarm = self._alarms.pop(table_id, None)
        if alarm is not None and alarm.handle is not None:
            alarm.handle.cancel()

    def is_current(self, alarm: TableAlarm) -> bool:
        """Return whether an alarm is still the one of its table: whatever happens there sets another."""
        return self._alarms.get(alarm.table_id) is alarm

    async def close(self) -> None:
        """Call off all alarms, and what has begun to be served."""
        for table_id in list(self._alarms):
            self.cancel(table_id)
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def _start(self, alarm: TableAlarm) -> None:
        wait = max(0.0, alarm.when - self._clock.now())
        alarm.handle = self._clock.call_later(wait, lambda: self._ring(alarm))

    def _ring(self, alarm: TableAlarm) -> None:
        if self._clock.now() < alarm.when:  # the loop's clock is not the bot's, and may be ahead of it by a little
            self._start(alarm)
            return
        self._reception.when_heard(alarm.when, lambda: self._serve_soon(alarm))

    def _serve_soon(self, alarm: TableAlarm) -> None:
        if not self.is_current(alarm):  # somebody did something in time, and that is heard of by now
            return
        task = asyncio.create_task(self._serve(alarm), name=f"{alarm.timer} of table {alarm.table_id}")
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, alarm: TableAlarm) -> None:
        late = self._clock.now() - alarm.when
        async with self._gate:
            try:
                await self._fire(alarm, late)
            except Exception:
                with context(table=alarm.table_id):
                    log.exception("the %s that was due failed", alarm.timer)
                if self.is_current(alarm):
                    alarm.when = self._clock.now() + RETRY_SECONDS
                    self._start(alarm)
