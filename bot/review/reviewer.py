"""Reviews of finished deals: worked out in the pool, decision by decision, and kept with the deal.

Computer players go first: every decision waits for its place as a search does, and few reviews go on at the same time.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.tables.clock import Clock
from bot.tables.computers import Computers
from engine.cards import format_counts, parse_counts
from engine.deal import Action, Deal, View
from engine.players.advice import Reason
from engine.plays import Play, PlayType
from engine.reading import read
from engine.review import MISTAKES, Decision, Judgement, decisions, judge
from engine.seats import SEATS, Seat
from storage import Database, StoredDeal, StoredJudgement

AT_ONCE: Final = 2
"""Reviews that are worked out at the same time; the others wait."""
FOR_THE_OTHERS: Final = 15.0
"""Seconds from the beginning in which the others at the table are looked at too, for their accuracy."""

Judge: TypeAlias = Callable[[Decision, int], Judgement]
Progress: TypeAlias = Callable[[int, int], None]
"""Told how many decisions are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost points."""

    turn: int
    """Its place among the actions of the deal, from 0."""
    view: View
    """What its player knew."""
    done: Play | None
    """None for a pass."""
    better: Play | None
    cost: float
    """Points that the better one was expected to earn more, both partners together."""
    sureness: float
    """How sure that is, 0…1."""
    reason: Reason
    """What speaks for the better one."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What there is to say about the decisions of a seat."""

    mistakes: tuple[Mistake, ...]
    """Those that cost most, the dearest first."""
    accuracy: float
    """Share of the decisions that were no mistakes, 0…1."""
    table: float | None
    """The same for all four at the table together; None where the others have not been looked at."""
    decided: int
    """How many decisions there were."""


class Reviewer:
    """Looks at finished deals again.

    Args:
        database: keeps what was found out.
        computers: where it is worked out.
        clock: tells how long it takes.
        judge: what a decision is worth.
    """

    def __init__(self, database: Database, computers: Computers, clock: Clock, judge: Judge = judge) -> None:
        self._database = database
        self._computers = computers
        self._clock = clock
        self._judge = judge
        self._places = asyncio.Semaphore(AT_ONCE)
        self._running: dict[tuple[int, Seat], asyncio.Task[None]] = {}
        self._asking: dict[asyncio.Task[None], int | None] = {}

    def kept(self, stored: StoredDeal, seat: Seat) -> Reviewed | None:
        """Return the review of a seat in a finished deal, if it is known."""
        found = self._database.reviews.of_deal(stored.id)
        own = found.get(seat)
        if own is None:
            return None
        everybody = [one for judgements in found.values() for one in judgements]
        table = _accuracy(everybody) if len(found) == len(SEATS) else None
        return Reviewed(_mistakes(stored, seat, own), _accuracy(own), table, len(own))

    def is_running(self, deal_id: int, seat: Seat) -> bool:
        """Return whether the review of a seat is being worked out."""
        return (deal_id, seat) in self._running

    def is_busy(self, person_id: int) -> bool:
        """Return whether a review that somebody asked for is being worked out: they wait for it before the next."""
        return person_id in self._asking.values()

    def begin(
        self, stored: StoredDeal, seat: Seat, progress: Progress, then: Callable[[Exception | None], None]
    ) -> None:
        """Begin to work out the review of a seat in a finished deal; nothing where that is under way.

        Args:
            stored: the deal.
            seat: whose decisions.
            progress: told how far it is.
            then: told at the end that it is kept, or what went wrong.
        """
        if self.is_running(stored.id, seat):
            return
        task = asyncio.create_task(self._run(stored, seat, progress, then), name=f"review of deal {stored.id}")
        self._running[stored.id, seat] = task
        self._asking[task] = stored.players[seat].person_id
        task.add_done_callback(lambda _: self._running.pop((stored.id, seat), None))
        task.add_done_callback(lambda _: self._asking.pop(task, None))

    async def stop(self) -> None:
        """Leave off; what is not kept by now is worked out again when somebody asks."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(
        self, stored: StoredDeal, seat: Seat, progress: Progress, then: Callable[[Exception | None], None]
    ) -> None:
        try:
            async with self._places:
                await self._work_out(stored, seat, progress)
        except Exception as error:
            then(error)
        else:
            then(None)

    async def _work_out(self, stored: StoredDeal, seat: Seat, progress: Progress) -> None:
        start, actions = stored.first(), [one.action for one in stored.actions]
        kept = self._database.reviews.of_deal(stored.id)
        todo = {one: decisions(start, actions, one) for one in SEATS if one not in kept}
        number, done = sum(map(len, todo.values())), 0
        until = self._clock.now() + FOR_THE_OTHERS
        for one in sorted(todo, key=lambda other: other != seat):
            judgements = []
            for decision in todo[one]:
                if one != seat and self._clock.now() > until:
                    return
                progress(done, number)
                judgement = await self._computers.work(self._judge, decision, _seed(stored), is_long=True)
                judgements.append(_written(judgement))
                done += 1
            await self._database.reviews.keep(stored.id, one, judgements)


def _seed(stored: StoredDeal) -> int:
    """The seed of what is tried: the same review comes out whenever it is worked out."""
    return int.from_bytes(stored.shuffle.seed[:7], "big")


def _written(judgement: Judgement) -> StoredJudgement:
    better = judgement.better
    return StoredJudgement(
        turn=judgement.turn,
        better="" if better is None else format_counts(better.cards),
        reading="" if better is None else better.type.value,
        cost=round(judgement.cost, 1),
        sureness=round(judgement.sureness, 3),
        reason=judgement.reason.value,
        is_mistake=judgement.is_mistake,
    )


def _accuracy(judgements: Sequence[StoredJudgement]) -> float:
    return 1 - sum(one.is_mistake for one in judgements) / len(judgements) if judgements else 1.0


def _mistakes(stored: StoredDeal, seat: Seat, judgements: Sequence[StoredJudgement]) -> tuple[Mistake, ...]:
    found = sorted((one for one in judgements if one.is_mistake), key=lambda one: -one.cost)[:MISTAKES]
    if not found:
        return ()
    start: Deal = stored.first()
    actions: list[Action] = [one.action for one in stored.actions]
    decided = {one.turn: one for one in decisions(start, actions, seat)}
    return tuple(_read(decided[one.turn], one) for one in found)


def _read(decision: Decision, kept: StoredJudgement) -> Mistake:
    view, better = decision.view, None
    if kept.better:
        better = read(parse_counts(kept.better), view.to_beat, view.rules, PlayType(kept.reading))
    return Mistake(decision.turn, view, decision.done, better, kept.cost, kept.sureness, Reason(kept.reason))
