"""The memory of the outbox: in storage which message shows which slot, in memory Telegram's ids of pictures."""

import asyncio
import json
import logging
from dataclasses import asdict
from typing import Any, Final

from cachetools import LRUCache

from bot.outbox import MessageKind, OwnMessage, Replaced, Slot
from bot.tables.clock import Alarm, Clock
from storage import Database, StorageError, StoredMessage

log = logging.getLogger(__name__)

EDITS_KEPT_AFTER: Final = 1.0
"""Seconds until what an edit has made of a message is written, together with all other edits of that time."""
PICTURES_KEPT: Final = 5_000
_PANEL: Final = "panel:"
_FLEETING: Final = "fleeting:"


def slot_name(role: str, table_id: int, number: int | None = None) -> str:
    """The name of a slot of a table: `role` is what it shows, `number` that of the deal where there is one for each."""
    return f"{role}:{table_id}" if number is None else f"{role}:{table_id}:{number}"


def slot_of(table_id: int, message: StoredMessage, thread_id: int | None = None) -> Slot:
    """The slot of a table that a kept message shows; `thread_id` is the topic where it is, which is not kept."""
    role, _, *number = message.role.split(":")
    return Slot(message.chat_id, thread_id, ":".join((role, str(table_id), *number)))


def panel_slot(chat_id: int, thread_id: int | None, message_id: int) -> Slot:
    """The slot of a text that belongs to no table. Its message is in its name, and nothing of it is kept."""
    return Slot(chat_id, thread_id, f"{_PANEL}{message_id}")


def fleeting_slot(chat_id: int, name: str) -> Slot:
    """The slot of a message that is shown for a while and then left as it is; nothing of it is kept."""
    return Slot(chat_id, None, f"{_FLEETING}{name}")


def table_of(slot: Slot) -> int:
    """The table a slot belongs to."""
    return int(slot.name.split(":")[1])


class KeptMessages:
    """The messages of tables, and of panels. A slot of a chat is a role of its table; hands differ by chat.

    A new message is written at once, so that none is ever lost sight of. What an edit has made of it waits a moment: a
    play edits three messages, and a transaction for each would cost more than the play. Lost with the process, it is
    one edit too many after the start, or one too few until the next. That a replaced message is gone waits as well:
    after the start it is looked for in vain.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._edited: dict[Slot, OwnMessage] = {}
        self._being_written: dict[Slot, OwnMessage] = {}
        self._ids: dict[Slot, int] = {}
        self._alarm: Alarm | None = None
        self._writing: set[asyncio.Task[None]] = set()

    async def load(self, slot: Slot) -> OwnMessage | None:
        """The message of a slot, None if it has none."""
        if slot.name.startswith(_PANEL):
            return OwnMessage(int(slot.name.removeprefix(_PANEL)), 0.0, MessageKind.TEXT)
        if slot.name.startswith(_FLEETING):
            return None
        edited = self._edited.get(slot) or self._being_written.get(slot)
        if edited is not None and edited.message_id == self._ids.get(slot):
            return edited
        role = _role(slot)
        for message in self._database.tables.messages(table_of(slot)):
            if message.role == role:
                self._ids[slot] = message.message_id
                return _read(message)
        return None

    async def save(self, slot: Slot, message: OwnMessage) -> None:
        """Keep the message of a slot in place of the one before."""
        if slot.name.startswith((_PANEL, _FLEETING)):
            return
        if self._ids.get(slot) == message.message_id:
            self._edited[slot] = message
            if self._alarm is None:
                self._alarm = self._clock.call_later(EDITS_KEPT_AFTER, self._write_soon)
            return
        self._edited.pop(slot, None)
        await self._database.tables.save_message(*_kept(slot, message))
        self._ids[slot] = message.message_id

    async def remove(self, slot: Slot) -> None:
        """The slot has no message any more."""
        if slot.name.startswith((_PANEL, _FLEETING)):
            return
        self._edited.pop(slot, None)
        self._ids.pop(slot, None)
        await self._database.tables.forget_message(table_of(slot), _role(slot))

    async def close(self) -> None:
        """Write what waits."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._write_soon()
        await asyncio.gather(*self._writing)

    def _write_soon(self) -> None:
        self._alarm = None
        task = asyncio.create_task(self._write_edits(), name="kept messages")
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _write_edits(self) -> None:
        """Write what edits have made of messages, in one transaction; where that fails, next time."""
        edited, self._edited = self._edited, {}
        self._being_written |= edited
        try:
            await self._database.tables.save_messages([_kept(slot, message) for slot, message in edited.items()])
        except StorageError:
            log.exception("what %d messages show could not be kept", len(edited))
            still = {slot: message for slot, message in edited.items() if self._ids.get(slot) == message.message_id}
            self._edited = still | self._edited
        finally:
            for slot, message in edited.items():
                if self._being_written.get(slot) is message:
                    del self._being_written[slot]


class KeptFiles:
    """Telegram's ids of pictures, by the pictures' keys: the latest of them, as long as the bot runs.

    Nearly every picture is a hand that nobody will hold again, so that keeping them would cost a transaction each and
    fill the database with what is of no more use; drawing one again takes a few milliseconds.
    """

    def __init__(self) -> None:
        self._ids = LRUCache[str, str](PICTURES_KEPT)

    async def load(self, key: str) -> str | None:
        """The file id of a picture, None if Telegram does not have it."""
        return self._ids.get(key)

    async def save(self, key: str, file_id: str) -> None:
        """Keep the file id of a picture."""
        self._ids[key] = file_id

    async def remove(self, key: str) -> None:
        """Telegram does not know this file any more."""
        self._ids.pop(key, None)


def _role(slot: Slot) -> str:
    role, _, *number = slot.name.split(":")
    return ":".join((role, str(slot.chat_id), *number))


def _kept(slot: Slot, message: OwnMessage) -> tuple[int, StoredMessage]:
    """The table a slot belongs to, and its message as it is kept."""
    shown = asdict(message)
    del shown["message_id"]
    return table_of(slot), StoredMessage(_role(slot), slot.chat_id, message.message_id, json.dumps(shown))


def _read(message: StoredMessage) -> OwnMessage:
    shown = json.loads(message.shown or "{}")
    return OwnMessage(
        message.message_id,
        float(shown.get("posted_at", 0.0)),
        MessageKind(shown.get("kind", MessageKind.TEXT)),
        str(shown.get("digest", "")),
        str(shown.get("picture", "")),
        tuple(_replaced(one) for one in shown.get("replaced", ())),
    )


def _replaced(kept: dict[str, Any]) -> Replaced:
    maybe_foreign = kept.get("maybe_foreign", kept.get("doubt", False))  # as version 0.1 has called it
    return Replaced(int(kept["message_id"]), float(kept["posted_at"]), bool(maybe_foreign))
