"""What a set of cards is (rules §3): the one classifier and the one order of strength.

A *kind* of play is its type, size and strength. Inside, a kind is one small integer, its **code**, made so that plain
integer comparison is the order of the rules; outside it is a `Play`, which also knows the cards. Two layouts share the
integers:

    not a bomb    type(3 bits) size(5) top(5)                   comparable where type and size agree
    a bomb        1 phases(4) kind(2) cut(5) points(9) | chain(1) size(5)
                  comparable by all that stands before the bar, and above every non-bomb
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import lru_cache
from typing import Final, TypeAlias

from engine.cards import (
    ACE,
    BIG,
    HAND_SIZE,
    LOWEST,
    NO_CARDS,
    NOTATION,
    RANKS,
    SMALL,
    TWO,
    Counts,
    Rank,
    format_counts,
    parse_counts,
)
from engine.errors import ChoiceNotOffered, DoesNotBeat, ErrorCode, NotAPlay, NotationError
from engine.ruleset import DEFAULT_RULES, RuleSet, Wild


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


Code: TypeAlias = int

_TYPES: Final = tuple(PlayType)
_WIDTHS: Final = (1, 2, 3, 1, 2, 3)
"""Cards of each rank in a play of the six types that are not bombs."""
SINGLE, PAIR, TRIPLE, STRAIGHT, PAIR_RUN, TRIPLE_RUN = range(6)
RUNS: Final = ((STRAIGHT, 1, 5), (PAIR_RUN, 2, 3), (TRIPLE_RUN, 3, 3))
"""The runs: type, cards of each rank, least number of ranks."""
SMALLEST_BOMB: Final = 4
SHORTEST_CHAIN: Final = 3

BOMB_BIT: Final = 1 << 26
STRENGTH_SHIFT: Final = 6
CHAIN_BIT: Final = 1 << 5
SIZE_MASK: Final = CHAIN_BIT - 1
KINGS, CHAIN, NATURAL = -1, 0, 1
"""Kinds of bombs, in the order that decides at equal phases (rules §3.1, §3.3)."""


def plain_code(play_type: int, size: int, top: int) -> Code:
    """The code of a play that is no bomb; `top` is the order of its top rank, 3…17."""
    return play_type << 10 | size << 5 | top


def bomb_code(phases: int, kind: int, cut: int, points: int, chain: bool, size: int) -> Code:
    """The code of a bomb with the strength of rules §3.1, made of `size` cards."""
    head = phases << 16 | (kind + 1) << 14 | cut << 9 | points
    return BOMB_BIT | head << STRENGTH_SHIFT | (CHAIN_BIT if chain else 0) | size


def natural_code(size: int, slot: int) -> Code:
    """The code of a natural bomb 正相数炸弹: `size` cards of the rank at `slot`."""
    return bomb_code(size, NATURAL, size, slot + LOWEST, False, size)


def beats(code: Code, on: Code) -> bool:
    """Whether a play of kind `code` beats one of kind `on` (rules §3, §3.1)."""
    if code >= BOMB_BIT:
        return code >> STRENGTH_SHIFT > on >> STRENGTH_SHIFT
    return code >> 5 == on >> 5 and code > on


@dataclass(frozen=True, slots=True)
class Play:
    """Cards, and what they were read as: the reading is fixed when they are played (rules §3.2).

    >>> play = read(parse_counts("456wWW"))
    >>> play.type.value, play.size, play.strength
    ('straight', 6, (9,))
    """

    code: Code
    cards: Counts

    @property
    def type(self) -> PlayType:
        """The type the cards count as."""
        if self.code >= BOMB_BIT:
            return PlayType.CHAIN_BOMB if self.code & CHAIN_BIT else PlayType.BOMB
        return _TYPES[self.code >> 10]

    @property
    def size(self) -> int:
        """Number of cards, 1…27."""
        return self.code & SIZE_MASK if self.code >= BOMB_BIT else self.code >> 5 & SIZE_MASK

    @property
    def is_bomb(self) -> bool:
        """Whether this is a bomb of any kind, and so beats every other play."""
        return self.code >= BOMB_BIT

    @property
    def top(self) -> int | None:
        """The order of the top rank, 3…17; None for bombs."""
        return None if self.code >= BOMB_BIT else self.code & SIZE_MASK

    @property
    def phases(self) -> int:
        """Phase count 相数 of a bomb (rules §3.1), 0 for anything else."""
        return self.code >> STRENGTH_SHIFT + 16 & 15 if self.code >= BOMB_BIT else 0

    @property
    def kind(self) -> int:
        """Of a bomb: 1 natural, 0 counted-out chain, -1 kings (rules §3.1)."""
        return (self.code >> STRENGTH_SHIFT + 14 & 3) - 1

    @property
    def is_natural(self) -> bool:
        """Whether the phases of this bomb are those of one rank, and not counted out of a chain."""
        return self.is_bomb and self.kind == NATURAL

    @property
    def strength(self) -> tuple[int, ...]:
        """The strength, comparing left to right: `(top,)`, or for bombs `(phases, kind, cards after cutting down,
        points)`.
        """
        if self.code < BOMB_BIT:
            return (self.code & SIZE_MASK,)
        return (self.phases, self.kind, self.code >> STRENGTH_SHIFT + 9 & 31, self.code >> STRENGTH_SHIFT & 511)

    def beats(self, on: "Play") -> bool:
        """Whether this play beats `on` (rules §3, §3.1)."""
        return beats(self.code, on.code)

    @property
    def counts_as(self) -> Counts:
        """The cards it stands for once its wild jokers have taken the ranks they stand for (rules §3.2).

        >>> format_counts(read(parse_counts("456wWW")).counts_as)
        '456789'
        >>> format_counts(read(parse_counts("wW")).counts_as)
        'WW'
        """
        if self.code >= BOMB_BIT:
            return _bomb_stands_for(self)
        play_type, size, top = self.code >> 10, self.size, (self.code & SIZE_MASK) - LOWEST
        width = _WIDTHS[play_type]
        length = size // width
        shape = bytearray(NO_CARDS)
        shape[top - length + 1 : top + 1] = bytes([width]) * length
        return bytes(shape)

    def __str__(self) -> str:
        return format_counts(self.cards)


@dataclass(frozen=True, slots=True)
class Grammar:
    """What the three reading switches of a `RuleSet` come to: which jokers are wild, and where chains end."""

    wild_small: bool
    wild_big: bool
    king_bomb: bool
    chain_end: int
    """Slot of the highest rank a chain bomb may reach."""
    jokers_alone: dict[tuple[int, int], Code]
    """What jokers without other cards are: (small, big) → code, where they are a play."""

    def wild(self, counts: Counts) -> int:
        """Number of wild jokers among `counts`."""
        return (counts[SMALL] if self.wild_small else 0) + (counts[BIG] if self.wild_big else 0)


@lru_cache
def _grammar(wild: Wild, king_bomb: bool, chain_with_two: bool) -> Grammar:
    big, small = BIG + LOWEST, SMALL + LOWEST
    alone = {
        (1, 0): plain_code(SINGLE, 1, small),
        (0, 1): plain_code(SINGLE, 1, big),
        (2, 0): plain_code(PAIR, 2, small),
        (0, 2): plain_code(PAIR, 2, big),
    }
    if wild is Wild.QIANBIAN:
        alone[1, 1] = plain_code(PAIR, 2, big)
        alone[2, 1] = alone[1, 2] = plain_code(TRIPLE, 3, TWO + LOWEST)
        alone[2, 2] = natural_code(4, TWO)
    elif wild is Wild.BAIBIAN:
        alone[1, 1] = plain_code(PAIR, 2, small)
    if king_bomb:
        alone[2, 1] = alone[1, 2] = bomb_code(6, KINGS, 3, 0, False, 3)
        alone[2, 2] = bomb_code(7, KINGS, 4, 0, False, 4)
    return Grammar(wild is Wild.QIANBIAN, wild is not Wild.NONE, king_bomb, TWO if chain_with_two else ACE, alone)


def grammar(rules: RuleSet) -> Grammar:
    """The grammar of a rule set."""
    return _grammar(*rules.grammar_key)


# How many cards each group lacks to be of the given width: bytes.translate tables.
LACKING: Final = tuple(bytes(max(0, width - number) for number in range(256)) for width in range(5))


def chain_code(groups: Counts, first: int, spare: int, size: int) -> Code:
    """The strongest way to count a chain (rules §3.1), or 0 if it has fewer than three ranks.

    Args:
        groups: cards of each rank, all at least 4, of consecutive ranks.
        first: slot of the lowest.
        spare: wild jokers that may still be added anywhere; they are placed so that the chain counts most.
        size: number of cards, for the code.
    """
    length = len(groups)
    if length < SHORTEST_CHAIN:
        return 0
    phases = max(groups)
    top = groups.rfind(phases)
    best = bomb_code(phases + spare, NATURAL, phases + spare, first + top + LOWEST, True, size)
    for start in range(length - 2):
        smallest = min(groups[start], groups[start + 1])
        for stop in range(start + 2, length):
            smallest = min(smallest, groups[stop])
            ranks = stop - start + 1
            cut = smallest
            if spare:
                stretch = groups[start : stop + 1]
                while sum([cut + 1 - group for group in stretch if group <= cut]) <= spare:
                    cut += 1
            if cut + ranks > phases + spare:  # at equal phases the natural way counts more
                points = cut * (ranks * (first + LOWEST) + (start + stop) * ranks // 2)
                best = max(best, bomb_code(cut + ranks, CHAIN, cut * ranks, points, True, size))
    return best


def chain_reading(groups: Counts, first: int, wild: int, size: int, end: int) -> Code:
    """The strongest chain that `groups` (zero or more cards of consecutive ranks) and `wild` jokers form, or 0."""
    spare = wild - sum(groups.translate(LACKING[4]))
    if spare < 0 or first + len(groups) - 1 > end:
        return 0
    filled = bytes([max(4, group) for group in groups])
    best = chain_code(filled, first, spare, size)
    if spare == 4:  # four jokers are also a whole group more, at either end
        if first + len(groups) <= end:
            best = max(best, chain_code(filled + b"\4", first, 0, size))
        if first:
            best = max(best, chain_code(b"\4" + filled, first - 1, 0, size))
    return best


def readings(cards: Counts, grammar: Grammar) -> tuple[Code, ...]:
    """Every type the cards can be, each at its strongest; a bomb, where there is one, stands alone (rules §3.2).

    More than one entry means that wild jokers leave room for more than one type; they are in the order in which they
    are taken unasked: straight, pair run, triple run.
    """
    size = sum(cards)
    small, big = cards[SMALL], cards[BIG]
    ranks = cards[:SMALL]
    groups = ranks.strip(b"\0")
    if not groups:
        code = grammar.jokers_alone.get((small, big))
        return (code,) if code else ()
    wild = 0
    if small or big:
        wild = (small if grammar.wild_small else 0) + (big if grammar.wild_big else 0)
        if wild != small + big:  # an ordinary joker goes with nothing else
            return ()
    span = len(groups)
    first = len(cards) - len(cards.lstrip(b"\0"))
    if span == 1:
        if size < SMALLEST_BOMB:
            return (plain_code(size - 1, size, first + LOWEST),)
        return (natural_code(size, first),)
    if size >= 3 * SMALLEST_BOMB:
        code = chain_reading(groups, first, wild, size, grammar.chain_end)
        if code:
            return (code,)
    if first + span - 1 > ACE:
        return ()
    most = max(groups)
    found: list[Code] = []
    for play_type, width, shortest in RUNS:
        length, rest = divmod(size, width)
        if most <= width and not rest and length >= shortest and span <= length <= ACE + 1:
            found.append(plain_code(play_type, size, min(ACE, first + length - 1) + LOWEST))
    return tuple(found)


def read(cards: Counts, on: Play | None = None, rules: RuleSet = DEFAULT_RULES, choice: PlayType | None = None) -> Play:
    """What `cards` are when they are led (`on` is None) or laid on `on` (rules §3.2).

    Args:
        cards: what is played, at most 27 cards.
        on: the play to beat.
        rules: the rule set of the table.
        choice: the type the player wants where two tie; unasked it is straight before pair run before triple run.

    Raises:
        NotationError: no cards, or more than a hand can hold.
        NotAPlay: the cards are no play.
        DoesNotBeat: they are, but do not beat `on`.
        ChoiceNotOffered: they cannot count as `choice` here.

    >>> read(parse_counts("456wWW"), on=read(parse_counts("334455"))).type.value
    'pair_run'
    """
    size = sum(cards)
    if not size:
        raise NotationError("no cards were chosen; a play has at least one", ErrorCode.NO_CARDS, rule="§3")
    if size > HAND_SIZE:
        raise NotationError(
            f"{size} cards are more than a hand of {HAND_SIZE} holds", ErrorCode.TOO_MANY_CARDS, rule="§1", number=size
        )
    codes = readings(cards, grammar(rules))
    if not codes:
        raise NotAPlay(
            f"{format_counts(cards)} is no play", ErrorCode.NOT_A_PLAY, rule="§3", cards=format_counts(cards)
        )
    offered = _leads(codes) if on is None else [code for code in codes if beats(code, on.code)]
    if not offered and on is not None:
        raise _does_not_beat(cards, codes, on)
    if choice is None:
        return Play(offered[0], cards)
    for code in offered:
        play = Play(code, cards)
        if play.type is choice:
            return play
    raise ChoiceNotOffered(
        f"{format_counts(cards)} does not count as {choice} here, but as {Play(offered[0], cards).type}",
        ErrorCode.CHOICE_NOT_OFFERED,
        rule="§3.2",
        cards=format_counts(cards),
        choice=choice.value,
        offered=[Play(code, cards).type.value for code in offered],
    )


def choices(cards: Counts, on: Play | None = None, rules: RuleSet = DEFAULT_RULES) -> tuple[Play, ...]:
    """The readings among which the player may choose, the one taken unasked first; empty where the cards cannot be
    played.

    >>> [play.type.value for play in choices(parse_counts("QKAwwW"))]
    ['straight', 'pair_run']
    """
    if not 0 < sum(cards) <= HAND_SIZE:
        return ()
    codes = readings(cards, grammar(rules))
    offered = _leads(codes) if on is None else [code for code in codes if beats(code, on.code)]
    return tuple(Play(code, cards) for code in offered)


def _leads(codes: tuple[Code, ...]) -> list[Code]:
    """The readings of a lead: those with the highest top rank (one bomb stands alone already)."""
    if len(codes) < 2:
        return list(codes)
    top = max(code & SIZE_MASK for code in codes)
    return [code for code in codes if code & SIZE_MASK == top]


def _does_not_beat(cards: Counts, codes: tuple[Code, ...], on: Play) -> DoesNotBeat:
    """The refusal that names the nearest reason."""
    tried = [Play(code, cards) for code in codes]
    same_type = [play for play in tried if play.type is on.type or (play.is_bomb and on.is_bomb)]
    play = (same_type or tried)[0]
    if not same_type:
        code, why = ErrorCode.WRONG_TYPE, f"a {on.type} lies on the table; it takes a higher {on.type} or a bomb"
    elif not play.is_bomb and play.size != on.size:
        code, why = ErrorCode.WRONG_SIZE, f"{on.size} cards lie on the table, these are {play.size}"
    else:
        code, why = ErrorCode.TOO_LOW, "it is not higher than what lies on the table"
    return DoesNotBeat(
        f"{format_counts(cards)} is a {play.type}: {why}",
        code,
        rule="§3.1" if play.is_bomb else "§3",
        tried=play,
        on=on,
    )


def _bomb_stands_for(play: Play) -> Counts:
    """The ranks of a bomb once its jokers have taken theirs."""
    cards = play.cards
    jokers = cards[SMALL] + cards[BIG]
    if not jokers or play.kind == KINGS:
        return cards
    if play.type is PlayType.BOMB:
        shape = bytearray(NO_CARDS)
        shape[play.strength[3] - LOWEST] = play.size
        return bytes(shape)
    wanted = play.code >> STRENGTH_SHIFT
    return next(
        shape
        for shape in _chain_shapes(cards, jokers)
        if chain_code(shape.strip(b"\0"), len(shape) - len(shape.lstrip(b"\0")), 0, play.size) >> STRENGTH_SHIFT
        == wanted
    )


def _chain_shapes(cards: Counts, jokers: int) -> Iterator[Counts]:
    """Every way to give all `jokers` of `cards` a rank so that a chain results."""

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


def ranks_of(counts: Counts) -> tuple[Rank, ...]:
    """The ranks that occur, low to high."""
    return tuple(rank for rank, number in zip(RANKS, counts, strict=True) if number)


def parse_play(text: str, on: Play | None = None, rules: RuleSet = DEFAULT_RULES) -> Play:
    """`read` for a text of cards.

    >>> parse_play("3333").phases
    4
    """
    return read(parse_counts(text), on, rules)


__all__ = [
    "NOTATION",
    "Code",
    "Grammar",
    "Play",
    "PlayType",
    "choices",
    "grammar",
    "parse_play",
    "ranks_of",
    "read",
    "readings",
]
