"""Trouble on demand: rules that make chosen calls fail the way they fail on the real Telegram."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum

from bot.playground.fake.errors import (
    ApiError,
    ConnectionCut,
    Interruption,
    RequestTimedOut,
    bad_gateway,
    too_many_requests,
)


class FaultKind(StrEnum):
    """The things that can go wrong. Only the two `…_AFTER` kinds let the call take effect."""

    FLOOD = "flood"
    BAD_GATEWAY = "bad gateway"
    TIMEOUT_BEFORE = "timeout before the effect"
    TIMEOUT_AFTER = "timeout after the effect"
    CUT_BEFORE = "connection cut before the effect"
    CUT_AFTER = "connection cut after the effect"

    @property
    def takes_effect(self) -> bool:
        return self in (FaultKind.TIMEOUT_AFTER, FaultKind.CUT_AFTER)


@dataclass(slots=True, eq=False)
class Fault:
    """One rule.

    kind         what goes wrong
    method       only calls of this method; None: all but getUpdates
    chat_id      only calls with this chat_id; None: any
    nth          the first matching call that may fail, counted from 1
    times        how often the rule fires at most; None: without end
    probability  chance of firing on a call it may fire on
    retry_after  seconds, for FLOOD
    """

    kind: FaultKind
    method: str | None = None
    chat_id: int | None = None
    nth: int = 1
    times: int | None = 1
    probability: float = 1.0
    retry_after: int = 5
    seen: int = 0
    fired: int = 0

    def concerns(self, method: str, chat_id: int | None) -> bool:
        if self.method is None:
            if method == "getUpdates":
                return False
        elif self.method.lower() != method.lower():
            return False
        return self.chat_id is None or self.chat_id == chat_id

    def outcome(self) -> ApiError | Interruption:
        """The failure itself, ready to be raised."""
        match self.kind:
            case FaultKind.FLOOD:
                return too_many_requests(self.retry_after)
            case FaultKind.BAD_GATEWAY:
                return bad_gateway()
            case FaultKind.TIMEOUT_BEFORE | FaultKind.TIMEOUT_AFTER:
                return RequestTimedOut()
            case FaultKind.CUT_BEFORE | FaultKind.CUT_AFTER:
                return ConnectionCut()


class Faults:
    """The rules in force; chance comes from a seeded generator, so that a run can be repeated."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._rules: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Put a rule in force; the same object tells later how often it has fired."""
        self._rules.append(fault)
        return fault

    def remove(self, fault: Fault) -> None:
        """Take a rule back."""
        self._rules.remove(fault)

    def clear(self) -> None:
        """Take all rules back."""
        self._rules.clear()

    def strike(self, method: str, chat_id: int | None) -> Fault | None:
        """The rule that makes this call fail, if any; counts the call for all rules it concerns."""
        struck = None
        for fault in self._rules:
            if not fault.concerns(method, chat_id):
                continue
            fault.seen += 1
            spent = fault.times is not None and fault.fired >= fault.times
            if struck is not None or spent or fault.seen < fault.nth:
                continue
            if fault.probability >= 1.0 or self._random.random() < fault.probability:
                fault.fired += 1
                struck = fault
        return struck
