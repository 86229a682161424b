"""A hand taken apart into plays: the decomposition that is cheapest to get rid of, exact and memoised.

Every play of it has a *cost* in leads: about 1 for a low play, which needs a lead of its own; less for a high one,
which may win a trick; below 0 for bombs, which win one almost surely and may earn points (rules §6). The cost of a hand
is the least sum over all ways to take it apart, found rank by rank from 3 to 2. What is carried along are the runs
still open, as their lengths, and the wild jokers left. Whatever no run takes of a rank is one play: a single, a pair, a
triple or a bomb.

Chain bombs are too rare to slow down every search: they are taken out beforehand where the contribution says so
(`engine.held_bombs`).
"""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.cards import BIG, NO_CARDS, SMALL, TWO, Counts, remove
from engine.codes import RUNS, SMALLEST_BOMB
from engine.core.costs import (
    ASSETS,
    BOMBS,
    GROUPS,
    IMPOSSIBLE,
    JOKERS_TO_START,
    MOST_STARTS,
    ORDINARY_JOKERS,
    PER_HEIGHT,
    PER_RANK,
    RUN_COSTS,
    WILD,
    WILD_EXTRA,
)
from engine.grammar import grammar
from engine.held_bombs import held_bombs
from engine.plays import Play, PlayType
from engine.reading import read
from engine.ruleset import DEFAULT_RULES, NATURAL_PHASE_LIMIT, RuleSet

Cost: TypeAlias = float

Numbers: TypeAlias = tuple[int, int, int]
"""Of straights, pair runs and triple runs."""
Open: TypeAlias = tuple[int, ...]
"""The open runs of one type: how long each is so far, at most the shortest length that may end; sorted."""


_Choice: TypeAlias = "tuple[Cost, Numbers, Numbers, int, _Choice | None]"
"""What the search does at one rank: the cost from there on, runs that ended before the rank, runs that start at it,
jokers in the group played there, and the choice at the next rank. A plain tuple: the garbage collector need not look at
the thousands that are remembered.
"""


@lru_cache(maxsize=1 << 16)
def _search(ranks: bytes, straights: Open, pair_runs: Open, triple_runs: Open, jokers: int) -> _Choice:
    """Return the cheapest decomposition of `ranks`, the cards of the ranks from some slot up to the 2.

    Args:
        ranks: cards of each rank.
        straights, pair_runs, triple_runs: the runs that have reached the rank before.
        jokers: wild jokers not yet used.
    """
    slot = TWO + 1 - len(ranks)
    have = ranks[0]
    room = have + jokers
    groups = GROUPS[slot]
    rest_of_ranks = ranks[1:]
    rest: _Choice | None = None
    best = _NO_WAY
    lowest = IMPOSSIBLE
    pair_ways = _ways(1, pair_runs, ranks, jokers)
    triple_ways = _ways(2, triple_runs, ranks, jokers)
    for open_straights, straights_ended, straights_started, straight_cost in _ways(0, straights, ranks, jokers):
        used_by_straights = len(open_straights)
        if used_by_straights > room:
            continue
        for open_pairs, pairs_ended, pairs_started, pair_cost in pair_ways:
            used_so_far = used_by_straights + 2 * len(open_pairs)
            if used_so_far > room:
                continue
            for open_triples, triples_ended, triples_started, triple_cost in triple_ways:
                left = have - used_so_far - 3 * len(open_triples)
                spent = 0
                if left < 0:
                    spent, left = -left, 0
                    if spent > jokers:
                        continue
                cost = straight_cost + pair_cost + triple_cost
                for more in range(jokers - spent + 1) if left else (0,):
                    if more and left + more < SMALLEST_BOMB:
                        continue
                    total = cost + groups[left + more]
                    unused = jokers - spent - more
                    if slot == TWO:
                        total += WILD * unused
                    else:
                        rest = _search(rest_of_ranks, open_straights, open_pairs, open_triples, unused)
                        total += rest[0]
                    if total < lowest:
                        lowest = total
                        ended = (straights_ended, pairs_ended, triples_ended)
                        started = (straights_started, pairs_started, triples_started)
                        best = (total, ended, started, more, rest)
    return best


_NO_WAY: Final[_Choice] = (IMPOSSIBLE, (0, 0, 0), (0, 0, 0), 0, None)
_Way: TypeAlias = tuple[Open, int, int, Cost]
"""What the runs of one type do at a rank: runs open after it, number ended before it, number started, cost."""
_NOTHING_OPEN: Final[tuple[_Way, ...]] = (((), 0, 0, 0.0),)


def _ways(run_index: int, going: Open, ranks: bytes, jokers: int) -> tuple[_Way, ...]:
    """Everything the runs of one type can do at the first of `ranks`."""
    _, width, shortest = RUNS[run_index]
    left = len(ranks)
    if left <= shortest and not going:
        return _NOTHING_OPEN
    starts = 0
    if left == 1:
        starts = -1
    elif ranks[0] and left > shortest:
        lacking = 0
        for number in ranks[:shortest]:
            if number < width:
                lacking += width - number
        if lacking <= jokers and lacking <= JOKERS_TO_START:
            starts = MOST_STARTS[run_index]
    if not going and not starts:
        return _NOTHING_OPEN
    return _continuations(run_index, going, starts, TWO + 1 - left)


