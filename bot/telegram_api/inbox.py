"""Updates on their way in, whichever way they come: each is parsed by itself, and known ones are left out.

python-telegram-bot parses what a poll brings as one batch: if it cannot read one update, because a server of another
version leaves out a field that the library requires, it loses them all and asks for the same ones again, for ever. So
polls (`polling`) and the webhook (`webhook`) of this package hand raw updates to the `Inbox`, which parses them one by
one and puts those that it can read into the application's queue: the way that python-telegram-bot provides for bots
with a receiver of their own (`ApplicationBuilder.updater(None)`).
"""

import asyncio
import logging
from collections.abc import Callable
from enum import StrEnum, unique
from typing import Any, Final

from cachetools import LRUCache
from telegram import Bot, Update

from bot.telegram_api.hearing import Hearing

log = logging.getLogger(__name__)

_KEPT_IDS: Final = 10_000
"""Updates known when they come again; Telegram repeats what a webhook or a broken poll has not confirmed."""


@unique
class Skipped(StrEnum):
    """The reasons why an update is not served."""

    UNREADABLE = "unreadable"
    REPEATED = "repeated"


class Inbox:
    """Reads raw updates and puts them into a queue.

    Args:
        bot: what objects in the updates are bound to.
        queue: where they go, `Application.update_queue`.
        hearing: told about each that goes there.
        skipped: told about each that is not served.
    """

    def __init__(
        self,
        bot: Bot,
        queue: "asyncio.Queue[object]",
        hearing: Hearing,
        skipped: Callable[[Skipped], None] = lambda _: None,
    ) -> None:
        self._bot = bot
        self._queue = queue
        self._hearing = hearing
        self._skipped = skipped
        self._known = LRUCache[int, bool](_KEPT_IDS)

    def receive(self, raw: object) -> None:
        """Take in an update as it came; whatever it is, nothing is raised."""
        number = id_of(raw)
        if number is not None and number in self._known:
            self._skipped(Skipped.REPEATED)
            log.info("update %d has come again and is skipped", number)
            return
        if number is not None:
            self._known[number] = True
        try:
            update = Update.de_json(raw, self._bot)  # type: ignore[arg-type]  # what it is is found out here
        except Exception as error:  # the library raises whatever a missing or strange field leads to
            self._skipped(Skipped.UNREADABLE)
            log.warning("update %s (%s) cannot be read and is skipped: %s", number, kind_of(raw), type(error).__name__)
            return
        self._hearing.arrived(update)
        self._queue.put_nowait(update)


def id_of(raw: object) -> int | None:
    """The number of a raw update, None if it has none."""
    number: Any = raw.get("update_id") if isinstance(raw, dict) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def kind_of(raw: object) -> str:
    """The kind of a raw update by the name of its field, and nothing else of it.

    >>> kind_of({"update_id": 7, "my_chat_member": {"chat": {"title": "secret"}}})
    'my_chat_member'
    """
    if isinstance(raw, dict):
        for kind in Update.ALL_TYPES:
            if kind in raw:
                return str(kind)
    return "of an unknown kind"
