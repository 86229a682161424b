"""The refusal of a handler."""

from bot.errors import Refusal
from bot.screens.refusals import Denial


class Denied(Refusal):
    """The chat or the bot does not allow this, whatever a table would say; `denial` is the reason."""

    def __init__(self, denial: Denial) -> None:
        super().__init__(denial.value)
        self.denial = denial
