"""The table service: the only place that changes a table. What it changes is written before it is shown."""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace

from bot.tables import ending, seating
from bot.tables import hands as selections
from bot.tables.advisor import Advisor
from bot.tables.checks import (
    any_turn,
    is_daily_over,
    own_seat,
    require_may_end,
    require_number,
    require_seated,
    was_done,
)
from bot.tables.clock import Clock, WallClock
from bot.tables.computers import Computers
from bot.tables.dealer import Dealer, Entropy
from bot.tables.reception import Reception, Undisturbed
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.registry import Registry
from bot.tables.repository import Repository, Timed
from bot.tables.selecting import Selecting
from bot.tables.stage import Stage
from bot.tables.state import (
    ASKS_FROM_PHASES,
    IDLE_SECONDS,
    AutopilotOff,
    AutopilotOn,
    BetweenDeals,
    LiveDeal,
    Lobby,
    Person,
    Playing,
    Result,
    TableOptions,
    TableState,
)
from bot.tables.table import Table
from bot.tables.turn_clock import GRACE_SECONDS
from engine.cards import NO_CARDS, Counts
from engine.deal import Pass, PlayCards
from engine.players import Strength
from engine.plays import PlayType
from engine.reading import choices, read
from engine.ruleset import DEFAULT_RULES, RuleSet
from engine.shuffle import SEED_BYTES
from storage import Autopilot, DailyDeal, Shuffle

log = logging.getLogger(__name__)


