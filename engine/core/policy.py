"""The learned policy of play-outs: how likely each move of a hand of units is.

A softmax over moves of `w[context] · f + v · relu(U f + b)`. The features `f` of a move stand in four blocks: those of
a pass, of a bomb, of any other play, and those of the whole situation, which only the hidden layer sees. They use what
everybody at the table knows, and the own hand.
"""

import math
from array import array
from collections.abc import Sequence
from typing import Final

from engine.core.chance import Chance
from engine.core.unit_game import PASS, SPLIT, WIDTH, UnitGame

BOMB_BLOCK: Final = 30
PLAY_BLOCK: Final = 60
SHARED_BLOCK: Final = 112
FEATURES: Final = 144
HIDDEN: Final = 32
CONTEXTS: Final = 27
NUMBERS: Final = CONTEXTS * SHARED_BLOCK + FEATURES * HIDDEN + 2 * HIDDEN
"""Weights of a policy."""

_BOMB_BLOCK: Final = BOMB_BLOCK
_PLAY_BLOCK: Final = PLAY_BLOCK
_SHARED_BLOCK: Final = SHARED_BLOCK
_FEATURES: Final = FEATURES
_HIDDEN: Final = HIDDEN
_BOMB: Final = 1 << 26
_CHAIN: Final = 1 << 5
_ROOM: Final = 64
"""Features of a move that are not zero, at most."""
_W: Final = 0
_U: Final = CONTEXTS * SHARED_BLOCK
_B: Final = _U + FEATURES * HIDDEN
_V: Final = _B + HIDDEN


