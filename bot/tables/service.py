"""The table service: the only place that changes a table (one lock each), and what it changes is written before it is
shown.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import replace
from typing import Final

from bot.agenda import Agenda, Appointment, Due, WallClock
from bot.computers import Computers
from bot.screens.refusals import RefusalCode
from bot.state import (
    ABANDONED_LOBBY_SECONDS,
    HandedOver,
    Happening,
    LiveDeal,
    Person,
    TableOptions,
    TableState,
    TakenBack,
)
from bot.tables import hands as selections
from bot.tables import seating
from bot.tables.records import Records, Timed
from bot.tables.refused import Refused
from bot.tables.table import Stage, Table
from engine.cards import Counts
from engine.deal import Action, Deal, Pass, PlayCards, TimeOut
from engine.plays import PlayType, choices
from engine.ruleset import DEFAULT_RULES, RuleSet
from engine.scoring import Seat
from engine.shuffle import SEED_BYTES, deal_cards
from storage import Delegation, Phase, Shuffle

log = logging.getLogger(__name__)

ANY_TURN: Final = -1
LAST_SECONDS: Final = 10.0
RETRY_SECONDS: Final = 1.0
GRACE_AFTER_RESTART: Final = 15.0
"""A turn that was running when the bot stopped has at least this long when it is back."""


class Tables:
    """All live tables.

    Args:
        records: keep everything; a change that could not be written has not happened.
        stage: shows what has happened.
        clock: tells the time.
        computers: where computer players think.
        entropy: makes so many random bytes.
        timed: measures what the engine does.
    """

    def __init__(
        self,
        records: Records,
        stage: Stage,
        clock: WallClock,
        computers: Computers,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        timed: Timed = nullcontext,
    ) -> None:
        self._records = records
        self._stage = stage
        self._clock = clock
        self._computers = computers
        self._entropy = entropy
        self._timed = timed
        self._tables: dict[int, Table] = {}
        self._rooms: dict[tuple[int, int | None], int] = {}
        self._seats: dict[int, int] = {}
        self._opening = asyncio.Lock()
        self._thinking: set[asyncio.Task[None]] = set()
        self._agenda = Agenda(clock, self._keep, self._fault)
        self._tasks: list[asyncio.Task[None]] = []
        self.accepts_deals = True
        """Off in maintenance: running deals finish, no new one starts."""

    # Life

    async def open(self) -> int:
        """Bring every live table back as it was, and start the clock. Returns how many there are."""
        now = self._clock.now()
        seconds = {}
        for table in await self._records.live_tables():
            live = table.state.live
            short = live is not None and live.deadline is not None and live.deadline < now + GRACE_AFTER_RESTART
            if live is not None and short:
                table.state = replace(table.state, live=replace(live, deadline=now + GRACE_AFTER_RESTART))
            seconds[table] = int(GRACE_AFTER_RESTART) if short else 0
            self._register(table)
            self._arm(table)
        self._tasks = [
            asyncio.create_task(self._agenda.run(), name="agenda"),
            asyncio.create_task(self._show_restored(seconds), name="restored"),
        ]
        return len(self._tables)

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

    # Finding

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
            raise Refused(RefusalCode.OLD_BUTTON) from None

    def in_room(self, chat_id: int, thread_id: int | None) -> Table | None:
        """The live table of a chat or topic."""
        table_id = self._rooms.get((chat_id, thread_id))
        return None if table_id is None else self._tables[table_id]

    def of_person(self, person_id: int) -> Table | None:
        """The live table at which a person sits, over all chats."""
        table_id = self._seats.get(person_id)
        return None if table_id is None else self._tables[table_id]

    # Between deals

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
                raise Refused(RefusalCode.TABLE_EXISTS, table=there.state)
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
        """Free a person's place between deals; during a deal see `leave_deal`.

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
            _require_number(state, deal)
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
                _require_number(table.state, after)
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
                _require_number(table.state, deal)
            votes = table.state.end_votes | {person_id}
            await self._write(table, replace(table.state, end_votes=votes))
            missing = {person.id for person in table.state.people} - votes
            if not missing:
                await self._close(table)
            else:
                self._stage.show(table)
            return len(missing)

    def migrate(self, chat_id: int, new_chat_id: int) -> None:
        """A group has another id from now on; done twice, nothing more happens."""
        for table in self.live:
            state = table.state
            if state.chat_id == chat_id:
                del self._rooms[chat_id, state.thread_id]
                table.state = replace(state, chat_id=new_chat_id)
                self._rooms[new_chat_id, state.thread_id] = state.id

    # Playing

    async def play(
        self,
        table_id: int,
        person_id: int,
        cards: Counts,
        choice: PlayType | None = None,
        turn: tuple[int, int] | None = None,
    ) -> bool:
        """Play cards. `turn` is (number of the deal, turn) for which the person meant it, None for typed cards.

        Returns:
            Whether they were played; False if two readings tie and he is asked to choose.

        Raises:
            Refused: he does not sit here, is late, or 托管 plays for him.
            EngineError: the rules do not allow it; what he had selected stays selected.
        """
        async with self._changing(table_id) as table:
            live, seat = self._own_seat(table, person_id, turn)
            live.deal.verify_play(seat, cards, choice)
            if choice is None and len(choices(cards, live.deal.on, live.deal.rules)) > 1:
                table.hands[person_id] = selections.select(table.hand(person_id), cards, live.deal.hands[seat])
                self._stage.show_hand(table, person_id)  # the hand asks what a selection with two readings is
                return False
            await self._act(table, live, PlayCards(seat, cards, choice))
            return True

    async def play_selected(self, table_id: int, person_id: int, turn: tuple[int, int]) -> bool:
        """Play what is selected. Returns and raises as `play` does."""
        return await self.play(table_id, person_id, self.table(table_id).hand(person_id).selected, None, turn)

    async def pass_turn(self, table_id: int, person_id: int, turn: tuple[int, int] | None = None) -> None:
        """Pass. Raises as `play` does."""
        async with self._changing(table_id) as table:
            live, seat = self._own_seat(table, person_id, turn)
            await self._act(table, live, Pass(seat))

    async def select(self, table_id: int, person_id: int, cards: Counts) -> None:
        """Select exactly these cards, for when the turn comes. Raises as `play` does."""
        async with self._selecting(table_id, person_id, None) as (table, live, seat):
            table.hands[person_id] = selections.select(table.hand(person_id), cards, live.deal.hands[seat])

    async def toggle(self, table_id: int, person_id: int, slot: int, deal: int) -> None:
        """Select one more card of a rank, or none of it. Raises as `play` does."""
        async with self._selecting(table_id, person_id, deal) as (table, live, seat):
            table.hands[person_id] = selections.toggle(table.hand(person_id), slot, live.deal.hands[seat])

    async def clear(self, table_id: int, person_id: int, deal: int) -> None:
        """Select nothing. Raises as `play` does."""
        async with self._selecting(table_id, person_id, deal) as (table, _, _):
            table.hands[person_id] = selections.clear(table.hand(person_id))

    async def hint(self, table_id: int, person_id: int, deal: int) -> bool:
        """Select the next hint; False where nothing can be played. Raises as `play` does."""
        async with self._selecting(table_id, person_id, deal) as (table, live, seat):
            hint = selections.next_hint(table.hand(person_id), live.deal.view(seat))
            if hint is not None:
                table.hands[person_id] = hint
            return hint is not None

    async def unfold_memory(self, table_id: int, person_id: int, deal: int) -> None:
        """Show or hide 记牌. Raises as `play` does."""
        async with self._selecting(table_id, person_id, deal) as (table, _, _):
            hand = table.hand(person_id)
            table.hands[person_id] = replace(hand, seen_memory=not hand.seen_memory)

    async def hand_over(self, table_id: int, person_id: int, why: Delegation, deal: int | None = None) -> None:
        """Hand a seat to a computer player (托管); a person who LEFT frees his place when the deal ends. `deal` is the
        number of the deal in which he wished it, None for the one that is running.

        Raises:
            Refused: the person does not sit here, no deal is running, or another one is.
        """
        async with self._changing(table_id) as table:
            live, seat = self._own_seat(table, person_id, _any_turn(deal), delegated_too=True)
            await self._delegate(table, live, seat, why, HandedOver(seat, why))

    async def take_back(self, table_id: int, person_id: int, deal: int | None = None) -> None:
        """Take a seat back from 托管. Raises as `hand_over` does."""
        async with self._changing(table_id) as table:
            live, seat = self._own_seat(table, person_id, _any_turn(deal), delegated_too=True)
            await self._delegate(table, live, seat, None, TakenBack(seat))

    async def _delegate(
        self, table: Table, live: LiveDeal, seat: Seat, why: Delegation | None, happening: Happening
    ) -> None:
        if live.chairs[seat].delegated is why:
            return
        chair = replace(live.chairs[seat], delegated=why)
        live = seating.with_live_chair(live, seat, chair)
        if live.deal.to_act == seat:
            live = replace(live, deadline=self._deadline(live))
        await self._write(table, replace(seating.with_chair(table.state, seat, chair), live=live))
        self._stage.show(table, (happening,))
        if live.deal.to_act == seat:
            self._arm(table)

    # What the clock brings

    async def _keep(self, appointment: Appointment) -> None:
        with suppress(Refused):  # the table is gone
            await self._keep_appointment(appointment, self.table(appointment.table))

    async def _keep_appointment(self, appointment: Appointment, table: Table) -> None:
        if appointment.due is Due.IDLE:
            async with self._opening, self._changing(appointment.table):
                quiet = self._clock.now() - table.state.touched >= ABANDONED_LOBBY_SECONDS
                if table.state.phase in (Phase.LOBBY, Phase.RESULT) and quiet:
                    await self._close(table, idle=True)
            return
        async with self._changing(appointment.table):
            live = table.state.live
            if live is None or (live.number, live.turn) != (appointment.deal, appointment.turn):
                return
            seat = live.deal.to_act
            if seat is None or live.deadline is None or live.chairs[seat].plays_itself:
                return
            if appointment.due is Due.TURN:
                if live.deadline <= self._clock.now():
                    await self._act(table, live, TimeOut(seat))
            else:
                self._stage.remind(table, appointment.due)

    def _fault(self, appointment: Appointment, fault: Exception) -> None:
        log.error("the %s of table %d failed", appointment.due, appointment.table, exc_info=fault)

    # What a change takes

    @asynccontextmanager
    async def _changing(self, table_id: int) -> AsyncIterator[Table]:
        """The table, locked."""
        table = self.table(table_id)
        async with table.lock:
            if table.state.phase is Phase.CLOSED:
                raise Refused(RefusalCode.OLD_BUTTON)
            yield table

    async def _write(self, table: Table, state: TableState, shuffle: Shuffle | None = None) -> None:
        """Keep what the table becomes; only then it is so."""
        shuffle = shuffle or table.shuffle
        await self._records.save(table, state, shuffle)
        table.state, table.shuffle = state, shuffle

    @asynccontextmanager
    async def _selecting(
        self, table_id: int, person_id: int, deal: int | None
    ) -> AsyncIterator[tuple[Table, LiveDeal, Seat]]:
        """A change of what one player has before him."""
        async with self._changing(table_id) as table:
            live, seat = self._own_seat(table, person_id, _any_turn(deal))
            before = table.hand(person_id)
            try:
                yield table, live, seat
                if table.hand(person_id).selected != before.selected:
                    await self._records.save_selection(live, seat, table.hand(person_id))
            except BaseException:
                table.hands[person_id] = before
                raise
            self._stage.show_hand(table, person_id)

    def _own_seat(
        self, table: Table, person_id: int, turn: tuple[int, int] | None, *, delegated_too: bool = False
    ) -> tuple[LiveDeal, Seat]:
        """The running deal and the person's seat in it, if a tap made for `turn` is still in time."""
        live = table.state.live
        if live is None or table.state.phase is not Phase.DEAL:
            raise Refused(RefusalCode.NO_DEAL)
        seat = live.seat_of(person_id)
        if seat is None:
            raise Refused(RefusalCode.NOT_SEATED)
        if turn is not None:
            _require_number(table.state, turn[0])
            if turn[1] not in (ANY_TURN, live.turn):
                raise Refused(RefusalCode.LATE_TAP)
        if live.chairs[seat].delegated is not None and not delegated_too:
            raise Refused(RefusalCode.AUTOPILOT_ON)
        return live, seat

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

    async def _deal(self, table: Table) -> None:
        """Deal the cards and begin."""
        state = table.state
        seating.require(state, Phase.LOBBY, Phase.RESULT)
        if not state.is_full:
            raise Refused(RefusalCode.NEED_FOUR, number=state.places.count(None))
        if not self.accepts_deals:
            raise Refused(RefusalCode.MAINTENANCE)
        number = 1 if state.live is None else state.live.number + 1
        seed = table.shuffle.seed
        with self._timed("deal"):
            dealt = deal_cards(seed, state.rules)
            deal = Deal.start(dealt.seated_counts, dealt.leader, state.rules)
        chairs = seating.chairs_of(state, dealt.seating)
        live = LiveDeal(
            id=0,
            number=number,
            seed=seed,
            dealt=dealt,
            chairs=chairs,
            deal=deal,
            ranked=seating.is_ranked(state, chairs),
            server_seed=table.shuffle.server_seed,
            taps=table.shuffle.taps,
        )
        live = replace(live, deadline=self._deadline(live))
        state = replace(
            state,
            phase=Phase.DEAL,
            places=chairs,
            live=live,
            ready=frozenset(),
            end_votes=frozenset(),
            touched=self._clock.now(),
        )
        deal_id = await self._records.start_deal(table, state)
        table.state = replace(state, live=replace(live, id=deal_id))
        table.hands = {}
        self._stage.deal_begins(table)
        self._arm(table)

    async def _act(self, table: Table, live: LiveDeal, action: Action) -> None:
        """Carry out an action: engine, then storage, then the stage."""
        with self._timed("act"):
            step = live.deal.act(action)
        after = replace(live, deal=step.deal)
        if step.deal.is_over:
            await self._settle(table, after)
        else:
            after = replace(after, deadline=self._deadline(after))
            state = replace(table.state, live=after, touched=self._clock.now())
            await self._records.record(table, state, after, table.shuffle)
            table.state = state
        for person_id, hand in list(table.hands.items()):
            if after.seat_of(person_id) == action.seat:
                table.hands[person_id] = selections.still_held(hand, step.deal.hands[action.seat])
        self._stage.show(table, step.events)
        if step.deal.is_over and not table.state.people:
            await self._close(table)
        else:
            self._arm(table)

    async def _settle(self, table: Table, live: LiveDeal) -> None:
        """Write the last action, the settlement and the new scores; commit to the seed of the next deal."""
        before = tuple(chair.person.score if chair.person and live.ranked else None for chair in live.chairs)
        shuffle = Shuffle(self._entropy(SEED_BYTES))
        live = replace(live, deadline=None, scores_before=before)
        state = replace(
            table.state,
            live=live,
            ready=frozenset(),
            end_votes=frozenset(),
            commitment=shuffle.commitment,
            touched=self._clock.now(),
        )
        state = seating.without_leavers(state)
        scores = await self._records.record(table, state, live, shuffle)
        table.state, table.shuffle = seating.with_scores(state, scores), shuffle
        for person_id in [person for person, at in self._seats.items() if at == state.id]:
            if table.state.place_of(person_id) is None:
                del self._seats[person_id]

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
            raise Refused(RefusalCode.SEATED_ELSEWHERE, table=other.state)

    # Whose turn it is, and until when

    def _deadline(self, live: LiveDeal) -> float | None:
        """When the turn of a person ends; a computer player has no deadline."""
        seat = live.deal.to_act
        if seat is None or live.chairs[seat].plays_itself:
            return None
        return self._clock.now() + live.deal.rules.turn_seconds

    def _arm(self, table: Table) -> None:
        """See to it that something happens next: a computer player thinks, or the clock of a person runs."""
        state, live = table.state, table.state.live
        if state.phase in (Phase.LOBBY, Phase.RESULT):
            self._agenda.add(Appointment(state.touched + ABANDONED_LOBBY_SECONDS, state.id, Due.IDLE))
            return
        seat = live.deal.to_act if live else None
        if live is None or seat is None:
            return
        if live.chairs[seat].plays_itself or self._passes_itself(live, seat):
            task = asyncio.create_task(self._think(table, live.number, live.turn, seat), name=f"think {state.id}")
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)
        if live.deadline is not None:
            half = live.deadline - live.deal.rules.turn_seconds / 2
            for when, due in (
                (half, Due.HALF),
                (live.deadline - LAST_SECONDS, Due.LAST_SECONDS),
                (live.deadline, Due.TURN),
            ):
                if when > self._clock.now() or due is Due.TURN:
                    self._agenda.add(Appointment(when, state.id, due, live.number, live.turn))

    def _passes_itself(self, live: LiveDeal, seat: Seat) -> bool:
        """Whether the person to act has 自动不出 on and nothing that beats the table."""
        person = live.chairs[seat].person
        return bool(person and person.auto_pass and live.deal.on is not None and not live.deal.legal_plays)

    async def _think(self, table: Table, number: int, turn: int, seat: Seat) -> None:
        """Let a computer player act at `seat`, at human pace, unless the turn is over or its owner is back by then."""
        live = table.state.live
        if live is None:
            return
        seed = int.from_bytes(live.seed[:8], "big") ^ turn
        occupant = live.chairs[seat].occupant
        strength = table.state.options.strength if isinstance(occupant, Person) else occupant.strength
        own_will = not live.chairs[seat].plays_itself
        deciding = (
            None if own_will else asyncio.create_task(self._computers.choose(strength, seed, live.deal.view(seat)))
        )
        await self._clock.sleep(self._computers.pause(seed))
        action = Pass(seat) if deciding is None else await deciding
        while True:
            try:
                async with self._changing(table.state.id):
                    live = table.state.live
                    if live is None or (live.number, live.turn) != (number, turn):
                        return
                    if live.chairs[seat].plays_itself or (own_will and self._passes_itself(live, seat)):
                        await self._act(table, live, action)
                    return
            except Refused:
                return
            except Exception:
                log.exception("the action of a computer player at table %d failed; trying again", table.state.id)
                await self._clock.sleep(RETRY_SECONDS)


def _any_turn(deal: int | None) -> tuple[int, int] | None:
    """Any turn of the deal with this number; of whichever is running, if None."""
    return None if deal is None else (deal, ANY_TURN)


def _require_number(state: TableState, deal: int) -> None:
    """Check that a button was made for the deal that the table plays, or played last: what was offered then is not what
    it would do now.
    """
    if deal != (state.live.number if state.live else 0):
        raise Refused(RefusalCode.OLD_BUTTON)
