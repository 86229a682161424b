"""Tables as they are kept, and as they come back from storage."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias, cast

from bot.tables.doing import carried_out
from bot.tables.people import Directory
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.seating import mapped, settled
from bot.tables.state import (
    Chair,
    Chairs,
    Computer,
    HandState,
    Language,
    LiveDeal,
    Lobby,
    Person,
    Places,
    Playing,
    Result,
    TableDeal,
    TableOptions,
    TableState,
    into,
    over,
)
from bot.tables.table import Table
from engine.daily import answer_text, line_of, read_answer
from engine.deal import Action, Deal, View
from engine.players import Strength
from engine.seats import Seat
from engine.shuffle import Dealt
from storage import (
    DailyPlayed,
    Database,
    LiveTable,
    Occupant,
    Phase,
    Seats,
    Shuffle,
    StoredDeal,
    StoredOptions,
    TableExists,
    caused_by,
)
from storage import StoredTable as Row

_LANGUAGE: Final = "language"
_VOTES: Final = "votes"
_DAILY: Final = "daily"

Timed: TypeAlias = Callable[[str], AbstractContextManager[object]]
"""Measures what happens inside, under the word it is given."""


class Repository:
    """Tables in storage. Every method is one transaction: it has happened altogether, or not at all.

    Raises what `storage` does; then the table must be left as it was. `timed` measures each, waiting included.
    """

    def __init__(self, database: Database, directory: Directory, timed: Timed = nullcontext) -> None:
        self._database = database
        self._directory = directory
        self._timed = timed

    @contextmanager
    def _writing(self, what: str) -> Iterator[None]:
        """Measure a transaction under a word, and keep in it what somebody did to bring it about."""
        with self._timed(what), caused_by(carried_out()):
            yield

    async def create(self, state: TableState, shuffle: Shuffle) -> Table:
        """Keep a new table, and give it its number, and the id that its chat has by now.

        Raises:
            Refused: there is a table in the room already, under the id that the chat has by now; or the host has begun
                the deal of this day before.
        """
        try:
            with self._writing("create"):
                row = await self._database.tables.create(
                    chat_id=state.chat_id,
                    thread_id=state.thread_id,
                    host_id=state.host_id,
                    shuffle=shuffle,
                    options=_stored_options(state),
                    seats=_occupants(state),
                    ranked=not state.practice,
                    notes=_notes(state),
                    daily=state.daily or None,
                )
        except TableExists:
            raise Refused(RefusalCode.TABLE_EXISTS) from None
        except DailyPlayed:
            raise Refused(RefusalCode.DAILY_PLAYED) from None
        return Table(replace(state, id=row.id, chat_id=row.chat_id), row, shuffle)

    async def migrate_chat(self, chat_id: int, new_chat_id: int) -> None:
        """Keep that a chat has another id."""
        with self._timed("migrate"):
            await self._database.migrate_chat(chat_id, new_chat_id)

    async def save(self, table: Table, state: TableState, shuffle: Shuffle) -> None:
        """Keep what a table becomes."""
        with self._writing("save"):
            table.row = await self._database.tables.save(_row(table, state, shuffle))

    async def start_deal(self, table: Table, state: Playing) -> int:
        """Keep what a table becomes as its next deal begins; returns the number of the deal."""
        with self._writing("start"):
            row = _row(table, state, table.shuffle)
            table.row, stored = await self._database.deals.start(row, state.live.dealt)
        return stored.id

    async def record(self, table: Table, state: TableState, deal: TableDeal, shuffle: Shuffle) -> dict[int, int]:
        """Keep the last action of a deal and what the table becomes, and at its end the settlement and new scores.

        Returns:
            The new score of each person whose score has moved.
        """
        with self._writing("record"):
            recorded = await self._database.deals.record(_row(table, state, shuffle), deal.id, deal.deal)
        table.row = recorded.table
        return {change.person_id: change.after for change in recorded.changes}

    async def close(self, table: Table) -> None:
        """Keep that a table is closed; a deal that was running is abandoned."""
        with self._writing("close"):
            table.row = await self._database.tables.close(table.row)

    async def save_selection(self, live: TableDeal, seat: Seat, hand: HandState) -> None:
        """Keep what a player has selected."""
        with self._writing("select"):
            await self._database.deals.save_draft(live.id, seat, hand.selected)

    def is_in_chat(self, chat_id: int) -> bool:
        """Return whether the bot is in a chat, as far as it knows."""
        chat = self._database.chats.get(chat_id)
        return chat is None or chat.is_member

    def daily_answer(self, day: str, view: View) -> Action | None:
        """Return what was answered in the deal of a day where the same had been played, if it has come up."""
        kept = self._database.daily.answer(day, line_of(view.log))
        return None if kept is None else read_answer(kept, view)

    async def keep_daily_answer(self, day: str, view: View, action: Action) -> Action:
        """Keep what is answered in the deal of a day; what was kept before stays, and is returned."""
        with self._writing("answer"):
            kept = await self._database.daily.keep_answer(day, line_of(view.log), answer_text(action, view))
        return read_answer(kept, view)

    async def is_blocked(self, person: Person, chat_id: int) -> bool:
        """Return whether a person may not sit at the tables of a chat."""
        return self._database.blocks.covers(person.telegram_id, chat_id)

    async def person(self, person_id: int) -> Person:
        """Return a person as they are now."""
        return await self._directory.get(person_id)

    async def live_tables(self) -> list[Table]:
        """Every live table as it was; but storage knows dates alone, so nothing is on the bot's clock yet."""
        with self._timed("restore"):
            kept = await self._database.live_tables()
        numbers = {
            occupant.person_id
            for one in kept
            for occupant in (*one.table.seats, *(one.stored.players if one.stored else ()))
            if occupant is not None and occupant.person_id is not None
        }
        people = await self._directory.many(numbers)
        return [_table(one, people) for one in kept]


