"""The bot as operators run it: `python -m bot` in a process of its own, the fake Bot API over HTTP, real time.

People tap what they see. What the bot has done is read from its database, since a process that dies tells nothing.
"""

import asyncio
import os
import resource
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from bot.playground.fake import Answer, FakeServer, FakeTelegram, Group, Limits, Message, Person, Room
from bot.playground.fake import Tap as Pressed
from bot.process.config import Settings
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from storage.check import check
from storage.opening import connect_read_only

T = TypeVar("T")

PATIENCE: Final = 120.0
"""Seconds after which something that does not happen is a failure; a busy machine must not reach it."""
ROOT: Final = Path(__file__).resolve().parents[2]
QUICK: Final = {
    "PICTURES": "false",
    "COMPUTER_THINKS_AT_LEAST": "0",
    "COMPUTER_THINKS_AT_MOST": "0",
    "DAILY_TRIALS": "0",
    "GROUP_CALLS_PER_MINUTE": "60",
    "CALLS_PER_SECOND": "1000",
}
_HAND_VERBS: Final = frozenset(
    {
        ButtonAction.PLAY,
        ButtonAction.PASS,
        ButtonAction.TOGGLE,
        ButtonAction.PLAY_SELECTED,
        ButtonAction.HINT,
        ButtonAction.AUTOPILOT,
    }
)


