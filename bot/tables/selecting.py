"""Changes of a selection before it is played: written like everything else, and shown to its owner alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.tables import hands
from bot.tables.advisor import Advisor
from bot.tables.checks import any_turn, own_seat
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.registry import Registry
from bot.tables.repository import Repository
from bot.tables.stage import Stage
from bot.tables.state import LiveDeal
from bot.tables.table import Table
from engine.cards import Counts
from engine.seats import Seat


class Selecting:
    """Selections, hints and 记牌 of the players of all tables.

    Args:
        registry: the live tables.
        repository: keeps what is selected.
        stage: shows a hand that has changed.
        advisor: knows what to advise, or will.
    """

    def __init__(self, registry: Registry, repository: Repository, stage: Stage, advisor: Advisor) -> None:
        self._registry = registry
        self._repository = repository
        self._stage = stage
        self._advisor = advisor

    async def select(self, table_id: int, person_id: int, cards: Counts, deal: int | None = None) -> None:
        """Select exactly these cards, for when the turn comes; `deal` is the number of the deal in which they were
        meant, None for typed cards. Raises as `TableService.play` does.
        """
        async with self._changing(table_id, person_id, deal) as (table, live, seat):
            table.hands[person_id] = hands.select(table.hand(person_id), cards, live.deal.hands[seat])

    async def toggle(self, table_id: int, person_id: int, slot: int, deal: int) -> None:
        """Select as many cards of a rank as make sense, then one less with each tap.

        Raises as `TableService.play` does.
        """
        async with self._changing(table_id, person_id, deal) as (table, live, seat):
            to_beat = live.deal.to_beat if live.to_act == seat else None
            table.hands[person_id] = hands.toggle(table.hand(person_id), slot, live.deal.hands[seat], to_beat)

    async def clear(self, table_id: int, person_id: int, deal: int) -> None:
        """Select nothing. Raises as `TableService.play` does."""
        async with self._changing(table_id, person_id, deal) as (table, _, _):
            table.hands[person_id] = hands.clear(table.hand(person_id))

    async def hint(self, table_id: int, person_id: int, deal: int) -> None:
        """Show the next hint: select it, or nothing where it is a pass. Raises as `TableService.play` does, and refuses
        where nothing can be played, and in the deal of a day.
        """
        async with self._changing(table_id, person_id, deal) as (table, live, seat):
            if table.state.daily:
                raise Refused(RefusalCode.NO_HINTS)
            advice = self._advisor.advice(table, live) if live.to_act == seat else ()
            hint = hands.next_hint(table.hand(person_id), live.deal.view(seat), advice)
            if hint is None:
                raise Refused(RefusalCode.MUST_PASS)
            table.hands[person_id] = hint

    async def unfold_memory(self, table_id: int, person_id: int, deal: int) -> None:
        """Show or hide 记牌. Raises as `TableService.play` does."""
        async with self._changing(table_id, person_id, deal) as (table, _, _):
            hand = table.hand(person_id)
            table.hands[person_id] = replace(hand, memory_open=not hand.memory_open, more_open=False)

    async def unfold_more(self, table_id: int, person_id: int, deal: int) -> None:
        """Show or hide what is behind ⋯. Raises as `TableService.play` does."""
        async with self._changing(table_id, person_id, deal) as (table, _, _):
            hand = table.hand(person_id)
            table.hands[person_id] = replace(hand, more_open=not hand.more_open)

    @asynccontextmanager
    async def _changing(
        self, table_id: int, person_id: int, deal: int | None
    ) -> AsyncIterator[tuple[Table, LiveDeal, Seat]]:
        """A change of what one player has before them."""
        async with self._registry.changing(table_id) as table:
            state, seat = own_seat(table, person_id, any_turn(deal))
            live = state.live
            before = table.hand(person_id)
            try:
                yield table, live, seat
                if table.hand(person_id).selected != before.selected:
                    await self._repository.save_selection(live, seat, table.hand(person_id))
            except BaseException:
                table.hands[person_id] = before
                raise
            self._stage.show_hand(table, person_id)
