"""A date that somebody sets, while the clock runs on."""

from dataclasses import dataclass

from bot.playground.fake import ManualClock


@dataclass
class Dates:
    """What the machine takes for the date: by `set_by` seconds further on than at its start, beside what passes."""

    clock: ManualClock
    set_by: float = 0.0

    def now(self) -> float:
        """Seconds since the epoch, as it believes."""
        return self.clock.now() + self.set_by
