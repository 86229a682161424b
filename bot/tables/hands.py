"""Selecting and hints, as functions of a hand before anything is played. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.tables.state import HandState, Hint
from engine.cards import NO_CARDS, Counts, contains
from engine.codes import WIDTHS
from engine.deal import View, verify_held
from engine.players.advice import Advice, reason_of
from engine.players.hints import ranked_plays
from engine.players.learned import is_compiled
from engine.players.positions import weighed
from engine.plays import PLAIN_TYPES, Play

_LIKED_PASS: Final = 0.3
"""Likelihood from which on a pass that the policy likes is worth a hint."""


def toggle(hand: HandState, slot: int, held: Counts, to_beat: Play | None = None) -> HandState:
    """Select cards of the rank at `slot`: first as many as make sense, then one less with each tap, down to none.

    As many as make sense are all of it for who leads, and the width of what lies there for who follows. Somebody who
    goes on after none means something else: then it is all of it.
    """
    counts, number = bytearray(hand.selected), hand.selected[slot]
    if number:
        counts[slot] = number - 1
    elif hand.emptied == slot:
        counts[slot] = held[slot]
    else:
        counts[slot] = min(held[slot], _width(to_beat, held[slot]))
    emptied = slot if number and not counts[slot] else -1
    return replace(hand, selected=bytes(counts), emptied=emptied, asking=NO_CARDS, more_open=False, hinted=None)


def _width(to_beat: Play | None, held: int) -> int:
    """Return how many cards of a rank go into a play like the one to beat."""
    if to_beat is None or to_beat.is_bomb:
        return held
    return WIDTHS[PLAIN_TYPES.index(to_beat.type)]


def select(hand: HandState, cards: Counts, held: Counts) -> HandState:
    """Select exactly these cards.

    Raises:
        CardsNotHeld: they are not all among those held.
    """
    verify_held(held, cards)
    return replace(hand, selected=cards, emptied=-1, asking=NO_CARDS, more_open=False, hinted=None)


def clear(hand: HandState) -> HandState:
    """Select nothing, and let hints start again."""
    hand = replace(hand, hint=0, is_advised=False, hinted=None)
    return replace(hand, selected=NO_CARDS, emptied=-1, asking=NO_CARDS, more_open=False)


def next_hint(hand: HandState, view: View, advice: Sequence[Advice] = ()) -> HandState | None:
    """Show the next hint 提示, round and round: select its cards, or nothing for a pass.

    Args:
        hand: what is before them.
        view: what they may know.
        advice: what was worked out for them, the best first. Where it comes while they go through hints, they begin
            anew with the first that they do not see already.

    Returns:
        None where nothing can be played.
    """
    if not view.legal_plays:
        return None
    hints = _hints(view, advice)
    number = hand.hint
    if advice and not hand.is_advised:
        number = int(hand.hinted is not None and len(hints) > 1 and hand.hinted.play == hints[0].play)
    hint = hints[number % len(hints)]
    cards = NO_CARDS if hint.play is None else hint.play.cards
    shown = replace(hand, selected=cards, hint=number + 1, emptied=-1, asking=NO_CARDS, more_open=False)
    return replace(shown, is_advised=bool(advice), hinted=hint)


def _hints(view: View, advice: Sequence[Advice]) -> list[Hint]:
    """Return all hints in order: first what is advised, a pass among it where that is about as good as the best, or
    what the learned policy likes; then every other play.
    """
    if advice:
        first = [Hint(one.play, one.reason) for one in advice if one.play is not None or one.is_close]
    elif view.is_to_act and is_compiled():  # elsewhere it takes too long for a tap
        liked = [play for share, play in weighed(view) if play is not None or share >= _LIKED_PASS]
        first = [Hint(play, reason_of(view, play)) for play in liked]
    else:
        first = []
    known = {hint.play.code for hint in first if hint.play is not None}
    return [*first, *(Hint(play) for play in ranked_plays(view) if play.code not in known)]


def still_held(hand: HandState, held: Counts) -> HandState:
    """The hand state after cards have gone: a selection that is not held any more is dropped."""
    selected = hand.selected if contains(held, hand.selected) else NO_CARDS
    hand = replace(hand, hint=0, is_advised=False, hinted=None)
    return replace(hand, selected=selected, emptied=-1, asking=NO_CARDS, more_open=False)
