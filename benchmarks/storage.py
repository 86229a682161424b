"""The cost of the storage, as tables: python benchmarks/storage.py [--rounds N] [--rows N] [--people N] [--live N] …

First the same action written in three ways (`benchmarks/storage_ways.py`), in turn, under three loads of the event loop
and at one table and fifty; then what a slow disk and another process that writes do to the loop; then what this version
costs by itself. The figures are those of the disk under --folder (default: the system's temporary folder); in memory
(/dev/shm) the three ways differ by what they do alone, since none waits for a disk that others use too. The large
ledger is filled by plain SQL, its sums made by SQL too, and the lists are asked for through the storage as `/top` asks.
"""

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.storage_ways import WAYS, Game, ThisVersion, Way, open_table, prepare, written
from engine.console import print_everywhere
from storage import Database, Durability, StoredTable
from storage.check import check
from storage.connection import connect
from storage.opening import connect_read_only

SWITCH_SECONDS: Final = 0.0005
"""As the bot has it: how long a thread may keep the interpreter while another waits."""
LOADS: Final = {"idle": (0, 0.0, 0.0), "half-busy": (5, 0.001, 0.009), "always busy": (1, 0.005, 0.0)}
"""How many others use the loop, for how many seconds each at a time, and with what pause, by the name of the load."""
TABLES: Final = (1, 50)
TAP_PAUSE: Final = 0.005
"""At one table an action begins at a random moment, as taps do, within so many seconds of the one before; at fifty, as
soon as the one before is acknowledged."""
SECONDS: Final = 0.7
"""Of each measurement."""
PROBE: Final = 0.01


@dataclass
class Measured:
    """Actions written in some way under some load."""

    times: list[float] = field(default_factory=list)
    """Seconds of each action, from asking to the acknowledgement."""
    lags: list[float] = field(default_factory=list)
    """Seconds by which the loop was late, whenever somebody looked."""
    cpu: float = 0.0
    """Seconds of processor time, that of the load left out."""
    seconds: float = 0.0
    """For which somebody waited for an action."""


class Load:
    """Others who use the loop, and somebody who looks how late it is.

    Args:
        others: how many.
        work: seconds of processor time of each at a time.
        pause: seconds between.
    """

    def __init__(self, others: int = 0, work: float = 0.0, pause: float = 0.0) -> None:
        self._others = others
        self._work = work
        self._pause = pause
        self.used = 0.0
        self.lags: list[float] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Load"]:
        """Use the loop as long as the context lasts."""
        coroutines = [self._look(), *(self._use() for _ in range(self._others))]
        tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
        yield self
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _use(self) -> None:
        await asyncio.sleep(random.uniform(0, self._pause))
        while True:
            begun = time.thread_time()
            while time.thread_time() - begun < self._work:
                pass
            self.used += time.thread_time() - begun
            await asyncio.sleep(self._pause)

    async def _look(self) -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(PROBE)
            self.lags.append(time.perf_counter() - begun - PROBE)


async def measure(way: Way, games: Sequence[Game], load: Load) -> Measured:
    """Write at these tables at once, one action after the other at each, for `SECONDS`."""
    measured, is_alone = Measured(), len(games) == 1

    async def write(game: Game, until: float) -> None:
        while time.perf_counter() < until:
            if is_alone:
                await asyncio.sleep(random.uniform(0, TAP_PAUSE))
            begun = time.perf_counter()
            await way.write(game.next())
            measured.times.append(time.perf_counter() - begun)

    async with load.running():
        begun, computed = time.perf_counter(), time.process_time()
        await asyncio.gather(*(write(game, begun + SECONDS) for game in games))
        measured.seconds = sum(measured.times) if is_alone else time.perf_counter() - begun
        measured.cpu = time.process_time() - computed - load.used
        measured.lags = load.lags
    return measured


