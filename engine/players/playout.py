"""Deals with open hands played to their end by a quick policy: what the expert measures a play by.

Here a hand is the codes of the plays it was taken apart into, and a decision is a look through that list: no legality,
no cards. The policy is a rough one: long and low leads first, answers with whatever fits, splits groups and bombs
against somebody who is not far from going out, and lets its partner's better plays stand. Its figures are the best of
some hundred that were tried against each other.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.cards import HAND_SIZE, LOWEST, TWO
from engine.codes import (
    BOMB_BIT,
    PAIR,
    PHASES_SHIFT,
    SIZE_MASK,
    SIZE_SHIFT,
    TOP_MASK,
    TRIPLE,
    TYPE_SHIFT,
    PlayCode,
    beats,
    phases_of,
    plain_code,
    size_of,
)
from engine.held_bombs import contribution_units
from engine.players.endgame import Value, is_over, next_turn, result_value
from engine.ruleset import RuleSet
from engine.seats import OPPONENTS_OF, PARTNER_OF, SEATS, TEAM_OF, Seat

Units: TypeAlias = list[PlayCode]
"""A hand as the plays it was taken apart into."""

_LOW_PLAY: Final = 9
"""Top rank of a partner's play up to which it may be covered,"""
_COVER_UP_TO: Final = 14
"""with plays up to this top rank,"""
_PARTNER_RUNS: Final = 7
"""unless they have this many cards or fewer."""
_SPLIT_AGAINST: Final = 21
_SPLIT_WITH: Final = 15
"""Cards of the opponent who holds the trick, or one's own, from which on groups are split to beat them."""
_BOMB_AGAINST: Final = 13
"""Cards of the opponent who holds the trick from which on they are bombed."""
_BOMB_WITH: Final = 5
"""Plays in one's own hand from which on a bomb is used to get the lead."""
_LEAD_BONUS: Final = (0.0, 0.0, 1.0, 9.0, 9.0, 10.0)
"""By type, what makes a play a better lead, in ranks."""
_GIVES_AWAY: Final = 20.0
"""What a lead is worth less that an opponent could go out on."""


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

    def run(self, seat: Seat, to_beat: PlayCode, to_beat_by: Seat, first: PlayCode | None) -> Value:
        """Play to the end and return its value for seats 0 and 2, as `engine.players.endgame` counts it.

        Args:
            seat: who acts first.
            to_beat: what lies on the table; 0 if the seat leads.
            to_beat_by: who played it.
            first: what `seat` plays now, already taken out of its units; None for a pass.
        """
        code: PlayCode | None = first
        while True:
            if code:
                to_beat, to_beat_by = code, seat
                if self._put_down(seat, code):
                    return self._value()
            seat, leads = next_turn(self._active, seat, to_beat_by)
            if leads:
                to_beat = 0
                code = self._lead(seat)
            else:
                code = self._follow(seat, to_beat, to_beat_by)

    def _put_down(self, seat: Seat, code: PlayCode) -> bool:
        """Note a play; returns whether the deal is over."""
        if code >= BOMB_BIT:
            phases = phases_of(code)
            team = TEAM_OF[seat]
            if phases > self._phases[team]:
                self._phases[team] = phases
            units = contribution_units(phases, self._rules)
            self._earned += -units if team else units
        left = self._cards[seat] - size_of(code)
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
                    units = contribution_units(phases_of(code), self._rules)
                    held += -units if TEAM_OF[seat] else units
        return self._earned + held + result_value(self._order, self._phases, self._rules)

    def _lead(self, seat: Seat) -> PlayCode:
        units = self._units[seat]
        return units.pop(self._choose_lead(seat, units) if len(units) > 1 else 0)

    def _choose_lead(self, seat: Seat, units: Units) -> int:
        cards = self._cards
        partner_waits = cards[PARTNER_OF[seat]] == 1
        one, other = OPPONENTS_OF[seat]
        fewest = min(cards[one] or HAND_SIZE, cards[other] or HAND_SIZE)
        best, best_score = 0, -1000.0
        for index, code in enumerate(units):
            if code >= BOMB_BIT:
                score = -100.0 - (code >> PHASES_SHIFT)
            else:
                play_type, size, top = code >> TYPE_SHIFT, code >> SIZE_SHIFT & SIZE_MASK, code & TOP_MASK
                score = _LEAD_BONUS[play_type] - top
                if size == fewest and size <= 3:
                    score = top - 60.0 if size == 1 else score - _GIVES_AWAY
                elif size == 1 and partner_waits:
                    score += 30.0
            if score > best_score:
                best, best_score = index, score
        return best

    def _follow(self, seat: Seat, to_beat: PlayCode, owner: Seat) -> PlayCode | None:
        units = self._units[seat]
        cards = self._cards
        best = best_bomb = 0
        head = to_beat >> SIZE_SHIFT
        for code in units:
            if code >= BOMB_BIT:
                if (not best_bomb or code < best_bomb) and beats(code, to_beat):
                    best_bomb = code
            elif code > to_beat and code >> SIZE_SHIFT == head and (not best or code < best):
                best = code
        if TEAM_OF[seat] == TEAM_OF[owner]:
            covers = (
                best & TOP_MASK <= _COVER_UP_TO and to_beat & TOP_MASK <= _LOW_PLAY and cards[owner] > _PARTNER_RUNS
            )
            if best and (covers or len(units) == 1):
                units.remove(best)
                return best
            return None
        if best:
            units.remove(best)
            return best
        threat = cards[owner] or cards[PARTNER_OF[owner]]
        if to_beat < BOMB_BIT and (threat <= _SPLIT_AGAINST or cards[seat] <= _SPLIT_WITH):
            split = _split(units, to_beat)
            if split:
                return split
        if best_bomb and (threat <= _BOMB_AGAINST or len(units) <= _BOMB_WITH):
            units.remove(best_bomb)
            return best_bomb
        return None


def _split(units: Units, to_beat: PlayCode) -> PlayCode:
    """Take a single or a pair out of a larger group, the lowest that beats `on`; 0 if there is none."""
    play_type, top = to_beat >> TYPE_SHIFT, to_beat & TOP_MASK
    if play_type > PAIR:
        return 0
    best = 0
    for code in units:
        if code < BOMB_BIT and play_type < code >> TYPE_SHIFT <= TRIPLE and top < code & TOP_MASK <= TWO + LOWEST:
            best = code if not best or code & TOP_MASK < best & TOP_MASK else best
    if not best:
        return 0
    units.remove(best)
    rank, width = best & TOP_MASK, (best >> TYPE_SHIFT) + 1
    rest = width - play_type - 1
    units.append(plain_code(rest - 1, rest, rank))
    return plain_code(play_type, play_type + 1, rank)
