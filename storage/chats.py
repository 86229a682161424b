"""The chats the bot is in, and what they have chosen.

Telegram gives a group a new id when it becomes a supergroup. Everything refers to a number of our own, so that such a
migration changes one row; outside this package a chat is known by its Telegram id, the old one included.
"""

import sqlite3
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from engine.ruleset import DEFAULT_RULES, RuleSet
from storage.access import Access
from storage.errors import Unknown
from storage.people import SELECT_PEOPLE, StoredPerson, read_person


@unique
class ChatKind(StrEnum):
    """The kinds of chats of Telegram, channels aside."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


class StoredOptions(BaseModel):
    """The settings of a chat: the rules of its tables, whether computer players may fill seats, how strong these are;
    whether what is remarkable of a deal is said `aloud`; whether it hears of the deal of the day, and at which hour of
    which zone (empty: where the players live).
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    rules: RuleSet = DEFAULT_RULES
    computers_allowed: bool = True
    strength: str = "planner"
    aloud: bool = False
    daily: bool = False
    daily_hour: Annotated[int, Field(ge=0, le=23)] = 0
    zone: str = ""


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
    options: StoredOptions
    migrated_from: int | None
    first_seen: float
    key: int = field(repr=False)
    """Our own number; of use inside this package only."""


def read_chat(row: sqlite3.Row) -> Chat:
    """The chat of a row of `chats`."""
    return Chat(
        row["telegram_id"],
        ChatKind(row["kind"]),
        row["title"],
        bool(row["is_forum"]),
        bool(row["is_member"]),
        row["language"],
        StoredOptions.model_validate_json(row["options"]),
        row["migrated_from"],
        row["first_seen"],
        row["id"],
    )


def find_chat(database: sqlite3.Connection, chat_id: int) -> Chat | None:
    """The chat with this Telegram id, if the bot has seen it."""
    row = database.execute(
        "SELECT * FROM chats WHERE telegram_id = ? OR migrated_from = ?", (chat_id, chat_id)
    ).fetchone()
    return None if row is None else read_chat(row)


def chat_key(database: sqlite3.Connection, chat_id: int) -> int:
    """Our own number of a chat.

    Raises:
        Unknown: the bot has not seen it.
    """
    row = database.execute(
        "SELECT id FROM chats WHERE telegram_id = ? OR migrated_from = ?", (chat_id, chat_id)
    ).fetchone()
    if row is None:
        raise Unknown(f"there is no chat {chat_id} here; name one that the bot has been in")
    return int(row["id"])


def save_chat(
    database: sqlite3.Connection, chat_id: int, kind: ChatKind, title: str | None, is_forum: bool, now: float
) -> Chat:
    """Note what a chat is now."""
    rows = database.execute(
        "INSERT INTO chats (telegram_id, kind, title, is_forum, is_member, options, first_seen)"
        " VALUES (?, ?, ?, ?, 1, '{}', ?) ON CONFLICT (telegram_id) DO UPDATE SET kind = excluded.kind,"
        " title = excluded.title, is_forum = excluded.is_forum, is_member = 1 RETURNING *",
        (chat_id, kind, title, int(is_forum), now),
    ).fetchall()
    return read_chat(rows[0])


def add_subscriber(database: sqlite3.Connection, chat_id: int, person_id: int) -> bool:
    """Have a person told when a table opens in a chat; return whether that is new."""
    statement = "INSERT INTO subscriptions VALUES (?, ?) ON CONFLICT DO NOTHING"
    return bool(database.execute(statement, (chat_key(database, chat_id), person_id)).rowcount)


def remove_subscriber(database: sqlite3.Connection, chat_id: int, person_id: int) -> bool:
    """Have a person told no more; return whether they were before."""
    statement = "DELETE FROM subscriptions WHERE chat_id = ? AND person_id = ?"
    return bool(database.execute(statement, (chat_key(database, chat_id), person_id)).rowcount)