class TableService:
    """All live tables, from the lobby to the end: who may do what, and what comes of it.

    Args:
        repository: keeps everything; a change that could not be written has not happened.
        stage: shows what has happened.
        clock: measures what lasts.
        wall: tells the date.
        computers: where computer players think.
        entropy: makes so many random bytes.
        timed: measures what the engine does.
        reception: tells when what people did has been carried out.
    """

    def __init__(
        self,
        repository: Repository,
        stage: Stage,
        clock: Clock,
        wall: WallClock,
        computers: Computers,
        entropy: Entropy = secrets.token_bytes,
        timed: Timed = nullcontext,
        reception: Reception | None = None,
    ) -> None:
        self._repository = repository
        self._stage = stage
        self._clock = clock
        self._wall = wall
        self._entropy = entropy
        self._registry = Registry()
        reception = reception or Undisturbed()
        advisor = Advisor(computers)
        self._dealer = Dealer(
            self._registry, repository, stage, clock, wall, computers, reception, entropy, timed, advisor
        )
        self._turn_clock = self._dealer.turn_clock
        self._restoring: asyncio.Task[None] | None = None
        self.selecting = Selecting(self._registry, repository, stage, advisor)
        """What players do with their own hands before they play."""

    # Start and end

    async def open(self) -> int:
        """Bring every live table back as it was, and start the clock. Returns how many there are."""
        seconds = {}
        for table in await self._repository.live_tables():
            seconds[table] = int(GRACE_SECONDS) if self._put_on_clock(table) else 0
            if table.state.latest is not None:
                table.resumed_at = table.state.latest.number, table.state.latest.turn
            self._registry.add(table)
            if is_daily_over(table.state):  # the bot was killed before it was closed
                self._stage.restored(table, seconds=0)
                await self._dealer.close(table)
                seconds.pop(table)
            else:
                self._dealer.go_on(table)
        self._restoring = asyncio.create_task(self._show_restored(seconds), name="restored")
        return len(seconds)

    async def close(self) -> None:
        """Stop the clock and the computer players; tables stay as they are, in storage."""
        if self._restoring is not None:
            self._restoring.cancel()
            await asyncio.gather(self._restoring, return_exceptions=True)
        await self._dealer.stop()

    async def heard_again(self, seconds: float) -> None:
        """People are heard again after so many seconds, and what they did meanwhile is carried out: the time of every
        table goes on where it stood.
        """
        for table in self.live:
            try:
                async with self._registry.changing(table.state.id):
                    self._dealer.resume(table, seconds)
            except Refused:  # it has been closed meanwhile
                continue

    @property
    def accepts_deals(self) -> bool:
        """Off in maintenance: running deals finish, no new one starts."""
        return self._dealer.accepts_deals

    @accepts_deals.setter
    def accepts_deals(self, accepts: bool) -> None:
        self._dealer.accepts_deals = accepts

    # Finding tables

    @property
    def live(self) -> tuple[Table, ...]:
        """All live tables."""
        return self._registry.live

    def table(self, table_id: int) -> Table:
        """Return a live table.

        Raises:
            Refused: there is none of that number any more.
        """
        return self._registry.table(table_id)

    def in_room(self, chat_id: int, thread_id: int | None) -> Table | None:
        """Return the live table of a chat or topic."""
        return self._registry.in_room(chat_id, thread_id)

    def in_chat(self, chat_id: int) -> tuple[Table, ...]:
        """Return the live tables of a chat, in all of its topics."""
        return self._registry.in_chat(chat_id)

    def of_person(self, person_id: int) -> Table | None:
        """Return the live table at which a person sits, over all chats."""
        return self._registry.of_person(person_id)

    def needs_admin(self, table_id: int, person_id: int) -> bool:
        """Whether a person could end a table alone only as an administrator of its chat.

        Nobody at a practice table, which has no administrators. Between deals not the host, who may anyway, and not
        where nobody has cared for the table for so long that anybody may; in a deal nobody who plays it.

        Raises:
            Refused: the table is gone.
        """
        state = self.table(table_id).state
        alone = self._may_end(state, person_id)
        return not (alone or state.practice) and self._may_end(state, person_id, is_admin=True)

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
        daily: DailyDeal | None = None,
    ) -> Table:
        """Open a table, in place of one that nobody cares for any more.

        The host takes the first seat, and at a practice table computer players the others, and the deal starts.

        Args:
            chat_id: the chat.
            thread_id: the topic in it, if it has topics.
            host: who opens it.
            tap: identifies what they did, for the seed of the first deal.
            practice: a table of one person in private, against computer players.
            seated: whether the host sits down; not where they may not, as an anonymous administrator.
            rules: the rules of the chat.
            options: its other settings.
            daily: the deal of the day that the host plays at it, by its own seed alone; once, and to its end.

        Raises:
            Refused: there is a table here already (it is shown again), the host sits at another, is blocked here, or
                has begun the deal of the day before; or that could not start now.
        """
        await self._require_welcome(host, chat_id)
        if daily is not None and not self.accepts_deals:
            raise Refused(RefusalCode.MAINTENANCE)
        async with self._registry.seats_lock:
            await self._make_room(chat_id, thread_id, host, instead=daily is not None)
            if seated:
                self._registry.require_free(host.id)
                host = await self._repository.person(host.id)  # as they are now: this may have waited
            shuffle = Shuffle(self._entropy(SEED_BYTES), (tap,) if seated else ())
            if daily is not None:
                shuffle = Shuffle(daily.server_seed)
            state: BetweenDeals = Lobby(
                id=0,
                chat_id=chat_id,
                thread_id=thread_id,
                host_id=host.id,
                practice=practice,
                daily=daily.day if daily is not None else "",
                rules=rules,
                options=options or TableOptions(),
                commitment=shuffle.commitment,
                last_activity=self._clock.now(),
            )
            if seated:
                state = seating.sit(state, host)
            if practice:
                state = seating.fill(state, state.options.strength)
            table = await self._repository.create(state, shuffle)
            self._registry.add(table)
        if practice:
            await self.start(table.state.id, host.id)
        else:
            self._stage.show(table)
            self._dealer.go_on(table)
        return table

    async def join(self, table_id: int, person: Person, tap: str) -> None:
        """Seat a person; `tap` identifies what they did, and goes into the seed of the next deal.

        Raises:
            Refused: they sit here or elsewhere already, are blocked here, or there is no place.
        """
        await self._require_welcome(person, self.table(table_id).state.chat_id)
        async with self._registry.seating(table_id) as table:
            self._registry.require_free(person.id, besides=table_id)
            person = await self._repository.person(person.id)  # as they are now: this may have waited
            await self._seat(table, seating.sit(table.state, person), tap)

    async def leave(self, table_id: int, person_id: int) -> None:
        """Free a person's place between deals; during a deal see `autopilot_on`.

        Raises:
            Refused: they do not sit here, or a deal is running.
        """
        async with self._registry.seating(table_id) as table:
            await self._seat(table, seating.stand_up(table.state, person_id))

    async def unseat(self, person_id: int, chat_id: int | None = None) -> None:
        """Take a person, who may play no more, from their table if it is in that chat (None: in any): between deals
        their place is free; during one a computer player has it, and it is free when the deal ends.
        """
        table = self.of_person(person_id)
        if table is None or chat_id not in (None, table.state.chat_id):
            return
        with suppress(Refused):  # the table has been closed meanwhile, or they got up
            async with self._registry.seating(table.state.id) as table:
                state = table.state
                if not isinstance(state, Playing):
                    await self._seat(table, seating.stand_up(state, person_id))
                elif (seat := state.live.seat_of(person_id)) is not None:
                    happening = AutopilotOn(seat, Autopilot.LEFT)
                    await self._dealer.set_autopilot(table, state, seat, Autopilot.LEFT, happening)

    async def fill(self, table_id: int, person_id: int) -> None:
        """Seat computer players at all free places.

        Raises:
            Refused: the person does not sit here, or the chat allows none, or a deal is running.
        """
        async with self._registry.changing(table_id) as table:
            require_seated(table.state, person_id)
            await self._seat(table, seating.fill(table.state, table.state.options.strength))

    async def set_strength(self, table_id: int, person_id: int, strength: Strength) -> None:
        """Have the computer players of this table play so well, whatever its chat has chosen for others.

        Raises:
            Refused: the person does not sit here, or the chat allows none, or there is no lobby.
        """
        async with self._registry.changing(table_id) as table:
            require_seated(table.state, person_id)
            await self._seat(table, seating.with_strength(table.state, strength))

    async def start(self, table_id: int, person_id: int) -> None:
        """Deal the cards.

        Raises:
            Refused: the person does not sit here, a place is free, a deal is running, or the bot is about to stop.
        """
        async with self._registry.changing(table_id) as table:
            require_seated(table.state, person_id)
            await self._dealer.deal(table)

    async def again(self, table_id: int, person_id: int, tap: str, deal: int) -> int:
        """After deal number `deal`, somebody wants another with the same four; when all people do, it starts.

        Returns:
            How many people are still waited for.

        Raises:
            Refused: the person does not sit here, or there is no result to follow up.
        """
        async with self._registry.changing(table_id) as table:
            require_seated(table.state, person_id)
            state = seating.with_result(table.state)
            require_number(state, deal)
            if person_id not in state.ready:
                state = replace(state, ready=state.ready | {person_id}, last_activity=self._clock.now())
                await self._write(table, state, table.shuffle.tapped(tap))
            missing = {person.id for person in state.people} - state.ready
            if not missing:
                await self._dealer.deal(table)
            else:
                self._stage.show(table)
            return len(missing)

    async def set_rules(self, chat_id: int, rules: RuleSet, options: TableOptions) -> None:
        """Have the tables of a chat take over its other settings, from the next deal on."""
        for table in self._registry.in_chat(chat_id):
            with suppress(Refused):  # it has been closed meanwhile
                async with self._registry.changing(table.state.id):
                    await self._write(table, replace(table.state, rules=rules, options=options))
                    self._stage.show(table)

    async def refresh_person(self, person_id: int) -> None:
        """Have the table of a person know their new settings or score; their hand shows it at once."""
        table = self.of_person(person_id)
        if table is None:
            return
        with suppress(Refused):  # the table has been closed meanwhile
            async with self._registry.changing(table.state.id):
                person = await self._repository.person(person_id)  # as they are now: a deal may have ended meanwhile
                state = seating.with_person(table.state, person)
                if state.practice:
                    state = replace(state, options=replace(state.options, language=person.language))
                table.state = state
                if isinstance(state, Lobby) or state.practice:
                    self._stage.show(table)
                self._stage.show_hand(table, person.id)
                if not isinstance(state, Playing) or state.live.seat_of(person.id) != state.live.to_act:
                    return
                if self._dealer.passes_itself(state.live):
                    self._dealer.go_on(table)

    # The end of a table

    async def break_up(self, table_id: int, person: Person, *, is_admin: bool, deal: int | None = None) -> None:
        """Close a table between deals, as the host, an administrator, anybody seated after a result, or anybody at all
        where nobody has cared for it for long.

        Args:
            table_id: the table.
            person: who closes it.
            is_admin: whether they are an administrator of its chat.
            deal: the number of the deal after which they were asked (0: before the first), None for whichever it was.

        Raises:
            Refused: they may not, a deal is running or was played meanwhile, or the table is gone.
        """
        async with self._registry.seating(table_id) as table:
            state = seating.between_deals(table.state)
            after_result = isinstance(state, Result) and state.place_of(person.id) is not None
            if not after_result and not self._may_end(state, person.id, is_admin=is_admin):
                raise Refused(RefusalCode.HOST_OR_ADMIN)
            if deal is not None:
                require_number(state, deal)
            await self._dealer.close(table, closed_by=person.name)

    async def end(self, table_id: int, person: Person, *, is_admin: bool, deal: int | None = None) -> int:
        """End a table, be it in mid-deal: at once by who may do so alone, by the agreement of the others otherwise (see
        `bot.tables.ending`).

        Args:
            table_id: the table.
            person: who wants it.
            is_admin: whether they are an administrator of its chat.
            deal: the number of the deal in which they were asked (0: before the first), None for whichever it is.

        Returns:
            How many must agree yet; 0: the table is closed.

        Raises:
            Refused: the person may not, and does not sit here; the other team is away; somebody has just declined;
                another deal is played by now; or the table is gone.
        """
        async with self._registry.seating(table_id) as table:
            require_may_end(table.state)
            if deal is not None:
                require_number(table.state, deal)
            if self._may_end(table.state, person.id, is_admin=is_admin):
                await self._dealer.close(table, closed_by=person.name)
                return 0
            return await self._vote(table, person.id)

    async def decline_end(self, table_id: int, person: Person, deal: int) -> None:
        """Play on, whoever wants the table to end; for a while nobody asks again.

        Raises:
            Refused: the person does not sit here, or nobody asks any more.
        """
        async with self._registry.changing(table_id) as table:
            require_seated(table.state, person.id)
            require_number(table.state, deal)
            if not table.state.end_votes:
                raise Refused(RefusalCode.OUTDATED)
            await self._write(table, replace(table.state, end_votes=frozenset()))
            table.end_declined = self._clock.now()
            self._stage.declined(table, person.name)

    async def close_table(self, table_id: int, closed_by: Person | None = None) -> None:
        """Close a table whatever happens there; a running deal is void.

        Args:
            table_id: the table.
            closed_by: who closes it, if it is somebody.

        Raises:
            Refused: it is gone, or whoever closes it plays a deal there that counts.
        """
        async with self._registry.seating(table_id) as table:
            if closed_by and ending.counts(table.state) and table.state.place_of(closed_by.id) is not None:
                raise Refused(RefusalCode.NOT_ALONE)
            await self._dealer.close(table, closed_by=closed_by.name if closed_by else None)

    async def migrate(self, chat_id: int, new_chat_id: int) -> None:
        """Have everything of a chat go on under another id; done twice, nothing more happens. Of two tables in one
        place, one opened there before anybody heard of this, the one stays that plays a deal which counts; else the
        chat's own.

        Raises:
            Unknown: the bot has been in neither.
        """
        async with self._registry.seats_lock:  # no table is opened meanwhile, nor closed
            for table in self._registry.in_chat(new_chat_id):
                own = self.in_room(chat_id, table.state.thread_id)
                if own is not None:
                    stays = ending.counts(table.state) and not ending.counts(own.state)
                    with suppress(Refused):  # it has been closed meanwhile
                        async with self._registry.changing((own if stays else table).state.id) as other:
                            await self._dealer.close(other)
            await self._repository.migrate_chat(chat_id, new_chat_id)
            for table in self._registry.in_chat(chat_id):
                with suppress(Refused):
                    async with self._registry.changing(table.state.id):  # what waits to be written is, and stays so
                        self._registry.move(table, new_chat_id)

    # In a deal

    async def play(
        self,
        table_id: int,
        person_id: int,
        cards: Counts,
        choice: PlayType | None = None,
        turn: tuple[int, int] | None = None,
        *,
        asks: bool = False,
    ) -> bool:
        """Play cards. `turn` is (number of the deal, turn) for which the person meant it, None for typed cards; a big
        bomb `asks` for one more tap on its button.

        Returns:
            Whether they were played, now or before a restart; False if two readings tie and the person is asked to
            choose, or if a big bomb asks for one more tap.

        Raises:
            Refused: they do not sit here, are late, or 托管 plays for them.
            EngineError: the rules do not allow it; what they had selected stays selected.
        """
        async with self._registry.changing(table_id) as table:
            if was_done(table, person_id, turn, cards):
                return True
            return await self._play(table, person_id, cards, choice, turn, asks=asks)

    async def play_selected(self, table_id: int, person_id: int, turn: tuple[int, int]) -> bool:
        """Play what is selected. Returns and raises as `play` does, and refuses where nothing is."""
        async with self._registry.changing(table_id) as table:
            if was_done(table, person_id, turn):  # what was selected then is not selected any more
                return True
            selected = table.hand(person_id).selected
            if not any(selected):
                raise Refused(RefusalCode.NOTHING_SELECTED)
            return await self._play(table, person_id, selected, None, turn, asks=True)

    async def pass_turn(self, table_id: int, person_id: int, turn: tuple[int, int] | None = None) -> None:
        """Pass. Raises as `play` does."""
        async with self._registry.changing(table_id) as table:
            if not was_done(table, person_id, turn, NO_CARDS):
                state, seat = own_seat(table, person_id, turn)
                await self._dealer.act(table, state, Pass(seat))

    async def autopilot_on(self, table_id: int, person_id: int, why: Autopilot, deal: int | None = None) -> None:
        """Hand a seat to a computer player (托管); a person who LEFT frees their place when the deal ends, whatever
        else becomes of them until they take it back. `deal` is the number of the deal in which they wished it, None
        for the one that is running.

        Raises:
            Refused: the person does not sit here, no deal is running, or another one is.
        """
        async with self._registry.changing(table_id) as table:
            state, seat = own_seat(table, person_id, any_turn(deal), on_autopilot_too=True)
            if state.live.chairs[seat].autopilot is not Autopilot.LEFT:
                await self._dealer.set_autopilot(table, state, seat, why, AutopilotOn(seat, why))

    async def autopilot_off(self, table_id: int, person_id: int, deal: int | None = None) -> None:
        """Take a seat back from 托管. Raises as `autopilot_on` does, and where the person is blocked."""
        async with self._registry.changing(table_id) as table:
            state, seat = own_seat(table, person_id, any_turn(deal), on_autopilot_too=True)
            why, person = state.live.chairs[seat].autopilot, state.live.chairs[seat].person
            if why is Autopilot.LEFT and person is not None:
                await self._require_welcome(person, state.chat_id)
            if why is not None:
                await self._dealer.set_autopilot(table, state, seat, None, AutopilotOff(seat, why))

    # What they share

    async def _play(
        self,
        table: Table,
        person_id: int,
        cards: Counts,
        choice: PlayType | None,
        turn: tuple[int, int] | None,
        *,
        asks: bool,
    ) -> bool:
        state, seat = own_seat(table, person_id, turn)
        live = state.live
        if choice is None and len(choices(cards, live.deal.to_beat, live.deal.rules)) > 1:
            live.deal.verify_play(seat, cards)
            table.hands[person_id] = selections.select(table.hand(person_id), cards, live.deal.hands[seat])
            self._stage.show_hand(table, person_id)  # the hand asks what a selection with two readings is
            return False
        if asks and self._asks_again(table, person_id, live, cards, choice):
            self._stage.show_hand(table, person_id)
            return False
        await self._dealer.act(table, state, PlayCards(seat, cards, choice))
        return True

    @staticmethod
    def _asks_again(table: Table, person_id: int, live: LiveDeal, cards: Counts, choice: PlayType | None) -> bool:
        """Whether a tap would play a bomb so big that its button asks once more, and has not yet."""
        hand = table.hand(person_id)
        play = read(cards, live.deal.to_beat, live.deal.rules, choice)
        if play.phases < ASKS_FROM_PHASES or hand.asking == cards:
            return False
        table.hands[person_id] = replace(hand, asking=cards)
        return True

    async def _vote(self, table: Table, person_id: int) -> int:
        """Count a vote for the end; with the last one the table closes. Returns how many are missing."""
        state, now = table.state, self._clock.now()
        if now - table.end_asked >= ending.VOTE_SECONDS:
            state = replace(state, end_votes=frozenset())
        is_asked = bool(state.end_votes)
        if not is_asked and now - table.end_declined < ending.VOTE_SECONDS:
            raise Refused(RefusalCode.END_DECLINED)
        await self._write(table, ending.with_vote(state, person_id))
        if not is_asked:
            table.end_asked = now
        missing = ending.votes_missing(table.state)
        if missing:
            self._stage.show(table)
        else:
            await self._dealer.close(table)
        return missing

    async def _seat(self, table: Table, state: BetweenDeals, tap: str = "") -> None:
        """Write and show another seating; a table without people closes."""
        if not state.people:
            await self._dealer.close(table)
            return
        shuffle = table.shuffle.tapped(tap) if tap else table.shuffle
        await self._write(table, replace(state, last_activity=self._clock.now()), shuffle)
        self._stage.show(table)

    async def _write(self, table: Table, state: TableState, shuffle: Shuffle | None = None) -> None:
        """Keep what the table becomes; only then it is so."""
        shuffle = shuffle or table.shuffle
        await self._repository.save(table, state, shuffle)
        self._registry.set_state(table, state)
        table.shuffle = shuffle
        self._turn_clock.set(state)

    async def _require_welcome(self, person: Person, chat_id: int) -> None:
        if await self._repository.is_blocked(person, chat_id):
            raise Refused(RefusalCode.BLOCKED)

    async def _make_room(self, chat_id: int, thread_id: int | None, host: Person, *, instead: bool) -> None:
        """Close the table that is in the way of another, if nobody cares for it, or the host has asked for another
        `instead`; show it again if somebody does.
        """
        there = self.in_room(chat_id, thread_id)
        if there is None:
            return
        try:
            async with self._registry.changing(there.state.id):
                is_idle = there.state.practice and instead and not isinstance(there.state, Playing)
                if is_idle or (self._is_neglected(there.state) and there.state.place_of(host.id) is None):
                    await self._dealer.close(there, closed_by=host.name)
                    return
        except Refused:  # it has been closed meanwhile
            return
        if not there.state.practice:
            self._stage.show_again(there)
        raise Refused(RefusalCode.TABLE_EXISTS)

    def _is_neglected(self, state: TableState) -> bool:
        """Whether nobody has cared for a table between deals for so long that anybody may close it."""
        return not isinstance(state, Playing) and self._clock.now() - state.last_activity >= IDLE_SECONDS

    def _may_end(self, state: TableState, person_id: int, *, is_admin: bool = False) -> bool:
        """Whether a person may end a table without asking the others."""
        return ending.may_end_alone(state, person_id, is_admin=is_admin, is_neglected=self._is_neglected(state))

    def _put_on_clock(self, table: Table) -> bool:
        """Turn the dates of a table that comes from storage into times of the clock; the date may have been set since
        they were written, so they are believed within reason. Returns whether a turn is extended.
        """
        date = self._wall.now()
        state = replace(table.state, last_activity=self._clock.now() - max(0.0, date - table.row.updated))
        table.state, table.end_asked = state, self._clock.now()
        if not isinstance(state, Playing) or state.live.deadline_date is None:
            return False
        left = min(state.live.deadline_date - date, state.live.deal.rules.turn_seconds)
        table.state = replace(state, live=self._turn_clock.ending_in(state.live, max(left, GRACE_SECONDS)))
        return left < GRACE_SECONDS

    async def _show_restored(self, seconds: Mapping[Table, int]) -> None:
        """Show what has come back, one table after the other; between them people are served."""
        for table, least in seconds.items():
            if not table.is_closed:
                self._stage.restored(table, seconds=least)
            await asyncio.sleep(0)
