"""Telegram's limits on messages, kept in one place: `Budget` counts, `ChatRateLimiter` guards every call of the bot.

Messages and edits share a budget: about 20 a minute in a group, about one a second with short bursts in a private chat,
30 a second for the bot as a whole. Whoever can choose what to send (the outbox) asks `Budget.admit` first and makes the
call with `rate_limit_args=ADMITTED`, so that what it sends is the newest state at that moment; all other calls are
admitted by the limiter. No call is paced twice, and answers to taps, deletions and the like are never paced at all.

After a 429 only the chat it came from is left alone for as long as Telegram asked.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum, unique
from typing import Any, Final

from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError
from telegram.ext import BaseRateLimiter

from bot.tables.clock import Clock, MonotonicClock, sleep

ADMITTED: Final = "admitted"
"""`rate_limit_args` of a call that was admitted to the budget before."""

_PACED: Final = ("send", "edit", "copy", "forward")
_IMMEDIATE: Final = frozenset({"answerCallbackQuery", "answerInlineQuery"})
_HOLD_MARGIN: Final = 0.1  # seconds over what Telegram asks for
_MINUTE: Final = 61.0
_SECOND: Final = 1.15
"""Calls that leave within one second arrive within less on a busy machine: 31 were counted of 28."""
HANDS_SECONDS: Final = 120.0
"""So long after a hand was shown in a group calls are kept there for the next one: longer than most turns."""
_FEW_CHATS: Final = 1024  # not worth tidying up


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `calls` in any `seconds`."""

    calls: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of Telegram. Windows are a little longer than published, since calls arrive later than they are made.

    `reserve` calls of a group's budget are kept for new messages: edits do not use them; nor do they use `for_hands`
    where hands are shown in the group, without which nobody can play. What nobody waits for leaves half of it alone.
    """

    group: tuple[Rate, ...] = (Rate(20, _MINUTE),)
    private: tuple[Rate, ...] = (Rate(4, 3.0), Rate(10, 10.5))
    overall: tuple[Rate, ...] = (Rate(28, _SECOND),)
    reserve: int = 1
    for_hands: int = 6

    @property
    def edit_interval(self) -> float:
        """Seconds from the last message or edit in a group to the next edit, so that the reserve stays untouched."""
        return max(rate.seconds / max(1, rate.calls - self.reserve) for rate in self.group)

    @classmethod
    def of(cls, *, group_per_minute: int, overall_per_second: int) -> "Limits":
        """Limits with other figures for groups and for the bot as a whole."""
        return cls(group=(Rate(group_per_minute, _MINUTE),), overall=(Rate(overall_per_second, _SECOND),))


@unique
class Destination(StrEnum):
    """The kind of chat a call goes to, as far as limits are concerned."""

    GROUP = "group"
    PRIVATE = "private"
    NONE = "none"

    @classmethod
    def of(cls, chat_id: object) -> "Destination":
        """The kind of the chat with this id; groups have negative ids."""
        if not isinstance(chat_id, int):
            return cls.NONE
        return cls.GROUP if chat_id < 0 else cls.PRIVATE


@unique
class CallOutcome(StrEnum):
    """The ways in which calls end."""

    OK = "ok"
    FLOOD = "flood"
    REFUSED = "refused"
    NETWORK = "network"


CallSeen = Callable[[str, Destination, CallOutcome], None]
"""Told about every call: method, where it went, how it ended."""


@dataclass(slots=True)
class _Window:
    """The latest calls that one budget has let through, oldest first."""

    stamps: deque[float] = field(default_factory=deque)
    held_until: float = 0.0
    hands_until: float = -math.inf
    """Until when calls are kept for hands."""

    def pause(self, now: float, rates: tuple[Rate, ...], reserve: int = 0) -> float:
        """Seconds until one more call is allowed; 0 if it is now."""
        free_at = self.held_until
        for rate in rates:
            calls = max(1, rate.calls - reserve)
            if len(self.stamps) >= calls:
                free_at = max(free_at, self.stamps[-calls] + rate.seconds)
        return max(0.0, free_at - now)

    def add(self, now: float, rates: tuple[Rate, ...]) -> None:
        self.stamps.append(now)
        if len(self.stamps) > max(rate.calls for rate in rates):
            self.stamps.popleft()

    def is_idle(self, now: float, rates: tuple[Rate, ...]) -> bool:
        longest = max(rate.seconds for rate in rates)
        return self.held_until <= now and (not self.stamps or self.stamps[-1] + longest <= now)


class Budget:
    """Counts the messages and edits of the bot, per chat and overall. Memory is bounded by the chats that are busy."""

    def __init__(self, limits: Limits | None = None, clock: Clock | None = None) -> None:
        self._limits = limits or Limits()
        self._clock = clock or MonotonicClock()
        self._chats: dict[int, _Window] = {}
        self._overall = _Window()
        self._gate = asyncio.Lock()
        self._ordinary = asyncio.Lock()
        self._sparing = asyncio.Lock()
        self._tidy_at = _FEW_CHATS

    @property
    def clock(self) -> Clock:
        """The clock this budget goes by."""
        return self._clock

    @property
    def edit_interval(self) -> float:
        """Seconds from the last message or edit in a group to the next edit."""
        return self._limits.edit_interval

    def pause(self, chat_id: int, *, urgent: bool, spare: bool = False) -> float:
        """Seconds until this chat takes one more call; what is not urgent leaves a group's reserve alone, what only
        takes what can be spared half of the budget.
        """
        window = self._chats.get(chat_id)
        if window is None:
            return 0.0
        return window.pause(self._clock.now(), self._rates(chat_id), self._reserve(chat_id, urgent, spare))

    def last_call(self, chat_id: int) -> float | None:
        """Return when this chat was last sent something, None if that is long ago."""
        window = self._chats.get(chat_id)
        return window.stamps[-1] if window is not None and window.stamps else None

    async def admit(self, chat_id: int, *, urgent: bool, spare: bool = False) -> None:
        """Wait until a call to this chat is within every limit, and count it; `urgent` and `spare` as in `pause`.

        When the bot as a whole is at its limit, calls go in the order they came; at most one that is not urgent
        stands before an urgent one, and at most one that takes what can be spared before one that does not.
        """
        while True:
            while (pause := self.pause(chat_id, urgent=urgent, spare=spare)) > 0:
                await sleep(self._clock, pause)
            if urgent:
                admitted = await self._pass_gate(chat_id, urgent, spare)
            else:
                async with self._sparing if spare else nullcontext(), self._ordinary:
                    admitted = await self._pass_gate(chat_id, urgent, spare)
            if admitted:
                return

    def admit_at_once(self, chat_id: int, *, urgent: bool, spare: bool = False) -> bool:
        """Count a call if it need not wait for anything; return whether it need not. The rest as in `admit`."""
        held = self._gate.locked() or self._overall.pause(self._clock.now(), self._limits.overall) > 0
        if held or self.pause(chat_id, urgent=urgent, spare=spare) > 0:
            return False
        self._count(chat_id)
        return True

    def give_back(self, chat_id: int) -> None:
        """The call admitted last to this chat was not made after all."""
        for window in (self._chats.get(chat_id), self._overall):
            if window is not None and window.stamps:
                window.stamps.pop()

    def assume_busy(self, chat_id: int) -> None:
        """Nobody knows what this chat was sent lately: take it to have been sent all it takes, a third of it just now
        (as when a deal begins) and the rest evenly. Said at the start of chats that were busy when the bot stopped,
        since Telegram goes on counting.
        """
        window, now, rates = self._window(chat_id), self._clock.now(), self._rates(chat_id)
        rate = max(rates, key=lambda rate: rate.calls)
        evenly = rate.calls - rate.calls // 3
        for number in range(rate.calls):
            window.add(now - rate.seconds * max(0.0, 1 - (number + 1) / evenly), rates)

    def keep_for_hands(self, chat_id: int) -> None:
        """Somebody's hand is shown in this group now: for a while edits leave some calls for the next ones."""
        self._window(chat_id).hands_until = self._clock.now() + HANDS_SECONDS

    def hold(self, chat_id: int, seconds: float) -> None:
        """Telegram refused a call: let nothing through to this chat for so long."""
        window = self._window(chat_id)
        window.held_until = max(window.held_until, self._clock.now() + seconds + _HOLD_MARGIN)

    async def _pass_gate(self, chat_id: int, urgent: bool, spare: bool) -> bool:
        async with self._gate:
            while (pause := self._overall.pause(self._clock.now(), self._limits.overall)) > 0:
                await sleep(self._clock, pause)
            if self.pause(chat_id, urgent=urgent, spare=spare) > 0:
                return False  # somebody else wrote to this chat while we waited for the rest of the bot
            self._count(chat_id)
            return True

    def _count(self, chat_id: int) -> None:
        now = self._clock.now()
        self._window(chat_id).add(now, self._rates(chat_id))
        self._overall.add(now, self._limits.overall)

    def _rates(self, chat_id: int) -> tuple[Rate, ...]:
        return self._limits.group if chat_id < 0 else self._limits.private

    def _reserve(self, chat_id: int, urgent: bool, spare: bool) -> int:
        if chat_id >= 0:
            return 0
        if spare:
            return min(rate.calls for rate in self._limits.group) // 2
        if urgent:
            return 0
        window = self._chats.get(chat_id)
        has_hands = window is not None and self._clock.now() < window.hands_until
        return self._limits.for_hands if has_hands else self._limits.reserve

    def _window(self, chat_id: int) -> _Window:
        window = self._chats.get(chat_id)
        if window is None:
            if len(self._chats) >= self._tidy_at:
                self._tidy()
            window = self._chats[chat_id] = _Window()
        return window

    def _tidy(self) -> None:
        now = self._clock.now()
        for chat_id in [chat for chat, window in self._chats.items() if window.is_idle(now, self._rates(chat))]:
            del self._chats[chat_id]
        self._tidy_at = max(_FEW_CHATS, 2 * len(self._chats))

    def __len__(self) -> int:
        """Return how many chats are remembered."""
        return len(self._chats)


