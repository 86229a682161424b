"""What has brought about what is written is known by its number, and only together with that."""

import asyncio
from pathlib import Path

import pytest

from storage import Database, caused_by
from storage.causes import KEPT


async def test_a_cause_is_kept_with_what_it_has_changed(path: Path) -> None:
    async with Database.open(path) as database:
        assert await database.causes() == frozenset()
        with caused_by(7):
            await database.key_value.set("a", "1")
        await database.key_value.set("b", "2")
        assert await database.causes() == {7}
    async with Database.open(path) as database:
        assert await database.causes() == {7}


async def test_what_was_refused_has_no_cause(database: Database) -> None:
    def fails(_: object) -> None:
        raise LookupError("nothing here")

    with caused_by(8), pytest.raises(LookupError):
        await database._access.write(fails)
    assert await database.causes() == frozenset()


async def test_a_few_hundred_are_kept_and_the_latest_are_among_them(database: Database) -> None:
    for number in range(1, 3 * KEPT, 2):
        with caused_by(number):
            await database.key_value.set("a", str(number))
    kept = await database.causes()
    assert len(kept) <= KEPT
    assert set(range(3 * KEPT - 101, 3 * KEPT, 2)) <= kept


async def test_those_who_write_together_keep_their_own_causes(database: Database) -> None:
    async def write(number: int) -> None:
        with caused_by(number):
            await asyncio.sleep(0)
            await database.key_value.set(f"key {number}", "1")

    await asyncio.gather(*map(write, range(20)))
    assert await database.causes() == frozenset(range(20))
