"""The database file: opened by one process at a time, brought up to date, closed on every way out.

    async with Database.open(path) as database:
        person = await database.people.seen(telegram_id=…, first_name=…)

SQLite runs in WAL mode with `synchronous=FULL`: a transaction that has been acknowledged survives the death of the
process *and* the loss of power. `NORMAL` would be faster and lose the last transactions with the power; a played card
would be gone that everybody has seen. `benchmarks/storage.py` measures both.
"""

import asyncio
import fcntl
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import UTC, tzinfo
from enum import StrEnum, unique
from pathlib import Path
from typing import Final

from storage.access import Access, DatabaseStatus
from storage.blocks import Blocks
from storage.chats import Chat, Chats
from storage.connection import Connection, WallClock, connect, explained, finish
from storage.deals import Deals
from storage.errors import DatabaseBusy, DatabaseForeign, DatabaseUnusable
from storage.key_value import KeyValueStore
from storage.migrations import Migration, load_migrations, migrate, verify_version
from storage.people import People
from storage.restart import LiveTable, get_live_tables
from storage.scores import Scores
from storage.supergroups import migrate_chat
from storage.tables import Tables

OLDEST_SQLITE: Final = (3, 37, 0)
"""The first with STRICT tables."""
PATIENCE: Final = 5.0
"""Seconds that a transaction waits for another process (a backup, a correction) before it is refused."""


@unique
class Durability(StrEnum):
    """What an acknowledged transaction survives: FULL the loss of power too, NORMAL the death of the process."""

    FULL = "FULL"
    NORMAL = "NORMAL"


class Database:
    """All that is kept, one attribute for each kind of thing. Get one with `Database.open`.

    A method that writes, or that may read for longer, is awaited; a quick look is not.
    """

    def __init__(self, access: Access) -> None:
        self._access = access
        self._emptying: set[asyncio.Task[None]] = set()
        self.people = People(access, self._empty_log)
        self.chats = Chats(access)
        self.blocks = Blocks(access)
        self.tables = Tables(access)
        self.deals = Deals(access)
        self.scores = Scores(access)
        self.key_value = KeyValueStore(access)

    async def migrate_chat(self, old_id: int, new_id: int) -> Chat:
        """Have everything a group has go on under the new Telegram id of the supergroup it has become.

        The ids of messages in the old group mean nothing in the new one; its tables own none any more. Done twice it
        changes nothing. Where the bot has met the supergroup before it heard of this, the two become one.

        Returns:
            The chat, under its new id.

        Raises:
            Unknown: the bot has seen neither.
        """
        now = self._access.now()
        return await self._access.write(lambda database: migrate_chat(database, old_id, new_id, now))

    async def live_tables(self) -> tuple[LiveTable, ...]:
        """Every table that is not closed, with all that is needed to go on with it; read at the start."""
        return await self._access.read_long(get_live_tables)

    async def caught_up(self) -> None:
        """Return when every transaction that was asked for before has ended."""
        await self._access.caught_up()

    @property
    def status(self) -> DatabaseStatus:
        """How writing is going: for whoever looks after the bot."""
        return self._access.status

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        path: Path,
        *,
        clock: WallClock = time.time,
        zone: tzinfo = UTC,
        durability: Durability = Durability.FULL,
        exclusive: bool = True,
        patience: float = PATIENCE,
        migrations: Sequence[Migration] | None = None,
        factory: type[sqlite3.Connection] = sqlite3.Connection,
    ) -> AsyncIterator["Database"]:
        """Open the database at `path`, make it where there is none, bring it up to date.

        Args:
            path: the file; its folder must exist.
            clock: seconds since 1970, UTC.
            zone: where the players live; it decides which month a deal belongs to.
            durability: see above.
            exclusive: False for a tool that writes beside the running bot: it takes no file lock and changes no
                version.
            patience: seconds that a transaction waits for another process before it is refused.
            migrations: others than those of this package, for tests.
            factory: the class of the plain connections, for tests that make writing fail.

        Raises:
            DatabaseBusy: another process has it open.
            DatabaseTooNew, DatabaseOutdated, DatabaseForeign, DatabaseDamaged, DatabaseUnusable: see
                `storage.errors`; the file is as it was.
        """
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise DatabaseUnusable(f"SQLite {sqlite3.sqlite_version} is too old; 3.37 or newer is needed")
        steps = load_migrations() if migrations is None else migrations
        write = (
            "foreign_keys = ON",
            "secure_delete = ON",  # what is forgotten is overwritten
            f"synchronous = {durability}",
        )
        read = ("query_only = ON",)
        with _file_lock(path) if exclusive else _no_lock():
            # a thread cannot be cancelled
            await finish(asyncio.ensure_future(asyncio.to_thread(_prepare, path, steps, clock, change=exclusive)))
            async with (
                Connection(path, pragmas=write, patience=patience, factory=factory) as writer,
                Connection(path, pragmas=read, factory=factory) as long_reader,
            ):
                with explained(path):
                    reader = connect(path, read, factory)
                with closing(reader):
                    database = cls(Access(writer, reader, long_reader, path, clock=clock, zone=zone))
                    try:
                        yield database
                    finally:
                        await database._close()

    def _empty_log(self) -> None:
        """Have the write-ahead log emptied in the background."""
        task = asyncio.create_task(self._emptied(), name="emptying the log")
        self._emptying.add(task)
        task.add_done_callback(self._emptying.discard)

    async def _emptied(self) -> None:
        await self._access.empty_log()

    async def _close(self) -> None:
        for task in self._emptying:
            task.cancel()
        await asyncio.gather(*self._emptying, return_exceptions=True)