def get_subscribers(database: sqlite3.Connection, chat_id: int) -> tuple[StoredPerson, ...]:
    """The people who are told when a table opens in a chat, by number."""
    rows = database.execute(
        f"{SELECT_PEOPLE} WHERE people.id IN (SELECT subscriptions.person_id FROM chats JOIN subscriptions"
        " ON chat_id = chats.id WHERE chats.telegram_id = ? OR migrated_from = ?) ORDER BY people.id",
        (chat_id, chat_id),
    ).fetchall()
    return tuple(map(read_person, rows))


def chats_with_daily(database: sqlite3.Connection) -> tuple[Chat, ...]:
    """The chats that want to hear of the deal of the day, and that the bot is in."""
    rows = database.execute(
        "SELECT * FROM chats WHERE is_member AND json_extract(options, '$.daily') ORDER BY id"
    ).fetchall()
    return tuple(map(read_chat, rows))


def chats_with_person(database: sqlite3.Connection, person_id: int) -> tuple[Chat, ...]:
    """The chats in which somebody has played a deal that counts, and that the bot is in."""
    rows = database.execute(
        "SELECT * FROM chats WHERE is_member AND id IN (SELECT chat_id FROM totals WHERE person_id = ?) ORDER BY id",
        (person_id,),
    ).fetchall()
    return tuple(map(read_chat, rows))


def _change(database: sqlite3.Connection, chat_id: int, **values: str | int | None) -> None:
    key = chat_key(database, chat_id)
    columns = ", ".join(f"{column} = ?" for column in values)
    database.execute(f"UPDATE chats SET {columns} WHERE id = ?", (*values.values(), key))


class Chats:
    """Chats by Telegram id; the id a supergroup had as a basic group finds it too."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def seen(self, chat_id: int, kind: ChatKind, title: str | None = None, is_forum: bool = False) -> Chat:
        """Note what a chat is, as Telegram has it now. Nothing is written where nothing is new."""
        known = self.get(chat_id)
        if known and known.migrated_from == chat_id:
            return known  # a late word about the group it was
        if known and (known.kind, known.title, known.is_forum, known.is_member) == (kind, title, is_forum, True):
            return known
        now = self._access.now()
        return await self._access.write(lambda database: save_chat(database, chat_id, kind, title, is_forum, now))

    def get(self, chat_id: int) -> Chat | None:
        """The chat, if the bot has seen it."""
        return self._access.read(lambda database: find_chat(database, chat_id))

    async def save_options(self, chat_id: int, options: StoredOptions, language: str | None = None) -> None:
        """Keep what the admins have chosen, which applies from the next deal, and their language where they chose one.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        values = {"options": options.model_dump_json()} | ({} if language is None else {"language": language})
        await self._access.write(lambda database: _change(database, chat_id, **values))

    async def save_language(self, chat_id: int, language: str | None) -> None:
        """Keep the language of a chat.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        await self._access.write(lambda database: _change(database, chat_id, language=language))

    async def left(self, chat_id: int) -> None:
        """Note that the bot is no longer in a chat; `seen` notes that it is back.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        await self._access.write(lambda database: _change(database, chat_id, is_member=0))

    async def subscribe(self, chat_id: int, person_id: int) -> bool:
        """Tell a person when a table opens here (/notify); return whether that is new.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        return await self._access.write(lambda database: add_subscriber(database, chat_id, person_id))

    async def unsubscribe(self, chat_id: int, person_id: int) -> bool:
        """Tell them no more; return whether they were told before.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        return await self._access.write(lambda database: remove_subscriber(database, chat_id, person_id))

    async def subscribers(self, chat_id: int) -> tuple[StoredPerson, ...]:
        """The people who want to be told when a table opens here; nobody, where the chat is unknown."""
        return await self._access.read_long(lambda database: get_subscribers(database, chat_id))

    async def with_daily(self) -> tuple[Chat, ...]:
        """The chats that want to hear of the deal of the day, and that the bot is in."""
        return await self._access.read_long(chats_with_daily)

    async def with_person(self, person_id: int) -> tuple[Chat, ...]:
        """The chats in which somebody has played a deal that counts, and that the bot is in."""
        return await self._access.read_long(lambda database: chats_with_person(database, person_id))
