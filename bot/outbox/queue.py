"""The things to be done in one chat, and which of them comes first.

New messages come in the order they were asked for; edits that were asked for before a new message go out before it.
Otherwise an edit waits until the chat has been quiet for a while, so that many changes become one edit.
"""

import asyncio
from dataclasses import dataclass, field
from enum import Enum, auto, unique
from typing import Final, TypeAlias

from bot.outbox.ephemeral import EphemeralState, Trigger
from bot.outbox.lost_message import LostMessage
from bot.outbox.model import Build, OwnMessage, Slot
from bot.screens.screen import Screen
from bot.tables.clock import Bell, Clock

MOST_ONE_OFFS: Final = 40
"""One-off messages that wait in one chat at most; the oldest is given up for a newer one."""
MOST_CURIOUS: Final = 3
"""Answers to the curious that wait in one chat at most; another one is not sent at all."""
CURIOUS_SECONDS: Final = 60.0
"""So long an answer to the curious waits for what can be spared; then it comes in its turn."""
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0


@unique
class Goal(Enum):
    """The goal of a slot."""

    SHOW = auto()
    """It shows the wanted screen."""
    LEAVE = auto()
    """Its message stays as it is and is not looked after any more."""
    STRIP = auto()
    """Its message loses its buttons."""
    DELETE = auto()
    """Its message goes."""


@dataclass(slots=True, eq=False)
class SlotState:
    """A slot, its message and what it is to show."""

    slot: Slot
    wanted: Build | None = None
    """Builds what it is to show; None once it does."""
    built: Screen | None = None
    """What was built last, while it is on its way."""
    unsure: bool = False
    """Whether what is wanted may well be shown already, so that this is looked at first."""
    goal: Goal = Goal.SHOW
    closing: bool = False
    """Whether the slot is left once the wanted screen is shown."""
    message: OwnMessage | None = None
    old_slot: Slot | None = None
    """The slot's name before its group migrated, while the store still has it."""
    loaded: bool = False
    """Whether `own` is what the store knows."""
    urgent: bool = False
    """Whether somebody waits for what is wanted."""
    sinks_after: int | None = None
    """More messages below its own than that, and what is wanted comes as a new one; None: it never does."""
    spare: bool = False
    """Whether it goes behind everything else where the bot as a whole is at its limit."""
    fresh_asked: int = 0
    fresh_served: int = 0
    posted_at_count: int = 0
    """The chat's count of passing messages when the slot's message was posted."""
    busy: bool = False
    """Whether a call for it is on its way."""
    plain: bool = False
    """Whether to do without the picture this time."""
    refused: str = ""
    """Digest of a screen that Telegram does not take."""
    is_unfinished: bool = False
    """Whether a message of it could not be removed and stays on record, for the next start."""
    attempts: int = 0
    lost: LostMessage | None = None

    @property
    def thread_id(self) -> int | None:
        return self.slot.thread_id

    @property
    def is_left(self) -> bool:
        """True if it is known no longer once its message is what it is to become."""
        return self.goal is not Goal.SHOW

    @property
    def is_urgent(self) -> bool:
        """True if a new message is due for it, or somebody waits for an edit."""
        if self.goal is not Goal.SHOW:
            return False
        return self.message is None or self.fresh_asked != self.fresh_served or self.urgent

    @property
    def is_paced(self) -> bool:
        """True if the next step counts against the limits."""
        return (self.goal is Goal.SHOW and not self.is_to_compare) or self.is_sought

    @property
    def is_to_compare(self) -> bool:
        """True if it is first to be found out if it shows what is wanted."""
        return (
            self.unsure
            and self.goal is Goal.SHOW
            and self.message is not None
            and self.lost is None
            and self.fresh_asked == self.fresh_served
        )

    @property
    def is_free(self) -> bool:
        """True if the next step need not wait for anything."""
        return not self.is_paced

    @property
    def is_sought(self) -> bool:
        """True if its message has to be found before anything else can be done."""
        return self.lost is not None and not self.lost.is_over and self.goal is not Goal.LEAVE

    @property
    def is_shown(self) -> bool:
        """True if nothing else is wanted than what the chat shows."""
        if not self.loaded or self.busy or self.lost is not None or self.closing or self.goal is not Goal.SHOW:
            return False
        return self.wanted is None


@dataclass(slots=True, eq=False)
class OneOff:
    """A message that is sent once. `expires_at` is by the outbox's clock."""

    thread_id: int | None
    build: Build
    built: Screen | None = None
    key: str | None = None
    expires_at: float | None = None
    reply_to: int | None = None
    plain: bool = False
    attempts: int = 0
    lost: LostMessage | None = None
    curious: str | None = None
    """What somebody was curious about, where the answer takes only what can be spared."""
    spare_until: float = 0.0
    """When such an answer comes in its turn."""
    receiver_id: int | None = None
    """Whom it answers, where it is to be ephemeral."""
    reason: Trigger | None = None
    """Why it may be sent as an ephemeral message; None: it goes to everybody."""

    @property
    def loaded(self) -> bool:
        return True

    @property
    def is_urgent(self) -> bool:
        return self.curious is None

    @property
    def is_paced(self) -> bool:
        return True

    @property
    def is_free(self) -> bool:
        return False


