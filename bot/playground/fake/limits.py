"""Flood control: how many messages and edits a chat, and the bot as a whole, may take.

Telegram publishes 30 messages a second overall, about one a second to one chat with short bursts allowed, and 20 a
minute to a group; edits count like messages. The real server is not more exact than that; this one is: every send and
edit it looks at counts, also one that it then refuses for another reason, and 429 names the whole seconds until there
is room again.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.playground.fake.errors import too_many_requests

_PACED: Final = ("send", "edit", "copy", "forward")


@dataclass(frozen=True, slots=True)
class Limits:
    """Calls that are let through; None switches a limit off.

    group_per_minute     messages and edits in one group in any 60 s
    private_per_second   messages and edits in one private chat a second, in the long run
    private_burst        how many of them may come at once after a pause
    overall_per_second   messages and edits of the bot in all chats in any second
    """

    group_per_minute: int | None = 20
    private_per_second: float | None = 1.0
    private_burst: int = 5
    overall_per_second: int | None = 30

    @classmethod
    def none(cls) -> Limits:
        """No limit at all."""
        return cls(group_per_minute=None, private_per_second=None, overall_per_second=None)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that was too much: when (Unix seconds), which, where, and the pause asked for in seconds."""

    at: float
    method: str
    chat_id: int
    retry_after: int


class _Gauge(Protocol):
    def pause(self, now: float) -> float:
        """Seconds until another call is let through; 0 or less: now."""

    def count(self, now: float) -> None:
        """A call was let through."""


class _Window:
    """At most `most` calls in any `span` seconds."""

    def __init__(self, most: int, span: float) -> None:
        self._most, self._span = most, span
        self._calls: deque[float] = deque()

    def pause(self, now: float) -> float:
        while self._calls and self._calls[0] <= now - self._span:
            self._calls.popleft()
        return 0.0 if len(self._calls) < self._most else self._calls[0] + self._span - now

    def count(self, now: float) -> None:
        self._calls.append(now)


class _Bucket:
    """A call every 1 / `rate` seconds, and `burst` of them at once after a pause."""

    def __init__(self, rate: float, burst: int) -> None:
        self._gap, self._slack = 1 / rate, (burst - 1) / rate
        self._next = -math.inf  # when the next call would be due without any burst

    def pause(self, now: float) -> float:
        return self._next - self._slack - now

    def count(self, now: float) -> None:
        self._next = max(self._next, now) + self._gap


@dataclass(slots=True)
class FloodControl:
    """Applies `limits`; `refusals` lists every call that went over them."""

    limits: Limits = field(default_factory=Limits)
    refusals: list[Refusal] = field(default_factory=list)
    _gauges: dict[int, list[_Gauge]] = field(default_factory=dict)
    _overall: list[_Gauge] = field(init=False)

    def __post_init__(self) -> None:
        most = self.limits.overall_per_second
        self._overall = [] if most is None else [_Window(most, 1.0)]

    @staticmethod
    def paces(method: str) -> bool:
        """Return whether calls of this method count: sends and edits do, chat actions, deletions and answers do not."""
        return method.startswith(_PACED) and method != "sendChatAction"

    def charge(self, now: float, method: str, chat_id: int) -> None:
        """Count a paced call to a chat (a negative id is a group).

        Raises ApiError 429 when it is one too many; it is then not counted.
        """
        if chat_id not in self._gauges:
            self._gauges[chat_id] = self._gauges_of(chat_id) + self._overall
        gauges = self._gauges[chat_id]
        pause = max((gauge.pause(now) for gauge in gauges), default=0.0)
        if pause > 0:
            retry_after = math.ceil(pause)
            self.refusals.append(Refusal(now, method, chat_id, retry_after))
            raise too_many_requests(retry_after)
        for gauge in gauges:
            gauge.count(now)

    def _gauges_of(self, chat_id: int) -> list[_Gauge]:
        limits = self.limits
        if chat_id < 0:
            return [] if limits.group_per_minute is None else [_Window(limits.group_per_minute, 60.0)]
        if limits.private_per_second is None:
            return []
        return [_Bucket(limits.private_per_second, limits.private_burst)]
