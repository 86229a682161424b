"""One agenda for everything that is due later, and the date.

What is due goes by `bot.tables.clock.Clock`, so that a turn lasts as long as it should whatever somebody sets the
machine to.
"""

import heapq
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from typing import Final, Protocol

from bot.tables.clock import Bell, Clock

PAUSE_AFTER_FAULT: Final = 1.0


class WallClock(Protocol):
    """The date: what is told and stored. It may jump, forwards and backwards, when somebody sets it."""

    def now(self) -> float:
        """Seconds since the epoch."""
        ...


class MachineClock:
    """The date as the machine has it."""

    def now(self) -> float:
        return time.time()


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
    """Something due at `when` for a table, if `deal` and `turn` are still the current ones then and the turn still ends
    at `deadline`.
    """

    when: float
    table: int = field(compare=False)
    due: Due = field(compare=False)
    deal: int = field(default=0, compare=False)
    turn: int = field(default=0, compare=False)
    deadline: float = field(default=0.0, compare=False)


class Agenda:
    """One task that keeps all appointments; those that time has overtaken are the keeper's to ignore.

    Args:
        clock: what appointments are made by.
        keep: called with each appointment when it is due, one after the other, and with the seconds that the agenda
            itself was late for it, as after the machine was suspended; what it raises is given to `on_fault`.
        on_fault: told what went wrong; the agenda goes on.
    """

    def __init__(
        self,
        clock: Clock,
        keep: Callable[[Appointment, float], Awaitable[None]],
        on_fault: Callable[[Appointment, Exception], None],
    ) -> None:
        self._clock = clock
        self._keep = keep
        self._on_fault = on_fault
        self._heap: list[Appointment] = []
        self._earlier = Bell(clock)

    def add(self, appointment: Appointment) -> None:
        """Remember an appointment."""
        heapq.heappush(self._heap, appointment)
        if self._heap[0] is appointment:
            self._earlier.ring()

    def __len__(self) -> int:
        return len(self._heap)

    async def run(self) -> None:
        """Keep appointments until cancelled."""
        while True:
            await self._earlier.wait(max(0.0, self._heap[0].when - self._clock.now()) if self._heap else math.inf)
            await self._keep_due()

    async def _keep_due(self) -> None:
        """Keep every appointment that is due by now."""
        begun = self._clock.now()  # who comes later is kept waiting by the others, not by the agenda
        while self._heap and self._heap[0].when <= self._clock.now():
            appointment = heapq.heappop(self._heap)
            try:
                await self._keep(appointment, max(0.0, begun - appointment.when))
            except Exception as fault:
                self._on_fault(appointment, fault)
                if appointment.due in (Due.TURN, Due.IDLE):  # these must end: the database may be back by then
                    self.add(replace(appointment, when=self._clock.now() + PAUSE_AFTER_FAULT))
