"""`engine.tracking`: physical cards follow from the log."""

import random

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.random_deals import MANNERS, play_out
from engine.cards import PACKS, Card, count, parse_counts
from engine.deal import Deal, Played
from engine.shuffle import deal_cards
from engine.tracking import held_cards, shown_cards, sorted_hand, take


def names(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def test_cards_leave_a_hand_by_suit_and_then_by_pack() -> None:
    hand = sorted_hand(map(Card.parse, ("H72", "W1", "S72", "C31", "w2", "S71", "D71", "w1")))
    assert names(hand) == "C31 S71 S72 H72 D71 w1 w2 W1"
    taken, left = take(hand, parse_counts("77w"))
    assert (names(taken), names(left)) == ("S71 S72 w1", "C31 H72 D71 w2 W1")


@given(st.integers(0, 10**6))
def test_physical_cards_are_those_that_are_counted(seed: int) -> None:
    rng = random.Random(seed)
    dealt = deal_cards(rng.randbytes(32))
    end = play_out(Deal.start(dealt.seated_counts, dealt.leader), rng, rng.choice(MANNERS))
    for seat in range(4):
        held = held_cards(dealt.seated_hands[seat], end.log, seat)
        assert count(held) == end.hands[seat]
        assert set(held) <= set(dealt.seated_hands[seat])
        played = [entry for entry in end.log if isinstance(entry, Played) and entry.seat == seat]
        assert len(held) == 27 - sum(entry.play.size for entry in played)
    shown = shown_cards(dealt.seated_hands, end.log)
    for entry, cards in zip(end.log, shown, strict=True):
        assert count(cards) == (entry.play.cards if isinstance(entry, Played) else bytes(15))
    everything = [*(card for cards in shown for card in cards)]
    for seat in range(4):
        everything += held_cards(dealt.seated_hands[seat], end.log, seat)
    assert sorted(map(str, everything)) == sorted(map(str, PACKS))
