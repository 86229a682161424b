"""What a player does with their hand before anything is played: selecting, hints. Pure."""

from dataclasses import replace

from bot.tables.state import HandState
from engine.cards import NO_CARDS, Counts, contains, format_counts
from engine.deal import View
from engine.errors import CardsNotHeld, ErrorCode
from engine.players.hints import ranked_plays


def toggle(hand: HandState, slot: int, held: Counts) -> HandState:
    """Select one more card of the rank at `slot`, up to all that are held, then none."""
    counts = bytearray(hand.selected)
    counts[slot] = 0 if counts[slot] >= held[slot] else counts[slot] + 1
    return replace(hand, selected=bytes(counts))


def select(hand: HandState, cards: Counts, held: Counts) -> HandState:
    """Select exactly these cards.

    Raises:
        CardsNotHeld: they are not all among those held.
    """
    if not contains(held, cards):
        missing = format_counts(bytes(max(0, want - have) for have, want in zip(held, cards, strict=True)))
        raise CardsNotHeld(
            f"{missing} is not held", ErrorCode.CARDS_NOT_HELD, cards=format_counts(cards), missing=missing
        )
    return replace(hand, selected=cards)


def clear(hand: HandState) -> HandState:
    """Select nothing, and let hints start again."""
    return replace(hand, selected=NO_CARDS, hint=0)


def next_hint(hand: HandState, view: View) -> HandState | None:
    """Select the next hint 提示, round and round; None where nothing can be played."""
    plays = list(ranked_plays(view))
    if not plays:
        return None
    return replace(hand, selected=plays[hand.hint % len(plays)].cards, hint=hand.hint + 1)


def still_held(hand: HandState, held: Counts) -> HandState:
    """The hand state after cards have gone: a selection that is not held any more is dropped."""
    if contains(held, hand.selected):
        return replace(hand, hint=0)
    return replace(hand, selected=NO_CARDS, hint=0)
