"""Flood control: how many messages and edits a chat, and the bot as a whole, may take.

Telegram publishes 30 messages a second overall, about one a second to one chat with short bursts allowed, and 20 a
minute to a group; edits count like messages. The real server is not more exact than that; this one is: sliding windows
over the calls that were let through, and 429 with the whole seconds until there is room again.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

from bot.playground.fake.errors import too_many_requests

_PACED = ("send", "edit", "copy", "forward")


@dataclass(frozen=True, slots=True)
class Limits:
    """Calls allowed per window; None switches a limit off.

    group_per_minute     messages and edits in one group in 60 s
    private_per_window   messages and edits in one private chat in `private_window` seconds: one a second in the long
                         run, all of them at once in a burst
    overall_per_second   messages and edits of the bot in all chats in 1 s
    """

    group_per_minute: int | None = 20
    private_per_window: int | None = 10
    private_window: float = 10.0
    overall_per_second: int | None = 30

    @classmethod
    def none(cls) -> Limits:
        """No limit at all."""
        return cls(group_per_minute=None, private_per_window=None, overall_per_second=None)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that was too much: when (Unix seconds), which, where, and the pause asked for in seconds."""

    at: float
    method: str
    chat_id: int
    retry_after: int


@dataclass(slots=True)
class FloodControl:
    """Applies `limits`; `refusals` lists every call that went over them."""

    limits: Limits = field(default_factory=Limits)
    refusals: list[Refusal] = field(default_factory=list)
    _windows: dict[int, deque[float]] = field(default_factory=dict)
    _overall: deque[float] = field(default_factory=deque)

    @staticmethod
    def paces(method: str) -> bool:
        """Whether calls of this method count: sends and edits do, chat actions, deletions and answers do not."""
        return method.startswith(_PACED) and method != "sendChatAction"

    def charge(self, now: float, method: str, chat_id: int) -> None:
        """Count a paced call to a chat (a negative id is a group).

        Raises ApiError 429 when it is one too many; it is then not counted.
        """
        if chat_id < 0:
            most, span = self.limits.group_per_minute, 60.0
        else:
            most, span = self.limits.private_per_window, self.limits.private_window
        window = self._windows.setdefault(chat_id, deque())
        pause = max(_pause(window, now, most, span), _pause(self._overall, now, self.limits.overall_per_second, 1.0))
        if pause > 0:
            retry_after = max(1, math.ceil(pause))
            self.refusals.append(Refusal(now, method, chat_id, retry_after))
            raise too_many_requests(retry_after)
        if most is not None:
            window.append(now)
        if self.limits.overall_per_second is not None:
            self._overall.append(now)


def _pause(window: deque[float], now: float, most: int | None, span: float) -> float:
    """Seconds until a window of `span` seconds that takes `most` calls has room; 0 if it has."""
    while window and window[0] <= now - span:
        window.popleft()
    if most is None or len(window) < most:
        return 0.0
    return window[len(window) - most] + span - now
