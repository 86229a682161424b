"""What closed tables have left standing is found at the start, and goes as the tables' end would have had it."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import pytest

from bot.outbox import Slot
from bot.outbox.message_store import slot_name
from bot.outbox.startup_cleanup import clear_closed_tables
from bot.screens.screen import Screen
from storage import ChatKind, Database, Occupant, Shuffle, StoredMessage, StoredOptions
from tests.storage.disk import TroubledDisk

GROUP = -1001234567890


@dataclass
class Chats:
    """An outbox that takes notes."""

    stripped: list[Slot] = field(default_factory=list)
    closed: list[tuple[Slot, Screen | None]] = field(default_factory=list)
    resumed: list[int] = field(default_factory=list)

    def strip(self, slot: Slot) -> None:
        assert slot.chat_id in self.resumed
        self.stripped.append(slot)

    def close(self, slot: Slot, screen: Screen | None = None) -> None:
        assert slot.chat_id in self.resumed
        self.closed.append((slot, screen))

    def resume(self, chat_id: int) -> None:
        self.resumed.append(chat_id)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with Database.open(tmp_path / "kept.db", factory=TroubledDisk) as database:
        await database.chats.seen(GROUP, ChatKind.SUPERGROUP, "双扣群")
        yield database


async def closed_table(database: Database, *, dealt: bool) -> int:
    """A table closed in its lobby or in mid-deal, with a message in the group and the hand of the one person."""
    host = await database.people.seen(1, "小明")
    computer = Occupant.computer("planner")
    seats = (Occupant.person(host.id), computer, computer, computer)
    table = await database.tables.create(
        chat_id=GROUP, host_id=host.id, shuffle=Shuffle(bytes(32)), options=StoredOptions(), seats=seats
    )
    if dealt:
        table, _ = await database.deals.start(table)
    await database.tables.close(table)
    for role, chat_id in ((f"table:{GROUP}:1", GROUP), ("hand:1", 1), ("vote:1", 1)):
        await database.tables.save_message(table.id, StoredMessage(role, chat_id, 5))
    return table.id


async def test_in_a_deal_that_was_given_up_hands_say_so_and_the_table_loses_its_buttons(database: Database) -> None:
    table, chats = await closed_table(database, dealt=True), Chats()
    await clear_closed_tables(database, chats)  # type: ignore[arg-type]  # what it needs of one
    assert chats.stripped == [Slot(GROUP, None, slot_name("table", table, 1))]
    (slot, screen), question = chats.closed
    assert question == (Slot(1, None, slot_name("vote", table)), None)
    assert slot == Slot(1, None, slot_name("hand", table))
    assert screen is not None
    assert "作废" in screen.text


async def test_where_no_deal_was_given_up_hands_stay_without_buttons(database: Database) -> None:
    table, chats = await closed_table(database, dealt=False), Chats()
    await clear_closed_tables(database, chats)  # type: ignore[arg-type]  # what it needs of one
    assert {slot.name for slot in chats.stripped} == {slot_name("table", table, 1), slot_name("hand", table)}
    assert chats.closed == [(Slot(1, None, slot_name("vote", table)), None)]


class Counted(sqlite3.Connection):
    """A connection that notes what it is asked."""

    asked: ClassVar[list[str]] = []

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> sqlite3.Cursor:  # type: ignore[override]  # as it is called here
        Counted.asked.append(sql)
        return super().execute(sql, parameters)


async def test_where_nothing_is_on_record_nothing_more_is_asked(tmp_path: Path) -> None:
    async with Database.open(tmp_path / "kept.db", factory=Counted) as database:
        chats = Chats()
        Counted.asked.clear()
        await clear_closed_tables(database, chats)  # type: ignore[arg-type]  # what it needs of one
        assert len([sql for sql in Counted.asked if sql.startswith("SELECT")]) == 1
        assert chats.resumed == []


async def test_a_database_that_cannot_be_read_does_not_keep_the_bot_from_starting(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with TroubledDisk.gone():
        await clear_closed_tables(database, Chats())  # type: ignore[arg-type]  # what it needs of one
    assert "could not be read" in caplog.text
