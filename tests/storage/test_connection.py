"""The connection: transactions whole or not there, never mixed, whoever raises, waits or cancels."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from storage import DatabaseBusy
from storage.connection import Connection, connect

PATIENCE = 5.0


class StopError(Exception):
    """Raised by a test in the middle of a transaction."""


def nothing() -> None:
    """Do nothing."""


@dataclass
class Waiting:
    """A clock for the thread, which goes on only when the thread waits; `meanwhile` is called then."""

    now: float = 0.0
    meanwhile: Callable[[], None] = nothing

    def monotonic(self) -> float:
        """The time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Wait."""
        self.now += seconds
        self.meanwhile()


def insert(database: sqlite3.Connection, text: str) -> str:
    """Write a text."""
    database.execute("INSERT INTO texts VALUES (?)", (text,))
    return text


def insert_and_stop(database: sqlite3.Connection, text: str) -> str:
    """Write a text, and fail."""
    insert(database, text)
    raise StopError


def texts(database: sqlite3.Connection) -> list[str]:
    """All that has been written."""
    return [text for (text,) in database.execute("SELECT text FROM texts ORDER BY text")]


@pytest.fixture
def waiting() -> Waiting:
    """The clock of the test's connection."""
    return Waiting()


@pytest.fixture
async def connection(path: Path, waiting: Waiting) -> AsyncIterator[Connection]:
    """A connection to a database with one table of texts."""
    with closing(connect(path, ["journal_mode = WAL"])) as first:
        first.execute("CREATE TABLE texts (text UNIQUE)")
    async with Connection(path, patience=PATIENCE, monotonic=waiting.monotonic, sleep=waiting.sleep) as opened:
        yield opened


def hold(connection: Connection) -> tuple[threading.Event, "asyncio.Future[None]"]:
    """Keep the thread busy until the event is set, so that what is asked meanwhile waits together."""
    go = threading.Event()

    def wait(_: sqlite3.Connection) -> None:
        assert go.wait(10)

    return go, asyncio.ensure_future(connection.read(wait))


async def test_aiosqlite_still_runs_a_function_on_its_thread(connection: Connection) -> None:
    """The one door: a release of aiosqlite that closes it shows here, and `Connection._on_thread` is to be changed."""
    ran: list[tuple[int, str]] = []

    def note(name: str) -> None:
        ran.append((threading.get_ident(), name))

    await asyncio.gather(connection._on_thread(note, "first"), connection._on_thread(note, "second"))
    assert [name for _, name in ran] == ["first", "second"], "the thread keeps the order"
    assert len({thread for thread, _ in ran}) == 1
    assert ran[0][0] != threading.get_ident()


async def test_what_a_transaction_returns_is_written(connection: Connection, path: Path) -> None:
    assert await connection.run(partial(insert, text="a")) == "a"
    with closing(connect(path)) as other:
        assert texts(other) == ["a"]


async def test_an_exception_undoes_everything(connection: Connection) -> None:
    with pytest.raises(StopError):
        await connection.run(partial(insert_and_stop, text="a"))
    with pytest.raises(sqlite3.IntegrityError):
        await connection.run(lambda database: (insert(database, "b"), insert(database, "b")))
    await connection.run(partial(insert, text="c"))
    assert await connection.read(texts) == ["c"]


async def test_nobody_reads_what_is_not_committed(connection: Connection, path: Path) -> None:
    seen: list[list[str]] = []

    def write(database: sqlite3.Connection) -> None:
        insert(database, "a")
        with closing(connect(path)) as other:
            seen.append(texts(other))

    await connection.run(write)
    assert seen == [[]]


async def test_those_that_wait_together_share_one_commit(connection: Connection) -> None:
    statements: list[str] = []
    await connection.set_trace_callback(statements.append)
    go, held = hold(connection)
    writing = [asyncio.ensure_future(connection.run(partial(insert, text=str(number)))) for number in range(5)]
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(held, *writing)
    assert statements.count("COMMIT") == 1
    assert await connection.read(texts) == ["0", "1", "2", "3", "4"]


