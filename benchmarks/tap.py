"""The cost of one tap: python -m benchmarks.tap [--taps N] [--functions N]

The whole bot runs in this process on the fake Telegram, with four people at a table who play by what stands on their
screens. From each tap that plays until its answer leaves for Telegram, every Python function that is called is noted,
on the loop and on the thread of the database. That is what stands between a person and the answer; screens are made
after it. Printed are medians over the taps: all calls, and those in each module of the bot, storage and the engine.

A coroutine counts once, however often it goes on; cProfile would count it each time.
"""

import argparse
import asyncio
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final, TypeVar

from pydantic import SecretStr

from benchmarks.load import ROOT, seed
from benchmarks.scripted import PlayingTelegram, at_once, buttons_of
from bot.application import Overrides, running
from bot.handlers.services import Services
from bot.playground.fake import FakeRequest, Limits, ManualClock, Message, Person
from bot.process.config import Settings
from bot.tables.state import Playing
from bot.telegram_api.callback_data import ButtonAction
from engine.console import print_everywhere
from storage import Database
from tests.stillness import StillLoop, still_loop, time_goes_by, watched

OWN: Final = ("bot", "storage", "engine")
"""The packages of the project; everything else that is called is a library's, or Python's."""
STAGED: Final = "bot/playground/"
"""The fake Telegram, which is no part of the bot."""
GOAL: Final = 250
"""Calls of the project's functions before the answer. At first there were 970, most of them for screens."""
PAUSE_SECONDS: Final = 5.0
"""Between two taps, so that nothing is paced or throttled."""
WARM: Final = 8
"""Taps before anything is counted."""


@dataclass
class Calls:
    """Notes the functions that are called while it is listening, on this thread and on those begun in `on_threads`."""

    made: list[tuple[str, str]] = field(default_factory=list)
    """File and name of each, in order. Files of the project are named from its root, others by their full path."""
    resumed: int = 0
    """How often a generator or coroutine went on that had been called before."""
    _frames: set[FrameType] = field(default_factory=set)
    _listens: bool = False

    @contextmanager
    def on_threads(self) -> Iterator[None]:
        """Be able to listen to threads that are started inside."""
        threading.setprofile(self._see)
        try:
            yield
        finally:
            threading.setprofile(None)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Note what is called inside, or until `stop`."""
        before = sys.getprofile()
        self.made, self.resumed, self._listens = [], 0, True
        sys.setprofile(self._see)
        try:
            yield
        finally:
            self.stop()
            sys.setprofile(before)
            self._frames.clear()

    def stop(self) -> None:
        """Note nothing more."""
        self._listens = False

    def _see(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or not self._listens:
            return
        if frame in self._frames:
            self.resumed += 1
            return
        self._frames.add(frame)
        code = frame.f_code
        self.made.append((code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname))


@dataclass
class Tap:
    """The calls made for one tap, without the fake Telegram."""

    own: Counter[tuple[str, str]]
    """Calls of the project's functions, by file and name."""
    of_libraries: int
    resumed: int

    @classmethod
    def of(cls, calls: Calls) -> "Tap":
        """Sort what was noted."""
        own = Counter(call for call in calls.made if call[0].startswith(tuple(f"{package}/" for package in OWN)))
        own = Counter({call: number for call, number in own.items() if not call[0].startswith(STAGED)})
        libraries = sum(file.startswith(("/", "<")) for file, _ in calls.made)
        return cls(own, libraries, calls.resumed)

    def by_file(self) -> Counter[str]:
        """Calls of each of the project's files."""
        files = Counter[str]()
        for (file, _), number in self.own.items():
            files[file] += number
        return files


