"""Links to a table in the group, and who may come in by one."""

import base64
import hmac
import re
from hashlib import sha256
from typing import Final

from cachetools import TTLCache
from telegram import Bot
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.tables.clock import Clock
from bot.tables.service import TableService

MEMBER_SECONDS: Final = 10 * 60
"""How long Telegram's word that somebody is in a group is believed."""
_CODE: Final = re.compile(r"t(\d{1,15})_([A-Za-z0-9_-]{16})")
_CODE_BYTES: Final = 12
_MOST_KNOWN: Final = 50_000
_IN_GROUP: Final = frozenset({ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.MEMBER})


class Codes:
    """Makes the code of a table, for `t.me/BOT?startapp=CODE`.

    A code follows from the table's number and the bot's token: nobody can guess it, and it is good after a restart.
    """

    def __init__(self, bot_token: str) -> None:
        self._key = hmac.digest(b"table code", bot_token.encode(), sha256)

    def code(self, table_id: int) -> str:
        """Return the code of a table, of letters that a link may have.

        Args:
            table_id: the number of the table.
        """
        digest = hmac.digest(self._key, str(table_id).encode(), sha256)[:_CODE_BYTES]
        return f"t{table_id}_{base64.urlsafe_b64encode(digest).decode()}"


class Doors:
    """Opens tables to members of their group.

    Args:
        codes: of the tables.
        tables: all that there are.
        bot: asks Telegram who is in a group.
        clock: measures how long an answer is believed.
    """

    def __init__(self, codes: Codes, tables: TableService, bot: Bot, clock: Clock) -> None:
        self.code = codes.code
        self._tables = tables
        self._bot = bot
        self._members = TTLCache[tuple[int, int], bool](_MOST_KNOWN, MEMBER_SECONDS, clock.now)

    async def admit(self, code: str, telegram_id: int) -> int:
        """Return the live table of a code, if this person is in its group; 0 otherwise."""
        match = _CODE.fullmatch(code)
        if match is None or not hmac.compare_digest(self.code(int(match[1])), code):
            return 0
        table = next((table for table in self._tables.live if table.state.id == int(match[1])), None)
        if table is None or table.state.practice:
            return 0
        return table.state.id if await self._is_member(table.state.chat_id, telegram_id) else 0

    async def _is_member(self, chat_id: int, telegram_id: int) -> bool:
        known = self._members.get((chat_id, telegram_id))
        if known is not None:
            return known
        try:
            member = await self._bot.get_chat_member(chat_id, telegram_id)
        except TelegramError:
            return False
        is_member = member.status in _IN_GROUP or bool(getattr(member, "is_member", False))
        self._members[chat_id, telegram_id] = is_member
        return is_member
