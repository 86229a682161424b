"""One connection to the database, and transactions that are whole or not there.

All coroutines share one connection, so everything that is done with it stands behind one lock: a transaction that is
under way is never seen, committed or rolled back by anybody else. A task that holds a transaction may call anything of
this package; those calls belong to it (inside, each is a savepoint). Two habits keep that simple: nothing that waits
for the world is awaited inside a transaction, and a transaction is not handed to another task.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from storage.errors import DatabaseBusy, DatabaseDamaged, DatabaseError, DatabaseForeign, DatabaseUnusable

T = TypeVar("T")
Row = sqlite3.Row
Clock = Callable[[], float]
"""Seconds since 1970, UTC."""


def explain(error: sqlite3.Error, path: Path) -> DatabaseError | None:
    """The sentence an operator needs for an error of SQLite, or None where the error is the program's own fault."""
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    match primary:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseBusy(f"{path} is locked by another process; try again when that has finished")
        case sqlite3.SQLITE_NOTADB:
            return DatabaseForeign(f"{path} is not a database; name the file that the bot has written")
        case sqlite3.SQLITE_CORRUPT:
            return DatabaseDamaged(f"{path} is damaged ({error}); restore a backup")
        case sqlite3.SQLITE_FULL:
            return DatabaseUnusable(f"{path} cannot grow: the disk is full; make room")
        case sqlite3.SQLITE_READONLY:
            return DatabaseUnusable(f"{path} cannot be written: it or its folder is read-only; make both writable")
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return DatabaseUnusable(f"{path} cannot be opened; its folder must exist and be writable")
        case sqlite3.SQLITE_IOERR:
            return DatabaseUnusable(f"{path} cannot be read or written ({error}); check the disk")
    return None


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns errors of SQLite about the file at `path` into a `DatabaseError`."""
    try:
        yield
    except sqlite3.Error as error:
        explanation = explain(error, path)
        if explanation is None:
            raise
        raise explanation from error


class Connection:
    """What the stores read and write with. Made by `Database.open`."""

    def __init__(self, raw: aiosqlite.Connection, path: Path, clock: Clock, zone: tzinfo) -> None:
        self._raw = raw
        self._path = path
        self._clock = clock
        self._zone = zone
        self._lock = asyncio.Lock()
        self._owner: asyncio.Task[Any] | None = None
        self._depth = 0

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return self._clock()

    def period(self, at: float) -> str:
        """The month of a time, as in "2026-11", where the players live."""
        return f"{datetime.fromtimestamp(at, self._zone):%Y-%m}"

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """Everything inside is written, or nothing.

        Any exception rolls back, cancellation included. A cancellation that arrives while the commit itself is under
        way lets it finish: then all is written, and the cancellation goes on.

        Raises:
            DatabaseError: the file cannot be written; nothing was.
        """
        if self._is_mine():
            async with self._savepoint():
                yield
            return
        async with self._hold():
            try:
                await self._raw.execute("BEGIN IMMEDIATE")
                yield
                await finish(self._raw.commit())
            except BaseException:
                await finish(self._raw.rollback())
                raise

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[None]:
        """Several reads inside see one state of the database."""
        if self._is_mine():
            yield
            return
        async with self._hold():
            try:
                await self._raw.execute("BEGIN")
                yield
            finally:
                await finish(self._raw.rollback())

    async def all(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """The rows of a query."""
        if self._is_mine():
            return list(await self._raw.execute_fetchall(sql, parameters))
        async with self._hold():
            return list(await self._raw.execute_fetchall(sql, parameters))

    async def one(self, sql: str, parameters: Sequence[object] = ()) -> Row | None:
        """The first row of a query, or None."""
        rows = await self.all(sql, parameters)
        return rows[0] if rows else None

    async def write(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Carry out one statement inside a transaction; the number of rows it changed."""
        self._verify_mine()
        return (await self._raw.execute(sql, parameters)).rowcount

    async def write_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Carry out one statement for each of `rows` inside a transaction."""
        self._verify_mine()
        await self._raw.executemany(sql, rows)

    async def insert(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Carry out one INSERT inside a transaction; the number of the new row."""
        self._verify_mine()
        number = (await self._raw.execute(sql, parameters)).lastrowid
        assert number is not None, "an INSERT has given the row a number"
        return number

    async def checkpoint(self) -> None:
        """Move all that is written from the log into the database file, and empty the log."""
        async with self._hold():
            await self._raw.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    def _is_mine(self) -> bool:
        return self._owner is not None and self._owner is asyncio.current_task()

    def _verify_mine(self) -> None:
        if not self._is_mine():
            raise RuntimeError("a statement that writes stands inside `async with transaction()`")

    @asynccontextmanager
    async def _hold(self) -> AsyncIterator[None]:
        with explained(self._path):
            async with self._lock:
                self._owner = asyncio.current_task()
                try:
                    yield
                finally:
                    self._owner = None

    @asynccontextmanager
    async def _savepoint(self) -> AsyncIterator[None]:
        self._depth += 1
        name = f"inner_{self._depth}"
        try:
            await self._raw.execute(f"SAVEPOINT {name}")
            yield
            await self._raw.execute(f"RELEASE {name}")
        except BaseException:
            await finish(self._undo(name))
            raise
        finally:
            self._depth -= 1

    async def _undo(self, savepoint: str) -> None:
        # after some errors SQLite has rolled back everything already, and there is no savepoint to go back to
        await self._raw.execute_fetchall("SELECT 1")  # what was queued before is done now
        if self._raw.in_transaction:
            await self._raw.execute(f"ROLLBACK TO {savepoint}")
            await self._raw.execute(f"RELEASE {savepoint}")


async def finish(work: Coroutine[Any, Any, T]) -> T:
    """Wait for `work` to its end, whoever cancels meanwhile; then let the cancellation go on."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None and task.exception() is None:
        raise cancelled
    return task.result()