class AnsweringRequest(FakeRequest):
    """Tells when the answer to a tap leaves."""

    def __init__(self, telegram: PlayingTelegram, calls: Calls) -> None:
        super().__init__(telegram)
        self._calls = calls

    async def do_request(self, url: str, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        if url.endswith("/answerCallbackQuery"):
            self._calls.stop()
        return await super().do_request(url, *args, **kwargs)


@dataclass(frozen=True)
class Offer:
    """A button that somebody can tap now."""

    person: Person
    message: Message
    action: ButtonAction
    data: str


class Players:
    """The people at the table, one tap after the other."""

    def __init__(self, telegram: PlayingTelegram, clock: ManualClock, random: Random) -> None:
        self._people = [telegram.person(user.id) for user in telegram.users.values() if not user.is_bot]
        self._clock = clock
        self._random = random

    async def settle(self) -> None:
        """Let everything be shown, and some time pass."""
        end = self._clock.now() + PAUSE_SECONDS
        while self._clock.now() < end:
            await still_loop().stillness()
            self._clock.advance(0.5)
        await still_loop().stillness()

    def offers(self) -> list[Offer]:
        """Return what can be tapped under the newest messages of all."""
        return [
            Offer(person, message, tap.action, data)
            for person in self._people
            for message in person.private.from_bot[-1:]
            for tap, data in buttons_of({"reply_markup": message.markup})
            if tap.action in (ButtonAction.PLAY, ButtonAction.PASS, ButtonAction.AGAIN)
        ]

    def choose(self) -> Offer:
        """A play where one is offered, else a pass, else another deal."""
        offers = self.offers()
        for action in (ButtonAction.PLAY, ButtonAction.PASS, ButtonAction.AGAIN):
            fitting = [offer for offer in offers if offer.action is action]
            if fitting:
                return self._random.choice(fitting)
        raise RuntimeError("nobody can do anything; the table stands still")

    async def tap(self, offer: Offer, calls: Calls) -> bool:
        """Tap, noting what is called until the answer leaves. Returns whether it was taken without a word."""
        with calls.listening():
            answer = await offer.person.tap(offer.message, data=offer.data).answer(patience=30.0)
        return not answer.text


def deal_goes_on(services: Services, number: int) -> bool:
    """Return whether the one table still plays the deal of this number."""
    [table] = services.tables.live
    return isinstance(table.state, Playing) and table.state.deal_number == number


async def play(services: Services, players: Players, calls: Calls, number: int) -> list[Tap]:
    """Play until so many taps have played cards in a deal that went on, and return what each of them called."""
    counted = list[Tap]()
    for made in count():
        await players.settle()
        offer, deal = players.choose(), services.tables.live[0].state.deal_number
        taken = await players.tap(offer, calls)
        if taken and offer.action is ButtonAction.PLAY and made >= WARM and deal_goes_on(services, deal):
            counted.append(Tap.of(calls))
        if len(counted) == number:
            break
    return counted


async def measure(number: int) -> list[Tap]:
    """Run the bot, and return what so many taps called."""
    clock = ManualClock(time.time())
    telegram = PlayingTelegram(Random(13), at_once, clock=clock, limits=Limits.none())
    telegram.pause()  # nobody taps but the players here
    calls = Calls()
    with TemporaryDirectory(prefix="shuangkou-tap-") as folder, calls.on_threads():
        path = Path(folder) / "tap.sqlite3"
        await seed(path, telegram, 1)
        settings = Settings(
            _env_file=None,  # type: ignore[call-arg]  # pydantic-settings takes it, its types do not say
            bot_token=SecretStr(telegram.account.token),
            database=path,
        )
        overrides = Overrides(
            request=AnsweringRequest(telegram, calls),
            updates_request=FakeRequest(telegram),
            wall=clock,
            clock=clock,
            workers=0,
            open_database=watched(Database.open),
        )
        async with AsyncExitStack() as stack:
            async with time_goes_by(clock):
                services = await stack.enter_async_context(running(settings, overrides))
            counted = await play(services, Players(telegram, clock, Random(13)), calls, number)
            async with time_goes_by(clock):
                await stack.aclose()
    return counted


def report(counted: Sequence[Tap], functions: int) -> Iterator[str]:
    """Yield what to print: the medians, by module, and the functions that are called most."""
    own = sorted(tap.own.total() for tap in counted)
    yield f"{len(counted)} taps that play; before the answer of each, as medians:"
    yield f"{median(own):6.0f}  calls of the project's functions ({own[0]} to {own[-1]}; goal: at most {GOAL})"
    yield f"{median(len(tap.by_file()) for tap in counted):6.0f}  files they are in"
    yield f"{median(tap.of_libraries for tap in counted):6.0f}  calls of libraries and of Python's own modules"
    yield f"{median(tap.resumed for tap in counted):6.0f}  times that a coroutine or generator went on"
    yield ""
    yield from (f"{number:6.0f}  {file}" for file, number in medians([tap.by_file() for tap in counted]))
    yield ""
    called = medians([tap.own for tap in counted])
    yield from (f"{number:6.0f}  {file}: {name}" for (file, name), number in called[:functions])


Key = TypeVar("Key")


def medians(counters: Sequence[Counter[Key]]) -> list[tuple[Key, float]]:
    """The median of each count, the highest first; those that are mostly 0 are left out."""
    keys = set().union(*counters)
    found = [(key, median(counter[key] for counter in counters)) for key in keys]
    return sorted(((key, number) for key, number in found if number), key=lambda one: (-one[1], str(one[0])))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--taps", type=int, default=60, help="that are counted")
    parser.add_argument("--functions", type=int, default=20, help="functions to name")
    options = parser.parse_args()
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        counted = runner.run(measure(options.taps))
    print("\n".join(report(counted, options.functions)))


if __name__ == "__main__":
    print_everywhere()
    main()
