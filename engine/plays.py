"""A play: cards together with what they were read as (rules §3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from engine.cards import BIG, LOWEST, NO_CARDS, SMALL, TWO, Counts, format_counts
from engine.codes import (
    BOMB_BIT,
    SHORTEST_CHAIN,
    SMALLEST_BOMB,
    WIDTHS,
    BombKind,
    BombStrength,
    PlainStrength,
    PlayCode,
    beats,
    bomb_kind_of,
    bomb_strength,
    is_chain,
    phases_of,
    points_of,
    same_strength,
    size_of,
    top_of,
    type_of,
)
from engine.grammar import chain_code


@unique
class PlayType(StrEnum):
    """The types of rules §3: 单张 对子 三同张 顺子 连对 连三张 炸弹 连炸."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    STRAIGHT = "straight"
    PAIR_RUN = "pair_run"
    TRIPLE_RUN = "triple_run"
    BOMB = "bomb"
    CHAIN_BOMB = "chain_bomb"


PLAIN_TYPES: Final = tuple(PlayType)[: len(WIDTHS)]
"""The six types that are not bombs, as codes number them."""


@dataclass(frozen=True, slots=True)
class Play:
    """Cards, and what they were read as: the reading is fixed when they are played (rules §3.2).

    >>> from engine.reading import parse_play
    >>> play = parse_play("456wWW")
    >>> play.type.value, play.size, play.strength
    ('straight', 6, PlainStrength(top=9))
    """

    code: PlayCode
    cards: Counts

    @property
    def type(self) -> PlayType:
        """The type the cards count as."""
        if self.code >= BOMB_BIT:
            return PlayType.CHAIN_BOMB if is_chain(self.code) else PlayType.BOMB
        return PLAIN_TYPES[type_of(self.code)]

    @property
    def size(self) -> int:
        """Number of cards, 1…27."""
        return size_of(self.code)

    @property
    def is_bomb(self) -> bool:
        """True of a bomb of any kind, which beats every other play."""
        return self.code >= BOMB_BIT

    @property
    def top(self) -> int | None:
        """The strength of the top rank, 3…17; None for bombs."""
        return None if self.code >= BOMB_BIT else top_of(self.code)

    @property
    def phases(self) -> int:
        """Phase count 相数 of a bomb (rules §3.1), 0 for anything else."""
        return phases_of(self.code) if self.code >= BOMB_BIT else 0

    @property
    def is_natural(self) -> bool:
        """True of a bomb whose phases are cards of one rank, and not counted out of a chain."""
        return self.code >= BOMB_BIT and bomb_kind_of(self.code) == BombKind.NATURAL

    @property
    def is_king_bomb(self) -> bool:
        """True of jokers alone as a bomb, where the table plays 王炸 (rules §3.3)."""
        return self.code >= BOMB_BIT and bomb_kind_of(self.code) == BombKind.KINGS

    @property
    def strength(self) -> PlainStrength | BombStrength:
        """The strength, which compares left to right among plays that can meet."""
        return bomb_strength(self.code) if self.code >= BOMB_BIT else PlainStrength(top_of(self.code))

    def beats(self, to_beat: "Play") -> bool:
        """Return whether this play beats another (rules §3, §3.1)."""
        return beats(self.code, to_beat.code)

    @property
    def counts_as(self) -> Counts:
        """The cards it stands for once its wild jokers have taken the ranks they stand for (rules §3.2).

        >>> from engine.reading import parse_play
        >>> format_counts(parse_play("456wWW").counts_as), format_counts(parse_play("wW").counts_as)
        ('456789', 'WW')
        """
        return _bomb_stands_for(self) if self.code >= BOMB_BIT else plain_shape(self.code)

    def __str__(self) -> str:
        return format_counts(self.cards)


def plain_shape(code: PlayCode) -> Counts:
    """Return the cards that a play with the code of no bomb stands for."""
    width = WIDTHS[type_of(code)]
    length = size_of(code) // width
    top = top_of(code) - LOWEST
    shape = bytearray(NO_CARDS)
    shape[top - length + 1 : top + 1] = bytes([width]) * length
    return bytes(shape)


def _bomb_stands_for(play: Play) -> Counts:
    """Return the cards of a bomb once its jokers have taken the ranks they stand for."""
    cards = play.cards
    jokers = cards[SMALL] + cards[BIG]
    if not jokers or play.is_king_bomb:
        return cards
    if play.type is PlayType.BOMB:
        shape = bytearray(NO_CARDS)
        shape[points_of(play.code) - LOWEST] = play.size
        return bytes(shape)
    return next(
        shape
        for shape in _chain_shapes(cards, jokers)
        if same_strength(chain_code(shape.strip(b"\0"), len(shape) - len(shape.lstrip(b"\0")), 0, play.size), play.code)
    )


def _chain_shapes(cards: Counts, jokers: int) -> Iterator[Counts]:
    """Yield every way to give all `jokers` of `cards` a rank so that a chain results."""

    def place(shape: list[int], slot: int, left: int) -> Iterator[Counts]:
        if slot > TWO:
            groups = bytes(shape).strip(b"\0")
            if not left and len(groups) >= SHORTEST_CHAIN and min(groups) >= SMALLEST_BOMB:
                yield bytes(shape)
            return
        for number in range(left + 1):
            shape[slot] += number
            yield from place(shape, slot + 1, left - number)
            shape[slot] -= number

    naturals = [*cards[:SMALL], 0, 0]
    yield from place(naturals, 0, jokers)