async def compare(folder: Path, rounds: int) -> None:
    """The same action in three ways, in turn, so that whatever else the machine does hits all alike."""
    found: dict[tuple[str, int, str], list[Measured]] = defaultdict(list)
    for turn in range(rounds):
        for tables in TABLES:
            paths = {name: folder / f"{turn}-{tables}-{number}.db" for number, name in enumerate(WAYS)}
            games = {name: await prepare(path, tables) for name, path in paths.items()}
            for load, others in LOADS.items():
                for name, open_way in WAYS.items():
                    async with open_way(paths[name]) as way:
                        found[load, tables, name].append(await measure(way, games[name], Load(*others)))
            for name, path in paths.items():
                assert written(path) == sum(game.actions for game in games[name]), "all that was acknowledged is there"
    print(f"median of {rounds} rounds; CPU an action without that of the load; lag of the loop is that of 99 %")
    print(f"| {'loop':<11} | tables | {'way':<18} | p50 ms | p99 ms | CPU ms | actions/s | lag ms |")
    print("|---|---|---|---|---|---|---|---|")
    for (load, tables, name), all_rounds in found.items():
        a, b, c, rate, lag = (median(of(one) for one in all_rounds) for of in (_p50, _p99, _cpu, _rate, _lag))
        times = " | ".join(f"{value * 1000:>6.2f}" for value in (a, b, c))
        print(f"| {load:<11} | {tables:>6} | {name:<18} | {times} | {rate:>9,.0f} | {lag * 1000:>6.2f} |")

    def ratio(load: str, tables: int, of: Callable[[Measured], float]) -> float:
        before, this = found[load, tables, "the version before"], found[load, tables, "this version"]
        return median(of(one) / of(other) for one, other in zip(this, before, strict=True))

    print("this version : the version before, median of the rounds")
    line("p50 at a half-busy loop, one table (goal: 40 % at most)", f"{ratio('half-busy', 1, _p50):.0%}")
    line("CPU an action at an idle loop, one table (goal: 100 % at most)", f"{ratio('idle', 1, _cpu):.0%}")
    line("actions a second at a half-busy loop, 50 tables (goal: 150 %)", f"{ratio('half-busy', 50, _rate):.0%}")


def percentile(values: Sequence[float], share: int) -> float:
    """The value that so many per cent of all do not exceed; 0 where there are none."""
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def _p50(one: Measured) -> float:
    return percentile(one.times, 50)


def _p99(one: Measured) -> float:
    return percentile(one.times, 99)


def _cpu(one: Measured) -> float:
    return one.cpu / len(one.times)


def _rate(one: Measured) -> float:
    return len(one.times) / one.seconds


def _lag(one: Measured) -> float:
    return percentile(one.lags, 99)


class SlowDisk(sqlite3.Connection):
    """A connection whose commits wait 300 ms for the disk."""

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> sqlite3.Cursor:  # type: ignore[override]  # as it is called here
        if sql == "COMMIT":
            time.sleep(0.3)
        return super().execute(sql, parameters)


def hold(path: Path, seconds: float) -> None:
    """Keep everybody else from writing for so long."""
    with closing(connect(path, ["busy_timeout = 5000"])) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        stranger.execute("ROLLBACK")


async def write_at_leisure(way: Way, game: Game, until: float) -> None:
    """Write action after action, with a pause between them."""
    while time.perf_counter() < until:
        await way.write(game.next())
        await asyncio.sleep(PROBE)


async def trouble(folder: Path) -> None:
    """Measure how late the loop is while nothing is wrong, while the disk is slow, and while another process writes."""
    path = folder / "trouble.db"
    games = await prepare(path, 50)
    print("lag of the loop while 50 tables write for 4 s: median / worst")
    for what, factory, held in (
        ("nothing is wrong", sqlite3.Connection, 0.0),
        ("each commit waits 300 ms for the disk", SlowDisk, 0.0),
        ("another process holds the lock for 3 s", sqlite3.Connection, 3.0),
    ):
        async with Database.open(path, factory=factory) as database:
            way, until = ThisVersion(database), time.perf_counter() + 4.0
            async with Load().running() as load:
                writing = asyncio.gather(*(write_at_leisure(way, game, until) for game in games))
                if held:
                    await asyncio.sleep(0.5)
                    await asyncio.to_thread(hold, path, held)
                await writing
        line(what, f"{ms(median(load.lags))} / {ms(max(load.lags))}")


def line(what: str, value: str) -> None:
    """A row of the table."""
    print(f"| {what:<70} | {value:>18} |", flush=True)


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
    """Measure what a restart costs with so many live tables, each some way into its deal."""
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
    parser.add_argument("--rounds", type=int, default=5, help="of the comparison")
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the large ledger")
    parser.add_argument("--people", type=int, default=100_000, help="people in it")
    parser.add_argument("--live", type=int, default=1000, help="live tables at the start")
    parser.add_argument("--folder", type=Path, help="where the databases are made, and removed again")
    parser.add_argument("--only-ways", action="store_true", help="only the comparison, and what a slow disk does")
    options = parser.parse_args()
    sys.setswitchinterval(SWITCH_SECONDS)
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        await compare(Path(name), options.rounds)
        await trouble(Path(name))
        if options.only_ways:
            return
        for durability in Durability:
            await writing(Path(name), durability)
        await starting(Path(name), options.live)
        await listing(Path(name), options.rows, options.people)


if __name__ == "__main__":
    print_everywhere()
    asyncio.run(main())