async def test_of_those_that_wait_together_one_that_fails_is_undone_alone(connection: Connection) -> None:
    go, held = hold(connection)
    works = [insert, insert_and_stop, insert, insert_and_stop]
    writing = [asyncio.ensure_future(connection.run(partial(work, text=str(at)))) for at, work in enumerate(works)]
    twice = asyncio.ensure_future(connection.run(partial(insert, text="0")))
    await asyncio.sleep(0)
    go.set()
    await held
    outcomes = await asyncio.gather(*writing, twice, return_exceptions=True)
    assert [type(one) for one in outcomes] == [str, StopError, str, StopError, sqlite3.IntegrityError]
    assert await connection.read(texts) == ["0", "2"]


class FullOnce(sqlite3.Connection):
    """A connection whose disk is full at its first COMMIT, or where "full" is written: SQLite then undoes all of it."""

    commits = 0

    def execute(self, sql: str, parameters: object = ()) -> sqlite3.Cursor:
        if sql == "COMMIT":
            FullOnce.commits += 1
        if (sql == "COMMIT" and FullOnce.commits == 1) or parameters == ("full",):
            self.rollback()
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(sql, parameters)  # type: ignore[arg-type]  # as it was called


@pytest.mark.parametrize("broken", ["commit", "statement"])
async def test_where_all_is_lost_each_is_tried_again_alone(broken: str, connection: Connection, path: Path) -> None:
    FullOnce.commits = 0 if broken == "commit" else 1
    words = ["a", "full", "b"] if broken == "statement" else ["a", "b", "c"]
    async with Connection(path, factory=FullOnce) as breaking:
        go, held = hold(breaking)
        writing = [asyncio.ensure_future(breaking.run(partial(insert, text=word))) for word in words]
        await asyncio.sleep(0)
        go.set()
        await held
        outcomes = await asyncio.gather(*writing, return_exceptions=True)
    failed = [word for word, outcome in zip(words, outcomes, strict=True) if isinstance(outcome, Exception)]
    assert failed == (["full"] if broken == "statement" else [])
    assert await connection.read(texts) == sorted(set(words) - {"full"})


