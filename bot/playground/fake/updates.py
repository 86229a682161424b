"""The queue of updates: confirmed by offset, waited for by long poll, read by one poller at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.playground.fake.clock import Clock
from bot.playground.fake.errors import conflict
from bot.playground.fake.model import Json

KEPT_FOR: Final = 24 * 3600
"""Seconds after which an update that nobody fetched is thrown away."""

OPT_IN: Final = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""Kinds of update a bot gets only if it asks for them by name."""

KINDS: Final = frozenset({"message", "edited_message", "callback_query", "my_chat_member", "chat_member"})
"""Kinds of update this fake can produce."""


@dataclass(frozen=True, slots=True)
class _Pending:
    id: int
    at: float
    data: Json


class UpdateQueue:
    """Updates on their way to the bot, in order."""

    def __init__(self, clock: Clock, on_poll: Callable[[], None]) -> None:
        """An empty queue; `on_poll` is called when a long poll has begun to wait, and when it ends."""
        self._clock = clock
        self._on_poll = on_poll
        self._next_id = 700_000_001
        self._pending: deque[_Pending] = deque()
        self._confirmed: deque[_Pending] = deque(maxlen=100)
        self._waiter: asyncio.Future[None] | None = None
        self.allowed: frozenset[str] | None = None
        self.webhook_url = ""

    def __len__(self) -> int:
        self._forget_old()
        return len(self._pending)

    @property
    def is_polled(self) -> bool:
        """True if somebody waits in a long poll now."""
        return self._waiter is not None

    def wants(self, kind: str) -> bool:
        """Return whether the bot has asked for this kind of update."""
        return kind not in OPT_IN if self.allowed is None else kind in self.allowed

    def put(self, kind: str, payload: Json) -> None:
        """Queue an update, unless the bot does not want its kind; wakes the poller."""
        if not self.wants(kind):
            return
        data = {"update_id": self._next_id, kind: payload}
        self._pending.append(_Pending(self._next_id, self._clock.now(), data))
        self._next_id += 1
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def allow(self, kinds: list[str] | None) -> None:
        """Set the kinds wanted from now on; an empty list means the usual ones, None leaves it as it is."""
        if kinds is not None:
            self.allowed = frozenset(kinds) or None

    def drop(self) -> None:
        """Throw everything pending away."""
        self._pending.clear()

    async def get(self, offset: int | None, limit: int, timeout_seconds: int) -> list[Json]:
        """Answer getUpdates: at most `limit` updates from `offset` on, all before it being confirmed for good.

        Waits up to `timeout_seconds` if there is none. A negative offset counts from the end. Raises ApiError 409 if a
        webhook is set, or in this poll when another one starts.
        """
        if self.webhook_url:
            raise conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
            )
        if not 1 <= limit <= 100:
            limit = 100
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(
                conflict("terminated by other getUpdates request; make sure that only one bot instance is running")
            )
        self._confirm(offset)
        if not self._pending and timeout_seconds > 0:
            await self._wait(timeout_seconds)
        return [update.data for update, _ in zip(self._pending, range(limit), strict=False)]

    def _confirm(self, offset: int | None) -> None:
        self._forget_old()
        if offset is None:
            return
        if offset < 0:
            while len(self._pending) > -offset:
                self._pending.popleft()
        while self._pending and self._pending[0].id < offset:
            self._confirmed.append(self._pending.popleft())

    def take_back(self, count: int = 1) -> None:
        """Forget that the latest updates were confirmed, as when the bot was killed before it could: a bot that polls
        anew gets them again.
        """
        for _ in range(min(count, len(self._confirmed))):
            self._pending.appendleft(self._confirmed.pop())

    async def _wait(self, seconds: float) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiter = waiter
        alarm = self._clock.call_later(seconds, lambda: None if waiter.done() else waiter.set_result(None))
        self._on_poll()
        try:
            await waiter
        finally:
            alarm.cancel()
            if self._waiter is waiter:
                self._waiter = None
            self._on_poll()

    def _forget_old(self) -> None:
        deadline = self._clock.now() - KEPT_FOR
        while self._pending and self._pending[0].at < deadline:
            self._pending.popleft()
