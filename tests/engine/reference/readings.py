"""Everything a set of cards can be (rules §3): every wild joker is tried as every rank."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from .notation import ACE, BIG_JOKER, SMALL_JOKER, TWO, VALUE, Rules, ordered

REMEMBERED = 1 << 16
"""How many answers each function keeps, so that long comparisons stay small."""


@dataclass(frozen=True)
class Reading:
    """One way to take some cards: the type, the number of cards, and the strength as a list that compares."""

    type: str
    size: int
    strength: tuple[int, ...]

    @property
    def is_bomb(self) -> bool:
        """Whether it is a bomb of any sort."""
        return self.type in ("bomb", "chain_bomb")


@lru_cache(maxsize=REMEMBERED)
def all_readings(cards: str, rules: Rules) -> frozenset[Reading]:
    """Every reading of the cards, whatever lies on the table; empty where they are nothing."""
    cards = ordered(cards)
    if len(cards) == 1:
        return frozenset({Reading("single", 1, (VALUE[cards],))})  # "A joker alone is itself"
    fixed = tuple(VALUE[card] for card in cards if card not in rules.wild_jokers)
    wild = sum(card in rules.wild_jokers for card in cards)
    return substituted(fixed, wild, rules.chain_top) | joker_pairs(cards, rules) | king_bombs(cards, rules)


@lru_cache(maxsize=REMEMBERED)
def substituted(fixed: tuple[int, ...], wild: int, chain_top: int) -> frozenset[Reading]:
    """The readings of cards that stand for themselves (`fixed`) and of `wild` jokers tried as every rank 3…2."""
    found: set[Reading] = set()
    for stand_ins in combinations_with_replacement(range(VALUE["3"], TWO + 1), wild):
        found |= plain_readings(tuple(sorted(fixed + stand_ins)), chain_top)
    return frozenset(found)


def joker_pairs(cards: str, rules: Rules) -> set[Reading]:
    """The pairs of jokers (rules §3.2 and the last lines of §3.3)."""
    small_pair, big_pair = Reading("pair", 2, (SMALL_JOKER,)), Reading("pair", 2, (BIG_JOKER,))
    mixed = {"qianbian": {big_pair}, "baibian": {small_pair}, "none": set[Reading]()}[rules.wild]
    return {"ww": {small_pair}, "WW": {big_pair}, "wW": mixed}.get(cards, set())


def king_bombs(cards: str, rules: Rules) -> set[Reading]:
    """Three or four jokers, where the table plays them as a bomb of 6 or 7 phases, the weakest of that count."""
    if not rules.king_bomb or set(cards) - set("wW"):
        return set()
    phases = {3: 6, 4: 7}.get(len(cards))
    return set() if phases is None else {Reading("bomb", len(cards), (phases, -1, len(cards), 0))}


@lru_cache(maxsize=REMEMBERED)
def plain_readings(values: tuple[int, ...], chain_top: int) -> frozenset[Reading]:
    """What cards are when each stands for the rank given, from low to high; chain bombs end at `chain_top`."""
    size = len(values)
    counts = Counter(values)
    ranks = sorted(counts)
    bottom, top = ranks[0], ranks[-1]
    groups = set(counts.values())
    consecutive = ranks == list(range(bottom, top + 1))
    found: set[Reading] = set()
    if size == 1:
        found.add(Reading("single", 1, (top,)))
    if len(ranks) == 1 and size == 2:
        found.add(Reading("pair", 2, (top,)))
    if len(ranks) == 1 and size == 3:
        found.add(Reading("triple", 3, (top,)))
    if consecutive and top <= ACE:
        if len(ranks) >= 5 and groups == {1}:
            found.add(Reading("straight", size, (top,)))
        if len(ranks) >= 3 and groups == {2}:
            found.add(Reading("pair_run", size, (top,)))
        if len(ranks) >= 3 and groups == {3}:
            found.add(Reading("triple_run", size, (top,)))
    if len(ranks) == 1 and size >= 4 and top <= TWO:
        found.add(Reading("bomb", size, natural_strength(top, size)))
    if consecutive and top <= chain_top and len(ranks) >= 3 and min(groups) >= 4:
        found.add(Reading("chain_bomb", size, max(ways_to_count(counts))))
    return frozenset(found)


def natural_strength(rank: int, size: int) -> tuple[int, ...]:
    """A natural bomb: as many phases as cards; at equal phases the rank decides."""
    return (size, 1, size, rank)


def ways_to_count(groups: Counter[int]) -> list[tuple[int, ...]]:
    """Every way to count a chain bomb (rules §3.1): each stretch of it cut down to its smallest group, each group."""
    ways = [natural_strength(rank, size) for rank, size in groups.items()]
    for bottom in groups:
        for top in groups:
            length = top - bottom + 1
            if length >= 3:
                stretch = range(bottom, top + 1)
                smallest = min(groups[rank] for rank in stretch)
                ways.append((smallest + length, 0, length * smallest, smallest * sum(stretch)))
    return ways
