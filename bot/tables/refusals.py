"""How the table service says no."""

from bot.screens.refusals import RefusalCode


class Refused(Exception):
    """The table does not allow this. `code` says why and `facts` about whom or what; the screens turn them into a
    sentence.
    """

    def __init__(self, code: RefusalCode, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts
