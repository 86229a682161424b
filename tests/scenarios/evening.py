"""An evening in a group: the whole bot on the fake Telegram, time that only the script moves, and people who tap what they see.

Everything goes through python-telegram-bot: updates in, calls out. Nothing of the bot is called directly; its tables are looked at,
so that a script knows whose turn it is and a check knows which cards are whose.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

from pydantic import SecretStr

from bot.application import Seams, running
from bot.config import Settings
from bot.playground.fake import Answer, FakeRequest, FakeTelegram, Group, Limits, ManualClock, Message, Person
from bot.services import Services
from bot.state import LiveDeal, TableState
from bot.tables.table import Table
from bot.taps import Tap, Verb
from engine.ruleset import RuleSet

T = TypeVar("T")

LOOK_SECONDS = 0.25
"""How far time moves while nothing happens."""
PATIENCE = 4_000
"""Looks after which a script gives up."""


@dataclass
class Evening:
    """A group of people, the bot among them, and a clock."""

    telegram: FakeTelegram
    clock: ManualClock
    people: Sequence[Person]
    group: Group
    services: Services
    random: Random = field(default_factory=lambda: Random(1))
    taps: int = 0
    """Taps made on hands, to play or pass."""
    turns: int = 0
    """Turns that people have had."""

    # Time

    async def breathe(self) -> None:
        """Let everything happen that takes no time of the clock."""
        for _ in range(12):
            await asyncio.sleep(0)
        await asyncio.sleep(0.0005)  # the database answers from its thread

    async def until(self, found: Callable[[], T], *, step: float = LOOK_SECONDS) -> T:
        """Wait, moving the clock while nothing happens, until `found` gives something true."""
        for look in range(PATIENCE):
            result = found()
            if result:
                return result
            await self.breathe()
            if look % 3 == 2:
                self.clock.advance(step)
        raise AssertionError(f"waited for {found} in vain; the group shows {self.group.last.text!r}")

    async def pass_time(self, seconds: float, step: float = 1.0) -> None:
        """Let so much time go by."""
        left = seconds
        while left > 0:
            self.clock.advance(min(step, left))
            left -= step
            for _ in range(4):
                await self.breathe()

    # What stands on the screens

    def button(self, room_messages: Sequence[Message], verb: Verb, **wanted: object) -> tuple[Message, str] | None:
        """The newest button with this verb, and with these parts of a tap."""
        for message in reversed(room_messages):
            for one in message.buttons or ():
                data = one.get("callback_data")
                if data is None:
                    continue
                tap = Tap.decode(data)
                if tap.verb is verb and all(getattr(tap, name) == value for name, value in wanted.items()):
                    return message, data
        return None

    async def tap(
        self, person: Person, room_messages: Callable[[], Sequence[Message]], verb: Verb, **wanted: object
    ) -> Answer:
        """Wait for a button and tap it; what the bot answers."""
        message, data = await self.until(lambda: self.button(room_messages(), verb, **wanted))
        tap = person.tap(message, data=data)
        await self.until(lambda: tap.is_answered)
        return await tap.answer()

    async def tap_group(self, person: Person, verb: Verb, **wanted: object) -> Answer:
        """Tap a button in the group."""
        return await self.tap(person, lambda: self.group.from_bot, verb, **wanted)

    async def tap_private(self, person: Person, verb: Verb, **wanted: object) -> Answer:
        """Tap a button in one's private chat."""
        return await self.tap(person, lambda: person.private.from_bot, verb, **wanted)

    # The tables behind them

    @property
    def tables(self) -> tuple[Table, ...]:
        """The live tables."""
        return self.services.tables.live

    @property
    def state(self) -> TableState:
        """The table of the group."""
        return next(table.state for table in self.tables if table.state.chat_id == self.group.id)

    @property
    def live(self) -> LiveDeal:
        """The deal of the group's table."""
        live = self.state.live
        assert live is not None
        return live

    def person_at(self, live: LiveDeal, seat: int) -> Person | None:
        """The scripted person at a seat, if one sits there and plays himself."""
        chair = live.chairs[seat]
        if chair.person is None or chair.plays_itself:
            return None
        return next(person for person in self.people if person.id == chair.person.telegram_id)

    # Scripts

    async def sit_down(self, *others: Person, host: Person | None = None, computers: bool = False) -> None:
        """Open a table and seat people, and computer players in the free places if wanted."""
        host = host or self.people[0]
        host.say("/newgame", self.group)
        await self.until(lambda: self.button(self.group.from_bot, Verb.JOIN))
        for person in others:
            answer = await self.tap_group(person, Verb.JOIN)
            if answer.url:
                person.follow(answer.url)
            await self.until(partial(self._sits, person))
        if computers:
            await self.tap_group(host, Verb.COMPUTERS)
        await self.until(lambda: self.state.is_full)

    async def deal(self, host: Person | None = None) -> LiveDeal:
        """Press 开始; the deal that begins."""
        answer = await self.tap_group(host or self.people[0], Verb.START)
        assert not answer.text, answer.text
        await self.until(lambda: self.state.live is not None and not self.live.deal.is_over)
        return self.live

    async def play_out(self, choose: Callable[["Evening", Person, LiveDeal], object] | None = None) -> LiveDeal:
        """Play the running deal to its end, every person by tapping in his private chat; the finished deal."""
        table = next(table for table in self.tables if table.state.chat_id == self.group.id)
        number = table.live.number
        while not table.live.deal.is_over and table.live.number == number:
            await self.act(table)
        return table.live

    async def act(self, table: Table) -> None:
        """Have the seat to act do something: a person taps one of his buttons, a computer player is waited for."""
        live = table.live
        turn, seat = live.turn, live.deal.to_act
        if seat is None:
            return
        person = self.person_at(live, seat)
        if person is None:
            await self.until(lambda: table.live.turn != turn or table.live.deal.is_over)
            return
        self.turns += 1
        if live.deal.on is not None and self.random.random() < 0.25:
            await self.tap_private(person, Verb.PASS, table=table.state.id, turn=turn)
        else:
            await self._tap_a_play(person, table, turn)
        self.taps += 1
        await self.until(lambda: table.live.turn != turn or table.live.deal.is_over)

    async def _tap_a_play(self, person: Person, table: Table, turn: int) -> None:
        def offered() -> list[tuple[Message, str]]:
            found = []
            for message in person.private.from_bot:
                for button in message.buttons or ():
                    tap = Tap.decode(button["callback_data"]) if "callback_data" in button else None
                    if tap and tap.table == table.state.id and tap.turn == turn and tap.verb in (Verb.PLAY, Verb.PASS):
                        found.append((message, button["callback_data"]))
            return found

        buttons = await self.until(offered)
        plays = [one for one in buttons if Tap.decode(one[1]).verb is Verb.PLAY] or buttons
        message, data = plays[0] if self.random.random() < 0.7 else self.random.choice(plays)
        tap = person.tap(message, data=data)
        await self.until(lambda: tap.is_answered)

    def _sits(self, person: Person) -> bool:
        return any(seated.telegram_id == person.id for seated in self.state.people)


