"""The three ways to what is kept, as the stores take them: a transaction, a quick look, a long one.

A transaction is one function on a thread (`storage.connection`). A look that takes some ten microseconds is quicker
where it is asked for, on the event loop, than a hop to a thread and back; it is one statement, and it sees what has
been committed. Whatever may take longer, or is several statements of one moment, goes to a thread of its own.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Final, TypeVar

from storage.causes import caused_by, keep_cause, present_cause
from storage.checkpointer import Checkpointer
from storage.connection import Connection, WallClock, explained
from storage.errors import DatabaseError

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
"""A function of a connection that asks the database, and does nothing else."""

LONGEST_WAIT: Final = 10.0
"""Seconds after which something that has not been answered is a problem: twice the patience with other processes."""
PROBE_PAUSE: Final = 10.0
"""Seconds between two attempts to write, once the file could not be written."""


@dataclass(frozen=True, slots=True)
class DatabaseStatus:
    """The state of writing, for whoever looks after the bot. Times are seconds since 1970.

    Args:
        is_failing: whether the last attempt to write failed.
        last_commit: when something was written last; None: nothing has been since the start.
        last_failure: why the file could not be written the last time that it could not, in a sentence.
        failed_at: when that was.
        waiting: how many transactions and long reads have not been answered yet.
        longest_wait: seconds since the oldest of these was asked for, 0 where there is none.
    """

    is_failing: bool
    last_commit: float | None
    last_failure: str | None
    failed_at: float | None
    waiting: int
    longest_wait: float

    @property
    def problem(self) -> str | None:
        """The reason why the database is not well, in a sentence; None where it is."""
        if self.is_failing:
            return f"nothing can be written: {self.last_failure}"
        if self.longest_wait > LONGEST_WAIT:
            return f"the database has not answered for {self.longest_wait:.0f} s"
        return None


class Access:
    """The ways to read and write one database file.

    Args:
        writer: for transactions.
        reader: of the same file, for quick looks where they are asked for.
        long_reader: the same, for what may take longer.
        path: of the file, for what is said to the operator.
        clock: seconds since 1970, UTC.
        zone: where the players live.
        sleep: waits for so many seconds.
    """

    def __init__(
        self,
        writer: Connection,
        reader: sqlite3.Connection,
        long_reader: Connection,
        path: Path,
        *,
        clock: WallClock,
        zone: tzinfo,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._sleep = sleep
        self._probing: asyncio.Task[None] | None = None
        self._writer = writer
        self._reader = reader
        self._long_reader = long_reader
        self._path = path
        self._clock = clock
        self._zone = zone
        self._log = Checkpointer(long_reader)
        self._is_failing = False
        self._last_commit: float | None = None
        self._failure: tuple[str, float] | None = None

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return self._clock()

    def period(self, at: float) -> str:
        """The month of a time, as in "2026-11", where the players live."""
        return f"{datetime.fromtimestamp(at, self._zone):%Y-%m}"

    async def write(self, work: Work[T]) -> T:
        """Carry out `work` as a transaction, with its cause (see `storage.causes`); see `Connection.run`."""
        cause = present_cause()
        try:
            result = await self._writer.run(work if cause is None else _with_cause(work, cause))
        except DatabaseError as error:
            self._is_failing, self._failure = True, (str(error), self._clock())
            if self._probing is None or self._probing.done():
                with caused_by(None):  # what is tried is nobody's doing
                    self._probing = asyncio.create_task(self._probe(), name="database probe")
            raise
        self._is_failing, self._last_commit = False, self._clock()
        if self._probing not in (None, asyncio.current_task()):
            self._probing.cancel()
        self._log.committed()
        return result

    def read(self, work: Work[T]) -> T:
        """Carry out `work`, one quick SELECT, here and now.

        Raises:
            DatabaseError: the file cannot be read.
            Exception: what `work` raises.
        """
        with explained(self._path):
            return work(self._reader)

    async def read_long(self, work: Work[T]) -> T:
        """Carry out `work`, which only reads, on a thread; all it sees is of one moment. See `Connection.read`."""
        return await self._long_reader.read(work)

    async def caught_up(self) -> None:
        """Return when every transaction that was asked for before has ended."""
        await self._writer.read(lambda _: None)

    def empty_log(self) -> None:
        """Have the write-ahead log emptied in the background, as soon as nobody reads it."""
        self._log.empty()

    async def close(self) -> None:
        """Stop what goes on in the background."""
        if self._probing is not None:
            self._probing.cancel()
            await asyncio.gather(self._probing, return_exceptions=True)
        await self._log.close()

    @property
    def status(self) -> DatabaseStatus:
        """The state of writing."""
        failure, failed_at = self._failure or (None, None)
        waiting = self._writer.pending + self._long_reader.pending
        longest = max(self._writer.longest_wait, self._long_reader.longest_wait)
        return DatabaseStatus(self._is_failing, self._last_commit, failure, failed_at, waiting, longest)

    async def _probe(self) -> None:
        """Write until that succeeds, so that the state is true though nobody plays."""
        while self._is_failing:
            await self._sleep(PROBE_PAUSE)
            with suppress(DatabaseError):
                await self.write(_touch)


def _with_cause(work: Work[T], cause: int) -> Work[T]:
    """Return what keeps a cause beside what `work` writes."""

    def both(database: sqlite3.Connection) -> T:
        result = work(database)
        keep_cause(database, cause)
        return result

    return both


def _touch(database: sqlite3.Connection) -> None:
    """Write a page, and change nothing."""
    database.execute("PRAGMA user_version = 0")
