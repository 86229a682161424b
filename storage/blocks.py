"""Who may not play, in one chat or anywhere.

A block names nothing but a Telegram id. It outlives `/forget`: otherwise whoever is blocked would only have to ask to
be forgotten.
"""

from dataclasses import dataclass
from typing import Final

from storage.chats import chat_key
from storage.connection import Connection

EVERYWHERE: Final = 0


@dataclass(frozen=True, slots=True)
class Block:
    """Somebody who may not play, why, and since when."""

    telegram_id: int
    reason: str | None
    blocked: float


class Blocks:
    """The block lists: one per chat, and one for the whole bot (chat None)."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def add(self, telegram_id: int, chat_id: int | None, reason: str | None = None) -> None:
        """Block a person in a chat, or (None) everywhere. Blocking twice keeps the newer reason.

        Raises:
            Unknown: there is no such chat.
        """
        async with self._connection.transaction():
            await self._connection.write(
                "INSERT INTO blocks VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET reason = excluded.reason",
                (await self._key(chat_id), telegram_id, reason, self._connection.now()),
            )

    async def remove(self, telegram_id: int, chat_id: int | None) -> bool:
        """Lift a block; whether there was one.

        Raises:
            Unknown: there is no such chat.
        """
        async with self._connection.transaction():
            key = await self._key(chat_id)
            return bool(
                await self._connection.write(
                    "DELETE FROM blocks WHERE chat_id = ? AND telegram_id = ?", (key, telegram_id)
                )
            )

    async def covers(self, telegram_id: int, chat_id: int) -> bool:
        """Whether a person may not play in a chat, be it there or everywhere."""
        rows = await self._connection.all(
            "SELECT 1 FROM blocks WHERE telegram_id = ? AND chat_id IN"
            " (0, (SELECT id FROM chats WHERE telegram_id = ? OR migrated_from = ?))",
            (telegram_id, chat_id, chat_id),
        )
        return bool(rows)

    async def of(self, chat_id: int | None) -> tuple[Block, ...]:
        """Who is blocked in a chat, or (None) everywhere, the newest first.

        Raises:
            Unknown: there is no such chat.
        """
        with self._connection.snapshot():
            rows = await self._connection.all(
                "SELECT telegram_id, reason, blocked FROM blocks WHERE chat_id = ? ORDER BY blocked DESC, telegram_id",
                (await self._key(chat_id),),
            )
        return tuple(Block(row["telegram_id"], row["reason"], row["blocked"]) for row in rows)

    async def _key(self, chat_id: int | None) -> int:
        return EVERYWHERE if chat_id is None else await chat_key(self._connection, chat_id)
