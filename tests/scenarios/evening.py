"""An evening in a group: the whole bot on the fake Telegram, time that only the script moves, and people who tap what
they see.

Everything goes through python-telegram-bot: updates in, calls out. Nothing of the bot is called directly; its tables
are looked at, so that a script knows whose turn it is and `Watch` knows which cards are whose.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

from pydantic import SecretStr

from bot.application import Overrides, running
from bot.handlers.services import Services
from bot.playground.fake import Answer, Call, FakeRequest, Group, Limits, ManualClock, Message, Person, Room, Topic
from bot.playground.fake import ChatKind as GroupKind
from bot.process.config import Settings
from bot.review.reviewer import Judge
from bot.tables.state import Language, TableDeal, TableState
from bot.tables.table import Table
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine import review
from engine.players import Strength
from engine.ruleset import RuleSet
from engine.shuffle import SEED_BYTES, Dealt, deal_cards
from storage import ChatKind, Database, StoredOptions
from storage.check import check
from storage.opening import connect_read_only
from tests.dates import Dates
from tests.scenarios.watch import Watch, WatchedTelegram
from tests.stillness import OpensDatabase, still_loop, time_goes_by, watched

T = TypeVar("T")

NAMES: Final = ("小明", "小红", "老王", "Alex", "Bea", "Chris")
TAP_SECONDS: Final = 0.3
"""How long a person takes for a tap."""
PATIENCE: Final = 300.0
"""Seconds of the evening after which a script gives up waiting."""
_LONGEST_STEP: Final = 1.0


@dataclass
class Evening:
    """A group of people, the bot among them, and a clock."""

    folder: Path
    telegram: WatchedTelegram
    clock: ManualClock
    people: Sequence[Person]
    group: Group
    settings: dict[str, Any]
    random: Random
    entropy: Callable[[int], bytes]
    """Where the seeds of shuffles come from."""
    harmless: list[str]
    """What Telegram may refuse the bot in this scenario: parts of its descriptions."""
    open_database: OpensDatabase = Database.open
    polls_by: Callable[[WatchedTelegram], FakeRequest] = FakeRequest
    """Makes the line on which updates come."""
    is_dead: Callable[[], bool] = field(default=lambda: False)
    """Whether the process has been killed (see `killing`)."""
    daily_seed: int = 1
    """What the deals of the day follow from."""
    judge: Judge = review.judge
    """What a decision of a finished deal was worth, from the next start on."""
    may_miss_taps: bool = False
    """Whether taps may stay unanswered, since the bot was down or out of the group."""
    errors: list[str] = field(default_factory=list)
    """What the bot has logged as an error."""
    wall: Dates = field(init=False)
    """The date, which a script may set."""
    watch: Watch = field(init=False)
    services: Services = field(init=False)
    _closing: AsyncExitStack = field(default_factory=AsyncExitStack)

    def __post_init__(self) -> None:
        self.wall = Dates(self.clock)
        self.watch = Watch(self.telegram, lambda: self.tables)
        self.telegram.watcher = self.watch.see

    # ---- the bot

    async def start(self) -> None:
        """Start the bot, on the database it left behind."""
        overrides = Overrides(
            request=FakeRequest(self.telegram),
            updates_request=self.polls_by(self.telegram),
            wall=self.wall,
            clock=self.clock,
            workers=0,
            entropy=self.entropy,
            daily_entropy=Random(self.daily_seed).randbytes,
            open_database=watched(self.open_database),
            judge=self.judge,
        )
        chosen = Settings(
            _env_file=None,  # type: ignore[call-arg]  # the developer's own .env is none of the tests' business
            bot_token=SecretStr(self.telegram.account.token),
            database=self.database,
            **{"pictures": False, "daily_trials": 0} | self.settings,
        )
        async with time_goes_by(self.clock):
            starting = asyncio.create_task(self._closing.enter_async_context(running(chosen, overrides)))
            while not starting.done():
                if self.is_dead():  # killed before it had started
                    starting.cancel()
                    await asyncio.wait([starting])
                    return
                await still_loop().stillness()
            self.services = await starting
        await self.settle()

    async def stop(self) -> None:
        """Stop the bot in good order."""
        async with time_goes_by(self.clock):
            await self._closing.aclose()

    async def restart(self) -> None:
        """Stop the bot and start it again."""
        await self.stop()
        await self.start()

    @property
    def database(self) -> Path:
        """Where the bot keeps everything."""
        return self.folder / "evening.sqlite3"

    # ---- time

    async def settle(self) -> None:
        """Let everything happen that takes no time."""
        await still_loop().stillness()

    async def until(self, found: Callable[[], T], patience: float = PATIENCE) -> T:
        """Let time pass until `found` gives something true, and return that."""
        end = self.clock.now() + patience
        while True:
            await self.settle()
            result = found()
            if result:
                return result
            if self.clock.now() >= end:
                raise AssertionError(
                    f"not within {patience:g} s: {found}; the group shows {self.shown_in_group[-300:]!r}; "
                    f"errors: {self.errors}; faults: {self.watch.faults}"
                )
            self._step(end)

    async def pass_time(self, seconds: float) -> None:
        """Let so much time pass, everything happening at its moment."""
        end = self.clock.now() + seconds
        await self.settle()
        while self.clock.now() < end:
            self._step(end, longest=seconds)
            await self.settle()

    def _step(self, end: float, longest: float = _LONGEST_STEP) -> None:
        """On to the next moment at which something happens, but not beyond `end`."""
        alarm = self.clock.next_alarm
        pause = longest if alarm is None else min(alarm, longest)
        self.clock.advance(max(0.0, min(pause, end - self.clock.now())) or 1e-6)

    # ---- what stands on the screens

    @property
    def shown_in_group(self) -> str:
        """The last message of the bot in the group, empty where there is none."""
        return self.group.last.text if self.group.from_bot else ""

    def buttons(self, room: Room, action: ButtonAction, **wanted: object) -> list[tuple[Message, CallbackData, str]]:
        """The buttons with this action, and these parts of a tap, newest message first; each with its data."""
        found = []
        for message in reversed(room.from_bot):
            for button in message.buttons or ():
                data = button.get("callback_data")
                tap = CallbackData.decode(data) if data else None
                if data and tap and tap.action is action and all(getattr(tap, k) == v for k, v in wanted.items()):
                    found.append((message, tap, data))
        return found

    async def press(self, person: Person, message: Message, data: str) -> Answer:
        """Tap a button; the answer, which comes at once."""
        tap = person.tap(message, data=data)
        await self.settle()
        assert tap.is_answered, f"the tap on {data!r} was not answered within its handler; errors: {self.errors}"
        answer = await tap.answer()
        await self.pass_time(TAP_SECONDS)
        return answer

    async def tap(self, person: Person, room: Room, action: ButtonAction, **wanted: object) -> Answer:
        """Wait for a button and tap it; what the bot answers."""
        try:
            found = await self.until(lambda: self.buttons(room, action, **wanted))
        except AssertionError as error:
            stands = [(message.text, [button["text"] for button in message.buttons]) for message in room.from_bot][-2:]
            raise AssertionError(f"no {action.name} {wanted} for {person.user.first_name} in {stands}") from error
        return await self.press(person, found[0][0], found[0][2])

    async def tap_group(self, person: Person, action: ButtonAction, **wanted: object) -> Answer:
        """Tap a button in the group."""
        return await self.tap(person, self.group, action, **wanted)

    async def tap_private(self, person: Person, action: ButtonAction, **wanted: object) -> Answer:
        """Tap a button in one's private chat."""
        return await self.tap(person, person.private, action, **wanted)

    async def say(self, person: Person, text: str, room: Room | None = None, topic: Topic | None = None) -> None:
        """Write something, and let the bot deal with it."""
        person.say(text, room, topic=topic)
        await self.settle()
        await self.pass_time(TAP_SECONDS)

    async def press_start(self, person: Person) -> None:
        """Open the private chat with the bot for the first time."""
        person.start()
        await self.settle()

    def said_in(self, room: Room) -> list[Message]:
        """The messages of the bot in a chat, and those in a group that somebody sees alone."""
        alone = (person.ephemeral(room) for person in self.people) if isinstance(room, Group) else ()
        return [*room.from_bot, *(message for messages in alone for message in messages)]

    async def shows(self, room: Room, *parts: str, patience: float = 60.0) -> Message:
        """Wait for a message of the bot that has all these parts in it, whoever sees it."""

        def found() -> Message | None:
            return next((m for m in reversed(self.said_in(room)) if all(part in m.text for part in parts)), None)

        message = await self.until(found, patience)
        assert message is not None
        return message

    # ---- the tables behind them

    @property
    def tables(self) -> tuple[Table, ...]:
        """The live tables."""
        return self.services.tables.live if hasattr(self, "services") else ()

    @property
    def table(self) -> Table:
        """The table of the group."""
        return next(table for table in self.tables if table.state.chat_id == self.group.id)

    @property
    def state(self) -> TableState:
        """How the table of the group stands."""
        return self.table.state

    @property
    def live(self) -> TableDeal:
        """The deal that the group's table plays, or has played last."""
        return self.table.latest

    def sits(self, person: Person) -> bool:
        """Whether somebody sits at the table of the group."""
        return any(seated.telegram_id == person.id for seated in self.state.people)

    def seat(self, person: Person) -> int:
        """The seat of a person in the deal of the group."""
        return next(
            seat
            for seat, chair in enumerate(self.live.chairs)
            if chair.person and chair.person.telegram_id == person.id
        )

    def player_at(self, live: TableDeal, seat: int) -> Person | None:
        """The person at a seat, if one sits there and plays themselves."""
        chair = live.chairs[seat]
        if chair.person is None or chair.plays_itself:
            return None
        return self.telegram.person(chair.person.telegram_id)

    @property
    def acting(self) -> Person:
        """The person whose turn it is in the group."""
        assert self.live.deal.to_act is not None
        person = self.player_at(self.live, self.live.deal.to_act)
        assert person is not None, "a computer player is to act"
        return person

    # ---- what people do

    async def sit_down(
        self, *others: Person, host: Person | None = None, computers: bool = False, topic: Topic | None = None
    ) -> None:
        """Open a table, seat people, and computer players in the free places if wanted."""
        host = host or self.people[0]
        await self.say(host, "/newgame", self.group, topic)
        for person in others:
            await self.join(person)
        if computers:
            await self.tap_group(host, ButtonAction.COMPUTERS)

    async def join(self, person: Person) -> None:
        """Tap 加入, and press Start in private where the bot asks for that."""
        answer = await self.tap_group(person, ButtonAction.JOIN)
        if answer.url:
            person.follow(answer.url)
            await self.settle()
        assert self.sits(person), answer

    async def deal(self, host: Person | None = None) -> TableDeal:
        """Press 开始; the deal that begins."""
        answer = await self.tap_group(host or self.people[0], ButtonAction.START)
        assert not answer.text, answer.text
        assert not self.live.deal.is_over
        return self.live

    async def begin(self, *others: Person, computers: bool = False) -> TableDeal:
        """Sit down and deal; all of the first four people unless others are named."""
        await self.sit_down(*(others or (() if computers else self.people[1:4])), computers=computers)
        return await self.deal()

    async def agree_to_end(self, *people: Person, topic: Topic | None = None) -> None:
        """Have these people, the first four unless others are named, say that they want the deal to end."""
        for person in people or self.people[:4]:
            await self.say(person, "/end", self.group, topic)

    async def act(self, table: Table | None = None) -> None:
        """Have the seat to act do something: a person taps their first button, a computer player is waited for."""
        table = table or self.table
        live = table.latest
        turn, seat = live.turn, live.deal.to_act
        if seat is None:
            return
        person = self.player_at(live, seat)
        if person is None:
            await self.until(lambda: table.latest.turn != turn or table.latest.deal.is_over)
            return
        wanted = {"table": table.state.id, "deal": live.number, "turn": turn}
        passes = live.deal.to_beat is not None and self.random.random() < 0.3
        actions = [ButtonAction.PLAY, ButtonAction.PASS, ButtonAction.PLAY_SELECTED]
        if passes:
            actions.insert(0, ButtonAction.PASS)
        found = await self.until(
            lambda: [b for action in actions for b in self.buttons(person.private, action, **wanted)]
        )
        await self.press(person, found[0][0], found[0][2])
        if table.latest.turn == turn and not table.latest.deal.is_over:  # a big bomb asks once more
            await self.press(person, found[0][0], found[0][2])
        assert table.latest.turn != turn or table.latest.deal.is_over

    async def act_until(self, reached: Callable[[], object], table: Table | None = None) -> None:
        """Have everybody act until something is so."""
        while not reached():
            await self.act(table)

    async def play_out(self, table: Table | None = None) -> TableDeal:
        """Play the running deal to its end; the finished deal."""
        table = table or self.table
        number = table.latest.number
        await self.act_until(lambda: table.latest.deal.is_over or table.latest.number != number, table)
        return table.latest

    # ---- whether all was well

    async def verify(self) -> None:
        """Check everything that has to be so at any moment of any evening."""
        assert not self.watch.faults, self.watch.faults[:3]
        assert self.telegram.complaints == []
        assert self.telegram.flood.refusals == [], self.telegram.flood.refusals[:3]
        assert not self.refused, self.refused[:3]
        assert not self.errors, self.errors[:3]
        if not self.may_miss_taps:
            assert self.watch.unanswered() == []
        for table in self.tables:
            for seated in table.state.people:
                rows = await self.services.database.scores.ledger(seated.id)
                assert sum(row.points for row in rows) == seated.score

    def verify_file(self) -> None:
        """Check what was left on the disk: replays, sums, orphans (see `storage.check`)."""
        with closing(connect_read_only(self.database)) as connection:
            assert isinstance(connection, sqlite3.Connection)
            assert list(check(connection)) == []

    @property
    def refused(self) -> list[Call]:
        """Calls that Telegram refused and that this scenario does not bring about."""
        return [call for call in self.watch.refusals if not any(part in (call.error or "") for part in self.harmless)]