class BotProcess:
    """`python -m bot` in a folder, told everything by its environment; warnings are errors there too."""

    def __init__(self, folder: Path, **environment: str) -> None:
        ours = {name.upper() for name in Settings.model_fields}
        self._environment = {name: value for name, value in os.environ.items() if name not in ours}
        self._environment |= {"PYTHONPATH": str(ROOT), **QUICK, **environment}
        self._folder = folder
        self._log = folder / "bot.log"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it; it goes on in its own time."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-W", "error", "-m", "bot"),
                cwd=self._folder,
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def _running(self) -> asyncio.subprocess.Process:
        assert self._process is not None, "it has not been started"
        return self._process

    @property
    def state(self) -> str:
        """Whether it lives, for people who read about a failure."""
        status = self._running.returncode
        return "the bot is running" if status is None else f"the bot has ended with status {status}"

    def send(self, number: signal.Signals) -> None:
        """Send the process, and none of its worker processes, a signal."""
        self._running.send_signal(number)

    async def can_be_told_to_end(self, patience: float = PATIENCE) -> None:
        """Wait until the process itself answers SIGTERM; Ctrl-C too, but for that Python has a handler of its own."""
        async with asyncio.timeout(patience):
            while not self._catches(signal.SIGTERM):  # noqa: ASYNC110 - no event tells of it
                await asyncio.sleep(0.005)

    def _catches(self, number: signal.Signals) -> bool:
        status = Path(f"/proc/{self._running.pid}/status").read_text(encoding="utf-8")
        [caught] = (line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
        return bool(int(caught, 16) >> (number - 1) & 1)

    def fill_disk(self, room: int) -> None:
        """Let no file of the process grow beyond so many bytes from now on, as where the disk is full."""
        resource.prlimit(self._running.pid, resource.RLIMIT_FSIZE, (room, room))

    async def ended(self, patience: float = PATIENCE) -> int:
        """Wait for its end; the exit status."""
        async with asyncio.timeout(patience):
            return await self._running.wait()

    async def stop(self) -> int:
        """Ask it to end as an operator does; the exit status."""
        self.send(signal.SIGTERM)
        return await self.ended()

    async def kill(self) -> None:
        """End it without a warning."""
        self.send(signal.SIGKILL)
        await self.ended()

    async def run(self) -> tuple[int, str]:
        """Start it where it will end of itself: exit status and output."""
        await self.start()
        return await self.ended(), self.output

    async def leaves_nothing(self, patience: float = PATIENCE) -> None:
        """Wait until no process that it had started is left."""
        async with asyncio.timeout(patience):
            while self._has_group():  # noqa: ASYNC110 - no event tells of processes that are not ours
                await asyncio.sleep(0.02)

    def _has_group(self) -> bool:
        try:
            os.killpg(self._running.pid, 0)
        except ProcessLookupError:
            return False
        return True

    async def clean_up(self) -> None:
        """Whatever a failed test has left running ends."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()

    @property
    def output(self) -> str:
        """What it has written, since the first of its lives."""
        return self._log.read_text(encoding="utf-8")

    async def says(self, words: str, times: int = 1) -> None:
        """Wait until it has written something so often."""
        async with asyncio.timeout(PATIENCE):
            while self.output.count(words) < times:
                assert self._running.returncode is None, self.output
                await asyncio.sleep(0.02)


@dataclass(frozen=True)
class Press:
    """A button that somebody has tapped."""

    person: Person
    message: Message
    data: str
    pressed: Pressed

    @property
    def tap(self) -> CallbackData:
        """What the button said."""
        return CallbackData.decode(self.data)

    @property
    def answer(self) -> Answer | None:
        """What the bot has answered, None if it has not (in time)."""
        answered = self.pressed.query.answered
        return answered.result() if answered.done() else None

    @property
    def was_served(self) -> bool:
        """Whether the answer was that it has been done."""
        return self.answer is not None and not self.answer.text


@dataclass(frozen=True)
class Standing:
    """The deal started last, as it stands on the disk."""

    id: int
    table: int
    number: int
    is_live: bool
    turn: int
    to_be_ready: frozenset[int]
    """People (Telegram ids) at the table who have not asked for another deal."""


@dataclass
class House:
    """A group, the bot's process, and what people have tapped so far."""

    telegram: FakeTelegram
    people: Sequence[Person]
    group: Group
    bot: BotProcess
    database: Path
    random: Random
    presses: list[Press] = field(default_factory=list)

    # ---- what stands where

    def standing(self) -> Standing | None:
        """How the game stands on the disk; None before the first deal."""
        if not self.database.exists():
            return None
        with closing(connect_read_only(self.database)) as connection:
            row = connection.execute(
                "SELECT id, table_id, number, state = 'live' AS is_live,"
                " (SELECT count(*) FROM actions WHERE deal_id = deals.id) AS turn FROM deals ORDER BY id DESC LIMIT 1"
            ).fetchone()
            if row is None:
                return None
            waited_for = connection.execute(
                "SELECT telegram_id FROM seats JOIN people ON people.id = person_id WHERE table_id = ? AND NOT ready",
                (row["table_id"],),
            ).fetchall()
        return Standing(
            row["id"],
            row["table_id"],
            row["number"],
            bool(row["is_live"]),
            row["turn"],
            frozenset(person["telegram_id"] for person in waited_for),
        )

    async def until(self, found: Callable[[], T | None]) -> T:
        """Wait until `found` gives something true, and return that."""
        while not (result := found()):
            try:
                await self.telegram.until(found, patience=PATIENCE)
            except AssertionError as error:
                raise AssertionError(f"{error}\n{self.bot.state}, and has written\n{self.bot.output}") from None
        return result

    # ---- what people do

    def press(self, person: Person, message: Message, data: str) -> Press:
        """Tap a button, whether or not anybody is there to answer."""
        press = Press(person, message, data, person.forge_tap(message, data))
        self.presses.append(press)
        return press

    async def tap(self, person: Person, room: Room, action: ButtonAction) -> Answer:
        """Wait for a button and tap it; the answer."""
        message, data = (await self.until(lambda: list(buttons(room, action))))[0]
        return await self.press(person, message, data).pressed.answer(patience=PATIENCE)

    async def sit_down(self, people: int = 4) -> None:
        """Open a table, seat so many people, computer players at the other places, and deal."""
        self.people[0].say("/newgame", self.group)
        for person in self.people[1:people]:
            assert (await self.tap(person, self.group, ButtonAction.JOIN)).text == "坐下了"
        if people < len(self.people):
            assert (await self.tap(self.people[0], self.group, ButtonAction.COMPUTERS)).text == "电脑坐下了"
        assert (await self.tap(self.people[0], self.group, ButtonAction.START)).text == ""

    async def next_button(self) -> tuple[Person, Message, str]:
        """Wait until somebody can bring the game on: by a play, a pass, or by asking for another deal."""
        return await self.until(self._next_button)

    def _next_button(self) -> tuple[Person, Message, str] | None:
        now = self.standing()
        if now is None:
            return None
        if now.is_live:
            wanted = {"table": now.table, "deal": now.number, "turn": now.turn}
            actions = [ButtonAction.PLAY, ButtonAction.PLAY, ButtonAction.PASS]
            self.random.shuffle(actions)
            actions.append(ButtonAction.PLAY_SELECTED)  # where only what is selected can be played
            found = [
                (person, *button)
                for action in actions
                for person in self.people
                for button in buttons(person.private, action, **wanted)
            ]
        else:
            found = [
                (person, *button)
                for button in buttons(self.group, ButtonAction.AGAIN)
                for person in self.people
                if person.id in now.to_be_ready
            ]
        return found[0] if found else None

    async def act(self) -> Press:
        """Somebody brings the game on, and is answered."""
        press = self.press(*await self.next_button())
        answer = await press.pressed.answer(patience=PATIENCE)
        if "再点一次" in answer.text:  # a big bomb asks once more
            press = self.press(press.person, press.message, press.tap.encode())
            answer = await press.pressed.answer(patience=PATIENCE)
        assert answer.text == "" or press.tap.action is ButtonAction.AGAIN, (press.tap, answer)
        return press

    async def play_on(self) -> None:
        """Play until cancelled; now and then somebody taps something that is not due."""
        while True:
            await self.act()
            if self.random.random() < 0.2:
                person = self.random.choice(list(self.people))
                for message, data in buttons(person.private, ButtonAction.TOGGLE):
                    self.press(person, message, data)
                    break

    # ---- whether all is well

    def faults(self) -> list[str]:
        """What was tapped and is not there, and what is there and was not tapped."""
        with closing(connect_read_only(self.database)) as connection:
            return [*self._lost_or_invented(connection), *check(connection)]

    def _lost_or_invented(self, connection: sqlite3.Connection) -> Iterator[str]:
        presses: dict[tuple[int, int, int, str], list[Press]] = {}
        for press in self.presses:
            if press.tap.action in (ButtonAction.PLAY, ButtonAction.PASS):
                cards = press.tap.arg.partition(".")[0]
                presses.setdefault((press.tap.deal, press.tap.turn, press.person.id, cards), []).append(press)
        rows = connection.execute(
            "SELECT deals.number AS deal, actions.number AS number, kind, cards, telegram_id"
            " FROM actions JOIN deals ON deals.id = actions.deal_id"
            " JOIN deal_seats USING (deal_id, seat) JOIN people ON people.id = deal_seats.person_id"
        )
        selected = {
            (press.tap.deal, press.tap.turn, press.person.id)
            for press in self.presses
            if press.tap.action is ButtonAction.PLAY_SELECTED
        }
        kept = set()
        for row in rows:
            what = row["deal"], row["number"] - 1, row["telegram_id"], row["cards"] or ""
            kept.add(what)
            if row["kind"] == "timeout" or (what not in presses and what[:3] not in selected):
                yield f"nobody has tapped for action {row['number']} of deal {row['deal']}: {tuple(row)}"
        for what, alike in presses.items():
            if what not in kept and any(press.was_served for press in alike):
                yield f"a tap was answered as if it were done, and nothing was: {what}"

    def strays(self) -> list[Message]:
        """Messages with buttons of the table which the bot does not look after."""
        with closing(connect_read_only(self.database)) as connection:
            known = {tuple(row) for row in connection.execute("SELECT chat_id, message_id FROM messages")}
        rooms = [self.group, *(person.private for person in self.people)]
        return [
            message
            for room in rooms
            for message in room.from_bot
            if (room.id, message.id) not in known and any(tap.table for tap in taps(message))
        ]

    def hands(self, person: Person) -> list[Message]:
        """The messages in somebody's private chat that have buttons of a hand."""
        return [m for m in person.private.from_bot if any(tap.action in _HAND_VERBS for tap in taps(m))]


def taps(message: Message) -> list[CallbackData]:
    """What the buttons of a message say."""
    return [CallbackData.decode(button["callback_data"]) for button in message.buttons if "callback_data" in button]


def buttons(room: Room, action: ButtonAction, **wanted: object) -> Iterator[tuple[Message, str]]:
    """The buttons with this action and these parts of a tap, newest message first."""
    for message in reversed(room.from_bot):
        for button in message.buttons:
            data = button.get("callback_data")
            tap = CallbackData.decode(data) if data else None
            if (
                data
                and tap
                and tap.action is action
                and all(getattr(tap, name) == value for name, value in wanted.items())
            ):
                yield message, data


@asynccontextmanager
async def house(folder: Path, *, seed: int = 1, **environment: str) -> AsyncIterator[House]:
    """A house with the bot not yet started; whatever is left of it at the end is removed."""
    telegram = FakeTelegram(limits=Limits.none())
    people = [telegram.add_person(name, started=True) for name in ("小明", "小红", "Alex", "Bea")]
    group = telegram.add_group("双扣群", people)
    database = folder / "kept" / "bot.sqlite3"
    async with FakeServer(telegram) as server:
        bot = BotProcess(
            folder,
            BOT_TOKEN=telegram.account.token,
            API_BASE=server.base_url,
            DATABASE=str(database),
            **environment,
        )
        try:
            yield House(telegram, people, group, bot, database, Random(seed))
        finally:
            await bot.clean_up()
