"""Selecting and hints, as functions of a hand before anything is played. Pure."""

from dataclasses import replace

from bot.tables.state import HandState
from engine.cards import NO_CARDS, Counts, contains
from engine.codes import WIDTHS
from engine.deal import View, verify_held
from engine.players.hints import ranked_plays
from engine.plays import PLAIN_TYPES, Play


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
    return replace(hand, selected=bytes(counts), emptied=emptied, asking=NO_CARDS, more_open=False)


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
    return replace(hand, selected=cards, emptied=-1, asking=NO_CARDS, more_open=False)


def clear(hand: HandState) -> HandState:
    """Select nothing, and let hints start again."""
    return replace(hand, selected=NO_CARDS, hint=0, emptied=-1, asking=NO_CARDS, more_open=False)


def next_hint(hand: HandState, view: View) -> HandState | None:
    """Select the next hint 提示, round and round; None where nothing can be played."""
    plays = list(ranked_plays(view))
    if not plays:
        return None
    cards = plays[hand.hint % len(plays)].cards
    return replace(hand, selected=cards, hint=hand.hint + 1, emptied=-1, asking=NO_CARDS, more_open=False)


def still_held(hand: HandState, held: Counts) -> HandState:
    """The hand state after cards have gone: a selection that is not held any more is dropped."""
    selected = hand.selected if contains(held, hand.selected) else NO_CARDS
    return replace(hand, selected=selected, hint=0, emptied=-1, asking=NO_CARDS, more_open=False)
