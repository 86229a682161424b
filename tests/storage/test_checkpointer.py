"""The write-ahead log: moved and emptied in the background, whoever reads, and never before a transaction."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from storage import Database, Durability
from storage.checkpointer import COMMITS_BETWEEN, LOG_LIMIT, Checkpointer
from storage.connection import Connection, connect


def size_of_log(path: Path) -> int:
    """Bytes in the write-ahead log."""
    return path.with_name(path.name + "-wal").stat().st_size


def size_of_file(path: Path) -> int:
    """Bytes in the database file."""
    return path.stat().st_size


def insert(database: sqlite3.Connection, text: str) -> None:
    """Write a text."""
    database.execute("INSERT INTO texts VALUES (?)", (text,))


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Somebody else reads one moment of the database all the while, as `check` and `export` do."""
    with closing(connect(path)) as stranger:
        stranger.execute("BEGIN")
        stranger.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        yield


@pytest.fixture
def texts(path: Path) -> Path:
    """A database with one table of texts."""
    with closing(connect(path, ["journal_mode = WAL"])) as first:
        first.execute("CREATE TABLE texts (text)")
    return path


async def ended(checkpointer: Checkpointer) -> None:
    """Wait until it has nothing to do."""
    assert checkpointer._task is not None
    await checkpointer._task


async def test_after_many_transactions_the_log_is_moved_into_the_file(texts: Path) -> None:
    async with Connection(texts, pragmas=["wal_autocheckpoint = 0"]) as writer, Connection(texts) as mover:
        checkpointer = Checkpointer(mover)
        before = size_of_file(texts)
        for number in range(COMMITS_BETWEEN - 1):
            await writer.run(partial(insert, text=str(number) * 100))
            checkpointer.committed()
        assert checkpointer._task is None
        checkpointer.committed()
        await ended(checkpointer)
        assert size_of_file(texts) > before
        length = size_of_log(texts)
        await writer.run(partial(insert, text="begins the log anew"))
        assert size_of_log(texts) == length, "from its beginning, so that it does not grow"


async def test_emptying_waits_for_readers_ever_longer_and_is_done_when_they_have_gone(texts: Path) -> None:
    async with Connection(texts) as writer, Connection(texts) as mover:
        pauses: list[float] = []
        stranger = reading(texts)

        async def wait(seconds: float) -> None:
            pauses.append(seconds)
            await writer.run(partial(insert, text="in nobody's way"))
            if len(pauses) == 8:
                stranger.__exit__(None, None, None)

        checkpointer = Checkpointer(mover, wait)
        stranger.__enter__()
        await writer.run(partial(insert, text="to be gone from the log"))
        checkpointer.empty()
        checkpointer.empty()
        await ended(checkpointer)
        assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
        assert size_of_log(texts) == 0


async def test_what_cannot_be_moved_is_tried_again(texts: Path, caplog: pytest.LogCaptureFixture) -> None:
    class FullTwice(sqlite3.Connection):
        times = 2

        def execute(self, sql: str, parameters: object = ()) -> sqlite3.Cursor:
            if "checkpoint" in sql and FullTwice.times:
                FullTwice.times -= 1
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            return super().execute(sql, parameters)  # type: ignore[arg-type]  # as it was called

    async def wait(_: float) -> None:
        pass

    async with Connection(texts) as writer, Connection(texts, factory=FullTwice) as mover:
        await writer.run(partial(insert, text="a"))
        checkpointer = Checkpointer(mover, wait)
        checkpointer.empty()
        await ended(checkpointer)
        assert size_of_log(texts) == 0
    assert caplog.text.count("the disk is full; make room") == 2


async def test_no_transaction_moves_the_log_however_long_it_is(path: Path) -> None:
    async with Database.open(path, durability=Durability.NORMAL) as database:
        setting = await database._access.write(lambda one: one.execute("PRAGMA wal_autocheckpoint").fetchone()[0])
        assert setting == 0


async def test_a_log_that_has_grown_behind_a_reader_shrinks_when_they_have_gone(path: Path) -> None:
    async with Database.open(path, durability=Durability.NORMAL) as database:
        with reading(path):
            for number in range(COMMITS_BETWEEN + 10):
                await database.key_value.set(f"key {number}", "x" * 100_000)
            grown = size_of_log(path)
        assert grown > 1.5 * LOG_LIMIT
        for number in range(COMMITS_BETWEEN + 10):
            await database.key_value.set("key", str(number))
        await ended(database._access._log)
        await database.key_value.set("key", "begins the log anew")
        assert size_of_log(path) <= LOG_LIMIT


async def test_forgetting_keeps_nobody_waiting_while_somebody_reads_the_file(path: Path) -> None:
    async with Database.open(path, durability=Durability.NORMAL) as database:
        person = await database.people.seen(1, "Zebediah-the-unforgettable")
        with reading(path):
            for _ in range(3):
                await database.people.forget(person.id)
                await database.key_value.set("a play", "is written at once")
            await asyncio.sleep(0)
            assert database.status.failed_at is None
    files = [file.read_bytes() for file in path.parent.iterdir()]
    assert not any(b"Zebediah" in content for content in files), "closing has emptied the log"
