"""Deals as they go on: dealt, acted upon, settled; what happens when time is up, and the turns of computer players."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.process.logs import context
from bot.tables import hands as selections
from bot.tables import seating
from bot.tables.advisor import Advisor
from bot.tables.checks import is_daily_over
from bot.tables.clock import Clock, WallClock, sleep
from bot.tables.computers import Computers, weakest
from bot.tables.ending import VOTE_SECONDS
from bot.tables.reception import Reception
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.registry import Registry
from bot.tables.repository import Repository, Timed
from bot.tables.stage import Stage
from bot.tables.state import AutopilotOn, FinishedDeal, Happening, LiveDeal, Person, Playing, into, over
from bot.tables.table import Table
from bot.tables.turn_clock import GRACE_SECONDS, RETRY_SECONDS, TableAlarm, Timer, TurnClock
from engine.daily import decide
from engine.deal import Action, Deal, Pass, PlayCards, TimeOut
from engine.seats import Seat
from engine.shuffle import SEED_BYTES, deal_cards
from storage import Autopilot, Shuffle

log = logging.getLogger(__name__)

Entropy = Callable[[int], bytes]
"""Makes so many random bytes."""


class Dealer:
    """Keeps the deals of all tables going. Every method but `go_on` is called with the table locked.

    Args:
        registry: the live tables.
        repository: keeps everything; a change that could not be written has not happened.
        stage: shows what has happened.
        clock: measures what lasts.
        wall: tells the date.
        computers: where computer players think.
        reception: tells when what people did has been carried out.
        entropy: makes the seeds of shuffles.
        timed: measures what the engine does.
        advisor: works out hints.
    """

    def __init__(
        self,
        registry: Registry,
        repository: Repository,
        stage: Stage,
        clock: Clock,
        wall: WallClock,
        computers: Computers,
        reception: Reception,
        entropy: Entropy,
        timed: Timed,
        advisor: Advisor,
    ) -> None:
        self._registry = registry
        self._repository = repository
        self._stage = stage
        self._clock = clock
        self._computers = computers
        self._entropy = entropy
        self._timed = timed
        self._advisor = advisor
        self._thinking: set[asyncio.Task[None]] = set()
        self.turn_clock = TurnClock(clock, wall, reception, self._fire)
        self.accepts_deals = True
        """Off in maintenance: running deals finish, no new one starts."""

    async def deal(self, table: Table) -> None:
        """Deal the cards and begin.

        Raises:
            Refused: a place is free, a deal is running, the bot is about to stop, or it was the deal of a day.
        """
        state = seating.between_deals(table.state)
        if is_daily_over(state):
            raise Refused(RefusalCode.DAILY_PLAYED)
        if not state.is_full:
            raise Refused(RefusalCode.NEED_FOUR, missing=state.places.count(None))
        if not self.accepts_deals:
            raise Refused(RefusalCode.MAINTENANCE)
        seed = table.shuffle.seed
        with self._timed("deal"):
            dealt = deal_cards(seed, state.rules)
            deal = Deal.start(dealt.seated_counts, dealt.leader, state.rules)
        chairs = seating.chairs_of(state, dealt.seating)
        live = LiveDeal(
            id=0,
            number=state.deal_number + 1,
            seed=seed,
            dealt=dealt,
            chairs=chairs,
            deal=deal,
            ranked=seating.is_ranked(state, chairs),
            server_seed=table.shuffle.server_seed,
            taps=table.shuffle.taps,
            autopilot=state.options.strength,
        )
        live = self.turn_clock.starting_turn(live)
        playing = into(Playing, state, live=live, end_votes=frozenset(), last_activity=self._clock.now())
        deal_id = await self._repository.start_deal(table, playing)
        log.info("deal %d begins, %s", deal_id, "ranked" if live.ranked else "for practice")
        self._registry.set_state(table, replace(playing, live=replace(live, id=deal_id)))
        table.hands = {}
        self._stage.deal_begins(table)
        self.go_on(table)

    async def act(self, table: Table, state: Playing, action: Action) -> None:
        """Carry out an action in the deal of a table, whose present state is `state`: engine, then storage, then the
        stage.

        Raises:
            EngineError: the rules do not allow it.
        """
        with self._timed("act"):
            step = state.live.deal.act(action)
        live, is_over = replace(state.live, deal=step.deal), step.deal.is_over
        if is_over:
            await self._settle(table, state, over(live))
        else:
            live, now = self.turn_clock.starting_turn(live), self._clock.now()
            state = replace(state, live=live, last_activity=now)
            if now - table.end_asked >= VOTE_SECONDS:
                state = replace(state, end_votes=frozenset())
            await self._repository.record(table, state, live, table.shuffle)
            table.state = state  # everybody sits where they sat
        for person_id, hand in list(table.hands.items()):
            if live.seat_of(person_id) == action.seat:
                table.hands[person_id] = selections.still_held(hand, step.deal.hands[action.seat])
        self._stage.show(table, step.events)
        stays = table.state.people and not table.state.daily and self._repository.is_in_chat(table.state.chat_id)
        if is_over and not stays:
            await self.close(table)
        else:
            self.go_on(table)

    async def close(self, table: Table, *, idle: bool = False, closed_by: str | None = None) -> None:
        """Close a table; a running deal is abandoned, no points move."""
        await self._repository.close(table)
        self._registry.remove(table)
        self._advisor.forget(table.state.id)
        self.turn_clock.cancel(table.state.id)
        self._stage.closed(table, idle=idle, closed_by=closed_by)

    async def set_autopilot(
        self, table: Table, state: Playing, seat: Seat, why: Autopilot | None, happening: Happening
    ) -> None:
        """Have a computer player act at a seat, or its person again (`why` is None); nothing, where that is so."""
        chair = state.live.chairs[seat]
        if chair.autopilot is why:
            return
        live = seating.with_chair(state.live, seat, replace(chair, autopilot=why))
        if live.to_act == seat:
            live = self.turn_clock.starting_turn(live)
        state = replace(state, live=live)
        await self._repository.save(table, state, table.shuffle)
        self._registry.set_state(table, state)
        self.turn_clock.set(state)
        self._stage.show(table, (happening,))
        if live.to_act == seat:
            self.go_on(table)

    def go_on(self, table: Table) -> None:
        """See to it that something happens next: a computer player thinks, or the clock of a person runs."""
        self.turn_clock.set(table.state)
        if not isinstance(table.state, Playing):
            return
        live = table.state.live
        if live.chairs[live.to_act].plays_itself or self.passes_itself(live):
            task = asyncio.create_task(self._think(table, live), name=f"think at table {table.state.id}")
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)
        else:
            self._advisor.foresee(table)

    def resume(self, table: Table, seconds: float) -> None:
        """Let the time of a table go on after it has stood for so many seconds, since nobody was heard."""
        state = table.state
        if isinstance(state, Playing):
            live = self.turn_clock.standing_still(state.live, seconds)
            if live is state.live:
                return
            table.state = replace(state, live=live)
            self._stage.restored(table, seconds=int(GRACE_SECONDS))
            self.go_on(table)
        else:
            table.state = replace(state, last_activity=min(state.last_activity + seconds, self._clock.now()))
            self.turn_clock.set(table.state)

    @staticmethod
    def passes_itself(live: LiveDeal) -> bool:
        """Return whether the person to act has 自动不出 on and nothing that beats the table."""
        person = live.chairs[live.to_act].person
        return bool(person and person.auto_pass and live.deal.to_beat is not None and not live.deal.legal_plays)

    async def stop(self) -> None:
        """Stop all clocks and computer players; tables stay as they are, in storage."""
        await self.turn_clock.close()
        for task in self._thinking:
            task.cancel()
        await asyncio.gather(*self._thinking, return_exceptions=True)
        await self._advisor.stop()
        self._computers.close()

    async def _settle(self, table: Table, state: Playing, deal: FinishedDeal) -> None:
        """Write the last action, the settlement and the new scores; commit to the seed of the next deal."""
        shuffle = Shuffle(self._entropy(SEED_BYTES))
        after = seating.after_deal(state, deal)
        after = replace(after, commitment=shuffle.commitment, last_activity=self._clock.now())
        scores = await self._repository.record(table, after, deal, shuffle)
        log.info("deal %d is over: %s", deal.id, deal.settlement.kind)
        self._registry.set_state(table, seating.settled(after, scores))
        table.shuffle = shuffle

    async def _think(self, table: Table, live: LiveDeal) -> None:
        """Let a computer player take this turn, at human pace, unless it is over or its owner is back by then."""
        seat = live.to_act
        seed = live.chance_of_computers
        occupant = live.chairs[seat].occupant
        strength = live.autopilot if isinstance(occupant, Person) else occupant.strength
        own_will = not live.chairs[seat].plays_itself
        if own_will:
            deciding = None
        elif day := table.state.daily:
            deciding = asyncio.create_task(self._daily_answer(day, live))
        else:
            deciding = asyncio.create_task(self._computers.choose(strength, seed, live.deal.view(seat)))
        if not _is_left(live):
            await sleep(self._clock, self._computers.pause(seed))
        action = Pass(seat) if deciding is None else await deciding
        while True:
            try:
                async with self._registry.changing(table.state.id):
                    state = table.state
                    if not isinstance(state, Playing) or not _same_turn(state.live, live):
                        return
                    if state.live.chairs[seat].plays_itself or (own_will and self.passes_itself(state.live)):
                        await self.act(table, state, action)
                    return
            except Refused:
                return
            except Exception:
                with context(table=table.state.id, deal=live.number, turn=live.turn):
                    log.exception("the action of a computer player failed; trying again")
                await sleep(self._clock, RETRY_SECONDS)

    async def _daily_answer(self, day: str, live: LiveDeal) -> Action:
        """Return what all who have played as these four meet in the deal of a day: as it was kept, or as it is now."""
        seat = live.to_act
        view = live.deal.view(seat)
        while True:
            try:
                action = self._repository.daily_answer(day, view)
                if action is None:
                    action = await self._computers.work(decide, day, view, is_long=True)
                    action = await self._repository.keep_daily_answer(day, view, action)
                if not isinstance(action, PlayCards) or live.deal.can_play(seat, action.cards, action.choice):
                    return action
                log.error("the answer kept for turn %d of deal %d is not what the rules allow", live.turn, live.id)
                return weakest(view)
            except Exception:
                log.exception("no answer for turn %d of deal %d; trying again", live.turn, live.id)
            await sleep(self._clock, RETRY_SECONDS)

    async def _fire(self, alarm: TableAlarm, late: float) -> None:
        with suppress(Refused):  # the table is gone
            if alarm.timer is Timer.IDLE:
                async with self._registry.seating(alarm.table_id) as table:
                    if self.turn_clock.is_current(alarm):
                        await self.close(table, idle=True)
                return
            async with self._registry.changing(alarm.table_id) as table:
                if isinstance(table.state, Playing) and self.turn_clock.is_current(alarm):
                    await self._time_has_come(table, table.state, alarm, late)

    async def _time_has_come(self, table: Table, state: Playing, alarm: TableAlarm, late: float) -> None:
        live = state.live
        if live.deadline is None:
            return
        if late >= GRACE_SECONDS > live.deadline - self._clock.now():
            # The machine was suspended, or the process held: what people did meanwhile may be on its way, so whoever
            # is to act has time as after a restart.
            table.state = replace(state, live=self.turn_clock.ending_in(live, GRACE_SECONDS))
            self._stage.restored(table, seconds=int(GRACE_SECONDS))
            self.go_on(table)
        elif alarm.timer is Timer.TURN and state.daily:
            seat, why = live.to_act, Autopilot.WISHED  # nobody waits for them, and nobody else is to gain by it
            await self.set_autopilot(table, state, seat, why, AutopilotOn(seat, why))
        elif alarm.timer is Timer.TURN:
            await self.act(table, state, TimeOut(live.to_act))
        else:
            told = self.turn_clock.told_truly(live)
            if told is not live:
                table.state = replace(state, live=told)
                self._stage.show(table)
            self._stage.remind(table, alarm.timer)
            self.turn_clock.set(table.state, after=alarm.when)


def _is_left(live: LiveDeal) -> bool:
    """Return whether nobody looks on any more: all people at the table have left for good."""
    people = [chair for chair in live.chairs if chair.person is not None]
    return bool(people) and all(chair.autopilot is Autopilot.LEFT for chair in people)


def _same_turn(live: LiveDeal, other: LiveDeal) -> bool:
    return (live.number, live.turn) == (other.number, other.turn)