@dataclass(slots=True, eq=False)
class Removal:
    """A message that is to disappear, or at least to lose its buttons.

    Attributes:
        strip: it is not to be deleted, or cannot be: take the buttons away.
        maybe_foreign: it may be somebody else's: first see whether the bot can edit it.
        slot_state: the slot that remembers it until it is removed, if one does.
        due: by the outbox's clock, where it has failed and is to be tried again.
        attempts: how often it has failed.
    """

    message_id: int
    posted_at: float
    thread_id: int | None = None
    strip: bool = False
    maybe_foreign: bool = False
    slot_state: SlotState | None = None
    due: float = 0.0
    attempts: int = 0

    @property
    def loaded(self) -> bool:
        return True

    @property
    def is_urgent(self) -> bool:
        return False

    @property
    def is_paced(self) -> bool:
        return self.strip or self.maybe_foreign

    @property
    def is_free(self) -> bool:
        return not self.is_paced and not self.attempts  # what has failed waits for what is to be shown


Entry: TypeAlias = SlotState | OneOff | Removal | EphemeralState


def pause_after(failures: int) -> float:
    """Seconds to wait after a call has failed, where it had failed so often before: each time twice as many.

    >>> [pause_after(failures) for failures in (0, 1, 2, 10)]
    [1.0, 2.0, 4.0, 60.0]
    """
    return min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0**failures)


@dataclass(frozen=True, slots=True)
class Choice:
    """The entry that comes next, not before `due` by the clock; `urgent` and `spare` as in `Budget.admit`."""

    entry: Entry
    due: float
    urgent: bool
    spare: bool = False


@dataclass(slots=True, eq=False)
class ChatQueue:
    """The entries of one chat, in order; it exists while there are any."""

    chat_id: int
    bell: Bell
    entries: dict[Entry, None] = field(default_factory=dict)
    failures: int = 0
    retry_at: float = 0.0
    task: asyncio.Task[None] | None = None
    admission: asyncio.Task[None] | None = None
    """Waits until something nobody waits for may be sent."""
    for_one: bool = False
    """Whether the last call was for an ephemeral message: what everybody sees comes next, if any of it waits."""

    def add(self, entry: Entry, *, last: bool = False) -> None:
        """Queue an entry; one that is queued keeps its place unless it is to be the `last`."""
        if last:
            self.entries.pop(entry, None)
        self.entries[entry] = None
        self.bell.ring()
        if self.admission is not None and entry.is_urgent:
            self.admission.cancel()

    def drop(self, entry: Entry) -> None:
        """Take an entry out; nothing happens if it is not in."""
        self.entries.pop(entry, None)

    def removals(self, state: SlotState) -> set[int]:
        """The messages of a slot that wait to be removed."""
        return {one.message_id for one in self.entries if isinstance(one, Removal) and one.slot_state is state}

    def one_off_too_many(self) -> OneOff | None:
        """The oldest one-off message, if no more may wait."""
        says = [entry for entry in self.entries if isinstance(entry, OneOff)]
        return says[0] if len(says) >= MOST_ONE_OFFS else None

    def curious(self) -> list[OneOff]:
        """The answers to the curious that wait."""
        return [entry for entry in self.entries if isinstance(entry, OneOff) and entry.curious is not None]

    def choose(
        self, last_call: float | None, interval: float, now: float, *, hurry: bool, short: bool = False
    ) -> Choice | None:
        """Return what comes next, None if nothing waits.

        What everybody sees and what its one reader waits for take turns, but where the chat takes few calls more edits
        have to wait; what nobody waits for comes after both, and so do answers to the curious, for a while.

        Args:
            last_call: when the chat was last sent something.
            interval: seconds from there to the next edit in a group.
            now: the time, by the clock.
            hurry: whether edits go without waiting.
            short: whether the chat takes no edit now, but what somebody waits for.
        """
        if not self.entries:
            return None
        free = next((entry for entry in self.entries if entry.is_free), None)
        if free is not None:
            return Choice(free, 0.0, urgent=False)
        ours: list[SlotState | OneOff] = []
        idle: list[OneOff | EphemeralState] = []
        waited_for: EphemeralState | None = None
        for entry in self.entries:
            if isinstance(entry, EphemeralState):
                if not entry.is_urgent:
                    idle.append(entry)
                elif waited_for is None:
                    waited_for = entry
            elif isinstance(entry, OneOff) and entry.curious is not None and now < entry.spare_until and not hurry:
                if entry.lost is None:
                    idle.append(entry)
                else:
                    ours.append(entry)
            elif not isinstance(entry, Removal):
                ours.append(entry)
        # what is looked for comes first: nothing else may be posted where it could be
        head = next((entry for entry in ours if entry.lost is not None), ours[0] if ours else None)
        is_news = any(entry.is_urgent for entry in ours)
        comes_first = head is None or not self.for_one or (short and not is_news)
        if waited_for is not None and comes_first and (head is None or head.lost is None):
            return Choice(waited_for, 0.0, urgent=True)
        if head is None and idle:
            due = 0.0 if hurry or last_call is None or self.chat_id > 0 else last_call + interval
            return Choice(idle[0], due, urgent=hurry, spare=not hurry)
        if head is None:
            removal = min((one for one in self.entries if isinstance(one, Removal)), key=lambda one: one.due)
            return Choice(removal, 0.0 if hurry else removal.due, urgent=False)
        if hurry or head.lost is not None or is_news:
            return Choice(head, 0.0, urgent=True)
        waits = last_call is not None and self.chat_id < 0 and waited_for is None
        due = last_call + interval if last_call is not None and waits else 0.0
        spare = all(isinstance(entry, SlotState) and entry.spare for entry in ours)
        return Choice(head, due, urgent=False, spare=spare)

    def failed(self, clock: Clock) -> float:
        """A call failed for no reason of ours: wait, each time twice as long. Returns the pause in seconds."""
        pause = pause_after(self.failures)
        self.failures = min(self.failures + 1, 10)
        self.retry_at = clock.now() + pause
        return pause

    def succeeded(self) -> None:
        """The chat can be reached."""
        self.failures = 0
        self.retry_at = 0.0
