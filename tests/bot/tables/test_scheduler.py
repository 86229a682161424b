"""The agenda keeps appointments at their time, one task for all of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.playground.fake import ManualClock
from bot.tables.scheduler import PAUSE_AFTER_FAULT, Agenda, Appointment, Due


class Diary:
    """An agenda at work, and what it has kept and reported."""

    def __init__(self) -> None:
        self.clock = ManualClock(start=1000.0)
        self.kept: list[tuple[float, int]] = []
        self.late: list[float] = []
        self.faults: list[str] = []
        self.failing: set[int] = set()
        """Tables whose appointments fail."""
        self.takes = 0.0
        """Seconds that an appointment takes."""
        self.agenda = Agenda(self.clock, self._keep, lambda appointment, fault: self.faults.append(str(fault)))

    async def _keep(self, appointment: Appointment, late: float) -> None:
        if appointment.table in self.failing:
            raise OSError(f"table {appointment.table}")
        self.kept.append((self.clock.now(), appointment.table))
        self.late.append(late)
        self.clock.advance(self.takes)

    async def pass_time(self, seconds: float) -> None:
        """In steps of half a second, so that everything is done at its time."""
        await self._settle()
        for _ in range(round(2 * seconds)):
            self.clock.advance(0.5)
            await self._settle()

    async def _settle(self) -> None:
        for _ in range(3):
            for _ in range(8):
                await asyncio.sleep(0)
            self.clock.advance(0)


@asynccontextmanager
async def diary() -> AsyncIterator[Diary]:
    """A diary whose agenda runs."""
    one = Diary()
    running = asyncio.create_task(one.agenda.run())
    try:
        yield one
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def turn(when: float, table: int) -> Appointment:
    """The end of a turn."""
    return Appointment(when, table, Due.TURN)


async def test_appointments_are_kept_in_the_order_of_their_time() -> None:
    async with diary() as one:
        for when, table in ((1009.0, 9), (1003.0, 3), (1006.0, 6), (1003.0, 4)):
            one.agenda.add(turn(when, table))
        await one.pass_time(4)
        assert sorted(one.kept) == [(1003.0, 3), (1003.0, 4)]
        await one.pass_time(10)
        assert one.kept[2:] == [(1006.0, 6), (1009.0, 9)]
        assert len(one.agenda) == 0


async def test_an_earlier_appointment_is_not_waited_past() -> None:
    async with diary() as one:
        one.agenda.add(turn(1600.0, 1))
        await one.pass_time(1)
        one.agenda.add(turn(1003.0, 2))
        await one.pass_time(4)
        assert one.kept == [(1003.0, 2)]


async def test_what_is_overdue_is_kept_at_once() -> None:
    async with diary() as one:
        one.agenda.add(turn(1.0, 7))
        await one.pass_time(0.5)
        assert one.kept == [(1000.0, 7)]


async def test_the_agenda_knows_when_it_is_late_itself() -> None:
    async with diary() as one:
        one.takes = 3.0
        one.agenda.add(turn(1010.0, 1))
        one.agenda.add(turn(1011.0, 2))
        await one.pass_time(10)
        assert one.kept == [(1010.0, 1), (1013.0, 2)]
        assert one.late == [0.0, 0.0], "the second waited for the first, not for the agenda"
        one.agenda.add(turn(1020.0, 3))
        await one.pass_time(0)
        one.clock.advance(100)
        await one.pass_time(0)
        assert one.late[2:] == [one.kept[2][0] - 1020.0] != [0.0]


@pytest.mark.parametrize("due", list(Due))
async def test_a_fault_is_reported_and_what_must_end_is_tried_again(due: Due) -> None:
    async with diary() as one:
        one.failing = {1}
        one.agenda.add(Appointment(1001.0, 1, due, 2, 3))
        one.agenda.add(turn(1001.5, 2))
        await one.pass_time(1.5)
        assert one.faults == ["table 1"]
        assert one.kept == [(1001.5, 2)], "the others are kept all the same"
        one.failing = set()
        await one.pass_time(2)
        again = [(1001.0 + PAUSE_AFTER_FAULT, 1)] if due in (Due.TURN, Due.IDLE) else []
        assert one.kept[1:] == again
