"""The live tables: finding one, changing one under its lock, keeping what it becomes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.process.logs import context
from bot.tables.clock import Clock
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.repository import Records
from bot.tables.stage import Stage
from bot.tables.state import TableState
from bot.tables.table import Table
from storage import Phase, Shuffle


class Hall:
    """The live tables, and what every change of one takes.

    Args:
        records: keep everything; a change that could not be written has not happened.
        stage: shows what has happened.
        clock: measures what lasts.
    """

    def __init__(self, records: Records, stage: Stage, clock: Clock) -> None:
        self._records = records
        self._stage = stage
        self._clock = clock
        self._tables: dict[int, Table] = {}
        self._rooms: dict[tuple[int, int | None], int] = {}
        self._seats: dict[int, int] = {}
        self._opening = asyncio.Lock()

    @property
    def live(self) -> tuple[Table, ...]:
        """All live tables."""
        return tuple(self._tables.values())

    def table(self, table_id: int) -> Table:
        """A live table.

        Raises:
            Refused: there is none of that number any more.
        """
        try:
            return self._tables[table_id]
        except KeyError:
            raise Refused(RefusalCode.OUTDATED) from None

    def in_room(self, chat_id: int, thread_id: int | None) -> Table | None:
        """The live table of a chat or topic."""
        table_id = self._rooms.get((chat_id, thread_id))
        return None if table_id is None else self._tables[table_id]

    def of_person(self, person_id: int) -> Table | None:
        """The live table at which a person sits, over all chats."""
        table_id = self._seats.get(person_id)
        return None if table_id is None else self._tables[table_id]

    def migrate(self, chat_id: int, new_chat_id: int) -> None:
        """A group has another id from now on; done twice, nothing more happens."""
        for table in self.live:
            state = table.state
            if state.chat_id == chat_id:
                del self._rooms[chat_id, state.thread_id]
                table.state = replace(state, chat_id=new_chat_id)
                self._rooms[new_chat_id, state.thread_id] = state.id

    @asynccontextmanager
    async def _changing(self, table_id: int) -> AsyncIterator[Table]:
        """The table, locked."""
        table = self.table(table_id)
        async with table.lock:
            if table.state.phase is Phase.CLOSED:
                raise Refused(RefusalCode.OUTDATED)
            live = table.state.live
            with context(table=table_id, deal=live.number if live else 0, turn=live.turn if live else 0):
                yield table

    async def _write(self, table: Table, state: TableState, shuffle: Shuffle | None = None) -> None:
        """Keep what the table becomes; only then it is so."""
        shuffle = shuffle or table.shuffle
        await self._records.save(table, state, shuffle)
        table.state, table.shuffle = state, shuffle

    async def _close(self, table: Table, *, idle: bool = False, closed_by: str | None = None) -> None:
        """Close a table; a running deal is abandoned, no points move."""
        await self._records.close(table)
        table.state = replace(table.state, phase=Phase.CLOSED, touched=self._clock.now())
        del self._tables[table.state.id]
        del self._rooms[table.state.chat_id, table.state.thread_id]
        for person_id in [person for person, at in self._seats.items() if at == table.state.id]:
            del self._seats[person_id]
        self._stage.closed(table, idle=idle, closed_by=closed_by)

    def _register(self, table: Table) -> None:
        state = table.state
        self._tables[state.id] = table
        self._rooms[state.chat_id, state.thread_id] = state.id
        for person in state.people:
            self._seats[person.id] = state.id

    def _require_seated(self, state: TableState, person_id: int) -> None:
        if state.place_of(person_id) is None:
            raise Refused(RefusalCode.NOT_SEATED)

    def _require_free(self, person_id: int, besides: int | None = None) -> None:
        """Check that a person sits at no other table: a person has one seat over all chats."""
        other = self.of_person(person_id)
        if other is not None and other.state.id != besides:
            if other.state.practice:
                raise Refused(RefusalCode.SEATED_IN_PRACTICE)
            raise Refused(RefusalCode.SEATED_ELSEWHERE, chat_id=other.state.chat_id)

    @staticmethod
    def _require_number(state: TableState, deal: int) -> None:
        """Check that a button was made for the deal that the table plays, or played last: what was offered then is not
        what it would do now.
        """
        if deal != (state.live.number if state.live else 0):
            raise Refused(RefusalCode.OUTDATED)
