"""One alarm a table, at the right moment, whoever else's rings."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bot.playground.fake import ManualClock
from bot.tables.reception import Undisturbed
from bot.tables.state import ABANDONED_LOBBY_SECONDS, TableState
from bot.tables.turn_clock import AT_ONCE, LAST_SECONDS, RETRY_SECONDS, Fire, TableAlarm, Timer, TurnClock, timers
from engine.ruleset import RuleSet
from tests.bot.screens.scenes import SEEDS, dealt, table
from tests.dates import Dates

DEALT = dealt(table(), SEEDS[0])


class Held:
    """A reception that has heard nothing later than `until`."""

    def __init__(self) -> None:
        self.until = math.inf
        self._waiting: list[tuple[float, Callable[[], None]]] = []

    def when_heard(self, moment: float, then: Callable[[], None]) -> None:
        self._waiting.append((moment, then))
        self.hear(self.until)

    def hear(self, until: float) -> None:
        self.until = until
        due = [then for moment, then in self._waiting if moment <= until]
        self._waiting = [one for one in self._waiting if one[0] > until]
        for then in due:
            then()


class Served:
    """A turn clock, and what it has had served."""

    def __init__(self) -> None:
        self.clock = ManualClock(start=1000.0)
        self.rung: list[tuple[float, int, Timer]] = []
        self.late: list[float] = []
        self.failing: set[int] = set()
        """Tables whose alarms cannot be served."""
        self.gate = asyncio.Event()
        """While it is not set, serving takes time."""
        self.gate.set()
        self.reception = Held()
        self.turns = TurnClock(self.clock, Dates(self.clock, set_by=0.0), self.reception, self._fire)

    def turn(self, table_id: int, ends_at: float) -> TableState:
        """A table with a turn that ends then."""
        return replace(DEALT, id=table_id, live=replace(DEALT.live, deadline=ends_at))

    async def _fire(self, alarm: TableAlarm, late: float) -> None:
        await self.gate.wait()
        if alarm.table_id in self.failing:
            raise OSError(f"table {alarm.table_id}")
        self.rung.append((self.clock.now(), alarm.table_id, alarm.timer))
        self.late.append(late)

    async def pass_time(self, seconds: float) -> None:
        """In steps of half a second, so that everything is done at its time."""
        await self.settle()
        for _ in range(round(2 * seconds)):
            self.clock.advance(0.5)
            await self.settle()

    async def settle(self) -> None:
        for _ in range(8):
            await asyncio.sleep(0)


@asynccontextmanager
async def served() -> AsyncIterator[Served]:
    one = Served()
    try:
        yield one
    finally:
        await one.turns.close()


def test_the_moments_of_a_turn_of_a_lobby_and_of_a_computer() -> None:
    live = DEALT.live
    assert live.deal.rules.turn_seconds == 60
    person = replace(DEALT, live=replace(live, deadline=1060.0))
    assert timers(person) == (
        (1012.0, Timer.RING),
        (1030.0, Timer.HALF),
        (1060.0 - LAST_SECONDS, Timer.LAST_SECONDS),
        (1060.0, Timer.TURN),
    )
    short = replace(live, deal=replace(live.deal, rules=RuleSet(turn_seconds=15)), deadline=1015.0)
    assert timers(replace(DEALT, live=short)) == (
        (1003.0, Timer.RING),
        (1005.0, Timer.LAST_SECONDS),
        (1015.0, Timer.TURN),
    )
    assert timers(replace(DEALT, live=replace(live, deadline=None))) == ()
    lobby = replace(table(), last_activity=500.0)
    assert timers(lobby) == ((500.0 + ABANDONED_LOBBY_SECONDS, Timer.IDLE),)


async def test_alarms_ring_in_the_order_of_their_time() -> None:
    async with served() as one:
        for ends_at, table_id in ((1009.0, 9), (1003.0, 3), (1006.0, 6), (1003.0, 4)):
            one.turns.set(one.turn(table_id, ends_at))
        await one.pass_time(4)
        assert sorted(one.rung) == [(1003.0, 3, Timer.TURN), (1003.0, 4, Timer.TURN)]
        await one.pass_time(10)
        assert one.rung[2:] == [(1006.0, 6, Timer.TURN), (1009.0, 9, Timer.TURN)]


async def test_an_alarm_takes_the_place_of_the_one_before() -> None:
    async with served() as one:
        for turn in range(187):
            one.turns.set(one.turn(1, 1060.0 + turn))
        assert one.turns.alarms == 1
        assert one.clock.next_alarm == 12.0 + 186
        one.turns.set(one.turn(1, 1003.0))
        await one.pass_time(400)
        assert one.rung == [(1003.0, 1, Timer.TURN)]


async def test_the_reminders_come_before_the_end_each_once() -> None:
    async with served() as one:
        turn = one.turn(1, 1060.0)
        one.turns.set(turn)
        await one.pass_time(12)
        assert one.rung == [(1012.0, 1, Timer.RING)]
        one.turns.set(turn, after=1012.0)
        await one.pass_time(18)
        assert one.rung[1:] == [(1030.0, 1, Timer.HALF)]
        one.turns.set(turn, after=1030.0)
        await one.pass_time(20)
        one.turns.set(turn, after=1050.0)
        await one.pass_time(20)
        assert one.rung[2:] == [(1050.0, 1, Timer.LAST_SECONDS), (1060.0, 1, Timer.TURN)]


async def test_what_is_overdue_rings_at_once_and_what_is_called_off_never() -> None:
    async with served() as one:
        one.turns.set(one.turn(7, 1.0))
        one.turns.set(one.turn(8, 1005.0))
        one.turns.cancel(8)
        await one.pass_time(0.5)
        assert [what for _, *what in one.rung] == [[7, Timer.TURN]]
        await one.pass_time(10)
        assert len(one.rung) == 1


async def test_an_alarm_that_waits_while_something_happens_is_no_longer_current() -> None:
    async with served() as one:
        alarms: list[TableAlarm] = []
        clock = TurnClock(one.clock, Dates(one.clock, set_by=0.0), Undisturbed(), _keeping(alarms))
        clock.set(one.turn(1, 1001.0))
        await one.pass_time(1)
        assert clock.is_current(alarms[0])
        clock.set(one.turn(1, 1050.0))
        assert not clock.is_current(alarms[0])
        await clock.close()


def _keeping(alarms: list[TableAlarm]) -> Fire:
    async def fire(alarm: TableAlarm, late: float) -> None:
        alarms.append(alarm)

    return fire


async def test_late_is_what_the_machine_slept_not_what_the_others_took() -> None:
    async with served() as one:
        one.gate.clear()
        for table_id in range(AT_ONCE + 1):
            one.turns.set(one.turn(table_id, 1010.0))
        await one.pass_time(13)
        assert one.rung == []
        one.gate.set()
        await one.settle()
        assert one.late == [0.0] * (AT_ONCE + 1)
        one.turns.set(one.turn(51, 1020.0))
        one.clock.advance(100)
        await one.settle()
        assert one.late[-1] == one.clock.now() - 1020.0 > 90.0


async def test_no_alarm_is_served_before_what_people_did_in_time_is_known() -> None:
    async with served() as one:
        one.reception.until = 1000.0
        for table_id, ends_at in ((1, 1002.0), (2, 1002.0), (3, 1004.0)):
            one.turns.set(one.turn(table_id, ends_at))
        await one.pass_time(6)
        assert one.rung == []
        one.turns.set(one.turn(2, 1050.0))  # somebody did something in time
        one.reception.hear(1003.0)
        await one.settle()
        assert one.rung == [(1006.0, 1, Timer.TURN)]
        one.turns.cancel(3)
        one.reception.hear(math.inf)
        await one.settle()
        assert len(one.rung) == 1


@pytest.mark.parametrize(
    ("ends_in", "stood", "left"), [(-100.0, 120.0, 20.0), (-100.0, 90.0, 15.0), (50.0, 120.0, 60.0)]
)
async def test_a_clock_that_stood_goes_on_where_it_stood_with_a_grace(
    ends_in: float, stood: float, left: float
) -> None:
    async with served() as one:
        live = replace(DEALT.live, deadline=one.clock.now() + ends_in)
        assert one.turns.standing_still(live, stood).deadline == one.clock.now() + left
        unwaited = replace(DEALT.live, deadline=None, deadline_date=None)
        assert one.turns.standing_still(unwaited, stood) is unwaited


async def test_only_so_many_are_served_at_a_time() -> None:
    async with served() as one:
        one.gate.clear()
        for table_id in range(50):
            one.turns.set(one.turn(table_id, 1001.0))
        await one.pass_time(2)
        assert one.rung == []
        one.gate.set()
        for _ in range(50):
            await one.settle()
        assert len(one.rung) == 50


@pytest.mark.parametrize("timer", list(Timer))
async def test_a_fault_is_logged_and_what_failed_is_tried_again(timer: Timer, caplog: pytest.LogCaptureFixture) -> None:
    async with served() as one:
        one.failing = {1}
        seconds = {Timer.TURN: 1.0, Timer.HALF: 31.0, Timer.RING: 49.0, Timer.LAST_SECONDS: LAST_SECONDS + 1}
        state = (
            replace(table(), id=1, last_activity=1001.0 - ABANDONED_LOBBY_SECONDS)
            if timer is Timer.IDLE
            else one.turn(1, 1000.0 + seconds[timer])
        )
        one.turns.set(state)
        one.turns.set(one.turn(2, 1001.5))
        await one.pass_time(1.5)
        assert f"the {timer} that was due failed" in caplog.text
        assert one.rung == [(1001.5, 2, Timer.TURN)], "the others are served all the same"
        one.failing = set()
        await one.pass_time(2)
        assert one.rung[1:] == [(1001.0 + RETRY_SECONDS, 1, timer)]