async def test_whoever_is_cancelled_while_waiting_is_left_out(connection: Connection) -> None:
    go, held = hold(connection)
    writing = [asyncio.ensure_future(connection.run(partial(insert, text=str(number)))) for number in range(3)]
    await asyncio.sleep(0)
    writing[1].cancel()
    await asyncio.sleep(0)
    go.set()
    await held
    outcomes = await asyncio.gather(*writing, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [str, asyncio.CancelledError, str]
    assert await connection.read(texts) == ["0", "2"]


@pytest.mark.parametrize("times", [1, 3])
async def test_whoever_is_cancelled_later_learns_the_outcome_and_is_cancelled_then(
    times: int, connection: Connection
) -> None:
    loop = asyncio.get_running_loop()
    learnt: list[str] = []

    def write(database: sqlite3.Connection) -> str:
        for _ in range(times):
            loop.call_soon_threadsafe(task.cancel)
        return insert(database, "a")

    async def caller() -> None:
        learnt.append(await connection.run(write))
        await asyncio.sleep(0)
        learnt.append("never reached")

    task = asyncio.ensure_future(caller())
    with pytest.raises(asyncio.CancelledError):
        await task
    assert learnt == await connection.read(texts) == ["a"]


async def test_cancelling_at_any_moment_leaves_all_or_nothing_and_the_caller_knows(connection: Connection) -> None:
    """The task is cancelled after each possible number of turns of the event loop, up to its natural end."""
    seen = set()
    for number in range(400):
        learnt: list[str] = []

        async def write(number: int, learnt: list[str]) -> None:
            def both(database: sqlite3.Connection) -> str:
                insert(database, f"{number} a")
                return insert(database, f"{number} b")

            learnt.append(await connection.run(both))

        task = asyncio.ensure_future(write(number, learnt))
        for _ in range(number):
            await asyncio.sleep(0)
        task.cancel()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        kept = sum(text.startswith(f"{number} ") for text in await connection.read(texts))
        assert kept == 2 * len(learnt)
        seen.add(kept)
    assert seen == {0, 2}


async def test_patience_counts_from_when_it_was_asked_for(connection: Connection, waiting: Waiting, path: Path) -> None:
    """Six wait for another process that writes: all are refused after the same five seconds, not one by one."""
    refused_at: list[float] = []

    async def write(number: int) -> None:
        with pytest.raises(DatabaseBusy, match="locked by another process"):
            await connection.run(partial(insert, text=str(number)))
        refused_at.append(waiting.now)

    with closing(connect(path)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        await asyncio.gather(*map(write, range(6)))
    assert len(refused_at) == 6
    assert max(refused_at) < PATIENCE + 0.1
    await connection.run(partial(insert, text="again"))
    assert await connection.read(texts) == ["again"]


async def test_what_waits_for_another_process_is_written_when_that_has_finished(
    connection: Connection, waiting: Waiting, path: Path
) -> None:
    """Together, and without what has been cancelled meanwhile."""
    loop, given_up = asyncio.get_running_loop(), threading.Event()

    def meanwhile() -> None:
        if waiting.now > PATIENCE / 2 and not given_up.is_set():
            loop.call_soon_threadsafe(writing[1].cancel)
            loop.call_soon_threadsafe(loop.call_soon, loop.call_soon, given_up.set)  # when the task has heard of it
            assert given_up.wait(10)
            stranger.execute("ROLLBACK")

    waiting.meanwhile = meanwhile
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        writing = [asyncio.ensure_future(connection.run(partial(insert, text=str(number)))) for number in range(3)]
        outcomes = await asyncio.gather(*writing, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [str, asyncio.CancelledError, str]
    assert await connection.read(texts) == ["0", "2"]


async def test_reads_see_one_moment(connection: Connection, path: Path) -> None:
    def twice(database: sqlite3.Connection) -> tuple[list[str], list[str]]:
        before = texts(database)
        with closing(connect(path)) as other:
            insert(other, "a")
        return before, texts(database)

    assert await connection.read(twice) == ([], [])
    assert await connection.read(texts) == ["a"]


async def test_what_is_pending_is_counted(connection: Connection) -> None:
    go, held = hold(connection)
    writing = asyncio.ensure_future(connection.run(partial(insert, text="a")))
    await asyncio.sleep(0)
    assert connection.pending == 2
    go.set()
    await asyncio.gather(held, writing)
    assert connection.pending == 0


async def test_names_do_not_reach_the_log(connection: Connection, caplog: pytest.LogCaptureFixture) -> None:
    """aiosqlite writes at DEBUG what it carries out, statements with their parameters included."""
    with caplog.at_level(logging.DEBUG), caplog.at_level(logging.DEBUG, logger="aiosqlite"):
        await connection.run(partial(insert, text="Zebediah"))
        await connection.read(partial(insert_nothing, text="Zebediah"))
        await connection.execute("INSERT INTO texts VALUES (?)", ("Zebediah the second",))
        with pytest.raises(StopError):
            await connection.run(partial(insert_and_stop, text="Zebediah the third"))
    assert "Zebediah" not in caplog.text


def insert_nothing(database: sqlite3.Connection, text: str) -> None:
    """Look for a text."""
    database.execute("SELECT 1 FROM texts WHERE text = ?", (text,)).fetchall()


async def test_closing_lets_what_was_asked_for_end(path: Path, connection: Connection) -> None:
    async with Connection(path, patience=PATIENCE) as second:
        writing = asyncio.ensure_future(second.run(partial(insert, text="a")))
        await asyncio.sleep(0)
    assert await writing == "a"
    assert await connection.read(texts) == ["a"]
