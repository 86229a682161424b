"""The input and output of handlers: who did what where, and the answer; and how handlers say what they serve."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeAlias

from telegram import CallbackQuery, Message, User
from telegram.constants import ChatType

from bot.locales import Texts
from bot.outbox import Asker
from bot.tables.people import Identity
from bot.tables.state import Person
from bot.telegram_api.callback_data import ButtonAction, CallbackData


@dataclass(frozen=True, slots=True)
class Place:
    """The chat and topic in which something was said or tapped."""

    chat_id: int
    thread_id: int | None
    """The topic of a forum; None elsewhere, and in the General topic."""
    is_private: bool
    alone: Asker | None = None
    """Who asked, where it was by an ephemeral command or by a tap on what they alone see: so is the answer to be."""

    @classmethod
    def of(cls, message: Message) -> "Place":
        """The place of a message. Thread ids count only in topics: elsewhere they are roots of chains of replies."""
        thread_id = message.message_thread_id if message.is_topic_message else None
        return cls(message.chat.id, thread_id, message.chat.type == ChatType.PRIVATE)

    @classmethod
    def of_command(cls, message: Message) -> "Place":
        """The place of a command. Nobody is answered alone who wrote in the name of the group."""
        place, command_id, sender = cls.of(message), ephemeral_id_of(message), message.from_user
        if command_id is None or sender is None or sender.is_bot:
            return place
        return replace(place, alone=Asker(sender.id, command_id=command_id))

    @classmethod
    def of_tap(cls, query: CallbackQuery) -> "Place":
        """The place of a tap; its message may be too old for Telegram to tell more than its chat."""
        message = query.message
        if not isinstance(message, Message):
            chat_id = message.chat.id if message else query.from_user.id
            return cls(chat_id, None, chat_id == query.from_user.id)
        place = cls.of(message)  # the sender of the message is the bot, and no receiver
        if ephemeral_id_of(message) is None:
            return place
        return replace(place, alone=Asker(query.from_user.id, query_id=query.id))

    @classmethod
    def private(cls, person: Person) -> "Place":
        """The private chat of a person."""
        return cls(person.telegram_id, None, is_private=True)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to something that arrived. Empty: there is nothing to say, and a button just stops turning."""

    text: str = ""
    """Plain; for a tap a toast."""
    alert: bool = False
    """For a tap: the text is an alert that has to be closed."""
    url: str = ""
    """For a tap: a link to open."""
    curious: str | None = None
    """For a command in a group: nobody waits for it, as in `Outbox.say`."""


SILENT: Final = Reply()


def identity_of(user: User) -> Identity:
    """The identity of somebody by Telegram's word."""
    return Identity(user.id, user.first_name, user.last_name, user.username, user.language_code)


def ephemeral_id_of(message: object) -> int | None:
    """The id of a message that one member of a group sees alone; None for any other."""
    found = message.api_kwargs.get("ephemeral_message_id") if isinstance(message, Message) else None
    return found if isinstance(found, int) else None


def is_anonymous(message: Message) -> bool:
    """Return whether an administrator wrote in the name of the group."""
    return message.sender_chat is not None and message.sender_chat.id == message.chat.id


@dataclass(frozen=True, slots=True)
class TapContext:
    """A tap by a person. What the button says is untrusted; who tapped is Telegram's word."""

    data: CallbackData
    person: Person
    place: Place
    texts: Texts
    """In the language of the person."""
    query: CallbackQuery

    @property
    def seed_input(self) -> str:
        """The mark of this tap, for the seed of the next deal."""
        return self.query.id


@dataclass(frozen=True, slots=True)
class CommandContext:
    """A command that a person gave. `args` are the words after it, untrusted."""

    message: Message
    person: Person
    place: Place
    texts: Texts
    """In the language of the person; of the group, where an administrator writes in its name."""
    args: tuple[str, ...]

    @property
    def is_anonymous(self) -> bool:
        """True if an administrator gave it in the name of the group: they may manage, they may not sit."""
        return is_anonymous(self.message)

    @property
    def seed_input(self) -> str:
        """The mark of this command, for the seed of the next deal."""
        return f"{self.message.chat.id}.{self.message.message_id}"


@dataclass(frozen=True, slots=True)
class TextContext:
    """Something other than a command that a person wrote in the private chat."""

    text: str
    """Untrusted."""
    person: Person
    place: Place
    texts: Texts


TapHandler: TypeAlias = Callable[[TapContext], Awaitable[Reply]]
TapHandlers: TypeAlias = Mapping[ButtonAction, TapHandler]
CommandHandler: TypeAlias = Callable[[CommandContext], Awaitable[None]]
TextHandler: TypeAlias = Callable[[TextContext], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Command:
    """A command as it is registered: `/name` is carried out by `handle`."""

    name: str
    handle: CommandHandler
    owner_only: bool = False
    """To everybody but the owner of the bot this command does not exist."""


class Handlers(Protocol):
    """A group of handlers, and what they serve."""

    @property
    def taps(self) -> TapHandlers:
        """The taps served here, by what their buttons ask for."""

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
