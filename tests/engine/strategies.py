"""What hypothesis draws: rule sets, cards, plays and hands."""

from enum import StrEnum

from hypothesis import strategies as st

from engine.cards import ALL_CARDS, BIG, HAND_SIZE, SMALL, Counts
from engine.codes import BOMB_BIT
from engine.legal_plays import LegalPlays
from engine.plays import Play
from engine.ruleset import RuleSet

rule_sets = st.builds(
    RuleSet,
    # switches with a few values, those that will be added included
    **{
        name: st.sampled_from(field.annotation) if issubclass(field.annotation, StrEnum) else st.booleans()
        for name, field in RuleSet.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, (StrEnum, bool))
    },
    phase_cap=st.integers(8, 12),
    base_score=st.sampled_from((1, 100, 1_000_000)),
    units=st.sampled_from(((1, 2, 3), (1, 1, 1), (2, 5, 7))),
)


@st.composite
def hands(draw: st.DrawFn, most: int = HAND_SIZE) -> Counts:
    """1…`most` cards; few ranks with many cards each as often as many ranks with few."""
    first = draw(st.integers(0, 12))
    last = draw(st.integers(first, 12))
    largest = draw(st.integers(1, 8))
    cards = bytearray(15)
    for slot in range(first, last + 1):
        cards[slot] = draw(st.integers(0, largest))
    cards[SMALL], cards[BIG] = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    while sum(cards) > most:
        cards[max(range(15), key=lambda slot: cards[slot])] -= 1
    if not sum(cards):
        cards[first] = 1
    assert all(have <= limit for have, limit in zip(cards, ALL_CARDS, strict=True))
    return bytes(cards)


@st.composite
def plays(draw: st.DrawFn, rules: RuleSet) -> Play:
    """Any play that some hand can lead."""
    return draw(st.sampled_from(LegalPlays(draw(hands()), rules=rules)))


@st.composite
def bombs(draw: st.DrawFn, rules: RuleSet) -> Play:
    """Any bomb that some hand can lead; chains are frequent."""
    first = draw(st.integers(0, 12))
    cards = bytearray(15)
    for slot in range(first, min(13, first + draw(st.integers(1, 6)))):
        cards[slot] = draw(st.integers(4, 8))
        if sum(cards) > HAND_SIZE:
            cards[slot] = 0
    cards[SMALL] = draw(st.integers(0, min(2, HAND_SIZE - sum(cards))))
    cards[BIG] = draw(st.integers(0, min(2, HAND_SIZE - sum(cards))))
    found = LegalPlays(bytes(cards), rules=rules)
    return found.play(draw(st.sampled_from([code for code in found.codes if code >= BOMB_BIT])))
