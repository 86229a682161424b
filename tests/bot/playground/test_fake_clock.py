"""Time that moves only when told to."""

import asyncio

import pytest

from bot.playground.fake import ManualClock, SystemClock


def test_alarms_ring_in_the_order_of_their_time_and_at_it() -> None:
    clock, rung = ManualClock(start=0), list[tuple[str, float]]()
    for name, seconds in (("late", 3), ("early", 1), ("off", 2), ("also early", 1), ("past", -5)):
        alarm = clock.call_later(seconds, lambda name=name: rung.append((name, clock.now())))  # type: ignore[misc]  # mypy cannot type a default in a lambda
        if name == "off":
            alarm.cancel()
    clock.advance(2)
    assert rung == [("past", 0.0), ("early", 1.0), ("also early", 1.0)]
    clock.advance(5)
    assert rung[3:] == [("late", 3.0)]
    assert clock.now() == 7.0


def test_an_alarm_may_set_the_next_one() -> None:
    clock, rung = ManualClock(start=0), list[float]()

    def ring() -> None:
        rung.append(clock.now())
        clock.call_later(10, ring)

    ring()
    clock.advance(35)
    assert rung == [0, 10, 20, 30]


async def test_sleepers_wake_when_their_time_has_come() -> None:
    clock = ManualClock()
    sleeper = asyncio.create_task(clock.sleep(60))
    await asyncio.sleep(0)
    clock.advance(59)
    await asyncio.sleep(0)
    assert not sleeper.done()
    clock.advance(1)
    await sleeper


def test_time_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="not by -1"):
        ManualClock().advance(-1)


async def test_the_system_clock_runs() -> None:
    clock, rung = SystemClock(), asyncio.Event()
    before = clock.now()
    clock.call_later(0, rung.set)
    await rung.wait()
    assert clock.now() >= before > 1_700_000_000


def test_the_system_clock_asks_for_the_date_once() -> None:
    dates = iter([1_700_000_000.0])
    clock = SystemClock(lambda: next(dates))
    assert 1_700_000_000 <= clock.now() <= clock.now() < 1_700_000_060
