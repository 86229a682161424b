"""Reception of what people do: nobody is found to have done nothing before that is known."""

from collections.abc import Callable
from typing import Protocol


class Reception(Protocol):
    """Tells up to when everything that people did has arrived, by the bot's clock, and been carried out."""

    def when_heard(self, moment: float, then: Callable[[], None]) -> None:
        """Call `then` as soon as everything that people did up to a moment has been carried out; at once if it has."""


class Undisturbed:
    """Reception where people act in this process: nothing is ever on its way."""

    def when_heard(self, moment: float, then: Callable[[], None]) -> None:
        then()
