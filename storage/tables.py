"""Tables: a lobby, the deals played from it, and what the bot has to remember about them.

A table is read as a frozen `Table`, changed with `dataclasses.replace`, and saved. Its version goes up with every save;
whoever saves a table that has been changed since he read it is refused, so no change is ever lost.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from functools import lru_cache
from typing import Final

from engine.seats import TEAMS
from engine.shuffle import commitment, derive_seed
from storage.chats import TableOptions, chat_key
from storage.connection import Connection, Row
from storage.errors import AlreadySeated, StaleTable, TableExists, Unknown

EMPTY: Final = (None, None, None, None)
"""Four free seats."""


@unique
class Phase(StrEnum):
    """What happens at a table: people sit down, a deal is played, its result is shown, or it is over."""

    LOBBY = "lobby"
    DEAL = "deal"
    RESULT = "result"
    CLOSED = "closed"


@unique
class Delegation(StrEnum):
    """Why a computer player acts for a person (托管): he wishes it, the bot cannot reach him, or he has left."""

    WISHED = "wished"
    UNREACHABLE = "unreachable"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits on a seat: a person (our number) or a computer player of some strength.

    `delegation` and `ready` are of people only, and of tables only: in the record of a deal they are unset. `number` is
    of computer players only and tells those of one table apart, from 1; None where nobody has given it.
    """

    person_id: int | None
    strength: str | None = None
    delegation: Delegation | None = None
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
        """Whether it is a person."""
        return self.person_id is not None


