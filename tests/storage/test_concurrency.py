"""Fifty tables at once over one connection: nobody's action is lost, doubled or mixed with another's."""

import asyncio
import random
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from storage import Database, Durability, StaleTable, StoredTable
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


async def test_of_many_savers_of_one_version_one_wins(database: Database) -> None:
    table = await open_group_table(database)
    results = await asyncio.gather(
        *(database.tables.save(replace(table, deadline=float(number))) for number in range(20)), return_exceptions=True
    )
    winners = [result for result in results if isinstance(result, StoredTable)]
    assert len(winners) == 1
    assert sum(isinstance(result, StaleTable) for result in results) == 19
    assert database.tables.get(table.id) == winners[0]
