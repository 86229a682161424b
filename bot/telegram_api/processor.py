"""Updates of one chat in their order, those of different chats at the same time."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

UPDATES_AT_ONCE: Final = 256
"""Updates that wait for their chat hold a place too, so there are many."""

HandledUpdate = Callable[[object, float], None]
"""Told about every update handled: itself, and the seconds from taking it up to having handled it."""


class PerChatProcessor(BaseUpdateProcessor):
    """`ApplicationBuilder.concurrent_updates(PerChatProcessor())`.

    Updates of a chat, or of a person where there is no chat, are handled one after the other; a private chat is its
    person's. Everything else runs beside it, so what a table does needs the table's own lock.
    """

    def __init__(self, at_once: int = UPDATES_AT_ONCE, handled: HandledUpdate | None = None) -> None:
        """`at_once`: updates in hand at the same time; `handled` is told about each."""
        super().__init__(at_once)
        self._handled = handled
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Handle an update when its chat is free; called by python-telegram-bot."""
        started = time.perf_counter()
        try:
            key = key_of(update)
            if key is None:
                await coroutine
                return
            lock = self._locks.get(key)  # held by this name while it is waited for, gone when nobody does
            if lock is None:
                lock = self._locks[key] = asyncio.Lock()
            async with lock:
                await coroutine
        finally:
            if self._handled is not None:
                self._handled(update, time.perf_counter() - started)

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""


def key_of(update: object) -> int | None:
    """Return what an update is ordered by: its chat, else its person, else nothing."""
    if not isinstance(update, Update):
        return None
    if update.effective_chat is not None:
        return update.effective_chat.id
    return update.effective_user.id if update.effective_user is not None else None


def kind_of(update: object) -> str:
    """The kind of an update, by the name of its field: "message", "callback_query", …; "other" for unknown ones."""
    if isinstance(update, Update):
        for kind in Update.ALL_TYPES:
            if getattr(update, kind, None) is not None:
                return kind
    return "other"
