"""Time that only runs forwards, injected wherever something has to wait: a test decides when a minute has passed."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A call that is still to come and may be called off."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """What waiting needs of a clock."""

    def now(self) -> float:
        """Seconds since some fixed moment; never less than before."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        """Have `callback` called once `seconds` have passed."""


class MonotonicClock:
    """The clock of the machine, which no change of date disturbs; alarms ring on the running event loop."""

    def now(self) -> float:
        return time.monotonic()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(seconds, callback)


class Bell:
    """Something one task waits for: until it is rung, or until time is up. Rung while nobody waits, it stays rung."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._event = asyncio.Event()

    def ring(self) -> None:
        """Wake whoever waits, or comes next."""
        self._event.set()

    async def wait(self, seconds: float) -> None:
        """Wait for the bell, `seconds` at most, and silence it."""
        alarm = self._clock.call_later(seconds, self._event.set)
        try:
            await self._event.wait()
        finally:
            alarm.cancel()
            self._event.clear()


async def sleep(clock: Clock, seconds: float) -> None:
    """Wait until `seconds` have passed on this clock."""
    await Bell(clock).wait(seconds)
