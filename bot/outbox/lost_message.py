"""Finding a message that may or may not have been posted: the call was made, and no answer came.

The bot can try to edit any message: its own takes the edit, another's is refused, one that does not exist is not found.
So it looks at the ids that follow the newest one it knew before it posted. In a supergroup, where ids have no gaps,
reaching the end of the chat proves that the message was never posted; elsewhere ids are shared with other chats.
"""

from dataclasses import dataclass
from enum import Enum, auto, unique
from typing import Final

from bot.outbox.content import Content

_GAP: Final = 3
"""So many ids in a row without a message are taken for the end of the chat."""
_MOST: Final = 6
"""Ids that are looked at before the search is given up; each look is an edit and counts as one."""


@unique
class Found(Enum):
    """The thing that stands under an id."""

    OURS = auto()
    FOREIGN = auto()
    NOTHING = auto()


@dataclass(slots=True)
class LostMessage:
    """A message that may have been posted, and how far it has been looked for.

    Attributes:
        content: what it says.
        floor: the newest message id known before it was posted, 0 if none was.
        dense: whether the chat's ids have no gaps.
        again: whether this was the second attempt to post it, and the first may have succeeded.
        fresh: how often a fresh message had been asked for when it was posted.
        looked: how many ids were looked at.
        gap: how many of the last of them had no message.
    """

    content: Content
    floor: int
    dense: bool
    again: bool = False
    fresh: int = 0
    looked: int = 0
    gap: int = 0

    @property
    def is_over(self) -> bool:
        """True if there is nowhere left to look."""
        return not self.floor or self.gap >= _GAP or self.looked >= _MOST

    @property
    def proved_absent(self) -> bool:
        """True if the message is certain not to be there."""
        return bool(self.floor) and self.dense and self.gap >= _GAP

    @property
    def candidate(self) -> int:
        """The id to look at next."""
        return self.floor + self.looked + 1

    def note(self, found: Found) -> None:
        """Take down what the candidate turned out to be."""
        self.looked += 1
        self.gap = self.gap + 1 if found is Found.NOTHING else 0

    def suspects(self, posted_id: int) -> range:
        """The message was posted a second time under this id: where the first may stand, nearest first."""
        if not self.floor or self.proved_absent:
            return range(0)
        return range(posted_id - 1, max(self.candidate - 1, posted_id - 1 - _GAP), -1)
