"""The keeper of the days: chooses the deals of today and tomorrow, and says when a day is over.

A deal is chosen by rehearsing it (`engine.daily`), decision by decision in the processes of the computer players, so
that neither the event loop nor anybody's turn waits for more than one of them.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from datetime import tzinfo
from typing import Final

from bot.daily.days import day_after, day_of, end_of
from bot.tables.clock import Bell, Clock, WallClock
from bot.tables.computers import Computers
from bot.tables.dealer import Entropy
from engine.daily import Par, Rehearsal, is_fit, rehearsed
from engine.shuffle import SEED_BYTES
from storage import DailyDeal, Database, StorageError

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 300.0
"""The longest pause between two looks at the date, which somebody may set."""
MOST_REFUSED: Final = 30
"""Deals in a row that are not fit before the last of them is taken all the same; about one in three is not."""
_PAR: Final = "daily:par:"


class DailyKeeper:
    """Keeps deals ready.

    Args:
        database: where they are kept.
        computers: where they are rehearsed.
        clock: measures pauses.
        wall: tells the date.
        zone: of the days.
        entropy: makes their seeds.
        trials: how often a deal is rehearsed; 0: the first one is taken.
    """

    def __init__(
        self,
        database: Database,
        computers: Computers,
        clock: Clock,
        wall: WallClock,
        zone: tzinfo,
        entropy: Entropy,
        trials: int,
    ) -> None:
        self._database = database
        self._computers = computers
        self._wall = wall
        self._entropy = entropy
        self._trials = trials
        self._bell = Bell(clock)
        self._task: asyncio.Task[None] | None = None
        self._watchers: list[Callable[[], Awaitable[float]]] = []
        self.zone = zone

    @property
    def today(self) -> str:
        """The day that it is."""
        return day_of(self._wall.now(), self.zone)

    def is_over(self, day: str) -> bool:
        """Return whether a day is over."""
        return day < self.today

    def watch(self, watcher: Callable[[], Awaitable[float]]) -> None:
        """Have something looked at whenever the date is; it says at which moment, in seconds since the epoch, it wants
        to be looked at again.
        """
        self._watchers.append(watcher)

    def start(self) -> None:
        """Begin to keep deals ready, in the background."""
        self._task = asyncio.create_task(self._run(), name="deals of the day")

    async def stop(self) -> None:
        """Leave off; a rehearsal that is under way is done again after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self) -> None:
        """Look at the date and at everything that depends on it now."""
        self._bell.ring()

    def par(self, day: str) -> Par | None:
        """Return what the rehearsals of a day's deal came to, if there were any."""
        kept = self._database.key_value.get(f"{_PAR}{day}")
        return Par(tuple(json.loads(kept))) if kept else None

    async def choose(self, day: str) -> DailyDeal:
        """Return the deal of a day, chosen now if it has none."""
        kept = self._database.daily.deal(day)
        if kept is not None:
            return kept
        for refused in range(MOST_REFUSED + 1):
            server_seed = self._entropy(SEED_BYTES)
            par = await self._rehearse(day, server_seed)
            if par is None or is_fit(par) or refused == MOST_REFUSED:
                break
        if par is not None:
            await self._database.key_value.set(f"{_PAR}{day}", json.dumps(par.points))
            log.info("the deal of %s is chosen: par %d, best %d, %d refused", day, par.median, par.best, refused)
        return await self._database.daily.add(day, server_seed)

    async def _rehearse(self, day: str, server_seed: bytes) -> Par | None:
        points = []
        for trial in range(self._trials):
            rehearsal = Rehearsal(day, server_seed)
            while (view := rehearsal.view) is not None:
                rehearsal.act(await self._computers.work(rehearsed, day, trial, rehearsal.seat, view, is_long=True))
            points.append(rehearsal.points)
        return Par(tuple(points)) if points else None

    async def _run(self) -> None:
        while True:
            pause = LOOK_SECONDS
            try:
                pause = await self._look()
            except StorageError as error:
                log.error("the deals of the day could not be looked after, again in a while: %s", error)
            except Exception:
                log.exception("the deals of the day could not be looked after, again in a while")
            await self._bell.wait(min(max(pause, 1.0), LOOK_SECONDS))

    async def _look(self) -> float:
        """Do what is due; seconds until something else is."""
        today = self.today
        await self.choose(today)
        moments = [end_of(today, self.zone), *[await watcher() for watcher in self._watchers]]
        await self.choose(day_after(today))
        await self._database.daily.drop_answers(day_after(today, -1))
        return min(moments) - self._wall.now()
