"""A deal with open hands, each taken apart into plays: what play-outs, training and the value of positions work on.

Here a hand is a list of *units*, the codes of the plays it was taken apart into, and a decision is a look through that
list: no legality, no cards. Units stay whole, but a pair or a triple may be split to answer a single or a pair. Seats,
codes and the course of a trick are those of the engine.
"""

from array import array
from collections.abc import Sequence
from typing import Final

from engine.ruleset import RuleSet
from engine.scoring import FIRST_MULTIPLYING_PHASES

WIDTH: Final = 32
"""Room for units of a seat, and for moves."""
UNIT: Final = 0
SPLIT: Final = 1
PASS: Final = 2
"""Kinds of moves."""

_WIDTH: Final = WIDTH
_UNIT: Final = UNIT
_SPLIT: Final = SPLIT
_PASS: Final = PASS
_BOMB: Final = 1 << 26
_CHAIN: Final = 1 << 5
_FIRST_MULTIPLYING: Final = FIRST_MULTIPLYING_PHASES
_FIRST_EARNING: Final = 6
_HAND: Final = 27
_KEPT: Final = 4 * WIDTH + 80 + 20 + 6
"""Figures that `keep` remembers."""

_LOW_PLAY: Final = 9
"""Top rank of a partner's play up to which the quick policy covers it,"""
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
_LEAD_BONUS: Final = array("d", [0.0, 0.0, 1.0, 9.0, 9.0, 10.0])
"""By type, what makes a play a better lead, in ranks."""
_GIVES_AWAY: Final = 20.0
"""What a lead is worth less that an opponent could go out on."""


