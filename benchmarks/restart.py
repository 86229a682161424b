"""The time the bot is away in a restart: python benchmarks/restart.py [--tables N] [--actions N] [--profile]

Makes a database with so many tables in the middle of a deal, four people each; has the bot show them once, ends it, and
starts it again. Telegram is the fake inside the process, so that the figures are the bot's own.

ready    every table, hand, clock and keyboard is back: taps are served
checked  the outbox has compared every message with what it should show, while people are served

On a machine that is busy with other things, look at the seconds of CPU.
"""

import argparse
import asyncio
import cProfile
import logging
import pstats
import random
import sys
import tempfile
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pydantic import SecretStr

from bot.application import Overrides, running
from bot.handlers.services import Services
from bot.playground.fake import FakeRequest, FakeTelegram, Limits
from bot.process.config import Settings
from engine.console import print_everywhere
from engine.deal import Deal
from engine.shuffle import deal_cards
from storage import ChatKind, Database, Durability, Occupant, Shuffle, StoredOptions


async def fill(path: Path, telegram: FakeTelegram, tables: int, actions: int) -> None:
    """Make the database: so many tables, each after so many actions of a deal (or fewer, where it would end)."""
    rng = random.Random(1)
    async with Database.open(path, durability=Durability.NORMAL) as database:
        for number in range(tables):
            people = [telegram.add_person(f"Player {4 * number + seat}", started=True) for seat in range(4)]
            group = telegram.add_group(f"Group {number}", people)
            await _table(database, group.id, [person.id for person in people], number, actions, rng)


async def _table(
    database: Database, chat_id: int, people: list[int], number: int, actions: int, rng: random.Random
) -> None:
    await database.chats.seen(chat_id, ChatKind.SUPERGROUP, f"Group {number}")
    players = []
    for telegram_id in people:
        player = await database.people.seen(telegram_id, f"Player {telegram_id}")
        await database.people.set_reachable(player.id, True)
        players.append(player)
    shuffle, options = Shuffle((number + 1).to_bytes(32, "big")), StoredOptions()
    dealt = deal_cards(shuffle.seed, options.rules)
    one, two, three, four = (Occupant.person(players[place].id) for place in dealt.seating)
    table = await database.tables.create(
        chat_id=chat_id, host_id=players[0].id, shuffle=shuffle, options=options, seats=(one, two, three, four)
    )
    table, stored = await database.deals.start(table)
    deal = Deal.start(dealt.seated_counts, dealt.leader, options.rules)
    for _ in range(actions):
        after = _acted(deal, rng)
        if after.is_over:
            return
        deal, table = after, (await database.deals.record(table, stored.id, after)).table


def _acted(deal: Deal, rng: random.Random) -> Deal:
    seat, plays = deal.to_act, deal.legal_plays
    assert seat is not None, "the deal goes on"
    if len(plays) and (deal.to_beat is None or rng.random() < 0.5):
        play = plays[0]
        return deal.play(seat, play.cards, play.type).deal
    return deal.pass_turn(seat).deal


@dataclass(frozen=True)
class Moment:
    """Seconds since the start, by the clock on the wall and by the processor's."""

    wall: float
    cpu: float

    @classmethod
    def now(cls) -> "Moment":
        return cls(time.perf_counter(), time.process_time())

    def since(self, begun: "Moment") -> str:
        return f"{self.wall - begun.wall:6.2f} s ({self.cpu - begun.cpu:6.2f} s of CPU)"


async def start(settings: Settings, telegram: FakeTelegram, *, profile: bool) -> tuple[str, str, int]:
    """Start the bot and end it: how long until it was ready and until everything was checked, and the calls it made."""
    calls = len(telegram.calls)
    overrides = Overrides(request=FakeRequest(telegram), updates_request=FakeRequest(telegram), workers=0)
    with cProfile.Profile() if profile else nullcontext() as profiler:
        begun = Moment.now()
        async with running(settings, overrides) as services:
            ready = Moment.now().since(begun)
            await _checked(services, slots=5 * len(services.tables.live))
            checked = Moment.now().since(begun)
    if isinstance(profiler, cProfile.Profile):
        pstats.Stats(profiler).sort_stats("tottime").print_stats(40)
    return ready, checked, len(telegram.calls) - calls


async def _checked(services: Services, slots: int) -> None:
    while services.outbox.known_slots < slots or services.outbox.depth:  # noqa: ASYNC110 - a look every now and then disturbs what is measured least
        await asyncio.sleep(0.02)


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--actions", type=int, default=40)
    parser.add_argument("--profile", action="store_true", help="say where the time of the restarts goes")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="shuangkou-") as folder:
        path = Path(folder) / "bot.sqlite3"
        telegram = FakeTelegram(limits=Limits.none())
        await fill(path, telegram, options.tables, options.actions)
        settings = Settings(
            _env_file=None,  # type: ignore[call-arg]  # the developer's own .env is none of the benchmark's business
            bot_token=SecretStr(telegram.account.token),
            database=path,
            pictures=False,
            calls_per_second=1000,
            daily_trials=0,
            group_calls_per_minute=60,
        )
        print(f"{options.tables:,} tables after {options.actions} actions each")
        for what in ("first start, everything is posted", "restart", "restart"):
            profile = options.profile and what == "restart"
            ready, checked, calls = await start(settings, telegram, profile=profile)
            print(f"| {what:<34} | ready {ready} | checked {checked} | {calls:6,} calls |", flush=True)


if __name__ == "__main__":
    print_everywhere()
    asyncio.run(main())
