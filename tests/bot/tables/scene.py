"""Tables on a real database, with a stage that only takes notes and a clock that the test moves."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.playground.fake import ManualClock
from bot.tables.computers import Computers
from bot.tables.people import Directory
from bot.tables.repository import Repository
from bot.tables.service import TableService
from bot.tables.state import HandState, Happening, Person, Playing, TableDeal, TableState
from bot.tables.table import Table
from bot.tables.turn_clock import Timer
from storage import ChatKind, Database, DatabaseUnusable, Durability, Shuffle
from tests.dates import Dates

GROUP = -100


@dataclass
class Notes:
    """A stage: what it was told, in order."""

    told: list[str] = field(default_factory=list)

    def show(self, table: Table, events: Sequence[Happening] = ()) -> None:
        self.told.append("show " + " ".join(type(event).__name__ for event in events) if events else "show")

    def deal_begins(self, table: Table) -> None:
        self.told.append("deal begins")

    def show_hand(self, table: Table, person_id: int, notice: str = "", *, fresh: bool = False) -> None:
        self.told.append(f"hand {person_id}")

    def show_again(self, table: Table) -> None:
        self.told.append("show again")

    def declined(self, table: Table, decliner: str) -> None:
        self.told.append(f"declined {decliner}")

    def muted(self, table: Table, chat_title: str) -> None:
        self.told.append(f"muted {chat_title}")

    def removed(self, table: Table, chat_title: str) -> None:
        self.told.append(f"removed {chat_title}")

    def is_here(self, person_id: int) -> None:
        self.told.append(f"here {person_id}")

    def remind(self, table: Table, timer: Timer) -> None:
        self.told.append(f"remind {timer}")

    def restored(self, table: Table, *, seconds: int) -> None:
        self.told.append(f"restored {seconds}")

    def closed(self, table: Table, *, idle: bool, closed_by: str | None) -> None:
        self.told.append(f"closed idle={idle} by={closed_by}")


class FailingRepository(Repository):
    """A repository on a disk that is full as long as `full` says so."""

    full = False

    async def save(self, table: Table, state: TableState, shuffle: Shuffle) -> None:
        self._check()
        await super().save(table, state, shuffle)

    async def start_deal(self, table: Table, state: Playing) -> int:
        self._check()
        return await super().start_deal(table, state)

    async def record(self, table: Table, state: TableState, deal: TableDeal, shuffle: Shuffle) -> dict[int, int]:
        self._check()
        return await super().record(table, state, deal, shuffle)

    async def close(self, table: Table) -> None:
        self._check()
        await super().close(table)

    async def save_selection(self, live: TableDeal, seat: int, hand: HandState) -> None:
        self._check()
        await super().save_selection(live, seat, hand)

    def _check(self) -> None:
        if self.full:
            raise DatabaseUnusable("the disk is full")


@dataclass
class Scene:
    """A table service and four people in a group."""

    clock: ManualClock
    wall: Dates
    database: Database
    repository: FailingRepository
    notes: Notes
    tables: TableService
    people: list[Person]
    _held: set["asyncio.Future[None]"] = field(default_factory=set)

    def hold_writes(self) -> threading.Event:
        """Keep everybody who writes waiting, as another process does that writes, until the event is set."""
        go = threading.Event()

        def wait(_: sqlite3.Connection) -> None:
            assert go.wait(10)

        held = asyncio.ensure_future(self.database._access._writer.read(wait))
        self._held.add(held)
        return go

    async def lobby(self, seats: int = 4) -> Table:
        """A table at which the first `seats` people sit."""
        table = await self.tables.open_table(GROUP, None, self.people[0], "t1")
        for person in self.people[1:seats]:
            await self.tables.join(table.state.id, person, f"t{person.id}")
        return table

    async def deal(self) -> Table:
        """A table at which a deal has begun."""
        table = await self.lobby()
        await self.tables.start(table.state.id, self.people[0].id)
        return table

    def actor(self, table: Table) -> Person:
        """Whose turn it is."""
        person = table.live.chairs[table.live.to_act].person
        assert person is not None
        return person

    async def play_weakest(self, table: Table) -> None:
        """The person to act leads the weakest play, or passes."""
        live, person = table.live, self.actor(table)
        now = (live.number, live.turn)
        if live.deal.to_beat is not None:
            await self.tables.pass_turn(table.state.id, person.id, now)
            return
        play = live.deal.view(live.to_act).legal_plays[0]
        await self.tables.play(table.state.id, person.id, play.cards, play.type, now)

    async def play_out(self, table: Table) -> None:
        """Play the deal to its end."""
        number = table.live.number
        while isinstance(table.state, Playing) and table.state.deal_number == number:
            await self.play_weakest(table)

    async def pass_time(self, seconds: float) -> None:
        """In steps of a second; everything that is due happens in between."""
        for _ in range(round(seconds)):
            self.clock.advance(1)
            await self.settle()

    async def settle(self) -> None:
        """Let what is under way come to its end."""
        for _ in range(4):
            for _ in range(8):
                await asyncio.sleep(0)
            await self.database.caught_up()
            self.clock.advance(0)


@asynccontextmanager
async def scene(
    folder: Path, *, date_set_by: float = 0.0, away: float = 0.0, computers: Computers | None = None
) -> AsyncIterator[Scene]:
    """A scene in a folder; entered again, the service has been restarted after `away` seconds, as the date says that
    may have been set meanwhile. The clock then begins anew.
    """
    clock = ManualClock(start=1000.0)
    wall = Dates(clock, set_by=1_800_000_000.0 + away + date_set_by)
    path = folder / "tables.sqlite3"
    async with Database.open(path, clock=wall.now, durability=Durability.NORMAL) as database:
        directory = Directory(database)
        people = []
        for number in range(1, 7):
            stored = await database.people.seen(1000 + number, f"P{number}", None, None, "zh")
            people.append(await directory.get(stored.id))
            await database.chats.seen(1000 + number, ChatKind.PRIVATE, None)
        for chat_id in (GROUP, GROUP - 1):
            await database.chats.seen(chat_id, ChatKind.SUPERGROUP, "Cards")
        repository, notes, random = FailingRepository(database, directory), Notes(), Random(5)
        tables = TableService(repository, notes, clock, wall, computers or Computers(0), random.randbytes)
        await tables.open()
        try:
            yield Scene(clock, wall, database, repository, notes, tables, people)
        finally:
            await tables.close()
