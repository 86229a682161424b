"""The connections to the database, and transactions that are whole or not there.

One connection writes. All coroutines share it, so a transaction stands behind a lock: one that is under way is never
committed or rolled back by anybody else. A task that holds a transaction may call anything of this package; those calls
belong to it (inside, each is a savepoint). Two habits keep that simple: nothing that waits for the world is awaited
inside a transaction, and a transaction is not handed to another task.

The other connection reads what has been committed, and waits for nobody.

Statements run where they are called, on the event loop: in a database of this kind one takes some ten microseconds, and
handing it to a thread ten times that. What waits for the disk, a commit, is left to a thread.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, Final, TypeVar

from storage.errors import DatabaseBusy, DatabaseDamaged, DatabaseError, DatabaseForeign, DatabaseUnusable

T = TypeVar("T")
Row = sqlite3.Row
Clock = Callable[[], float]
"""Seconds since 1970, UTC."""
_BUSY_PAUSE: Final = 0.01
"""Seconds between two attempts where another process writes."""
_LOCKED: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def explain(error: sqlite3.Error, path: Path) -> DatabaseError | None:
    """The sentence an operator needs for an error of SQLite, or None where the error is the program's own fault."""
    primary = primary_code(error)
    if primary in _LOCKED:
        return DatabaseBusy(f"{path} is locked by another process; try again when that has finished")
    match primary:
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


def primary_code(error: sqlite3.Error) -> int:
    """The primary result code of an error of SQLite, 0 if it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


class Connection:
    """What the stores read and write with. Made by `Database.open`.

    Args:
        writer: in autocommit mode, usable from another thread, waiting for no other process.
        reader: the same, of the same file.
        path: of the file, for what is said to the operator.
        patience: seconds that a transaction waits for another process.
        clock: seconds since 1970, UTC.
        zone: where the players live.
    """

    def __init__(
        self,
        writer: sqlite3.Connection,
        reader: sqlite3.Connection,
        path: Path,
        *,
        patience: float,
        clock: Clock,
        zone: tzinfo,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._path = path
        self._patience = patience
        self._clock = clock
        self._zone = zone
        self._thread = ThreadPoolExecutor(1, "database")
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
            with self._savepoint():
                yield
            return
        async with self._hold():
            try:
                await self._begin()
                yield
                await finish(self._in_thread(self._writer.commit))
            except BaseException:
                self._writer.rollback()
                raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Several reads inside see one state of the database. Nothing else may be awaited inside."""
        if self._is_mine():
            yield
            return
        with explained(self._path):
            self._reader.execute("BEGIN")
            try:
                yield
            finally:
                self._reader.rollback()

    async def all(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """The rows of a query: what has been committed, and inside a transaction what that has written too."""
        if self._is_mine():
            return self._writer.execute(sql, parameters).fetchall()
        with explained(self._path):
            return self._reader.execute(sql, parameters).fetchall()

    async def one(self, sql: str, parameters: Sequence[object] = ()) -> Row | None:
        """The first row of a query, or None."""
        rows = await self.all(sql, parameters)
        return rows[0] if rows else None

    async def write(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Carry out one statement inside a transaction; the number of rows it changed."""
        self._verify_mine()
        return self._writer.execute(sql, parameters).rowcount

    async def write_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Carry out one statement for each of `rows` inside a transaction."""
        self._verify_mine()
        self._writer.executemany(sql, rows)

    async def insert(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Carry out one INSERT inside a transaction; the number of the new row."""
        self._verify_mine()
        number = self._writer.execute(sql, parameters).lastrowid
        assert number is not None, "an INSERT has given the row a number"
        return number

    async def checkpoint(self) -> None:
        """Move all that is written from the log into the database file, and empty the log; where another process goes
        on reading the log, that is left to later transactions.
        """
        async with self._hold():
            await finish(self._in_thread(self._checkpoint))

    def close(self) -> None:
        """Use the connections no more, when the commit under way has ended."""
        self._thread.shutdown()

    def _checkpoint(self) -> None:
        self._writer.execute(f"PRAGMA busy_timeout = {1000 * self._patience:.0f}")
        try:
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            self._writer.execute("PRAGMA busy_timeout = 0")

    async def _begin(self) -> None:
        until = time.monotonic() + self._patience
        while True:
            try:
                self._writer.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if primary_code(error) not in _LOCKED or time.monotonic() >= until:
                    raise
            else:
                return
            await asyncio.sleep(_BUSY_PAUSE)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

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

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        self._depth += 1
        name = f"inner_{self._depth}"
        try:
            self._writer.execute(f"SAVEPOINT {name}")
            yield
            self._writer.execute(f"RELEASE {name}")
        except BaseException:
            # after some errors SQLite has rolled back everything already, and there is no savepoint to go back to
            if self._writer.in_transaction:
                self._writer.execute(f"ROLLBACK TO {name}")
                self._writer.execute(f"RELEASE {name}")
            raise
        finally:
            self._depth -= 1


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
