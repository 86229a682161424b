"""What the outbox has to remember, in storage: which message shows which slot, and Telegram's ids of pictures."""

import json
from dataclasses import asdict
from typing import Final

from bot.outbox import MessageKind, OwnMessage, Slot
from storage import Database, Message

_PICTURE: Final = "picture:"
_PANEL: Final = "panel:"


def slot_name(role: str, table_id: int, number: int | None = None) -> str:
    """The name of a slot of a table: `role` is what it shows, `number` that of the deal where there is one for each."""
    return f"{role}:{table_id}" if number is None else f"{role}:{table_id}:{number}"


def panel_slot(chat_id: int, thread_id: int | None, message_id: int) -> Slot:
    """The slot of a text that belongs to no table. Its message is in its name, and nothing of it is kept."""
    return Slot(chat_id, thread_id, f"{_PANEL}{message_id}")


def table_of(slot: Slot) -> int:
    """The table a slot belongs to."""
    return int(slot.name.split(":")[1])


class KeptMessages:
    """The messages of tables, and of panels. A slot of a chat is a role of its table; hands differ by chat."""

    def __init__(self, database: Database) -> None:
        self._tables = database.tables

    async def load(self, slot: Slot) -> OwnMessage | None:
        """The message of a slot, None if it has none."""
        if slot.name.startswith(_PANEL):
            return OwnMessage(int(slot.name.removeprefix(_PANEL)), 0.0, MessageKind.TEXT)
        role = _role(slot)
        for message in await self._tables.messages(table_of(slot)):
            if message.role == role:
                return _read(message)
        return None

    async def save(self, slot: Slot, message: OwnMessage) -> None:
        """Keep the message of a slot in place of the one before."""
        if slot.name.startswith(_PANEL):
            return
        shown = asdict(message)
        del shown["message_id"]
        kept = Message(_role(slot), slot.chat_id, message.message_id, json.dumps(shown))
        await self._tables.save_message(table_of(slot), kept)

    async def remove(self, slot: Slot) -> None:
        """The slot has no message any more."""
        if slot.name.startswith(_PANEL):
            return
        await self._tables.forget_message(table_of(slot), _role(slot))


class KeptFiles:
    """Telegram's ids of pictures, by the pictures' keys."""

    def __init__(self, database: Database) -> None:
        self._facts = database.facts

    async def load(self, key: str) -> str | None:
        """The file id of a picture, None if Telegram does not have it."""
        return await self._facts.get(_PICTURE + key)

    async def save(self, key: str, file_id: str) -> None:
        """Keep the file id of a picture."""
        await self._facts.set(_PICTURE + key, file_id)

    async def remove(self, key: str) -> None:
        """Telegram does not know this file any more."""
        await self._facts.delete(_PICTURE + key)


def _role(slot: Slot) -> str:
    role, _, *number = slot.name.split(":")
    return ":".join((role, str(slot.chat_id), *number))


def _read(message: Message) -> OwnMessage:
    shown = json.loads(message.shown or "{}")
    return OwnMessage(
        message.message_id,
        float(shown.get("posted_at", 0.0)),
        MessageKind(shown.get("kind", MessageKind.TEXT)),
        str(shown.get("digest", "")),
        str(shown.get("picture", "")),
    )
