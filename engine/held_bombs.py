"""The bombs still held at the end of a deal, chosen so that they earn most (rules §6.1).

Only two kinds of bombs need to be considered. A natural bomb earns by its size. A chain earns either by one of its
groups, and then that group alone earns the same, or by a stretch of L ranks cut down to m cards each, and then just
those L × m cards earn the same. So the search is for disjoint natural bombs and *even* chains: rank by rank from 3 to
2, carrying the chains that are still open and the wild jokers not yet used.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from engine.cards import BIG, HAND_SIZE, NO_CARDS, SMALL, TWO, Counts
from engine.codes import KING_BOMBS, SHORTEST_CHAIN, SMALLEST_BOMB, natural_code, phases_of
from engine.grammar import LACKING, chain_code, grammar
from engine.plays import Play
from engine.ruleset import DEFAULT_RULES, RuleSet

FIRST_EARNING_PHASES: Final = 6
"""Phases from which on a bomb earns contribution points."""
_MOST_PHASES: Final = HAND_SIZE
"""No bomb of one hand can have more."""


def contribution_units(phases: int, rules: RuleSet = DEFAULT_RULES) -> int:
    """Return what each of the others pays for a bomb, in multiples of the base score (rules §6.1).

    >>> [contribution_units(phases) for phases in (5, 6, 7, 12, 13)]
    [0, 2, 4, 128, 128]
    """
    return 1 << min(phases, rules.phase_cap) - 5 if phases >= FIRST_EARNING_PHASES else 0


@dataclass(frozen=True, slots=True)
class HeldBombs:
    """The bombs of a hand that earn."""

    units: int
    """What each of the others pays for them, in multiples of the base score."""
    bombs: tuple[Play, ...]
    """Strongest first; no card is in two of them."""


class _EvenChain(NamedTuple):
    """An even chain, or with length 1 a natural bomb: `width` cards of each of `length` ranks from slot `first`."""

    first: int
    length: int
    width: int


class _Found(NamedTuple):
    units: int
    bombs: tuple[_EvenChain, ...]


def held_bombs(hand: Counts, rules: RuleSet = DEFAULT_RULES) -> HeldBombs:
    """Return the bombs of a hand that earn most together, no card used twice (rules §6.1).

    The search is exact, also with four jokers.

    >>> from engine.cards import parse_counts
    >>> held = held_bombs(parse_counts("3333444455559999999"))
    >>> held.units, [bomb.phases for bomb in held.bombs]
    (8, [7, 7])
    """
    rule = grammar(rules)
    wild = rule.wild(hand)
    jokers = hand[SMALL] + hand[BIG]
    best, best_kings = _search(hand, wild, rules), 0
    if rule.king_bomb:
        for kings, code in KING_BOMBS.items():
            if kings <= jokers:
                units, bombs = _search(hand, min(wild, jokers - kings), rules)
                units += contribution_units(phases_of(code), rules)
                if units > best.units:
                    best, best_kings = _Found(units, bombs), kings
    return HeldBombs(best.units, _as_plays(best.bombs, best_kings, hand, rules))


def _search(hand: Counts, wild: int, rules: RuleSet) -> _Found:
    end = grammar(rules).chain_end
    if not _can_earn(hand, wild, end):
        return _Found(0, ())
    earns = [contribution_units(phases, rules) for phases in range(_MOST_PHASES + 1)]
    nothing = _Found(0, ())

    @cache
    def best_from(slot: int, open_chains: tuple[tuple[int, int], ...], jokers: int) -> _Found | None:
        """Return the best from `slot` on; None where a chain would stay too short.

        Args:
            slot: the lowest rank not yet looked at.
            open_chains: the chains that reached the rank before, as (width, length so far).
            jokers: wild jokers not yet used.
        """
        if slot > end:  # no chain starts so late that it would be too short here
            earned = sum(earns[width + length] for width, length in open_chains)
            bombs = tuple(_EvenChain(slot - length, length, width) for width, length in open_chains)
            if slot > TWO:
                return _Found(earned, bombs)
            size = hand[slot] + jokers  # the twos, where no chain reaches them
            if hand[slot] and size >= FIRST_EARNING_PHASES:
                return _Found(earned + earns[size], (*bombs, _EvenChain(slot, 1, size)))
            return _Found(earned, bombs)
        have = hand[slot]
        room = have + jokers
        best: _Found | None = None
        for kept in _subsets(open_chains, room):
            closed = list(open_chains)
            for chain in kept:
                closed.remove(chain)
            if any(length < SHORTEST_CHAIN for _, length in closed):
                continue
            earned = sum(earns[width + length] for width, length in closed)
            bombs = tuple(_EvenChain(slot - length, length, width) for width, length in closed)
            used = sum(width for width, _ in kept)
            for started in _starts(room - used) if slot <= end + 1 - SHORTEST_CHAIN else ((),):
                after = used + sum(started)
                going_on = tuple(
                    sorted([(width, length + 1) for width, length in kept] + [(width, 1) for width in started])
                )
                for natural in _naturals(have, after, room):
                    rest = best_from(slot + 1, going_on, jokers - max(0, after + natural - have))
                    if rest is None:
                        continue
                    units = earned + rest.units + (earns[natural] if natural else 0)
                    if best is None or units > best.units:
                        own = (*bombs, _EvenChain(slot, 1, natural)) if natural else bombs
                        best = _Found(units, own + rest.bombs)
        return best

    return best_from(0, (), wild) or nothing


def _can_earn(hand: Counts, wild: int, end: int) -> bool:
    """Return whether any bomb of six phases is in reach at all."""
    if any(number and number + wild >= FIRST_EARNING_PHASES for number in hand[: TWO + 1]):
        return True
    lacking = hand.translate(LACKING[SMALLEST_BOMB])
    return any(sum(lacking[first : first + SHORTEST_CHAIN]) <= wild for first in range(end + 2 - SHORTEST_CHAIN))


def _subsets(chains: tuple[tuple[int, int], ...], room: int) -> set[tuple[tuple[int, int], ...]]:
    """Return every choice of open chains that go on, as far as the cards and jokers of a rank can serve them."""
    found: set[tuple[tuple[int, int], ...]] = {()}
    for chain in chains:
        found |= {(*some, chain) for some in found if sum(width for width, _ in some) + chain[0] <= room}
    return found


@cache
def _starts(room: int) -> tuple[tuple[int, ...], ...]:
    """Return every choice of widths of chains that start at a rank with `room` cards and jokers."""
    widths = range(SMALLEST_BOMB, room + 1)
    return tuple(
        some
        for number in range(room // SMALLEST_BOMB + 1)
        for some in combinations_with_replacement(widths, number)
        if sum(some) <= room
    )


def _naturals(have: int, used: int, room: int) -> range | tuple[int, ...]:
    """Return the sizes a natural bomb may have beside chains that use `used` of its rank: none, or all the rest."""
    own = max(0, have - used)
    if not own or room - used < FIRST_EARNING_PHASES:
        return (0,)
    return (0, *range(max(FIRST_EARNING_PHASES, own), room - used + 1))


def _as_plays(bombs: tuple[_EvenChain, ...], kings: int, hand: Counts, rules: RuleSet) -> tuple[Play, ...]:
    """Return the bombs with their cards, ordinary cards first, jokers where they lack."""
    left = bytearray(hand)
    plays = []
    if kings:
        cards = bytearray(NO_CARDS)
        cards[SMALL] = min(kings, left[SMALL])
        cards[BIG] = kings - cards[SMALL]
        left[SMALL] -= cards[SMALL]
        left[BIG] -= cards[BIG]
        plays.append(Play(KING_BOMBS[kings], bytes(cards)))
    small_is_wild = grammar(rules).wild_small
    for bomb in bombs:
        cards = bytearray(NO_CARDS)
        for slot in range(bomb.first, bomb.first + bomb.length):
            cards[slot] = min(bomb.width, left[slot])
            lacking = bomb.width - cards[slot]
            small = min(lacking, left[SMALL]) if small_is_wild else 0
            cards[SMALL] += small
            cards[BIG] += lacking - small
            left[slot] -= cards[slot]
            left[SMALL] -= small
            left[BIG] -= lacking - small
        size = sum(cards)
        if bomb.length == 1:
            code = natural_code(size, bomb.first)
        else:
            code = chain_code(bytes([bomb.width]) * bomb.length, bomb.first, 0, size)
        plays.append(Play(code, bytes(cards)))
    return tuple(sorted(plays, key=lambda play: play.code, reverse=True))
