"""Deals as they go on: dealt, acted upon, settled; what happens when time is up, and the turns of computer players."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.process.logs import context
from bot.tables import hands as selections
from bot.tables import seating
from bot.tables.clock import Clock, WallClock, sleep
from bot.tables.computers import Computers
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.registry import Registry
from bot.tables.repository import Repository, Timed
from bot.tables.stage import Stage
from bot.tables.state import LiveDeal, Person
from bot.tables.table import Table
from bot.tables.turn_clock import GRACE_SECONDS, RETRY_SECONDS, TableAlarm, Timer, TurnClock
from engine.deal import Action, Deal, Pass, TimeOut
from engine.seats import Seat
from engine.shuffle import SEED_BYTES, deal_cards
from storage import Phase, Shuffle

log = logging.getLogger(__name__)

Entropy = Callable[[int], bytes]
"""Makes so many random bytes."""
_SEED_OF_COMPUTERS: Final = slice(0, 8)
"""The part of a deal's seed from which its computer players draw their chance."""


class Dealer:
    """Keeps the deals of all tables going. Every method but `go_on` is called with the table locked.

    Args:
        registry: the live tables.
        repository: keeps everything; a change that could not be written has not happened.
        stage: shows what has happened.
        clock: measures what lasts.
        wall: tells the date.
        computers: where computer players think.
        entropy: makes the seeds of shuffles.
        timed: measures what the engine does.
    """

    def __init__(
        self,
        registry: Registry,
        repository: Repository,
        stage: Stage,
        clock: Clock,
        wall: WallClock,
        computers: Computers,
        entropy: Entropy,
        timed: Timed,
    ) -> None:
        self._registry = registry
        self._repository = repository
        self._stage = stage
        self._clock = clock
        self._computers = computers
        self._entropy = entropy
        self._timed = timed
        self._thinking: set[asyncio.Task[None]] = set()
        self.turn_clock = TurnClock(clock, wall, self._fire)
        self.accepts_deals = True
        """Off in maintenance: running deals finish, no new one starts."""

    async def deal(self, table: Table) -> None:
        """Deal the cards and begin.

        Raises:
            Refused: a place is free, a deal is running, or the bot is about to stop.
        """
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
        live = self.turn_clock.starting_turn(live)
        state = replace(
            state,
            phase=Phase.DEAL,
            places=chairs,
            live=live,
            ready=frozenset(),
            end_votes=frozenset(),
            touched=self._clock.now(),
        )
        deal_id = await self._repository.start_deal(table, state)
        log.info("deal %d begins, %s", deal_id, "ranked" if live.ranked else "for practice")
        self._registry.set_state(table, replace(state, live=replace(live, id=deal_id)))
        table.hands = {}
        self._stage.deal_begins(table)
        self.go_on(table)

    async def act(self, table: Table, live: LiveDeal, action: Action) -> None:
        """Carry out an action: engine, then storage, then the stage.

        Raises:
            EngineError: the rules do not allow it.
        """
        with self._timed("act"):
            step = live.deal.act(action)
        after = replace(live, deal=step.deal)
        if step.deal.is_over:
            await self._settle(table, after)
        else:
            after = self.turn_clock.starting_turn(after)
            state = replace(table.state, live=after, touched=self._clock.now())
            await self._repository.record(table, state, after, table.shuffle)
            self._registry.set_state(table, state)
        for person_id, hand in list(table.hands.items()):
            if after.seat_of(person_id) == action.seat:
                table.hands[person_id] = selections.still_held(hand, step.deal.hands[action.seat])
        self._stage.show(table, step.events)
        if step.deal.is_over and not table.state.people:
            await self.close(table)
        else:
            self.go_on(table)

    async def close(self, table: Table, *, idle: bool = False, closed_by: str | None = None) -> None:
        """Close a table; a running deal is abandoned, no points move."""
        await self._repository.close(table)
        table.state = replace(table.state, phase=Phase.CLOSED, touched=self._clock.now())
        self._registry.remove(table)
        self.turn_clock.cancel(table.state.id)
        self._stage.closed(table, idle=idle, closed_by=closed_by)

    def go_on(self, table: Table) -> None:
        """See to it that something happens next: a computer player thinks, or the clock of a person runs."""
        self.turn_clock.set(table.state)
        live = table.state.live
        seat = live.deal.to_act if live else None
        if live is None or seat is None:
            return
        if live.chairs[seat].plays_itself or self.passes_itself(live, seat):
            task = asyncio.create_task(
                self._think(table, live, live.turn, seat), name=f"think at table {table.state.id}"
            )
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)

    @staticmethod
    def passes_itself(live: LiveDeal, seat: Seat) -> bool:
        """Whether the person to act has 自动不出 on and nothing that beats the table."""
        person = live.chairs[seat].person
        return bool(person and person.auto_pass and live.deal.to_beat is not None and not live.deal.legal_plays)

    async def stop(self) -> None:
        """Stop all clocks and computer players; tables stay as they are, in storage."""
        await self.turn_clock.close()
        for task in self._thinking:
            task.cancel()
        await asyncio.gather(*self._thinking, return_exceptions=True)
        self._computers.close()

    async def _settle(self, table: Table, live: LiveDeal) -> None:
        """Write the last action, the settlement and the new scores; commit to the seed of the next deal."""
        shuffle = Shuffle(self._entropy(SEED_BYTES))
        live = replace(live, deadline=None, until=None)
        state = replace(
            table.state,
            live=live,
            ready=frozenset(),
            end_votes=frozenset(),
            commitment=shuffle.commitment,
            touched=self._clock.now(),
        )
        state = seating.without_leavers(state)
        scores = await self._repository.record(table, state, live, shuffle)
        log.info("deal %d is over: %s", live.id, live.deal.settlement.kind if live.deal.settlement else None)
        self._registry.set_state(table, seating.settled(state, scores))
        table.shuffle = shuffle

    async def _think(self, table: Table, live: LiveDeal, turn: int, seat: Seat) -> None:
        """Let a computer player act at `seat`, at human pace, unless the turn is over or its owner is back by then."""
        seed = int.from_bytes(live.seed[_SEED_OF_COMPUTERS], "big") ^ turn
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
                async with self._registry.changing(table.state.id):
                    now = table.state.live
                    if now is None or (now.number, now.turn) != (live.number, turn):
                        return
                    if now.chairs[seat].plays_itself or (own_will and self.passes_itself(now, seat)):
                        await self.act(table, now, action)
                    return
            except Refused:
                return
            except Exception:
                with context(table=table.state.id, deal=live.number, turn=turn):
                    log.exception("the action of a computer player failed; trying again")
                await sleep(self._clock, RETRY_SECONDS)

    async def _fire(self, alarm: TableAlarm, late: float) -> None:
        with suppress(Refused):  # the table is gone
            if alarm.timer is Timer.IDLE:
                async with self._registry.seating(alarm.table_id) as table:
                    if self.turn_clock.is_current(alarm):
                        await self.close(table, idle=True)
                return
            async with self._registry.changing(alarm.table_id) as table:
                live = table.state.live
                if live is not None and self.turn_clock.is_current(alarm):
                    await self._time_has_come(table, live, alarm, late)

    async def _time_has_come(self, table: Table, live: LiveDeal, alarm: TableAlarm, late: float) -> None:
        seat = live.deal.to_act
        if seat is None or live.deadline is None:
            return
        if late >= GRACE_SECONDS > live.deadline - self._clock.now():
            # The machine was suspended, or the process held: what people did meanwhile may be on its way, so whoever
            # is to act has time as after a restart.
            table.state = replace(table.state, live=self.turn_clock.ending_in(live, GRACE_SECONDS))
            self._stage.restored(table, seconds=int(GRACE_SECONDS))
            self.go_on(table)
        elif alarm.timer is Timer.TURN:
            await self.act(table, live, TimeOut(seat))
        else:
            told = self.turn_clock.told_truly(live)
            if told is not live:
                table.state = replace(table.state, live=told)
                self._stage.show(table)
            self._stage.remind(table, alarm.timer)
            self.turn_clock.set(table.state, after=alarm.when)
