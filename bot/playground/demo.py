"""A table that plays itself, for watching: a local person opens it, fills it, and lets the computer play his hand."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.playground.fake import FakeTelegram, Group, Message, Person, Room
from bot.taps import Tap, Verb

ON: Final = "1"
"""What the button says that hands a seat to the computer."""

ADMIRE_SECONDS: Final = 8.0
"""How long a result stays before the next deal."""


class Demo:
    """One person's evening. He only does what a hand can do on Telegram: writes /newgame and taps buttons.

    Args:
        telegram: where it happens.
        host: who opens the table. Whoever is him on the page may take the hand back and play himself.
        group: where the table is opened.
        pause: seconds between a result and the next deal.
    """

    def __init__(self, telegram: FakeTelegram, host: Person, group: Group, pause: float = ADMIRE_SECONDS) -> None:
        self._telegram = telegram
        self._host = host
        self._group = group
        self._pause = pause

    async def run(self) -> None:
        """Play until cancelled."""
        self._host.say("/newgame", self._group)
        await self._tap(self._group, Verb.COMPUTERS)
        await self._tap(self._group, Verb.START)
        while True:
            await self._tap(self._host.private, Verb.AUTOPILOT, ON)
            await self._found(self._group, Verb.AGAIN)
            await asyncio.sleep(self._pause)
            await self._tap(self._group, Verb.AGAIN)

    async def _tap(self, room: Room, verb: Verb, arg: str = "") -> None:
        """Tap the newest such button as soon as there is one, and wait until the tap has had its effect."""
        message, data = await self._found(room, verb, arg)
        self._host.tap(message, data=data)
        await self._gone(message, data)

    async def _found(self, room: Room, verb: Verb, arg: str = "") -> tuple[Message, str]:
        """The newest message with a button for this, and what the button says, once there is one."""
        while True:
            for message in reversed(room.from_bot):
                for button in message.buttons:
                    data = button.get("callback_data", "")
                    if _means(data, verb, arg):
                        return message, data
            await self._telegram.changed()

    async def _gone(self, message: Message, data: str) -> None:
        """Wait until the message no longer has this button: what it asked for has happened."""
        while not message.is_deleted and any(button.get("callback_data") == data for button in message.buttons):
            await self._telegram.changed()


def _means(data: str, verb: Verb, arg: str) -> bool:
    try:
        tap = Tap.decode(data)
    except ValueError:
        return False
    return tap.verb is verb and tap.arg == arg
