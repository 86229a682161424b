"""The plays that a person could make now, best first: the one-tap plays and 提示."""

from collections.abc import Iterator
from typing import Final

from engine.cards import BIG, NO_CARDS, SMALL, Counts, contains, remove
from engine.codes import KING_BOMBS, SMALLEST_BOMB
from engine.deal import View
from engine.players.decomposition import cost_of, decompose
from engine.plays import Play, PlayType

SUGGESTIONS: Final = 6
"""How many plays a keyboard shows."""


def suggestions(view: View, limit: int = SUGGESTIONS, *, holding: Counts = NO_CARDS) -> tuple[Play, ...]:
    """The one-tap plays: the first of `ranked_plays`, at most `limit`; empty where nothing can be played.

    None of them splits a bomb while another answer exists. Whoever holds a bomb that can be played finds one among
    them, and a chain bomb if there is one, if need be in the last places: they are what takes most taps to put
    together, and what there is least time for.

    Args:
        view: of the seat.
        limit: how many plays, 1 or more.
        holding: only plays that contain these cards, if there is one.
    """
    ranked = list(ranked_plays(view))
    ranked = [play for play in ranked if contains(play.cards, holding)] or ranked
    whole = [play for play in ranked if not _splits(play, view.hand)]
    plays = whole or ranked
    first = plays[:limit]
    wanted = [
        next((play for play in plays if play.is_bomb), None),
        next((play for play in plays if play.type is PlayType.CHAIN_BOMB), None),
    ]
    if view.to_beat is None and not any(holding):
        wanted = wanted[1:]  # who leads has a good cut of the hand before them, bombs last
    missing = [play for play in wanted if play is not None and play not in first]
    room = max(0, limit - len(missing))
    return tuple([*first[:room], *missing][:limit])


def ranked_plays(view: View) -> Iterator[Play]:
    """Every play that could be made now, each code once, best first.

    Following: the answers that cost the hand least come first, weakest first where they cost the same; then those with
    jokers in them, then bombs, the smallest that beats first; last whatever splits a bomb. Leading: the plays of a good
    decomposition of the hand come first, low and long ones before high and short ones, jokers and bombs last; then all
    others.

    The view need not be of the seat to act: then these are the plays it could make were it its turn.
    """
    plays = view.legal_plays
    if view.to_beat is not None:
        before = cost_of(view.hand, view.rules)

        def burden(play: Play) -> tuple[bool, int, float, int]:
            cost = 0.0 if play.is_bomb else round(cost_of(remove(view.hand, play.cards), view.rules) - before, 1)
            return _splits(play, view.hand), _class(play), cost, play.code

        yield from sorted(plays, key=burden)
        return
    of_the_hand = sorted(decompose(view.hand, view.rules).plays, key=_lead_order)
    yielded = set()
    for play in of_the_hand:
        if play.code not in yielded:
            yielded.add(play.code)
            yield play
    others = (play for play in plays if play.code not in yielded)
    yield from sorted(others, key=lambda play: (_splits(play, view.hand), *_lead_order(play)))


def _splits(play: Play, hand: Counts) -> bool:
    """Return whether a play takes some cards of a bomb that the hand holds, and leaves others of it."""
    jokers, held = play.cards[SMALL] + play.cards[BIG], hand[SMALL] + hand[BIG]
    if held in KING_BOMBS and 0 < jokers < held:
        return True
    return any(
        number >= SMALLEST_BOMB and 0 < taken < number for number, taken in zip(hand[:SMALL], play.cards, strict=False)
    )


def _class(play: Play) -> int:
    """0 for ordinary cards, 1 with a joker, 2 for bombs, 3 for bombs with a joker."""
    return 2 * play.is_bomb + bool(play.cards[SMALL] or play.cards[BIG])


def _lead_order(play: Play) -> tuple[int, float, int]:
    if play.is_bomb:
        return _class(play), play.code, 0
    return _class(play), (play.top or 0) - 1.5 * play.size, play.code
