"""From Telegram to a handler and back: every tap is answered exactly once, every fault reaches the log and one
sentence the person.
"""

import logging
from collections.abc import Iterable
from typing import Final

from telegram import Chat, Message, Update, User
from telegram.constants import ChatType
from telegram.ext import ContextTypes

from bot.handlers.calls import SILENT, Call, Place, Reply, Verbs
from bot.handlers.denied import Denied
from bot.handlers.replies import WORTH_SAYING_SECONDS
from bot.handlers.services import Services
from bot.handlers.throttle import Verdict
from bot.locales import Texts, texts_for
from bot.process.logs import context
from bot.screens.refusals import Denial, reason_text, refusal_text
from bot.screens.screen import Screen
from bot.screens.toasts import Toast, toast_text
from bot.tables.people import Directory, Identity
from bot.tables.refusals import Refused
from bot.tables.state import Person
from bot.telegram_api.callback_data import CallbackData
from engine.errors import EngineError
from engine.ruleset import DEFAULT_RULES

log = logging.getLogger(__name__)

APOLOGY_SECONDS: Final = 600.0
"""Nobody gets more than one apology in so long a time, however often he has tapped in vain."""


def place_of(message: Message) -> Place:
    """Where a message is. A thread id counts only in a topic: elsewhere it is the root of a chain of replies."""
    thread_id = message.message_thread_id if message.is_topic_message else None
    return Place(message.chat.id, thread_id, message.chat.type == ChatType.PRIVATE)


def identity_of(user: User) -> Identity:
    """A user of Telegram's as the tables know people."""
    return Identity(user.id, user.first_name, user.last_name, user.username, user.language_code)


def is_anonymous(message: Message) -> bool:
    """Whether an administrator wrote in the name of the group."""
    return message.sender_chat is not None and message.sender_chat.id == message.chat.id


async def sayer(message: Message, directory: Directory) -> Person | None:
    """Who wrote a message; None for channels and for users Telegram does not name."""
    if message.from_user is None or (message.sender_chat is not None and not is_anonymous(message)):
        return None
    return await directory.meet(identity_of(message.from_user))


class Refusals:
    """What was refused, in words."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def text(self, error: Exception, texts: Texts, table_id: int = 0) -> str:
        """A sentence for the person; what is nobody's refusal goes to the log and is called a fault."""
        if isinstance(error, Refused):
            return await self._refused(error, texts)
        if isinstance(error, Denied):
            return refusal_text(error.denial, texts)
        if isinstance(error, EngineError):
            table = next((one for one in self._services.tables.live if one.state.id == table_id), None)
            return reason_text(error, texts, table.state.rules if table else DEFAULT_RULES)
        log.error("a fault while serving somebody", exc_info=error)
        return refusal_text(Denial.ERROR, texts)

    async def _refused(self, error: Refused, texts: Texts) -> str:
        chat = None if error.chat_id is None else await self._services.database.chats.get(error.chat_id)
        return refusal_text(error.code, texts, missing=error.missing, chat=(chat.title or "") if chat else "")


class Router:
    """Taps to the handlers of their verbs."""

    def __init__(self, services: Services, groups: Iterable[Verbs]) -> None:
        self._services = services
        self._refusals = Refusals(services)
        self._verbs: Verbs = {verb: handle for group in groups for verb, handle in group.items()}

    async def on_tap(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Serve a tap."""
        query = update.callback_query
        if query is None:
            return
        place = _tapped_at(update, query.from_user)
        verdict = self._services.guard.tap(query.from_user.id, place.chat_id)
        if verdict is Verdict.IGNORE:
            await self._services.outbox.answer(query.id)
            return
        texts = texts_for(self._services.settings.default_language)
        try:
            person = await self._services.directory.meet(identity_of(query.from_user))
            texts = texts_for(person.language)
            if verdict is Verdict.TELL:
                reply = Reply(refusal_text(Denial.TOO_FAST, texts))
            else:
                reply = await self._reply(update, person, texts)
        except Exception:
            log.exception("a fault while somebody's tap was served, or while its refusal was put into words")
            reply = Reply(refusal_text(Denial.ERROR, texts))
        seen = await self._services.outbox.answer(query.id, reply.text, alert=reply.alert, url=reply.url or None)
        if not seen and reply.text and place.is_private:
            self._apologize(place, texts)

    def _apologize(self, place: Place, texts: Texts) -> None:
        """A tap came too late to be served and to be answered, as happens when the bot was down: say so, once."""
        screen = Screen(toast_text(Toast.APOLOGY, texts), silent=True)
        key = f"apology:{self._services.clock.now() // APOLOGY_SECONDS:.0f}"
        self._services.outbox.say(place.chat_id, None, screen, key=key, expires_after=WORTH_SAYING_SECONDS)

    async def _reply(self, update: Update, person: Person, texts: Texts) -> Reply:
        query = update.callback_query
        if query is None or query.data is None:
            return SILENT
        tap = None
        try:
            tap = CallbackData.decode(query.data)
            handle = self._verbs[tap.action]
        except (ValueError, KeyError):
            return Reply(refusal_text(Denial.OLD_BUTTON, texts))
        place = _tapped_at(update, query.from_user)
        with context(chat=place.chat_id, table=tap.table, deal=tap.deal, turn=tap.turn):
            try:
                return await handle(Call(tap, person, place, texts, query))
            except Exception as error:
                return Reply(await self._refusals.text(error, texts))


def _tapped_at(update: Update, user: User) -> Place:
    """Where a tap was made; the message may be too old for Telegram to tell more than its chat."""
    query = update.callback_query
    message = query.message if query else None
    if isinstance(message, Message):
        return place_of(message)
    chat: Chat | None = message.chat if message else None
    chat_id = chat.id if chat else user.id
    return Place(chat_id, None, chat_id == user.id)
