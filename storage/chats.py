"""The chats the bot is in, and what they have chosen.

Telegram gives a group a new id when it becomes a supergroup. Everything refers to a number of our own, so that such a
migration changes one row; outside this package a chat is known by its Telegram id, the old one included.
"""

from dataclasses import dataclass, field
from enum import StrEnum, unique

from pydantic import BaseModel, ConfigDict

from engine.ruleset import DEFAULT_RULES, RuleSet
from storage.connection import Connection, Row
from storage.errors import Unknown
from storage.people import Person, read_person


@unique
class ChatKind(StrEnum):
    """What a chat is for Telegram (channels aside)."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


class TableOptions(BaseModel):
    """How tables are set up: the rules, whether computer players may fill seats, and how strong these are."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    rules: RuleSet = DEFAULT_RULES
    computers_allowed: bool = True
    strength: str = "planner"


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat as last seen; `id` is Telegram's (None for the private chat of somebody forgotten).

    `language` None means that nobody has chosen one. `is_member` says whether the bot is still in it.
    """

    id: int | None
    kind: ChatKind
    title: str | None
    is_forum: bool
    is_member: bool
    language: str | None
    options: TableOptions
    migrated_from: int | None
    first_seen: float
    key: int = field(repr=False)
    """Our own number; of use inside this package only."""


def read_chat(row: Row) -> Chat:
    """The chat of a row of `chats`."""
    return Chat(
        row["telegram_id"],
        ChatKind(row["kind"]),
        row["title"],
        bool(row["is_forum"]),
        bool(row["is_member"]),
        row["language"],
        TableOptions.model_validate_json(row["options"]),
        row["migrated_from"],
        row["first_seen"],
        row["id"],
    )


async def chat_key(connection: Connection, chat_id: int) -> int:
    """Our own number of a chat.

    Raises:
        Unknown: the bot has not seen it.
    """
    row = await connection.one("SELECT id FROM chats WHERE telegram_id = ? OR migrated_from = ?", (chat_id, chat_id))
    if row is None:
        raise _unknown(chat_id)
    return int(row["id"])


class Chats:
    """Chats by Telegram id; the id a supergroup had as a basic group finds it too."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def seen(self, chat_id: int, kind: ChatKind, title: str | None = None, is_forum: bool = False) -> Chat:
        """Note what a chat is, as Telegram has it now. Nothing is written where nothing is new."""
        known = await self.get(chat_id)
        if known and known.migrated_from == chat_id:
            return known  # a late word about the group it was
        if known and (known.kind, known.title, known.is_forum, known.is_member) == (kind, title, is_forum, True):
            return known
        async with self._connection.transaction():
            rows = await self._connection.all(
                "INSERT INTO chats (telegram_id, kind, title, is_forum, is_member, options, first_seen)"
                " VALUES (?, ?, ?, ?, 1, '{}', ?) ON CONFLICT (telegram_id) DO UPDATE SET kind = excluded.kind,"
                " title = excluded.title, is_forum = excluded.is_forum, is_member = 1 RETURNING *",
                (chat_id, kind, title, int(is_forum), self._connection.now()),
            )
        return read_chat(rows[0])

    async def get(self, chat_id: int) -> Chat | None:
        """The chat, if the bot has seen it."""
        row = await self._connection.one(
            "SELECT * FROM chats WHERE telegram_id = ? OR migrated_from = ?", (chat_id, chat_id)
        )
        return None if row is None else read_chat(row)

    async def save_options(self, chat_id: int, options: TableOptions) -> None:
        """Keep what the admins have chosen; it applies from the next deal.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        await self._change(chat_id, "options", options.model_dump_json())

    async def save_language(self, chat_id: int, language: str | None) -> None:
        """Keep the language of a chat.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        await self._change(chat_id, "language", language)

    async def left(self, chat_id: int) -> None:
        """Note that the bot is no longer in a chat; `seen` notes that it is back.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        await self._change(chat_id, "is_member", 0)

    async def subscribe(self, chat_id: int, person_id: int) -> bool:
        """Tell a person when a table opens here (/notify); whether that is new.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        async with self._connection.transaction():
            key = await chat_key(self._connection, chat_id)
            return bool(
                await self._connection.write(
                    "INSERT INTO subscriptions VALUES (?, ?) ON CONFLICT DO NOTHING", (key, person_id)
                )
            )

    async def unsubscribe(self, chat_id: int, person_id: int) -> bool:
        """Tell him no more; whether he was told before.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        async with self._connection.transaction():
            key = await chat_key(self._connection, chat_id)
            return bool(
                await self._connection.write(
                    "DELETE FROM subscriptions WHERE chat_id = ? AND person_id = ?", (key, person_id)
                )
            )

    async def subscribers(self, chat_id: int) -> tuple[Person, ...]:
        """Who wants to be told when a table opens here; nobody, where the chat is unknown."""
        rows = await self._connection.all(
            "SELECT people.* FROM chats JOIN subscriptions ON chat_id = chats.id JOIN people ON people.id = person_id"
            " WHERE chats.telegram_id = ? OR migrated_from = ? ORDER BY people.id",
            (chat_id, chat_id),
        )
        return tuple(map(read_person, rows))

    async def _change(self, chat_id: int, column: str, value: str | int | None) -> None:
        async with self._connection.transaction():
            key = await chat_key(self._connection, chat_id)
            await self._connection.write(f"UPDATE chats SET {column} = ? WHERE id = ?", (value, key))


def _unknown(chat_id: int) -> Unknown:
    return Unknown(f"chat {chat_id} is unknown; Chats.seen makes it known")
