"""People who have the page open, by when it was last heard of: no event of a phone says reliably that it is closed."""

from collections.abc import Callable
from typing import Final

from bot.tables.clock import Alarm, Clock

HERE_SECONDS: Final = 10.0
"""Somebody of whom no page was heard for so long is not there; a page that is looked at speaks every few seconds."""


class Presence:
    """Knows who is there. Several devices of a person are one.

    Args:
        clock: measures since when nothing was heard of somebody.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._alarms: dict[int, Alarm] = {}
        self.on_change: Callable[[int, bool], None] = lambda person_id, is_here: None
        """Called with a person who has come (True) or of whom nothing is heard any more (False)."""

    def is_here(self, person_id: int) -> bool:
        """Return whether somebody has the page open."""
        return person_id in self._alarms

    def heard(self, person_id: int) -> None:
        """A page of somebody has said something."""
        alarm = self._alarms.pop(person_id, None)
        if alarm is not None:
            alarm.cancel()
        self._alarms[person_id] = self._clock.call_later(HERE_SECONDS, lambda: self._gone(person_id))
        if alarm is None:
            self.on_change(person_id, True)

    def close(self) -> None:
        """Forget everybody, and say nothing of it."""
        for alarm in self._alarms.values():
            alarm.cancel()
        self._alarms.clear()

    def _gone(self, person_id: int) -> None:
        del self._alarms[person_id]
        self.on_change(person_id, False)
