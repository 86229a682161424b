"""A bot with an outbox on the fake Telegram, with Telegram's limits and a clock that only tests move."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from PIL import Image
from telegram.ext import ExtBot

from bot.outbox import ChatTrouble, OnTrouble, Outbox, OwnMessage, Slot
from bot.playground.fake import FakeRequest, FakeTelegram, ManualClock
from bot.screens.screen import Button, Picture, Screen
from bot.telegram_api.limits import Budget, ChatRateLimiter

TURNS = 12
"""Turns of the event loop after which everything that needs no time has happened."""


@dataclass(frozen=True)
class Drawing(Picture):
    """A picture that is one colour; its name is its key."""

    name: str

    @property
    def key(self) -> str:
        return self.name


@dataclass
class Messages:
    """A message store in memory, which can fail."""

    kept: dict[Slot, OwnMessage] = field(default_factory=dict)
    fails: int = 0
    """How many calls from now on fail."""

    def _may_fail(self) -> None:
        if self.fails:
            self.fails -= 1
            raise OSError("disk full")

    async def load(self, slot: Slot) -> OwnMessage | None:
        self._may_fail()
        return self.kept.get(slot)

    async def save(self, slot: Slot, message: OwnMessage) -> None:
        self._may_fail()
        self.kept[slot] = message

    async def remove(self, slot: Slot) -> None:
        self._may_fail()
        self.kept.pop(slot, None)


@dataclass
class Files:
    """File ids in memory."""

    kept: dict[str, str] = field(default_factory=dict)

    async def load(self, key: str) -> str | None:
        return self.kept.get(key)

    async def save(self, key: str, file_id: str) -> None:
        self.kept[key] = file_id

    async def remove(self, key: str) -> None:
        self.kept.pop(key, None)


@dataclass
class Studio:
    """Draws, unless told otherwise; counts."""

    broken: bool = False
    brush: asyncio.Event | None = None
    """Drawing waits for it."""
    drawn: list[str] = field(default_factory=list)

    async def draw(self, picture: Picture) -> bytes | None:
        if self.broken:
            raise RuntimeError("out of paint")
        if self.brush is not None:
            await self.brush.wait()
        self.drawn.append(picture.key)
        return png()


def png() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (40, 20), "green").save(written, "PNG")
    return written.getvalue()


class Stage:
    """Everything a test of the outbox needs."""

    def __init__(self, *, seed: int = 0, kept_calls: int | None = None) -> None:
        self.clock = ManualClock()
        self.telegram = FakeTelegram(clock=self.clock, seed=seed, kept_calls=kept_calls)
        self.messages = Messages()
        self.files = Files()
        self.studio = Studio()
        self.troubles: list[ChatTrouble] = []
        self.trouble_handler: OnTrouble = self._note_trouble
        self.ann = self.telegram.add_person("Ann", started=True)
        self.bob = self.telegram.add_person("Bob", started=True)
        self.group = self.telegram.add_group("Cards", [self.ann, self.bob])
        self.table = Slot(self.group.id, None, "table:71")
        self.hand = Slot(self.ann.id, None, "hand:71")
        self.outbox: Outbox
        self.budget: Budget
        self.bot: ExtBot[str]

    @asynccontextmanager
    async def open(self, *, kept_slots: int = 20_000) -> AsyncIterator["Stage"]:
        """A new bot and outbox on the same Telegram and stores, until the end of the block."""
        self.budget = Budget(clock=self.clock)
        self.bot = ExtBot(
            self.telegram.account.token,
            request=FakeRequest(self.telegram),
            get_updates_request=FakeRequest(self.telegram),
            rate_limiter=ChatRateLimiter(self.budget),
        )
        async with self.bot:
            self.outbox = Outbox(
                self.bot,
                self.budget,
                messages=self.messages,
                files=self.files,
                draw=self.studio.draw,
                on_trouble=self._on_trouble,
                wall_clock=self.clock.now,
                kept_slots=kept_slots,
                ephemeral=True,
            )
            yield self
            stopping = asyncio.create_task(self.outbox.shutdown(5.0))
            while not stopping.done():
                await self.pass_time(1.0)
            await stopping
        assert self.telegram.complaints == []

    async def _on_trouble(self, trouble: ChatTrouble) -> None:
        await self.trouble_handler(trouble)

    async def _note_trouble(self, trouble: ChatTrouble) -> None:
        self.troubles.append(trouble)

    async def settle(self) -> None:
        """Let everything happen that needs no time."""
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def pass_time(self, seconds: float, step: float = 0.1) -> None:
        """Let time pass in small steps."""
        await self.settle()
        for _ in range(round(seconds / step)):
            self.clock.advance(step)
            await self.settle()

    def paced(self, chat_id: int) -> list[float]:
        """When the bot sent or edited something in a chat and Telegram let it."""
        flood = self.telegram.flood
        return [
            call.at
            for call in self.telegram.calls
            if flood.paces(call.method) and call.parameters.get("chat_id") == chat_id and call.ok
        ]


def screen(text: str, *labels: str, picture: str = "") -> Screen:
    """A screen with one row of buttons."""
    row = tuple(Button(label, data=f"tap:{label}") for label in labels)
    return Screen(text, (row,) if row else (), Drawing(picture) if picture else None)


def most_in(moments: list[float], window: float) -> int:
    """The most moments in any window of so many seconds."""
    return max((sum(start <= other < start + window for other in moments) for start in moments), default=0)
