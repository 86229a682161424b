"""Self-play: how a policy and a value net learn from deals in units.

All four seats are played by drawing moves from the policy. At every decision the value net says what the position is
worth; going back from the end, the λ-return mixes what it said later with how the deal ended. The policy is pushed
towards moves after which more came than the value net had said, and the value net towards what came. To begin with, the
policy may imitate the quick one.
"""

import math
from array import array
from typing import Final

from engine.core.chance import Chance
from engine.core.decomposer import Decomposer
from engine.core.policy import FEATURES, HIDDEN, SHARED_BLOCK, Policy
from engine.core.policy import NUMBERS as POLICY_NUMBERS
from engine.core.unit_game import WIDTH, UnitGame
from engine.core.value_net import NUMBERS as VALUE_NUMBERS
from engine.core.value_net import ValueNet, squash, stretch

_POLICY: Final = POLICY_NUMBERS
_VALUE: Final = VALUE_NUMBERS
_HIDDEN: Final = HIDDEN
_SHARED_BLOCK: Final = SHARED_BLOCK
_U: Final = POLICY_NUMBERS - FEATURES * HIDDEN - 2 * HIDDEN
_B: Final = POLICY_NUMBERS - 2 * HIDDEN
_V: Final = POLICY_NUMBERS - HIDDEN
_ROOM: Final = 64
_DECISIONS: Final = 400
_ENTRIES: Final = 200_000
_LAMBDA: Final = 0.85
_MOST_ADVANTAGE: Final = 4.0
_MOST_ERROR: Final = 3.0
_BATCH: Final = 32
"""Deals, and positions of the value net, between two steps."""
_PLAYINGS: Final = 4
"""How often the same hands are played, each time by other seats."""
_DECAY: Final = 0.998
_SMALL: Final = 2e-3
_MOMENTUM: Final = 0.9
_VALUED: Final = 0.25
"""Share of the decisions that the value net learns from."""