@asynccontextmanager
async def evening(
    folder: Path,
    *,
    rules: RuleSet | None = None,
    limits: Limits | None = None,
    names: Sequence[str] = ("小明", "小红", "老王", "Alex", "Bea"),
    started: bool = True,
    telegram: FakeTelegram | None = None,
    **settings: object,
) -> AsyncIterator[Evening]:
    """An evening with the bot running; `telegram` goes on with one that has been running before (a restart)."""
    if telegram is None:
        telegram = FakeTelegram(clock=ManualClock(), limits=limits)
        people = [telegram.add_person(name, started=started, language_code="zh-hans") for name in names]
        group = telegram.add_group("双扣群", people)
        telegram.evening = (people, group)  # type: ignore[attr-defined]  # so that a restart finds them again
    people, group = telegram.evening  # type: ignore[attr-defined]  # see above
    clock = telegram.clock
    assert isinstance(clock, ManualClock)
    chosen = Settings(
        _env_file=None,  # type: ignore[call-arg]  # the developer's own .env is none of the tests' business
        bot_token=SecretStr(telegram.account.token),
        database=folder / "evening.sqlite3",
        pictures=False,
        **settings,  # type: ignore[arg-type]  # whatever the test sets
    )
    seams = Seams(
        request=FakeRequest(telegram), updates_request=FakeRequest(telegram), wall=clock, clock=clock, workers=0
    )
    async with AsyncExitStack() as until_closed:
        closing = asyncio.Event()
        ticking = asyncio.create_task(_tick(clock, closing))
        until_closed.callback(ticking.cancel)
        services = await until_closed.enter_async_context(running(chosen, seams))
        if rules is not None:
            await _choose_rules(services, group, rules)
        try:
            yield Evening(telegram, clock, people, group, services)
        finally:
            closing.set()


async def _tick(clock: ManualClock, closing: asyncio.Event) -> None:
    """Closing waits for time to pass, too."""
    await closing.wait()
    while True:
        await asyncio.sleep(0.001)
        clock.advance(LOOK_SECONDS)


async def _choose_rules(services: Services, group: Group, rules: RuleSet) -> None:
    from storage import ChatKind, TableOptions

    await services.database.chats.seen(group.id, ChatKind.SUPERGROUP, group.chat.title)
    await services.database.chats.save_options(group.id, TableOptions(rules=rules))
