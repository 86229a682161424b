"""The words the outbox speaks: slots, the messages it owns, and what may be wrong with a chat."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import Final, Protocol, TypeAlias

from bot.screens.screen import Picture, Screen

MOST_REPLACED: Final = 10
"""Messages that a slot remembers until they are removed; of more, the oldest may stay if the process is killed."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a chat where one screen is shown at a time, by one message.

    `thread_id` is the topic of a forum, None elsewhere and in General; `name` tells the slots of a chat apart
    ("table:71", "hand:71").
    """

    chat_id: int
    thread_id: int | None
    name: str


@dataclass(frozen=True, slots=True)
class EphemeralSlot:
    """A place in a group where one screen is shown at a time to one member alone.

    `receiver_id` is their Telegram id; `thread_id` and `name` are as those of a `Slot`.
    """

    chat_id: int
    thread_id: int | None
    receiver_id: int
    name: str


@unique
class MessageKind(StrEnum):
    """The kinds of messages; Telegram turns a text into a photo, but never back."""

    TEXT = "text"
    PHOTO = "photo"


@dataclass(frozen=True, slots=True)
class Replaced:
    """A message that is to go, since another one shows its slot. `posted_at` is in seconds since the epoch.

    `maybe_foreign` means that it may be somebody else's, or not be there at all.
    """

    message_id: int
    posted_at: float
    maybe_foreign: bool = False


@dataclass(frozen=True, slots=True)
class OwnMessage:
    """The message that shows a slot's screen.

    `posted_at` is in seconds since the epoch. `digest` stands for what the message says, empty where that is not
    certain; `picture` is the key of its picture, empty for a text. `replaced` are those before it that are not known
    to be gone, oldest first: whoever finds them on record after a restart removes them.
    """

    message_id: int
    posted_at: float
    kind: MessageKind
    digest: str = ""
    picture: str = ""
    replaced: tuple[Replaced, ...] = ()

    def in_place_of(self, before: "OwnMessage | None") -> "OwnMessage":
        """This message, remembering the one that has shown the slot before it, and what that had replaced."""
        if before is None:
            return self
        replaced = (*before.replaced, Replaced(before.message_id, before.posted_at), *self.replaced)
        return replace(self, replaced=replaced[-MOST_REPLACED:])

    def without(self, message_id: int) -> "OwnMessage":
        """This message; one that it has replaced is gone."""
        return replace(self, replaced=tuple(one for one in self.replaced if one.message_id != message_id))


class MessageStore(Protocol):
    """A store of which message shows which slot, so that a restart goes on editing it."""

    async def load(self, slot: Slot) -> OwnMessage | None:
        """The message of a slot, None if it has none."""

    async def save(self, slot: Slot, message: OwnMessage) -> None:
        """Keep the message of a slot in place of the one before."""

    async def remove(self, slot: Slot) -> None:
        """The slot has no message any more; nothing happens if it had none."""


class FileStore(Protocol):
    """A store of Telegram's ids of pictures, by the pictures' keys."""

    async def load(self, key: str) -> str | None:
        """The file id of a picture, None if Telegram does not have it."""

    async def save(self, key: str, file_id: str) -> None:
        """Keep the file id of a picture."""

    async def remove(self, key: str) -> None:
        """Telegram does not know this file any more."""


@dataclass(frozen=True, slots=True)
class Asker:
    """A member of a group who has asked for something, and is to see the answer alone.

    Attributes:
        telegram_id: who they are.
        query_id: the tap by which they did, on a message that they alone see.
        command_id: the id of the ephemeral command by which they did.
    """

    telegram_id: int
    query_id: str | None = None
    command_id: int | None = None


Build: TypeAlias = Callable[[], Screen]
"""Makes a screen of what is so now. Called when its turn to be sent has come; what was overwritten by then never is."""
Draw: TypeAlias = Callable[[Picture], Awaitable[bytes | None]]
"""Draws a picture as an image file; None: no picture, show the text alone."""


@unique
class TroubleKind(StrEnum):
    """The reasons why nothing can be shown in a chat until somebody there changes something."""

    BLOCKED = "blocked"
    """The person stopped the bot."""
    NOT_STARTED = "not started"
    """The person never pressed Start, so the bot may not write first."""
    DEACTIVATED = "deactivated"
    """The person's account is gone."""
    REMOVED = "removed"
    """The bot is no member of the group, or the group is gone."""
    NOT_FOUND = "not found"
    """Telegram knows no such chat, or does not let the bot know it."""
    NO_RIGHTS = "no rights"
    """The bot is in the group and may not write there."""
    TOPIC_CLOSED = "topic closed"
    """Nobody but administrators may write in this topic."""
    TOPIC_GONE = "topic gone"
    """There is no such topic (any more). The outbox goes on in the chat without it."""
    MIGRATED = "migrated"
    """The group became a supergroup with another id. The outbox goes on there."""


@dataclass(frozen=True, slots=True)
class ChatTrouble:
    """A chat or topic with its trouble; `new_chat_id` is set for MIGRATED."""

    kind: TroubleKind
    chat_id: int
    thread_id: int | None = None
    new_chat_id: int | None = None


OnTrouble: TypeAlias = Callable[[ChatTrouble], Awaitable[None]]
"""Told about every trouble, once for each attempt to show something."""
