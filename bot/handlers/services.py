"""What the handlers work with."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from telegram import Bot
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.handlers.throttle import Throttle
from bot.outbox import Outbox
from bot.process.config import Settings
from bot.tables.clock import Clock, WallClock
from bot.tables.people import Directory
from bot.tables.service import TableService
from bot.tables.stage import Stage
from storage import Database

LINK_SECONDS: Final = 30 * 60
ADMIN_SECONDS: Final = 30
_CODE_BYTES: Final = 9


class Links:
    """One-time codes in deep links: who presses Start with one takes the seat he had asked for.

    They live in memory: after a restart a link is old, and its owner taps 加入 once more.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._codes: dict[str, tuple[int, int, float]] = {}

    def make(self, telegram_id: int, table_id: int) -> str:
        """A code with which this person, and nobody else, may sit down at this table."""
        now = self._clock.now()
        self._codes = {code: link for code, link in self._codes.items() if link[2] > now}
        code = secrets.token_urlsafe(_CODE_BYTES)
        self._codes[code] = (telegram_id, table_id, now + LINK_SECONDS)
        return code

    def use(self, code: str, telegram_id: int) -> int | None:
        """The table of a code, which is then used up; None if it is not this person's, or too old."""
        owner, table_id, until = self._codes.get(code, (0, 0, 0.0))
        if owner != telegram_id or until <= self._clock.now():
            return None
        del self._codes[code]
        return table_id


class Admins:
    """Who is an administrator of a group; Telegram is asked, and its answer kept for half a minute."""

    def __init__(self, bot: Bot, clock: Clock) -> None:
        self._bot = bot
        self._clock = clock
        self._known: dict[tuple[int, int], tuple[bool, float]] = {}

    async def covers(self, chat_id: int, telegram_id: int) -> bool:
        """Whether somebody is an administrator of a group; not where Telegram does not say so."""
        now = self._clock.now()
        known = self._known.get((chat_id, telegram_id))
        if known is not None and known[1] > now:
            return known[0]
        try:
            member = await self._bot.get_chat_member(chat_id, telegram_id)
        except TelegramError:
            return False
        is_admin = member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)
        self._known = {who: answer for who, answer in self._known.items() if answer[1] > now}
        self._known[chat_id, telegram_id] = (is_admin, now + ADMIN_SECONDS)
        return is_admin


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a handler may use."""

    settings: Settings
    clock: Clock
    """What lasts is measured by it."""
    wall: WallClock
    """The date."""
    database: Database
    directory: Directory
    tables: TableService
    stage: Stage
    outbox: Outbox
    bot: Bot
    admins: Admins
    links: Links
    throttle: Throttle = field(default_factory=Throttle)
    stop: Callable[[], None] = field(default=lambda: None)
    """Ends the process in good order."""
