"""Chats in which the bot may not write: who is told, and what that costs."""

from pathlib import Path

import pytest

from bot.handlers.chats import ChatHandlers
from bot.outbox import ChatTrouble, TroubleKind
from bot.tables.people import Identity
from storage import ChatKind
from tests.bot.handlers.scene import Scene, scene

FOREIGN = 60


async def open_tables(here: Scene, chat_id: int, threads: list[int | None], first: int) -> None:
    """A table with one person in each of these topics of a group."""
    await here.database.chats.seen(chat_id, ChatKind.SUPERGROUP, f"Group {chat_id}", is_forum=True)
    for number, thread_id in enumerate(threads):
        host = await here.services.directory.meet(Identity(first + number, f"Host {first + number}"))
        await here.services.tables.open_table(chat_id, thread_id, host, f"t{number}")


def queries(here: Scene) -> list[str]:
    """What is asked of the database where it is asked for, from now on."""
    asked: list[str] = []
    here.database._access._reader.set_trace_callback(asked.append)
    return asked


@pytest.mark.parametrize("kind", [TroubleKind.TOPIC_CLOSED, TroubleKind.NO_RIGHTS])
async def test_a_closed_topic_costs_one_query_however_many_tables_there_are(kind: TroubleKind, tmp_path: Path) -> None:
    """It was one for each topic of all tables of all chats."""
    async with scene(tmp_path) as here:
        await open_tables(here, -5000, [1, 2, 3], 9000)
        for number in range(FOREIGN):
            await open_tables(here, -6000 - number, [1], 9100 + number)
        await here.settled()
        chats, asked = ChatHandlers(here.services), queries(here)
        for _ in range(3):
            await chats.trouble(ChatTrouble(kind, -5000, 2))
        assert len([query for query in asked if "chats" in query]) == 1


async def test_where_the_bot_may_not_write_at_all_every_table_of_the_group_is_told_and_no_other(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await open_tables(here, -5000, [1, 2, None], 9000)
        for number in range(FOREIGN):
            await open_tables(here, -6000 - number, [1, 7], 9100 + 2 * number)
        await here.settled()
        chats, asked = ChatHandlers(here.services), queries(here)
        tables = here.services.tables.in_chat(-5000)
        chats._silenced(-5000, tables)
        chats._silenced(-5000, tables)
        assert len([query for query in asked if "chats" in query]) == 1
        assert sorted(chats._told_silent, key=str) == [(-5000, 1), (-5000, 2), (-5000, None)]
