"""Everything goes wrong at once, at random, while people play: calls, polls and the database fail, updates come twice,
late, unreadable and out of order.

`storm` lets it last for so long and checks that nobody was timed out whose tap was on its way, that every action was
tapped for, that scores equal the ledger, and that all screens show the table once it is calm again.
"""

import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.locales import texts_for
from bot.playground.fake import Fault, FaultKind
from bot.playground.fake import Tap as Tapped
from bot.playground.fake.request import FakeRequest
from bot.screens.refusals import Denial, refusal_text
from bot.tables.clock import sleep
from bot.tables.state import Language
from bot.telegram_api.callback_data import CallbackData
from engine.deal import LogEntry, TimedOut
from engine.ruleset import RuleSet
from storage import Database
from tests.scenarios.evening import Evening, evening
from tests.scenarios.trouble import ACTING, GIVEN_UP, HARMLESS, LONGEST_PAUSE, Players, forget_errors, verify_screens
from tests.scenarios.watch import WatchedTelegram
from tests.storage.disk import TroubledDisk

RULES: Final = RuleSet(turn_seconds=30)
POLLS: Final = "getUpdates"
WEATHER: Final = ("fair", "fair", "failing", "failing", "failing", "polls away", "cut off", "disk")
"""What it may be like, and how often."""
SPELL_SECONDS: Final = (10.0, 90.0)
"""How long one kind of weather lasts."""
NAPS: Final = 0.004
"""The share of moments in which somebody falls asleep, for a turn or two."""
NAP_SECONDS: Final = (20.0, 70.0)
LATEST_SECONDS: Final = 20.0
"""How late what a poll brings may come."""
_TOLD: Final = {
    text
    for texts in map(texts_for, Language)
    for text in (refusal_text(Denial.ERROR, texts), refusal_text(Denial.TOO_FAST, texts), texts("hand-once-more"))
}
"""What somebody may be answered whose turn runs out all the same: they can try again."""
KNOWN_TROUBLE: Final = (
    *(GIVEN_UP, "the disk is full", "could not be written", "Telegram refused"),
    *("a fault while somebody was served", "in the store"),
)
"""What the bot may complain of in a storm."""


class RoughLine(FakeRequest):
    """A transport for polls, on which what they bring comes late, twice and out of order.

    Args:
        telegram: the server.
        random: where chance comes from.
    """

    def __init__(self, telegram: WatchedTelegram, random: Random) -> None:
        super().__init__(telegram)
        self._clock = telegram.clock
        self._random = random
        self._brought: deque[Any] = deque(maxlen=30)
        self.is_rough = False
        self.repeated = 0
        """Updates that came more than once."""

    async def do_request(self, url: str, *arguments: Any, **named: Any) -> tuple[int, bytes]:
        status, payload = await super().do_request(url, *arguments, **named)
        if POLLS not in url or status != 200 or not self.is_rough:
            return status, payload
        random, body = self._random, json.loads(payload)
        updates = body["result"]
        if updates and random.random() < 0.1:
            await sleep(self._clock, random.uniform(1.0, LATEST_SECONDS))
        new = list(updates)
        if self._brought and updates and random.random() < 0.3:
            updates.append(random.choice(self._brought))
            self.repeated += 1
        if random.random() < 0.3:
            random.shuffle(updates)
        self._brought.extend(new)
        return status, json.dumps(body).encode()


@dataclass(frozen=True, slots=True)
class Tried:
    """A tap by somebody whose turn it was, made in time."""

    tap: CallbackData
    tapped: Tapped
    at: float


