"""The meaning of errors of Telegram for what was to be shown."""

import re
from dataclasses import dataclass
from enum import Enum, auto, unique
from typing import Final

from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot.outbox.model import TroubleKind
from bot.telegram_api.transport import NEVER_SENT


@unique
class ErrorKind(Enum):
    """The kinds of failed calls."""

    UNCHANGED = auto()
    """The message says so already."""
    LOST = auto()
    """The message is gone or can no longer be edited: post another."""
    FLOOD = auto()
    """Too much for this chat; the limiter knows how long to wait."""
    NOT_DONE = auto()
    """It never took effect: try again."""
    UNKNOWN = auto()
    """Nobody knows whether it took effect."""
    NO_PHOTOS = auto()
    """The bot may send texts to this chat, but no photos."""
    BAD_PHOTO = auto()
    """Telegram does not take this photo, or not with so long a text under it: the text alone may do."""
    BAD_FILE = auto()
    """Telegram does not know the file id any more."""
    TROUBLE = auto()
    """Nothing can be shown in this chat."""
    REFUSED = auto()
    """Telegram does not take this screen; it is wrong."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An error, understood."""

    kind: ErrorKind
    trouble: TroubleKind | None = None
    new_chat_id: int | None = None


# By the first pattern found in the description; Telegram has no error codes beside 400 and 403.
_FORBIDDEN: Final = (
    (r"blocked by the user", TroubleKind.BLOCKED),
    (r"can't initiate conversation|can't send messages to bots", TroubleKind.NOT_STARTED),
    (r"user is deactivated", TroubleKind.DEACTIVATED),
    (r"kicked|not a member|deleted|deactivated|upgraded", TroubleKind.REMOVED),
)
_BAD_REQUEST: Final = (
    (r"not modified", Failure(ErrorKind.UNCHANGED)),
    (
        r"message to edit not found|message can't be edited|MESSAGE_ID_INVALID|message identifier|"
        r"there is no (text|caption|media) in the message",
        Failure(ErrorKind.LOST),
    ),
    (r"rights to send photos|CHAT_SEND_(PHOTOS|MEDIA)_FORBIDDEN", Failure(ErrorKind.NO_PHOTOS)),
    (r"IMAGE_PROCESS_FAILED|PHOTO_|caption is too long|CAPTION_TOO_LONG", Failure(ErrorKind.BAD_PHOTO)),
    (
        r"wrong (remote )?file|FILE_REFERENCE|FILE_ID_INVALID|file is temporarily unavailable",
        Failure(ErrorKind.BAD_FILE),
    ),
    (r"TOPIC_CLOSED", Failure(ErrorKind.TROUBLE, TroubleKind.TOPIC_CLOSED)),
    (r"thread not found|TOPIC_DELETED|TOPIC_ID_INVALID", Failure(ErrorKind.TROUBLE, TroubleKind.TOPIC_GONE)),
    (
        r"rights|CHAT_WRITE_FORBIDDEN|CHAT_RESTRICTED|CHAT_SEND_\w+_FORBIDDEN|CHAT_ADMIN_REQUIRED",
        Failure(ErrorKind.TROUBLE, TroubleKind.NO_RIGHTS),
    ),
    (r"group is deactivated|chat was (deleted|deactivated)", Failure(ErrorKind.TROUBLE, TroubleKind.REMOVED)),
    (
        r"chat not found|PEER_ID_INVALID|user not found|INPUT_USER_DEACTIVATED",
        Failure(ErrorKind.TROUBLE, TroubleKind.NOT_FOUND),
    ),
)


def classify(error: TelegramError) -> Failure:
    """Return what an error means. The order matters: `BadRequest` and `TimedOut` are kinds of `NetworkError`."""
    if isinstance(error, RetryAfter):
        return Failure(ErrorKind.FLOOD)
    if isinstance(error, ChatMigrated):
        return Failure(ErrorKind.TROUBLE, TroubleKind.MIGRATED, error.new_chat_id)
    if isinstance(error, Forbidden):
        kinds = (kind for pattern, kind in _FORBIDDEN if re.search(pattern, error.message, re.IGNORECASE))
        return Failure(ErrorKind.TROUBLE, next(kinds, TroubleKind.NO_RIGHTS))
    if isinstance(error, BadRequest):
        found = (failure for pattern, failure in _BAD_REQUEST if re.search(pattern, error.message, re.IGNORECASE))
        return next(found, Failure(ErrorKind.REFUSED))
    if isinstance(error, NetworkError):
        return Failure(ErrorKind.NOT_DONE if _never_took_effect(error) else ErrorKind.UNKNOWN)
    return Failure(ErrorKind.NOT_DONE)  # the token is refused, somebody else polls: not the screen's fault


def is_missing(error: BadRequest) -> bool:
    """Return whether a message was not found, rather than not the bot's to change."""
    return "not found" in error.message.lower() or "MESSAGE_ID_INVALID" in error.message


def _never_took_effect(error: NetworkError) -> bool:
    """Return whether the server was never reached, or answered that it could not do it.

    A `NetworkError` that comes from no exception of the transport is an answer: 502 and its kind.
    """
    cause = error.__cause__
    if cause is not None and not isinstance(cause, TelegramError):
        return isinstance(cause, NEVER_SENT)
    return type(error) is NetworkError and re.search(r"Time-?out", error.message) is None
