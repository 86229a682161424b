"""The bombs in a hand, cut so that they earn most (rules §6.1).

Only two kinds of bombs need to be considered. A natural bomb earns by its size. A chain earns either by one of its
groups, and then that group alone earns the same, or by a stretch of L ranks cut down to m cards each, and then just
those L × m cards earn the same. So the search is for disjoint natural bombs and *even* chains: rank by rank from 3 to
2, carrying the chains that are still open and the wild jokers not yet used.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from engine.cards import BIG, NO_CARDS, SMALL, TWO, Counts
from engine.plays import (
    KINGS,
    LACKING,
    SHORTEST_CHAIN,
    SMALLEST_BOMB,
    Play,
    bomb_code,
    chain_code,
    grammar,
    natural_code,
)
from engine.ruleset import DEFAULT_RULES, NATURAL_PHASE_LIMIT, RuleSet

FIRST_EARNING_PHASES: Final = 6


def contribution_units(phases: int, rules: RuleSet = DEFAULT_RULES) -> int:
    """What a bomb of `phases` earns from each of the others, in multiples of the base score (rules §6.1).

    >>> [contribution_units(phases) for phases in (5, 6, 7, 12, 13)]
    [0, 2, 4, 128, 128]
    """
    return 1 << min(phases, rules.phase_cap) - 5 if phases >= FIRST_EARNING_PHASES else 0


@dataclass(frozen=True, slots=True)
class Cut:
    """A hand cut into bombs: what they earn in multiples of the base score, and the earning bombs, strongest first."""

    units: int
    bombs: tuple[Play, ...]


class _Even(NamedTuple):
    """An even chain, or with length 1 a natural bomb: `width` cards of each of `length` ranks from slot `first`."""

    first: int
    length: int
    width: int


class _Found(NamedTuple):
    units: int
    bombs: tuple[_Even, ...]


def best_cut(hand: Counts, rules: RuleSet = DEFAULT_RULES) -> Cut:
    """Cut a hand into bombs in the way that earns most, no card used twice; exact, also with four jokers (rules §6.1).

    >>> from engine.cards import parse_counts
    >>> cut = best_cut(parse_counts("3333444455559999999"))
    >>> cut.units, [bomb.phases for bomb in cut.bombs]
    (8, [7, 7])
    """
    rule = grammar(rules)
    wild = rule.wild(hand)
    jokers = hand[SMALL] + hand[BIG]
    best, best_kings = _search(hand, wild, rules), 0
    if rule.king_bomb:
        for kings in (3, 4):
            if kings <= jokers:
                units, bombs = _search(hand, min(wild, jokers - kings), rules)
                units += contribution_units(kings + 3, rules)
                if units > best.units:
                    best, best_kings = _Found(units, bombs), kings
    return Cut(best.units, _as_plays(best.bombs, best_kings, hand, rules))


def _search(hand: Counts, wild: int, rules: RuleSet) -> _Found:
    end = grammar(rules).chain_end
    if not _can_earn(hand, wild, end):
        return _Found(0, ())
    worth = [contribution_units(phases, rules) for phases in range(2 * NATURAL_PHASE_LIMIT + 8)]
    nothing = _Found(0, ())

    @cache
    def best_from(slot: int, open_chains: tuple[tuple[int, int], ...], jokers: int) -> _Found | None:
        """The best from `slot` on; `open_chains` holds (width, length so far). None where a chain would stay too
        short.
        """
        if slot > end:  # no chain starts so late that it would be too short here
            earned = sum(worth[width + length] for width, length in open_chains)
            bombs = tuple(_Even(slot - length, length, width) for width, length in open_chains)
            if slot > TWO:
                return _Found(earned, bombs)
            size = hand[slot] + jokers  # the twos, where no chain reaches them
            if hand[slot] and size >= FIRST_EARNING_PHASES:
                return _Found(earned + worth[size], (*bombs, _Even(slot, 1, size)))
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
            earned = sum(worth[width + length] for width, length in closed)
            bombs = tuple(_Even(slot - length, length, width) for width, length in closed)
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
                    units = earned + rest.units + (worth[natural] if natural else 0)
                    if best is None or units > best.units:
                        own = (*bombs, _Even(slot, 1, natural)) if natural else bombs
                        best = _Found(units, own + rest.bombs)
        return best

    return best_from(0, (), wild) or nothing


def _can_earn(hand: Counts, wild: int, end: int) -> bool:
    """Whether any bomb of six phases is in reach at all."""
    if any(number and number + wild >= FIRST_EARNING_PHASES for number in hand[: TWO + 1]):
        return True
    lacking = hand.translate(LACKING[SMALLEST_BOMB])
    return any(sum(lacking[first : first + SHORTEST_CHAIN]) <= wild for first in range(end + 2 - SHORTEST_CHAIN))


def _subsets(chains: tuple[tuple[int, int], ...], room: int) -> set[tuple[tuple[int, int], ...]]:
    """Every choice of open chains that go on, as far as the cards and jokers of a rank can serve them."""
    found: set[tuple[tuple[int, int], ...]] = {()}
    for chain in chains:
        found |= {(*some, chain) for some in found if sum(width for width, _ in some) + chain[0] <= room}
    return found


@cache
def _starts(room: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of widths of chains that start at a rank with `room` cards and jokers."""
    widths = range(SMALLEST_BOMB, room + 1)
    return tuple(
        some
        for number in range(room // SMALLEST_BOMB + 1)
        for some in combinations_with_replacement(widths, number)
        if sum(some) <= room
    )


def _naturals(have: int, used: int, room: int) -> range | tuple[int, ...]:
    """Sizes of a natural bomb worth considering where chains use `used` of a rank: none, or all that is left and some
    jokers.
    """
    own = max(0, have - used)
    if not own or room - used < FIRST_EARNING_PHASES:
        return (0,)
    return (0, *range(max(FIRST_EARNING_PHASES, own), room - used + 1))


def _as_plays(bombs: tuple[_Even, ...], kings: int, hand: Counts, rules: RuleSet) -> tuple[Play, ...]:
    """The bombs of a cut with their cards, ordinary cards first, jokers where they lack."""
    left = bytearray(hand)
    plays = []
    if kings:
        cards = bytearray(NO_CARDS)
        cards[SMALL] = min(kings, left[SMALL])
        cards[BIG] = kings - cards[SMALL]
        left[SMALL] -= cards[SMALL]
        left[BIG] -= cards[BIG]
        plays.append(Play(bomb_code(kings + 3, KINGS, kings, 0, False, kings), bytes(cards)))
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
