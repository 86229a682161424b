"""Deals with open hands played to their end by a quick policy: what the expert measures a play by.

Here a hand is the codes of the plays it was cut into, and a decision is a look through that list: no legality, no
cards. The policy is a rough one: long and low leads first, answers with whatever fits, splits groups and bombs against
somebody who is not far from going out, and lets its partner's better plays stand. Its figures are the best of some
hundred that were tried against each other.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.cards import HAND_SIZE, LOWEST, TWO
from engine.cut import contribution_units
from engine.players.endgame import Value, is_over, next_turn, result_value
from engine.plays import (
    BOMB_BIT,
    PAIR,
    SIZE_MASK,
    STRENGTH_SHIFT,
    TRIPLE,
    Code,
    beats,
    plain_code,
)
from engine.ruleset import RuleSet
from engine.scoring import SEATS, Seat

Units: TypeAlias = list[Code]
"""A hand as the plays it was cut into."""

_LOW_PLAY: Final = 9
"""Top rank of a partner's play up to which it may be covered,"""
_COVER_UP_TO: Final = 14
"""with plays up to this top rank,"""
_PARTNER_RUNS: Final = 7
"""unless he has this many cards or fewer."""
_SPLIT_AGAINST: Final = 21
_SPLIT_WITH: Final = 15
"""Cards of the opponent who holds the trick, or one's own, from which on groups are split to beat him."""
_BOMB_AGAINST: Final = 13
"""Cards of the opponent who holds the trick from which on he is bombed."""
_BOMB_WITH: Final = 5
"""Plays in one's own hand from which on a bomb is used to get the lead."""
_LEAD_BONUS: Final = (0.0, 0.0, 1.0, 9.0, 9.0, 10.0)
"""By type, what makes a play a better lead, in ranks."""
_GIVES_AWAY: Final = 20.0
"""What a lead is worth less that an opponent could go out on."""


def _phases(code: Code) -> int:
    return code >> STRENGTH_SHIFT + 16 & 15


def _size(code: Code) -> int:
    return code & SIZE_MASK if code >= BOMB_BIT else code >> 5 & SIZE_MASK


class Playout:
    """A deal with open hands in the middle of being played.

    Args:
        units: the hands by seat; the lists are used up.
        cards: cards left by seat.
        active: who may still play, by seat.
        order: the seats that are out, in finishing order.
        phases: the highest phase count either team has played.
        rules: the rule set of the deal.
    """

    def __init__(
        self,
        units: Sequence[Units],
        cards: Sequence[int],
        active: Sequence[bool],
        order: Sequence[Seat],
        phases: Sequence[int],
        rules: RuleSet,
    ) -> None:
        self._units = units
        self._cards = list(cards)
        self._active = list(active)
        self._order = list(order)
        self._phases = list(phases)
        self._rules = rules
        self._earned = 0

    def run(self, seat: Seat, on: Code, on_seat: Seat, first: Code | None) -> Value:
        """Play to the end and return its value for seats 0 and 2, as `engine.players.endgame` counts it.

        Args:
            seat: who acts first.
            on: what lies on the table; 0 if the seat leads.
            on_seat: who played it.
            first: what `seat` plays now, already taken out of its units; None for a pass.
        """
        code: Code | None = first
        while True:
            if code:
                on, on_seat = code, seat
                if self._put_down(seat, code):
                    return self._value()
            seat, leads = next_turn(self._active, seat, on_seat)
            if leads:
                on = 0
                code = self._lead(seat)
            else:
                code = self._follow(seat, on, on_seat)

    def _put_down(self, seat: Seat, code: Code) -> bool:
        """Note a play; returns whether the deal is over."""
        if code >= BOMB_BIT:
            phases = _phases(code)
            if phases > self._phases[seat & 1]:
                self._phases[seat & 1] = phases
            units = contribution_units(phases, self._rules)
            self._earned += -units if seat & 1 else units
        left = self._cards[seat] - _size(code)
        self._cards[seat] = left
        if left:
            return False
        self._active[seat] = False
        self._order.append(seat)
        return is_over(self._order) or not any(self._active)

    def _value(self) -> Value:
        held = 0
        for seat in SEATS:
            for code in self._units[seat]:
                if code >= BOMB_BIT:
                    units = contribution_units(_phases(code), self._rules)
                    held += -units if seat & 1 else units
        return self._earned + held + result_value(self._order, self._phases, self._rules)

    def _lead(self, seat: Seat) -> Code:
        units = self._units[seat]
        return units.pop(self._choose_lead(seat, units) if len(units) > 1 else 0)

    def _choose_lead(self, seat: Seat, units: Units) -> int:
        cards = self._cards
        partner_waits = cards[seat + 2 & 3] == 1
        fewest = min(cards[seat + 1 & 3] or HAND_SIZE, cards[seat + 3 & 3] or HAND_SIZE)
        best, best_score = 0, -1000.0
        for index, code in enumerate(units):
            if code >= BOMB_BIT:
                score = -100.0 - (code >> STRENGTH_SHIFT + 16)
            else:
                play_type, size, top = code >> 10, code >> 5 & SIZE_MASK, code & SIZE_MASK
                score = _LEAD_BONUS[play_type] - top
                if size == fewest and size <= 3:
                    score = top - 60.0 if size == 1 else score - _GIVES_AWAY
                elif size == 1 and partner_waits:
                    score += 30.0
            if score > best_score:
                best, best_score = index, score
        return best

    def _follow(self, seat: Seat, on: Code, owner: Seat) -> Code | None:
        units = self._units[seat]
        cards = self._cards
        best = best_bomb = 0
        head = on >> 5
        for code in units:
            if code >= BOMB_BIT:
                if (not best_bomb or code < best_bomb) and beats(code, on):
                    best_bomb = code
            elif code > on and code >> 5 == head and (not best or code < best):
                best = code
        if (seat ^ owner) & 1 == 0:
            covers = best & SIZE_MASK <= _COVER_UP_TO and on & SIZE_MASK <= _LOW_PLAY and cards[owner] > _PARTNER_RUNS
            if best and (covers or len(units) == 1):
                units.remove(best)
                return best
            return None
        if best:
            units.remove(best)
            return best
        threat = cards[owner] or cards[owner + 2 & 3]
        if on < BOMB_BIT and (threat <= _SPLIT_AGAINST or cards[seat] <= _SPLIT_WITH):
            split = _split(units, on)
            if split:
                return split
        if best_bomb and (threat <= _BOMB_AGAINST or len(units) <= _BOMB_WITH):
            units.remove(best_bomb)
            return best_bomb
        return None


def _split(units: Units, on: Code) -> Code:
    """Take a single or a pair out of a larger group, the lowest that beats `on`; 0 if there is none."""
    play_type, top = on >> 10, on & SIZE_MASK
    if play_type > PAIR:
        return 0
    best = 0
    for code in units:
        if code < BOMB_BIT and play_type < code >> 10 <= TRIPLE and top < code & SIZE_MASK <= TWO + LOWEST:
            best = code if not best or code & SIZE_MASK < best & SIZE_MASK else best
    if not best:
        return 0
    units.remove(best)
    rank, width = best & SIZE_MASK, (best >> 10) + 1
    rest = width - play_type - 1
    units.append(plain_code(rest - 1, rest, rank))
    return plain_code(play_type, play_type + 1, rank)
