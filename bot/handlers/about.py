"""The bot about itself: greeting, help, rules, what it keeps about people and how to have it deleted, and /notify."""

import re
from collections.abc import Sequence
from typing import Final

from telegram.helpers import create_deep_linked_url

from bot.handlers.chats import ChatHandlers
from bot.handlers.contexts import SILENT, Command, CommandContext, Place, Reply, TapContext, TapHandlers
from bot.handlers.daily import DAILY_PAYLOAD, DailyHandlers
from bot.handlers.denied import Denied
from bot.handlers.lesson import LEARN_PAYLOAD
from bot.handlers.lobby import LobbyHandlers
from bot.handlers.panels import language_at, require_offered, turn
from bot.handlers.replies import show, tell
from bot.handlers.services import Services
from bot.lesson.progress import Progress
from bot.screens.help import (
    NO,
    YES,
    MenuScope,
    forget_question_screen,
    forgotten_screen,
    greeting_screen,
    help_screen,
    privacy_screen,
    rules_screen,
    with_lesson,
)
from bot.screens.lesson import lesson_screen
from bot.screens.refusals import Denial
from bot.screens.screen import Button
from bot.screens.setting import OFF, ON
from bot.screens.settings import notify_screen
from bot.screens.toasts import Toast, toast_text
from bot.tables.state import Person
from bot.telegram_api.callback_data import ButtonAction
from storage import StillSeated

NOTIFY_PAYLOAD: Final = "notify"
_CHAT_ID: Final = re.compile(r"-?[0-9]{1,19}")


class AboutHandlers:
    """Everything somebody wants to know before they play, or when they have had enough."""

    def __init__(self, services: Services, lobby: LobbyHandlers, chats: ChatHandlers, daily: DailyHandlers) -> None:
        self._services = services
        self._daily = daily
        self._lobby = lobby
        self._chats = chats

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
        return (
            Command("start", self.start),
            Command("help", self.help),
            Command("rules", self.rules),
            Command("privacy", self.privacy),
            Command("forget", self.forget),
            Command("notify", self.notify),
        )

    @property
    def taps(self) -> TapHandlers:
        """The taps served here."""
        return {
            ButtonAction.HELP: self._rules_page,
            ButtonAction.FORGET: self._forget_answer,
            ButtonAction.NOTIFY: self._notify_tapped,
        }

    # Commands

    async def start(self, command: CommandContext) -> None:
        """/start: say hello, or do what a deep link says; in a group (where the bot was just added) the help.

        Raises:
            Refused: the link leads to a table that does not allow it.
        """
        person, place = command.person, command.place
        if not place.is_private:
            await self.help(command)
            return
        await self._chats.back(place.chat_id, person.id)
        if command.args and command.args[0] == LEARN_PAYLOAD:
            show(self._services, place, lesson_screen(Progress(0), person.language))
            return
        if command.args and command.args[0] == DAILY_PAYLOAD:
            await self._daily.daily(command)
            return
        screen = await self._lobby.follow_link(person, command.args[0]) if command.args else None
        screen = screen or greeting_screen(self._services.bot.username, person.language)
        if await self._lesson_is_news(person):
            screen = with_lesson(screen, person.language)
        show(self._services, place, screen)

    async def _lesson_is_news(self, person: Person) -> bool:
        """Return whether somebody has never played and never been offered the lesson; from now on they have been."""
        database = self._services.database
        settings = database.people.get(person.id).settings
        if settings.lesson_offered or database.scores.of(person.id).deals:
            return False
        await database.people.save_settings(person.id, settings.model_copy(update={"lesson_offered": True}))
        return True

    async def help(self, command: CommandContext) -> None:
        """/help: how the bot is used, with the commands of the place."""
        scope = MenuScope.PRIVATE if command.place.is_private else MenuScope.GROUP
        language = language_at(self._services, command.place, command.person)
        show(self._services, command.place, help_screen(scope, language))

    async def rules(self, command: CommandContext) -> None:
        """/rules, or /rules and the number of a page."""
        page = int(command.args[0]) if command.args and command.args[0].isdecimal() else 1
        language = language_at(self._services, command.place, command.person)
        show(self._services, command.place, rules_screen(page, language))

    async def privacy(self, command: CommandContext) -> None:
        """/privacy: what is kept about a person."""
        language = language_at(self._services, command.place, command.person)
        show(self._services, command.place, privacy_screen(language))

    async def forget(self, command: CommandContext) -> None:
        """/forget: ask once before everything about a person is deleted.

        Raises:
            Denied: it was said in a group.
        """
        if not command.place.is_private:
            raise Denied(Denial.PRIVATE_ONLY)
        if self._services.tables.of_person(command.person.id) is not None:
            tell(self._services, command.place, toast_text(Toast.FORGET_SEATED, command.texts))
            return
        show(self._services, command.place, forget_question_screen(command.person.language))

    async def notify(self, command: CommandContext) -> None:
        """/notify in a group: tell a person in private when a table opens there, or no more.

        Raises:
            Denied: it was said in private, or by an administrator in the name of the group.
        """
        person, place = command.person, command.place
        if place.is_private:
            raise Denied(Denial.GROUP_ONLY)
        if command.is_anonymous:
            raise Denied(Denial.ANONYMOUS_CANNOT_SIT)
        if not await self._services.reach.covers(person):
            text = toast_text(Toast.NOTIFY_CANNOT, command.texts)
            link = create_deep_linked_url(self._services.bot.username, NOTIFY_PAYLOAD)
            tell(self._services, place, text, Button(command.texts("button-open-chat"), url=link), to=command.message)
            return
        chats = self._services.database.chats
        subscribed = await chats.subscribe(place.chat_id, person.id)
        if not subscribed:
            await chats.unsubscribe(place.chat_id, person.id)
        screen = notify_screen(command.message.chat.title or "", place.chat_id, person.language, subscribed=subscribed)
        show(self._services, Place.private(person), screen)

    # Taps

    async def _rules_page(self, tap: TapContext) -> Reply:
        language = language_at(self._services, tap.place, tap.person)
        if tap.data.arg.isdecimal():
            turn(self._services, tap, rules_screen(int(tap.data.arg), language))
        else:
            require_offered(tap)
            show(self._services, tap.place, rules_screen(1, language))
        return SILENT

    async def _forget_answer(self, tap: TapContext) -> Reply:
        require_offered(tap)
        if tap.data.arg not in (YES, NO) or not tap.place.is_private:
            raise Denied(Denial.OLD_BUTTON)
        if tap.data.arg == YES:
            try:
                await self._services.database.people.forget(tap.person.id)
            except StillSeated:
                return Reply(toast_text(Toast.FORGET_SEATED, tap.texts), alert=True)
        turn(self._services, tap, forgotten_screen(tap.person.language, done=tap.data.arg == YES))
        return SILENT

    async def _notify_tapped(self, tap: TapContext) -> Reply:
        require_offered(tap)
        chats, person = self._services.database.chats, tap.person
        wish, _, chat_id = tap.data.arg.partition(".")
        chat = chats.get(int(chat_id)) if _CHAT_ID.fullmatch(chat_id) else None
        if chat is None or chat.id is None or wish not in (ON, OFF):
            raise Denied(Denial.OLD_BUTTON)
        subscribed = wish == ON
        if subscribed:
            await chats.subscribe(chat.id, person.id)
        else:
            await chats.unsubscribe(chat.id, person.id)
        turn(self._services, tap, notify_screen(chat.title or "", chat.id, person.language, subscribed=subscribed))
        return SILENT
