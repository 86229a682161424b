"""Every reading of cards (rules §3, §3.2), as codes.

This is the one classifier of the code base. It knows cards and codes only; which of the readings counts on the table is
decided in `engine.reading`.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.cards import ACE, BIG, LOWEST, SMALL, TWO, Counts
from engine.codes import (
    KING_BOMBS,
    PAIR,
    RUNS,
    SHORTEST_CHAIN,
    SINGLE,
    SMALLEST_BOMB,
    TRIPLE,
    BombKind,
    PlayCode,
    bomb_code,
    natural_code,
    plain_code,
)
from engine.ruleset import RuleSet, Wild


@dataclass(frozen=True, slots=True)
class Grammar:
    """The three switches of a `RuleSet` that decide what cards are: which jokers are wild, and where chains end."""

    wild_small: bool
    wild_big: bool
    king_bomb: bool
    chain_end: int
    """Slot of the highest rank a chain bomb may reach."""
    jokers_alone: dict[tuple[int, int], PlayCode]
    """The plays that jokers are without other cards: (small, big) → code."""

    def wild(self, counts: Counts) -> int:
        """Return the number of wild jokers among `counts`."""
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
        alone[2, 1] = alone[1, 2] = KING_BOMBS[3]
        alone[2, 2] = KING_BOMBS[4]
    return Grammar(wild is Wild.QIANBIAN, wild is not Wild.NONE, king_bomb, TWO if chain_with_two else ACE, alone)


def grammar(rules: RuleSet) -> Grammar:
    """Return the grammar of a rule set."""
    return _grammar(*rules.grammar_key)


LACKING: Final = tuple(bytes(max(0, width - number) for number in range(256)) for width in range(5))
"""By width, a table for `bytes.translate` from the cards of a rank to those it lacks to be so wide."""


def chain_code(groups: Counts, first: int, spare: int, size: int) -> PlayCode:
    """Return the code of a chain, counted in its strongest way (rules §3.1); 0 if it has fewer than three ranks.

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
    best = bomb_code(phases + spare, BombKind.NATURAL, phases + spare, first + top + LOWEST, size, chain=True)
    for start in range(length - 2):
        smallest = min(groups[start], groups[start + 1])
        for stop in range(start + 2, length):
            smallest = min(smallest, groups[stop])
            ranks = stop - start + 1
            width = smallest
            if spare:
                stretch = groups[start : stop + 1]
                while sum([width + 1 - group for group in stretch if group <= width]) <= spare:
                    width += 1
            if width + ranks > phases + spare:  # at equal phases the natural way counts more
                points = width * (ranks * (first + LOWEST) + (start + stop) * ranks // 2)
                counted = bomb_code(width + ranks, BombKind.COUNTED_OUT, width * ranks, points, size, chain=True)
                best = max(best, counted)
    return best


def chain_reading(groups: Counts, first: int, wild: int, size: int, end: int) -> PlayCode:
    """Return the code of the strongest chain that groups and wild jokers form; 0 where they form none.

    Args:
        groups: cards of each rank, zero or more, of consecutive ranks.
        first: slot of the lowest.
        wild: wild jokers, all of which have to be used.
        size: number of cards, for the code.
        end: slot of the highest rank a chain may reach.
    """
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


def readings(cards: Counts, grammar: Grammar) -> tuple[PlayCode, ...]:
    """Return every type the cards can be, each at its strongest; a bomb, where there is one, stands alone (rules §3.2).

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
    found: list[PlayCode] = []
    for play_type, width, shortest in RUNS:
        length, rest = divmod(size, width)
        if most <= width and not rest and length >= shortest and span <= length <= ACE + 1:
            found.append(plain_code(play_type, size, min(ACE, first + length - 1) + LOWEST))
    return tuple(found)
