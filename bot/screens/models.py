"""The models of the screens of people and finished deals, as plain values; the handlers fill them from storage."""

from dataclasses import dataclass
from enum import StrEnum, unique

from storage import ListPlace, Scorecard


@unique
class TopScope(StrEnum):
    """Whose list, over what time; the value is the argument of `ButtonAction.TOP`."""

    CHAT = "c"
    CHAT_MONTH = "cm"
    GLOBAL = "a"
    GLOBAL_MONTH = "am"

    @property
    def is_chat(self) -> bool:
        """True if it is the list of one chat."""
        return self in (TopScope.CHAT, TopScope.CHAT_MONTH)

    @property
    def is_month(self) -> bool:
        """True if it is the list of one month."""
        return self in (TopScope.CHAT_MONTH, TopScope.GLOBAL_MONTH)


@dataclass(frozen=True, slots=True)
class RankCard:
    """A person's title and score. Names and titles are raw.

    `standing` is their place in the chat it is shown in; `chat_title` is None in a private chat. `recent` are the
    points of their last ranked deals, oldest first, at most ten.
    """

    name: str
    card: Scorecard
    standing: ListPlace | None = None
    chat_title: str | None = None
    recent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TopRow:
    """A line of a list; `points` is what it is ordered by, `score` decides the title."""

    place: int
    name: str
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class TopList:
    """The first of a list, and where the person who asked stands. `month` as in "2026-11", where the list has one."""

    scope: TopScope
    rows: tuple[TopRow, ...]
    own: ListPlace | None = None
    chat_title: str = ""
    month: str = ""


@dataclass(frozen=True, slots=True)
class Statistics:
    """A person's deals in figures; `scores` is the score after each ranked deal, oldest first, with its time."""

    name: str
    card: Scorecard
    scores: tuple[tuple[float, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of recomputing a shuffle.

    `number` is what people call the deal by. `seals` says whether the server seed fits the commitment, `deals` whether
    the seed derived from it and the players' `taps` gives the hands that were played; `command` is what somebody types
    who wants to recompute it themselves.
    """

    number: int
    commitment: str
    server_seed: bytes
    taps: int
    seals: bool
    deals: bool
    command: str
