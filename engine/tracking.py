"""The physical cards of the 108 that a player still holds, and those that a play showed.

Suits never matter for what can be played (rules §1), so a deal counts ranks. People see suits, though; for them the
cards of a rank leave a hand in one fixed order: by suit S H D C, then by pack. That makes every picture of a deal
follow from its log alone.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import PACKS, Card, Counts, Suit, add
from engine.deal import LogEntry, Played
from engine.seats import Seat

_PLACE: Final = {
    card: place
    for place, card in enumerate(
        sorted(PACKS, key=lambda card: (card.rank.strength, list(Suit).index(card.suit) if card.suit else 0, card.pack))
    )
}


def sorted_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards low to high, each rank in the order in which it leaves a hand."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def take(cards: Sequence[Card], counts: Counts) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The physical cards that `counts` are, and the cards that are left.

    Args:
        cards: a sorted hand (see `sorted_hand`) that contains `counts`.
        counts: how many of each rank are taken.
    """
    wanted = list(counts)
    taken, left = [], []
    for card in cards:
        slot = card.rank.slot
        if wanted[slot]:
            wanted[slot] -= 1
            taken.append(card)
        else:
            left.append(card)
    return tuple(taken), tuple(left)


def held_cards(dealt: Iterable[Card], log: Iterable[LogEntry], seat: Seat) -> tuple[Card, ...]:
    """Return what the player at `seat` still holds of the cards dealt to them, low to high.

    >>> from engine.shuffle import deal_cards
    >>> dealt = deal_cards(bytes(32))
    >>> len(held_cards(dealt.seated_hands[0], (), 0))
    27
    """
    left = sorted_hand(dealt)
    for entry in log:
        if isinstance(entry, Played) and entry.seat == seat:
            _, left = take(left, entry.play.cards)
    return left


def shown_cards(dealt: Sequence[Iterable[Card]], log: Iterable[LogEntry]) -> tuple[tuple[Card, ...], ...]:
    """For each entry of a log the physical cards it showed (none for a pass or a time-out); `dealt` are the four
    hands by seat.
    """
    left = [sorted_hand(hand) for hand in dealt]
    shown: list[tuple[Card, ...]] = []
    for entry in log:
        if isinstance(entry, Played):
            cards, left[entry.seat] = take(left[entry.seat], entry.play.cards)
            shown.append(cards)
        else:
            shown.append(())
    return tuple(shown)


def left_cards(dealt: Iterable[Card], held: Counts) -> tuple[Card, ...]:
    """Return what is left, low to high, of the cards dealt to a player who still holds `held`.

    It is what `held_cards` finds from the log, without reading it.

    >>> from engine.cards import parse_counts
    >>> hand = [Card.parse(card) for card in ("S31", "H31", "D31", "SA1")]
    >>> [str(card) for card in left_cards(hand, parse_counts("3A"))]
    ['D31', 'SA1']
    """
    hand = sorted_hand(dealt)
    gone = [-number for number in held]
    for card in hand:
        gone[card.rank.slot] += 1
    left = []
    for card in hand:
        if gone[card.rank.slot]:
            gone[card.rank.slot] -= 1
        else:
            left.append(card)
    return tuple(left)


def last_shown(dealt: Iterable[Card], held: Counts, played: Counts) -> tuple[Card, ...]:
    """Return the cards that a player showed with their last play, `played`, since when they hold `held`."""
    shown, _ = take(left_cards(dealt, add(held, played)), played)
    return shown
