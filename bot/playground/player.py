"""Somebody on the fake Telegram who plays alone: finds buttons by what they mean, taps, waits for the effect."""

from __future__ import annotations

from bot.playground.fake import FakeTelegram, Message, Person, Room
from bot.screens.hand_keys import ON
from bot.telegram_api.callback_data import ButtonAction, CallbackData


class Player:
    """A local person with a will of their own, who only does what a hand can do on Telegram."""

    def __init__(self, telegram: FakeTelegram, person: Person) -> None:
        self._telegram = telegram
        self._person = person

    @property
    def private(self) -> Room:
        """His chat with the bot."""
        return self._person.private

    def say(self, text: str, room: Room) -> None:
        """Write a message."""
        self._person.say(text, room)

    async def tap(self, room: Room, action: ButtonAction, arg: str = "") -> None:
        """Tap such a button, and wait until the tap has had its effect: the button is gone."""
        message, data = await self.press(room, action, arg)
        while _has(message, data):
            await self._telegram.changed()

    async def switch_autopilot_on(self) -> None:
        """Let the computer play their hand (托管), from behind ⋯."""
        await self.press(self.private, ButtonAction.MORE)
        await self.tap(self.private, ButtonAction.AUTOPILOT, ON)

    async def press(self, room: Room, action: ButtonAction, arg: str = "") -> tuple[Message, str]:
        """Tap the newest such button as soon as there is one; returns its message and what it says."""
        message, data = await self.found(room, action, arg)
        self._person.tap(message, data=data)
        return message, data

    async def found(self, room: Room, action: ButtonAction, arg: str = "") -> tuple[Message, str]:
        """The newest message with a button for this, and what the button says, once there is one."""
        while True:
            for message in reversed(room.from_bot):
                for button in message.buttons:
                    data = button.get("callback_data", "")
                    if _means(data, action, arg):
                        return message, data
            await self._telegram.changed()


def _has(message: Message, data: str) -> bool:
    return not message.is_deleted and any(button.get("callback_data") == data for button in message.buttons)


def _means(data: str, action: ButtonAction, arg: str) -> bool:
    try:
        tap = CallbackData.decode(data)
    except ValueError:
        return False
    return tap.action is action and tap.arg == arg
