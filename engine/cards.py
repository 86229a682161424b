"""Cards, the two packs, and how cards are written (rules §1).

Two forms of "some cards" are used. A `Card` is one of the 108 physical cards; they matter when a deal is dealt and
shown. `Counts` is a multiset of ranks, and it is all that matters for what can be played: 15 bytes, one per rank from
3 to the big joker, each the number of cards of that rank. It is immutable, hashable and quick to copy, which is why a
state of a deal is too.
"""

import operator
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final, TypeAlias

from engine.errors import ErrorCode, NotationError

HAND_SIZE: Final = 27
"""Cards dealt to each of the four players."""


@unique
class Rank(StrEnum):
    """A rank, low to high; the value is its notation. `w` is the small joker 小王, `W` the big joker 大王."""

    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    TWO = "2"
    SMALL_JOKER = "w"
    BIG_JOKER = "W"

    @property
    def slot(self) -> int:
        """Place in `Counts`, 0 (3) … 14 (big joker)."""
        return _INDEX[self.value]

    @property
    def strength(self) -> int:
        """Strength of the rank: 3…14 (A), 2 = 15, small joker 16, big joker 17.

        >>> Rank("2").strength > Rank("A").strength
        True
        """
        return _INDEX[self.value] + LOWEST

    @property
    def is_joker(self) -> bool:
        """True if this is one of the two jokers."""
        return _INDEX[self.value] >= SMALL


RANKS: Final = tuple(Rank)
"""The 15 ranks, low to high."""

NOTATION: Final = "".join(RANKS)
LOWEST: Final = 3
ACE: Final = NOTATION.index("A")
TWO: Final = NOTATION.index("2")
SMALL: Final = NOTATION.index("w")
BIG: Final = NOTATION.index("W")
_INDEX: Final = {notation: index for index, notation in enumerate(NOTATION)}


@unique
class Suit(StrEnum):
    """A suit; it never matters for strength (rules §1)."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 108 physical cards: rank, suit (None for a joker) and pack (1 or 2).

    >>> str(Card.parse("HT2")), Card.parse("HT2").notation
    ('HT2', 'HT')
    """

    rank: Rank
    suit: Suit | None
    pack: int

    @property
    def notation(self) -> str:
        """The card without its pack, as in `HT` or `w`."""
        return f"{self.suit or ''}{self.rank}"

    @property
    def twin(self) -> "Card":
        """The same card of the other pack (rules §2)."""
        return Card(self.rank, self.suit, 3 - self.pack)

    def __str__(self) -> str:
        return f"{self.notation}{self.pack}"

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card written as suit, rank and pack (`HT2`, `w1`).

        Raises:
            NotationError: `text` is none of the 108 cards.
        """
        try:
            return _BY_NAME[text]
        except KeyError:
            raise NotationError(
                f"{text!r} is no card; write suit, rank and pack, as in 'HT2' or 'w1'",
                ErrorCode.UNKNOWN_CARD,
                rule="§1",
                text=text,
            ) from None


PACKS: Final = tuple(
    Card(rank, suit, pack)
    for pack in (1, 2)
    for rank in RANKS
    for suit in ((None,) if rank in (Rank.SMALL_JOKER, Rank.BIG_JOKER) else tuple(Suit))
)
"""The 108 cards in their canonical order: pack, then rank low to high, then suit S H D C."""

_BY_NAME: Final = {str(card): card for card in PACKS}

Counts: TypeAlias = bytes
"""A multiset of cards by rank: 15 bytes, index 0 the threes … 12 the twos, 13 small jokers, 14 big jokers."""

NO_CARDS: Final[Counts] = bytes(15)
ALL_CARDS: Final[Counts] = bytes([8] * 13 + [2, 2])

_TOKEN: Final = re.compile(r"大王|小王|王|[SHDC♠♥♦♣♤♡♢♧]?(?:10|[3-9TJQKA2])|[wW]", re.IGNORECASE)
_IGNORED: Final = re.compile(r"[\s,，、.·_+\uFE0E\uFE0F-]+")


def count(cards: Iterable[Card]) -> Counts:
    """The ranks of physical cards, as counts."""
    counts = [0] * 15
    for card in cards:
        counts[_INDEX[card.rank.value]] += 1
    return bytes(counts)


def parse_counts(text: str, held: Counts | None = None) -> Counts:
    """The cards of a text: `34567`, `10 J Q K A`, `H7S7`, `大王 2`, `王王2`.

    A bare 王 is the joker of which `held` still has one, the small one first; without `held` the small ones are used up
    first. An empty text is no cards.

    Raises:
        NotationError: something in the text is no card, or there are more of one than two packs have.

    >>> format_counts(parse_counts("10 ♠7 王 3"))
    '37Tw'
    """
    normal = _IGNORED.sub("", unicodedata.normalize("NFKC", text))
    counts = [0] * 15
    joker_wishes = 0
    position = 0
    while position < len(normal):
        match = _TOKEN.match(normal, position)
        if match is None:
            raise NotationError(
                f"{normal[position]!r} in {text!r} is no card; write 3 4 5 6 7 8 9 T J Q K A 2, w (小王) or W (大王)",
                ErrorCode.UNKNOWN_CARD,
                rule="§1",
                text=normal[position],
            )
        token = match.group()
        position = match.end()
        if token == "王":
            joker_wishes += 1
        elif token in ("小王", "w"):
            counts[SMALL] += 1
        elif token in ("大王", "W"):
            counts[BIG] += 1
        else:
            counts[_INDEX["T" if token.endswith("10") else token[-1].upper()]] += 1
    limits = held or ALL_CARDS
    for _ in range(joker_wishes):
        counts[SMALL if counts[SMALL] < limits[SMALL] else BIG] += 1
    for index, number in enumerate(counts):
        if number > ALL_CARDS[index]:
            raise NotationError(
                f"{number} cards of rank {NOTATION[index]} in {text!r}; two packs have {ALL_CARDS[index]}",
                ErrorCode.TOO_MANY_OF_A_CARD,
                rule="§1",
                rank=NOTATION[index],
                number=number,
            )
    return bytes(counts)


def format_counts(counts: Counts) -> str:
    """The cards as rank letters, low to high: the inverse of `parse_counts`."""
    return "".join(map(operator.mul, NOTATION, counts))


def ranks_of(counts: Counts) -> tuple[Rank, ...]:
    """Return the ranks that occur, low to high."""
    return tuple(rank for rank, number in zip(RANKS, counts, strict=True) if number)


def contains(counts: Counts, part: Counts) -> bool:
    """Return whether every card of `part` is among `counts`."""
    return all(map(operator.ge, counts, part))


def remove(counts: Counts, part: Counts) -> Counts:
    """`counts` without the cards of `part`, which must be among them.

    Raises:
        ValueError: some card of `part` is not there.
    """
    return bytes(map(operator.sub, counts, part))


def add(counts: Counts, more: Counts) -> Counts:
    """The cards of both."""
    return bytes(map(operator.add, counts, more))
