"""Commands: who said one where, and what to say when it is refused."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from telegram import Message, Update
from telegram.ext import CommandHandler, ContextTypes, filters

from bot.handlers.calls import Place
from bot.handlers.panels import language_at
from bot.handlers.replies import tell
from bot.handlers.router import Refusals, is_anonymous, place_of, sayer
from bot.handlers.services import Services
from bot.handlers.throttle import Verdict
from bot.locales import Texts, texts_for
from bot.screens.refusals import Denial, refusal_text
from bot.tables.state import Person
from storage import ChatKind

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Command:
    """A command a person gave. `args` are the words after it, untrusted."""

    message: Message
    person: Person
    place: Place
    texts: Texts
    args: tuple[str, ...]

    @property
    def is_anonymous(self) -> bool:
        """Whether an administrator gave it in the name of the group: he may manage, he may not sit."""
        return is_anonymous(self.message)

    @property
    def mark(self) -> str:
        """What identifies this command, for the seed of the next deal."""
        return f"{self.message.chat.id}.{self.message.message_id}"


Obey: TypeAlias = Callable[[Command], Awaitable[None]]


class Commands:
    """Makes PTB handlers of functions that take a `Command`; edited messages are no commands."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._refusals = Refusals(services)

    def handler(self, name: str, obey: Obey) -> CommandHandler[ContextTypes.DEFAULT_TYPE, None]:
        """The handler of `/name`."""

        async def handle(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
            await self._obey(update, tuple(context.args or ()), obey)

        return CommandHandler(name, handle, filters=filters.UpdateType.MESSAGE)

    async def _obey(self, update: Update, args: tuple[str, ...], obey: Obey) -> None:
        message = update.message
        if message is None or message.from_user is None:
            return
        place = place_of(message)
        giver = place.chat_id if is_anonymous(message) else message.from_user.id
        verdict = self._services.guard.command(giver, place.chat_id)
        if verdict is Verdict.IGNORE:
            return
        texts = texts_for(self._services.settings.default_language)
        try:
            person = await sayer(message, self._services.directory)
            if person is None:
                return
            await self._note(message, person, place)
            language = await language_at(self._services, place, person) if is_anonymous(message) else person.language
            texts = texts_for(language)
            if verdict is Verdict.TELL:
                tell(self._services, place, refusal_text(Denial.TOO_FAST, texts), to=message)
                return
            await self._carry_out(obey, Command(message, person, place, texts, args))
        except Exception:
            log.exception("a fault while a command was obeyed, or while its refusal was put into words")
            tell(self._services, place, refusal_text(Denial.ERROR, texts), to=message)

    async def _carry_out(self, obey: Obey, command: Command) -> None:
        try:
            await obey(command)
        except Exception as error:
            text = await self._refusals.text(error, command.texts)
            tell(self._services, command.place, text, to=command.message)

    async def _note(self, message: Message, person: Person, place: Place) -> None:
        """What a message tells beside its text: where the bot is, and that it may write to this person."""
        services = self._services
        chat = message.chat
        await services.database.chats.seen(chat.id, ChatKind(chat.type), chat.title, bool(chat.is_forum))
        services.outbox.note_activity(place.chat_id, place.thread_id, message.message_id)
        if place.is_private:
            await services.directory.set_reachable(person.id, True)
