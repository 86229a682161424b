"""The cost of a night with many tables: python -m benchmarks.load [--full] [--tables N …] [--write docs/load.md]

This process is the fake Bot API over HTTP, with four people at every table who play by what stands on their screens;
the other is `python -m bot` with nothing changed but its settings. Each number of tables gets a database with so many
running deals, a first start that shows them all, and a second one that is timed. Then people play at human pace (a turn
every 3 to 8 seconds) with and without Telegram's limits, and as fast as they can.

CPU is that of the bot process, of one core. Its memory is taken when all tables are back and nobody plays.
"""

import argparse
import asyncio
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from socket import socket
from tempfile import TemporaryDirectory
from typing import Final

from aiohttp import ClientSession
from prometheus_client.parser import text_string_to_metric_families

from benchmarks.scripted import Notes, Pace, PlayingTelegram, at_once, human
from bot.playground.fake import FakeServer, FloodControl, Limits
from engine.console import print_everywhere
from engine.ruleset import RuleSet
from engine.shuffle import deal_cards
from storage import ChatKind, Database, Durability, Occupant, Shuffle, StoredOptions
from storage.people import PersonSettings

ROOT: Final = Path(__file__).resolve().parent.parent
RULES: Final = RuleSet(turn_seconds=600)
"""Long turns: what waits for Telegram is to be measured, not what runs out of time meanwhile."""
MOST_ACTIONS: Final = 16
QUICK: Final = (10, 100, 300)
FULL: Final = (10, 100, 1000, 3000)
SERVED: Final = 300
"""Tables up to which it is tried what people do without Telegram's limits: more of them tap more than a core can do."""
PUBLISHED: Final = 28
"""Messages and edits a second that the bot allows itself; Telegram publishes 30."""
SATURATED: Final = 0.9
UNLIMITED: Final = 1000
COMING: Final = 20.0
"""Tables a second at which people sit down again where there are limits: they do not all come at the same moment."""
_ROUND: Final = 25.0
"""Seconds in which everybody at a table has played once, and nobody's hand is the first they see."""
_FILLING: Final = 10.0
"""Seconds until what Telegram does not take has piled up."""
_GIVE_UP: Final = 900.0
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_UNPACED: Final = ("answer", "delete", "get", "set", "sendChatAction")


@dataclass(frozen=True)
class Regime:
    """The regime: how people play, and what Telegram takes."""

    name: str
    pace: Pace
    limited: bool


HUMAN_LIMITED: Final = Regime("human, Telegram's limits", human, limited=True)
HUMAN: Final = Regime("human, no limits", human, limited=False)
INHUMAN: Final = Regime("at once, no limits", at_once, limited=False)
REGIMES: Final = (HUMAN_LIMITED, HUMAN, INHUMAN)
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


@dataclass(frozen=True)
class Measured:
    """One line of the table; times in seconds."""

    tables: int
    regime: Regime
    seconds: float
    notes: Notes
    handler: tuple[float, float, float]
    cpu: float
    """Share of one core."""
    memory: int
    """Bytes of the bot process before anybody played."""
    restart: float
    """From starting the process to its first request for updates."""
    queued: int
    """Screens that waited at the end."""

    @property
    def paced(self) -> int:
        """Calls that count against the limits."""
        return sum(number for method, number in self.notes.calls.items() if not method.startswith(_UNPACED))

    @property
    def all_calls(self) -> int:
        """All calls but those for updates."""
        return sum(number for method, number in self.notes.calls.items() if not method.startswith("get"))

    @property
    def is_saturated(self) -> bool:
        """True if Telegram's limit is what holds the tables up."""
        return self.regime.limited and self.paced / self.seconds >= SATURATED * PUBLISHED


# ---- tables to begin with


