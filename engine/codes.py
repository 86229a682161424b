"""Plays as small integers: comparing numbers is the order of rules §3 and §3.1.

The code of a play holds its type, size and strength, and nothing of its cards: two plays of one code do the same at the
table. Two layouts share the integers; outside this module only the innermost loops take them apart by themselves:

    no bomb    type(3 bits) size(5) top(5)
               comparable where type and size agree
    a bomb     1 phases(4) kind(2) cards(5) points(9) | chain(1) size(5)
               comparable by what stands before the bar, and above every play that is no bomb

No play has the code 0.
"""

from enum import IntEnum, unique
from typing import Final, NamedTuple, TypeAlias

from engine.cards import LOWEST

PlayCode: TypeAlias = int
"""Type, size and strength of a play."""

SINGLE, PAIR, TRIPLE, STRAIGHT, PAIR_RUN, TRIPLE_RUN = range(6)
"""The types that are not bombs, as they stand in codes; their order is that of `engine.plays.PlayType`."""


class Run(NamedTuple):
    """A type of run: a straight, a pair run or a triple run (rules §3)."""

    type: int
    width: int
    """Cards of each rank."""
    shortest: int
    """Ranks it has at least."""


RUNS: Final = (Run(STRAIGHT, 1, 5), Run(PAIR_RUN, 2, 3), Run(TRIPLE_RUN, 3, 3))
WIDTHS: Final = (1, 2, 3, 1, 2, 3)
"""Cards of each rank, by the types that are not bombs."""
HIGHEST_TOPS: Final = (17, 17, 15, 14, 14, 14)
"""The highest strength of a top rank, by the types that are not bombs."""
SMALLEST_BOMB: Final = 4
"""Cards of the smallest bomb, and of every rank of a chain bomb."""
SHORTEST_CHAIN: Final = 3
"""Ranks of the shortest chain bomb."""


@unique
class BombKind(IntEnum):
    """The ways in which the phases of a bomb come about; at equal phases the higher one wins (rules §3.1, §3.3)."""

    KINGS = -1
    """Jokers alone, where the table plays king bombs 王炸."""
    COUNTED_OUT = 0
    """A stretch of a chain, cut down to its smallest group."""
    NATURAL = 1
    """Cards of one rank 正相数: a natural bomb, or the largest group of a chain."""


class PlainStrength(NamedTuple):
    """The strength of a play that is no bomb."""

    top: int
    """Strength of its top rank, 3…17."""


class BombStrength(NamedTuple):
    """The strength of a bomb; it compares left to right (rules §3.1)."""

    phases: int
    """Phase count 相数."""
    kind: BombKind
    cards: int
    """Of a counted-out chain the cards after cutting down; of a natural bomb its phases; of kings the jokers."""
    points: int
    """Of a counted-out chain the sum of the points of those cards; of a natural bomb the strength of its rank, 3…15; of
    kings 0.
    """


SIZE_SHIFT: Final = 5
TYPE_SHIFT: Final = 10
TOP_MASK: Final = 31
SIZE_MASK: Final = 31
POINTS_MASK: Final = 511
CHAIN_BIT: Final = 1 << 5
STRENGTH_SHIFT: Final = 6
CARDS_SHIFT: Final = STRENGTH_SHIFT + 9
KIND_SHIFT: Final = STRENGTH_SHIFT + 14
PHASES_SHIFT: Final = STRENGTH_SHIFT + 16
PHASES_MASK: Final = 15
BOMB_BIT: Final = 1 << 26
"""Codes from here on are bombs."""


def plain_code(play_type: int, size: int, top: int) -> PlayCode:
    """Return the code of a play that is no bomb.

    Args:
        play_type: `SINGLE` … `TRIPLE_RUN`.
        size: its number of cards.
        top: the strength of its top rank, 3…17.
    """
    return play_type << TYPE_SHIFT | size << SIZE_SHIFT | top


def bomb_code(phases: int, kind: BombKind, cards: int, points: int, size: int, *, chain: bool = False) -> PlayCode:
    """Return the code of a bomb with the strength of rules §3.1 (see `BombStrength`), made of `size` cards."""
    strength = phases << 16 | (kind + 1) << 14 | cards << 9 | points
    return BOMB_BIT | strength << STRENGTH_SHIFT | (CHAIN_BIT if chain else 0) | size


def natural_code(size: int, slot: int) -> PlayCode:
    """Return the code of a natural bomb 正相数炸弹: `size` cards of the rank at `slot`."""
    return bomb_code(size, BombKind.NATURAL, size, slot + LOWEST, size)


KING_BOMBS: Final = {jokers: bomb_code(jokers + 3, BombKind.KINGS, jokers, 0, jokers) for jokers in (3, 4)}
"""The codes of king bombs 王炸 by their number of jokers: 6 and 7 phases (rules §3.3)."""


def beats(code: PlayCode, to_beat: PlayCode) -> bool:
    """Return whether a play of `code` beats one of the code `to_beat` (rules §3, §3.1)."""
    if code >= BOMB_BIT:
        return code >> STRENGTH_SHIFT > to_beat >> STRENGTH_SHIFT
    return code >> SIZE_SHIFT == to_beat >> SIZE_SHIFT and code > to_beat


def is_bomb(code: PlayCode) -> bool:
    """Return whether it is the code of a bomb."""
    return code >= BOMB_BIT


def is_chain(code: PlayCode) -> bool:
    """Return whether the code of a bomb is that of a chain bomb."""
    return bool(code & CHAIN_BIT)


def size_of(code: PlayCode) -> int:
    """Return the number of cards."""
    return code & SIZE_MASK if code >= BOMB_BIT else code >> SIZE_SHIFT & SIZE_MASK


def type_of(code: PlayCode) -> int:
    """Return the type, `SINGLE` … `TRIPLE_RUN`, of a play that is no bomb."""
    return code >> TYPE_SHIFT


def top_of(code: PlayCode) -> int:
    """Return the strength of the top rank, 3…17, of a play that is no bomb."""
    return code & TOP_MASK


def phases_of(code: PlayCode) -> int:
    """Return the phase count of a bomb."""
    return code >> PHASES_SHIFT & PHASES_MASK


def bomb_kind_of(code: PlayCode) -> int:
    """Return the kind of a bomb as a plain number (see `BombKind`)."""
    return (code >> KIND_SHIFT & 3) - 1


def points_of(code: PlayCode) -> int:
    """Return the points in the strength of a bomb; of a natural one this is the strength of its rank."""
    return code >> STRENGTH_SHIFT & POINTS_MASK


def bomb_strength(code: PlayCode) -> BombStrength:
    """Return the strength of a bomb."""
    return BombStrength(phases_of(code), BombKind(bomb_kind_of(code)), code >> CARDS_SHIFT & SIZE_MASK, points_of(code))


def same_strength(code: PlayCode, other: PlayCode) -> bool:
    """Return whether two bombs are equally strong, whatever their cards."""
    return code >> STRENGTH_SHIFT == other >> STRENGTH_SHIFT
