"""Fifty tables at once over one connection: nobody's action is lost, doubled or mixed with another's."""

import asyncio
import random
import sqlite3
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from engine.deal import Deal
from storage import Database, Durability, Recorded, StaleTable, StoredTable
from storage.check import check
from storage.opening import connect_read_only
from tests.storage.evening import again, next_state, open_group_table, start

TABLES = 50


async def test_fifty_tables_at_once(path: Path) -> None:
    async with Database.open(path, durability=Durability.NORMAL) as database:
        lobbies = [
            await open_group_table(database, chat_id=-1000 - number, first=1000 + 4 * number, seed=number + 1)
            for number in range(TABLES)
        ]
        expected: dict[int, int] = {}

        async def play(table: StoredTable) -> None:
            rng = random.Random(table.id)
            table, stored = await start(database, again(table, table.id))
            deal = stored.first()
            while not deal.is_over:
                deal = next_state(deal, rng)
                recorded = await database.deals.record(table, stored.id, deal)
                table = recorded.table
                assert len(deal.log) == recorded.number
                if rng.random() < 0.05:
                    await asyncio.sleep(0)
            expected.update({change.person_id: change.points for change in recorded.changes})
            assert (await database.deals.get(stored.id)).last() == deal

        await asyncio.gather(*map(play, lobbies))
        assert len(expected) == 4 * TABLES
        for person_id, points in expected.items():
            assert (database.scores.of(person_id)).score == points
    with closing(connect_read_only(path)) as connection:
        assert list(check(connection)) == []


async def test_four_hundred_actions_whose_callers_are_cancelled_at_any_moment(path: Path) -> None:
    """None is there by half, and every caller knows whether theirs is."""
    rng, outcomes = random.Random(12), Counter[bool]()
    async with Database.open(path, durability=Durability.NORMAL) as database:
        table = await open_group_table(database)
        deal, stored = None, None
        while outcomes.total() < 400:
            if deal is None or stored is None or deal.is_over:
                table, stored = await start(database, again(table, rng.randrange(1, 1 << 60)))
                deal = stored.first()
            following, learnt = next_state(deal, rng), list[Recorded]()

            async def act(table: StoredTable, deal_id: int, deal: Deal, learnt: list[Recorded]) -> None:
                learnt.append(await database.deals.record(table, deal_id, deal))
                await asyncio.sleep(0)  # where the cancellation comes

            task = asyncio.ensure_future(act(table, stored.id, following, learnt))
            for _ in range(int(rng.expovariate(1 / 30))):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            kept = await database.deals.get(stored.id)
            assert len(kept.actions) == len(deal.log) + len(learnt)
            assert (kept.settlement is not None) == (following.is_over and bool(learnt))
            outcomes[bool(learnt)] += 1
            if learnt:
                table, deal = learnt[0].table, following
    assert min(outcomes.values()) > 40, "some were in time and some were not"
    with closing(connect_read_only(path)) as connection:
        assert list(check(connection)) == []


class SlowDisk(sqlite3.Connection):
    """A connection whose commits wait for a disk that is as slow as the test says."""

    slow = threading.Event()
    reached = threading.Event()
    go_on = threading.Event()

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> sqlite3.Cursor:  # type: ignore[override]  # as it is called here
        if sql == "COMMIT" and SlowDisk.slow.is_set():
            SlowDisk.reached.set()
            assert SlowDisk.go_on.wait(30)
        return super().execute(sql, parameters)


async def turns(number: int) -> None:
    """So many turns of the event loop, in each of which other things are done too."""
    for _ in range(number):
        await asyncio.sleep(0)


async def test_while_the_disk_is_slow_the_loop_goes_on_and_reads_are_answered(path: Path) -> None:
    """The commit comes to its end only when the loop has turned; a loop that waited for it would never turn."""
    async with Database.open(path, factory=SlowDisk) as database:
        table = await open_group_table(database)
        SlowDisk.slow.set()
        try:
            saving = [asyncio.ensure_future(database.key_value.set(f"key {number}", "x")) for number in range(10)]
            await asyncio.to_thread(SlowDisk.reached.wait, 30)
            await turns(1000)
            assert database.tables.get(table.id) == table
            assert await database.scores.place(table.people[0]) is None
            assert database.status.waiting == 10
            assert database.status.longest_wait > 0
            assert not any(task.done() for task in saving), "nothing is acknowledged before the disk has it"
        finally:
            SlowDisk.slow.clear()
            SlowDisk.go_on.set()
        await asyncio.gather(*saving)
        assert (database.status.waiting, database.status.longest_wait) == (0, 0)


async def test_while_another_process_writes_the_loop_goes_on_and_reads_are_answered(path: Path) -> None:
    async with Database.open(path) as database:
        table = await open_group_table(database)
        with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
            stranger.execute("BEGIN IMMEDIATE")
            saving = asyncio.ensure_future(database.key_value.set("key", "x"))
            await turns(1000)
            assert database.tables.get(table.id) == table
            assert await database.scores.place(table.people[0]) is None
            assert not saving.done()
            stranger.execute("ROLLBACK")
        await saving
        assert database.key_value.get("key") == "x"


async def test_of_many_savers_of_one_version_one_wins(database: Database) -> None:
    table = await open_group_table(database)
    results = await asyncio.gather(
        *(database.tables.save(replace(table, deadline=float(number))) for number in range(20)), return_exceptions=True
    )
    winners = [result for result in results if isinstance(result, StoredTable)]
    assert len(winners) == 1
    assert sum(isinstance(result, StaleTable) for result in results) == 19
    assert database.tables.get(table.id) == winners[0]
