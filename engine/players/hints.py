"""What a person could play now, best first: the one-tap plays and 提示."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine.cards import BIG, SMALL, remove
from engine.deal import View
from engine.players.decomposition import cost_of, decompose
from engine.plays import Play

SUGGESTIONS: Final = 6
"""How many plays a keyboard shows."""


def suggestions(view: View, limit: int = SUGGESTIONS) -> tuple[Play, ...]:
    """The first plays of `ranked_plays`, at most `limit`; empty where nothing can be played.

    Who follows and has a bomb finds one among them, if need be in the last place: it is what takes most taps to put
    together, and what there is least time for.
    """
    ranked = ranked_plays(view)
    first = tuple(islice(ranked, limit))
    if view.to_beat is None or len(first) < limit or any(play.is_bomb for play in first):
        return first
    bomb = next((play for play in ranked if play.is_bomb), None)
    return first if bomb is None else (*first[:-1], bomb)


def ranked_plays(view: View) -> Iterator[Play]:
    """Every play that could be made now, each code once, best first.

    Following: the answers that cost the hand least come first, weakest first where they cost the same; then those with
    jokers in them, then bombs. Leading: the plays of a good decomposition of the hand come first, low and long ones
    before high and short ones, jokers and bombs last; then all others.

    The view need not be of the seat to act: then these are the plays it could make were it its turn.
    """
    plays = view.legal_plays
    if view.to_beat is not None:
        before = cost_of(view.hand, view.rules)
        yield from sorted(
            plays,
            key=lambda play: (
                _class(play),
                round(cost_of(remove(view.hand, play.cards), view.rules) - before, 1),
                play.code,
            ),
        )
        return
    of_the_hand = sorted(decompose(view.hand, view.rules).plays, key=_lead_order)
    yielded = set()
    for play in of_the_hand:
        if play.code not in yielded:
            yielded.add(play.code)
            yield play
    yield from sorted((play for play in plays if play.code not in yielded), key=_lead_order)


def _class(play: Play) -> int:
    """0 for ordinary cards, 1 with a joker, 2 for bombs, 3 for bombs with a joker."""
    return 2 * play.is_bomb + bool(play.cards[SMALL] or play.cards[BIG])


def _lead_order(play: Play) -> tuple[int, float, int]:
    if play.is_bomb:
        return _class(play), play.code, 0
    return _class(play), (play.top or 0) - 1.5 * play.size, play.code