async def seed(
    path: Path,
    telegram: PlayingTelegram,
    tables: int,
    *,
    rules: RuleSet = RULES,
    text_hands: bool = False,
    experts: int = 0,
) -> None:
    """Make a database with so many running deals, each some actions old, and the people and groups of them; `experts`
    of the four at each table are computer players.
    """
    random, now = Random(tables), telegram.clock.now()
    async with Database.open(path, clock=telegram.clock.now, durability=Durability.NORMAL) as database:
        for number in range(tables):
            people = [
                telegram.add_person(f"Player {4 * number + place}", language_code="zh-hans", started=True)
                for place in range(4 - experts)
            ]
            group = telegram.add_group(f"Group {number}", people)
            await database.chats.seen(group.id, ChatKind.SUPERGROUP, f"Group {number}")
            kept = [
                await database.people.seen(person.id, person.user.first_name, language="zh-hans") for person in people
            ]
            for person in kept:
                await database.people.set_reachable(person.id, True)
                if text_hands:
                    await database.people.save_settings(person.id, PersonSettings(text_hands=True))
            shuffle = Shuffle(random.randbytes(32))
            occupants = [Occupant.person(person.id) for person in kept]
            occupants += [Occupant.computer("expert", number) for number in range(1, experts + 1)]
            one, two, three, four = (occupants[place] for place in deal_cards(shuffle.seed, rules).seating)
            table = await database.tables.create(
                chat_id=group.id,
                host_id=kept[0].id,
                shuffle=shuffle,
                options=StoredOptions(rules=rules),
                seats=(one, two, three, four),
            )
            table, stored = await database.deals.start(replace(table, deadline=now + rules.turn_seconds))
            deal = stored.first()
            for _ in range(random.randrange(MOST_ACTIONS)):
                plays, seat = deal.legal_plays, deal.to_act
                assert seat is not None
                play = random.choice(plays) if len(plays) and (deal.to_beat is None or random.random() < 0.8) else None
                following = (deal.pass_turn(seat) if play is None else deal.play(seat, play.cards, play.type)).deal
                if following.is_over:
                    break
                deal = following
                deadline = now + rules.turn_seconds
                table = (await database.deals.record(replace(table, deadline=deadline), stored.id, deal)).table


# ---- the bot, and what can be seen of it from outside


@dataclass
class Bot:
    """The process of the bot."""

    process: asyncio.subprocess.Process
    session: ClientSession
    port: int
    took: float = 0.0
    """Seconds from its start to its first request for updates."""

    @property
    def memory(self) -> int:
        """Resident bytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * _PAGE

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    async def figures(self) -> tuple[dict[float, float], float]:
        """Of the taps handled so far, how many took at most so long (by seconds); and how much waits to be shown."""
        async with self.session.get(f"http://127.0.0.1:{self.port}/metrics") as answer:
            text = await answer.text()
        handled: dict[float, float] = {}
        waiting = 0.0
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                if sample.name == "shuangkou_handler_seconds_bucket" and sample.labels["kind"] == "callback_query":
                    handled[float(sample.labels["le"])] = sample.value
                elif sample.name == "shuangkou_queue_depth":
                    waiting += sample.value
        return handled, waiting


@asynccontextmanager
async def running(
    path: Path, server: FakeServer, telegram: PlayingTelegram, session: ClientSession, *, limited: bool, pictures: bool
) -> AsyncIterator[Bot]:
    """`python -m bot` on this database, from when it asks for updates to its end in good order."""
    port = free_port()
    environment = os.environ | {
        "BOT_TOKEN": telegram.account.token,
        "API_BASE": server.base_url,
        "DATABASE": str(path),
        "HEALTH_PORT": str(port),
        "PICTURES": str(pictures).lower(),
        "LOG_LEVEL": "ERROR",
        "CALLS_PER_SECOND": str(PUBLISHED if limited else UNLIMITED),
        "GROUP_CALLS_PER_MINUTE": "20" if limited else "60",
        "DRAIN_SECONDS": "2",
        "DAILY_TRIALS": "0",
        "PYTHONPATH": str(ROOT),
    }
    telegram.flood = FloodControl(Limits() if limited else Limits.none())
    polled = asyncio.Event()
    telegram.on_updates = polled.set
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", cwd=path.parent, env=environment)
    bot = Bot(process, session, port)
    try:
        async with asyncio.timeout(_GIVE_UP):
            await polled.wait()
        bot.took = time.perf_counter() - begun
        await asyncio.sleep(0.5)  # the port of its figures opens last
        yield bot
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await process.wait()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def calm(bot: Bot, telegram: PlayingTelegram) -> None:
    """Wait until all screens are shown."""
    async with asyncio.timeout(_GIVE_UP):
        while True:
            before = telegram.notes.calls.total()
            await asyncio.sleep(0.5)
            if not (await bot.figures())[1] and telegram.notes.calls.total() == before:
                return


async def measure(
    bot: Bot, telegram: PlayingTelegram, tables: int, regime: Regime, seconds: float, memory: int
) -> Measured:
    """Let people play and look on for so long."""
    coming = tables / COMING if regime.limited else 0.0
    telegram.resume(regime.pace, within=coming)
    await asyncio.sleep(coming + _FILLING + (_ROUND if regime.pace is human else 0.0))
    before, _ = await bot.figures()
    telegram.begin_notes()
    cpu, begun = bot.cpu, time.perf_counter()
    await asyncio.sleep(seconds)
    notes, took, cpu = telegram.notes, time.perf_counter() - begun, bot.cpu - cpu
    telegram.begin_notes()
    after, waiting = await bot.figures()
    telegram.pause()
    handled = {limit: number - before.get(limit, 0.0) for limit, number in after.items()}
    first, second, third = (quantile_of(handled, part) for part in (0.5, 0.95, 0.99))
    return Measured(tables, regime, took, notes, (first, second, third), cpu / took, memory, bot.took, int(waiting))


def quantile_of(handled: dict[float, float], part: float) -> float:
    """A quantile of what a histogram has counted up to each limit, evenly spread between limits."""
    wanted, low, counted = part * max(handled.values(), default=0.0), 0.0, 0.0
    for limit, number in sorted(handled.items()):
        if number >= wanted and number > counted:
            return low if limit == float("inf") else low + (limit - low) * (wanted - counted) / (number - counted)
        low, counted = limit, number
    return low


def quantile(times: Sequence[float], part: float) -> float:
    """A quantile of times; 0 if there are none."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] if times else 0.0


