"""What the storage costs, as a table: python benchmarks/storage.py [--rows N] [--people N] [--live N] [--folder DIR]

The figures are those of the disk under --folder (default: the system's temporary folder). The large ledger is filled by
plain SQL, its sums made by SQL too, and the lists are then asked for through the storage as `/top` asks.
"""

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.shuffle import deal_cards
from storage import ChatKind, Database, Durability, Occupant, Shuffle, StoredOptions, StoredTable
from storage.check import check
from storage.opening import connect_read_only

GROUP = -1001234567890


def line(what: str, value: str) -> None:
    """A row of the table."""
    print(f"| {what:<66} | {value:>18} |", flush=True)


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


async def play(
    database: Database, table: StoredTable, rng: random.Random, most: int | None = None
) -> tuple[list[float], float]:
    """Play a deal, or `most` actions of it: the time of every action, and of the one that settled it (seconds)."""
    table, stored = await database.deals.start(table)
    deal, times = stored.first(), list[float]()
    while not deal.is_over and len(times) != most:
        plays, seat = deal.legal_plays, deal.to_act
        assert seat is not None
        if len(plays) and (deal.to_beat is None or rng.random() < 0.8):
            play = rng.choice(plays)
            deal = deal.play(seat, play.cards, play.type).deal
        else:
            deal = deal.pass_turn(seat).deal
        begun = time.perf_counter()
        table = (await database.deals.record(table, stored.id, deal)).table
        times.append(time.perf_counter() - begun)
    return (times[:-1], times[-1]) if deal.is_over else (times, 0.0)


async def writing(folder: Path, durability: Durability) -> None:
    """Actions one after the other, settlements, and many tables at once."""
    path, rng = folder / f"{durability}.db", random.Random(1)
    async with Database.open(path, durability=durability) as database:
        deals = [await play(database, await open_table(database, number), rng) for number in range(20)]
        actions = [took for times, _ in deals for took in times]
        settling = [took for _, took in deals]
        line(f"committed actions per second, one table ({durability})", f"{len(actions) / sum(actions):,.0f}")
        line(
            f"an action, median / 99 % ({durability})",
            f"{ms(median(actions))} / {ms(sorted(actions)[len(actions) * 99 // 100])}",
        )
        line(
            f"an action with its settlement, median / worst ({durability})",
            f"{ms(median(settling))} / {ms(max(settling))}",
        )
        tables = [await open_table(database, 100 + number) for number in range(50)]
        begun = time.perf_counter()
        done = await asyncio.gather(*(play(database, table, random.Random(table.id)) for table in tables))
        took = time.perf_counter() - begun
        number = sum(len(times) + 1 for times, _ in done)
        line(f"committed actions per second, 50 tables at once ({durability})", f"{number / took:,.0f}")
    size = path.stat().st_size
    line("size of the database per deal, everything included", f"{size / (len(deals) + len(tables)):,.0f} bytes")
    if durability is Durability.FULL:
        with closing(connect_read_only(path)) as connection:
            begun = time.perf_counter()
            faults = list(check(connection))
        took = time.perf_counter() - begun
        line("checking a deal (python -m storage check)", ms(took / (len(deals) + len(tables))))
        assert not faults, faults


async def starting(folder: Path, tables: int) -> None:
    """What a restart costs with so many live tables, each some way into its deal."""
    path, rng = folder / "live.db", random.Random(2)
    async with Database.open(path, durability=Durability.NORMAL) as database:
        actions = 0
        for number in range(tables):
            times, _ = await play(database, await open_table(database, number), rng, rng.randrange(10, 100))
            actions += len(times)
    begun, computed = time.perf_counter(), time.process_time()
    async with Database.open(path) as database:
        opened = time.perf_counter() - begun
        live = await database.live_tables()
        took, computed = time.perf_counter() - begun, time.process_time() - computed
        assert len(live) == tables
    line("opening the database", ms(opened))
    line(f"start with {tables:,} live tables, {actions:,} actions, all / computing", f"{took:.2f} s / {computed:.2f} s")


