"""The learned value of a position with open hands: what is still to be won, for the side to act.

A net of two hidden layers. It says E[sign(x) · log2(1 + |x|)] / 2 of the future points x in units: a few deals with
large bombs would otherwise outweigh all others.
"""

import math
from array import array
from collections.abc import Sequence
from typing import Final

from engine.core.unit_game import WIDTH, UnitGame

PER_SEAT: Final = 28
INPUTS: Final = 4 * PER_SEAT + 32
FIRST: Final = 64
SECOND: Final = 24
NUMBERS: Final = INPUTS * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND + 1
"""Weights of a value net."""

_PER_SEAT: Final = PER_SEAT
_INPUTS: Final = INPUTS
_FIRST: Final = FIRST
_SECOND: Final = SECOND
_NUMBERS: Final = NUMBERS
_FIRST_BIAS: Final = INPUTS * FIRST
_MIDDLE: Final = _FIRST_BIAS + FIRST
_SECOND_BIAS: Final = _MIDDLE + FIRST * SECOND
_LAST: Final = _SECOND_BIAS + SECOND
_BOMB: Final = 1 << 26
_LEAK: Final = 0.02
_SCALE: Final = 2.0


def squash(points: float) -> float:
    """Points on the scale on which they are averaged."""
    if points < 0:
        return -math.log2(1.0 - points)
    return math.log2(1.0 + points)


def stretch(value: float) -> float:
    """The points that `squash` made a value of."""
    if value < 0:
        return 1.0 - math.pow(2.0, -value)
    return math.pow(2.0, value) - 1.0


