"""/settings: in a group the panel of its administrators, in private everybody's own."""

import asyncio
from collections.abc import Sequence

from bot.handlers.contexts import Command, CommandContext, Place, Reply, TapContext, TapHandlers
from bot.handlers.denied import Denied
from bot.handlers.panels import language_at, require_offered, turn
from bot.handlers.replies import show
from bot.handlers.services import Services
from bot.locales import texts_for
from bot.screens.chat_settings import CHAT_SETTINGS, ChatChoices
from bot.screens.person_settings import PERSON_SETTINGS, PersonChoices
from bot.screens.refusals import Denial
from bot.screens.screen import Screen
from bot.screens.setting import changed, typed_setting
from bot.screens.settings import chat_settings_screen, my_settings_screen, no_such_setting_screen
from bot.screens.toasts import Toast, toast_text
from bot.tables.state import Language, Person, TableOptions
from bot.telegram_api.callback_data import ButtonAction
from engine.players import Strength
from storage import Chat, Unknown


class PreferenceHandlers:
    """The panels and what their buttons change."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._changing = asyncio.Lock()

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
        return (Command("settings", self.settings),)

    @property
    def taps(self) -> TapHandlers:
        """The taps served here."""
        return {ButtonAction.SETTING: self._change}

    async def settings(self, command: CommandContext) -> None:
        """/settings: the panel; in a group with words after it, a number, as in `/settings base 250`.

        Raises:
            Denied: it is a group, and the person no administrator of it.
        """
        person, place = command.person, command.place
        if place.is_private:
            stored = self._services.database.people.get(person.id)
            show(self._services, place, my_settings_screen(stored.settings, person.language))
            return
        if not command.is_anonymous:
            await self._require_admin(place, person)
        chat, language = await self._chat(place, person)
        if not command.args:
            show(self._services, place, chat_settings_screen(chat.title or "", chat.options, language))
            return
        try:
            arg = typed_setting(CHAT_SETTINGS, command.args)
            async with self._changing:
                screen = await self._changed_chat(place, person, arg)
        except ValueError:
            screen = no_such_setting_screen(language)
        show(self._services, place, screen)

    async def _change(self, tap: TapContext) -> Reply:
        require_offered(tap)
        try:
            async with self._changing:
                if tap.place.is_private:
                    return await self._change_own(tap)
                await self._require_admin(tap.place, tap.person)
                chat, language = await self._chat(tap.place, tap.person)
                before = ChatChoices(chat.options, language)
                unchanged = changed(CHAT_SETTINGS, tap.data.arg, before) == before
                turn(self._services, tap, await self._changed_chat(tap.place, tap.person, tap.data.arg))
                return Reply(toast_text(Toast.SETTING_UNCHANGED if unchanged else Toast.CHAT_SETTING_SAVED, tap.texts))
        except ValueError:
            raise Denied(Denial.BAD_SETTING) from None

    async def _change_own(self, tap: TapContext) -> Reply:
        people = self._services.database.people
        before = PersonChoices(people.get(tap.person.id).settings, tap.person.language)
        settings = changed(PERSON_SETTINGS, tap.data.arg, before).settings
        await people.save_settings(tap.person.id, settings)
        person = await self._services.directory.get(tap.person.id)
        await self._services.tables.refresh_person(person.id)
        turn(self._services, tap, my_settings_screen(settings, person.language))
        return Reply(toast_text(Toast.SETTING_SAVED, texts_for(person.language)))

    async def _changed_chat(self, place: Place, person: Person, arg: str) -> Screen:
        """Change a setting of a group; its panel after that."""
        chat, language = await self._chat(place, person)
        chats, chat_id = self._services.database.chats, place.chat_id
        after = changed(CHAT_SETTINGS, arg, ChatChoices(chat.options, language))
        options, spoken = after.options, after.language
        await chats.save_options(chat_id, options, None if spoken is language else spoken)
        await self._services.tables.set_rules(
            chat_id,
            options.rules,
            TableOptions(options.computers_allowed, Strength(options.strength), spoken, options.aloud),
        )
        return chat_settings_screen(chat.title or "", options, spoken)

    async def _chat(self, place: Place, person: Person) -> tuple[Chat, Language]:
        """A group and the language it is spoken to in."""
        chat = self._services.database.chats.get(place.chat_id)
        if chat is None:
            raise Unknown(f"chat {place.chat_id} is unknown, though somebody wrote there")
        return chat, language_at(self._services, place, person)

    async def _require_admin(self, place: Place, person: Person) -> None:
        if not await self._services.admins.covers(place.chat_id, person.telegram_id):
            raise Denied(Denial.ADMIN_ONLY)