@dataclass(frozen=True)
class Plan:
    """The times that everything takes, in seconds."""

    seconds: float
    pictures: bool
    experts: int = 0
    unlimited: tuple[Regime, ...] = (HUMAN, INHUMAN)


async def stand(tables: int, plan: Plan) -> list[Measured]:
    """Everything about one number of tables."""
    with TemporaryDirectory(prefix="shuangkou-load-") as folder:
        path = Path(folder) / "load.sqlite3"
        telegram = PlayingTelegram(Random(tables), human, limits=Limits.none(), kept_calls=10)
        telegram.pause()
        await seed(path, telegram, tables, text_hands=not plan.pictures, experts=plan.experts)
        measured = []
        async with FakeServer(telegram) as server, ClientSession() as session:
            start = partial(running, path, server, telegram, session, pictures=plan.pictures)
            async with start(limited=False) as bot:
                await calm(bot, telegram)
            async with start(limited=False) as bot:
                await calm(bot, telegram)
                memory = bot.memory
                for regime in plan.unlimited if tables <= SERVED else ():
                    measured.append(await measure(bot, telegram, tables, regime, plan.seconds, memory))
                    await calm(bot, telegram)
            async with start(limited=True) as bot:
                measured.append(await measure(bot, telegram, tables, HUMAN_LIMITED, plan.seconds, memory))
        if telegram.complaints:
            print(f"Telegram complains: {Counter(telegram.complaints)}", file=sys.stderr)
        return measured


# ---- the table

COLUMNS: Final = (
    "tables",
    "people play",
    "taps/s",
    "handler p50 / p95 / p99 ms",
    "answer p50 / p99 ms",
    "next screen p50 / p99 ms",
    "paced calls a play",
    "with answers",
    "bot CPU",
    "restart s",
)


