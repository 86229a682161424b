"""Positions of the core by chance: hands of real deals, taken apart."""

from random import Random

from engine.cards import Counts
from engine.core.unit_game import UnitGame
from engine.players.learned import decomposer
from engine.ruleset import RuleSet
from engine.seats import SEATS
from engine.shuffle import deal_cards


def hands_of(seed: int, rules: RuleSet, cards: int = 27) -> list[Counts]:
    """Four hands of a real deal, of which `cards` are left."""
    random = Random(seed)
    found = []
    for hand in deal_cards(random.randbytes(32), rules).seated_counts:
        left = random.sample([slot for slot, number in enumerate(hand) for _ in range(number)], cards)
        found.append(bytes(left.count(slot) for slot in range(len(hand))))
    return found


def game_of(hands: list[Counts], rules: RuleSet) -> UnitGame:
    """A game in which seat 0 leads."""
    game = UnitGame(rules)
    game.clear()
    for seat in SEATS:
        game.give(seat, decomposer(rules).decompose(hands[seat]))
    return game