def fill(path: Path, rows: int, people: int, chats: int) -> None:
    """A ledger of `rows` rows of `people` people in `chats` chats over twelve months, with the sums over it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(
            f"""
            PRAGMA synchronous = OFF; BEGIN;
            CREATE TEMP TABLE numbers AS
                WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < {rows} - 1)
                SELECT n, (n * 7919 + n / 4) % {people} + 1 AS person, n / 4 % {chats} + 1 AS chat,
                    (n * 48271 % 2147483647) % 20001 - 10000 AS points FROM count;
            INSERT INTO people (id, telegram_id, first_name, reachable, settings, first_seen, last_seen)
                SELECT n + 1, n + 1, 'Player ' || n, 0, '{{}}', 0, 0 FROM numbers WHERE n < {people};
            INSERT INTO chats (id, telegram_id, kind, title, is_forum, is_member, options, first_seen)
                SELECT n + 1, -1000 - n, 'supergroup', 'Group', 0, 1, '{{}}', 0 FROM numbers WHERE n < {chats};
            INSERT INTO ledger (person_id, chat_id, period, result, contribution, points, total, reason, at)
                SELECT person, chat, printf('2026-%02d', n * 12 / {rows} + 1), points, 0, points, 0, 'filled', n
                FROM numbers;
            INSERT INTO scores SELECT person_id, sum(points), 0, count(*), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
                FROM ledger GROUP BY person_id;
            INSERT INTO totals SELECT 0, '', person_id, sum(points), count(*), 0 FROM ledger GROUP BY person_id;
            INSERT INTO totals SELECT 0, period, person_id, sum(points), count(*), 0 FROM ledger GROUP BY 2, 3;
            INSERT INTO totals SELECT chat_id, '', person_id, sum(points), count(*), 0 FROM ledger GROUP BY 1, 3;
            INSERT INTO totals SELECT chat_id, period, person_id, sum(points), count(*), 0
                FROM ledger GROUP BY 1, 2, 3;
            COMMIT;
            """
        )


async def timed(ask: Callable[[], Awaitable[object]], times: int = 15) -> str:
    """Median and worst time of a question, the first and cold one included."""
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        await ask()
        took.append(time.perf_counter() - begun)
    return f"{ms(median(took))} / {ms(max(took))}"


async def listing(folder: Path, rows: int, people: int) -> None:
    """The lists over a large ledger, and settling beside it."""
    path = folder / "large.db"
    async with Database.open(path):
        pass
    fill(path, rows, people, chats=2000)
    print(f"| over {rows:,} ledger rows of {people:,} people ({path.stat().st_size / 1e6:,.0f} MB): median / worst")
    async with Database.open(path) as database:
        scores, number = database.scores, people // 2
        last = (await scores.top(limit=people))[-1].person.id
        line("/top global", await timed(lambda: scores.top()))
        line("/top global, this month", await timed(lambda: scores.top(period="2026-11")))
        line("/top of a group", await timed(lambda: scores.top(chat_id=-1500)))
        line("/top of a group, this month", await timed(lambda: scores.top(chat_id=-1500, period="2026-11")))
        line("/rank: the place of the last of all", await timed(lambda: scores.place(last)))
        line("/stats", await timed(lambda: asyncio.sleep(0, scores.of(number))))
        line("score curve", await timed(lambda: scores.curve(number)))
        table = await open_table(database, people)
        _, settled = await play(database, table, random.Random(3))
        line("an action with its settlement, once", ms(settled))
        line("/history", await timed(lambda: scores.history(table.people[0])))


def ms(seconds: float) -> str:
    """Seconds in milliseconds."""
    return f"{seconds * 1000:.2f} ms"


async def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the large ledger")
    parser.add_argument("--people", type=int, default=100_000, help="people in it")
    parser.add_argument("--live", type=int, default=1000, help="live tables at the start")
    parser.add_argument("--folder", type=Path, help="where the databases are made, and removed again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        for durability in Durability:
            await writing(Path(name), durability)
        await starting(Path(name), options.live)
        await listing(Path(name), options.rows, options.people)


if __name__ == "__main__":
    asyncio.run(main())
