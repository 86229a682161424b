"""Deals as time goes on: dealt, acted upon, settled; the clock of the person to act, and the computer players."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import Final

from bot.process.logs import context
from bot.tables import hands as selections
from bot.tables import seating
from bot.tables.clock import Clock, sleep
from bot.tables.computers import Computers
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.registry import Hall
from bot.tables.repository import Records, Timed
from bot.tables.scheduler import Agenda, Appointment, Due, WallClock
from bot.tables.stage import Stage
from bot.tables.state import ABANDONED_LOBBY_SECONDS, LiveDeal, Person
from bot.tables.table import Table
from engine.deal import Action, Deal, Pass, TimeOut
from engine.scoring import Seat
from engine.shuffle import SEED_BYTES, deal_cards
from storage import Phase, Shuffle

log = logging.getLogger(__name__)

GRACE_SECONDS: Final = 15.0
"""A turn that was running when the bot stopped, or the machine was suspended, has at least this long after it."""
LAST_SECONDS: Final = 10.0
RETRY_SECONDS: Final = 1.0
_TRUE_SECONDS: Final = 1.0
"""What people were told is right as long as it is no further off than this."""


class Turns(Hall):
    """Whose turn it is, and what happens when nobody does anything."""

    def __init__(
        self,
        records: Records,
        stage: Stage,
        clock: Clock,
        wall: WallClock,
        computers: Computers,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        timed: Timed = nullcontext,
    ) -> None:
        """The tables, still empty.

        Args:
            records: keep everything; a change that could not be written has not happened.
            stage: shows what has happened.
            clock: measures what lasts.
            wall: tells the date.
            computers: where computer players think.
            entropy: makes so many random bytes.
            timed: measures what the engine does.
        """
        super().__init__(records, stage, clock)
        self._wall = wall
        self._computers = computers
        self._entropy = entropy
        self._timed = timed
        self._thinking: set[asyncio.Task[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._agenda = Agenda(clock, self._keep, self._fault)
        self.accepts_deals = True
        """Off in maintenance: running deals finish, no new one starts."""

    async def _deal(self, table: Table) -> None:
        """Deal the cards and begin."""
        state = table.state
        seating.require(state, Phase.LOBBY, Phase.RESULT)
        if not state.is_full:
            raise Refused(RefusalCode.NEED_FOUR, missing=state.places.count(None))
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
        live = self._with_deadline(live)
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
        log.info("deal %d begins, %s", deal_id, "ranked" if live.ranked else "for practice")
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
            after = self._with_deadline(after)
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
        live = replace(live, deadline=None, until=None, scores_before=before)
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
        log.info("deal %d is over: %s", live.id, live.deal.settlement.kind if live.deal.settlement else None)
        table.state, table.shuffle = seating.with_scores(state, scores), shuffle
        for person_id in [person for person, at in self._seats.items() if at == state.id]:
            if table.state.place_of(person_id) is None:
                del self._seats[person_id]

    def _with_deadline(self, live: LiveDeal) -> LiveDeal:
        """The deal as a turn begins: a person has his time, a computer player has no deadline."""
        seat = live.deal.to_act
        if seat is None or live.chairs[seat].plays_itself:
            return replace(live, deadline=None, until=None)
        return self._ending_in(live, live.deal.rules.turn_seconds)

    def _ending_in(self, live: LiveDeal, seconds: float) -> LiveDeal:
        """The deal with a turn that ends in so many seconds."""
        return replace(live, deadline=self._clock.now() + seconds, until=self._wall.now() + seconds)

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
                    self._agenda.add(Appointment(when, state.id, due, live.number, live.turn, live.deadline))

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
        await sleep(self._clock, self._computers.pause(seed))
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
                with context(table=table.state.id, deal=number, turn=turn):
                    log.exception("the action of a computer player failed; trying again")
                await sleep(self._clock, RETRY_SECONDS)

    async def _keep(self, appointment: Appointment, late: float) -> None:
        with suppress(Refused):  # the table is gone
            await self._keep_appointment(appointment, self.table(appointment.table), late)

    async def _keep_appointment(self, appointment: Appointment, table: Table, late: float) -> None:
        if appointment.due is Due.IDLE:
            async with self._opening, self._changing(appointment.table):
                abandoned = self._clock.now() >= table.state.touched + ABANDONED_LOBBY_SECONDS
                if table.state.phase in (Phase.LOBBY, Phase.RESULT) and abandoned:
                    await self._close(table, idle=True)
            return
        async with self._changing(appointment.table):
            live = table.state.live
            if live is None or (live.number, live.turn) != (appointment.deal, appointment.turn):
                return
            seat = live.deal.to_act
            if seat is None or live.deadline != appointment.deadline:
                return
            left = appointment.deadline - self._clock.now()
            if late >= GRACE_SECONDS > left:
                self._go_on(table, live)
            elif appointment.due is Due.TURN:
                await self._act(table, live, TimeOut(seat))
            else:
                self._tell_truly(table, live, left)
                self._stage.remind(table, appointment.due)

    def _tell_truly(self, table: Table, live: LiveDeal, left: float) -> None:
        """Where somebody has set the date, tell anew when the turn ends, in so many seconds."""
        until = self._wall.now() + left
        if live.until is None or abs(until - live.until) > _TRUE_SECONDS:
            table.state = replace(table.state, live=replace(live, until=until))
            self._stage.show(table)

    def _go_on(self, table: Table, live: LiveDeal) -> None:
        """The machine was suspended, or the process held: what people did meanwhile may be on its way, so whoever is
        to act has time as after a restart.
        """
        table.state = replace(table.state, live=self._ending_in(live, GRACE_SECONDS))
        self._stage.restored(table, seconds=int(GRACE_SECONDS))
        self._arm(table)

    def _fault(self, appointment: Appointment, fault: Exception) -> None:
        with context(table=appointment.table, deal=appointment.deal, turn=appointment.turn):
            log.error("the %s that was due failed", appointment.due, exc_info=fault)
