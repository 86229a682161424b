"""Every play of a hand, by trying every subset of it."""

from .choice import options
from .notation import Rules, subsets
from .readings import Reading


def reachable(hand: str, on: Reading | None, rules: Rules) -> dict[Reading, int]:
    """Every (type, size, strength) the hand can lead, or play on `on`, with the fewest wild jokers it takes."""
    fewest: dict[Reading, int] = {}
    for cards in subsets(hand):
        jokers = wild_jokers(cards, rules)
        for reading in options(cards, on, rules):
            fewest[reading] = min(jokers, fewest.get(reading, jokers))
    return fewest


def wild_jokers(cards: str, rules: Rules) -> int:
    """How many of the cards are jokers that may stand for other ranks."""
    return sum(card in rules.wild_jokers for card in cards)
