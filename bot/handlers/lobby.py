"""Opening a table, sitting down, getting up, dealing, another deal, breaking up."""

from collections.abc import Sequence
from typing import Final

from telegram.helpers import create_deep_linked_url

from bot.handlers.contexts import SILENT, Command, CommandContext, Place, Reply, TapContext, TapHandlers
from bot.handlers.denied import Denied
from bot.handlers.play import PlayHandlers
from bot.handlers.replies import show, tell
from bot.handlers.services import Services
from bot.screens.ending import EndAnswer, end_question_screen
from bot.screens.help import dead_link_screen, seated_screen
from bot.screens.lobby import rules_toast
from bot.screens.notices import table_opened_screen
from bot.screens.refusals import Denial, refusal_text
from bot.screens.screen import Button, Screen
from bot.screens.toasts import Toast, toast_text
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import Language, Person, Playing, TableOptions
from bot.tables.table import Table
from bot.telegram_api.callback_data import ButtonAction
from engine.players import Strength
from engine.ruleset import RuleSet

LINK_PREFIX: Final = "j"


class LobbyHandlers:
    """Everything that happens between deals."""

    def __init__(self, services: Services, play: PlayHandlers) -> None:
        self._services = services
        self._tables = services.tables
        self._play = play

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
        return (
            Command("newgame", self.newgame),
            Command("join", self.join),
            Command("leave", self.leave),
            Command("end", self.end),
        )

    @property
    def taps(self) -> TapHandlers:
        """The taps served here."""
        return {
            ButtonAction.JOIN: self._join_tapped,
            ButtonAction.LEAVE: self._leave_tapped,
            ButtonAction.COMPUTERS: self._computers,
            ButtonAction.STRENGTH: self._strength,
            ButtonAction.START: self._start,
            ButtonAction.RULES: self._rules,
            ButtonAction.CLOSE: self._close_tapped,
            ButtonAction.AGAIN: self._again,
            ButtonAction.DISSOLVE: self._close_tapped,
            ButtonAction.END_VOTE: self._vote,
            ButtonAction.PRACTICE: self._practice_tapped,
        }

    # Commands

    async def newgame(self, command: CommandContext) -> None:
        """/newgame: a table in a group or topic; in private a practice table against computer players."""
        person, place = command.person, command.place
        if place.is_private:
            await self._practise(place, person, command.seed_input)
            return
        rules, options = await self._options(place, person)
        may_sit = not command.is_anonymous and await self._services.may_play(person)
        person = await self._services.directory.get(person.id)
        table = await self._tables.open_table(
            place.chat_id,
            place.thread_id,
            person,
            command.seed_input,
            seated=may_sit,
            rules=rules,
            options=options,
        )
        if not may_sit and not command.is_anonymous:
            text = refusal_text(Denial.BOT_CANNOT_WRITE, command.texts)
            link = Button(command.texts("button-start-me"), url=self._link(person, table))
            tell(self._services, place, text, link, to=command.message)
        await self._tell_subscribers(table, person, command.message.chat.username)

    async def _practise(self, place: Place, person: Person, seed_input: str) -> None:
        """Open a practice table in somebody's private chat."""
        rules, options = await self._options(place, person)
        await self._tables.open_table(
            place.chat_id, None, person, seed_input, practice=True, rules=rules, options=options
        )

    async def _practice_tapped(self, tap: TapContext) -> Reply:
        if not tap.place.is_private:
            raise Denied(Denial.OLD_BUTTON)
        await self._practise(tap.place, tap.person, tap.seed_input)
        return SILENT

    async def join(self, command: CommandContext) -> None:
        """/join: sit down at the table of this group or topic."""
        if command.is_anonymous:
            raise Denied(Denial.ANONYMOUS_CANNOT_SIT)
        table = self._table_here(command.place)
        if not await self._services.may_play(command.person):
            text = refusal_text(Denial.BOT_CANNOT_WRITE, command.texts)
            link = Button(command.texts("button-start-me"), url=self._link(command.person, table))
            tell(self._services, command.place, text, link, to=command.message)
            return
        person = await self._services.directory.get(command.person.id)
        await self._tables.join(table.state.id, person, command.seed_input)
        if person.plays_in_group:
            link = Button(command.texts("button-start-me"), url=self._link(person, table))
            tell(self._services, command.place, command.texts("lobby-toast-seated-here"), link, to=command.message)
        self._services.stage.show_again(table)

    async def leave(self, command: CommandContext) -> None:
        """/leave: get up between deals; in mid-deal ask once, then 托管 plays on."""
        table = self._tables.of_person(command.person.id)
        if table is None:
            raise Refused(RefusalCode.NOT_SEATED)
        if isinstance(table.state, Playing):
            await self._play.ask_to_leave(table.state, command)
            return
        await self._tables.leave(table.state.id, command.person.id)
        if (table.state.chat_id, table.state.thread_id) == (command.place.chat_id, command.place.thread_id):
            self._services.stage.show_again(table)
        else:
            tell(self._services, command.place, toast_text(Toast.LEFT, command.texts), to=command.message)

    async def end(self, command: CommandContext) -> None:
        """/end: between deals the host or an administrator ends the table, others vote. In mid-deal those who play are
        asked; an administrator who does not is asked once whether they mean it.
        """
        table = self._table_here(command.place)
        state, person = table.state, command.person
        is_admin = await self._is_admin(table, person, anonymous=command.is_anonymous)
        if isinstance(state, Playing) and is_admin and state.place_of(person.id) is None:
            # Who writes in the name of the group may be somebody who plays: the tap says who they are.
            show(self._services, command.place, end_question_screen(state))
            return
        await self._tables.end(state.id, person, is_admin=is_admin, deal=state.deal_number)

    async def follow_link(self, person: Person, payload: str) -> Screen | None:
        """Sit down where a deep link says; what to say about it, None if it is no such link.

        Raises:
            Refused: the table does not allow it.
        """
        if not payload.startswith(LINK_PREFIX):
            return None
        table_id = self._services.links.use(payload[len(LINK_PREFIX) :], person.telegram_id)
        if table_id is None:
            return dead_link_screen(person.language)
        table = self._tables.table(table_id)
        if not await self._services.members.covers(table.state.chat_id, person.telegram_id):
            raise Denied(Denial.NOT_IN_GROUP)
        person = await self._services.directory.get(person.id)
        await self._tables.join(table.state.id, person, f"link.{payload}")
        chat_id = table.state.chat_id
        chat = self._services.database.chats.get(chat_id)
        return seated_screen(chat.title or "" if chat else "", _chat_url(chat_id, None), person.language)

    # Taps. The message of the table follows some seconds later, for its edits are paced; the answer is there at once.

    async def _join_tapped(self, tap: TapContext) -> Reply:
        table = self._table_of(tap)
        if not await self._services.may_play(tap.person):
            return Reply(url=self._link(tap.person, table))
        person = await self._services.directory.get(tap.person.id)
        await self._tables.join(table.state.id, person, tap.seed_input)
        if person.plays_in_group and self._services.outbox.has_ephemeral:
            return Reply(tap.texts("lobby-toast-seated-here"), alert=True)
        return _told(tap, Toast.SEATED)

    async def _leave_tapped(self, tap: TapContext) -> Reply:
        await self._tables.leave(tap.data.table, tap.person.id)
        return _told(tap, Toast.LEFT)

    async def _computers(self, tap: TapContext) -> Reply:
        await self._tables.fill(tap.data.table, tap.person.id)
        return _told(tap, Toast.COMPUTERS)

    async def _strength(self, tap: TapContext) -> Reply:
        if tap.data.arg not in tuple(Strength):  # made up
            raise Denied(Denial.OLD_BUTTON)
        await self._tables.set_strength(tap.data.table, tap.person.id, Strength(tap.data.arg))
        return _told(tap, Toast.COMPUTERS_CHANGED)

    async def _start(self, tap: TapContext) -> Reply:
        await self._tables.start(tap.data.table, tap.person.id)
        return SILENT

    async def _rules(self, tap: TapContext) -> Reply:
        return Reply(rules_toast(self._tables.table(tap.data.table).state, tap.texts), alert=True)

    async def _close_tapped(self, tap: TapContext) -> Reply:
        table = self._table_of(tap)
        deal = tap.data.deal if tap.data.action is ButtonAction.DISSOLVE else None
        is_admin = await self._is_admin(table, tap.person)
        await self._tables.break_up(tap.data.table, tap.person, is_admin=is_admin, deal=deal)
        return _told(tap, Toast.CLOSED)

    async def _again(self, tap: TapContext) -> Reply:
        missing = await self._tables.again(tap.data.table, tap.person.id, tap.seed_input, tap.data.deal)
        return _told(tap, Toast.READY) if missing else SILENT

    async def _vote(self, tap: TapContext) -> Reply:
        table, person, deal = self._tables.table(tap.data.table), tap.person, tap.data.deal
        match tap.data.arg:
            case EndAnswer.PLAY_ON:
                await self._tables.decline_end(table.state.id, person, deal)
                return _told(tap, Toast.PLAYED_ON)
            case EndAnswer.AS_ADMIN | EndAnswer.NOT_AS_ADMIN:
                return await self._answer_as_admin(tap, self._table_of(tap))
            case _:
                missing = await self._tables.end(table.state.id, person, is_admin=False, deal=deal)
                return _told(tap, Toast.VOTED if missing else Toast.CLOSED)

    async def _answer_as_admin(self, tap: TapContext, table: Table) -> Reply:
        """An administrator says whether they mean to end a deal. Who plays it is one like the others."""
        state, message = table.state, tap.query.message
        if isinstance(state, Playing) and state.place_of(tap.person.id) is not None:
            raise Refused(RefusalCode.NOT_ALONE)
        if not await self._is_admin(table, tap.person):
            raise Denied(Denial.ADMIN_ONLY)
        if tap.data.arg == EndAnswer.AS_ADMIN:
            await self._tables.end(state.id, tap.person, is_admin=True, deal=tap.data.deal)
        if message is not None:
            self._services.outbox.delete(tap.place.chat_id, message.message_id)
        return _told(tap, Toast.CLOSED if tap.data.arg == EndAnswer.AS_ADMIN else Toast.PLAYED_ON)

    # What they share

    def _table_of(self, tap: TapContext) -> Table:
        """The table of a tap, which has to be made where the table is: who cannot see it there has no business here."""
        table = self._tables.table(tap.data.table)
        if tap.place.chat_id != table.state.chat_id:
            raise Denied(Denial.OLD_BUTTON)
        return table

    def _table_here(self, place: Place) -> Table:
        table = self._tables.in_room(place.chat_id, place.thread_id)
        if table is None:
            raise Refused(RefusalCode.NO_TABLE)
        return table

    def _link(self, person: Person, table: Table) -> str:
        code = self._services.links.make(person.telegram_id, table.state.id)
        return create_deep_linked_url(self._services.bot.username, f"{LINK_PREFIX}{code}")

    async def _is_admin(self, table: Table, person: Person, *, anonymous: bool = False) -> bool:
        """Return whether somebody counts as an administrator of a table's chat: they are one, or the owner of the bot.
        Telegram is asked only where it matters.
        """
        if anonymous or person.telegram_id in self._services.settings.owner_ids:
            return True
        state = table.state
        if not self._tables.needs_admin(state.id, person.id):
            return False
        return await self._services.admins.covers(state.chat_id, person.telegram_id)

    async def _options(self, place: Place, person: Person) -> tuple[RuleSet, TableOptions]:
        """The rules and options a chat has chosen."""
        chat = self._services.database.chats.get(place.chat_id)
        if chat is None:
            return RuleSet(), TableOptions(language=self._services.settings.default_language)
        language = chat.language or (person.language if place.is_private else self._services.settings.default_language)
        options = TableOptions(
            computers=chat.options.computers_allowed,
            strength=Strength(chat.options.strength),
            language=Language(language),
            aloud=chat.options.aloud,
        )
        return chat.options.rules, options

    async def _tell_subscribers(self, table: Table, opener: Person, username: str | None) -> None:
        """Tell those who wanted to know when a table opens here (/notify), each at most once in ten minutes."""
        chat = self._services.database.chats.get(table.state.chat_id)
        url = _chat_url(table.state.chat_id, username)
        for stored in await self._services.database.chats.subscribers(table.state.chat_id):
            if stored.id == opener.id or stored.telegram_id is None:
                continue
            if not stored.reachable or not stored.settings.notices:
                continue
            if not self._services.cooldown.passes("opened", table.state.chat_id, stored.id):
                continue
            person = await self._services.directory.get(stored.id)
            screen = table_opened_screen(chat.title or "" if chat else "", opener.name, url, person.language)
            show(self._services, Place.private(person), screen)


def _told(tap: TapContext, toast: Toast) -> Reply:
    """A toast for whoever tapped, in their language."""
    return Reply(toast_text(toast, tap.texts))


def _chat_url(chat_id: int, username: str | None) -> str:
    """Return where a group is, as a link; supergroups without a name can be linked to by their members."""
    if username:
        return f"https://t.me/{username}"
    text = str(chat_id)
    return f"https://t.me/c/{text.removeprefix('-100')}/1" if text.startswith("-100") else ""