class ChatRateLimiter(BaseRateLimiter[str]):
    """Guards every call of the bot: `ApplicationBuilder.rate_limiter(ChatRateLimiter(budget))`.

    Messages and edits wait for the budget, unless they were admitted before. After a 429 a call waits as long as asked
    and is made again, `retries` times at most; calls admitted before and answers to taps are never made again here.
    """

    def __init__(self, budget: Budget, *, retries: int = 2, seen: CallSeen | None = None) -> None:
        self.budget = budget
        self._retries = retries
        self._seen = seen

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, bool | dict[str, Any] | list[dict[str, Any]]]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: str | None,
    ) -> bool | dict[str, Any] | list[dict[str, Any]]:
        """Make a call when it is allowed; raises what it raises."""
        chat_id = data.get("chat_id")
        kind = Destination.of(chat_id)
        paced_chat = chat_id if isinstance(chat_id, int) and is_paced(endpoint) else None
        final = rate_limit_args == ADMITTED or endpoint in _IMMEDIATE
        attempts_left = 0 if final else self._retries
        while True:
            if paced_chat is not None and rate_limit_args != ADMITTED:
                await self.budget.admit(paced_chat, urgent=True)
            try:
                result = await callback(*args, **kwargs)
            except RetryAfter as error:
                self._tell(endpoint, kind, CallOutcome.FLOOD)
                pause = seconds_of(error)
                if paced_chat is not None:
                    self.budget.hold(paced_chat, pause)
                if not attempts_left:
                    raise
                attempts_left -= 1
                if paced_chat is None:
                    await sleep(self.budget.clock, pause + _HOLD_MARGIN)
            except TelegramError as error:
                broken = isinstance(error, NetworkError) and not isinstance(error, BadRequest | Forbidden)
                self._tell(endpoint, kind, CallOutcome.NETWORK if broken else CallOutcome.REFUSED)
                raise
            else:
                self._tell(endpoint, kind, CallOutcome.OK)
                return result

    def _tell(self, endpoint: str, kind: Destination, outcome: CallOutcome) -> None:
        if self._seen is not None:
            self._seen(endpoint, kind, outcome)


def is_paced(endpoint: str) -> bool:
    """Return whether calls of this method count against the limits.

    >>> is_paced("editMessageText"), is_paced("sendChatAction"), is_paced("answerCallbackQuery")
    (True, False, False)
    """
    return endpoint.startswith(_PACED) and endpoint != "sendChatAction"


def seconds_of(error: RetryAfter) -> float:
    """The pause Telegram asks for."""
    pause: timedelta | int = error.retry_after
    return pause.total_seconds() if isinstance(pause, timedelta) else float(pause)