def row(line: Measured) -> tuple[str, ...]:
    """A line in words."""
    notes, plays = line.notes, max(1, line.notes.plays)
    return (
        f"{line.tables:,}",
        line.regime.name,
        f"{notes.taps / line.seconds:.1f}",
        " / ".join(f"{1000 * time:.1f}" for time in line.handler),
        " / ".join(f"{1000 * quantile(notes.answers, part):.0f}" for part in (0.5, 0.99)),
        " / ".join(f"{1000 * quantile(notes.screens, part):.0f}" for part in (0.5, 0.99)),
        f"{line.paced / plays:.2f}",
        f"{line.all_calls / plays:.2f}",
        f"{100 * line.cpu:.0f} %",
        f"{line.restart:.1f}",
    )


def report(lines: Sequence[Measured]) -> str:
    """All of it, in Markdown."""
    rows = [COLUMNS, *(row(line) for line in lines)]
    widths = [max(len(cells[column]) for cells in rows) for column in range(len(COLUMNS))]
    table = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |" for cells in rows
    ]
    table.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    said = ["", *remarks(lines), ""]
    return "\n".join([*table, *said])


def remarks(lines: Sequence[Measured]) -> list[str]:
    """Return what follows from the table."""
    said = []
    memory = sorted({line.tables: line.memory for line in lines}.items())
    for (fewer, less), (more, much) in pairwise(memory):
        each = (much - less) / (more - fewer)
        said.append(
            f"* memory: {each / 1000:.0f} kB a table from {fewer:,} to {more:,} tables ({much / 1e6:.0f} MB in all)"
        )
    for line in lines:
        if line.regime is HUMAN and line.notes.plays:
            methods = ", ".join(
                f"{method} {number / line.notes.plays:.2f}"
                for method, number in line.notes.calls.most_common()
                if not method.startswith("get")
            )
            said.append(f"* calls a play at {line.tables:,} tables without limits: {methods}")
    full = next((line for line in lines if line.is_saturated), None)
    if full is not None:
        said.append(
            f"* Telegram's limit is reached at {full.tables:,} tables or before: {full.paced / full.seconds:.1f}"
            f" messages and edits a second, and the bot is idle {100 * (1 - full.cpu):.0f} % of the time"
        )
    for line in lines:
        trouble = dict(line.notes.refused) | dict(line.notes.turned_down)
        if line.notes.floods or line.notes.lost or trouble:
            said.append(
                f"* {line.tables:,} tables, {line.regime.name}: {line.notes.floods} calls answered with 429,"
                f" {line.notes.lost} taps never answered, refused: {trouble}"
            )
    return said


def middle(runs: Sequence[Sequence[Measured]]) -> list[Measured]:
    """Of each line the run whose 99th percentile of handler times is the median."""
    return [sorted(same, key=lambda line: line.handler[2])[len(same) // 2] for same in zip(*runs, strict=True)]


async def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help=f"{FULL} tables, for longer")
    parser.add_argument("--tables", type=int, nargs="+", help="numbers of live tables")
    parser.add_argument("--seconds", type=float, help="how long each line is measured")
    parser.add_argument("--runs", type=int, default=1, help="how often; the median run is shown")
    parser.add_argument(
        "--text", action="store_true", help="hands as texts; as pictures otherwise, which is the default"
    )
    parser.add_argument(
        "--experts", type=int, default=0, help="of the four at each table, computer players that search"
    )
    parser.add_argument("--limits-only", action="store_true", help="nothing that goes beyond Telegram's limits")
    parser.add_argument("--write", type=Path, help="also put the table into this file, in place of the one there")
    options = parser.parse_args()
    seconds = options.seconds or (15.0 if options.full else 6.0)
    unlimited = () if options.limits_only else (HUMAN, INHUMAN)
    plan = Plan(seconds=seconds, pictures=not options.text, experts=options.experts, unlimited=unlimited)
    lines = []
    for tables in options.tables or (FULL if options.full else QUICK):
        lines += middle([await stand(tables, plan) for _ in range(options.runs)])
        print(report([line for line in lines if line.tables == tables]), file=sys.stderr, flush=True)
    lines.sort(key=lambda line: (REGIMES.index(line.regime), line.tables))
    text = report(lines)
    print(text)
    if options.write is not None:
        write(options.write, text)


def write(path: Path, text: str) -> None:
    """Put the figures between the marks in a file."""
    before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    print_everywhere()
    asyncio.run(main())
