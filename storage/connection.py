"""aiosqlite's connection, and a transaction as one function of a plain connection on its thread.

A statement that hops to a thread and back costs ten times one that does not, so none is awaited here: a whole
transaction is one function, carried out on aiosqlite's thread with one hop there and one back.

    score = await connection.run(lambda database: add_points(database, person_id, 600))

Functions that wait while the thread is busy are carried out together and share one commit, that is, one wait for the
disk. Each is whole or not there: one that raises is undone alone. None is acknowledged before the commit.

aiosqlite has no public way to run a function on its thread; `Connection._on_thread` is the one place that uses the
private one, and `tests/storage/test_connection.py` says so when a release takes it away.
"""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Generic, Self, TypeVar

import aiosqlite

from storage.errors import DatabaseBusy, DatabaseDamaged, DatabaseError, DatabaseForeign, DatabaseUnusable

T = TypeVar("T")
Row = sqlite3.Row
WallClock = Callable[[], float]
"""Seconds since 1970, UTC."""

_BUSY_PAUSE: Final = 0.01
"""Seconds between two attempts where another process writes."""
_LOCKED: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_PASSES: Final = 4
"""Attempts to catch up with those who write, while the log is moved."""
_MANY_FRAMES: Final = 4_000
"""Pages in the log, 16 MB, at which writers are kept out for the moment that it takes to begin it anew."""
_ROWS_AT_ONCE: Final = 64
"""For aiosqlite's cursors, which nobody here uses."""

# At DEBUG aiosqlite writes every statement with its parameters, names of people among them, whatever level is set.
logging.getLogger("aiosqlite").addFilter(lambda record: record.levelno > logging.DEBUG)


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
    """Turn errors of SQLite about the file at `path` into a `DatabaseError`."""
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


