"""Time as the fake Telegram sees it: injected, so that a test decides when a minute has passed."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from typing import Protocol

from bot.tables.clock import MonotonicClock


class Alarm(Protocol):
    """A call that is still to come and may be called off."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """The clock of the fake; `SystemClock` and `ManualClock` are the two there are."""

    def now(self) -> float:
        """Seconds since 1970 (Unix time)."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        """Have `callback` called once `seconds` have passed."""


class SystemClock:
    """Real time, on the running event loop: the date when it was made, and what has passed since.

    Whoever sets the date of the machine makes no message older by it, and holds nobody in flood control for an hour.
    """

    def __init__(self, date: Callable[[], float] = time.time) -> None:
        self._passed = MonotonicClock().now
        self._start = date() - self._passed()

    def now(self) -> float:
        return self._start + self._passed()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(seconds, callback)


class ManualClock:
    """A clock that stands still until `advance` moves it.

    >>> clock = ManualClock(start=100.0)
    >>> alarm = clock.call_later(5, lambda: print("ring"))
    >>> clock.advance(4)
    >>> clock.advance(1)
    ring
    >>> clock.now()
    105.0
    """

    def __init__(self, start: float = 1_800_000_000.0) -> None:
        self._now = start
        self._order = itertools.count()
        self._alarms: list[tuple[float, int, _ManualAlarm]] = []

    def now(self) -> float:
        return self._now

    @property
    def next_alarm(self) -> float | None:
        """Seconds until the next alarm rings, None if none is set."""
        while self._alarms and not self._alarms[0][2].is_set:
            heapq.heappop(self._alarms)
        return self._alarms[0][0] - self._now if self._alarms else None

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        alarm = _ManualAlarm(callback)
        heapq.heappush(self._alarms, (self._now + max(0.0, seconds), next(self._order), alarm))
        return alarm

    async def sleep(self, seconds: float) -> None:
        """Wait until somebody has advanced the clock by `seconds`."""
        woken = asyncio.Event()
        alarm = self.call_later(seconds, woken.set)
        try:
            await woken.wait()
        finally:
            alarm.cancel()

    def advance(self, seconds: float) -> None:
        """Move time forward, ringing every alarm on the way at its own moment.

        Raises ValueError for a negative number: time does not run backwards.
        """
        if seconds < 0:
            raise ValueError(f"a clock advances by 0 seconds or more, not by {seconds}")
        end = self._now + seconds
        while self._alarms and self._alarms[0][0] <= end:
            self._now, _, alarm = heapq.heappop(self._alarms)
            alarm.ring()
        self._now = end


class _ManualAlarm:
    __slots__ = ("_callback",)

    def __init__(self, callback: Callable[[], object]) -> None:
        self._callback: Callable[[], object] | None = callback

    @property
    def is_set(self) -> bool:
        return self._callback is not None

    def cancel(self) -> None:
        self._callback = None

    def ring(self) -> None:
        if self._callback is not None:
            self._callback()
