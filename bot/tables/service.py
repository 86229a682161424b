"""The table service: the only place that changes a table, and what it changes is written before it is shown.

`Tables` is the whole of it, in four layers: `hall` finds and locks tables, `turns` keeps deals going, `playing` is what
a player does in a deal, and here is what happens between deals.
"""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from bot.tables import seating
from bot.tables.playing import Playing
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import (
    Person,
    TableOptions,
    TableState,
)
from bot.tables.table import Table
from bot.tables.turns import GRACE_SECONDS
from engine.ruleset import DEFAULT_RULES, RuleSet
from engine.shuffle import SEED_BYTES
from storage import Phase, Shuffle

log = logging.getLogger(__name__)


class Tables(Playing):
    """The table service: all live tables, from the lobby to the end."""

    async def open(self) -> int:
        """Bring every live table back as it was, and start the clock. Returns how many there are."""
        seconds = {}
        for table in await self._records.live_tables():
            seconds[table] = int(GRACE_SECONDS) if self._put_on_clock(table) else 0
            self._register(table)
            self._arm(table)
        self._tasks = [
            asyncio.create_task(self._agenda.run(), name="agenda"),
            asyncio.create_task(self._show_restored(seconds), name="restored"),
        ]
        return len(self._tables)

    def _put_on_clock(self, table: Table) -> bool:
        """Turn the dates of a table that comes from storage into times of the clock; the date may have been set since
        they were written, so they are believed within reason. Returns whether a turn is extended.
        """
        date, live = self._wall.now(), table.state.live
        table.state = replace(table.state, touched=self._clock.now() - max(0.0, date - table.row.updated))
        if live is None or live.until is None:
            return False
        left = min(live.until - date, live.deal.rules.turn_seconds)
        table.state = replace(table.state, live=self._ending_in(live, max(left, GRACE_SECONDS)))
        return left < GRACE_SECONDS

    async def _show_restored(self, seconds: Mapping[Table, int]) -> None:
        """Show what has come back, one table after the other; between them people are served."""
        for table, least in seconds.items():
            if table.state.phase is not Phase.CLOSED:
                try:
                    self._stage.restored(table, seconds=least)
                except Exception:
                    log.exception("table %d is back and could not be shown", table.state.id)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop the clock and the computer players; tables stay as they are, in storage."""
        tasks = [*self._thinking, *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._computers.close()

    async def open_table(
        self,
        chat_id: int,
        thread_id: int | None,
        host: Person,
        tap: str,
        *,
        practice: bool = False,
        seated: bool = True,
        rules: RuleSet = DEFAULT_RULES,
        options: TableOptions | None = None,
    ) -> Table:
        """Open a table; the host takes the first seat (unless he may not sit: an anonymous administrator), and at a
        practice table computer players the others, and the deal starts.

        Raises:
            Refused: there is a table here already, or the host sits at another.
        """
        async with self._opening:
            there = self.in_room(chat_id, thread_id)
            if there is not None:
                raise Refused(RefusalCode.TABLE_EXISTS)
            if seated:
                self._require_free(host.id)
            shuffle = Shuffle(self._entropy(SEED_BYTES), (tap,) if seated else ())
            state = TableState(
                id=0,
                chat_id=chat_id,
                thread_id=thread_id,
                phase=Phase.LOBBY,
                host_id=host.id,
                practice=practice,
                rules=rules,
                options=options or TableOptions(),
                commitment=shuffle.commitment,
                touched=self._clock.now(),
            )
            if seated:
                state = seating.sit(state, host)
            if practice:
                state = seating.fill(state, state.options.strength)
            table = await self._records.create(state, shuffle)
            self._register(table)
        if practice:
            await self.start(table.state.id, host.id)
        else:
            self._stage.show(table)
            self._arm(table)
        return table

    async def join(self, table_id: int, person: Person, tap: str) -> None:
        """Seat a person; `tap` is what Telegram calls his tap, and goes into the seed of the next deal.

        Raises:
            Refused: he sits here or elsewhere already, or there is no place.
        """
        async with self._opening, self._changing(table_id) as table:
            self._require_free(person.id, besides=table_id)
            await self._seat(table, seating.sit(table.state, person), tap)

    async def leave(self, table_id: int, person_id: int) -> None:
        """Free a person's place between deals; during a deal see `hand_over`.

        Raises:
            Refused: he does not sit here, or a deal is running.
        """
        async with self._opening, self._changing(table_id) as table:
            await self._seat(table, seating.stand_up(table.state, person_id))

    async def fill(self, table_id: int, person_id: int) -> None:
        """Seat computer players at all free places.

        Raises:
            Refused: the person does not sit here, or the chat allows none, or a deal is running.
        """
        async with self._changing(table_id) as table:
            self._require_seated(table.state, person_id)
            await self._seat(table, seating.fill(table.state, table.state.options.strength))

    async def start(self, table_id: int, person_id: int) -> None:
        """Deal the cards.

        Raises:
            Refused: the person does not sit here, a place is free, a deal is running, or the bot is about to stop.
        """
        async with self._changing(table_id) as table:
            self._require_seated(table.state, person_id)
            await self._deal(table)

    async def again(self, table_id: int, person_id: int, tap: str, deal: int) -> int:
        """After deal number `deal`, somebody wants another with the same four; when all people do, it starts.

        Returns:
            How many people are still waited for.

        Raises:
            Refused: the person does not sit here, or there is no result to follow up.
        """
        async with self._changing(table_id) as table:
            state = table.state
            self._require_seated(state, person_id)
            seating.require(state, Phase.RESULT)
            self._require_number(state, deal)
            if person_id not in state.ready:
                ready = replace(state, ready=state.ready | {person_id}, touched=self._clock.now())
                await self._write(table, ready, table.shuffle.tapped(tap))
            missing = {person.id for person in table.state.people} - table.state.ready
            if not missing:
                await self._deal(table)
            else:
                self._stage.show(table)
            return len(missing)

    async def set_rules(self, chat_id: int, rules: RuleSet, options: TableOptions) -> None:
        """A chat has other settings: its tables take them over, from the next deal on."""
        for table in self.live:
            if table.state.chat_id == chat_id and table.state.phase is not Phase.CLOSED:
                with suppress(Refused):  # it has been closed meanwhile
                    async with self._changing(table.state.id):
                        await self._write(table, replace(table.state, rules=rules, options=options))
                        self._stage.show(table)

    async def refresh_person(self, person: Person) -> None:
        """A person has other settings or another score: his table knows, and his hand shows it at once."""
        table = self.of_person(person.id)
        if table is None:
            return
        with suppress(Refused):  # the table has been closed meanwhile
            async with self._changing(table.state.id):
                state = seating.with_person(table.state, person)
                if state.practice:
                    state = replace(state, options=replace(state.options, language=person.language))
                table.state = state
                if state.phase is Phase.LOBBY or state.practice:
                    self._stage.show(table)
                self._stage.show_hand(table, person.id)
                live = state.live
                seat = live.deal.to_act if live else None
                if live is None or seat is None or live.seat_of(person.id) != seat:
                    return
                if self._passes_itself(live, seat):
                    self._arm(table)

    async def close_table(self, table_id: int, closed_by: str | None = None, *, after: int | None = None) -> None:
        """Close a table; a running deal is void. Whether somebody (by his raw name) may is the caller's to know.

        Args:
            after: close it only if no deal is running, and this was the number of the last (0: there was none yet).

        Raises:
            Refused: that is not so, or the table is gone.
        """
        async with self._opening, self._changing(table_id) as table:
            if after is not None:
                seating.require(table.state, Phase.LOBBY, Phase.RESULT)
                self._require_number(table.state, after)
            await self._close(table, closed_by=closed_by)

    async def vote_end(self, table_id: int, person_id: int, deal: int | None = None) -> int:
        """A person at the table wants to end it; when all do, the table closes. `deal` is the number of the deal in
        which he was asked (0: before the first), None where nobody asked him.

        Returns:
            How many votes are missing.

        Raises:
            Refused: the person does not sit here, or was asked in another deal.
        """
        async with self._opening, self._changing(table_id) as table:
            self._require_seated(table.state, person_id)
            if deal is not None:
                self._require_number(table.state, deal)
            votes = table.state.end_votes | {person_id}
            await self._write(table, replace(table.state, end_votes=votes))
            missing = {person.id for person in table.state.people} - votes
            if not missing:
                await self._close(table)
            else:
                self._stage.show(table)
            return len(missing)

    async def _seat(self, table: Table, state: TableState, tap: str = "") -> None:
        """Write and show another seating."""
        if state.phase is Phase.CLOSED:
            await self._close(table)
            return
        before = {person.id for person in table.state.people}
        shuffle = table.shuffle.tapped(tap) if tap else table.shuffle
        await self._write(table, replace(state, touched=self._clock.now()), shuffle)
        for person_id in before - {person.id for person in state.people}:
            del self._seats[person_id]
        for person in state.people:
            self._seats[person.id] = state.id
        self._stage.show(table)
        self._arm(table)