@dataclass
class Storm:
    """People who play in bad weather."""

    game: Evening
    random: Random
    line: RoughLine
    players: Players
    tried: list[Tried] = field(default_factory=list)
    timed_out: int = 0
    """Turns that ran out."""
    weather: dict[str, int] = field(default_factory=dict)
    """How often each kind of weather has been."""
    _asleep: dict[int, float] = field(default_factory=dict)
    _settled: dict[int, tuple[LogEntry, ...]] = field(default_factory=dict)
    """The actions of each deal of the table, by its number."""
    _seen: int = 0

    async def last(self, seconds: float) -> None:
        """Let it last for so long, one kind of weather after the other."""
        game = self.game
        end = game.clock.now() + seconds
        while game.clock.now() < end:
            name = self.random.choice(WEATHER)
            self.weather[name] = self.weather.get(name, 0) + 1
            with ExitStack() as stack:
                for fault in self._faults(name):
                    game.telegram.faults.add(fault)
                    stack.callback(game.telegram.faults.remove, fault)
                if name == "disk":
                    stack.enter_context(TroubledDisk.full())
                await self._play(min(self.random.uniform(*SPELL_SECONDS), end - game.clock.now()))
        await game.settle()

    def _faults(self, weather: str) -> list[Fault]:
        random = self.random
        faults = [Fault(FaultKind.BAD_GATEWAY, POLLS, times=None, probability=0.1)]
        kinds = list(FaultKind)
        match weather:
            case "failing":
                chance = random.uniform(0.05, 0.5)
                faults += [Fault(random.choice(kinds), times=None, probability=chance, retry_after=3)]
                faults += [Fault(random.choice(kinds), POLLS, times=None, probability=chance, retry_after=3)]
            case "polls away":
                faults.append(Fault(FaultKind.CUT_BEFORE, POLLS, times=None))
            case "cut off":
                faults += [Fault(FaultKind.CUT_BEFORE, POLLS, times=None), Fault(FaultKind.CUT_BEFORE, times=None)]
        return faults

    async def _play(self, seconds: float) -> None:
        game, end = self.game, self.game.clock.now() + seconds
        while game.clock.now() < end:
            if self.random.random() < 0.1:
                self._send_nonsense()
            for person in game.people[:4]:
                if self._asleep.get(person.id, 0.0) > game.clock.now():
                    continue
                if self.random.random() < NAPS:
                    self._asleep[person.id] = game.clock.now() + self.random.uniform(*NAP_SECONDS)
                    continue
                self.players.tap_something(person)
                self._note()
                await game.settle()
            await game.pass_time(self.random.uniform(0.5, 3.0))
            self._watch()

    def _send_nonsense(self) -> None:
        """An update that the library cannot read."""
        user = self.game.people[0].user.to_api()
        self.game.telegram.updates.put("my_chat_member", {"chat": {"id": 1}, "from": user})

    def _note(self) -> None:
        """Remember the taps that were made in time for the turn that is running."""
        table, now = self.game.table, self.game.clock.now()
        new, self._seen = self.players.tapped[self._seen :], len(self.players.tapped)
        deal = table.state.latest
        deadline = getattr(deal, "deadline", None)
        if deal is None or deadline is None or deal.deal.to_act is None or now > deadline:
            return
        person = deal.chairs[deal.deal.to_act].person
        for tap, tapped in new:
            is_theirs = person is not None and tapped.query.user.id == person.telegram_id
            if is_theirs and tap.action in ACTING and (tap.deal, tap.turn) == (deal.number, deal.turn):
                self.tried.append(Tried(tap, tapped, now))

    def _watch(self) -> None:
        """Keep what was done in each deal."""
        deal = self.game.table.state.latest
        if deal is not None:
            self._settled[deal.number] = deal.deal.log

    def verify_nobody_was_timed_out_unheard(self) -> None:
        """Whoever tapped in time for their turn was not timed out, unless it could not be written down, or they were
        asked once more: then they were told, or the bot tried to tell them.
        """
        self._watch()
        self.timed_out = sum(isinstance(entry, TimedOut) for log in self._settled.values() for entry in log)
        answers: dict[str, str] = {}
        for call in self.game.telegram.calls:
            if call.method == "answerCallbackQuery":
                answers[str(call.parameters.get("callback_query_id"))] = str(call.parameters.get("text") or "")
        for one in self.tried:
            log = self._settled.get(one.tap.deal, ())
            if one.tap.turn >= len(log) or not isinstance(log[one.tap.turn], TimedOut):
                continue
            answer = answers.get(one.tapped.query.id)
            assert answer is not None, f"{one.tap} at {one.at} was never answered, and the turn timed out"
            assert answer in _TOLD, f"{one.tap} at {one.at} was answered {answer!r}, and the turn timed out"


@asynccontextmanager
async def storm(folder: Path, seconds: float, seed: int) -> AsyncIterator[Storm]:
    """Four people play through a storm of so many seconds; when it is over all that has to be so is checked."""
    random = Random(seed)
    lines: list[RoughLine] = []

    def line(telegram: WatchedTelegram) -> RoughLine:
        lines.append(RoughLine(telegram, random))
        return lines[-1]

    database = partial(Database.open, factory=TroubledDisk, patience=0.001)
    async with evening(
        folder, rules=RULES, harmless=HARMLESS, seed=seed, open_database=database, polls_by=line
    ) as game:
        game.may_miss_taps = True
        await game.begin()
        one = Storm(game, random, lines[0], Players(game))
        lines[0].is_rough = True
        await one.last(seconds)
        game.telegram.faults.clear()
        lines[0].is_rough = False
        await _calm(game)
        one.verify_nobody_was_timed_out_unheard()
        await one.players.verify_actions()
        forget_errors(game, *KNOWN_TROUBLE)
        yield one


async def _calm(game: Evening) -> None:
    """Wait until every screen shows the table as it is."""
    await game.pass_time(LONGEST_PAUSE)
    last: AssertionError | None = None
    for _ in range(60):
        try:
            await verify_screens(game)
        except AssertionError as error:
            last = error
            await game.pass_time(3)
        else:
            return
    raise AssertionError("the screens do not show the table") from last
