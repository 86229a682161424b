"""The memory of a player, and what follows from it: what happened in a deal so far, and who can probably beat what.

The chances are quick estimates: the unseen cards are taken to lie in the other hands independently of each other, each
with the share of the unseen cards that a hand has. Where one hand holds all that is unseen, they are exact.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Final

from engine.cards import ACE, BIG, LOWEST, SMALL, TWO
from engine.codes import (
    BOMB_BIT,
    SINGLE,
    SMALLEST_BOMB,
    TRIPLE,
    WIDTHS,
    BombKind,
    PlayCode,
    bomb_kind_of,
    phases_of,
    points_of,
    size_of,
    top_of,
    type_of,
)
from engine.deal import TIMEOUTS_TO_BAR, Played, TimedOut, View
from engine.grammar import grammar
from engine.plays import Play
from engine.seats import SEATS, Seat, opponents_of, partner_of

_LIKELIHOOD_STEPS: Final = 64
PASSED_BEFORE: Final = 0.25
"""How much of the chance to beat something is left to a player who has passed on something lower in this trick."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of the log, with what lay on the table then."""

    seat: Seat
    to_beat: Play | None
    to_beat_by: Seat | None
    play: Play | None
    """None for a pass."""
    cards_before: int
    """Cards the seat held."""


def decisions(view: View) -> list[Decision]:
    """The decisions of a deal so far, in order; the clock's (time-outs) are left out."""
    held = list(view.cards_left)
    for entry in view.log:
        if isinstance(entry, Played):
            held[entry.seat] += entry.play.size
    timeouts = [0, 0, 0, 0]
    to_beat: Play | None = None
    to_beat_by: Seat | None = None
    silent: set[Seat] = set()
    found = []
    for entry in view.log:
        seat = entry.seat
        if isinstance(entry, Played):
            found.append(Decision(seat, to_beat, to_beat_by, entry.play, held[seat]))
            to_beat, to_beat_by = entry.play, seat
            held[seat] -= entry.play.size
            silent.clear()
            continue
        if isinstance(entry, TimedOut):
            timeouts[seat] = entry.times
        elif to_beat is not None:
            found.append(Decision(seat, to_beat, to_beat_by, None, held[seat]))
        silent.add(seat)
        waiting = (
            other
            for other in SEATS
            if other != to_beat_by and other not in silent and held[other] and timeouts[other] < TIMEOUTS_TO_BAR
        )
        if next(waiting, None) is None:
            to_beat = to_beat_by = None
            silent.clear()
    return found


@lru_cache(maxsize=1 << 12)
def _tail(number: int, least: int, share: int) -> float:
    """Chance that of `number` cards a hand has at least `least`, each with a chance of `share` 64ths."""
    if least <= 0:
        return 1.0
    chance = share / _LIKELIHOOD_STEPS
    return sum(comb(number, have) * chance**have * (1 - chance) ** (number - have) for have in range(least, number + 1))


class Memory:
    """A view with what follows from it; made for one decision."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.seat
        self.partner = partner_of(view.seat)
        self.unseen = view.unseen
        self._total = max(1, sum(view.unseen))
        self._kings = grammar(view.rules).wild(view.unseen)

    def is_active(self, seat: Seat) -> bool:
        """Return whether a seat still holds cards and may play them."""
        return self.view.cards_left[seat] > 0 and not self.view.is_barred(seat)

    @cached_property
    def opponents(self) -> tuple[Seat, ...]:
        """The opponents who still play, next one first."""
        return tuple(seat for seat in opponents_of(self.seat) if self.is_active(seat))

    @cached_property
    def passed(self) -> frozenset[Seat]:
        """The seats that have passed in the trick that is going on."""
        found = set()
        if self.view.to_beat is not None:
            for decision in reversed(decisions(self.view)):
                if decision.play is None:
                    found.add(decision.seat)
                elif decision.to_beat is None:
                    break
        return frozenset(found)

    def same_type_chance(self, code: PlayCode, seat: Seat) -> float:
        """Chance that a seat holds something higher of the same type and size, 0…1; jokers only as themselves."""
        view = self.view
        if code >= BOMB_BIT:
            return 0.0
        play_type, size, top = type_of(code), size_of(code), top_of(code) - LOWEST
        if size > view.cards_left[seat]:
            return 0.0
        share = self._share(seat)
        unseen = self.unseen
        nobody = 1.0
        if play_type <= TRIPLE:
            last = TWO if play_type == TRIPLE else BIG
            width = play_type - SINGLE + 1
            for slot in range(top + 1, last + 1):
                if unseen[slot] >= width:
                    nobody *= 1 - _tail(unseen[slot], width, share)
            return 1 - nobody
        width = WIDTHS[play_type]
        length = size // width
        for highest in range(top + 1, ACE + 1):
            chance = 1.0
            for slot in range(highest - length + 1, highest + 1):
                chance *= _tail(unseen[slot], width, share)
                if chance < 0.001:
                    break
            nobody *= 1 - chance
        return 1 - nobody

    def bomb_chance(self, seat: Seat, code: PlayCode) -> float:
        """Chance that a seat holds a bomb that beats a play of this code, 0…1; chains are left out."""
        least = SMALLEST_BOMB
        rank = -1
        if code >= BOMB_BIT:
            least = phases_of(code)
            rank = points_of(code) - LOWEST if bomb_kind_of(code) == BombKind.NATURAL else -1
        if self.view.cards_left[seat] < least:
            return 0.0
        share = self._share(seat)
        with_joker = _tail(self._kings, 1, share)
        nobody = 1.0
        for slot, number in enumerate(self.unseen[:SMALL]):
            need = least if slot > rank else least + 1
            if number + self._kings < need or not number:
                continue
            chance = _tail(number, need, share)
            if self._kings:
                chance += (_tail(number, need - 1, share) - chance) * with_joker
            nobody *= 1 - chance
        return 1 - nobody

    def _share(self, seat: Seat) -> int:
        return round(_LIKELIHOOD_STEPS * self.view.cards_left[seat] / self._total)


__all__ = ["Decision", "Memory", "decisions"]
