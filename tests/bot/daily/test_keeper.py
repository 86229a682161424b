"""The keeper of the days: a deal is chosen once, the unfit ones are refused, and it goes on after errors."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC
from pathlib import Path
from typing import TypeVar

from bot.daily.keeper import LOOK_SECONDS, DailyKeeper
from bot.playground.fake import ManualClock
from bot.tables.computers import Computers
from engine.daily import is_fit
from storage import Database, Durability
from tests.dates import Dates

T = TypeVar("T")
START = 1_800_000_000.0


@asynccontextmanager
async def kept(
    folder: Path, *, trials: int = 0, computers: Computers | None = None
) -> AsyncIterator[tuple[DailyKeeper, Database, Dates]]:
    """A keeper on a database of its own, and the date."""
    clock = ManualClock(start=START)
    wall = Dates(clock)
    async with Database.open(folder / "days.sqlite3", clock=wall.now, durability=Durability.NORMAL) as database:
        entropy = random.Random(3).randbytes
        keeper = DailyKeeper(database, computers or Computers(0), clock, wall, UTC, entropy, trials)
        try:
            yield keeper, database, wall
        finally:
            await keeper.stop()


async def until(found: Callable[[], T]) -> T:
    """Wait until something is so."""
    for _ in range(1_000_000):
        result = found()
        if result:
            return result
        await asyncio.sleep(0)
    raise AssertionError("waited in vain")


async def test_today_and_tomorrow_are_chosen_once(tmp_path: Path) -> None:
    async with kept(tmp_path) as (keeper, database, wall):
        assert keeper.today == "2027-01-15"
        keeper.start()
        tomorrow = await until(lambda: database.daily.deal("2027-01-16"))
        today = database.daily.deal("2027-01-15")
        assert today is not None
        assert await keeper.choose("2027-01-15") == today
        await until(lambda: wall.clock.next_alarm is not None)
        wall.set_by = 86_400.0  # somebody sets the date
        wall.clock.advance(LOOK_SECONDS)
        await until(lambda: database.daily.deal("2027-01-17"))
        assert database.daily.deal("2027-01-16") == tomorrow
        assert keeper.is_over("2027-01-15")
        assert not keeper.is_over("2027-01-16")


async def test_a_deal_is_rehearsed_before_it_is_taken(tmp_path: Path) -> None:
    async with kept(tmp_path, trials=1) as (keeper, _, _):
        await keeper.choose("2027-01-15")
        par = keeper.par("2027-01-15")
        assert par is not None
        assert len(par.points) == 1
        assert is_fit(par)
        assert keeper.par("2027-01-16") is None


async def test_it_tells_its_watchers_and_goes_on_after_an_error(tmp_path: Path) -> None:
    async with kept(tmp_path) as (keeper, database, wall):
        looks = 0

        async def watcher() -> float:
            nonlocal looks
            looks += 1
            if looks == 1:
                raise ValueError("once")
            return wall.now() + 10

        keeper.watch(watcher)
        keeper.start()
        await until(lambda: wall.clock.next_alarm is not None)
        wall.clock.advance(LOOK_SECONDS)
        await until(lambda: database.daily.deal("2027-01-16"))
        await until(lambda: wall.clock.next_alarm is not None)
        assert wall.clock.next_alarm == 10
        keeper.wake()
        await until(lambda: looks == 3)