@asynccontextmanager
async def evening(
    folder: Path,
    *,
    rules: RuleSet | None = None,
    language: Language = Language.CHINESE,
    strength: Strength = Strength.GREEDY,
    limits: Limits | None = None,
    names: Sequence[str] = NAMES,
    started: bool = True,
    languages: Sequence[str] = ("zh-hans",),
    is_forum: bool = False,
    basic_group: bool = False,
    harmless: Sequence[str] = (),
    seed: int = 1,
    entropy: Callable[[int], bytes] | None = None,
    open_database: OpensDatabase = Database.open,
    polls_by: Callable[[WatchedTelegram], FakeRequest] = FakeRequest,
    **settings: Any,
) -> AsyncIterator[Evening]:
    """An evening with the bot running; what has to be so at its end is checked there.

    Args:
        folder: where the database goes.
        rules, strength: as the group has set them.
        language: of the group.
        limits: of Telegram, if others than usual.
        names: of the people in the group.
        started: whether everybody has pressed Start before.
        languages: of people's Telegrams, in turns.
        is_forum, basic_group: what kind of group it is.
        harmless: what Telegram may refuse here.
        seed: the same one deals the same cards, unless `entropy` is given.
        entropy: gives the seeds of shuffles.
        open_database: opens the database, if in another way than usual.
        polls_by: makes the line on which updates come, if that is not to be a good one.
        settings: of the bot.
    """
    clock = ManualClock()
    telegram = WatchedTelegram(clock=clock, limits=limits)
    codes = cycle(languages)
    people = [
        telegram.add_person(name, started=started, language_code=code) for name, code in zip(names, codes, strict=False)
    ]
    kind = GroupKind.GROUP if basic_group else GroupKind.SUPERGROUP
    group = telegram.add_group("双扣群", people, is_forum=is_forum, kind=kind)
    game = Evening(
        folder,
        telegram,
        clock,
        people,
        group,
        settings,
        Random(seed),
        entropy or Random(seed).randbytes,
        list(harmless),
        open_database,
        polls_by,
    )
    with _errors(game.errors):
        await game.start()
        try:
            options = StoredOptions(rules=rules or RuleSet(), computers_allowed=True, strength=strength.value)
            await game.services.database.chats.seen(group.id, ChatKind(kind.value), "双扣群", is_forum)
            await game.services.database.chats.save_options(group.id, options)
            await game.services.database.chats.save_language(group.id, language)
            yield game
            await game.settle()
            await game.verify()
        finally:
            await game.stop()
        game.verify_file()


async def stacked(folder: Path, wanted: Callable[[Dealt], bool]) -> Callable[[int], bytes]:
    """The `entropy` with which the first four people, sitting down and dealing, get cards that are `wanted`.

    The seed of a deal follows from the server's and from their taps, which are the same in every rehearsal.
    """
    async with evening(folder / "rehearsal") as game:
        await game.sit_down(*game.people[1:4])
        shuffle = game.table.shuffle
    for number in count():
        server_seed = number.to_bytes(SEED_BYTES, "big")
        if wanted(deal_cards(replace(shuffle, server_seed=server_seed).seed)):
            return lambda size: server_seed[:size]
    raise AssertionError("there are seeds for everything")


@contextmanager
def _errors(found: list[str]) -> Iterator[None]:
    """Collects what is logged as an error."""

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            formatter = logging.Formatter()
            found.append(formatter.format(record))

    collector = Collector(logging.ERROR)
    logging.getLogger().addHandler(collector)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(collector)
