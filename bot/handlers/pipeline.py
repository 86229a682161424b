"""The one way in which everything that people send is served: a tap, a command, typed text.

    what         Telegram's update becomes an `Arrival`; one that was carried out before a kill is only answered
    throttle     too much from one person or group is said once, then left alone
    person       who sent it, by Telegram's word; channels and bots are no people
    language     theirs; in the name of a group, the group's
    handler      by the button's action or the command's name, with a context that says who, where and what
    refusal      whatever the handler raises becomes a sentence; what is nobody's refusal is logged, and called a fault
    reply        a toast for a tap, a message for a command, the hand for a typed play

`Pipeline._serve` is that order. What differs between the three kinds is in `_Tap`, `_Command` and `_Text`; what is done
for whom is in the handlers, which say by `taps` and `commands` what they serve.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Sequence
from typing import Any, Final

from telegram import CallbackQuery, Chat, Message, Update, User, ext
from telegram.ext import ContextTypes, filters

from bot.handlers.contexts import (
    SILENT,
    Command,
    CommandContext,
    Handlers,
    Place,
    Reply,
    TapContext,
    TapHandler,
    TextContext,
    TextHandler,
    ephemeral_id_of,
    identity_of,
    is_anonymous,
)
from bot.handlers.denied import Denied
from bot.handlers.panels import group_language, language_at
from bot.handlers.refusal_texts import RefusalTexts
from bot.handlers.replies import WORTH_SAYING_SECONDS, tell
from bot.handlers.services import Services
from bot.handlers.throttle import Throttle, Verdict
from bot.locales import Texts, texts_for
from bot.outbox.presenter import group_hand
from bot.process.logs import context
from bot.screens.refusals import Denial, refusal_text
from bot.screens.screen import Screen
from bot.screens.toasts import Toast, toast_text
from bot.tables.doing import carrying_out
from bot.tables.state import Person, Playing
from bot.tables.table import Table
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from storage import ChatKind

log = logging.getLogger(__name__)

APOLOGY_SECONDS: Final = 600.0
"""Nobody gets more than one apology in so long a time, however often they have tapped in vain."""


class Arrival(ABC):
    """Something a person has sent, and how it is answered."""

    def __init__(self, services: Services, sender: User, place: Place) -> None:
        self.sender = sender
        self.place = place
        self.facts: dict[str, int | str] = {"chat": place.chat_id}
        """What the log should say of it."""
        self._services = services

    @abstractmethod
    def count(self, throttle: Throttle) -> Verdict:
        """Count it, and say what becomes of it."""

    async def texts_for(self, person: Person) -> Texts:
        """The texts in which this person is answered; whatever else is to be learned from it is noted here."""
        return texts_for(person.language)

    @abstractmethod
    async def handle(self, person: Person, texts: Texts) -> Reply:
        """Have it carried out.

        Raises:
            Refusal, EngineError: it is not allowed.
        """

    @abstractmethod
    async def answer(self, reply: Reply, texts: Texts) -> None:
        """Give the reply to whoever sent it."""


class _Tap(Arrival):
    """A tapped button. It is answered in any case, or it would go on turning."""

    def __init__(self, services: Services, query: CallbackQuery, handlers: dict[ButtonAction, TapHandler]) -> None:
        super().__init__(services, query.from_user, Place.of_tap(query))
        self._query = query
        self._handlers = handlers
        self._data = _decoded(query)
        if self._data is not None:
            self.facts |= {"table": self._data.table, "deal": self._data.deal, "turn": self._data.turn}

    def count(self, throttle: Throttle) -> Verdict:
        return throttle.tap(self.sender.id, self.place.chat_id)

    async def handle(self, person: Person, texts: Texts) -> Reply:
        handler = self._handlers.get(self._data.action) if self._data else None
        if self._data is None or handler is None:
            raise Denied(Denial.OLD_BUTTON)
        ephemeral_id = ephemeral_id_of(self._query.message)
        table = self._services.tables.of_person(person.id) if ephemeral_id is not None else None
        if ephemeral_id is not None and table is not None and table.state.id == self._data.table:
            self._services.outbox.seen_alone(group_hand(table.state, person), ephemeral_id)
        return await handler(TapContext(self._data, person, self.place, texts, self._query))

    async def answer(self, reply: Reply, texts: Texts) -> None:
        outbox = self._services.outbox
        seen = await outbox.answer(self._query.id, reply.text, alert=reply.alert, url=reply.url or None)
        if not seen and reply.text and self.place.is_private:
            self._apologize(texts)

    def _apologize(self, texts: Texts) -> None:
        """The tap came too late to be served and to be answered, as happens when the bot was down: say so, once."""
        screen = Screen(toast_text(Toast.APOLOGY, texts), silent=True)
        key = f"apology:{self._services.clock.now() // APOLOGY_SECONDS:.0f}"
        self._services.outbox.say(self.place.chat_id, None, screen, key=key, expires_after=WORTH_SAYING_SECONDS)


class _Command(Arrival):
    """A command. A refusal is a reply to it, so that a group sees whom it is meant for."""

    def __init__(self, services: Services, message: Message, sender: User, command: Command, args: list[str]) -> None:
        super().__init__(services, sender, Place.of_command(message))
        self._message = message
        self._command = command
        self._args = tuple(args)

    def count(self, throttle: Throttle) -> Verdict:
        giver = self.place.chat_id if is_anonymous(self._message) else self.sender.id
        return throttle.command(giver, self.place.chat_id)

    async def texts_for(self, person: Person) -> Texts:
        services, chat, place = self._services, self._message.chat, self.place
        await services.database.chats.seen(chat.id, ChatKind(chat.type), chat.title, bool(chat.is_forum))
        services.outbox.note_activity(place.chat_id, place.thread_id, self._message.message_id or None)
        if place.is_private:  # the bot may write to whoever writes to it
            await services.directory.set_reachable(person.id, True)
        if is_anonymous(self._message):
            return texts_for(language_at(services, place, person))
        return texts_for(person.language)

    async def handle(self, person: Person, texts: Texts) -> Reply:
        if self._command.owner_only and person.telegram_id not in self._services.settings.owner_ids:
            if self.place.is_private:
                raise Denied(Denial.NOT_UNDERSTOOD)
            return SILENT
        await self._command.handle(CommandContext(self._message, person, self.place, texts, self._args))
        return SILENT

    async def answer(self, reply: Reply, texts: Texts) -> None:
        if reply.text:
            tell(self._services, self.place, reply.text, to=self._message, curious=reply.curious)


class _Text(Arrival):
    """Something else that was written in the private chat. A refused play is answered by the hand, which says why."""

    def __init__(self, services: Services, message: Message, sender: User, handle: TextHandler) -> None:
        super().__init__(services, sender, Place.of(message))
        self._text = message.text or ""
        self._handle = handle
        self._played: tuple[Table, Person] | None = None

    def count(self, throttle: Throttle) -> Verdict:
        return throttle.tap(self.sender.id, self.place.chat_id)

    async def handle(self, person: Person, texts: Texts) -> Reply:
        table = self._services.tables.of_person(person.id)
        is_play = bool(self._text) and not self._text.startswith("/")
        if is_play and table is not None and isinstance(table.state, Playing):
            self._played = table, person
        await self._handle(TextContext(self._text, person, self.place, texts))
        return SILENT

    async def answer(self, reply: Reply, texts: Texts) -> None:
        if reply.text and self._played:
            table, person = self._played
            self._services.stage.show_hand(table, person.id, reply.text, fresh=True)
        elif reply.text:
            tell(self._services, self.place, reply.text)


class Pipeline:
    """Takes what arrives from python-telegram-bot, and serves it.

    Args:
        services: what it works with.
        groups: the handlers of taps and commands.
        typed: the handler of what is written in private.
        done: the updates that have been carried out before the bot was started: one that comes again, since Telegram
            was not told, is answered as if all were well, and nothing more.
    """

    def __init__(
        self, services: Services, groups: Iterable[Handlers], typed: TextHandler, done: Container[int] = ()
    ) -> None:
        groups = tuple(groups)
        self._services = services
        self._refusals = RefusalTexts(services)
        self._taps = {action: handler for group in groups for action, handler in group.taps.items()}
        self._commands = tuple(command for group in groups for command in group.commands)
        self._typed = typed
        self._done = done

    @property
    def commands(self) -> Sequence[Command]:
        """Everything that can be commanded."""
        return self._commands

    def handlers(self) -> list[ext.BaseHandler[Any, Any, Any]]:
        """Return what python-telegram-bot has to know. Edited messages are no commands and no plays."""
        written = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE & ~filters.StatusUpdate.ALL
        return [
            *map(self._registered, self._commands),
            ext.CallbackQueryHandler(self.on_tap),
            ext.MessageHandler(written, self.on_text),  # commands that do not exist come here, too
        ]

    async def on_tap(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Serve a tap."""
        if update.callback_query is not None:
            await self._serve(update, _Tap(self._services, update.callback_query, self._taps))

    async def on_command(self, update: Update, command: Command, args: list[str]) -> None:
        """Serve a command that was given with these words after it."""
        message = update.message
        if message is None:
            return
        sender = _sender_of(message)
        if sender is not None:
            await self._serve(update, _Command(self._services, message, sender, command, args))
        elif message.sender_chat is not None and not message.is_automatic_forward:
            await self._refuse_channel(message, message.sender_chat)

    async def on_text(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Serve something written in private."""
        message = update.message
        sender = _sender_of(message) if message else None
        if message is not None and sender is not None:
            await self._serve(update, _Text(self._services, message, sender, self._typed))

    async def _refuse_channel(self, message: Message, channel: Chat) -> None:
        """Say to somebody who writes as a channel that a channel is nobody who could play."""
        if self._services.throttle.command(channel.id, message.chat.id) is not Verdict.SERVE:
            return
        texts = texts_for(group_language(self._services, message.chat.id))
        text = refusal_text(Denial.CHANNEL_CANNOT_PLAY, texts)
        tell(self._services, Place.of(message), text, to=message)

    def _registered(self, command: Command) -> ext.CommandHandler[ContextTypes.DEFAULT_TYPE, None]:
        async def handle(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
            await self.on_command(update, command, context.args or [])

        return ext.CommandHandler(command.name, handle, filters=filters.UpdateType.MESSAGE)

    async def _serve(self, update: Update, arrival: Arrival) -> None:
        """Serve one thing that arrived, from the throttle to the reply."""
        texts = texts_for(self._services.settings.default_language)
        if update.update_id in self._done:
            log.info("update %d was carried out before the bot was started", update.update_id)
            await arrival.answer(SILENT, texts)
            return
        verdict = arrival.count(self._services.throttle)
        if verdict is Verdict.IGNORE:
            await arrival.answer(SILENT, texts)
            return
        with context(**arrival.facts):
            try:
                person = await self._services.directory.meet(identity_of(arrival.sender))
                texts = await arrival.texts_for(person)
                if verdict is Verdict.WARN:
                    reply = Reply(refusal_text(Denial.TOO_FAST, texts), curious="too fast")
                else:
                    with carrying_out(update.update_id):
                        reply = await arrival.handle(person, texts)
            except Exception as error:
                reply = Reply(await self._refusals.text(error, texts))
            await arrival.answer(reply, texts)


def _sender_of(message: Message) -> User | None:
    """The person who wrote a message, by Telegram's word; None for channels, for bots, and where Telegram does not say.

    To Telegram an administrator who writes in the name of the group is a bot of its own, and here a person.
    """
    if is_anonymous(message):
        return message.from_user
    if message.sender_chat is not None or message.from_user is None or message.from_user.is_bot:
        return None
    return message.from_user


def _decoded(query: CallbackQuery) -> CallbackData | None:
    """The data of a tapped button; None where it is not ours, or not ours any more."""
    try:
        return CallbackData.decode(query.data or "")
    except ValueError:
        return None
