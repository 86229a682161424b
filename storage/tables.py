"""Tables: a lobby, the deals played from it, and what the bot has to remember about them.

A table is read as a frozen `Table`, changed with `dataclasses.replace`, and saved. Its version goes up with every save;
whoever saves a table that has been changed since they read it is refused, so no change is ever lost.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from functools import lru_cache
from typing import Final

from engine.seats import each_team_has
from engine.shuffle import commitment, derive_seed
from storage.access import Access
from storage.chats import StoredOptions, chat_key
from storage.daily import begin_daily
from storage.errors import AlreadySeated, StaleTable, TableExists, Unknown

EMPTY: Final = (None, None, None, None)
"""Four free seats."""


@unique
class Phase(StrEnum):
    """The phase of a table: people sit down, a deal is played, its result is shown, or it is over."""

    LOBBY = "lobby"
    DEAL = "deal"
    RESULT = "result"
    CLOSED = "closed"


@unique
class Autopilot(StrEnum):
    """The reasons for 托管, a computer player acting for a person: they wish it, cannot be reached, or have left."""

    WISHED = "wished"
    UNREACHABLE = "unreachable"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Occupant:
    """The one on a seat: a person (our number) or a computer player of some strength.

    `autopilot` and `ready` are of people only, and of tables only: in the record of a deal they are unset. `number` is
    of computer players only and tells those of one table apart, from 1; None where nobody has given it.
    """

    person_id: int | None
    strength: str | None = None
    autopilot: Autopilot | None = None
    ready: bool = False
    number: int | None = None

    @classmethod
    def person(cls, person_id: int) -> "Occupant":
        """A person."""
        return cls(person_id)

    @classmethod
    def computer(cls, strength: str, number: int | None = None) -> "Occupant":
        """A computer player."""
        return cls(None, strength, number=number)

    @property
    def is_person(self) -> bool:
        """True for a person, false for a computer player."""
        return self.person_id is not None


Seats = tuple[Occupant | None, Occupant | None, Occupant | None, Occupant | None]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """All that the seed of a deal is derived from (rules §2, `engine.shuffle`).

    The server seed is secret until the deal is over. `taps` identify the players' own taps, in order; they are kept for
    ever and hold no Telegram id. `number` counts the deals under this server seed, from 1.
    """

    server_seed: bytes = field(repr=False)
    taps: tuple[str, ...] = ()
    number: int = 1

    @property
    def commitment(self) -> str:
        """The commitment that is shown before anybody sits down."""
        return commitment(self.server_seed)

    @property
    def seed(self) -> bytes:
        """The seed of the deal, 32 bytes."""
        return derive_seed(self.server_seed, self.number, self.taps)

    def tapped(self, tap: str) -> "Shuffle":
        """The same with one more tap."""
        return replace(self, taps=(*self.taps, tap))


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table. `chat_id` and `thread_id` (None outside of forum topics) are Telegram's, `host_id` is a person.

    `ranked` is the table's wish; a deal counts where each team has a person too. `deadline` is when the clock, whatever
    it runs for in this phase, runs out (seconds since 1970, UTC; None: no clock runs). `notes` is anything in JSON that
    the bot wants to find again. `deal_count` counts the deals started.
    """

    id: int
    version: int
    chat_id: int
    thread_id: int | None
    host_id: int
    phase: Phase
    options: StoredOptions
    ranked: bool
    shuffle: Shuffle
    seats: Seats
    deadline: float | None
    notes: Mapping[str, object]
    deal_count: int
    created: float
    updated: float
    closed: float | None

    @property
    def people(self) -> tuple[int, ...]:
        """The numbers of the people seated, by seat."""
        return tuple(one.person_id for one in self.seats if one is not None and one.person_id is not None)

    def seat_of(self, person_id: int) -> int | None:
        """The seat of a person, if they have one here."""
        for seat, occupant in enumerate(self.seats):
            if occupant is not None and occupant.person_id == person_id:
                return seat
        return None

    @property
    def would_count(self) -> bool:
        """True where a deal of these four would count for score and title: each team has a person."""
        return self.ranked and each_team_has([one is not None and one.is_person for one in self.seats])


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message the bot has posted for a table and goes on editing.

    Args:
        role: what it is for, as in "table" or "hand:2"; one message per role.
        chat_id: where it is (Telegram's id).
        shown: what else the bot remembers of it: a digest of what it shows, which messages it has replaced.
    """

    role: str
    chat_id: int
    message_id: int
    shown: str | None = None


SELECT_TABLES: Final = """
SELECT tables.*, chats.telegram_id AS telegram_chat,
    (SELECT json_group_array(json_array(seat, person_id, strength, delegation, ready, number))
        FROM seats WHERE table_id = tables.id) AS seats
FROM tables JOIN chats ON chats.id = tables.chat_id
"""


@lru_cache(maxsize=256)
def _read_options(text: str) -> StoredOptions:
    """Options as they were written; a thousand tables have a handful of them."""
    return StoredOptions.model_validate_json(text)


@lru_cache(maxsize=256)
def _write_options(options: StoredOptions) -> str:
    """Options as they are written; frozen, so that each kind of them is written out once."""
    return options.model_dump_json()


def read_table(row: sqlite3.Row) -> StoredTable:
    """The table of a row of `SELECT_TABLES`."""
    seats: list[Occupant | None] = list(EMPTY)
    for seat, person_id, strength, delegation, ready, number in json.loads(row["seats"]):
        why = Autopilot(delegation) if delegation else None
        seats[seat] = Occupant(person_id, strength, why, bool(ready), number)
    one, two, three, four = seats
    return StoredTable(
        id=row["id"],
        version=row["version"],
        chat_id=row["telegram_chat"],
        thread_id=row["thread_id"],
        host_id=row["host_id"],
        phase=Phase(row["phase"]),
        options=_read_options(row["options"]),
        ranked=bool(row["ranked"]),
        shuffle=Shuffle(row["server_seed"], tuple(json.loads(row["taps"])), row["shuffle_number"]),
        seats=(one, two, three, four),
        deadline=row["deadline"],
        notes=json.loads(row["notes"]),
        deal_count=row["deal_count"],
        created=row["created"],
        updated=row["updated"],
        closed=row["closed"],
    )


def write_table(database: sqlite3.Connection, table: StoredTable, now: float) -> StoredTable:
    """Save a table; it comes back with its new version.

    Raises:
        StaleTable: it has been changed since it was read, or is closed.
        AlreadySeated: somebody seated here has a seat at another table.
    """
    changed = database.execute(
        "UPDATE tables SET host_id = ?, phase = ?, ranked = ?, options = ?, server_seed = ?, taps = ?,"
        " shuffle_number = ?, deal_count = ?, deadline = ?, notes = ?, version = version + 1, updated = ?, closed = ?"
        " WHERE id = ? AND version = ? AND phase <> 'closed'",
        (
            table.host_id,
            table.phase,
            int(table.ranked),
            _write_options(table.options),
            table.shuffle.server_seed,
            json.dumps(table.shuffle.taps),
            table.shuffle.number,
            table.deal_count,
            table.deadline,
            json.dumps(table.notes),
            now,
            table.closed,
            table.id,
            table.version,
        ),
    ).rowcount
    if not changed:
        raise StaleTable(f"table {table.id} is no longer what it was in version {table.version}; read it again")
    _write_seats(database, table.id, table.seats)
    return replace(table, version=table.version + 1, updated=now)


def _write_seats(database: sqlite3.Connection, table_id: int, seats: Sequence[Occupant | None]) -> None:
    wanted = [
        (table_id, seat, one.person_id, one.strength, one.autopilot, int(one.ready), one.number)
        for seat, one in enumerate(seats)
        if one is not None
    ]
    rows = database.execute("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", (table_id,)).fetchall()
    if list(map(tuple, rows)) == wanted:
        return
    people = [person_id for _, _, person_id, *_ in wanted if person_id is not None]
    elsewhere = database.execute(
        "SELECT person_id, table_id FROM seats WHERE table_id <> ? AND person_id IN (SELECT value FROM json_each(?))",
        (table_id, json.dumps(people)),
    ).fetchone()
    if elsewhere is not None:
        raise AlreadySeated(elsewhere["person_id"], elsewhere["table_id"])
    database.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
    database.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)", wanted)


def create_table(
    database: sqlite3.Connection,
    *,
    chat_id: int,
    thread_id: int | None,
    host_id: int,
    shuffle: Shuffle,
    options: StoredOptions,
    seats: Seats,
    ranked: bool,
    deadline: float | None,
    notes: Mapping[str, object],
    daily: str | None,
    now: float,
) -> StoredTable:
    """Open a lobby; see `Tables.create`."""
    key = chat_key(database, chat_id)
    if (table := find_table(database, chat_id, thread_id)) is not None:
        raise TableExists(table.id)
    table_id = database.execute(
        "INSERT INTO tables (chat_id, thread_id, host_id, phase, ranked, options, server_seed, taps,"
        " shuffle_number, deal_count, deadline, notes, version, created, updated)"
        " VALUES (?, ?, ?, 'lobby', ?, ?, ?, ?, ?, 0, ?, ?, 1, ?, ?)",
        (
            key,
            thread_id,
            host_id,
            int(ranked),
            _write_options(options),
            shuffle.server_seed,
            json.dumps(shuffle.taps),
            shuffle.number,
            deadline,
            json.dumps(notes),
            now,
            now,
        ),
    ).lastrowid
    assert table_id is not None, "an INSERT has given the row a number"
    _write_seats(database, table_id, seats)
    if daily is not None:
        begin_daily(database, daily, host_id, table_id)
    return get_table(database, table_id)


def get_table(database: sqlite3.Connection, table_id: int) -> StoredTable:
    """The table with this number, closed ones included.

    Raises:
        Unknown: there is none.
    """
    row = database.execute(f"{SELECT_TABLES} WHERE tables.id = ?", (table_id,)).fetchone()
    if row is None:
        raise Unknown(f"there is no table {table_id}; numbers of tables are given by Tables.create")
    return read_table(row)


def find_table(database: sqlite3.Connection, chat_id: int, thread_id: int | None) -> StoredTable | None:
    """The live table of a chat, or of a topic of it."""
    row = database.execute(
        f"{SELECT_TABLES} WHERE phase <> 'closed' AND tables.chat_id ="
        " (SELECT id FROM chats WHERE telegram_id = ? OR migrated_from = ?) AND ifnull(thread_id, 0) = ?",
        (chat_id, chat_id, thread_id or 0),
    ).fetchone()
    return None if row is None else read_table(row)


def close_table(database: sqlite3.Connection, table: StoredTable, now: float) -> StoredTable:
    """Close a table; see `Tables.close`."""
    database.execute(
        "DELETE FROM drafts WHERE deal_id IN (SELECT id FROM deals WHERE table_id = ? AND state = 'live')", (table.id,)
    )
    database.execute(
        "UPDATE deals SET state = 'abandoned', ended = ? WHERE table_id = ? AND state = 'live'", (now, table.id)
    )
    closed = replace(table, phase=Phase.CLOSED, seats=EMPTY, deadline=None, closed=now)
    return write_table(database, closed, now)


def save_messages(database: sqlite3.Connection, messages: Iterable[tuple[int, StoredMessage]]) -> None:
    """Keep which messages have roles at tables, instead of those that had them before."""
    database.executemany(
        "INSERT INTO messages VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        " chat_id = excluded.chat_id, message_id = excluded.message_id, shown = excluded.shown",
        [(table_id, one.role, one.chat_id, one.message_id, one.shown) for table_id, one in messages],
    )


def delete_message(database: sqlite3.Connection, table_id: int, role: str) -> None:
    """Keep the message with this role no longer."""
    database.execute("DELETE FROM messages WHERE table_id = ? AND role = ?", (table_id, role))


def get_messages(database: sqlite3.Connection, table_id: int) -> tuple[StoredMessage, ...]:
    """The messages of a table, by role."""
    rows = database.execute(
        "SELECT role, chat_id, message_id, shown FROM messages WHERE table_id = ? ORDER BY role", (table_id,)
    ).fetchall()
    return tuple(StoredMessage(*row) for row in rows)


def get_messages_of_closed(database: sqlite3.Connection) -> dict[int, tuple[StoredMessage, ...]]:
    """The messages of closed tables that are still on record, by table."""
    rows = database.execute(
        "SELECT table_id, role, messages.chat_id, message_id, shown FROM messages"
        " JOIN tables ON tables.id = table_id WHERE phase = 'closed' ORDER BY table_id, role"
    ).fetchall()
    found: dict[int, tuple[StoredMessage, ...]] = {}
    for table_id, *message in rows:
        found[table_id] = (*found.get(table_id, ()), StoredMessage(*message))
    return found


class Tables:
    """Tables by number, by chat and by person."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def create(
        self,
        *,
        chat_id: int,
        host_id: int,
        shuffle: Shuffle,
        options: StoredOptions,
        thread_id: int | None = None,
        seats: Seats = EMPTY,
        ranked: bool = True,
        deadline: float | None = None,
        notes: Mapping[str, object] | None = None,
        daily: str | None = None,
    ) -> StoredTable:
        """Open a lobby; with `daily`, for the host to play the deal of that day.

        Raises:
            DailyPlayed: the host has begun the deal of that day before.
            Unknown: the bot has not seen the chat.
            TableExists: there is a live table in this chat, or this topic of it.
            AlreadySeated: somebody seated here has a seat at another table.
        """
        now = self._access.now()
        return await self._access.write(
            lambda database: create_table(
                database,
                chat_id=chat_id,
                thread_id=thread_id,
                host_id=host_id,
                shuffle=shuffle,
                options=options,
                seats=seats,
                ranked=ranked,
                deadline=deadline,
                notes=notes or {},
                daily=daily,
                now=now,
            )
        )

    def get(self, table_id: int) -> StoredTable:
        """The table with this number, closed ones included.

        Raises:
            Unknown: there is none.
        """
        return self._access.read(lambda database: get_table(database, table_id))

    def in_chat(self, chat_id: int, thread_id: int | None = None) -> StoredTable | None:
        """The live table of a chat, or of a topic of it."""
        return self._access.read(lambda database: find_table(database, chat_id, thread_id))

    async def save(self, table: StoredTable) -> StoredTable:
        """Write a table as it is now; it comes back with its new version.

        Raises:
            StaleTable: it has been changed since it was read, or is closed.
            AlreadySeated: somebody seated here has a seat at another table.
        """
        now = self._access.now()
        return await self._access.write(lambda database: write_table(database, table, now))

    async def close(self, table: StoredTable) -> StoredTable:
        """Close a table: its seats are free, a deal under way is abandoned and counts for nothing. Each of its messages
        stays on record until it is forgotten, so that its buttons can be taken away after a restart too.

        Raises:
            StaleTable: it has been changed since it was read, or is closed.
        """
        now = self._access.now()
        return await self._access.write(lambda database: close_table(database, table, now))

    async def save_message(self, table_id: int, message: StoredMessage) -> None:
        """Keep which message has a role at a table, instead of the one that had it before."""
        await self.save_messages([(table_id, message)])

    async def save_messages(self, messages: Sequence[tuple[int, StoredMessage]]) -> None:
        """Keep several messages with the numbers of their tables: all of them, or none."""
        await self._access.write(lambda database: save_messages(database, messages))

    async def forget_message(self, table_id: int, role: str) -> None:
        """Keep the message with this role no longer."""
        await self._access.write(lambda database: delete_message(database, table_id, role))

    def messages(self, table_id: int) -> tuple[StoredMessage, ...]:
        """The messages of a table, by role."""
        return self._access.read(lambda database: get_messages(database, table_id))

    async def messages_of_closed(self) -> dict[int, tuple[StoredMessage, ...]]:
        """The messages of closed tables that are still on record, by table."""
        return await self._access.read_long(get_messages_of_closed)
