"""What a handler gets and gives: who did what where, and the answer to a tap."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from telegram import CallbackQuery

from bot.locales import Texts
from bot.tables.state import Person
from bot.telegram_api.callback_data import ButtonAction, CallbackData


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was said or tapped."""

    chat_id: int
    thread_id: int | None
    """The topic of a forum; None elsewhere, and in the General topic."""
    is_private: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A tap by a person. What the button says is untrusted; who tapped is Telegram's word."""

    tap: CallbackData
    person: Person
    place: Place
    texts: Texts
    """In the language of the person."""
    query: CallbackQuery

    @property
    def mark(self) -> str:
        """What identifies this tap, for the seed of the next deal."""
        return self.query.id


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a tap: a toast, an alert, or a link to open. Empty: the button just stops turning."""

    text: str = ""
    alert: bool = False
    url: str = ""


SILENT = Reply()
Handle: TypeAlias = Callable[[Call], Awaitable[Reply]]
Verbs: TypeAlias = dict[ButtonAction, Handle]