class UnitGame:
    """The state of a deal in units.

    Args:
        rules: the rule set of the deal.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.units = array("i", [0] * 4 * WIDTH)
        self.number = array("i", [0] * 4)
        """Units of each seat."""
        self.cards = array("i", [0] * 4)
        """Cards of each seat."""
        self.active = array("i", [0] * 4)
        """Whether each seat may still play."""
        self.order = array("i", [0] * 4)
        self.placed = 0
        """How many seats are out."""
        self.phases = array("i", [0] * 2)
        """The highest phase count either side has played."""
        self.earned = 0
        """Contribution of the bombs played, of seats 0 and 2 less that of the others."""
        self.held = array("i", [0] * 16)
        """Cards of each rank in all hands; in chain bombs they are not counted."""
        self.own = array("i", [0] * 64)
        """The same, by seat."""
        self.turn = 0
        self.to_beat = 0
        self.to_beat_by = 0
        self.moves = array("i", [0] * WIDTH)
        """Codes of the moves listed last; 0 is the pass."""
        self.kinds = array("i", [0] * WIDTH)
        self.choices = 0
        """How many there are."""
        self.kind = 0
        """The kind of the move chosen last."""
        self._kept = array("i", [0] * _KEPT)
        self._cap = rules.phase_cap
        self._stakes = array("i", rules.units)

    def clear(self) -> None:
        """Take everything off the table."""
        for seat in range(4):
            self.number[seat] = 0
            self.cards[seat] = 0
            self.active[seat] = 1
            self.order[seat] = 0
        for slot in range(16):
            self.held[slot] = 0
        for slot in range(64):
            self.own[slot] = 0
        self.placed = 0
        self.phases[0] = 0
        self.phases[1] = 0
        self.earned = 0
        self.to_beat = 0
        self.to_beat_by = 0
        self.turn = 0

    def give(self, seat: int, units: Sequence[int]) -> None:
        """Add units to a hand, and their cards."""
        for code in units:
            self.hold(seat, code)

    def hold(self, seat: int, code: int) -> None:
        """Add one unit to a hand, and its cards."""
        self.units[seat * _WIDTH + self.number[seat]] = code
        self.number[seat] += 1
        self.cards[seat] += self.size(code)
        self._count(seat, code, 1)

    def keep(self) -> None:
        """Remember the position, for `restore`."""
        kept = self._kept
        place = 0
        for index in range(4 * _WIDTH):
            kept[index] = self.units[index]
        place = 4 * _WIDTH
        for slot in range(64):
            kept[place + slot] = self.own[slot]
        for slot in range(16):
            kept[place + 64 + slot] = self.held[slot]
        place += 80
        for seat in range(4):
            kept[place + seat] = self.number[seat]
            kept[place + 4 + seat] = self.cards[seat]
            kept[place + 8 + seat] = self.active[seat]
            kept[place + 12 + seat] = self.order[seat]
        kept[place + 16] = self.phases[0]
        kept[place + 17] = self.phases[1]
        kept[place + 18] = self.placed
        kept[place + 19] = self.earned
        kept[place + 20] = self.turn
        kept[place + 21] = self.to_beat
        kept[place + 22] = self.to_beat_by

    def restore(self) -> None:
        """Go back to the position kept last."""
        kept = self._kept
        place = 0
        for index in range(4 * _WIDTH):
            self.units[index] = kept[index]
        place = 4 * _WIDTH
        for slot in range(64):
            self.own[slot] = kept[place + slot]
        for slot in range(16):
            self.held[slot] = kept[place + 64 + slot]
        place += 80
        for seat in range(4):
            self.number[seat] = kept[place + seat]
            self.cards[seat] = kept[place + 4 + seat]
            self.active[seat] = kept[place + 8 + seat]
            self.order[seat] = kept[place + 12 + seat]
        self.phases[0] = kept[place + 16]
        self.phases[1] = kept[place + 17]
        self.placed = kept[place + 18]
        self.earned = kept[place + 19]
        self.turn = kept[place + 20]
        self.to_beat = kept[place + 21]
        self.to_beat_by = kept[place + 22]

    def play_from_outside(self, code: int) -> bool:
        """Have the seat to act play what is not among its units; returns whether the deal is over."""
        self.hold(self.turn, code)
        self.drop(self.turn, code)
        if self.put_down(code):
            return True
        self.pass_on()
        return False

    def size(self, code: int) -> int:
        """Cards of a play."""
        return code & 31 if code >= _BOMB else code >> 5 & 31

    def bomb_phases(self, code: int) -> int:
        """Phases of a bomb."""
        return code >> 22 & 15

    def contribution(self, phases: int) -> int:
        """Return what a bomb earns; see `engine.held_bombs.contribution_units`."""
        if phases < _FIRST_EARNING:
            return 0
        return 1 << (phases if phases < self._cap else self._cap) - 5

    def beats(self, code: int, to_beat: int) -> bool:
        """Return whether a play beats another; see `engine.codes.beats`."""
        if code >= _BOMB:
            return code >> 6 > to_beat >> 6
        return code >> 5 == to_beat >> 5 and code > to_beat

    def _count(self, seat: int, code: int, sign: int) -> None:
        """Count the cards of a unit in or out."""
        if code >= _BOMB:
            if code & _CHAIN or (code >> 20 & 3) != 2:
                return
            first = last = (code >> 6 & 511) - 3
            width = code & 31
        else:
            kind = code >> 10
            last = (code & 31) - 3
            if kind < 3:
                first = last
                width = kind + 1
            else:
                width = kind - 2
                first = last + 1 - (code >> 5 & 31) // width
        for slot in range(first, last + 1):
            self.held[slot] += sign * width
            self.own[seat * 16 + slot] += sign * width

    def list_moves(self) -> int:
        """List what the seat to act can do; returns the number of moves."""
        seat = self.turn
        base = seat * _WIDTH
        count = 0
        to_beat = self.to_beat
        number = self.number[seat]
        if not to_beat:
            bombs_too = number <= 4
            for index in range(number):
                code = self.units[base + index]
                if (code < _BOMB or bombs_too) and not self._is_listed(code, count):
                    self.moves[count] = code
                    self.kinds[count] = _UNIT
                    count += 1
            if not count:
                for index in range(number):
                    code = self.units[base + index]
                    if not self._is_listed(code, count):
                        self.moves[count] = code
                        self.kinds[count] = _UNIT
                        count += 1
            self.choices = count
            return count
        self.moves[0] = 0
        self.kinds[0] = _PASS
        count = 1
        least = 0
        most = 0
        split = 0
        play_type = to_beat >> 10
        top = to_beat & 31
        for index in range(number):
            code = self.units[base + index]
            if code >= _BOMB:
                if code >> 6 > to_beat >> 6:
                    if not least or code < least:
                        least = code
                    if code > most:
                        most = code
            elif to_beat < _BOMB:
                if code >> 5 == to_beat >> 5:
                    if code > to_beat and not self._is_listed(code, count):
                        self.moves[count] = code
                        self.kinds[count] = _UNIT
                        count += 1
                elif (
                    play_type < 2
                    and play_type < code >> 10 <= 2
                    and top < code & 31 <= 15
                    and (not split or code & 31 < split & 31)
                ):
                    split = code
        if split:
            self.moves[count] = play_type << 10 | play_type + 1 << 5 | split & 31
            self.kinds[count] = _SPLIT
            count += 1
        if least:
            self.moves[count] = least
            self.kinds[count] = _UNIT
            count += 1
            if most != least:
                self.moves[count] = most
                self.kinds[count] = _UNIT
                count += 1
        self.choices = count
        return count

    def _is_listed(self, code: int, count: int) -> bool:
        for index in range(count):  # noqa: SIM110 - a generator would not compile to a plain loop
            if self.moves[index] == code:
                return True
        return False

    def move(self, code: int, kind: int) -> bool:
        """Make a move of the seat to act and pass the turn on; returns whether the deal is over."""
        seat = self.turn
        if kind != _PASS:
            if kind == _SPLIT:
                self._split(seat, code)
            else:
                self.drop(seat, code)
            if self.put_down(code):
                return True
        self.pass_on()
        return False

    def drop(self, seat: int, code: int) -> None:
        """Take a unit out of a hand; its cards are still counted."""
        base = seat * _WIDTH
        number = self.number[seat] - 1
        index = base
        while self.units[index] != code:
            index += 1
        while index < base + number:
            self.units[index] = self.units[index + 1]
            index += 1
        self.number[seat] = number

    def _split(self, seat: int, code: int) -> None:
        """Take a single or a pair out of the lowest group of its rank that is larger."""
        top = code & 31
        play_type = code >> 10
        base = seat * _WIDTH
        found = 0
        for index in range(self.number[seat]):
            other = self.units[base + index]
            if other < _BOMB and other & 31 == top and play_type < other >> 10 <= 2 and not found:
                found = other
        self.drop(seat, found)
        rest = (found >> 10) - play_type
        self.units[base + self.number[seat]] = rest - 1 << 10 | rest << 5 | top
        self.number[seat] += 1

    def put_down(self, code: int) -> bool:
        """Note a play of the seat to act, already taken out of its units; returns whether the deal is over."""
        seat = self.turn
        side = seat & 1
        self.to_beat = code
        self.to_beat_by = seat
        self._count(seat, code, -1)
        if code >= _BOMB:
            phases = self.bomb_phases(code)
            if phases > self.phases[side]:
                self.phases[side] = phases
            units = self.contribution(phases)
            self.earned += -units if side else units
        self.cards[seat] -= self.size(code)
        if self.cards[seat] > 0:
            return False
        self.active[seat] = 0
        self.order[self.placed] = seat
        self.placed += 1
        if self.placed >= 3 or (self.placed == 2 and (self.order[0] ^ self.order[1]) == 2):
            return True
        return not (self.active[0] or self.active[1] or self.active[2] or self.active[3])

    def pass_on(self) -> None:
        """Find who acts next, and whether they lead; see `engine.players.endgame.next_turn`."""
        for step in range(1, 5):
            other = self.turn + step & 3
            if other == self.to_beat_by:
                break
            if self.active[other]:
                self.turn = other
                return
        self.to_beat = 0
        for turned in range(4):
            step = 0 if turned == 0 else 2 if turned == 1 else 3 if turned == 2 else 1
            other = self.to_beat_by + step & 3
            if self.active[other]:
                self.turn = other
                return

    def stake(self) -> int:
        """Units × multiplier of the finished deal for seats 0 and 2 (rules §6)."""
        first = self.order[0]
        mate = first + 2 & 3
        units = self._stakes[0]
        if self.placed >= 2 and self.order[1] == mate:
            units = self._stakes[2]
        elif self.placed >= 3 and self.order[2] == mate:
            units = self._stakes[1]
        phases = self.phases[first & 1]
        if phases > self._cap:
            phases = self._cap
        if phases >= _FIRST_MULTIPLYING:
            units <<= phases - _FIRST_MULTIPLYING + 1
        return -units if first & 1 else units

    def value(self) -> int:
        """Half the points of a finished deal for seats 0 and 2, in base scores, from when the table was set."""
        total = self.earned + self.stake()
        for seat in range(4):
            for index in range(self.number[seat]):
                code = self.units[seat * _WIDTH + index]
                if code >= _BOMB:
                    units = self.contribution(self.bomb_phases(code))
                    total += -units if seat & 1 else units
        return total

    # The quick policy: long and low leads first, answers with whatever fits, splits and bombs against somebody who is
    # not far from going out, and lets its partner's better plays stand.

    def quick_move(self) -> int:
        """The move of the quick policy, 0 for a pass; its kind is in `kind`."""
        return self._quick_answer() if self.to_beat else self._quick_lead()

    def run_quick(self) -> int:
        """Play on to the end with the quick policy; returns the value."""
        while True:
            code = self.quick_move()
            if self.move(code, self.kind):
                return self.value()

    def _quick_lead(self) -> int:
        seat = self.turn
        base = seat * _WIDTH
        self.kind = _UNIT
        next_cards = self.cards[seat + 1 & 3]
        last_cards = self.cards[seat + 3 & 3]
        fewest = next_cards if next_cards else _HAND
        other = last_cards if last_cards else _HAND
        if other < fewest:
            fewest = other
        partner_waits = self.cards[seat + 2 & 3] == 1
        best = self.units[base]
        best_score = -1000.0
        for index in range(self.number[seat]):
            code = self.units[base + index]
            if code >= _BOMB:
                score = -100.0 - (code >> 22)
            else:
                size = code >> 5 & 31
                top = code & 31
                score = _LEAD_BONUS[code >> 10] - top
                if size == fewest and size <= 3:
                    score = top - 60.0 if size == 1 else score - _GIVES_AWAY
                elif size == 1 and partner_waits:
                    score += 30.0
            if score > best_score:
                best = code
                best_score = score
        return best

    def _quick_answer(self) -> int:
        seat = self.turn
        owner = self.to_beat_by
        to_beat = self.to_beat
        base = seat * _WIDTH
        best = 0
        bomb = 0
        split = 0
        play_type = to_beat >> 10
        self.kind = _UNIT
        for index in range(self.number[seat]):
            code = self.units[base + index]
            if code >= _BOMB:
                if (not bomb or code < bomb) and code >> 6 > to_beat >> 6:
                    bomb = code
            elif code > to_beat and code >> 5 == to_beat >> 5:
                if not best or code < best:
                    best = code
            elif (
                play_type < 2
                and play_type < code >> 10 <= 2
                and to_beat & 31 < code & 31 <= 15
                and (not split or code & 31 < split & 31)
            ):
                split = code
        if not (seat ^ owner) & 1:
            covers = best & 31 <= _COVER_UP_TO and to_beat & 31 <= _LOW_PLAY and self.cards[owner] > _PARTNER_RUNS
            if best and (covers or self.number[seat] == 1):
                return best
            self.kind = _PASS
            return 0
        if best:
            return best
        threat = self.cards[owner] if self.cards[owner] else self.cards[owner + 2 & 3]
        if split and (threat <= _SPLIT_AGAINST or self.cards[seat] <= _SPLIT_WITH):
            self.kind = _SPLIT
            return play_type << 10 | play_type + 1 << 5 | split & 31
        if bomb and (threat <= _BOMB_AGAINST or self.number[seat] <= _BOMB_WITH):
            return bomb
        self.kind = _PASS
        return 0