Seats = tuple[Occupant | None, Occupant | None, Occupant | None, Occupant | None]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What the seed of a deal is derived from (rules §2, `engine.shuffle`).

    The server seed is secret until the deal is over. `taps` identify the players' own taps, in order; they are kept for
    ever and hold no Telegram id. `number` counts the deals under this server seed, from 1.
    """

    server_seed: bytes = field(repr=False)
    taps: tuple[str, ...] = ()
    number: int = 1

    @property
    def commitment(self) -> str:
        """What is shown before anybody sits down."""
        return commitment(self.server_seed)

    @property
    def seed(self) -> bytes:
        """The seed of the deal, 32 bytes."""
        return derive_seed(self.server_seed, self.number, self.taps)

    def tapped(self, tap: str) -> "Shuffle":
        """The same with one more tap."""
        return replace(self, taps=(*self.taps, tap))


@dataclass(frozen=True, slots=True)
class Table:
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
    options: TableOptions
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
        """The seat of a person, if he has one here."""
        for seat, occupant in enumerate(self.seats):
            if occupant is not None and occupant.person_id == person_id:
                return seat
        return None

    @property
    def would_count(self) -> bool:
        """Whether a deal of these four would count for score and title: each team has a person."""
        return self.ranked and all(any((one := self.seats[seat]) and one.is_person for seat in team) for team in TEAMS)


@dataclass(frozen=True, slots=True)
class Message:
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
def _read_options(text: str) -> TableOptions:
    """Options as they were written; a thousand tables have a handful of them."""
    return TableOptions.model_validate_json(text)


def read_table(row: Row) -> Table:
    """The table of a row of `SELECT_TABLES`."""
    seats: list[Occupant | None] = list(EMPTY)
    for seat, person_id, strength, delegation, ready, number in json.loads(row["seats"]):
        why = Delegation(delegation) if delegation else None
        seats[seat] = Occupant(person_id, strength, why, bool(ready), number)
    one, two, three, four = seats
    return Table(
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


async def write_table(connection: Connection, table: Table) -> Table:
    """Save a table inside a transaction; it comes back with its new version.

    Raises:
        StaleTable: it has been changed since it was read, or is closed.
        AlreadySeated: somebody seated here has a seat at another table.
    """
    now = connection.now()
    changed = await connection.write(
        "UPDATE tables SET host_id = ?, phase = ?, ranked = ?, options = ?, server_seed = ?, taps = ?,"
        " shuffle_number = ?, deal_count = ?, deadline = ?, notes = ?, version = version + 1, updated = ?, closed = ?"
        " WHERE id = ? AND version = ? AND phase <> 'closed'",
        (
            table.host_id,
            table.phase,
            int(table.ranked),
            table.options.model_dump_json(),
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
    )
    if not changed:
        raise StaleTable(f"table {table.id} is no longer what it was in version {table.version}; read it again")
    await _write_seats(connection, table.id, table.seats)
    return replace(table, version=table.version + 1, updated=now)


async def _write_seats(connection: Connection, table_id: int, seats: Sequence[Occupant | None]) -> None:
    wanted = [
        (table_id, seat, one.person_id, one.strength, one.delegation, int(one.ready), one.number)
        for seat, one in enumerate(seats)
        if one is not None
    ]
    rows = await connection.all("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", (table_id,))
    if list(map(tuple, rows)) == wanted:
        return
    people = [person_id for _, _, person_id, *_ in wanted if person_id is not None]
    elsewhere = await connection.one(
        "SELECT person_id, table_id FROM seats WHERE table_id <> ? AND person_id IN (SELECT value FROM json_each(?))",
        (table_id, json.dumps(people)),
    )
    if elsewhere is not None:
        raise AlreadySeated(elsewhere["person_id"], elsewhere["table_id"])
    await connection.write("DELETE FROM seats WHERE table_id = ?", (table_id,))
    await connection.write_many("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)", wanted)


async def close_table(connection: Connection, table: Table) -> Table:
    """`Tables.close` inside a transaction."""
    now = connection.now()
    await connection.write(
        "DELETE FROM drafts WHERE deal_id IN (SELECT id FROM deals WHERE table_id = ? AND state = 'live')", (table.id,)
    )
    await connection.write(
        "UPDATE deals SET state = 'abandoned', ended = ? WHERE table_id = ? AND state = 'live'", (now, table.id)
    )
    return await write_table(connection, replace(table, phase=Phase.CLOSED, seats=EMPTY, deadline=None, closed=now))


class Tables:
    """Tables by number, by chat and by person."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def create(
        self,
        *,
        chat_id: int,
        host_id: int,
        shuffle: Shuffle,
        options: TableOptions,
        thread_id: int | None = None,
        seats: Seats = EMPTY,
        ranked: bool = True,
        deadline: float | None = None,
        notes: Mapping[str, object] | None = None,
    ) -> Table:
        """Open a lobby.

        Raises:
            Unknown: the bot has not seen the chat.
            TableExists: there is a live table in this chat, or this topic of it.
            AlreadySeated: somebody seated here has a seat at another table.
        """
        connection = self._connection
        now = connection.now()
        async with connection.transaction():
            key = await chat_key(connection, chat_id)
            if (table := await self.in_chat(chat_id, thread_id)) is not None:
                raise TableExists(table.id)
            table_id = await connection.insert(
                "INSERT INTO tables (chat_id, thread_id, host_id, phase, ranked, options, server_seed, taps,"
                " shuffle_number, deal_count, deadline, notes, version, created, updated)"
                " VALUES (?, ?, ?, 'lobby', ?, ?, ?, ?, ?, 0, ?, ?, 1, ?, ?)",
                (
                    key,
                    thread_id,
                    host_id,
                    int(ranked),
                    options.model_dump_json(),
                    shuffle.server_seed,
                    json.dumps(shuffle.taps),
                    shuffle.number,
                    deadline,
                    json.dumps(notes or {}),
                    now,
                    now,
                ),
            )
            await _write_seats(connection, table_id, seats)
            return await self.get(table_id)

    async def get(self, table_id: int) -> Table:
        """The table with this number, closed ones included.

        Raises:
            Unknown: there is none.
        """
        row = await self._connection.one(f"{SELECT_TABLES} WHERE tables.id = ?", (table_id,))
        if row is None:
            raise Unknown(f"there is no table {table_id}; numbers of tables are given by Tables.create")
        return read_table(row)

    async def in_chat(self, chat_id: int, thread_id: int | None = None) -> Table | None:
        """The live table of a chat, or of a topic of it."""
        row = await self._connection.one(
            f"{SELECT_TABLES} WHERE phase <> 'closed' AND tables.chat_id ="
            " (SELECT id FROM chats WHERE telegram_id = ? OR migrated_from = ?) AND ifnull(thread_id, 0) = ?",
            (chat_id, chat_id, thread_id or 0),
        )
        return None if row is None else read_table(row)

    async def save(self, table: Table) -> Table:
        """Save a changed table; it comes back with its new version.

        Raises:
            StaleTable: it has been changed since it was read, or is closed.
            AlreadySeated: somebody seated here has a seat at another table.
        """
        async with self._connection.transaction():
            return await write_table(self._connection, table)

    async def close(self, table: Table) -> Table:
        """Close a table: its seats are free, a deal under way is abandoned and counts for nothing. Each of its messages
        stays on record until it is forgotten, so that its buttons can be taken away after a restart too.

        Raises:
            StaleTable: it has been changed since it was read, or is closed.
        """
        async with self._connection.transaction():
            return await close_table(self._connection, table)

    async def save_message(self, table_id: int, message: Message) -> None:
        """Keep which message has a role at a table, instead of the one that had it before."""
        async with self._connection.transaction():
            await self._connection.write(
                "INSERT INTO messages VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
                " chat_id = excluded.chat_id, message_id = excluded.message_id, shown = excluded.shown",
                (table_id, message.role, message.chat_id, message.message_id, message.shown),
            )

    async def forget_message(self, table_id: int, role: str) -> None:
        """Keep the message with this role no longer."""
        async with self._connection.transaction():
            await self._connection.write("DELETE FROM messages WHERE table_id = ? AND role = ?", (table_id, role))

    async def messages(self, table_id: int) -> tuple[Message, ...]:
        """The messages of a table, by role."""
        rows = await self._connection.all(
            "SELECT role, chat_id, message_id, shown FROM messages WHERE table_id = ? ORDER BY role", (table_id,)
        )
        return tuple(Message(*row) for row in rows)

    async def messages_of_closed(self) -> dict[int, tuple[Message, ...]]:
        """The messages of closed tables that are still on record, by table."""
        rows = await self._connection.all(
            "SELECT table_id, role, messages.chat_id, message_id, shown FROM messages"
            " JOIN tables ON tables.id = table_id WHERE phase = 'closed' ORDER BY table_id, role"
        )
        found: dict[int, tuple[Message, ...]] = {}
        for table_id, *message in rows:
            found[table_id] = (*found.get(table_id, ()), Message(*message))
        return found
