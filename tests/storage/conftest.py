"""A database in a folder of its own for every test that asks for one.

It is opened with less durability than the bot's: the loss of power is not what these tests are about, and they wait
less. Tests of durability open their own.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from storage import Database, Durability
from storage.check import check
from storage.opening import connect_read_only
from tests.storage.evening import Clock, full_evening


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of the test is."""
    return tmp_path / "shuangkou.db"


@pytest.fixture
def clock() -> Clock:
    """The clock of the test's database."""
    return Clock()


@pytest.fixture(scope="session")
def evening_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed database with something of everything; not to be changed."""
    path = tmp_path_factory.mktemp("evening") / "shuangkou.db"

    async def fill() -> None:
        async with Database.open(path, clock=Clock(), durability=Durability.NORMAL) as database:
            await full_evening(database)

    asyncio.run(fill())
    return path


@pytest.fixture
def evening(evening_once: Path, path: Path) -> Path:
    """A copy of it."""
    shutil.copy(evening_once, path)
    return path


@pytest.fixture
async def database(path: Path, clock: Clock) -> AsyncIterator[Database]:
    """An open database; after the test it is checked as `python -m storage check` does."""
    async with Database.open(path, clock=clock, durability=Durability.NORMAL) as opened:
        yield opened
    with closing(connect_read_only(path)) as connection:
        assert list(check(connection)) == []