class ValueNet:
    """Values positions.

    Args:
        weights: `NUMBERS` figures: layer by layer, the rows of an input and then the biases.
    """

    def __init__(self, weights: Sequence[float]) -> None:
        if len(weights) != NUMBERS:
            raise ValueError(f"{len(weights)} weights; a value net has {NUMBERS}")
        self.weights = array("d", weights)
        self.inputs = array("i", [0] * INPUTS)
        """The inputs of the position valued last that are not zero,"""
        self.values = array("d", [0.0] * INPUTS)
        """what they are,"""
        self.length = 0
        """and how many."""
        self._first = array("d", [0.0] * FIRST)
        self._second = array("d", [0.0] * SECOND)
        self._first_error = array("d", [0.0] * FIRST)
        self._second_error = array("d", [0.0] * SECOND)
        self._at = 0
        self._tops = array("i", [0] * 16)
        """Highest single, pair, triple of each seat."""
        self._bombs = array("i", [0] * 4)
        """Strongest bomb of each seat."""

    def value(self, game: UnitGame) -> float:
        """The value of a position for the side to act, on the scale of `squash`."""
        self.describe(game)
        return self.forward()

    def forward(self) -> float:
        """The value of the inputs."""
        weights = self.weights
        for unit in range(_FIRST):
            self._first[unit] = weights[_FIRST_BIAS + unit]
        for place in range(self.length):
            row = self.inputs[place] * _FIRST
            value = self.values[place]
            for unit in range(_FIRST):
                self._first[unit] += weights[row + unit] * value
        for unit in range(_SECOND):
            self._second[unit] = weights[_SECOND_BIAS + unit]
        for place in range(_FIRST):
            value = self._first[place]
            if value < 0:
                value *= _LEAK
                self._first[place] = value
            row = _MIDDLE + place * _SECOND
            for unit in range(_SECOND):
                self._second[unit] += weights[row + unit] * value
        total = weights[_LAST + _SECOND]
        for unit in range(_SECOND):
            value = self._second[unit]
            if value < 0:
                value *= _LEAK
                self._second[unit] = value
            total += weights[_LAST + unit] * value
        return total * _SCALE

    def backward(self, error: float, gradient: "array[float]") -> None:
        """Add what an error of the value seen last says of the weights to `gradient`, a writable array of doubles."""
        self._backward(error * _SCALE, gradient)

    def _backward(self, error: float, gradient: "array[float]") -> None:
        into = gradient
        weights = self.weights
        into[_LAST + _SECOND] += error
        for unit in range(_SECOND):
            value = self._second[unit]
            into[_LAST + unit] += error * value
            slope = error * weights[_LAST + unit]
            if value < 0:
                slope *= _LEAK
            self._second_error[unit] = slope
            into[_SECOND_BIAS + unit] += slope
        for place in range(_FIRST):
            row = _MIDDLE + place * _SECOND
            value = self._first[place]
            slope = 0.0
            for unit in range(_SECOND):
                slope += weights[row + unit] * self._second_error[unit]
            for unit in range(_SECOND):
                into[row + unit] += value * self._second_error[unit]
            if value < 0:
                slope *= _LEAK
            self._first_error[place] = slope
            into[_FIRST_BIAS + place] += slope
        for place in range(self.length):
            row = self.inputs[place] * _FIRST
            value = self.values[place]
            for unit in range(_FIRST):
                into[row + unit] += value * self._first_error[unit]

    # The inputs, in their order

    def _put(self, value: float) -> None:
        if value != 0.0:
            self.inputs[self.length] = self._at
            self.values[self.length] = value
            self.length += 1
        self._at += 1

    def _flag(self, is_set: bool | int) -> None:
        self._put(1.0 if is_set else 0.0)

    def describe(self, game: UnitGame) -> None:
        """Find the inputs of a position."""
        self.length = 0
        self._at = 0
        for seat in range(4):
            self._bombs[seat] = 0
            for kind in range(3):
                self._tops[seat * 4 + kind] = 0
            for index in range(game.number[seat]):
                code = game.units[seat * WIDTH + index]
                if code >= _BOMB:
                    if code > self._bombs[seat]:
                        self._bombs[seat] = code
                elif code >> 10 < 3 and code & 31 > self._tops[seat * 4 + (code >> 10)]:
                    self._tops[seat * 4 + (code >> 10)] = code & 31
        for step in range(4):
            self._at = step * _PER_SEAT
            self._describe_seat(game, game.turn + step & 3)
        self._at = 4 * _PER_SEAT
        self._describe_trick(game)

    def _is_beaten(self, game: UnitGame, seat: int, code: int) -> bool:
        """Return whether some unit of a seat of the same type beats a play."""
        if not game.active[seat]:
            return False
        if code >> 10 < 3:
            return self._tops[seat * 4 + (code >> 10)] > code & 31
        for index in range(game.number[seat]):
            other = game.units[seat * WIDTH + index]
            if other < _BOMB and other >> 5 == code >> 5 and other > code:
                return True
        return False

    def _describe_seat(self, game: UnitGame, seat: int) -> None:
        cards = game.cards[seat]
        self._flag(not game.active[seat])
        if not cards:
            return
        left = seat + 1 & 3
        right = seat + 3 & 3
        bombs = plain = low_singles = mid_singles = high_singles = low_pairs = high_pairs = triples = runs = 0
        lost_singles = lost_pairs = lost_triples = lost_runs = bosses = boss_bombs = earning = 0
        four = five = six = seven = 0
        for index in range(game.number[seat]):
            code = game.units[seat * WIDTH + index]
            if code >= _BOMB:
                bombs += 1
                phases = game.bomb_phases(code)
                earning += game.contribution(phases)
                if phases == 4:
                    four += 1
                elif phases == 5:
                    five += 1
                elif phases == 6:
                    six += 1
                else:
                    seven += 1
                if self._bombs[left] >> 6 <= code >> 6 and self._bombs[right] >> 6 <= code >> 6:
                    boss_bombs += 1
                continue
            plain += 1
            top = code & 31
            kind = code >> 10
            is_lost = self._is_beaten(game, left, code) or self._is_beaten(game, right, code)
            if not is_lost:
                bosses += 1
            if kind == 0:
                if top <= 9:
                    low_singles += 1
                elif top <= 13:
                    mid_singles += 1
                else:
                    high_singles += 1
                lost_singles += is_lost
            elif kind == 1:
                if top <= 10:
                    low_pairs += 1
                else:
                    high_pairs += 1
                lost_pairs += is_lost
            elif kind == 2:
                triples += 1
                lost_triples += is_lost
            else:
                runs += 1
                lost_runs += is_lost
        losers = lost_singles + lost_pairs + lost_triples + lost_runs
        need = losers - 1 - bosses - boss_bombs
        self._put(cards / 27.0)
        self._put(game.number[seat] / 12.0)
        self._put(math.exp(-(cards - 1) / 4.0))
        self._put(math.exp(-(plain - 1) / 2.0))
        self._put(four * 0.5)
        self._put(five * 0.5)
        self._put(six * 0.5)
        self._put(seven * 0.5)
        self._put(squash(earning) / 4.0)
        self._put(low_singles * 0.3)
        self._put(mid_singles * 0.3)
        self._put(high_singles * 0.3)
        self._put(low_pairs * 0.3)
        self._put(high_pairs * 0.3)
        self._put(triples * 0.3)
        self._put(runs * 0.4)
        self._flag(plain <= bombs + 1)
        self._put(lost_singles * 0.25)
        self._put(lost_pairs * 0.25)
        self._put(lost_triples * 0.25)
        self._put(lost_runs * 0.25)
        self._put(losers / 6.0)
        self._put(bosses / 4.0)
        self._put(boss_bombs * 0.5)
        self._flag(need <= 0)
        self._flag(losers <= 1)
        self._put(need / 5.0)

    def _describe_trick(self, game: UnitGame) -> None:
        seat = game.turn
        to_beat = game.to_beat
        self._put(1.0)
        self._flag(not to_beat)
        for step in range(4):
            self._flag(to_beat and game.to_beat_by == (seat + step & 3))
        play_type = 6 if to_beat >= _BOMB else to_beat >> 10
        for which in range(7):
            self._flag(to_beat and play_type == which)
        self._put(game.bomb_phases(to_beat) / 8.0 if to_beat >= _BOMB else (to_beat & 31) / 14.0)
        for step in range(4):
            self._flag(to_beat and to_beat < _BOMB and self._is_beaten(game, seat + step & 3, to_beat))
        for step in range(4):
            other = seat + step & 3
            self._flag(to_beat and game.active[other] and self._bombs[other] >> 6 > to_beat >> 6)
        self._flag(game.placed and not (game.order[0] ^ seat) & 1)
        self._flag(game.placed and (game.order[0] ^ seat) & 1)
        self._flag(game.placed == 2)
        self._put((game.phases[seat & 1] - 4) / 3.0 if game.phases[seat & 1] > 4 else 0.0)
        self._put((game.phases[~seat & 1] - 4) / 3.0 if game.phases[~seat & 1] > 4 else 0.0)
