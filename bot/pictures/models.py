"""Everything that can be drawn: plain frozen data, every word in it already chosen and localised by the bot.

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
from typing import Final

from bot.pictures.deck import DeckColours, rank_of

DRAWING_VERSION: Final = 2
"""Raised whenever the same model would be drawn differently."""

RUNGS: Final = 21
"""Rungs of the ladder of titles (rules §7)."""

CHART_DEALS: Final = 10
"""The most deals the small chart of a rank card shows."""


class Picture:
    """Base of all pictures: gives them their key."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """32 hexadecimal digits that stand for this picture's content and the way it is drawn."""
        return self.key_of(DRAWING_VERSION)

    def key_of(self, version: int) -> str:
        """The key under another version of the drawing."""
        content = dataclasses.asdict(self)  # type: ignore[call-overload]  # every subclass is a dataclass
        text = json.dumps([type(self).__name__, version, content], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]


class Sorting(StrEnum):
    """The order of the groups of a hand."""

    BY_RANK = "rank"
    BY_COUNT = "count"


class Team(StrEnum):
    """The two teams of a deal: A is drawn as an orange disc, B as a blue square, each with its letter."""

    A = "A"
    B = "B"


class Change(StrEnum):
    """The change of a player's title by a deal."""

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
    empty_text: str = ""
    """Stands in place of the cards when there are none."""
    sorting: Sorting = Sorting.BY_RANK
    colours: DeckColours = DeckColours.TWO

    def __post_init__(self) -> None:
        _check_cards(self.cards, "the cards")
        if len(self.cards) > 27:
            raise ValueError(f"a hand has at most 27 cards, not {len(self.cards)}")
        if missing := Counter(self.selected) - Counter(self.cards):
            raise ValueError(f"selected cards must be in the hand, which lacks {sorted(missing.elements())}")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionSeat:
    """One of the other players as somebody decided."""

    name: str
    team: Team
    left: str
    """How many cards were left to them, or their place."""
    cards: tuple[str, ...] = ()
    """What they had played last in the trick."""
    did: str = ""
    """In place of cards, such as that they had passed."""
    lies: bool = False
    """Whether their play was the one to beat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something that was done or could have been done."""

    label: str
    cards: tuple[str, ...] = ()
    did: str = ""
    """In place of cards: a pass."""
    is_better: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPicture(Picture):
    """A decision that is looked at again, as its player saw it.

    :raises ValueError: if there are not three others, or a card is none.
    """

    seats: tuple[DecisionSeat, ...]
    """The three others in the order of their turns."""
    hand: HandPicture
    choices: tuple[Choice, ...]
    """What was done, and what was better."""

    def __post_init__(self) -> None:
        if len(self.seats) != 3:
            raise ValueError(f"there must be three others, not {len(self.seats)}")
        for seat in self.seats:
            _check_cards(seat.cards, "the cards on the table")
        for choice in self.choices:
            _check_cards(choice.cards, "the cards of a choice")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """The result of a deal for one player."""

    place: str
    """Their place as a figure or a word of two characters."""
    name: str
    team: Team
    title: str
    """Empty for none, as for a computer player."""
    change: Change = Change.NONE
    """Whether ``title`` is new, and in which direction."""
    detail: str = ""
    """How their points come together, such as result and contribution."""
    points: int
    total: int | None
    """Their cumulative score after the deal; ``None`` where it does not count."""
    held: tuple[str, ...] = ()
    """The cards they still held."""
    held_text: str = ""
    """Before these cards, such as their number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """One bomb that earned contribution points (rules §6.1)."""

    name: str
    team: Team
    cards: tuple[str, ...]
    text: str
    """Such as its phases and whether it was played or held."""
    points: int
    """What its owner receives for it from all three others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPicture(Picture):
    """The result of a deal (rules §6).

    :raises ValueError: if the rows are not four with two of each team, or a card is none.
    """

    heading: str
    """The kind of result (双扣, 单扣, 平扣), or that the deal is void."""
    winner: Team | None
    """The winning team, or ``None`` for a void deal."""
    subheading: str = ""
    """Such as who won."""
    multiplier: str = ""
    """Such as ×16; empty for none."""
    formula: str = ""
    """How a winner's result points were reckoned, such as 3 × 16 × 100."""
    bomb: tuple[str, ...] = ()
    """The cards of the bomb that made the multiplier."""
    bomb_text: str = ""
    rows: tuple[ResultRow, ...]
    """In order of place."""
    total_label: str
    """Before each new total."""
    contributions_label: str = ""
    contributions: tuple[Contribution, ...] = ()
    footer: tuple[str, ...] = ()
    colours: DeckColours = DeckColours.TWO

    def __post_init__(self) -> None:
        _check_seats(tuple(row.team for row in self.rows), "the rows")
        _check_cards(self.bomb, "the cards of the bomb")
        for row in self.rows:
            _check_cards(row.held, "the cards still held")
        for contribution in self.contributions:
            _check_cards(contribution.cards, "the cards of a contribution")


@dataclass(frozen=True, slots=True, kw_only=True)
class DealBar:
    """One deal in the small chart of a rank card."""

    points: int
    label: str
    """The points, written as short as the language allows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankPicture(Picture):
    """The rank card of one player (rules §7).

    :raises ValueError: for a ladder of another length, a rung outside it, a progress outside 0…1, or too many deals.
    """

    name: str
    score: int
    score_label: str
    ladder: tuple[str, ...]
    """The twenty-one titles, lowest first."""
    rung: int
    """The index of the player's title in the ladder."""
    progress: float
    """How far from this rung to the next one, 0 to 1; 1 on the highest."""
    progress_text: str
    place_text: str = ""
    """Such as the place in this group."""
    ladder_label: str
    deals_label: str
    deals: tuple[DealBar, ...] = ()
    """The last deals, oldest first."""
    no_deals_text: str = ""

    def __post_init__(self) -> None:
        if len(self.ladder) != RUNGS:
            raise ValueError(f"the ladder must have {RUNGS} titles, not {len(self.ladder)}")
        if not 0 <= self.rung < RUNGS:
            raise ValueError(f"the rung must lie between 0 and {RUNGS - 1}, not at {self.rung}")
        if not 0 <= self.progress <= 1:
            raise ValueError(f"the progress must lie between 0 and 1, not at {self.progress}")
        if len(self.deals) > CHART_DEALS:
            raise ValueError(f"the chart shows at most {CHART_DEALS} deals, not {len(self.deals)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One figure with what it is."""

    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KindRow:
    """The number of times a kind of result (双扣, 单扣, 平扣) was won and lost."""

    label: str
    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsPicture(Picture):
    """A player's statistics: figures, score over time, results by kind.

    :raises ValueError: if a kind has a negative count or there are more than six facts.
    """

    name: str
    heading: str
    facts: tuple[Fact, ...] = ()
    """Up to six."""
    score_label: str
    scores: tuple[int, ...] = ()
    """The score after each deal, oldest first; any number of deals."""
    first_label: str = ""
    """Under the left end of the line, such as a date."""
    last_label: str = ""
    kinds_label: str
    won_label: str
    lost_label: str
    kinds: tuple[KindRow, ...] = ()
    no_deals_text: str = ""
    """Stands in place of the line before the first deal."""

    def __post_init__(self) -> None:
        if len(self.facts) > 6:
            raise ValueError(f"there is room for six facts, not {len(self.facts)}")
        if any(row.won < 0 or row.lost < 0 for row in self.kinds):
            raise ValueError("deals won and lost must be counted from 0")
