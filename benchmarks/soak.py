"""Hours of play in minutes: python -m benchmarks.soak [--hours H] [--tables N]

The whole bot, in this process, on the fake Telegram with its limits, on a clock moved by hand: four people at every
table who also tap hints, select cards, come too late, and play deal after deal. At the end of every stretch people
pause until all is quiet, and what the bot holds then is printed: memory that its own code and the libraries it uses
have allocated, memory of the process (the fake's and the measuring's included), tasks, file descriptors, slots. It is
flat where nothing leaks.

The fake keeps what a server keeps, messages and pictures; here it forgets the old ones, so that they do not count.
"""

import argparse
import asyncio
import gc
import os
import sys
import time
import tracemalloc
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any, Final

from pydantic import SecretStr

from benchmarks.load import seed
from benchmarks.scripted import PlayingTelegram, human
from bot.application import Overrides, running
from bot.handlers.services import Services
from bot.playground.fake import FakeRequest, ManualClock, Upload
from bot.playground.fake.files import Files
from bot.process.config import Settings
from engine.console import print_everywhere
from engine.deal import Deal
from engine.players.hints import suggestions
from engine.ruleset import RuleSet
from engine.shuffle import deal_cards
from tests.stillness import StillLoop

STRETCHES: Final = 12
QUIET: Final = 12.0
"""Seconds of quiet before anything is counted: everything is shown then, and no turn has run out."""
MOST_GROWTH: Final = 0.05
"""How much more the second half may hold than the first, on average, to count as flat."""
FIDGETS: Final = 0.15
DEALS: Final = 30
GROWERS: Final = 6
_TARDY: Final = 0.01
_PICTURES: Final = 300
_MESSAGES: Final = 30
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_RULES: Final = RuleSet(turn_seconds=30)


def tardy(random: Random) -> float:
    """A human pace; once in a while the turn runs out."""
    return _RULES.turn_seconds + 1.0 if random.random() < _TARDY else human(random)


class FewFiles(Files):
    """Pictures of a server that forgets."""

    def __init__(self) -> None:
        super().__init__()
        self._latest: deque[str] = deque()

    def add_photo(self, upload: Upload) -> tuple[dict[str, Any], ...]:
        sizes = super().add_photo(upload)
        self._latest.extend(size["file_id"] for size in sizes)
        while len(self._latest) > _PICTURES:
            old = self._by_id.pop(self._latest.popleft())
            del self._by_path[old.path]
        return sizes


@dataclass(frozen=True)
class Sample:
    """A sample of what the bot holds at a quiet moment; sizes in bytes."""

    at: float
    """Seconds of the clock since the beginning."""
    plays: int
    allocated: int
    resident: int
    tasks: int
    descriptors: int
    slots: int
    waiting: int
    by_file: dict[str, int]
    """What is allocated, by the file that did it."""