def connect_read_only(
    path: Path, migrations: Sequence[Migration] | None = None, *, current: bool = True
) -> sqlite3.Connection:
    """A connection that reads a database, beside a running bot or without one.

    Args:
        current: whether a database that still needs migrations is refused.

    Raises:
        DatabaseError: see `storage.errors`.
    """
    if not path.is_file():
        raise DatabaseUnusable(f"{path} is no file; name the database that the bot has written")
    with explained(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=PATIENCE
        )
        try:
            steps = load_migrations() if migrations is None else migrations
            if not verify_version(connection, path, steps):
                raise DatabaseForeign(f"{path} is empty; name the file that the bot has written")
            verify_version(connection, path, steps, current=current)
        except BaseException:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row
        return connection


def _prepare(path: Path, migrations: Sequence[Migration], clock: WallClock, *, change: bool) -> None:
    """See that the file is there and up to date. It is looked at before it is opened for writing, so that a file that
    is refused stays as it is, byte by byte.
    """
    if not change:
        connect_read_only(path, migrations).close()
        return
    with explained(path):
        try:
            if path.is_dir():
                raise DatabaseUnusable(f"{path} is a folder; name a file in it")
            if path.stat().st_size:
                with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
                    verify_version(reader, path, migrations)
            path.touch(mode=0o600)  # it holds the seeds of deals that are being played
        except FileNotFoundError:
            path.touch(mode=0o600)
        except OSError as error:
            raise _unusable(path, error) from error
        with closing(sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)) as writer:
            writer.execute("PRAGMA journal_mode = WAL")
            migrate(writer, path, migrations, clock)


@contextmanager
def _file_lock(path: Path) -> Iterator[None]:
    """Hold `path`.lock; the lock goes with the process, however it ends. The file itself stays."""
    lock = path.with_name(path.name + ".lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _unusable(path, error) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(handle, 20).decode(errors="replace").strip() or "unknown"
            raise DatabaseBusy(
                f"{path} is in use by process {holder}; one database serves one bot, stop the other one first"
            ) from None
        os.truncate(handle, 0)
        os.write(handle, str(os.getpid()).encode())
        yield
    finally:
        os.close(handle)


@contextmanager
def _no_lock() -> Iterator[None]:
    yield


def _unusable(path: Path, error: OSError) -> DatabaseUnusable:
    return DatabaseUnusable(f"{path} cannot be opened: {error.strerror}; its folder must exist and be writable")
