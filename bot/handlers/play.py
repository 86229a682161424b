"""Playing: taps on the hand and the table message, typed plays, and leaving in mid-deal."""

from telegram import Message, Update
from telegram.ext import ContextTypes

from bot.handlers.calls import SILENT, Call, Reply, Verbs
from bot.handlers.commands import Command
from bot.handlers.denied import Denied
from bot.handlers.replies import tell
from bot.handlers.router import Refusals, place_of, sayer
from bot.handlers.services import Services
from bot.handlers.throttle import Verdict
from bot.locales import texts_for
from bot.screens.hand import leave_question_screen
from bot.screens.hand_keys import ON
from bot.screens.refusals import Denial, refusal_text
from bot.screens.screen import Button
from bot.screens.table import my_hand_text, who_text
from bot.screens.toasts import Toast, toast_text
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import Person
from bot.tables.table import Table
from bot.telegram_api.callback_data import ButtonAction
from engine.cards import RANKS, Rank, parse_counts
from engine.errors import NotYourTurn
from engine.plays import PlayType
from storage import Delegation, Phase

_READINGS = frozenset(PlayType)
_PASSES = frozenset({"不出", "过", "不要", "要不起", "pass", "p"})


class PlayHandlers:
    """Everything a player does with his hand."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tables = services.tables
        self._refusals = Refusals(services)

    @property
    def verbs(self) -> Verbs:
        """The taps served here."""
        return {
            ButtonAction.PLAY: self._play,
            ButtonAction.PLAY_SELECTED: self._play_selected,
            ButtonAction.PASS: self._pass,
            ButtonAction.TOGGLE: self._toggle,
            ButtonAction.HINT: self._hint,
            ButtonAction.CLEAR: self._clear,
            ButtonAction.MEMORY: self._memory,
            ButtonAction.AUTOPILOT: self._autopilot,
            ButtonAction.LEAVE_DEAL: self._leave_deal,
            ButtonAction.MY_HAND: self._my_hand,
            ButtonAction.WHO: self._who,
        }

    # Taps in the private chat

    async def _play(self, call: Call) -> Reply:
        cards, _, wished = call.tap.arg.partition(".")
        if wished and wished not in _READINGS:
            raise Denied(Denial.OLD_BUTTON)
        choice = PlayType(wished) if wished else None
        self._services.stage.is_here(call.person.id)
        await self._tables.play(call.tap.table, call.person.id, parse_counts(cards), choice, _turn(call))
        return SILENT

    async def _play_selected(self, call: Call) -> Reply:
        self._services.stage.is_here(call.person.id)
        table = self._tables.table(call.tap.table)
        if not any(table.hand(call.person.id).selected):
            raise Refused(RefusalCode.NOTHING_SELECTED)
        await self._tables.play_selected(call.tap.table, call.person.id, _turn(call))
        return SILENT

    async def _pass(self, call: Call) -> Reply:
        self._services.stage.is_here(call.person.id)
        await self._tables.pass_turn(call.tap.table, call.person.id, _turn(call))
        return SILENT

    async def _toggle(self, call: Call) -> Reply:
        slot = Rank(call.tap.arg).slot if call.tap.arg in RANKS else None
        if slot is None:
            raise Denied(Denial.OLD_BUTTON)
        self._services.stage.is_here(call.person.id)
        await self._tables.toggle(call.tap.table, call.person.id, slot, call.tap.deal)
        return SILENT

    async def _hint(self, call: Call) -> Reply:
        self._services.stage.is_here(call.person.id)
        if await self._tables.hint(call.tap.table, call.person.id, call.tap.deal):
            return SILENT
        return Reply(refusal_text(RefusalCode.MUST_PASS, call.texts))

    async def _clear(self, call: Call) -> Reply:
        await self._tables.clear(call.tap.table, call.person.id, call.tap.deal)
        return SILENT

    async def _memory(self, call: Call) -> Reply:
        await self._tables.unfold_memory(call.tap.table, call.person.id, call.tap.deal)
        return SILENT

    async def _autopilot(self, call: Call) -> Reply:
        self._services.stage.is_here(call.person.id)
        if call.tap.arg == ON:
            await self._tables.hand_over(call.tap.table, call.person.id, Delegation.WISHED, call.tap.deal)
        else:
            await self._tables.take_back(call.tap.table, call.person.id, call.tap.deal)
        return SILENT

    async def _leave_deal(self, call: Call) -> Reply:
        if call.tap.arg == ON:
            await self._tables.hand_over(call.tap.table, call.person.id, Delegation.LEFT, call.tap.deal)
        else:
            self._tables.table(call.tap.table)  # so that the button of a table that is gone says so
        if call.query.message is not None and call.place.is_private:
            self._services.outbox.delete(call.place.chat_id, call.query.message.message_id)  # it has been answered
        return SILENT

    # Taps on the table message, by anybody in the group

    async def _my_hand(self, call: Call) -> Reply:
        state = self._tables.table(call.tap.table).state
        seat = state.live.seat_of(call.person.id) if state.live else None
        if state.phase is not Phase.DEAL or seat is None:
            raise Refused(RefusalCode.NOT_SEATED)
        return Reply(my_hand_text(state, seat, call.texts), alert=True)

    async def _who(self, call: Call) -> Reply:
        return Reply(who_text(self._tables.table(call.tap.table).state, call.texts))

    # What people write

    async def hand(self, command: Command) -> None:
        """/hand: the hand anew, at the end of the private chat; in a group also where to find it."""
        table = self._tables.of_person(command.person.id)
        if table is None or table.state.phase is not Phase.DEAL:
            raise Refused(RefusalCode.NO_DEAL)
        self._services.stage.show_hand(table, command.person.id, fresh=True)
        self._say_where(command, Toast.HAND_IS_PRIVATE)

    async def typed(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Cards or 不出 written in the private chat."""
        message, person = await self._said(update)
        table = self._tables.of_person(person.id) if person else None
        if message is None or person is None or message.text is None or table is None:
            return
        verdict = self._services.guard.tap(person.telegram_id, message.chat.id)
        if verdict is not Verdict.SERVE:
            if verdict is Verdict.TELL:
                tell(self._services, place_of(message), refusal_text(Denial.TOO_FAST, texts_for(person.language)))
            return
        live = table.state.live
        seat = live.seat_of(person.id) if live else None
        if live is None or seat is None or table.state.phase is not Phase.DEAL:
            return
        self._services.stage.is_here(person.id)
        texts = texts_for(person.language)
        try:
            if message.text.strip().lower() in _PASSES:
                await self._tables.pass_turn(table.state.id, person.id)
                return
            cards = parse_counts(message.text, live.deal.hands[seat])
            try:
                await self._tables.play(table.state.id, person.id, cards)
            except NotYourTurn:
                await self._tables.select(table.state.id, person.id, cards)
                raise
        except Exception as error:
            notice = await self._refusals.text(error, texts, table.state.id)
            self._services.stage.show_hand(table, person.id, notice, fresh=True)

    async def ask_to_leave(self, table: Table, command: Command) -> None:
        """/leave in mid-deal: ask the player once, in private, whether he means it; in a group also say where."""
        person = command.person
        self._services.outbox.say(person.telegram_id, None, leave_question_screen(table.state, person.language))
        self._say_where(command, Toast.ASKED_IN_PRIVATE)

    def _say_where(self, command: Command, toast: Toast) -> None:
        """What answers a command has come in private: where it was given in a group, say so there."""
        if not command.place.is_private:
            chat = Button(command.texts("button-to-hand"), url=f"https://t.me/{self._services.bot.username}")
            tell(self._services, command.place, toast_text(toast, command.texts), chat, to=command.message)

    async def _said(self, update: Update) -> tuple[Message | None, Person | None]:
        message = update.effective_message
        if message is None:
            return None, None
        return message, await sayer(message, self._services.directory)


def _turn(call: Call) -> tuple[int, int]:
    """Deal and turn for which a button was made."""
    return call.tap.deal, call.tap.turn
