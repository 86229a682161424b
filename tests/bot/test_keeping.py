"""Which message shows what is still known after a restart."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.keeping import EDITS_KEPT_AFTER, KeptFiles, KeptMessages, panel_slot, slot_name, table_of
from bot.outbox import MessageKind, OwnMessage, Slot
from bot.playground.fake import ManualClock
from storage import EMPTY, ChatKind, Database, DatabaseUnusable, Shuffle, TableOptions


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """An open database in which table 1 stands in group -100."""
    async with Database.open(tmp_path / "test.sqlite3") as one:
        host = await one.people.seen(7, "Ann", None, None, None)
        await one.chats.seen(-100, ChatKind.SUPERGROUP, "Cards")
        await one.tables.create(
            chat_id=-100,
            thread_id=None,
            host_id=host.id,
            shuffle=Shuffle(bytes(32)),
            options=TableOptions(),
            seats=EMPTY,
            ranked=True,
            notes={},
        )
        yield one


@pytest.fixture
def clock() -> ManualClock:
    """The clock by which edits wait to be written."""
    return ManualClock()


MESSAGE = OwnMessage(41, 1000.5, MessageKind.PHOTO, "digest", "picture")


async def test_a_message_comes_back_as_it_was(database: Database, clock: ManualClock) -> None:
    kept = KeptMessages(database, clock)
    slot = Slot(-100, None, slot_name("table", 1, 3))
    assert await kept.load(slot) is None
    await kept.save(slot, MESSAGE)
    assert await KeptMessages(database, clock).load(slot) == MESSAGE
    await kept.save(slot, OwnMessage(42, 2000.0, MessageKind.TEXT))
    assert await kept.load(slot) == OwnMessage(42, 2000.0, MessageKind.TEXT)
    await kept.remove(slot)
    assert await kept.load(slot) is None


async def test_slots_of_a_table_are_told_apart_by_role_chat_and_deal(database: Database, clock: ManualClock) -> None:
    kept = KeptMessages(database, clock)
    slots = [
        Slot(-100, None, slot_name("lobby", 1)),
        Slot(-100, None, slot_name("table", 1, 1)),
        Slot(-100, None, slot_name("table", 1, 2)),
        Slot(7, None, slot_name("hand", 1)),
        Slot(8, None, slot_name("hand", 1)),
    ]
    for number, slot in enumerate(slots):
        await kept.save(slot, OwnMessage(number, 0.0, MessageKind.TEXT))
    for number, slot in enumerate(slots):
        message = await kept.load(slot)
        assert message is not None
        assert message.message_id == number
        assert table_of(slot) == 1


async def test_a_panel_is_its_message_and_nothing_of_it_is_kept(database: Database, clock: ManualClock) -> None:
    kept = KeptMessages(database, clock)
    slot = panel_slot(-100, None, 99)
    message = await kept.load(slot)
    assert message is not None
    assert message.message_id == 99
    await kept.save(slot, MESSAGE)
    await kept.remove(slot)
    assert await database.tables.messages(1) == ()
    assert await kept.load(slot) == message


async def test_what_edits_make_of_messages_is_written_together_after_a_moment(
    database: Database, clock: ManualClock
) -> None:
    kept = KeptMessages(database, clock)
    slots = [Slot(chat_id, None, slot_name("hand", 1)) for chat_id in (7, 8, 9)]
    for slot in slots:
        await kept.save(slot, MESSAGE)
        await kept.save(slot, replace(MESSAGE, digest="edited"))
        assert await kept.load(slot) == replace(MESSAGE, digest="edited"), "known at once"
        assert await KeptMessages(database, clock).load(slot) == MESSAGE, "and not written yet"
    clock.advance(EDITS_KEPT_AFTER)
    await kept.close()
    for slot in slots:
        assert await KeptMessages(database, clock).load(slot) == replace(MESSAGE, digest="edited")


async def test_edits_that_wait_are_written_when_the_bot_stops_and_not_for_messages_that_are_gone(
    database: Database, clock: ManualClock
) -> None:
    kept = KeptMessages(database, clock)
    stays, goes = Slot(-100, None, slot_name("table", 1, 1)), Slot(-100, None, slot_name("lobby", 1))
    for slot in (stays, goes):
        await kept.save(slot, MESSAGE)
        await kept.save(slot, replace(MESSAGE, digest="edited"))
    await kept.remove(goes)
    await kept.close()
    assert await KeptMessages(database, clock).load(stays) == replace(MESSAGE, digest="edited")
    assert await KeptMessages(database, clock).load(goes) is None


async def test_edits_that_could_not_be_written_are_not_lost(
    database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept, slot = KeptMessages(database, clock), Slot(7, None, slot_name("hand", 1))
    await kept.save(slot, MESSAGE)
    await kept.save(slot, replace(MESSAGE, digest="edited"))

    async def full(*_: object) -> None:
        raise DatabaseUnusable("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(database.tables, "save_message", full)
        await kept.close()
    assert "could not be kept" in caplog.text
    assert await kept.load(slot) == replace(MESSAGE, digest="edited")
    await kept.close()
    assert await KeptMessages(database, clock).load(slot) == replace(MESSAGE, digest="edited")


async def test_pictures_are_known_by_key_until_telegram_forgets_them() -> None:
    files = KeptFiles()
    assert await files.load("hand") is None
    await files.save("hand", "AgAC")
    await files.save("hand", "BgAC")
    assert await files.load("hand") == "BgAC"
    await files.remove("hand")
    assert await files.load("hand") is None
