"""Time that only runs forwards, injected wherever something lasts: a test decides when a minute has passed.

Everything that takes a while inside one process is measured by a `Clock`: turns, pauses, the life of a link. What the
date is belongs to a `WallClock`, which somebody may set.
"""

import asyncio
import math
import time
from collections.abc import Callable
from typing import Final, Protocol

_STEADY: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""On Linux the clock that goes on while the machine is suspended, as people's time does."""


class Alarm(Protocol):
    """A call that is still to come and may be called off."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """A clock, as far as measuring and waiting need one."""

    def now(self) -> float:
        """Seconds since some fixed moment; never less than before."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        """Have `callback` called once `seconds` have passed."""


class MonotonicClock:
    """The clock of the machine, which no change of date disturbs.

    Alarms ring on the running event loop, which stands still while the machine is suspended: they come late then, and
    `now` tells by how much.
    """

    def now(self) -> float:
        return time.clock_gettime(_STEADY)

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(seconds, callback)


class WallClock(Protocol):
    """The date: what is told and stored. It may jump, forwards and backwards, when somebody sets it."""

    def now(self) -> float:
        """Seconds since the epoch."""
        ...


class MachineClock:
    """The date as the machine has it."""

    def now(self) -> float:
        return time.time()


class Bell:
    """Something one task waits for: until it is rung, or until time is up. Rung while nobody waits, it stays rung."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._event = asyncio.Event()

    def ring(self) -> None:
        """Wake whoever waits, or comes next."""
        self._event.set()

    async def wait(self, seconds: float = math.inf) -> None:
        """Wait for the bell, `seconds` at most, and silence it."""
        alarm = self._clock.call_later(seconds, self._event.set) if seconds < math.inf else None
        try:
            await self._event.wait()
        finally:
            if alarm is not None:
                alarm.cancel()
            self._event.clear()


async def sleep(clock: Clock, seconds: float) -> None:
    """Wait until `seconds` have passed on this clock."""
    await Bell(clock).wait(seconds)
