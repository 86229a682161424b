"""Playing: taps on the hand and the table message, typed plays, and leaving in mid-deal."""

from collections.abc import Sequence
from typing import Final

from bot.handlers import typed_plays
from bot.handlers.contexts import SILENT, Command, CommandContext, Reply, TapContext, TapHandlers, TextContext
from bot.handlers.denied import Denied
from bot.handlers.replies import WORTH_SAYING_SECONDS, show, tell
from bot.handlers.services import Services
from bot.outbox.presenter import group_hand
from bot.screens.hand import hint_text, leave_question_screen, selection_text, typed_question_screen
from bot.screens.hand_keys import ON
from bot.screens.refusals import Denial
from bot.screens.screen import Button
from bot.screens.table import my_hand_text, who_text
from bot.screens.toasts import Toast, toast_text
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import Playing
from bot.tables.view import SeatView, public_view, seat_view
from bot.telegram_api.callback_data import ButtonAction
from engine.cards import RANKS, Rank, parse_counts
from engine.errors import NotYourTurn
from engine.plays import PlayType
from storage import Autopilot, HandOrder

_READINGS: Final = frozenset(PlayType)


class PlayHandlers:
    """Everything a player does with a hand."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tables = services.tables

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
        return (Command("hand", self.hand),)

    @property
    def taps(self) -> TapHandlers:
        """The taps served here."""
        return {
            ButtonAction.PLAY: self._play,
            ButtonAction.PLAY_TYPED: self._play_typed,
            ButtonAction.PLAY_SELECTED: self._play_selected,
            ButtonAction.PASS: self._pass,
            ButtonAction.TOGGLE: self._toggle,
            ButtonAction.HINT: self._hint,
            ButtonAction.CLEAR: self._clear,
            ButtonAction.MEMORY: self._memory,
            ButtonAction.MORE: self._more,
            ButtonAction.ORDER: self._order,
            ButtonAction.AUTOPILOT: self._autopilot,
            ButtonAction.LEAVE_DEAL: self._leave_deal,
            ButtonAction.MY_HAND: self._my_hand,
            ButtonAction.WHO: self._who,
        }

    # Taps in the private chat

    async def _play(self, tap: TapContext) -> Reply:
        cards, _, wished = tap.data.arg.partition(".")
        if wished and wished not in _READINGS:
            raise Denied(Denial.OLD_BUTTON)
        choice = PlayType(wished) if wished else None
        self._services.stage.is_here(tap.person.id)
        return self._played(
            tap,
            await self._tables.play(tap.data.table, tap.person.id, parse_counts(cards), choice, _turn(tap), asks=True),
        )

    async def _play_typed(self, tap: TapContext) -> Reply:
        self._services.stage.is_here(tap.person.id)
        self._take_away(tap)  # it has been answered, whatever the rules say to the answer
        await self._tables.play(tap.data.table, tap.person.id, parse_counts(tap.data.arg), None, _turn(tap))
        return SILENT

    async def _play_selected(self, tap: TapContext) -> Reply:
        self._services.stage.is_here(tap.person.id)
        return self._played(tap, await self._tables.play_selected(tap.data.table, tap.person.id, _turn(tap)))

    async def _pass(self, tap: TapContext) -> Reply:
        self._services.stage.is_here(tap.person.id)
        await self._tables.pass_turn(tap.data.table, tap.person.id, _turn(tap))
        return SILENT

    async def _toggle(self, tap: TapContext) -> Reply:
        slot = Rank(tap.data.arg).slot if tap.data.arg in RANKS else None
        if slot is None:
            raise Denied(Denial.OLD_BUTTON)
        self._services.stage.is_here(tap.person.id)
        await self._tables.selecting.toggle(tap.data.table, tap.person.id, slot, tap.data.deal)
        return self._selected(tap)

    async def _hint(self, tap: TapContext) -> Reply:
        self._services.stage.is_here(tap.person.id)
        await self._tables.selecting.hint(tap.data.table, tap.person.id, tap.data.deal)
        view = self._view(tap.data.table, tap.person.id)
        return SILENT if view is None else Reply(hint_text(view, tap.texts))

    async def _clear(self, tap: TapContext) -> Reply:
        await self._tables.selecting.clear(tap.data.table, tap.person.id, tap.data.deal)
        return SILENT

    async def _memory(self, tap: TapContext) -> Reply:
        await self._tables.selecting.unfold_memory(tap.data.table, tap.person.id, tap.data.deal)
        return SILENT

    async def _more(self, tap: TapContext) -> Reply:
        self._services.stage.is_here(tap.person.id)
        await self._tables.selecting.unfold_more(tap.data.table, tap.person.id, tap.data.deal)
        return SILENT

    async def _order(self, tap: TapContext) -> Reply:
        self._services.stage.is_here(tap.person.id)
        people = self._services.database.people
        settings = people.get(tap.person.id).settings
        order = HandOrder.RANK if settings.sorting is HandOrder.COUNT else HandOrder.COUNT
        await people.save_settings(tap.person.id, settings.model_copy(update={"sorting": order}))
        await self._services.directory.get(tap.person.id)
        await self._tables.refresh_person(tap.person.id)
        return SILENT

    def _view(self, table_id: int, person_id: int) -> SeatView | None:
        """Return the view of a player on their deal; None where it is over."""
        table = self._tables.table(table_id)
        if not isinstance(table.state, Playing):
            return None
        seat = table.state.live.seat_of(person_id)
        return None if seat is None else seat_view(table.state, table.state.live, seat, table.hand(person_id))

    def _selected(self, tap: TapContext) -> Reply:
        """Say what is selected and what it counts as; nobody has to wait for the edit."""
        view = self._view(tap.data.table, tap.person.id)
        return SILENT if view is None else Reply(selection_text(view, tap.texts))

    def _played(self, tap: TapContext, played: bool) -> Reply:
        """Say nothing of a play, for it is shown; of a question say that it is asked."""
        view = None if played else self._view(tap.data.table, tap.person.id)
        if view is None:
            return SILENT
        return Reply(tap.texts("hand-once-more") if any(view.selection.asking) else selection_text(view, tap.texts))

    async def _autopilot(self, tap: TapContext) -> Reply:
        self._services.stage.is_here(tap.person.id)
        if tap.data.arg == ON:
            await self._tables.autopilot_on(tap.data.table, tap.person.id, Autopilot.WISHED, tap.data.deal)
        else:
            await self._require_in_group(tap)
            await self._tables.autopilot_off(tap.data.table, tap.person.id, tap.data.deal)
        return SILENT

    async def _require_in_group(self, tap: TapContext) -> None:
        """Check that whoever takes a seat back which they have left, as by leaving the group, has not left that."""
        state = self._tables.table(tap.data.table).state
        seat = state.live.seat_of(tap.person.id) if isinstance(state, Playing) else None
        if not isinstance(state, Playing) or seat is None or state.practice:
            return
        if state.live.chairs[seat].autopilot is not Autopilot.LEFT:
            return
        if not await self._services.members.covers(state.chat_id, tap.person.telegram_id):
            raise Denied(Denial.NOT_IN_GROUP)

    async def _leave_deal(self, tap: TapContext) -> Reply:
        if tap.data.arg == ON:
            await self._tables.autopilot_on(tap.data.table, tap.person.id, Autopilot.LEFT, tap.data.deal)
        else:
            self._tables.table(tap.data.table)  # so that the button of a table that is gone says so
        self._take_away(tap)
        return SILENT

    def _take_away(self, tap: TapContext) -> None:
        """Delete a question that has been answered."""
        if tap.query.message is not None and tap.place.is_private:
            self._services.outbox.delete(tap.place.chat_id, tap.query.message.message_id)

    # Taps on the table message, by anybody in the group

    async def _my_hand(self, tap: TapContext) -> Reply:
        table = self._tables.table(tap.data.table)
        deal = table.state.latest
        seat = deal.seat_of(tap.person.id) if deal else None
        if deal is None or seat is None:
            raise Refused(RefusalCode.NOT_SEATED)
        if not isinstance(table.state, Playing):  # the message of the table does not show the last play yet
            return Reply(tap.texts("reason-deal-is-over"))
        if tap.person.plays_in_group:
            self._services.stage.is_here(tap.person.id)
        hand = group_hand(table.state, tap.person)
        if not table.state.practice and tap.place.chat_id == table.state.chat_id:
            comes = self._services.outbox.ask_alone(hand, query_id=tap.query.id)
            if self._services.outbox.has_ephemeral:
                self._services.stage.show_hand(table, tap.person.id)
            if comes:
                return Reply(tap.texts("hand-comes-here"))
        return Reply(my_hand_text(seat_view(table.state, deal, seat, table.hand(tap.person.id)), tap.texts), alert=True)

    async def _who(self, tap: TapContext) -> Reply:
        state = self._tables.table(tap.data.table).state
        view = public_view(state, state.latest) if state.latest else None
        return Reply(who_text(view, tap.texts, self._services.wall.now()))

    # What people write

    async def hand(self, command: CommandContext) -> None:
        """/hand: the hand anew, at the end of the private chat; in a group also where to find it. As an ephemeral
        command it is answered by the hand itself; no other answer in a group shows any of it.
        """
        table = self._tables.of_person(command.person.id)
        if table is None or not isinstance(table.state, Playing):
            raise Refused(RefusalCode.NO_DEAL)
        state, place, outbox = table.state, command.place, self._services.outbox
        if place.chat_id == state.chat_id and not state.practice and outbox.has_ephemeral:
            hand, alone = group_hand(state, command.person), place.alone
            if alone is not None and outbox.ask_alone(hand, command_id=alone.command_id):
                self._services.stage.show_hand(table, command.person.id)
                return
            if command.person.plays_in_group:
                tell(self._services, place, command.texts("hand-behind-button"), to=command.message)
                return
        self._services.stage.show_hand(table, command.person.id, fresh=True)
        self._say_where(command, Toast.HAND_IS_PRIVATE)

    async def typed(self, written: TextContext) -> None:
        """Cards or 不出 written in the private chat. Where a w can mean either joker, the player is asked.

        Raises:
            Refusal, EngineError: they cannot be played; before one's turn they are selected.
            Denied: it is no play, or there is nothing to be played.
        """
        person, text = written.person, written.text
        table = self._tables.of_person(person.id)
        playing = table.state if table is not None and isinstance(table.state, Playing) else None
        seat = playing.live.seat_of(person.id) if playing is not None else None
        if table is None or playing is None or seat is None:
            raise Denied(Denial.NOT_UNDERSTOOD)
        if not text or text.startswith("/") or len(text) > typed_plays.MOST_LETTERS:
            raise Denied(Denial.NOT_UNDERSTOOD)
        live = playing.live
        self._services.stage.is_here(person.id)
        if typed_plays.is_pass(text):
            await self._tables.pass_turn(table.state.id, person.id)
            return
        readings = typed_plays.readings(text, live.deal.hands[seat])
        playable = [cards for cards in readings if live.deal.can_play(seat, cards)]
        if len(playable) > 1:
            question = typed_question_screen(playing, playable, person.language)
            self._services.outbox.say(person.telegram_id, None, question, expires_after=WORTH_SAYING_SECONDS)
            return
        cards = playable[0] if playable else readings[0]
        try:
            played = await self._tables.play(table.state.id, person.id, cards)
        except NotYourTurn:
            await self._tables.selecting.select(table.state.id, person.id, cards)
            raise
        view = None if played else self._view(table.state.id, person.id)
        if view is not None:
            self._services.stage.show_hand(table, person.id, selection_text(view, written.texts))

    async def ask_to_leave(self, state: Playing, command: CommandContext) -> None:
        """/leave in mid-deal: ask the player once, in private, whether they mean it; in a group also say where."""
        person = command.person
        if person.plays_in_group and not command.place.is_private and self._services.outbox.has_ephemeral:
            show(self._services, command.place, leave_question_screen(state, person.language))
            return
        self._services.outbox.say(person.telegram_id, None, leave_question_screen(state, person.language))
        self._say_where(command, Toast.ASKED_IN_PRIVATE)

    def _say_where(self, command: CommandContext, toast: Toast) -> None:
        """Say in the group where a command was given that its answer has come in private."""
        if not command.place.is_private:
            chat = Button(command.texts("button-to-hand"), url=f"https://t.me/{self._services.bot.username}")
            tell(self._services, command.place, toast_text(toast, command.texts), chat, to=command.message)


def _turn(tap: TapContext) -> tuple[int, int]:
    """Deal and turn for which a button was made."""
    return tap.data.deal, tap.data.turn
