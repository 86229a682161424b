"""The people the bot has met.

A person has a number of our own beside the Telegram id. Everything that is kept about a deal refers to the number, so
that a person can be forgotten (`/forget`) and every sum still adds up.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import lru_cache
from typing import Final

from pydantic import BaseModel, ConfigDict

from storage.access import Access
from storage.errors import StillSeated, Unknown

SEEN_AGAIN_SECONDS: Final = 24 * 3600
"""The age at which `last_seen` is written anew: meeting somebody again is no reason to write."""


@unique
class HandOrder(StrEnum):
    """The ways to lay out a person's hand: by rank, or the largest groups first."""

    RANK = "rank"
    COUNT = "count"


class PersonSettings(BaseModel):
    """The settings of a person for the private chat.

    `language` None follows Telegram. `auto_pass` 自动不出 passes where nothing can beat; `notices` allows messages
    about tables that open; `text_hands` shows hands without pictures; `four_colours` gives each suit its own colour;
    `hand_in_group` shows the hand in the group, to them alone; `lesson_offered` notes that they have been offered the
    first lesson.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    language: str | None = None
    auto_pass: bool = False
    notices: bool = True
    text_hands: bool = False
    four_colours: bool = False
    sorting: HandOrder = HandOrder.RANK
    lesson_offered: bool = False
    hand_in_group: bool = False


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """Somebody the bot has met, as last seen.

    `telegram_id` is None and the name empty for somebody forgotten. `reachable` says whether the bot can write to them.
    """

    id: int
    telegram_id: int | None
    first_name: str
    last_name: str | None
    username: str | None
    telegram_language: str | None
    reachable: bool
    settings: PersonSettings
    score: int
    """Their cumulative score; 0 before their first ranked deal."""
    first_seen: float
    last_seen: float

    @property
    def is_forgotten(self) -> bool:
        """True for somebody who has asked to be forgotten."""
        return self.telegram_id is None


@lru_cache(maxsize=256)
def _read_settings(text: str) -> PersonSettings:
    """Settings as they were written; most people have the same."""
    return PersonSettings.model_validate_json(text)


SELECT_PEOPLE: Final = (
    "SELECT people.*, ifnull(scores.score, 0) AS score FROM people LEFT JOIN scores ON scores.person_id = people.id"
)
"""Rows for `read_person`; what narrows them down follows."""


def read_person(row: sqlite3.Row) -> StoredPerson:
    """The person of a row of `people`, with their score."""
    return StoredPerson(
        row["id"],
        row["telegram_id"],
        row["first_name"],
        row["last_name"],
        row["username"],
        row["telegram_language"],
        bool(row["reachable"]),
        _read_settings(row["settings"]),
        row["score"],
        row["first_seen"],
        row["last_seen"],
    )


def get_person(database: sqlite3.Connection, person_id: int) -> StoredPerson:
    """The person with our number.

    Raises:
        Unknown: there is none.
    """
    row = database.execute(f"{SELECT_PEOPLE} WHERE people.id = ?", (person_id,)).fetchone()
    if row is None:
        raise _unknown(person_id)
    return read_person(row)


def get_people(database: sqlite3.Connection, person_ids: Iterable[int]) -> dict[int, StoredPerson]:
    """The people with these numbers, by number; numbers nobody has are left out."""
    rows = database.execute(
        f"{SELECT_PEOPLE} WHERE people.id IN (SELECT value FROM json_each(?))", (json.dumps(list(person_ids)),)
    ).fetchall()
    return {row["id"]: read_person(row) for row in rows}


def find_person(database: sqlite3.Connection, telegram_id: int) -> StoredPerson | None:
    """The person with this Telegram id, if the bot has met them."""
    row = database.execute(f"{SELECT_PEOPLE} WHERE telegram_id = ?", (telegram_id,)).fetchone()
    return None if row is None else read_person(row)


def save_person(
    database: sqlite3.Connection, telegram_id: int, names: Sequence[str | None], now: float
) -> StoredPerson:
    """Note who somebody is now: `names` are first name, last name, username and Telegram's code of a language."""
    row = database.execute(
        "INSERT INTO people (telegram_id, first_name, last_name, username, telegram_language, reachable,"
        " settings, first_seen, last_seen) VALUES (?, ?, ?, ?, ?, 0, '{}', ?, ?)"
        " ON CONFLICT (telegram_id) DO UPDATE SET first_name = excluded.first_name,"
        " last_name = excluded.last_name, username = excluded.username,"
        " telegram_language = excluded.telegram_language, last_seen = excluded.last_seen"
        " RETURNING *, ifnull((SELECT score FROM scores WHERE person_id = people.id), 0) AS score",
        (telegram_id, *names, now, now),
    ).fetchall()
    return read_person(row[0])


