"""The exception with which a handler refuses what no table was asked about."""

from bot.screens.refusals import Denial


class Denied(Exception):
    """The chat or the bot does not allow this; `denial` is the reason."""

    def __init__(self, denial: Denial) -> None:
        super().__init__(denial.value)
        self.denial = denial
