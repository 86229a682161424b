"""The time of day, and one agenda for everything that is due later. (`bot.clock` is for waiting alone.)"""

import asyncio
import heapq
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final, Protocol

PAUSE_AFTER_FAULT: Final = 1.0


class WallClock(Protocol):
    """Seconds since the epoch, and waiting. Tests hand in one whose time they move themselves."""

    def now(self) -> float:
        """Seconds since the epoch; what deadlines are stored in."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Come back after so many seconds of this clock."""
        ...


class MachineClock:
    """The clock of the machine."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))


@unique
class Due(StrEnum):
    """What can be due."""

    TURN = "turn"
    """the time of the seat to act is up"""
    HALF = "half"
    """half of it is"""
    LAST_SECONDS = "last_seconds"
    """ten seconds of it are left"""
    IDLE = "idle"
    """a lobby or a result nobody touched"""


@dataclass(frozen=True, slots=True, order=True)
class Appointment:
    """Something due at `when` for a table, if `deal` and `turn` are still the current ones then."""

    when: float
    table: int = field(compare=False)
    due: Due = field(compare=False)
    deal: int = field(default=0, compare=False)
    turn: int = field(default=0, compare=False)


class Agenda:
    """One task that keeps all appointments; those that time has overtaken are the keeper's to ignore.

    Args:
        clock: tells the time and waits.
        keep: called with each appointment when it is due, one after the other; what it raises is given to `on_fault`.
        on_fault: told what went wrong; the agenda goes on.
    """

    def __init__(
        self,
        clock: WallClock,
        keep: Callable[[Appointment], Awaitable[None]],
        on_fault: Callable[[Appointment, Exception], None],
    ) -> None:
        self._clock = clock
        self._keep = keep
        self._on_fault = on_fault
        self._heap: list[Appointment] = []
        self._earlier = asyncio.Event()

    def add(self, appointment: Appointment) -> None:
        """Remember an appointment."""
        heapq.heappush(self._heap, appointment)
        if self._heap[0] is appointment:
            self._earlier.set()

    def __len__(self) -> int:
        return len(self._heap)

    async def run(self) -> None:
        """Keep appointments until cancelled."""
        while True:
            await self._wait()
            await self.keep_due()

    async def keep_due(self) -> None:
        """Keep every appointment that is due by now."""
        while self._heap and self._heap[0].when <= self._clock.now():
            appointment = heapq.heappop(self._heap)
            try:
                await self._keep(appointment)
            except Exception as fault:
                self._on_fault(appointment, fault)
                if appointment.due in (Due.TURN, Due.IDLE):  # these must end: the database may be back by then
                    self.add(
                        Appointment(
                            self._clock.now() + PAUSE_AFTER_FAULT,
                            appointment.table,
                            appointment.due,
                            appointment.deal,
                            appointment.turn,
                        )
                    )

    async def _wait(self) -> None:
        """Until the next appointment is due, or an earlier one was added."""
        self._earlier.clear()
        if not self._heap:
            await self._earlier.wait()
            return
        pause = asyncio.ensure_future(self._clock.sleep(self._heap[0].when - self._clock.now()))
        earlier = asyncio.ensure_future(self._earlier.wait())
        try:
            await asyncio.wait((pause, earlier), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for waiter in (pause, earlier):
                waiter.cancel()