def forget_person(database: sqlite3.Connection, person_id: int, now: float) -> None:
    """Delete what is known about a person; see `People.forget`."""
    person = get_person(database, person_id)
    seat = database.execute(
        "SELECT table_id FROM seats WHERE person_id = ? UNION SELECT table_id FROM deals"
        " JOIN deal_seats ON deal_id = deals.id WHERE person_id = ? AND state = 'live'",
        (person_id, person_id),
    ).fetchone()
    if seat is not None:
        raise StillSeated(person_id, seat["table_id"])
    for table in ("scores", "totals", "subscriptions", "daily_plays"):
        database.execute(f"DELETE FROM {table} WHERE person_id = ?", (person_id,))
    database.execute(
        "DELETE FROM reviews WHERE (deal_id, seat) IN (SELECT deal_id, seat FROM deal_seats WHERE person_id = ?)",
        (person_id,),
    )
    if not person.is_forgotten:
        database.execute("DELETE FROM messages WHERE chat_id = ?", (person.telegram_id,))
        database.execute(
            "UPDATE chats SET telegram_id = NULL, title = NULL, language = NULL, is_member = 0 WHERE telegram_id = ?",
            (person.telegram_id,),
        )
    database.execute(
        "UPDATE people SET telegram_id = NULL, first_name = '', last_name = NULL, username = NULL,"
        " telegram_language = NULL, reachable = 0, settings = '{}', forgotten = ifnull(forgotten, ?) WHERE id = ?",
        (now, person_id),
    )


def _change(database: sqlite3.Connection, person_id: int, column: str, value: str | int) -> None:
    if not database.execute(f"UPDATE people SET {column} = ? WHERE id = ?", (value, person_id)).rowcount:
        raise _unknown(person_id)


class People:
    """People by our number and by Telegram's."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def seen(
        self,
        telegram_id: int,
        first_name: str,
        last_name: str | None = None,
        username: str | None = None,
        language: str | None = None,
    ) -> StoredPerson:
        """Note who somebody is, as Telegram has it now. Nothing is written where nothing is new.

        Args:
            language: Telegram's code for the language of their application, as in "zh-hans".
        """
        known = self.by_telegram_id(telegram_id)
        now = self._access.now()
        names = (first_name, last_name, username, language)
        if (
            known
            and names == (known.first_name, known.last_name, known.username, known.telegram_language)
            and abs(now - known.last_seen) < SEEN_AGAIN_SECONDS  # somebody may set the date back
        ):
            return known
        return await self._access.write(lambda database: save_person(database, telegram_id, names, now))

    def get(self, person_id: int) -> StoredPerson:
        """The person with our number.

        Raises:
            Unknown: there is none.
        """
        return self._access.read(lambda database: get_person(database, person_id))

    async def many(self, person_ids: Iterable[int]) -> dict[int, StoredPerson]:
        """The people with these numbers, by number; numbers nobody has are left out."""
        return await self._access.read_long(lambda database: get_people(database, person_ids))

    def by_telegram_id(self, telegram_id: int) -> StoredPerson | None:
        """The person with this Telegram id, if the bot has met them."""
        return self._access.read(lambda database: find_person(database, telegram_id))

    async def save_settings(self, person_id: int, settings: PersonSettings) -> None:
        """Keep what a person has chosen.

        Raises:
            Unknown: there is no such person.
        """
        text = settings.model_dump_json()
        await self._access.write(lambda database: _change(database, person_id, "settings", text))

    async def set_reachable(self, person_id: int, reachable: bool) -> None:
        """Note whether the bot can write to a person.

        Raises:
            Unknown: there is no such person.
        """
        await self._access.write(lambda database: _change(database, person_id, "reachable", int(reachable)))

    async def forget(self, person_id: int) -> None:
        """Delete what is known about a person: id, names, settings, score, places in lists, subscriptions, and their
        private chat. What stays is a number without a name, in the deals they played and in the ledger, which still
        adds up. Whoever comes back is somebody new. A block stays (see `storage.blocks`).

        What was deleted is overwritten in the file. The write-ahead log still has it until it is emptied, which goes on
        in the background and keeps nobody waiting.

        Raises:
            Unknown: there is no such person.
            StillSeated: they sit at a table, or a deal they play is not over.
        """
        now = self._access.now()
        await self._access.write(lambda database: forget_person(database, person_id, now))
        self._access.empty_log()


def _unknown(person_id: int) -> Unknown:
    return Unknown(f"there is no person {person_id}; numbers of people are given by People.seen")