class Policy:
    """Weighs the moves of the seat to act.

    Args:
        weights: `NUMBERS` figures: w by context, U by feature, b, v.
    """

    def __init__(self, weights: Sequence[float]) -> None:
        if len(weights) != NUMBERS:
            raise ValueError(f"{len(weights)} weights; a policy has {NUMBERS}")
        self.weights = array("d", weights)
        self.context = 0
        self.number = 0
        """Moves weighed last,"""
        self.shares = array("d", [0.0] * WIDTH)
        """how likely each is,"""
        self.features = array("i", [0] * WIDTH * _ROOM)
        self.values = array("d", [0.0] * WIDTH * _ROOM)
        self.lengths = array("i", [0] * WIDTH)
        """its features that are not zero,"""
        self.hidden = array("d", [0.0] * WIDTH * HIDDEN)
        """and what the hidden layer makes of them."""
        self.shared = array("i", [0] * _ROOM)
        self.shared_values = array("d", [0.0] * _ROOM)
        self.shared_length = 0
        self._common = array("d", [0.0] * HIDDEN)
        self._unseen = array("i", [0] * 16)
        self._cards_above = array("i", [0] * 16)
        self._pairs_above = array("i", [0] * 16)
        self._triples_above = array("i", [0] * 16)
        self._at = 0
        self._base = 0
        self._length = 0
        self._few = 0
        self._plain = 0
        self._bombs = 0
        self._losers = 0
        self._bosses = 0
        self._outside = 0.0
        self._trick_higher = 0
        self._has_same = 0
        self._best_same = 0
        self._least_same = 0
        self._least_bomb = 0
        self._partner_acts = 0

    def choose(self, game: UnitGame, chance: Chance) -> int:
        """The place in `table.moves` of a move drawn by its likelihood."""
        number = game.list_moves()
        if number == 1:
            return 0
        self.weigh(game)
        drawn = chance.share()
        for index in range(number - 1):
            drawn -= self.shares[index]
            if drawn < 0:
                return index
        return number - 1

    def run(self, game: UnitGame, chance: Chance) -> int:
        """Play on to the end, moves drawn by their likelihood; returns the value of the deal."""
        while True:
            index = self.choose(game, chance)
            if game.move(game.moves[index], game.kinds[index]):
                return game.value()

    def weigh(self, game: UnitGame) -> None:
        """Weigh the moves listed last on a table: `shares` says how likely each is."""
        self.describe(game)
        weights = self.weights
        number = self.number
        most = -1e9
        linear = self.context * _SHARED_BLOCK
        for unit in range(_HIDDEN):
            self._common[unit] = weights[_B + unit]
        for place in range(self.shared_length):
            row = _U + self.shared[place] * _HIDDEN
            value = self.shared_values[place]
            for unit in range(_HIDDEN):
                self._common[unit] += weights[row + unit] * value
        for move in range(number):
            score = 0.0
            layer = move * _HIDDEN
            for unit in range(_HIDDEN):
                self.hidden[layer + unit] = self._common[unit]
            for place in range(move * _ROOM, move * _ROOM + self.lengths[move]):
                value = self.values[place]
                feature = self.features[place]
                score += weights[linear + feature] * value
                row = _U + feature * _HIDDEN
                for unit in range(_HIDDEN):
                    self.hidden[layer + unit] += weights[row + unit] * value
            for unit in range(_HIDDEN):
                value = self.hidden[layer + unit]
                if value > 0:
                    score += weights[_V + unit] * value
                else:
                    self.hidden[layer + unit] = 0.0
            self.shares[move] = score
            if score > most:
                most = score
        total = 0.0
        for move in range(number):
            self.shares[move] = math.exp(self.shares[move] - most)
            total += self.shares[move]
        for move in range(number):
            self.shares[move] /= total

    def higher(self, code: int) -> int:
        """Return how much of the unseen cards beats a play of the same type: cards, ranks or runs."""
        play_type = code >> 10
        top = (code & 31) - 3
        if play_type == 0:
            return self._cards_above[top]
        if play_type == 1:
            return self._pairs_above[top]
        if play_type == 2:
            return self._triples_above[top]
        width = play_type - 2
        length = (code >> 5 & 31) // width
        found = 0
        run = 0
        for slot in range(top + 2 - length, 12):
            if self._unseen[slot] >= width:
                run += 1
                if run >= length and slot > top:
                    found += 1
            else:
                run = 0
        return found

    # The features, in their order

    def _start(self, base: int, block: int) -> None:
        self._base = base
        self._at = block
        self._length = 0

    def _put(self, value: float) -> None:
        """Note the next feature of a move."""
        if value != 0.0:
            self.features[self._base + self._length] = self._at
            self.values[self._base + self._length] = value
            self._length += 1
        self._at += 1

    def _flag(self, is_set: bool | int) -> None:
        self._put(1.0 if is_set else 0.0)

    def _add(self, value: float) -> None:
        """Note the next feature of the situation."""
        if value != 0.0:
            self.shared[self._length] = self._at
            self.shared_values[self._length] = value
            self._length += 1
        self._at += 1

    def describe(self, game: UnitGame) -> None:
        """Find the features of the moves listed last on a table."""
        seat = game.turn
        self.number = game.choices
        self._look_round(game)
        owner = game.to_beat_by
        own = game.cards[seat]
        situation = 0
        if game.to_beat:
            situation = 1 if (seat ^ owner) == 2 else 2
        size = 0 if own > 18 else 1 if own > 8 else 2
        few = 0 if self._few > 10 else 1 if self._few > 4 else 2
        self.context = situation * 9 + size * 3 + few
        self._describe_table(game, situation)
        for move in range(self.number):
            code = game.moves[move]
            kind = game.kinds[move]
            if kind == PASS:
                self._describe_pass(game, move)
            elif code >= _BOMB:
                self._describe_bomb(game, move, code)
            else:
                self._describe_play(game, move, code, kind)
            self.lengths[move] = self._length

    def _look_round(self, game: UnitGame) -> None:
        """Note what several features need."""
        seat = game.turn
        cards = pairs = triples = 0
        outside = 0.0
        jokers = game.held[13] + game.held[14] - game.own[seat * 16 + 13] - game.own[seat * 16 + 14]
        for turned in range(15):
            slot = 14 - turned
            unseen = game.held[slot] - game.own[seat * 16 + slot]
            self._unseen[slot] = unseen
            self._cards_above[slot] = cards
            self._pairs_above[slot] = pairs
            self._triples_above[slot] = triples
            cards += unseen
            if unseen >= 2:
                pairs += 1
            if slot < 13:
                if unseen >= 3:
                    triples += 1
                if unseen >= 5:
                    outside += 0.6
                elif unseen == 4:
                    outside += 0.3
                elif unseen == 3 and jokers > 0:
                    outside += 0.1
        self._outside = outside
        one = game.cards[seat + 1 & 3] if game.active[seat + 1 & 3] else 27
        other = game.cards[seat + 3 & 3] if game.active[seat + 3 & 3] else 27
        self._few = one if one < other else other
        self._plain = self._bombs = self._losers = self._bosses = 0
        self._has_same = self._best_same = self._least_same = self._least_bomb = 0
        to_beat = game.to_beat
        for index in range(game.number[seat]):
            code = game.units[seat * WIDTH + index]
            if code >= _BOMB:
                self._bombs += 1
                if code >> 6 > to_beat >> 6 and (not self._least_bomb or code < self._least_bomb):
                    self._least_bomb = code
                continue
            self._plain += 1
            if self.higher(code):
                self._losers += 1
            else:
                self._bosses += 1
            if to_beat and code >> 5 == to_beat >> 5 and code > to_beat:
                self._has_same = 1
                if code & 31 > self._best_same:
                    self._best_same = code & 31
                if not self._least_same or code < self._least_same:
                    self._least_same = code
        self._trick_higher = 0
        if to_beat and to_beat < _BOMB:
            self._trick_higher = self.higher(to_beat)
        self._partner_acts = 0
        mate = seat + 2 & 3
        if to_beat and game.active[mate] and game.to_beat_by != mate and game.to_beat_by != (seat + 1 & 3):
            self._partner_acts = 1

    def _describe_table(self, game: UnitGame, situation: int) -> None:
        seat = game.turn
        to_beat = game.to_beat
        self._length = 0
        self._at = _SHARED_BLOCK
        for step in range(4):
            self._add(game.cards[seat + step & 3] / 27.0)
        self._add(self._losers / 6.0)
        self._add(self._bosses / 4.0)
        self._add(self._bombs / 3.0)
        self._add(self._outside)
        for which in range(3):
            self._add(1.0 if situation == which else 0.0)
        play_type = 4 if to_beat >= _BOMB else to_beat >> 10 if to_beat >> 10 < 3 else 3
        for which in range(5):
            self._add(1.0 if to_beat and play_type == which else 0.0)
        if to_beat >= _BOMB:
            self._add(game.bomb_phases(to_beat) / 8.0)
        else:
            self._add((to_beat & 31) / 14.0)
        self._add((self._trick_higher if self._trick_higher < 6 else 6) / 6.0)
        self._add(self._partner_acts)
        self._add(game.cards[game.to_beat_by] / 27.0 if to_beat else 0.0)
        self._add(0.0 if game.active[seat + 2 & 3] else 1.0)
        self._add(0.0 if game.active[seat + 1 & 3] and game.active[seat + 3 & 3] else 1.0)
        self._add(1.0)
        most = game.phases[0] if game.phases[0] > game.phases[1] else game.phases[1]
        self._add(most / 8.0)
        self.shared_length = self._length

    def _describe_pass(self, game: UnitGame, move: int) -> None:
        seat = game.turn
        to_beat = game.to_beat
        owner = game.to_beat_by
        owners = game.cards[owner]
        mates = game.cards[seat + 2 & 3]
        is_bomb = to_beat >= _BOMB
        is_partners = (seat ^ owner) == 2
        is_boss = not is_bomb and not self._trick_higher
        self._start(move * _ROOM, 0)
        self._put(1.0)
        self._flag(owners <= 2)
        self._flag(owners <= 5)
        self._flag(owners <= 10)
        self._put(self._has_same)
        self._put(self._best_same / 14.0)
        self._put(0.0 if is_bomb else (to_beat & 31) / 14.0)
        self._flag(is_bomb)
        self._put(self._partner_acts)
        self._put(self._plain / 8.0)
        self._flag(self._bombs > 0)
        self._flag(self._plain <= 2)
        self._flag(not game.active[seat + 2 & 3])
        self._flag(0 < mates <= 5)
        self._flag(self._few <= 5)
        self._flag(not is_bomb and to_beat >> 10 >= 3)
        self._flag(self._has_same and self._plain <= 3)
        self._flag(game.cards[seat] < owners)
        self._put(self._losers / 8.0)
        self._flag(self._losers <= 1)
        self._flag(self._losers <= 1 + self._bosses + self._bombs)
        self._flag(is_boss)
        self._put(self._outside)
        self._flag(is_partners and is_boss)
        self._flag(self._bosses > 0)
        self._put((self._trick_higher if self._trick_higher < 6 else 6) / 6.0)

    def _describe_bomb(self, game: UnitGame, move: int, code: int) -> None:
        seat = game.turn
        to_beat = game.to_beat
        owners = game.cards[game.to_beat_by] if to_beat else 27
        mates = game.cards[seat + 2 & 3]
        phases = game.bomb_phases(code)
        is_partners = to_beat and (seat ^ game.to_beat_by) == 2
        self._start(move * _ROOM, _BOMB_BLOCK)
        self._flag(game.size(code) == game.cards[seat])
        self._put(1.0)
        self._flag(phases >= 5)
        self._flag(phases >= 6)
        self._flag(owners <= 2)
        self._flag(owners <= 5)
        self._flag(owners <= 10)
        self._flag(self._plain <= 1)
        self._flag(self._plain <= 3)
        self._flag(to_beat >= _BOMB)
        self._put(self._partner_acts)
        self._put(self._plain / 8.0)
        self._flag(self._bombs >= 2)
        self._flag(code != self._least_bomb)
        self._flag(self._few <= 5)
        self._flag(to_beat and to_beat < _BOMB and not self._trick_higher)
        self._flag(is_partners)
        self._flag(0 < mates <= 4)
        self._flag(self._losers <= 1)
        self._flag(self._losers == 0)
        self._flag(self._losers <= 1 + self._bombs + self._bosses)
        self._put(self._outside)
        self._flag(self._outside == 0.0)
        self._flag(not to_beat)

    def _describe_play(self, game: UnitGame, move: int, code: int, kind: int) -> None:
        seat = game.turn
        to_beat = game.to_beat
        owners = game.cards[game.to_beat_by] if to_beat else 27
        own = game.cards[seat]
        mates = game.cards[seat + 2 & 3] if game.active[seat + 2 & 3] else 0
        play_type = code >> 10
        size = code >> 5 & 31
        height = (code & 31) / 14.0
        higher = self.higher(code)
        is_boss = higher == 0
        is_split = kind == SPLIT
        before = 1 if higher else 0
        if is_split:
            before = 0
        losers = self._losers - before
        after = game.number[seat] - (0 if is_split else 1)
        few = self._few
        self._start(move * _ROOM, _PLAY_BLOCK)
        self._flag(size == own)
        self._put(height)
        self._put(height * height)
        self._flag(code & 31 >= 15)
        self._flag(code & 31 >= 16)
        self._flag(is_split)
        self._flag(after == 1)
        self._flag(after == 2)
        self._flag(size == few and few <= 3)
        self._flag(size == mates)
        self._flag(mates == 1 and size == 1)
        self._put(self._lowest_top(game) / 14.0)
        self._put(size / 6.0)
        for which in range(6):
            self._flag(not to_beat and play_type == which)
        self._put(height if not to_beat and few <= 3 else 0.0)
        self._flag(not to_beat and few <= 3 and size > few)
        if to_beat:
            self._flag(code == self._least_same)
            self._put(((code & 31) - (to_beat & 31)) / 6.0)
            self._put(height * self._partner_acts)
            self._put(height if owners <= 5 else 0.0)
            self._put(height if game.to_beat_by == (seat + 1 & 3) else 0.0)
            self._flag(play_type >= 3)
            self._put(height if few <= 5 else 0.0)
            self._flag(self._plain <= 3)
            self._put(height if self._plain <= 3 else 0.0)
            self._flag((seat ^ game.to_beat_by) == 2 and not self._trick_higher)
        else:
            self._at += 10
        self._flag(is_boss)
        self._put((higher if higher < 6 else 6) / 6.0)
        self._flag(is_boss and losers <= 1)
        self._flag(losers <= 0)
        self._flag(losers <= 1)
        self._flag(losers <= self._bombs + self._bosses)
        self._flag(is_boss and self._losers > 2)
        self._put(self._outside if is_boss else 0.0)
        self._flag(higher == 1 or higher == 2)
        self._flag(few <= 5 and is_boss)
        self._put(height if 0 < mates <= 5 else 0.0)
        self._flag(self._bosses == 0)
        self._put(height if self._losers > self._bombs + self._bosses + 1 else 0.0)

    def _lowest_top(self, game: UnitGame) -> int:
        seat = game.turn
        lowest = 17
        for index in range(game.number[seat]):
            code = game.units[seat * WIDTH + index]
            if code < _BOMB and code & 31 < lowest:
                lowest = code & 31
        return lowest
