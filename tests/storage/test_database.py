"""The file: opened once, refused with one sentence and left as it was, closed on every way out."""

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from storage import (
    Database,
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseError,
    DatabaseForeign,
    DatabaseOutdated,
    DatabaseStatus,
    DatabaseTooNew,
    DatabaseUnusable,
    Durability,
)
from storage.access import Access
from storage.connection import Connection, connect
from storage.migrations import Migration, load_migrations
from storage.opening import connect_read_only
from storage.people import save_person
from tests.storage.evening import meet


async def opened(path: Path) -> None:
    """Open a database and close it."""
    async with Database.open(path):
        pass


def assert_nothing_runs() -> None:
    """No thread of a connection keeps the process from ending."""
    for thread in threading.enumerate():
        if "connection_worker" in thread.name:
            thread.join(5)
            assert not thread.is_alive(), "every way out closes the connections, or the process would never end"


async def test_what_is_written_is_there_after_closing(path: Path) -> None:
    async with Database.open(path) as database:
        await database.key_value.set("key", "value")
    async with Database.open(path) as database:
        assert database.key_value.get("key") == "value"


def test_the_file_is_private(path: Path) -> None:
    asyncio.run(opened(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("durability", Durability)
async def test_the_settings_of_the_connection(path: Path, durability: Durability) -> None:
    def settings(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "foreign_keys", "synchronous", "busy_timeout", "secure_delete", "query_only")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    synchronous = {Durability.FULL: 2, Durability.NORMAL: 1}[durability]
    async with Database.open(path, durability=durability) as database:
        access = database._access
        assert await access.write(settings) == ["wal", 1, synchronous, 0, 1, 0]
        for reading in (access.read(settings), await access.read_long(settings)):
            assert reading[-1] == 1, "whoever reads cannot write"
            assert reading[3] == 0


async def test_one_process_at_a_time(path: Path) -> None:
    script = (
        "import asyncio, sys\nfrom pathlib import Path\nfrom storage import Database\n"
        "async def main():\n    async with Database.open(Path(sys.argv[1])): pass\n"
        "asyncio.run(main())"
    )
    command = [sys.executable, "-c", script, str(path)]
    async with Database.open(path):
        refused = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
        with pytest.raises(DatabaseBusy, match=f"in use by process {os.getpid()}; one database serves one bot"):
            await opened(path)
    assert refused.returncode != 0
    assert f"DatabaseBusy: {path} is in use by process {os.getpid()}" in refused.stderr
    await asyncio.to_thread(subprocess.run, command, check=True)


def write_foreign(path: Path) -> None:
    """Another program's database."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE notes (text)")


def write_text(path: Path) -> None:
    """No database at all."""
    path.write_text("These are not the tables you are looking for.\n" * 100)


def write_newer(path: Path) -> None:
    """A database that a newer program has written."""
    asyncio.run(opened(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO migrations VALUES (?, 'later', '', 0)", (len(load_migrations()) + 1,))


def write_differently(path: Path) -> None:
    """A database made by another text of the same migration."""
    asyncio.run(opened(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE migrations SET digest = 'other'")


def write_damaged(path: Path) -> None:
    """A database of which the first page has been overwritten behind its header."""
    asyncio.run(opened(path))
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xaa" * 3996
    path.write_bytes(content)


def write_folder(path: Path) -> None:
    """A folder."""
    path.mkdir()


@pytest.mark.parametrize(
    ("write", "error", "sentence"),
    [
        (write_foreign, DatabaseForeign, "is the database of another program"),
        (write_text, DatabaseForeign, "is not a database"),
        (write_newer, DatabaseTooNew, "use a newer program"),
        (write_differently, DatabaseDamaged, "migrations are never edited"),
        (write_damaged, DatabaseDamaged, "restore a backup"),
        (write_folder, DatabaseUnusable, "name a file in it"),
    ],
)
def test_a_file_that_is_refused_stays_as_it_was(
    path: Path, write: Callable[[Path], None], error: type[DatabaseError], sentence: str
) -> None:
    write(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(error, match=sentence) as refusal:
        asyncio.run(opened(path))
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert (path.read_bytes() if path.is_file() else b"") == before
    assert_nothing_runs()
    with pytest.raises(error):
        connect_read_only(path)


@pytest.mark.parametrize("place", ["missing/shuangkou.db", "/proc/shuangkou.db"])
def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path, place: str) -> None:
    path = tmp_path / place
    with pytest.raises(DatabaseUnusable, match="its folder must exist and be writable"):
        asyncio.run(opened(path))
    with pytest.raises(DatabaseUnusable, match="is no file"):
        connect_read_only(path)


def test_a_database_held_by_a_stranger_is_busy(path: Path) -> None:
    asyncio.run(opened(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")

        async def write() -> None:
            async with Database.open(path, patience=0.01) as database:
                await database.key_value.set("key", "value")

        with pytest.raises(DatabaseBusy, match="locked by another process"):
            asyncio.run(write())


def test_a_tool_does_not_change_the_version(path: Path) -> None:
    steps = load_migrations()
    later = Migration(len(steps) + 1, "later.sql", "CREATE TABLE more (number);")
    asyncio.run(opened(path))

    async def use_tool() -> None:
        async with Database.open(path, exclusive=False, migrations=(*steps, later)):
            pass

    with pytest.raises(DatabaseOutdated, match="start the bot once"):
        asyncio.run(use_tool())


async def test_a_tool_writes_beside_the_running_bot(path: Path) -> None:
    async with Database.open(path) as bot, Database.open(path, exclusive=False) as tool:
        await tool.key_value.set("key", "value")
        await bot.key_value.set("other", "value")
        assert bot.key_value.get("key") == tool.key_value.get("other") == "value"


async def most_pages(database: Database, number: int) -> None:
    """Let the database grow to so many pages and no more."""
    await database._access.write(lambda connection: connection.execute(f"PRAGMA max_page_count = {number}").fetchall())


async def test_a_full_disk_is_said_so_and_nothing_is_half_written(path: Path) -> None:
    async with Database.open(path) as database:
        pages = database._access.read(lambda connection: connection.execute("PRAGMA page_count").fetchone()[0])
        await most_pages(database, pages)

        def fill(connection: sqlite3.Connection) -> None:
            for number in range(10_000):
                save_person(connection, number, ("x" * 1000, None, None, None), 0.0)

        with pytest.raises(DatabaseUnusable, match="the disk is full; make room"):
            await database._access.write(fill)
        assert database.people.by_telegram_id(0) is None
        assert database.status.is_failing
        assert "the disk is full" in str(database.status.last_failure)
        await most_pages(database, 100_000)
        await meet(database, 1)
        assert not database.status.is_failing


_WRITE_WITHOUT_ROOM = """
import asyncio, resource, sys
from pathlib import Path
from storage import Database, DatabaseUnusable
path = Path(sys.argv[1])
async def main():
    async with Database.open(path) as database:
        size = (path.parent / (path.name + "-wal")).stat().st_size + 50_000
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        written = 0
        try:
            while True:
                await database.key_value.set(f"key {written}", "x" * 1000)
                written += 1
        except DatabaseUnusable as error:
            print(written, error)
asyncio.run(main())
"""


def test_a_write_that_the_system_refuses_loses_nothing_before(path: Path) -> None:
    asyncio.run(opened(path))
    command = [sys.executable, "-c", _WRITE_WITHOUT_ROOM, str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    written, _, sentence = result.stdout.partition(" ")
    assert "cannot be" in sentence or "disk is full" in sentence

    async def read() -> dict[str, str]:
        async with Database.open(path) as database:
            return await database.key_value.starting_with("key ")

    assert len(asyncio.run(read())) == int(written) > 3


class Refusing(sqlite3.Connection):
    """A connection on which no PRAGMA works."""

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> sqlite3.Cursor:  # type: ignore[override]  # as it is called here
        if sql.startswith("PRAGMA"):
            raise sqlite3.OperationalError("refused")
        return super().execute(sql, parameters)


async def test_a_start_that_fails_half_way_leaves_nothing_open(path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="refused"):
        async with Database.open(path, factory=Refusing):
            pass
    assert_nothing_runs()
    await opened(path)


_ENDING = """
import asyncio, signal, sys
from pathlib import Path
from storage import Database
way, path = sys.argv[1], Path(sys.argv[2])
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what is to run in the background without it
def leave():
    if way == "exit in a callback":
        sys.exit(3)
    if way == "interrupt":
        signal.raise_signal(signal.SIGINT)
    if way == "the loop is stopped":
        asyncio.get_running_loop().stop()
async def use(begun):
    async with Database.open(path) as database:
        await database.key_value.set("key", "value")
        saving = asyncio.ensure_future(database.key_value.set("other", "value"))
        begun.set()
        if way == "exit":
            sys.exit(3)
        if way == "error":
            raise ZeroDivisionError
        asyncio.get_running_loop().call_soon(leave)
        await asyncio.Event().wait()
async def main():
    begun = asyncio.Event()
    task = asyncio.ensure_future(use(begun))
    await begun.wait()
    if way == "cancelled":
        task.cancel()
    if way != "left to the loop":
        await task
asyncio.run(main())
"""


@pytest.mark.parametrize(
    "way",
    [
        "exit",
        "error",
        "exit in a callback",
        "interrupt",
        "the loop is stopped",
        "cancelled",
        "left to the loop",
    ],
)
def test_every_way_out_ends_the_process(way: str, path: Path) -> None:
    """The threads of aiosqlite are no daemons: one that is not closed would keep the process for ever."""
    command = [sys.executable, "-c", _ENDING, way, str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode == 0) == (way == "left to the loop"), result.stderr
    assert "deleted before being closed" not in result.stderr
    asyncio.run(opened(path))


async def test_a_start_that_is_cancelled_leaves_nothing_open(path: Path) -> None:
    for turns in range(12):
        task = asyncio.ensure_future(opened(path))
        for _ in range(turns):
            await asyncio.sleep(0)
        if not task.cancel():
            await task  # it was quicker than that many turns
            continue
        with pytest.raises(asyncio.CancelledError):
            await task
    assert_nothing_runs()
    await opened(path)


async def test_a_body_that_fails_closes_the_database(path: Path) -> None:
    async def fail() -> None:
        async with Database.open(path) as database:
            await database.key_value.set("key", "value")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert_nothing_runs()
    await opened(path)


async def test_the_state_of_writing_becomes_true_again_though_nobody_writes(path: Path) -> None:
    """A bot nobody plays with would else be unwell for ever after a disk that was full for a moment."""
    await opened(path)
    pauses: list[float] = []

    async def wait(seconds: float) -> None:
        pauses.append(seconds)
        assert str(access.status.problem).startswith("nothing can be written: ")
        if len(pauses) == 3:
            await writer.read(lambda connection: connection.execute("PRAGMA query_only = OFF"))

    async with Connection(path) as writer, Connection(path) as reader:
        with closing(connect(path)) as quick:
            access = Access(writer, quick, reader, path, clock=time.time, zone=UTC, sleep=wait)
            assert access.status.problem is None
            await writer.read(lambda connection: connection.execute("PRAGMA query_only = ON"))
            with pytest.raises(DatabaseUnusable):
                await access.write(lambda connection: connection.execute("PRAGMA user_version = 0"))
            assert access._probing is not None
            await access._probing
            assert pauses == [10, 10, 10]
            assert access.status.problem is None
            assert access.status.last_commit is not None
            await access.close()


async def test_nothing_is_tried_any_more_once_somebody_has_written(path: Path) -> None:
    async with Database.open(path) as database:
        access = database._access
        await access._writer.read(lambda connection: connection.execute("PRAGMA query_only = ON"))
        with pytest.raises(DatabaseUnusable):
            await database.key_value.set("key", "value")
        probing = access._probing
        assert probing is not None
        await access._writer.read(lambda connection: connection.execute("PRAGMA query_only = OFF"))
        await database.key_value.set("key", "value")
        await asyncio.wait([probing], timeout=5)
        assert probing.cancelled()


def test_what_is_not_answered_for_long_is_a_problem() -> None:
    status = DatabaseStatus(False, None, None, None, waiting=3, longest_wait=9.9)
    assert status.problem is None
    assert replace(status, longest_wait=12.3).problem == "the database has not answered for 12 s"
