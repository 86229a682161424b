"""Nobody may keep the bot from serving others: commands and taps are counted per person and per group.

Whoever does too much is told so in a sentence; what they do in the few seconds after is not served and not talked
about. Nothing is read from or written to the database for it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto, unique
from typing import Final

from cachetools import LRUCache

QUIET_SECONDS: Final = 5.0
_KEPT: Final = 20_000
"""People and groups remembered; who has not been here for longest starts anew."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """So much at once, and so much a second in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class ThrottleLimits:
    """The limits of people and groups. Choosing cards takes many quick taps; every command may cost a message."""

    taps: Allowance = Allowance(30, 5.0)
    commands: Allowance = Allowance(8, 0.5)
    group_taps: Allowance = Allowance(150, 40.0)
    group_commands: Allowance = Allowance(20, 0.5)

    @classmethod
    def none(cls) -> "ThrottleLimits":
        """No limits, for tests that tap faster than people can."""
        boundless = Allowance(float("inf"), 0.0)
        return cls(boundless, boundless, boundless, boundless)


@unique
class Verdict(Enum):
    """The fate of a tap or command."""

    SERVE = auto()
    WARN = auto()
    """It is not served, and the person is told that it was too much."""
    IGNORE = auto()
    """It is not served; the person knows why."""


@dataclass(slots=True)
class _Account:
    """The taps and commands somebody has left, and until when nothing more is said to them."""

    left: float
    at: float
    quiet_until: float = float("-inf")

    def spend(self, allowance: Allowance, now: float) -> bool:
        """Take one, if there is one."""
        self.left = min(allowance.burst, self.left + (now - self.at) * allowance.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def warn(self, now: float) -> Verdict:
        """Say it once, then be quiet."""
        if now < self.quiet_until:
            return Verdict.IGNORE
        self.quiet_until = now + QUIET_SECONDS
        return Verdict.WARN


class Throttle:
    """Counts what people and groups do.

    Args:
        now: seconds on a clock that never goes back.
        limits: what they may do.
        kept: how many are remembered.
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, limits: ThrottleLimits | None = None, kept: int = _KEPT
    ) -> None:
        self._now = now
        self._limits = limits or ThrottleLimits()
        self._accounts = LRUCache[tuple[str, int], _Account](kept)

    def tap(self, person_id: int, chat_id: int) -> Verdict:
        """A person (Telegram id) taps a button in a chat. In a full group everybody is told for themselves."""
        own = self._account("taps", person_id, self._limits.taps)
        if not own.spend(self._limits.taps, self._now()) or not self._group_spends("taps", chat_id):
            return own.warn(self._now())
        return Verdict.SERVE

    def command(self, person_id: int, chat_id: int) -> Verdict:
        """A person gives a command in a chat; an anonymous administrator is their group, not one person everywhere. A
        group that is full is told once, whoever it was.
        """
        own = self._account("commands", person_id, self._limits.commands)
        if not own.spend(self._limits.commands, self._now()):
            return own.warn(self._now())
        if not self._group_spends("commands", chat_id):
            return self._account("group commands", chat_id, self._limits.group_commands).warn(self._now())
        return Verdict.SERVE

    def __len__(self) -> int:
        return len(self._accounts)

    def _group_spends(self, what: str, chat_id: int) -> bool:
        """Return whether a group has something left; a private chat is its person's."""
        if chat_id > 0:
            return True
        allowance = self._limits.group_taps if what == "taps" else self._limits.group_commands
        return self._account(f"group {what}", chat_id, allowance).spend(allowance, self._now())

    def _account(self, what: str, who: int, allowance: Allowance) -> _Account:
        account = self._accounts.get((what, who)) or _Account(allowance.burst, self._now())
        self._accounts[what, who] = account
        return account
