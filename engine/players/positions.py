"""Views as positions of the core: what its policy and its play-outs start from."""

from collections.abc import Sequence
from functools import lru_cache

from engine.cards import Counts
from engine.codes import PlayCode
from engine.core.policy import Policy
from engine.core.unit_game import PASS, UnitGame
from engine.deal import View
from engine.players.decomposition import decompose
from engine.players.endgame import highest_phases
from engine.players.learned import decomposer, learned
from engine.plays import Play
from engine.ruleset import RuleSet
from engine.seats import SEATS


@lru_cache(maxsize=16)
def _game(rules: RuleSet) -> UnitGame:
    return UnitGame(rules)


def _set_up(view: View) -> UnitGame:
    """Return a game with the seats, the places and the trick of a view, and no cards in the hands."""
    game = _game(view.rules)
    game.clear()
    for seat in SEATS:
        game.active[seat] = int(view.cards_left[seat] > 0 and not view.is_barred(seat))
    for place, seat in enumerate(view.order):
        game.order[place] = seat
    game.placed = len(view.order)
    game.phases[0], game.phases[1] = highest_phases(view)
    game.turn = view.seat
    game.to_beat = view.to_beat.code if view.to_beat else 0
    game.to_beat_by = view.seat if view.to_beat_by is None else view.to_beat_by
    return game


def with_hands(view: View, hands: Sequence[Counts]) -> UnitGame:
    """Return a game with the hands of the others taken apart, and that of the seat to act still empty."""
    game = _set_up(view)
    apart = decomposer(view.rules)
    for seat in SEATS:
        if seat != view.seat and any(hands[seat]):
            game.give(seat, apart.decompose(hands[seat]))
    return game


def units_of(hand: Counts, rules: RuleSet) -> list[PlayCode]:
    """Return the codes of the plays that a hand is taken apart into."""
    return [play.code for play in decompose(hand, rules).plays]


def weighed(view: View) -> list[tuple[float, Play | None]]:
    """Return what the learned policy would do in a view, the likeliest first, each with its likelihood.

    Moves that the rules do not know, or that are the same play, are left out.
    """
    game = _set_up(view)
    game.give(view.seat, units_of(view.hand, view.rules))
    for seat in SEATS:
        if seat != view.seat:
            game.cards[seat] = view.cards_left[seat]
    for slot, number in enumerate(view.unseen):
        game.held[slot] += number
    policy: Policy = learned()[0]
    moves = game.list_moves()
    policy.weigh(game)
    plays = {play.code: play for play in view.legal_plays}
    found: list[tuple[float, Play | None]] = []
    for index in range(moves):
        code = game.moves[index]
        if game.kinds[index] == PASS:
            found.append((policy.shares[index], None))
        elif code in plays:
            found.append((policy.shares[index], plays[code]))
    return sorted(found, key=lambda one: -one[0])