def connect(
    path: Path, pragmas: Sequence[str] = (), factory: type[sqlite3.Connection] = sqlite3.Connection
) -> sqlite3.Connection:
    """A connection in autocommit mode, set up by `pragmas`, that waits for no other process."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=0.0, factory=factory)
    try:
        connection.row_factory = Row
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all reads inside see one state of the database."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.rollback()


class _Job(Generic[T]):
    """A function that waits for the thread, and later what came of it.

    It has no `repr` that says more than its class: aiosqlite logs what it carries out.
    """

    __slots__ = ("_error", "_result", "_work", "due")

    def __init__(self, work: Callable[[sqlite3.Connection], T], due: float) -> None:
        self._work = work
        self._error: BaseException | None = None
        self._result: T | None = None
        self.due = due

    def attempt(self, connection: sqlite3.Connection) -> bool:
        """Carry the function out, and return whether it came to its end. A second attempt replaces the first."""
        self._error = self._result = None
        try:
            self._result = self._work(connection)
        except BaseException as error:
            self._error = error
        return self._error is None

    def fail(self, error: BaseException) -> None:
        """Make `error` the outcome."""
        self._error, self._result = error, None

    def outcome(self) -> T:
        """Return what the function has returned.

        Raises:
            BaseException: what it, or the transaction around it, has raised.
        """
        if self._error is not None:
            raise self._error
        result: T = self._result  # type: ignore[assignment]  # without an error it is what the function has returned
        return result


class Connection(aiosqlite.Connection):
    """A connection on a thread of its own. Use it as a context: `async with Connection(path) as connection:`.

    Args:
        path: the file, for SQLite and for what is said to the operator.
        pragmas: what the connection is set up with, as in "foreign_keys = ON".
        patience: seconds that a transaction waits for another process, from when it was asked for.
        factory: the class of the plain connection, for tests that make writing fail.
        monotonic: seconds on a clock that nobody sets.
        sleep: waits for so many seconds, on the thread.
    """

    def __init__(
        self,
        path: Path,
        *,
        pragmas: Sequence[str] = (),
        patience: float = 0.0,
        factory: type[sqlite3.Connection] = sqlite3.Connection,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(lambda: connect(path, pragmas, factory), _ROWS_AT_ONCE)
        self._path = path
        self._patience = patience
        self._monotonic = monotonic
        self._sleep = sleep
        self._lock = threading.Lock()  # held for the moment of a look at the list, never while anything is carried out
        self._waiting: list[_Job[Any]] = []
        self._pending: dict[_Job[Any], float] = {}

    @property
    def pending(self) -> int:
        """The number of calls that have not been answered yet."""
        return len(self._pending)

    @property
    def longest_wait(self) -> float:
        """Seconds since the oldest of them was made; 0 where there is none."""
        return self._monotonic() - next(iter(self._pending.values())) if self._pending else 0.0

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out `work` as a transaction: when this returns, all it has written is on the disk.

        Whoever is cancelled while `work` still waits for its turn is left out, and nothing is written. Whoever is
        cancelled later gets the outcome as if nothing had happened, since something has; the cancellation comes at
        the next `await`.

        Args:
            work: a function of a connection inside a transaction. It is on another thread, it may be called a second
                time after everything has been undone, and it does nothing but ask the database and return.

        Raises:
            DatabaseError: the file cannot be written; nothing was.
            Exception: what `work` raises; nothing was written.
        """
        now = self._monotonic()
        job = _Job(work, now + self._patience)
        with self._lock:
            self._waiting.append(job)
        was_cancelled = False
        self._pending[job] = now
        try:
            while True:
                try:
                    await self._on_thread(self._work_off, job)
                except asyncio.CancelledError:
                    if self._withdraw(job):
                        raise
                    was_cancelled = True  # queue once more: the thread keeps the order, so that is when it is done
                else:
                    break
        finally:
            del self._pending[job]
            self._withdraw(job)  # where the connection is closed, nobody will ever come for it
        if was_cancelled:
            _cancel_again()
        with explained(self._path):
            return job.outcome()

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out `work`, which writes nothing; all it reads is of one moment.

        Raises:
            DatabaseError: the file cannot be read.
            Exception: what `work` raises.
        """
        return await self._ask(_Job(work, 0.0), self._look)

    async def checkpoint(self, *, empty: bool = False) -> bool:
        """Move what is in the write-ahead log into the database file, without waiting for anybody.

        Args:
            empty: whether the log is cut to nothing too, which takes that nobody reads it.

        Returns:
            Whether all was moved, and the log is empty where that was asked for.

        Raises:
            DatabaseError: the file cannot be written.
        """
        work = _empty_log if empty else _move_log
        return await self._ask(_Job(work, 0.0), lambda job: job.attempt(self._conn))

    async def __aenter__(self) -> Self:
        opening = asyncio.ensure_future(self._opened())
        try:
            with explained(self._path):
                await finish(opening)
        except asyncio.CancelledError:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Let everything end that was asked for, and close, whoever cancels meanwhile; the thread ends."""
        await finish(asyncio.ensure_future(super().close()))

    async def _opened(self) -> None:
        await self

    async def _ask(self, job: _Job[T], ask: Callable[[_Job[T]], object]) -> T:
        self._pending[job] = self._monotonic()
        try:
            await self._on_thread(ask, job)
        finally:
            del self._pending[job]
        with explained(self._path):
            return job.outcome()

    async def _on_thread(self, function: Callable[..., object], *arguments: object) -> None:
        """Carry out `function` on aiosqlite's thread, after all that was asked of it before, even where whoever waits
        is cancelled. This is the one use of what aiosqlite does not promise.
        """
        await self._execute(function, *arguments)  # type: ignore[no-untyped-call]  # aiosqlite's own

    def _waits(self, job: _Job[Any]) -> bool:
        """Tell whether a job waits for its turn."""
        with self._lock:
            return job in self._waiting

    def _withdraw(self, job: _Job[Any]) -> bool:
        """Take back a job that waits; return whether it still did."""
        with self._lock:
            if job not in self._waiting:
                return False
            self._waiting.remove(job)
            return True

    # On the thread

    def _work_off(self, job: _Job[Any]) -> None:
        """See that `job` has an outcome, and with it all that wait beside it."""
        while self._waits(job):
            try:
                begun = self._begin(job)
            except sqlite3.Error as error:
                if self._withdraw(job):
                    job.fail(error)
            else:
                if begun:
                    with self._lock:
                        jobs, self._waiting = self._waiting, []
                    self._commit_together(jobs)

    def _begin(self, job: _Job[Any]) -> bool:
        """Begin a transaction, or wait a moment for another process if `job` has the time; return whether it began."""
        try:
            self._conn.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if primary_code(error) not in _LOCKED or self._monotonic() >= job.due:
                raise
            self._sleep(_BUSY_PAUSE)
            return False
        return True

    def _commit_together(self, jobs: list[_Job[Any]]) -> None:
        """Carry out `jobs` in the transaction that has begun, and commit."""
        if len(jobs) == 1:
            self._commit_alone(jobs[0])
            return
        try:
            for job in jobs:
                self._conn.execute("SAVEPOINT job")
                if not job.attempt(self._conn):
                    self._conn.execute("ROLLBACK TO job")  # fails where SQLite itself has undone everything
                self._conn.execute("RELEASE job")
            self._conn.execute("COMMIT")
        except sqlite3.Error:
            self._conn.rollback()
            for job in jobs:  # one by one, so that each has an outcome of its own
                try:
                    while not self._begin(job):
                        pass
                except sqlite3.Error as error:
                    job.fail(error)
                else:
                    self._commit_alone(job)

    def _commit_alone(self, job: _Job[Any]) -> None:
        """Carry out `job` in the transaction that has begun, and commit, or undo it."""
        try:
            if job.attempt(self._conn):
                self._conn.execute("COMMIT")
        except sqlite3.Error as error:
            job.fail(error)
        finally:
            if self._conn.in_transaction:
                self._conn.rollback()

    def _look(self, job: _Job[Any]) -> None:
        """Carry out `job`, which reads."""
        try:
            with snapshot(self._conn):
                job.attempt(self._conn)
        except sqlite3.Error as error:
            job.fail(error)


def _move_log(connection: sqlite3.Connection) -> bool:
    """Move the log into the file; return whether all of it, so that the next transaction begins it anew."""
    before = frames = -1
    for _ in range(_PASSES):  # each has only what was written during the one before
        before = frames
        ((_, frames, moved),) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        if moved >= frames == before:
            return True
    return frames >= _MANY_FRAMES and _truncate(connection)


def _empty_log(connection: sqlite3.Connection) -> bool:
    """Move the log and cut it to nothing: what is long, copying, is done before writers are kept out."""
    return _move_log(connection) and _truncate(connection)


def _truncate(connection: sqlite3.Connection) -> bool:
    ((busy, _, _),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return not busy


def _cancel_again() -> None:
    """Have the cancellation that was held back come at the next `await` of the running task."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        task.uncancel()
        task.cancel()


async def finish(work: "asyncio.Future[T]") -> T:
    """Wait for `work` to its end, whoever cancels meanwhile; then let the cancellation go on."""
    cancelled: asyncio.CancelledError | None = None
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None and work.exception() is None:
        raise cancelled
    return work.result()
