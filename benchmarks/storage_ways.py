"""Three ways to write the same action: this version's, the one before it, and aiosqlite used plainly.

An action is eight statements and a commit, on the bot's own schema, in WAL mode with `synchronous=FULL`. The one before
is a small copy of what `storage.connection` was: statements where they are called, and a commit left to a thread.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import aiosqlite

from engine.shuffle import deal_cards
from storage import ChatKind, Database, Occupant, Shuffle, StoredOptions, StoredTable
from storage.connection import connect

GROUP: Final = -1001234567890
FULL: Final = ("foreign_keys = ON", "secure_delete = ON", "synchronous = FULL")

Statement: TypeAlias = tuple[str, tuple[object, ...]]


@dataclass
class Game:
    """A table at which a deal is played, and how many actions have been written."""

    table_id: int
    deal_id: int
    actions: int = 0

    def next(self) -> list[Statement]:
        """The statements of the next action: what a play reads and writes, its message and the next selection."""
        self.actions += 1
        table, deal, number, seat = self.table_id, self.deal_id, self.actions, self.actions % 4
        return [
            (
                "SELECT deals.*, (SELECT ifnull(max(number), 0) FROM actions WHERE deal_id = deals.id) AS recorded"
                " FROM deals WHERE id = ? AND table_id = ?",
                (deal, table),
            ),
            ("INSERT INTO actions VALUES (?, ?, ?, 'play', '5 5 5', 'triple', 0.0)", (deal, number, seat)),
            ("DELETE FROM drafts WHERE deal_id = ? AND seat = ?", (deal, seat)),
            (
                "UPDATE tables SET deadline = ?, notes = ?, version = version + 1, updated = ? WHERE id = ?",
                (float(number), f'{{"votes": [{number}]}}', float(number), table),
            ),
            ("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", (table,)),
            (
                "INSERT INTO messages VALUES (?, 'table', 1, ?, ?) ON CONFLICT DO UPDATE SET"
                " message_id = excluded.message_id, shown = excluded.shown",
                (table, number, "0" * 64),
            ),
            ("SELECT * FROM messages WHERE table_id = ?", (table,)),
            ("INSERT INTO drafts VALUES (?, ?, '5 5') ON CONFLICT DO NOTHING", (deal, seat)),
        ]


class Way(Protocol):
    """A way to write."""

    async def write(self, statements: Sequence[Statement]) -> None:
        """Carry the statements out as a transaction; when this returns, they are on the disk."""


class ThisVersion:
    """A transaction as one function on aiosqlite's thread."""

    def __init__(self, database: Database) -> None:
        self._access = database._access

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path) -> AsyncIterator["ThisVersion"]:
        """Open the database."""
        async with Database.open(path) as database:
            yield cls(database)

    async def write(self, statements: Sequence[Statement]) -> None:
        await self._access.write(partial(carry_out, statements=statements))


def carry_out(database: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    """Carry the statements out, and read all that they give."""
    for sql, parameters in statements:
        database.execute(sql, parameters).fetchall()


class VersionBefore:
    """Statements where they are called; the commit on a thread, and a lock around both."""

    def __init__(self, writer: sqlite3.Connection) -> None:
        self._writer = writer
        self._thread = ThreadPoolExecutor(1, "database")
        self._lock = asyncio.Lock()

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path) -> AsyncIterator["VersionBefore"]:
        """Open the database."""
        with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as writer:
            for pragma in FULL:
                writer.execute(f"PRAGMA {pragma}")
            way = cls(writer)
            yield way
            way._thread.shutdown()

    async def write(self, statements: Sequence[Statement]) -> None:
        async with self._lock:
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                for sql, parameters in statements:
                    self._writer.execute(sql, parameters).fetchall()
                await self._finish(self._writer.commit)
            except BaseException:
                self._writer.rollback()
                raise

    async def _finish(self, work: Callable[[], None]) -> None:
        async def on_thread() -> None:
            await asyncio.get_running_loop().run_in_executor(self._thread, work)

        task, cancelled = asyncio.ensure_future(on_thread()), None
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is not None:
            raise cancelled
        task.result()


class PlainAiosqlite:
    """Every statement awaited, with a lock around the transaction."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path) -> AsyncIterator["PlainAiosqlite"]:
        """Open the database."""
        async with aiosqlite.connect(path, isolation_level=None) as connection:
            for pragma in FULL:
                await connection.execute(f"PRAGMA {pragma}")
            yield cls(connection)

    async def write(self, statements: Sequence[Statement]) -> None:
        async with self._lock:
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                for sql, parameters in statements:
                    await self._connection.execute_fetchall(sql, parameters)
                await self._connection.commit()
            except BaseException:
                await self._connection.rollback()
                raise


WAYS: Final[dict[str, Callable[[Path], AbstractAsyncContextManager[Way]]]] = {
    "this version": ThisVersion.open,
    "the version before": VersionBefore.open,
    "plain aiosqlite": PlainAiosqlite.open,
}


async def open_table(database: Database, number: int) -> StoredTable:
    """A table with four people in a chat of its own."""
    await database.chats.seen(GROUP - number, ChatKind.SUPERGROUP, f"Group {number}")
    people = [await database.people.seen(4 * number + seat, f"Player {4 * number + seat}") for seat in range(4)]
    shuffle, options = Shuffle((number + 1).to_bytes(32, "big")), StoredOptions()
    seating = deal_cards(shuffle.seed, options.rules).seating
    one, two, three, four = (Occupant.person(people[place].id) for place in seating)
    return await database.tables.create(
        chat_id=GROUP - number, host_id=people[0].id, shuffle=shuffle, options=options, seats=(one, two, three, four)
    )


async def prepare(path: Path, tables: int) -> list[Game]:
    """A database with so many tables at which a deal has begun."""
    async with Database.open(path) as database:
        games = []
        for number in range(tables):
            table, stored = await database.deals.start(await open_table(database, number))
            games.append(Game(table.id, stored.id))
        return games


def written(path: Path) -> int:
    """Return how many actions are on the disk."""
    with closing(connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM actions").fetchone()[0])