class Learner:
    """Plays deals and moves the weights of a policy and a value net.

    Args:
        game: to play on; its rules are those learned.
        decomposer: takes the hands apart.
        policy, value_net: what learns.
        chance: deals and draws.
        entropy: how much undecidedness is worth; without it a policy stops trying things.
    """

    def __init__(
        self,
        game: UnitGame,
        decomposer: Decomposer,
        policy: Policy,
        value_net: ValueNet,
        chance: Chance,
        entropy: float,
    ) -> None:
        self._game = game
        self._decomposer = decomposer
        self._policy = policy
        self._value_net = value_net
        self._chance = chance
        self._entropy = entropy
        self._pack = array("i", [0] * 108)
        self._gradient = array("d", [0.0] * POLICY_NUMBERS)
        self._squares = array("d", [1e-4] * POLICY_NUMBERS)
        self._value_gradient = array("d", [0.0] * VALUE_NUMBERS)
        self._velocity = array("d", [0.0] * VALUE_NUMBERS)
        self._seen = 0
        self._kept = array("i", [0] * 4 * WIDTH)
        self._kept_number = array("i", [0] * 4)
        self._turned = 1
        # one deal: a decision each,
        self._contexts = array("i", [0] * _DECISIONS)
        self._chosen = array("i", [0] * _DECISIONS)
        self._sides = array("i", [0] * _DECISIONS)
        self._earned = array("i", [0] * _DECISIONS)
        self._estimates = array("d", [0.0] * _DECISIONS)
        self._first_move = array("i", [0] * (_DECISIONS + 1))
        # a move each,
        self._shares = array("d", [0.0] * _DECISIONS * WIDTH)
        self._moves_at = array("i", [0] * (_DECISIONS * WIDTH + 1))
        self._layers = array("d", [0.0] * _DECISIONS * WIDTH * HIDDEN)
        # a feature each,
        self._features = array("i", [0] * _ENTRIES)
        self._values = array("d", [0.0] * _ENTRIES)
        # the features of the situation, and the inputs of the value net
        self._shared = array("i", [0] * _DECISIONS * _ROOM)
        self._shared_values = array("d", [0.0] * _DECISIONS * _ROOM)
        self._shared_lengths = array("i", [0] * _DECISIONS)
        self._inputs = array("i", [0] * _DECISIONS * 160)
        self._input_values = array("d", [0.0] * _DECISIONS * 160)
        self._input_lengths = array("i", [0] * _DECISIONS)
        self._count = 0
        self._slopes = array("d", [0.0] * HIDDEN)
        self._sum_slopes = array("d", [0.0] * HIDDEN)
        self.policy_loss = 0.0
        """Sum over decisions of -log of the likelihood of the move that was imitated,"""
        self.value_loss = 0.0
        """sum of the value net's squared errors,"""
        self.decisions = 0
        """and the number of either."""
        self.valued = 0

    def imitate(self, deals: int, step: float, value_step: float) -> None:
        """Learn from deals that the quick policy plays."""
        for deal in range(deals):
            self.deal()
            self._play(True)
            self._learn(True, True)
            if deal % _BATCH == _BATCH - 1:
                self._move_policy(step)
            self._step_value_net(value_step)

    def improve(self, deals: int, step: float, value_step: float) -> None:
        """Learn from deals that the policy plays against itself.

        Args:
            deals: how many.
            step: of the policy; 0 to leave it as it is.
            value_step: of the value net.
        """
        for deal in range(deals):
            if deal % _PLAYINGS == 0:
                self.deal()
                self._keep()
            else:
                self._deal_again()
            self._play(False)
            self._learn(False, step > 0)
            if step > 0 and deal % _BATCH == _BATCH - 1:
                self._move_policy(step)
            self._step_value_net(value_step)

    def duel(self, other: Policy, deals: int) -> tuple[float, float]:
        """Play duplicate deals against another policy: the share won, and units a deal."""
        game = self._game
        won = 0.0
        total = 0.0
        kept = [[0]]
        for _ in range(deals):
            self.deal()
            kept = [[game.units[seat * WIDTH + index] for index in range(game.number[seat])] for seat in range(4)]
            both = 0
            for side in range(2):
                game.clear()
                for seat in range(4):
                    game.give(seat, kept[seat])
                value = self._duel_once(other, side)
                both += -value if side else value
            total += both / 2
            won += 1.0 if both > 0 else 0.5 if both == 0 else 0.0
        return won / deals, total / deals

    def _duel_once(self, other: Policy, side: int) -> int:
        """Play the deal on the table; seats of `side` are the policy's. Returns the value for seats 0 and 2."""
        game = self._game
        while True:
            if (game.turn & 1) == side:
                index = self._policy.choose(game, self._chance)
            else:
                index = other.choose(game, self._chance)
            if game.move(game.moves[index], game.kinds[index]):
                return game.value()

    def deal(self) -> None:
        """Deal four hands and take them apart; seat 0 leads."""
        pack = self._pack
        chance = self._chance
        game = self._game
        decomposer = self._decomposer
        for card in range(108):
            slot = card >> 3
            if card >= 104:
                slot = 13 + (card & 1)
            pack[card] = slot
        game.clear()
        for card in range(107):
            other = card + chance.below(108 - card)
            slot = pack[card]
            pack[card] = pack[other]
            pack[other] = slot
        for seat in range(4):
            for slot in range(15):
                decomposer.ranks[slot] = 0
            for card in range(seat * 27, seat * 27 + 27):
                decomposer.ranks[pack[card]] += 1
            decomposer.run()
            for index in range(decomposer.number):
                game.hold(seat, decomposer.units[index])

    def _keep(self) -> None:
        """Remember the hands on the table."""
        for seat in range(4):
            self._kept_number[seat] = self._game.number[seat]
            for index in range(self._game.number[seat]):
                self._kept[seat * WIDTH + index] = self._game.units[seat * WIDTH + index]

    def _deal_again(self) -> None:
        """Deal the hands remembered, each to the next seat: taking hands apart costs more than playing them."""
        self._game.clear()
        for step in range(4):
            seat = step + self._turned & 3
            for index in range(self._kept_number[step]):
                self._game.hold(seat, self._kept[step * WIDTH + index])
        self._turned += 1

    def _play(self, quickly: bool) -> None:
        """Play the deal on the table and keep every decision."""
        game = self._game
        policy = self._policy
        value_net = self._value_net
        self._count = 0
        moves = 0
        entries = 0
        over = False
        self._moves_at[0] = 0
        while not over:
            number = game.list_moves()
            index = 0
            if quickly:
                code = game.quick_move()
                kind = game.kind
                for move in range(number):
                    if game.moves[move] == code and game.kinds[move] == kind:
                        index = move
            if number > 1:
                policy.weigh(game)
                if not quickly:
                    index = number - 1
                    drawn = self._chance.share()
                    for move in range(number - 1):
                        drawn -= policy.shares[move]
                        if drawn < 0:
                            index = move
                            break
            if number > 1 and self._count < _DECISIONS and entries + number * _ROOM < _ENTRIES:
                place = self._count
                self._contexts[place] = policy.context
                self._chosen[place] = index
                self._sides[place] = game.turn & 1
                self._earned[place] = game.earned
                self._estimates[place] = value_net.value(game)
                self._first_move[place] = moves
                self._shared_lengths[place] = policy.shared_length
                for entry in range(policy.shared_length):
                    self._shared[place * _ROOM + entry] = policy.shared[entry]
                    self._shared_values[place * _ROOM + entry] = policy.shared_values[entry]
                self._input_lengths[place] = value_net.length
                for entry in range(value_net.length):
                    self._inputs[place * 160 + entry] = value_net.inputs[entry]
                    self._input_values[place * 160 + entry] = value_net.values[entry]
                for move in range(number):
                    self._shares[moves] = policy.shares[move]
                    for entry in range(_HIDDEN):
                        self._layers[moves * _HIDDEN + entry] = policy.hidden[move * _HIDDEN + entry]
                    for entry in range(move * _ROOM, move * _ROOM + policy.lengths[move]):
                        self._features[entries] = policy.features[entry]
                        self._values[entries] = policy.values[entry]
                        entries += 1
                    moves += 1
                    self._moves_at[moves] = entries
                self._count += 1
                self._first_move[self._count] = moves
            over = game.move(game.moves[index], game.kinds[index])

    def _learn(self, imitates: bool, with_policy: bool) -> None:
        """Go back through the deal and add up what it says of the weights."""
        game = self._game
        final = game.value()
        chance = self._chance
        coming = 0.0
        coming_side = 0
        later = 0
        for turned in range(self._count):
            place = self._count - 1 - turned
            side = self._sides[place]
            sign = -1.0 if side else 1.0
            if turned == 0:
                target = squash(sign * (final - self._earned[place]))
            else:
                ahead = coming if coming_side == side else -coming
                gained = sign * (later - self._earned[place])
                if gained != 0.0:
                    ahead = squash(stretch(ahead) + gained)
                target = ahead
            estimate = self._estimates[place]
            advantage = target - estimate
            if advantage > _MOST_ADVANTAGE:
                advantage = _MOST_ADVANTAGE
            elif advantage < -_MOST_ADVANTAGE:
                advantage = -_MOST_ADVANTAGE
            if with_policy:
                self._push(place, 1.0 if imitates else advantage, 0.0 if imitates else self._entropy)
            if chance.share() < _VALUED:
                goal = 0.5 * target + 0.5 * squash(sign * (final - self._earned[place]))
                self._value_net.length = self._input_lengths[place]
                for entry in range(self._value_net.length):
                    self._value_net.inputs[entry] = self._inputs[place * 160 + entry]
                    self._value_net.values[entry] = self._input_values[place * 160 + entry]
                error = self._value_net.forward() - goal
                self.value_loss += error * error
                self.valued += 1
                if error > _MOST_ERROR:
                    error = _MOST_ERROR
                elif error < -_MOST_ERROR:
                    error = -_MOST_ERROR
                self._value_net.backward(error, self._value_gradient)
                self._seen += 1
            coming = _LAMBDA * target + (1.0 - _LAMBDA) * estimate
            coming_side = side
            later = self._earned[place]

    def _push(self, place: int, weight: float, entropy: float) -> None:
        """Add the gradient of one decision of the policy: of its chosen move, times `weight`."""
        first = self._first_move[place]
        last = self._first_move[place + 1]
        chosen = first + self._chosen[place]
        linear = self._contexts[place] * _SHARED_BLOCK
        weights = self._policy.weights
        into = self._gradient
        mean = 0.0
        for move in range(first, last):
            if self._shares[move] > 1e-12:
                mean += self._shares[move] * math.log(self._shares[move])
        self.decisions += 1
        self.policy_loss -= math.log(self._shares[chosen] + 1e-12)
        for unit in range(_HIDDEN):
            self._sum_slopes[unit] = 0.0
        for move in range(first, last):
            share = self._shares[move]
            slope = -share * weight
            if move == chosen:
                slope += weight
            if share > 1e-12:
                slope -= entropy * share * (math.log(share) - mean)
            for entry in range(self._moves_at[move], self._moves_at[move + 1]):
                into[linear + self._features[entry]] += slope * self._values[entry]
            for unit in range(_HIDDEN):
                value = self._layers[move * _HIDDEN + unit]
                into[_V + unit] += slope * value
                self._slopes[unit] = slope * weights[_V + unit] if value > 0 else 0.0
                self._sum_slopes[unit] += self._slopes[unit]
            for entry in range(self._moves_at[move], self._moves_at[move + 1]):
                row = _U + self._features[entry] * _HIDDEN
                value = self._values[entry]
                for unit in range(_HIDDEN):
                    into[row + unit] += self._slopes[unit] * value
        for unit in range(_HIDDEN):
            into[_B + unit] += self._sum_slopes[unit]
        for entry in range(place * _ROOM, place * _ROOM + self._shared_lengths[place]):
            row = _U + self._shared[entry] * _HIDDEN
            value = self._shared_values[entry]
            for unit in range(_HIDDEN):
                into[row + unit] += self._sum_slopes[unit] * value

    def _move_policy(self, step: float) -> None:
        """Take a step of the policy along what has been added up, each weight by its usual size."""
        weights = self._policy.weights
        into = self._gradient
        squares = self._squares
        for index in range(_POLICY):
            slope = into[index] / _BATCH
            into[index] = 0.0
            squares[index] = _DECAY * squares[index] + (1.0 - _DECAY) * slope * slope
            size = step if index < _U else 0.5 * step
            weights[index] += size * slope / (math.sqrt(squares[index]) + _SMALL)

    def _step_value_net(self, step: float) -> None:
        """Take a step of the value net when enough positions have been added up."""
        if self._seen < _BATCH:
            return
        weights = self._value_net.weights
        into = self._value_gradient
        for index in range(_VALUE):
            self._velocity[index] = _MOMENTUM * self._velocity[index] - step * into[index] / self._seen
            weights[index] += self._velocity[index]
            into[index] = 0.0
        self._seen = 0
