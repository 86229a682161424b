"""Which message shows which slot, as it is kept: new messages at once, edits together."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.outbox import MessageKind, OwnMessage, Replaced, Slot
from bot.outbox.message_store import EDITS_KEPT_AFTER, KeptFiles, KeptMessages, slot_name, slot_of
from bot.playground.fake import ManualClock
from storage import ChatKind, Database, Shuffle, StoredMessage, StoredOptions
from tests.storage.disk import TroubledDisk

GROUP = -1001234567890


@dataclass
class Scene:
    """A database with one table."""

    database: Database
    clock: ManualClock
    table: int

    @property
    def slot(self) -> Slot:
        """The table message."""
        return Slot(GROUP, None, slot_name("table", self.table, 1))

    def messages(self) -> KeptMessages:
        """What a bot that starts now has."""
        return KeptMessages(self.database, self.clock)

    async def stored(self) -> OwnMessage | None:
        """What another process would find."""
        return await self.messages().load(self.slot)


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    clock = ManualClock()
    async with Database.open(tmp_path / "kept.db", clock=clock.now, factory=TroubledDisk) as database:
        await database.chats.seen(GROUP, ChatKind.SUPERGROUP, "双扣群")
        host = await database.people.seen(1, "小明")
        table = await database.tables.create(
            chat_id=GROUP, host_id=host.id, shuffle=Shuffle(bytes(32)), options=StoredOptions()
        )
        yield Scene(database, clock, table.id)


class Said(logging.Handler):
    """Waits for words in the log."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.heard = asyncio.Event()
        self._words = words

    def emit(self, record: logging.LogRecord) -> None:
        if self._words in record.getMessage():
            self.heard.set()


def shown(message_id: int, digest: str) -> OwnMessage:
    return OwnMessage(message_id, 5.0, MessageKind.PHOTO, digest, "picture")


async def test_a_new_message_is_kept_at_once(scene: Scene) -> None:
    messages = scene.messages()
    await messages.save(scene.slot, shown(7, "one"))
    assert await scene.stored() == shown(7, "one")
    await messages.save(scene.slot, shown(9, "two"))
    assert await scene.stored() == shown(9, "two")


async def test_edits_are_kept_together_after_a_moment(scene: Scene) -> None:
    messages = scene.messages()
    await messages.save(scene.slot, shown(7, "one"))
    await messages.save(scene.slot, shown(7, "two"))
    await messages.save(scene.slot, shown(7, "three"))
    assert await messages.load(scene.slot) == shown(7, "three")
    assert await scene.stored() == shown(7, "one")
    scene.clock.advance(EDITS_KEPT_AFTER)
    await messages.close()
    assert await scene.stored() == shown(7, "three")


async def test_what_waits_is_kept_at_the_end(scene: Scene) -> None:
    messages = scene.messages()
    await messages.save(scene.slot, shown(7, "one"))
    await messages.save(scene.slot, shown(7, "two"))
    await messages.close()
    assert await scene.stored() == shown(7, "two")
    assert scene.clock.next_alarm is None


async def test_a_message_from_before_the_start_counts_as_kept(scene: Scene) -> None:
    await scene.messages().save(scene.slot, shown(7, "one"))
    messages = scene.messages()
    await messages.load(scene.slot)
    await messages.save(scene.slot, shown(7, "two"))
    assert await scene.stored() == shown(7, "one")
    await messages.close()
    assert await scene.stored() == shown(7, "two")


@pytest.mark.parametrize("replaced", [True, False])
async def test_an_edit_of_a_message_that_is_gone_is_not_kept(replaced: bool, scene: Scene) -> None:
    messages = scene.messages()
    await messages.save(scene.slot, shown(7, "one"))
    await messages.save(scene.slot, shown(7, "two"))
    if replaced:
        await messages.save(scene.slot, shown(9, "three"))
    else:
        await messages.remove(scene.slot)
    await messages.close()
    assert await scene.stored() == (shown(9, "three") if replaced else None)


async def test_edits_that_could_not_be_written_are_written_later(scene: Scene) -> None:
    messages = scene.messages()
    await messages.save(scene.slot, shown(7, "one"))
    await messages.save(scene.slot, shown(7, "two"))

    said = Said("could not be kept")
    logging.getLogger("bot").addHandler(said)
    with TroubledDisk.full():
        scene.clock.advance(EDITS_KEPT_AFTER)
        await said.heard.wait()
    logging.getLogger("bot").removeHandler(said)
    assert await messages.load(scene.slot) == shown(7, "two")
    await messages.close()
    assert await scene.stored() == shown(7, "two")


async def test_what_a_message_has_replaced_is_kept_with_it_and_that_it_is_gone_with_the_edits(scene: Scene) -> None:
    messages = scene.messages()
    await messages.save(scene.slot, shown(7, "one"))
    second = replace(shown(9, "two"), replaced=(Replaced(7, 5.0), Replaced(8, 6.0, maybe_foreign=True)))
    await messages.save(scene.slot, second)
    assert await scene.stored() == second
    await messages.save(scene.slot, second.without(7))
    await messages.save(scene.slot, second.without(7).without(8))
    assert await scene.stored() == second
    await messages.close()
    assert await scene.stored() == shown(9, "two")


async def test_what_an_earlier_version_called_in_doubt_may_be_foreign(scene: Scene) -> None:
    shown_then = '{"posted_at": 5.0, "kind": "text", "replaced": [{"message_id": 7, "posted_at": 4.0, "doubt": true}]}'
    await scene.database.tables.save_message(scene.table, StoredMessage(f"table:{GROUP}:1", GROUP, 9, shown_then))
    found = await scene.stored()
    assert found is not None
    assert found.replaced == (Replaced(7, 4.0, maybe_foreign=True),)


async def test_a_message_kept_by_an_earlier_version_has_replaced_nothing(scene: Scene) -> None:
    earlier = StoredMessage(
        f"table:{GROUP}:1", GROUP, 7, '{"posted_at": 5.0, "kind": "photo", "digest": "a", "picture": "b"}'
    )
    await scene.database.tables.save_message(scene.table, earlier)
    assert await scene.stored() == OwnMessage(7, 5.0, MessageKind.PHOTO, "a", "b")


@pytest.mark.parametrize("number", [None, 3])
async def test_a_kept_message_tells_its_slot(number: int | None, scene: Scene) -> None:
    slot = Slot(GROUP, 5, slot_name("table", scene.table, number))
    await scene.messages().save(slot, shown(7, "one"))
    (message,) = scene.database.tables.messages(scene.table)
    assert slot_of(scene.table, message, 5) == slot


async def test_ids_of_pictures_are_known_until_they_are_wrong() -> None:
    files = KeptFiles()
    await files.save("hand", "AgAC")
    assert await files.load("hand") == "AgAC"
    await files.remove("hand")
    assert await files.load("hand") is None
