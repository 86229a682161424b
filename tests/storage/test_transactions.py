"""Transactions: whole or not there, never mixed, whoever raises or cancels."""

import asyncio
from collections.abc import Callable

import pytest

from storage import Database


class StopError(Exception):
    """What a test raises in the middle."""


async def write_and_stop(database: Database, key: str) -> None:
    """Write something in a transaction that fails."""
    async with database.transaction():
        await database.facts.set(key, "1")
        assert await database.facts.get(key) == "1"
        raise StopError


async def test_an_exception_rolls_back(database: Database) -> None:
    with pytest.raises(StopError):
        await write_and_stop(database, "a")
    assert await database.facts.get("a") is None
    await database.facts.set("b", "1")
    assert await database.facts.starting_with("") == {"b": "1"}


async def test_several_calls_are_one(database: Database) -> None:
    async with database.transaction():
        await database.facts.set("a", "1")
        with pytest.raises(StopError):
            await write_and_stop(database, "b")
        assert await database.facts.get("a") == "1"
        await database.facts.set("c", "1")
    assert await database.facts.starting_with("") == {"a": "1", "c": "1"}


async def test_nobody_reads_what_is_not_committed(database: Database) -> None:
    written, seen = asyncio.Event(), asyncio.Event()

    async def write() -> None:
        async with database.transaction():
            await database.facts.set("a", "1")
            written.set()
            await seen.wait()
            raise StopError

    async def read() -> str | None:
        await written.wait()
        value = await database.facts.get("a")
        seen.set()
        return value

    stopped, value = await asyncio.gather(write(), read(), return_exceptions=True)
    assert isinstance(stopped, StopError)
    assert value is None


async def test_another_task_does_not_join_a_transaction(database: Database) -> None:
    async def mixed(key: str, fails: bool) -> None:
        async with database.transaction():
            await database.facts.set(key, "1")
            await asyncio.sleep(0)
            await database.facts.set(key + key, "1")
            if fails:
                raise StopError

    results = await asyncio.gather(mixed("a", True), mixed("b", False), mixed("c", True), return_exceptions=True)
    assert [type(result) for result in results] == [StopError, type(None), StopError]
    assert await database.facts.starting_with("") == {"b": "1", "bb": "1"}


async def test_a_statement_that_writes_needs_a_transaction(database: Database) -> None:
    connection = database._connection
    calls: list[Callable[[], object]] = [
        lambda: connection.write("DELETE FROM facts"),
        lambda: connection.insert("INSERT INTO facts VALUES ('a', 'b')"),
        lambda: connection.write_many("INSERT INTO facts VALUES (?, ?)", [("a", "b")]),
    ]
    for call in calls:
        with pytest.raises(RuntimeError, match="inside `async with transaction"):
            await call()  # type: ignore[misc]  # each is a coroutine
    assert await database.facts.starting_with("") == {}


async def test_cancelling_at_any_moment_leaves_all_or_nothing(database: Database) -> None:
    """The task is cancelled after each possible number of turns of the event loop, up to its natural end."""

    async def write(number: int) -> None:
        async with database.transaction():
            await database.facts.set(f"{number} a", "1")
            async with database.transaction():
                await database.facts.set(f"{number} b", "1")

    outcomes = set()
    for number in range(400):
        task = asyncio.ensure_future(write(number))
        for _ in range(number):
            await asyncio.sleep(0)
        task.cancel()
        task.cancel()
        results = await asyncio.gather(task, return_exceptions=True)
        kept = len(await database.facts.starting_with(f"{number} "))
        assert kept in (0, 2)
        outcomes.add((kept, results[0] is None))
        if results[0] is None:
            assert kept == 2
    assert (0, False) in outcomes
    assert (2, True) in outcomes