class Soak:
    """A bot under way.

    Args:
        telegram: where it plays.
        clock: moved here.
        services: the running bot.
    """

    def __init__(self, telegram: PlayingTelegram, clock: ManualClock, services: Services) -> None:
        self._telegram = telegram
        self._clock = clock
        self._services = services
        self._begun = clock.now()
        loop = asyncio.get_running_loop()
        assert isinstance(loop, StillLoop)
        self._loop = loop
        loop.watch(lambda: services.database.status.waiting > 0)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, everything happening at its moment."""
        end = self._clock.now() + seconds
        await self._loop.stillness()
        while self._clock.now() < end:
            alarm = self._clock.next_alarm
            left = end - self._clock.now()
            self._clock.advance(max(0.0, left if alarm is None else min(alarm, left)) or 1e-6)
            await self._loop.stillness()

    async def stretch(self, seconds: float) -> Sample:
        """Play for so long, then be quiet, and count."""
        self._telegram.begin_notes()
        self._telegram.resume(tardy)
        await self.pass_time(seconds - QUIET)
        self._telegram.pause()
        plays = self._telegram.notes.plays
        await self.pass_time(QUIET)
        for chat in self._telegram.chats.values():
            for old in list(chat.messages)[:-_MESSAGES]:
                del chat.messages[old]
        return self.sample(plays)

    def sample(self, plays: int) -> Sample:
        """Count now."""
        gc.collect()
        ours = [
            tracemalloc.Filter(inclusive, pattern)
            for inclusive, pattern in ((False, "*/playground/*"), (False, "*/benchmarks/*"), (False, "*tracemalloc*"))
        ]
        statistics = tracemalloc.take_snapshot().filter_traces(ours).statistics("filename")
        by_file = {one.traceback[0].filename: one.size for one in statistics}
        return Sample(
            at=self._clock.now() - self._begun,
            plays=plays,
            allocated=sum(by_file.values()),
            resident=int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE,
            tasks=len(asyncio.all_tasks()),
            descriptors=len(list(Path("/proc/self/fd").iterdir())),
            slots=self._services.outbox.known_slots,
            waiting=self._services.outbox.depth,
            by_file=by_file,
        )


def line(sample: Sample) -> str:
    """A row of the table."""
    return (
        f"| {sample.at / 60:7.0f} | {sample.plays:6,} | {sample.allocated / 1e6:9.2f} | {sample.resident / 1e6:6.0f} |"
        f" {sample.tasks:5} | {sample.descriptors:5} | {sample.slots:5} | {sample.waiting:7} |"
    )


def fill_memories(random: Random) -> None:
    """Play deals with the engine alone, until what it remembers is as much as it ever will."""
    for _ in range(DEALS):
        dealt = deal_cards(random.randbytes(32), _RULES)
        deal = Deal.start(dealt.seated_counts, dealt.leader, _RULES)
        while (seat := deal.to_act) is not None:
            plays = suggestions(deal.view(seat))
            wants = plays and (deal.to_beat is None or random.random() < 0.8)
            play = random.choice(plays) if wants else None
            deal = (deal.pass_turn(seat) if play is None else deal.play(seat, play.cards, play.type)).deal


def halves(samples: Sequence[Sample]) -> tuple[Sequence[Sample], Sequence[Sample]]:
    """First and second half; the very first sample is warming up."""
    kept = samples[1:]
    return kept[: len(kept) // 2], kept[len(kept) // 2 :]


def growers(samples: Sequence[Sample]) -> list[str]:
    """The files that hold more in the second half than in the first, those that grew most first."""
    first, second = halves(samples)
    grown = {
        file: mean(one.by_file.get(file, 0) for one in second) - mean(one.by_file.get(file, 0) for one in first)
        for file in second[-1].by_file
    }
    most = sorted(grown, key=lambda file: -grown[file])[:GROWERS]
    return [f"  {grown[file] / 1000:+8.0f} kB {file}" for file in most]


def growth(samples: Sequence[Sample]) -> dict[str, float]:
    """By how much the second half is more than the first, as a share."""
    first, second = halves(samples)
    return {
        what: mean(getattr(one, what) for one in second) / max(1.0, mean(getattr(one, what) for one in first)) - 1
        for what in ("allocated", "resident", "tasks", "descriptors", "slots")
    }


async def soak(hours: float, tables: int) -> int:
    """Play, print, and say whether it was flat: the exit status."""
    clock = ManualClock(time.time())
    random = Random(8)
    telegram = PlayingTelegram(random, tardy, fidgets=FIDGETS, clock=clock, kept_calls=50)
    telegram.files = FewFiles()
    with TemporaryDirectory(prefix="shuangkou-soak-") as folder:
        path = Path(folder) / "soak.sqlite3"
        await seed(path, telegram, tables, rules=_RULES, text_hands=False)
        settings = Settings(
            _env_file=None,  # type: ignore[call-arg]  # pydantic-settings takes it, its types do not say
            bot_token=SecretStr(telegram.account.token),
            database=path,
            daily_trials=0,
        )
        overrides = Overrides(
            request=FakeRequest(telegram), updates_request=FakeRequest(telegram), wall=clock, clock=clock, workers=0
        )
        tracemalloc.start()
        fill_memories(random)
        async with running(settings, overrides) as services:
            game = Soak(telegram, clock, services)
            print("| minutes |  plays | bot's MB | RSS MB | tasks | files | slots | waiting |")
            print("|---------|--------|-----------|--------|-------|-------|-------|---------|")
            samples = []
            for _ in range(STRETCHES):
                samples.append(await game.stretch(hours * 3600 / STRETCHES))
                print(line(samples[-1]), flush=True)
            loop = asyncio.get_running_loop()
            ticking = loop.create_task(tick(clock))
        ticking.cancel()
    grown = growth(samples)
    print("\nthe second half beside the first: " + ", ".join(f"{what} {share:+.1%}" for what, share in grown.items()))
    print("\n".join(growers(samples)))
    is_flat = all(share <= MOST_GROWTH for what, share in grown.items() if what != "resident")
    print("flat" if is_flat else f"grown by more than {MOST_GROWTH:.0%}")
    return 0 if is_flat else 1


async def tick(clock: ManualClock) -> None:
    """Let time pass while the bot stops."""
    while True:
        await asyncio.sleep(0.001)
        clock.advance(0.1)


def main() -> int:
    """Returns 1 where something has grown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=2.0, help="of play")
    parser.add_argument("--tables", type=int, default=4, help="at once")
    options = parser.parse_args()
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        return runner.run(soak(options.hours, options.tables))


if __name__ == "__main__":
    print_everywhere()
    sys.exit(main())
