"""What can be drawn: plain frozen data, every word in it already chosen and localised by the bot.

Cards are strings: a suit ``S H D C`` and a rank ``3 4 5 6 7 8 9 T J Q K A 2`` (``HT``: ten of hearts), ``w`` the small
joker, ``W`` the big one. Every picture has a ``key``: equal pictures have equal keys, in every process, and a change of
the drawing (``DRAWING_VERSION``) changes them all, so a key may stand for a picture Telegram already has.
"""

import dataclasses
import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from bot.pictures.deck import DeckColours, rank_of

DRAWING_VERSION = 1
"""Raised whenever the same model would be drawn differently."""

RUNGS = 21
"""Rungs of the ladder of titles (rules §7)."""

CHART_DEALS = 10
"""The most deals the small chart of a rank card shows."""


class Picture:
    """Base of all pictures: gives them their key."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """32 hexadecimal digits that stand for this picture's content and the way it is drawn."""
        content = dataclasses.asdict(self)  # type: ignore[call-overload]  # every subclass is a dataclass
        text = json.dumps([type(self).__name__, DRAWING_VERSION, content], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]


class Sorting(StrEnum):
    """The order of the groups of a hand."""

    BY_RANK = "rank"
    BY_COUNT = "count"


class JokersPlace(StrEnum):
    """Where the jokers stand among the groups of a hand."""

    FIRST = "first"
    LAST = "last"


class Team(StrEnum):
    """The two teams of a deal: A is drawn as an orange disc, B as a blue square, each with its letter."""

    A = "A"
    B = "B"


class Change(StrEnum):
    """What a deal did to a player's title."""

    NONE = "none"
    PROMOTED = "promoted"
    DEMOTED = "demoted"


def _check_cards(cards: tuple[str, ...], what: str) -> None:
    for card, copies in Counter(cards).items():
        rank_of(card)
        if copies > 2:
            raise ValueError(f"{what} hold {card!r} {copies} times; there are two of every card")


def _check_seats(teams: tuple[Team, ...], what: str) -> None:
    if sorted(teams) != [Team.A, Team.A, Team.B, Team.B]:
        raise ValueError(f"{what} must be four, two of each team, not {[str(team) for team in teams]}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPicture(Picture):
    """A hand, 0 to 27 cards in any order.

    :raises ValueError: if a card is none, occurs three times, or is selected but not in the hand; or for over 27 cards.
    """

    cards: tuple[str, ...]
    selected: tuple[str, ...] = ()
    """Cards to raise: a part of ``cards``."""
    caption: str = ""
    """A line above the cards, as for the hand of a partner; empty for none."""
    note: str = ""
    """A short word at the right end of the caption line, such as the number of cards."""
    empty_text: str = ""
    """Stands in place of the cards when there are none."""
    sorting: Sorting = Sorting.BY_RANK
    jokers: JokersPlace = JokersPlace.FIRST
    colours: DeckColours = DeckColours.TWO

    def __post_init__(self) -> None:
        _check_cards(self.cards, "the cards")
        if len(self.cards) > 27:
            raise ValueError(f"a hand has at most 27 cards, not {len(self.cards)}")
        if missing := Counter(self.selected) - Counter(self.cards):
            raise ValueError(f"selected cards must be in the hand, which lacks {sorted(missing.elements())}")
