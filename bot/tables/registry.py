"""The live tables: finding one, locking one, and knowing who sits where."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.process.logs import context
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import TableState
from bot.tables.table import Table

Room = tuple[int, int | None]
"""A chat, and the topic in it."""


class Registry:
    """The live tables by number, by room and by the people who sit there.

    A table is changed under its own lock (`changing`). What more than one table has a say in, as who may sit where,
    is changed under the lock of all seats besides, taken first (`seating`).
    """

    def __init__(self) -> None:
        self._tables: dict[int, Table] = {}
        self._rooms: dict[Room, int] = {}
        self._seats: dict[int, int] = {}
        self._seated: dict[int, frozenset[int]] = {}
        self.seats_lock = asyncio.Lock()

    @property
    def live(self) -> tuple[Table, ...]:
        """All live tables."""
        return tuple(self._tables.values())

    def table(self, table_id: int) -> Table:
        """Return a live table.

        Raises:
            Refused: there is none of that number any more.
        """
        try:
            return self._tables[table_id]
        except KeyError:
            raise Refused(RefusalCode.OUTDATED) from None

    def in_room(self, chat_id: int, thread_id: int | None) -> Table | None:
        """Return the live table of a chat or topic."""
        table_id = self._rooms.get((chat_id, thread_id))
        return None if table_id is None else self._tables[table_id]

    def in_chat(self, chat_id: int) -> tuple[Table, ...]:
        """Return the live tables of a chat, in all of its topics."""
        return tuple(table for table in self._tables.values() if table.state.chat_id == chat_id)

    def of_person(self, person_id: int) -> Table | None:
        """Return the live table at which a person sits, over all chats."""
        table_id = self._seats.get(person_id)
        return None if table_id is None else self._tables[table_id]

    def require_free(self, person_id: int, *, besides: int | None = None) -> None:
        """Check that a person sits at no table but `besides`: a person has one seat over all chats.

        Raises:
            Refused: they sit at another.
        """
        other = self.of_person(person_id)
        if other is None or other.state.id == besides:
            return
        if other.state.practice:
            raise Refused(RefusalCode.SEATED_IN_PRACTICE)
        raise Refused(RefusalCode.SEATED_ELSEWHERE, chat_id=other.state.chat_id)

    def add(self, table: Table) -> None:
        """Take a table in."""
        state = table.state
        self._tables[state.id] = table
        self._rooms[state.chat_id, state.thread_id] = state.id
        self._seat(state)

    def remove(self, table: Table) -> None:
        """Let go of a table; its people are free."""
        table.is_closed = True
        state = table.state
        self._tables.pop(state.id, None)
        self._leave_room(state)
        for person_id in self._seated.pop(state.id, ()):
            self._seats.pop(person_id, None)

    def set_state(self, table: Table, state: TableState) -> None:
        """Make `state` that of a live table; its people, and no others, have their seats there."""
        table.state = state
        self._seat(state)

    def move(self, table: Table, chat_id: int) -> None:
        """Follow the chat of a table to another id."""
        self._leave_room(table.state)
        table.state = replace(table.state, chat_id=chat_id)
        self._rooms[chat_id, table.state.thread_id] = table.state.id

    @asynccontextmanager
    async def changing(self, table_id: int) -> AsyncIterator[Table]:
        """Lock a table; `table.state` is the present one as long as nothing inside waits outside this lock.

        Raises:
            Refused: it is gone.
        """
        table = self.table(table_id)
        async with table.lock:
            if table.is_closed:
                raise Refused(RefusalCode.OUTDATED)
            deal = table.state.latest
            with context(table=table_id, deal=deal.number if deal else 0, turn=deal.turn if deal else 0):
                yield table

    @asynccontextmanager
    async def seating(self, table_id: int) -> AsyncIterator[Table]:
        """Lock all seats, and a table as `changing` does."""
        async with self.seats_lock, self.changing(table_id) as table:
            yield table

    def _leave_room(self, state: TableState) -> None:
        room = state.chat_id, state.thread_id
        if self._rooms.get(room) == state.id:
            del self._rooms[room]

    def _seat(self, state: TableState) -> None:
        people = frozenset(person.id for person in state.people)
        before = self._seated.get(state.id, frozenset())
        if people == before:
            return
        for person_id in before - people:
            del self._seats[person_id]
        for person_id in people:
            self._seats[person_id] = state.id
        self._seated[state.id] = people
