"""Signing in to the page by Telegram's word: init data in, a token of our own out.

Telegram signs the init data with a key made from the bot's token. Some clients hand out what they were given at the
first launch for up to a day, so data of hours ago are good; they are traded at once for a token that only lives here.
"""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum, unique
from typing import Final

from cachetools import TTLCache
from init_data_py import InitData, validate_by_hash
from init_data_py.errors import ExpiredError, InvalidInitDataError

from bot.errors import BotError
from bot.tables.clock import Clock, WallClock
from bot.tables.people import Identity

MOST_LETTERS: Final = 6000
"""Of init data; a launch takes some hundreds, with a photo's address a thousand."""
TOKEN_SECONDS: Final = 30 * 60
"""How long a token is good after its page was last heard of."""
_TOKEN_BYTES: Final = 24
_MOST_TOKENS: Final = 50_000


@unique
class SignInError(StrEnum):
    """The reason why somebody is not let in."""

    FORGED = "forged"
    """the data are not what Telegram signs for this bot"""
    OLD = "old"
    """they are, but of too long ago: the page has to be opened again from the chat"""


class NotSignedIn(BotError):
    """Nobody is signed in by this; `reason` says why."""

    def __init__(self, reason: SignInError) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Launch:
    """The word of Telegram on whoever has opened the page."""

    identity: Identity
    start: str = ""
    """What the link said that opened it; the sender of a link may write there what they like."""


@dataclass(frozen=True, slots=True)
class Session:
    """One person on one page."""

    person_id: int
    telegram_id: int
    watches: int = 0
    """The table at which they may look on without a seat; 0 for none."""


class SignIn:
    """Checks init data, and knows who holds which token.

    Args:
        bot_token: the token of the bot; data signed for another are refused.
        hours: how old init data may be.
        wall: the date.
        clock: measures the life of tokens.
    """

    def __init__(self, bot_token: str, hours: float, wall: WallClock, clock: Clock) -> None:
        self._bot_token = bot_token
        self._seconds = hours * 3600
        self._wall = wall
        self._sessions = TTLCache[str, Session](_MOST_TOKENS, TOKEN_SECONDS, clock.now)

    def check(self, init_data: str) -> Launch:
        """Return who has opened the page.

        Raises:
            NotSignedIn: these are not data that Telegram has signed for this bot, or they are too old.
        """
        data = self._validated(init_data)
        user = data.user
        if user is None or user.is_bot or user.id <= 0:
            raise NotSignedIn(SignInError.FORGED)
        identity = Identity(user.id, user.first_name, user.last_name, user.username, user.language_code)
        return Launch(identity, data.start_param or "")

    def open(self, session: Session) -> str:
        """Return a new token for a session."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        self._sessions[token] = session
        return token

    def session(self, token: str) -> Session | None:
        """Return the session of a token, which is good for another while; None if there is none, or no more."""
        session = self._sessions.get(token)
        if session is not None:
            self._sessions[token] = session  # its life begins anew
        return session

    def _validated(self, init_data: str) -> InitData:
        if len(init_data) > MOST_LETTERS:
            raise NotSignedIn(SignInError.FORGED)
        now = datetime.fromtimestamp(self._wall.now(), UTC)
        try:
            return validate_by_hash(init_data, self._bot_token, expires_in=self._seconds, now=now)
        except ExpiredError:
            raise NotSignedIn(self._why_expired(init_data)) from None
        except (InvalidInitDataError, OverflowError, RecursionError, ValueError):
            # The last three: the library reads the fields before it looks at the signature, and they can say anything.
            raise NotSignedIn(SignInError.FORGED) from None

    def _why_expired(self, init_data: str) -> SignInError:
        """OLD where Telegram has signed them: the library looks at the date first."""
        try:
            validate_by_hash(init_data, self._bot_token, expires_in=None)
        except (InvalidInitDataError, ValueError):
            return SignInError.FORGED
        return SignInError.OLD