def computer_of(occupant: Occupant, seat: Seat) -> Computer:
    """The computer player who is kept as `occupant`; one without a number has that of its seat, from 1."""
    return Computer(occupant.number or seat + 1, Strength(occupant.strength or Strength.PLANNER))


def _row(table: Table, state: TableState, shuffle: Shuffle) -> Row:
    return replace(
        table.row,
        host_id=state.host_id,
        phase=state.phase,
        options=_stored_options(state),
        shuffle=shuffle,
        seats=_occupants(state),
        deadline=state.live.deadline_date if isinstance(state, Playing) else None,
        notes=_notes(state),
    )


def _stored_options(state: TableState) -> StoredOptions:
    options = state.options
    return StoredOptions(
        rules=state.rules,
        computers_allowed=options.computers,
        strength=options.strength.value,
        aloud=options.aloud,
    )


def _notes(state: TableState) -> Mapping[str, object]:
    notes: dict[str, object] = {_LANGUAGE: state.language.value, _VOTES: sorted(state.end_votes)}
    return {**notes, _DAILY: state.daily} if state.daily else notes


def _occupants(state: TableState) -> Seats:
    ready = state.ready if isinstance(state, Result) else frozenset()
    return mapped(partial(_occupant, ready), state.places)


def _occupant(ready: frozenset[int], chair: Chair | None) -> Occupant | None:
    match chair:
        case None:
            return None
        case Chair(Person() as person, autopilot):
            return Occupant(person.id, None, autopilot, person.id in ready)
        case Chair(Computer() as computer, _):
            return Occupant.computer(computer.strength.value, computer.number)
    raise TypeError(f"{chair!r} is no chair")


def _table(kept: LiveTable, people: Mapping[int, Person]) -> Table:
    row = kept.table

    def chair(seat: Seat, occupant: Occupant) -> Chair:
        if occupant.person_id is not None:
            return Chair(people[occupant.person_id], occupant.autopilot)
        return Chair(computer_of(occupant, seat))

    def seated(occupants: Sequence[Occupant | None]) -> Places:
        first, second, third, fourth = (chair(seat, one) if one else None for seat, one in enumerate(occupants))
        return first, second, third, fourth

    places = seated(row.seats)
    lobby = Lobby(
        id=row.id,
        chat_id=row.chat_id,
        thread_id=row.thread_id,
        host_id=row.host_id,
        practice=not row.ranked,
        daily=str(row.notes.get(_DAILY, "")),
        rules=row.options.rules,
        options=TableOptions(
            computers=row.options.computers_allowed,
            strength=Strength(row.options.strength),
            language=Language(str(row.notes.get(_LANGUAGE, Language.CHINESE.value))),
            aloud=row.options.aloud,
        ),
        places=places,
        commitment=row.shuffle.commitment,
        end_votes=frozenset(cast("list[int]", row.notes.get(_VOTES, []))),
    )
    hands = {}
    state: TableState = lobby
    if kept.stored is not None and kept.deal is not None and kept.dealt is not None:
        chairs = _all_taken(places if row.phase is Phase.DEAL else seated(kept.stored.players))
        live = _live_deal(kept.stored, kept.deal, kept.dealt, chairs, kept.table.deadline, lobby.options.strength)
        if row.phase is Phase.DEAL:
            state = into(Playing, lobby, live=live)
        elif row.phase is Phase.RESULT:
            ready = (one.person_id for one in row.seats if one is not None and one.ready)
            state = into(Result, lobby, latest=over(live), ready=frozenset(one for one in ready if one is not None))
        else:
            state = replace(lobby, latest=over(live))
        if not isinstance(state, Playing):
            state = settled(state, {})
        for seat, cards in kept.drafts.items():
            person = chairs[seat].person
            if person is not None:
                hands[person.id] = HandState(selected=cards)
    return Table(state, row, row.shuffle, hands, on_record=tuple(kept.messages.values()))


def _all_taken(places: Places) -> Chairs:
    first, second, third, fourth = places
    if first is None or second is None or third is None or fourth is None:
        raise ValueError("a deal has four players; storage has kept fewer")
    return first, second, third, fourth


def _live_deal(
    stored: StoredDeal,
    deal: Deal,
    dealt: Dealt,
    chairs: Chairs,
    deadline_date: float | None,
    autopilot: Strength,
) -> LiveDeal:
    return LiveDeal(
        id=stored.id,
        number=stored.number,
        seed=stored.shuffle.seed,
        dealt=dealt,
        chairs=chairs,
        deal=deal,
        ranked=stored.ranked,
        server_seed=stored.shuffle.server_seed,
        taps=stored.shuffle.taps,
        autopilot=autopilot,
        deadline_date=deadline_date,
    )
