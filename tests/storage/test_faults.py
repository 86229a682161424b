"""The transaction that settles a deal, broken at every statement in turn: all of it is there, or nothing."""

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from engine.deal import Deal
from storage import Database, DatabaseUnusable, Durability, Recorded, StoredDeal, StoredTable
from storage.check import check
from storage.opening import connect_read_only
from tests.storage.evening import Clock, again, next_state, open_group_table, play_deal, start


class Breaking(sqlite3.Connection):
    """A connection that calls `on_statement` before the `countdown`-th statement from now on; BEGIN and COMMIT
    count. A negative countdown counts what is carried out.
    """

    countdown = 0
    on_statement: Callable[[], object] = staticmethod(lambda: None)

    def _count(self) -> None:
        Breaking.countdown -= 1
        if Breaking.countdown == 0:
            Breaking.on_statement()

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> sqlite3.Cursor:  # type: ignore[override]  # as it is called here
        self._count()
        return super().execute(sql, parameters)

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> sqlite3.Cursor:  # type: ignore[override]  # as it is called here
        self._count()
        return super().executemany(sql, rows)


def disk_is_full() -> None:
    """What SQLite raises when the disk is full."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


def content(path: Path) -> list[str]:
    """Everything in the database, as SQL."""
    with closing(connect_read_only(path)) as connection:
        return list(connection.iterdump())


@pytest.fixture(scope="module")
def almost_over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which one action is missing to the end of the second deal at a table."""
    path = tmp_path_factory.mktemp("almost") / "over.db"

    async def play() -> None:
        async with Database.open(path, clock=Clock(), durability=Durability.NORMAL) as database:
            recorded, _, _ = await play_deal(database, await open_group_table(database))
            table, stored = await start(database, again(recorded.table, 2))
            deal = stored.first()
            while not (following := next_state(deal, random.Random(len(deal.log)))).is_over:
                deal = following
                table = (await database.deals.record(table, stored.id, deal)).table

    asyncio.run(play())
    return path


async def last_action(database: Database) -> tuple[StoredTable, StoredDeal, Deal]:
    """The table, its deal, and the state after the action that ends it."""
    (live,) = await database.live_tables()
    assert live.stored is not None
    assert live.deal is not None
    return live.table, live.stored, next_state(live.deal, random.Random(len(live.deal.log)))


def assert_sound(path: Path) -> None:
    """The database passes `python -m storage check`."""
    with closing(connect_read_only(path)) as connection:
        assert list(check(connection)) == []


async def test_a_fault_at_any_statement_leaves_nothing_of_a_settlement(almost_over: Path, path: Path) -> None:
    raised, number = True, 0
    while raised:
        number += 1
        shutil.copy(almost_over, path)
        async with Database.open(path, durability=Durability.NORMAL, factory=Breaking) as database:
            table, stored, deal = await last_action(database)
            before = content(path)
            Breaking.on_statement, Breaking.countdown = disk_is_full, number
            try:
                recorded = await database.deals.record(table, stored.id, deal)
                raised = False
            except DatabaseUnusable:
                assert content(path) == before
                recorded = await database.deals.record(table, stored.id, deal)  # the same connection goes on
            Breaking.countdown = 0
            assert len(recorded.changes) == 4
            assert (await database.deals.get(stored.id)).settlement == deal.settlement
        assert_sound(path)
    assert number > 12, "BEGIN, the action, the settlement, ledger, scores, lists, table and COMMIT were all broken"


@pytest.mark.parametrize("number", range(1, 30))
async def test_a_cancellation_at_any_statement_lets_the_settlement_end(
    number: int, almost_over: Path, path: Path
) -> None:
    """What has begun is brought to its end: whoever is cancelled meanwhile has settled all, and knows it."""
    shutil.copy(almost_over, path)
    outcomes: list[Recorded] = []

    async def settle(database: Database, table: StoredTable, stored: StoredDeal, deal: Deal) -> None:
        outcomes.append(await database.deals.record(table, stored.id, deal))
        await asyncio.sleep(0)  # where the cancellation comes

    async with Database.open(path, durability=Durability.NORMAL, factory=Breaking) as database:
        table, stored, deal = await last_action(database)
        task = asyncio.ensure_future(settle(database, table, stored, deal))
        Breaking.on_statement = partial(asyncio.get_running_loop().call_soon_threadsafe, task.cancel)
        Breaking.countdown = number
        (result,) = await asyncio.gather(task, return_exceptions=True)
        was_cancelled, Breaking.countdown = Breaking.countdown <= 0, 0
        settlement = (await database.deals.get(stored.id)).settlement
        if outcomes:
            assert isinstance(result, asyncio.CancelledError) == was_cancelled
            assert settlement == deal.settlement
        else:
            assert number == 1, "only before it has begun is it left out"
            assert settlement is None
    assert_sound(path)
