"""The cheapest decomposition of a hand, as `engine.players.decomposition` finds it, without an object on the way.

The state carried from rank to rank is one integer: how many straights are 1, 2, 3, 4 and at least 5 ranks long, the
same for pair runs and triple runs up to 3, and the wild jokers left. What was found for a rank and a state is kept in a
table that is emptied for every hand by counting a generation up.
"""

from array import array
from collections.abc import Callable, Sequence
from typing import Final

from engine.cards import Counts
from engine.core import costs
from engine.grammar import Grammar

_STATES: Final = 1 << 13
_FULL: Final = 6000
"""States from which on a hand is left to the fallback."""
_TWO: Final = 12
_SMALL: Final = 13
_BIG: Final = 14
_BOMB: Final = 1 << 26
_IMPOSSIBLE: Final = costs.IMPOSSIBLE
_WILD: Final = costs.WILD
_PER_HEIGHT: Final = costs.PER_HEIGHT
_WIDEST: Final = 13
"""Group sizes in a row of the table of costs."""

Fallback = Callable[[Counts], Sequence[int]]
"""Takes a hand apart the thorough way: the codes of its plays."""
Reader = Callable[[Counts], int]
"""Reads cards as a lead: the code."""


class Decomposer:
    """Takes hands of one rule set.

    Args:
        rule: the grammar of the rule set.
        fallback: takes the hands apart that may hold a chain bomb.
        read: reads runs that lean on a joker.
    """

    def __init__(self, rule: Grammar, fallback: Fallback, read: Reader) -> None:
        self._fallback = fallback
        self._read = read
        self.wild_small = int(rule.wild_small)
        self.wild_big = int(rule.wild_big)
        self.king_bomb = int(rule.king_bomb)
        self.chain_end = rule.chain_end
        self.ranks = array("i", [0] * 16)
        self.left = array("i", [0] * 16)
        self.units = array("i", [0] * 32)
        """The codes of the plays of the last hand,"""
        self.number = 0
        """and how many there are."""
        self._slot = array("i", [0] * _STATES)
        self._state = array("i", [0] * _STATES)
        self._generation = array("i", [0] * _STATES)
        self._cost = array("d", [0.0] * _STATES)
        self._choice = array("i", [0] * _STATES)
        self._next = array("i", [0] * _STATES)
        self._now = 0
        self._used = 0
        self._groups = array("d", [cost for row in costs.GROUPS for cost in row])
        self._run_costs = array("d", costs.RUN_COSTS)
        self._per_rank = array("d", costs.PER_RANK)
        self._widths = array("i", [1, 2, 3])
        self._shortest = array("i", [5, 3, 3])
        self._starts = array("i", [0] * 64)
        self._begin = array("i", [0] * 4)
        self._end = array("i", [0] * 4)

    def decompose(self, hand: Counts) -> list[int]:
        """The plays of the cheapest decomposition, as codes, in no particular order."""
        for slot in range(15):
            self.ranks[slot] = hand[slot]
        self.run()
        return [self.units[index] for index in range(self.number)]

    def run(self) -> None:
        """Take the hand in `ranks` apart into `units`."""
        ranks = self.ranks
        jokers = ranks[_SMALL] * self.wild_small + ranks[_BIG] * self.wild_big
        if self._may_chain(jokers) or (self.king_bomb and ranks[_SMALL] + ranks[_BIG] >= 3):
            self._decompose_slowly()
            return
        self._now += 1
        self._used = 0
        first = self._search(0, jokers << 22)
        if self._used > _FULL:
            self._decompose_slowly()
            return
        self._collect(first, jokers)

    def _decompose_slowly(self) -> None:
        codes = self._fallback(bytes([self.ranks[slot] for slot in range(15)]))
        self.number = len(codes)
        for index in range(self.number):
            self.units[index] = codes[index]

    def _may_chain(self, jokers: int) -> bool:
        """Return whether three ranks in a row reach four cards each with the jokers there are."""
        ranks = self.ranks
        for first in range(self.chain_end - 1):
            lacking = 0
            for slot in range(first, first + 3):
                if ranks[slot] < 4:
                    lacking += 4 - ranks[slot]
            if lacking <= jokers:
                return True
        return False

    def _may_start(self, kind: int, slot: int, jokers: int) -> int:
        """Return how many runs of a kind may start at a rank."""
        ranks = self.ranks
        shortest = self._shortest[kind]
        width = self._widths[kind]
        if not ranks[slot] or 13 - slot <= shortest:
            return 0
        lacking = 0
        for other in range(slot, slot + shortest):
            if ranks[other] < width:
                lacking += width - ranks[other]
        if lacking > jokers or lacking > 1:
            return 0
        return 2 if kind == 0 else 1

    def _search(self, slot: int, state: int) -> int:
        """The place in the table of the cheapest decomposition from a rank on.

        Args:
            slot: the rank.
            state: runs that reached the rank before, and jokers left.
        """
        place = (state * 40503 + slot * 7919 ^ state >> 11) & _STATES - 1
        while self._generation[place] == self._now:
            if self._slot[place] == slot and self._state[place] == state:
                return place
            place = place + 1 & _STATES - 1
        self._used += 1
        self._generation[place] = self._now
        self._slot[place] = slot
        self._state[place] = state
        self._cost[place] = _IMPOSSIBLE
        self._choice[place] = 0
        self._next[place] = -1
        if self._used > _FULL:
            return place
        straights = state & 0xFFF
        pair_runs = state >> 12 & 0x1F
        triple_runs = state >> 17 & 0x1F
        jokers = state >> 22
        have = self.ranks[slot]
        room = have + jokers
        straights_must = (straights & 3) + (straights >> 2 & 3) + (straights >> 4 & 3) + (straights >> 6 & 3)
        straights_may = straights >> 8
        pairs_must = (pair_runs & 1) + (pair_runs >> 1 & 1)
        pairs_may = pair_runs >> 2
        triples_must = (triple_runs & 1) + (triple_runs >> 1 & 1)
        triples_may = triple_runs >> 2
        straight_starts = pair_starts = triple_starts = 0
        straights_least = straights_may
        pairs_least = pairs_may
        triples_least = triples_may
        if slot == _TWO:
            if straights_must or pairs_must or triples_must:
                return place
        else:
            straights_least = pairs_least = triples_least = 0
            straight_starts = self._may_start(0, slot, jokers)
            pair_starts = self._may_start(1, slot, jokers)
            triple_starts = self._may_start(2, slot, jokers)
        lowest = _IMPOSSIBLE
        for straights_ended in range(straights_least, straights_may + 1):
            for straights_started in range(straight_starts + 1):
                straights_kept = straights_must + straights_may - straights_ended
                straights_open = straights_kept + straights_started
                if straights_open > room:
                    continue
                straight_cost = straights_kept * self._per_rank[0] + straights_started * (
                    self._run_costs[0] - _PER_HEIGHT * slot
                )
                for pairs_ended in range(pairs_least, pairs_may + 1):
                    for pairs_started in range(pair_starts + 1):
                        pairs_kept = pairs_must + pairs_may - pairs_ended
                        pairs_open = pairs_kept + pairs_started
                        used = straights_open + 2 * pairs_open
                        if used > room:
                            continue
                        pair_cost = pairs_kept * self._per_rank[1] + pairs_started * (
                            self._run_costs[1] - _PER_HEIGHT * slot
                        )
                        for triples_ended in range(triples_least, triples_may + 1):
                            for triples_started in range(triple_starts + 1):
                                triples_kept = triples_must + triples_may - triples_ended
                                triples_open = triples_kept + triples_started
                                left = have - used - 3 * triples_open
                                spent = 0
                                if left < 0:
                                    spent = -left
                                    left = 0
                                    if spent > jokers:
                                        continue
                                triple_cost = triples_kept * self._per_rank[2] + triples_started * (
                                    self._run_costs[2] - _PER_HEIGHT * slot
                                )
                                cost = straight_cost + pair_cost + triple_cost
                                most = jokers - spent if left else 0
                                for more in range(most + 1):
                                    if more and left + more < 4:
                                        continue
                                    total = cost + self._groups[slot * _WIDEST + left + more]
                                    unused = jokers - spent - more
                                    rest = -1
                                    if slot == _TWO:
                                        total += _WILD * unused
                                    else:
                                        after = (
                                            straights_started
                                            | (straights & 0x3F) << 2
                                            | (straights_may - straights_ended + (straights >> 6 & 3)) << 8
                                            | pairs_started << 12
                                            | (pair_runs & 1) << 13
                                            | (pairs_may - pairs_ended + (pair_runs >> 1 & 1)) << 14
                                            | triples_started << 17
                                            | (triple_runs & 1) << 18
                                            | (triples_may - triples_ended + (triple_runs >> 1 & 1)) << 19
                                            | unused << 22
                                        )
                                        rest = self._search(slot + 1, after)
                                        total += self._cost[rest]
                                    if total < lowest:
                                        lowest = total
                                        self._cost[place] = total
                                        self._next[place] = rest
                                        self._choice[place] = (
                                            straights_ended
                                            | straights_started << 4
                                            | pairs_ended << 6
                                            | pairs_started << 9
                                            | triples_ended << 10
                                            | triples_started << 13
                                            | more << 14
                                        )
        return place

    def _collect(self, first: int, jokers: int) -> None:
        """Follow the choices from the first rank on and note the plays."""
        self.number = 0
        for slot in range(15):
            self.left[slot] = self.ranks[slot]
        for kind in range(3):
            self._begin[kind] = 0
            self._end[kind] = 0
        place = first
        for slot in range(_TWO + 1):
            choice = self._choice[place]
            for kind in range(3):
                if kind == 0:
                    ended = choice & 15
                    started = choice >> 4 & 3
                elif kind == 1:
                    ended = choice >> 6 & 7
                    started = choice >> 9 & 1
                else:
                    ended = choice >> 10 & 7
                    started = choice >> 13 & 1
                for _ in range(ended):
                    run = self._starts[kind * 16 + self._begin[kind]]
                    self._begin[kind] += 1
                    jokers = self._take_run(kind, run, slot - run, jokers)
                for _ in range(started):
                    self._starts[kind * 16 + self._end[kind]] = slot
                    self._end[kind] += 1
            place = self._next[place]
        place = first
        for slot in range(_TWO + 1):
            number = self.left[slot]
            more = self._choice[place] >> 14
            if number:
                size = number + more
                self._spend(more)
                self._note(self.natural(size, slot) if size >= 4 else size - 1 << 10 | size << 5 | slot + 3)
            place = self._next[place]
        for slot in range(_SMALL, _BIG + 1):
            number = self.left[slot]
            is_wild = self.wild_small if slot == _SMALL else self.wild_big
            if number == 2 and not is_wild:
                self._note(1 << 10 | 2 << 5 | slot + 3)
            else:
                for _ in range(number):
                    self._note(1 << 5 | slot + 3)

    def _note(self, code: int) -> None:
        self.units[self.number] = code
        self.number += 1

    def natural(self, size: int, slot: int) -> int:
        """The code of a natural bomb; see `engine.codes.natural_code`."""
        return _BOMB | (size << 16 | 2 << 14 | size << 9 | slot + 3) << 6 | size

    def _spend(self, number: int) -> None:
        """Take wild jokers away, small ones first."""
        for _ in range(number):
            if self.wild_small and self.left[_SMALL]:
                self.left[_SMALL] -= 1
            else:
                self.left[_BIG] -= 1

    def _take_run(self, kind: int, first: int, length: int, jokers: int) -> int:
        """Note a run and take its cards away; returns the jokers left."""
        width = self._widths[kind]
        lacking = 0
        for slot in range(first, first + length):
            if self.left[slot] < width:
                lacking += width - self.left[slot]
        if not lacking:
            for slot in range(first, first + length):
                self.left[slot] -= width
            self._note(kind + 3 << 10 | width * length << 5 | first + length + 2)
            return jokers
        cards = bytearray(15)
        for slot in range(first, first + length):
            taken = width if self.left[slot] >= width else self.left[slot]
            cards[slot] = taken
            self.left[slot] -= taken
        small = self.left[_SMALL]
        big = self.left[_BIG]
        self._spend(lacking)
        cards[_SMALL] = small - self.left[_SMALL]
        cards[_BIG] = big - self.left[_BIG]
        self._note(self._read(bytes(cards)))
        return jokers - lacking