@lru_cache(maxsize=1 << 14)
def _continuations(run_index: int, going: Open, starts: int, slot: int) -> tuple[_Way, ...]:
    """Return what open runs of one type can become: each goes on or, if long enough, ends; and new ones start.

    Args:
        run_index: the index of the type in `RUNS`.
        going: the runs that reached the rank before.
        starts: how many may start here at most; -1 if none may even go on (the 2).
        slot: the rank.
    """
    shortest = RUNS[run_index][2]
    may_end = going.count(shortest)
    must_go_on = tuple(length + 1 for length in going if length < shortest)
    if starts < 0:
        return () if must_go_on else (((), may_end, 0, 0.0),)
    found: list[_Way] = []
    for ended in range(may_end + 1):
        kept = (*must_go_on, *(shortest,) * (may_end - ended))
        for started in range(starts + 1):
            cost = len(kept) * PER_RANK[run_index] + started * (RUN_COSTS[run_index] - PER_HEIGHT * slot)
            found.append((tuple(sorted((*kept, *(1,) * started))), ended, started, cost))
    return tuple(found)


class Decomposition(NamedTuple):
    """A hand taken apart into plays, and what it costs to get rid of them."""

    cost: Cost
    plays: tuple[Play, ...]


class _Best(NamedTuple):
    cost: Cost
    bombs: tuple[Play, ...]
    """Bombs taken out before the search."""
    choice: _Choice
    rest: Counts
    """The cards that were searched."""


def _best(hand: Counts, rules: RuleSet) -> _Best:
    plain = _decompose_rest(hand, (), rules)
    earning = held_bombs(hand, rules)
    if all(bomb.type is PlayType.BOMB and bomb.is_natural for bomb in earning.bombs):
        return plain
    left = hand
    for bomb in earning.bombs:
        left = remove(left, bomb.cards)
    return min(plain, _decompose_rest(left, earning.bombs, rules), key=lambda best: best.cost)


def _decompose_rest(hand: Counts, bombs: tuple[Play, ...], rules: RuleSet) -> _Best:
    rule = grammar(rules)
    choice = _search(hand[:SMALL], (), (), (), rule.wild(hand))
    cost = choice[0] + sum(BOMBS[min(bomb.phases, NATURAL_PHASE_LIMIT) - SMALLEST_BOMB] for bomb in bombs)
    for joker, is_wild in ((SMALL, rule.wild_small), (BIG, rule.wild_big)):
        number = hand[joker]
        if number:
            cost += WILD_EXTRA[joker] * number if is_wild else ORDINARY_JOKERS[joker][number - 1]
    return _Best(cost, bombs, choice, hand)


def asset(play: Play) -> Cost:
    """Return the worth of a play in leads for the multiplier and the contribution; it is not lost when it is played."""
    return ASSETS[min(play.phases, NATURAL_PHASE_LIMIT) - SMALLEST_BOMB] if play.is_bomb else 0.0


@lru_cache(maxsize=1 << 16)
def cost_of(hand: Counts, rules: RuleSet = DEFAULT_RULES) -> Cost:
    """Return the cost of the cheapest decomposition of a hand, in leads; 0 for no cards.

    >>> from engine.cards import parse_counts
    >>> cost_of(parse_counts("34567")) < cost_of(parse_counts("33")) < cost_of(parse_counts("35"))
    True
    """
    return _best(hand, rules).cost


@lru_cache(maxsize=1 << 12)
def decompose(hand: Counts, rules: RuleSet = DEFAULT_RULES) -> Decomposition:
    """Return the cheapest decomposition of a hand, each play read as it would be led; in no particular order.

    >>> from engine.cards import parse_counts
    >>> sorted(str(play) for play in decompose(parse_counts("345678999JJJJ")).plays)
    ['345678', '999', 'JJJJ']
    """
    cost, bombs, choice, left = _best(hand, rules)
    rule = grammar(rules)
    plays = list(bombs)
    cards_left = bytearray(left)
    wild = [SMALL] * (left[SMALL] * rule.wild_small) + [BIG] * (left[BIG] * rule.wild_big)

    def take(first: int, length: int, width: int, jokers: int = 0) -> None:
        cards = bytearray(NO_CARDS)
        for slot in range(first, first + length):
            cards[slot] = min(width, cards_left[slot])
            jokers += width - cards[slot]
            cards_left[slot] -= cards[slot]
        for _ in range(jokers):
            joker = wild.pop(0)
            cards[joker] += 1
            cards_left[joker] -= 1
        plays.append(read(bytes(cards), None, rules))

    starts: tuple[list[int], list[int], list[int]] = ([], [], [])
    jokers_in_groups: list[int] = []
    step: _Choice | None = choice
    while step is not None:
        _, ended_here, started_here, jokers, rest = step
        slot = len(jokers_in_groups)
        for (_, width, _), first, ended, started in zip(RUNS, starts, ended_here, started_here, strict=True):
            for _ in range(ended):  # which of those long enough ends does not matter: the oldest does
                run = first.pop(0)
                take(run, slot - run, width)
            first += [slot] * started
        jokers_in_groups.append(jokers)
        step = rest
    for slot, jokers in enumerate(jokers_in_groups):
        if cards_left[slot]:
            take(slot, 1, cards_left[slot], jokers)
    for joker, is_wild in ((SMALL, rule.wild_small), (BIG, rule.wild_big)):
        for _ in range(cards_left[joker] if is_wild else min(1, cards_left[joker])):
            take(joker, 1, 1 if is_wild else cards_left[joker])
    return Decomposition(cost, tuple(plays))
