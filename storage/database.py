"""The database file: opened by one process at a time, brought up to date, closed on every way out.

    async with Database.open(path) as database:
        person = await database.people.seen(telegram_id=…, first_name=…)

SQLite runs in WAL mode with `synchronous=FULL`: a transaction that has been acknowledged survives the death of the
process *and* the loss of power. `NORMAL` would be faster and lose the last transactions with the power; a played card
would be gone that everybody has seen. `benchmarks/storage.py` measures both.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing
from datetime import UTC, tzinfo
from enum import StrEnum, unique
from pathlib import Path
from typing import Final

from storage.access import Access, DatabaseStatus
from storage.blocks import Blocks
from storage.causes import kept_causes
from storage.chats import Chat, Chats
from storage.checkpointer import LOG_LIMIT
from storage.connection import Connection, WallClock, connect, explained, finish
from storage.daily import Daily
from storage.deals import Deals
from storage.errors import DatabaseUnusable
from storage.key_value import KeyValueStore
from storage.migrations import Migration, load_migrations
from storage.opening import PATIENCE, connect_read_only, file_of, opened_alone
from storage.people import People
from storage.restart import LiveTable, get_live_tables
from storage.reviews import Reviews
from storage.scores import Scores
from storage.supergroups import migrate_chat
from storage.tables import Tables

OLDEST_SQLITE: Final = (3, 37, 0)
"""The first with STRICT tables."""


@unique
class Durability(StrEnum):
    """The worst that an acknowledged transaction survives: FULL the loss of power, NORMAL the death of the process."""

    FULL = "FULL"
    NORMAL = "NORMAL"


class Database:
    """All that is kept, one attribute for each kind of thing. Get one with `Database.open`.

    A method that writes, or that may read for longer, is awaited; a quick look is not.
    """

    def __init__(self, access: Access) -> None:
        self._access = access
        self.people = People(access)
        self.chats = Chats(access)
        self.blocks = Blocks(access)
        self.tables = Tables(access)
        self.deals = Deals(access)
        self.scores = Scores(access)
        self.daily = Daily(access)
        self.reviews = Reviews(access)
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

    async def causes(self) -> frozenset[int]:
        """The numbers of what has changed something lately; see `storage.causes`."""
        return await self._access.read_long(kept_causes)

    async def caught_up(self) -> None:
        """Return when every transaction that was asked for before has ended."""
        await self._access.caught_up()

    @property
    def status(self) -> DatabaseStatus:
        """The state of writing, for whoever looks after the bot (`/health`)."""
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
            "wal_autocheckpoint = 0",  # see storage.checkpointer
            f"journal_size_limit = {LOG_LIMIT}",
        )
        read = ("query_only = ON",)
        path = file_of(path)
        async with (
            _held(path, steps, clock) if exclusive else _looked_at(path, steps),
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
                    await database._access.close()


@asynccontextmanager
async def _held(path: Path, migrations: Sequence[Migration], clock: WallClock) -> AsyncIterator[None]:
    """Hold the file for this process, made and brought up to date on a thread, which cannot be cancelled."""
    with ExitStack() as stack:
        opening = asyncio.to_thread(stack.enter_context, opened_alone(path, migrations, clock))
        await finish(asyncio.ensure_future(opening))
        yield


@asynccontextmanager
async def _looked_at(path: Path, migrations: Sequence[Migration]) -> AsyncIterator[None]:
    """See that the file is there and up to date, and leave the rest to whoever holds it."""
    connect_read_only(path, migrations).close()
    yield
