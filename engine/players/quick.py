"""A hand taken apart in a few microseconds: what `engine.players.decomposition` finds exactly, found greedily.

For hands that are only guessed, a good decomposition at once is worth more than the best one. Groups of four and more
stay together, wild jokers go where they make or raise a bomb, and then the run that gets rid of most ranks is taken as
long as it saves a play.
"""

from functools import lru_cache
from typing import Final

from engine.cards import ACE, BIG, LOWEST, SMALL, TWO, Counts
from engine.codes import PAIR, RUNS, SINGLE, SMALLEST_BOMB, TRIPLE, PlayCode, natural_code, plain_code
from engine.grammar import Grammar

_BREAKING: Final = 0.4
"""What a run loses for every rank of which it leaves cards behind."""


def quick_units(hand: Counts, rule: Grammar) -> list[PlayCode]:
    """Return the plays a hand is taken apart into, as codes, in no particular order."""
    groups = list(hand[: TWO + 1])
    units = _jokers_and_bombs(groups, hand[SMALL], hand[BIG], rule)
    while True:
        found = _best_run(bytes(groups))
        if found is None:
            break
        play_type, width, first, last = found
        units.append(plain_code(play_type, width * (last - first + 1), last + LOWEST))
        for slot in range(first, last + 1):
            groups[slot] -= width
    for slot, number in enumerate(groups):
        if number:
            units.append(plain_code(number - 1, number, slot + LOWEST))
    return units


def _jokers_and_bombs(groups: list[int], small: int, big: int, rule: Grammar) -> list[PlayCode]:
    """Take out the bombs, with the wild jokers in the largest or else in the highest triple, and the other jokers."""
    units = []
    wild = (small if rule.wild_small else 0) + (big if rule.wild_big else 0)
    largest = max(groups)
    if wild and largest + wild >= SMALLEST_BOMB and largest >= TRIPLE + 1:
        slot = TWO - groups[::-1].index(largest)
        units.append(natural_code(largest + wild, slot))
        groups[slot] = 0
        small, big = (0 if rule.wild_small else small), (0 if rule.wild_big else big)
    for slot, number in enumerate(groups):
        if number >= SMALLEST_BOMB:
            units.append(natural_code(number, slot))
            groups[slot] = 0
    for slot, number, is_wild in ((SMALL, small, rule.wild_small), (BIG, big, rule.wild_big)):
        if number == 2 and not is_wild:
            units.append(plain_code(PAIR, 2, slot + LOWEST))
        else:
            units += [plain_code(SINGLE, 1, slot + LOWEST)] * number
    return units


@lru_cache(maxsize=1 << 15)
def _best_run(groups: Counts) -> tuple[int, int, int, int] | None:
    """The run that saves most plays: type, width, first and last slot; None where none saves any."""
    best, best_gain = None, 0.5
    for play_type, width, shortest in RUNS:
        first = 0
        while first <= ACE + 1 - shortest:
            if groups[first] < width:
                first += 1
                continue
            gain = -1.0
            last = first
            while last <= ACE and groups[last] >= width:
                gain += 1.0 if groups[last] == width else -_BREAKING
                if last - first + 1 >= shortest and gain > best_gain:
                    best, best_gain = (play_type, width, first, last), gain
                last += 1
            first += 1
    return best
