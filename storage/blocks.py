"""Blocks: people who may not play, in one chat or anywhere.

A block names nothing but a Telegram id. It outlives `/forget`: otherwise whoever is blocked would only have to ask to
be forgotten.
"""

import sqlite3
from dataclasses import dataclass
from typing import Final

from storage.access import Access
from storage.chats import chat_key

EVERYWHERE: Final = 0


@dataclass(frozen=True, slots=True)
class Block:
    """Somebody who may not play: why, and since when."""

    telegram_id: int
    reason: str | None
    blocked: float


def add_block(
    database: sqlite3.Connection, telegram_id: int, chat_id: int | None, reason: str | None, now: float
) -> None:
    """Block a person in a chat, or everywhere."""
    database.execute(
        "INSERT INTO blocks VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET reason = excluded.reason",
        (_key(database, chat_id), telegram_id, reason, now),
    )


def remove_block(database: sqlite3.Connection, telegram_id: int, chat_id: int | None) -> bool:
    """Lift a block; return whether there was one."""
    statement = "DELETE FROM blocks WHERE chat_id = ? AND telegram_id = ?"
    return bool(database.execute(statement, (_key(database, chat_id), telegram_id)).rowcount)


def is_blocked(database: sqlite3.Connection, telegram_id: int, chat_id: int) -> bool:
    """Tell whether a person is blocked in a chat, be it there or everywhere."""
    row = database.execute(
        "SELECT 1 FROM blocks WHERE telegram_id = ? AND chat_id IN"
        " (0, (SELECT id FROM chats WHERE telegram_id = ? OR migrated_from = ?))",
        (telegram_id, chat_id, chat_id),
    ).fetchone()
    return row is not None


def get_blocks(database: sqlite3.Connection, chat_id: int | None) -> tuple[Block, ...]:
    """The blocks of a chat, or those for everywhere, the newest first."""
    rows = database.execute(
        "SELECT telegram_id, reason, blocked FROM blocks WHERE chat_id = ? ORDER BY blocked DESC, telegram_id",
        (_key(database, chat_id),),
    ).fetchall()
    return tuple(Block(*row) for row in rows)


def _key(database: sqlite3.Connection, chat_id: int | None) -> int:
    return EVERYWHERE if chat_id is None else chat_key(database, chat_id)


class Blocks:
    """The block lists: one per chat, and one for the whole bot (chat None)."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def add(self, telegram_id: int, chat_id: int | None, reason: str | None = None) -> None:
        """Block a person in a chat, or (None) everywhere. Blocking twice keeps the newer reason.

        Raises:
            Unknown: there is no such chat.
        """
        now = self._access.now()
        await self._access.write(lambda database: add_block(database, telegram_id, chat_id, reason, now))

    async def remove(self, telegram_id: int, chat_id: int | None) -> bool:
        """Lift a block; return whether there was one.

        Raises:
            Unknown: there is no such chat.
        """
        return await self._access.write(lambda database: remove_block(database, telegram_id, chat_id))

    def covers(self, telegram_id: int, chat_id: int) -> bool:
        """Tell whether a person is blocked in a chat, be it there or everywhere."""
        return self._access.read(lambda database: is_blocked(database, telegram_id, chat_id))

    async def of(self, chat_id: int | None) -> tuple[Block, ...]:
        """The blocks of a chat, or (None) those for everywhere, the newest first.

        Raises:
            Unknown: there is no such chat.
        """
        return await self._access.read_long(lambda database: get_blocks(database, chat_id))
