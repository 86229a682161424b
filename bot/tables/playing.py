"""What a player does in a deal: plays, passes, selects, hands his seat over."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from bot.tables import hands as selections
from bot.tables import seating
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import (
    HandedOver,
    Happening,
    LiveDeal,
    TakenBack,
)
from bot.tables.table import Table
from bot.tables.turns import Turns
from engine.cards import Counts
from engine.deal import Pass, PlayCards
from engine.plays import PlayType, choices
from engine.scoring import Seat
from storage import Delegation, Phase

ANY_TURN: Final = -1


class Playing(Turns):
    """Everything a player may do between the deal and its result."""

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
            former = live.chairs[seat].delegated
            if former is not None:
                await self._delegate(table, live, seat, None, TakenBack(seat, former))

    async def _delegate(
        self, table: Table, live: LiveDeal, seat: Seat, why: Delegation | None, happening: Happening
    ) -> None:
        if live.chairs[seat].delegated is why:
            return
        chair = replace(live.chairs[seat], delegated=why)
        live = seating.with_live_chair(live, seat, chair)
        if live.deal.to_act == seat:
            live = self._with_deadline(live)
        await self._write(table, replace(seating.with_chair(table.state, seat, chair), live=live))
        self._stage.show(table, (happening,))
        if live.deal.to_act == seat:
            self._arm(table)

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
            self._require_number(table.state, turn[0])
            if turn[1] not in (ANY_TURN, live.turn):
                raise Refused(RefusalCode.TOO_LATE)
        if live.chairs[seat].delegated is not None and not delegated_too:
            raise Refused(RefusalCode.AUTOPILOT_ON)
        return live, seat


def _any_turn(deal: int | None) -> tuple[int, int] | None:
    """Any turn of the deal with this number; of whichever is running, if None."""
    return None if deal is None else (deal, ANY_TURN)
