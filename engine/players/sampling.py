"""Hidden hands that fit what was seen, the likelier ones more often."""

from random import Random
from typing import Final

from engine.cards import LOWEST, NO_CARDS, Counts, add
from engine.codes import TRIPLE, top_of, type_of
from engine.deal import View
from engine.players.memory import decisions
from engine.seats import SEATS, Seat, are_opponents, partner_of

PROPOSALS: Final = 5
"""Distributions drawn for each one that is taken."""
MISSED_CHEAP_ANSWER: Final = 0.3
"""How likely somebody passes who could have answered with a group of its own that is no high card."""
_CHEAP_UP_TO: Final = 10
"""Slot of the king: what is above it may well have been kept."""


class HiddenHands:
    """Draws the hands a player does not see.

    Every draw deals the unseen cards at random to the hands that hold them. Of a few such deals one is taken, by its
    likelihood: a hand that held a cheap answer when its player passed is an unlikely one.
    """

    def __init__(self, view: View, chance: Random) -> None:
        self._chance = chance
        self._view = view
        self._known: dict[Seat, Counts] = {view.seat: view.hand}
        if view.partner_hand is not None:
            self._known[partner_of(view.seat)] = view.partner_hand
        self._others = [seat for seat in SEATS if seat not in self._known and view.cards_left[seat]]
        self._unseen = [slot for slot, number in enumerate(view.unseen) for _ in range(number)]
        self._passes = _telling_passes(view)

    def draw(self) -> tuple[Counts, ...]:
        """The four hands by seat."""
        if len(self._others) == 1:
            return self._deal()
        proposals = [self._deal() for _ in range(PROPOSALS)]
        if not self._passes:
            return proposals[0]
        return self._chance.choices(proposals, [self._likelihood(hands) for hands in proposals])[0]

    def _deal(self) -> tuple[Counts, ...]:
        self._chance.shuffle(self._unseen)
        hands = [self._known.get(seat, NO_CARDS) for seat in SEATS]
        start = 0
        for seat in self._others:
            hand = bytearray(NO_CARDS)
            end = start + self._view.cards_left[seat]
            for slot in self._unseen[start:end]:
                hand[slot] += 1
            hands[seat] = bytes(hand)
            start = end
        return tuple(hands)

    def _likelihood(self, hands: tuple[Counts, ...]) -> float:
        likelihood = 1.0
        for seat, width, above, played_since in self._passes:
            hand = hands[seat]
            for slot in range(above, _CHEAP_UP_TO + 1):
                if hand[slot] + played_since[slot] == width:
                    likelihood *= MISSED_CHEAP_ANSWER
                    break
        return likelihood


def _telling_passes(view: View) -> list[tuple[Seat, int, int, Counts]]:
    """The passes that say something: seat, cards of a rank that would have been an answer, the lowest slot for it, and
    what the seat has played since.
    """
    played = dict.fromkeys(SEATS, NO_CARDS)
    found = []
    for decision in reversed(decisions(view)):
        seat, to_beat = decision.seat, decision.to_beat
        if decision.play is not None:
            played[seat] = add(played[seat], decision.play.cards)
        elif seat != view.seat and to_beat is not None and decision.to_beat_by is not None and view.cards_left[seat]:
            is_opponents = are_opponents(decision.to_beat_by, seat)
            if is_opponents and not to_beat.is_bomb and type_of(to_beat.code) <= TRIPLE:
                above = top_of(to_beat.code) - LOWEST + 1
                if above <= _CHEAP_UP_TO:
                    found.append((seat, to_beat.size, above, played[seat]))
    return found
