"""The services that handlers work with."""

import secrets
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

from cachetools import TTLCache
from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.daily.keeper import DailyKeeper
from bot.handlers.throttle import Throttle
from bot.outbox import Outbox
from bot.process.config import Settings
from bot.review.reviewer import Reviewer
from bot.tables.clock import Clock, WallClock
from bot.tables.people import Directory
from bot.tables.service import TableService
from bot.tables.stage import Stage
from bot.tables.state import Person
from storage import Database

LINK_SECONDS: Final = 30 * 60
ADMIN_SECONDS: Final = 30
UNREACHABLE_SECONDS: Final = 15
COOLDOWN_SECONDS: Final = 10 * 60
_CODE_BYTES: Final = 9
_MOST_KNOWN: Final = 100_000
"""Entries of each memory; where there are more, the oldest go."""


class Links:
    """One-time codes in deep links: whoever presses Start with one takes the seat they had asked for.

    There is one code for a person and a table, good for half an hour since it was last asked for. Codes live in memory:
    after a restart a link is old, and its owner taps 加入 once more.
    """

    def __init__(self, clock: Clock) -> None:
        self._owners = TTLCache[str, tuple[int, int]](_MOST_KNOWN, LINK_SECONDS, clock.now)
        self._codes = TTLCache[tuple[int, int], str](_MOST_KNOWN, LINK_SECONDS, clock.now)

    def make(self, telegram_id: int, table_id: int) -> str:
        """Return the code with which this person, and nobody else, may sit down at this table."""
        owner = telegram_id, table_id
        code = self._codes.get(owner) or secrets.token_urlsafe(_CODE_BYTES)
        self._codes[owner], self._owners[code] = code, owner
        return code

    def use(self, code: str, telegram_id: int) -> int | None:
        """Return the table of a code, which is then used up; None if it is not this person's, or too old."""
        owner = self._owners.get(code)
        if owner is None or owner[0] != telegram_id:
            return None
        del self._owners[code]
        self._codes.pop(owner, None)
        return owner[1]


class Admins:
    """The administrators of groups; Telegram is asked, and its answer kept for half a minute."""

    def __init__(self, bot: Bot, clock: Clock) -> None:
        self._bot = bot
        self._known = TTLCache[tuple[int, int], bool](_MOST_KNOWN, ADMIN_SECONDS, clock.now)

    async def covers(self, chat_id: int, telegram_id: int) -> bool:
        """Return whether somebody is an administrator of a group; not where Telegram does not say so."""
        known = self._known.get((chat_id, telegram_id))
        if known is not None:
            return known
        try:
            member = await self._bot.get_chat_member(chat_id, telegram_id)
        except TelegramError:
            return False
        is_admin = member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)
        self._known[chat_id, telegram_id] = is_admin
        return is_admin


class Members:
    """The members of a group."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def covers(self, chat_id: int, telegram_id: int) -> bool:
        """Return whether somebody is in a group, where Telegram says so; it is asked every time. Where it does not
        say, as a bot that is no administrator cannot always know, nobody is shut out for that.
        """
        try:
            return is_member(await self._bot.get_chat_member(chat_id, telegram_id))
        except TelegramError:
            return True


def is_member(member: ChatMember) -> bool:
    """Return whether somebody with this standing is in the chat."""
    if isinstance(member, ChatMemberRestricted):  # of members and of others alike
        return member.is_member
    return member.status not in (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


class Reach:
    """The people the bot can write to. Telegram is asked about the others, but not at every tap."""

    def __init__(self, directory: Directory, outbox: Outbox, clock: Clock) -> None:
        self._directory = directory
        self._outbox = outbox
        self._unreachable = TTLCache[int, bool](_MOST_KNOWN, UNREACHABLE_SECONDS, clock.now)

    async def covers(self, person: Person) -> bool:
        """Return whether the bot can write to a person. Whoever presses Start is covered from then on."""
        if await self._directory.reachable(person.id):
            return True
        if person.id in self._unreachable:
            return False
        reachable = await self._outbox.reachable(person.telegram_id)
        if await self._directory.reachable(person.id):
            return True  # they have pressed Start meanwhile, and the answer is of before
        await self._directory.set_reachable(person.id, reachable)
        if not reachable:
            self._unreachable[person.id] = True
        return reachable


class Cooldown:
    """A pause of ten minutes between what one person makes the bot say to another.

    Args:
        clock: measures the ten minutes.
        seconds: another time.
    """

    def __init__(self, clock: Clock, seconds: float = COOLDOWN_SECONDS) -> None:
        self._said = TTLCache[tuple[Hashable, ...], bool](_MOST_KNOWN, seconds, clock.now)

    def passes(self, *what: Hashable) -> bool:
        """Return whether this may be said now; if so, it may not be said again for a while."""
        if what in self._said:
            return False
        self._said[what] = True
        return True


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
    members: Members
    links: Links
    reach: Reach
    cooldown: Cooldown
    daily: DailyKeeper
    reviewer: Reviewer
    throttle: Throttle = field(default_factory=Throttle)
    stop: Callable[[], None] = field(default=lambda: None)
    """Ends the process in good order."""

    async def may_play(self, person: Person) -> bool:
        """Return whether a hand can be shown to somebody: in private, or in the group to them alone."""
        return await self.reach.covers(person) or await self.outbox.finds_ephemeral()
