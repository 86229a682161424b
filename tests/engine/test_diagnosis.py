"""`engine.diagnosis`: why cards cannot be played is said by the nearest cause, and what it says is true."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.cards import ALL_CARDS, HAND_SIZE, Counts, Rank, add, contains, parse_counts
from engine.diagnosis import Cause, Fact, nothing_beats, why_no_play
from engine.errors import DoesNotBeat, NotAPlay
from engine.grammar import grammar, readings
from engine.legal_plays import LegalPlays
from engine.plays import Play, PlayType
from engine.reading import parse_play, read
from engine.ruleset import DEFAULT_RULES, RuleSet, Wild
from tests.engine.strategies import bombs, plays, rule_sets

BAIBIAN = RuleSet(wild=Wild.BAIBIAN)
ORDINARY = RuleSet(wild=Wild.NONE)
NO_TWO = RuleSet(chain_with_two=False)
KINGS = RuleSet(king_bomb=True)


@pytest.mark.parametrize(
    ("text", "rules", "cause", "facts"),
    [
        ("3w", ORDINARY, Cause.ORDINARY_JOKER, {"joker": Rank.SMALL_JOKER}),
        ("3w", BAIBIAN, Cause.ORDINARY_JOKER, {"joker": Rank.SMALL_JOKER}),
        ("3wW", BAIBIAN, Cause.ORDINARY_JOKER, {"joker": Rank.SMALL_JOKER}),
        ("3W", ORDINARY, Cause.ORDINARY_JOKER, {"joker": Rank.BIG_JOKER}),
        ("wW", ORDINARY, Cause.MIXED_JOKERS, {}),
        ("wwW", BAIBIAN, Cause.MIXED_JOKERS, {}),
        ("JQKA2", DEFAULT_RULES, Cause.ENDS_AT_ACE, {}),
        ("QQKKAA22", DEFAULT_RULES, Cause.ENDS_AT_ACE, {}),
        ("KA2", DEFAULT_RULES, Cause.ENDS_AT_ACE, {}),
        ("AA22", DEFAULT_RULES, Cause.ENDS_AT_ACE, {}),
        ("JJQQKKAA22w", DEFAULT_RULES, Cause.ENDS_AT_ACE, {}),
        ("QKAA22", DEFAULT_RULES, Cause.ENDS_AT_ACE, {}),
        ("3456789TJQKA2", DEFAULT_RULES, Cause.ENDS_AT_ACE, {}),
        ("3456789TJQKAw", DEFAULT_RULES, Cause.ENDS_AT_ACE, {}),
        ("KKKKAAAA2222", NO_TWO, Cause.CHAIN_ENDS_AT_ACE, {}),
        ("AAAA2222", NO_TWO, Cause.CHAIN_ENDS_AT_ACE, {}),
        ("AAAA2222", DEFAULT_RULES, Cause.SHORT_CHAIN, {}),
        ("3456", DEFAULT_RULES, Cause.SHORT_STRAIGHT, {}),
        ("345w", DEFAULT_RULES, Cause.SHORT_STRAIGHT, {}),
        ("3344", DEFAULT_RULES, Cause.SHORT_PAIR_RUN, {}),
        ("3344w", DEFAULT_RULES, Cause.SHORT_PAIR_RUN, {}),
        ("334w", DEFAULT_RULES, Cause.SHORT_PAIR_RUN, {}),
        ("555666", DEFAULT_RULES, Cause.SHORT_TRIPLE_RUN, {}),
        ("33334444", DEFAULT_RULES, Cause.SHORT_CHAIN, {}),
        ("3333444w", DEFAULT_RULES, Cause.SHORT_CHAIN, {}),
        ("334455w", DEFAULT_RULES, Cause.INCOMPLETE_RUN, {"type": PlayType.PAIR_RUN, "missing": 1}),
        ("333444555w", DEFAULT_RULES, Cause.INCOMPLETE_RUN, {"type": PlayType.TRIPLE_RUN, "missing": 2}),
        (
            "33445",
            DEFAULT_RULES,
            Cause.UNEVEN_RUN,
            {"type": PlayType.PAIR_RUN, "width": 2, "rank": Rank.FIVE, "number": 1},
        ),
        (
            "345667",
            DEFAULT_RULES,
            Cause.UNEVEN_RUN,
            {"type": PlayType.STRAIGHT, "width": 1, "rank": Rank.SIX, "number": 2},
        ),
        ("33334444555", DEFAULT_RULES, Cause.THIN_CHAIN, {"rank": Rank.FIVE, "number": 3}),
        ("3578", DEFAULT_RULES, Cause.GAP, {"low": Rank.THREE, "high": Rank.FIVE}),
        ("33557799", DEFAULT_RULES, Cause.GAP, {"low": Rank.THREE, "high": Rank.FIVE}),
        ("357wK", DEFAULT_RULES, Cause.GAP, {"low": Rank.SEVEN, "high": Rank.KING}),
        ("3333555566666", DEFAULT_RULES, Cause.GAP, {"low": Rank.THREE, "high": Rank.FIVE}),
        ("A2345", DEFAULT_RULES, Cause.GOES_ROUND, {}),
        ("2233", DEFAULT_RULES, Cause.GOES_ROUND, {}),
        ("33345", DEFAULT_RULES, Cause.ATTACHMENT, {}),
        ("33334", DEFAULT_RULES, Cause.ATTACHMENT, {}),
        ("334", DEFAULT_RULES, Cause.ATTACHMENT, {}),
        ("59", DEFAULT_RULES, Cause.UNLIKE, {}),
        ("5w9", DEFAULT_RULES, Cause.UNLIKE, {}),
    ],
)
def test_what_is_wrong_with_cards_that_are_no_play(
    text: str, rules: RuleSet, cause: Cause, facts: dict[str, Fact]
) -> None:
    with pytest.raises(NotAPlay) as refusal:
        parse_play(text, rules=rules)
    diagnosis = refusal.value.diagnosis
    assert diagnosis is not None
    assert (diagnosis.cause, diagnosis.facts) == (cause, facts)


@pytest.mark.parametrize(
    ("text", "on", "cause", "facts"),
    [
        ("6", "77", Cause.OTHER_TYPE, {"type": PlayType.PAIR}),
        ("345678", "34567", Cause.OTHER_SIZE, {"type": PlayType.STRAIGHT, "own": 6, "other": 5}),
        ("6", "7", Cause.LOWER, {}),
        ("77", "77", Cause.EQUAL, {}),
        ("22", "8888", Cause.NEEDS_BOMB, {}),
        ("22", "WW", Cause.ONLY_BOMBS, {"type": PlayType.PAIR}),
        ("2", "222", Cause.ONLY_BOMBS, {"type": PlayType.TRIPLE}),
        ("34567", "9TJQKA", Cause.ONLY_BOMBS, {"type": PlayType.STRAIGHT}),
        ("22", "22222222wwWW", Cause.NOTHING_BEATS, {}),
        ("8888", "22222222wwWW", Cause.NOTHING_BEATS, {}),
        ("8888", "77777", Cause.FEWER_PHASES, {"own": 4, "other": 5}),
        ("333344445555", "88888888", Cause.FEWER_PHASES, {"own": 7, "other": 8}),
        ("8888", "8888", Cause.EQUAL, {}),
        ("wwW", "wwW", Cause.EQUAL, {}),
        ("wwW", "888888", Cause.KINGS_ARE_WEAKEST, {"phases": 6}),
        ("wwWW", "333344445555", Cause.KINGS_ARE_WEAKEST, {"phases": 7}),
        ("333344445555", "8888888", Cause.CHAIN_MEETS_NATURAL, {"phases": 7}),
        ("88888", "99999", Cause.LOWER_RANK, {"phases": 5, "own": Rank.EIGHT, "other": Rank.NINE}),
        ("333334444455555", "3333444455556666", Cause.FEWER_CARDS, {"phases": 8, "own": 15, "other": 16}),
        ("333344445555", "444455556666", Cause.FEWER_POINTS, {"phases": 7, "own": 48, "other": 60}),
    ],
)
def test_why_a_play_does_not_beat_another(text: str, on: str, cause: Cause, facts: dict[str, Fact]) -> None:
    to_beat = parse_play(on, rules=KINGS)
    with pytest.raises(DoesNotBeat) as refusal:
        parse_play(text, to_beat, KINGS)
    diagnosis = refusal.value.diagnosis
    assert diagnosis is not None
    plays_ = {"tried": parse_play(text, rules=KINGS), "to_beat": to_beat}
    assert (diagnosis.cause, diagnosis.facts) == (cause, plays_ | facts)


def one_more(cards: Counts, number: int) -> Iterator[Counts]:
    """Every way to add `number` cards that are no jokers."""
    for slots in combinations_with_replacement(range(13), number):
        more = bytes(slots.count(slot) for slot in range(15))
        if contains(ALL_CARDS, add(cards, more)) and sum(cards) + number <= HAND_SIZE:
            yield add(cards, more)


def types_with(cards: Counts, number: int, rules: RuleSet) -> set[PlayType]:
    """What the cards can be with `number` more."""
    reads = grammar(rules)
    return {Play(code, more).type for more in one_more(cards, number) for code in readings(more, reads)}


SHORT = {
    Cause.SHORT_STRAIGHT: (PlayType.STRAIGHT, 5),
    Cause.SHORT_PAIR_RUN: (PlayType.PAIR_RUN, 6),
    Cause.SHORT_TRIPLE_RUN: (PlayType.TRIPLE_RUN, 9),
}


@given(st.integers(0, 9), st.lists(st.integers(0, 5), min_size=1, max_size=4), st.integers(0, 3), rule_sets)
def test_what_is_said_to_be_missing_is_all_that_is_missing(
    first: int, groups: list[int], jokers: int, rules: RuleSet
) -> None:
    """Short and incomplete runs are runs with so many cards more; what has a gap has one where it is said to be."""
    cards = bytearray(15)
    cards[first : first + len(groups)] = bytes(groups)
    cards = cards[:13]
    cards += bytes([min(2, jokers), max(0, jokers - 2)])
    hand = bytes(cards)
    assume(any(hand) and not readings(hand, grammar(rules)))
    diagnosis = why_no_play(hand, rules)
    facts = diagnosis.facts
    if diagnosis.cause in SHORT:
        play_type, size = SHORT[diagnosis.cause]
        assert play_type in types_with(hand, size - sum(hand), rules)
    elif diagnosis.cause is Cause.INCOMPLETE_RUN:
        assert isinstance(facts["missing"], int)
        assert facts["type"] in types_with(hand, facts["missing"], rules)
    elif diagnosis.cause is Cause.GAP:
        low, high = facts["low"], facts["high"]
        assert isinstance(low, Rank)
        assert isinstance(high, Rank)
        assert hand[low.slot]
        assert hand[high.slot]
        assert not any(hand[low.slot + 1 : high.slot])
        assert high.slot - low.slot > 1
    elif "rank" in facts:
        assert isinstance(facts["rank"], Rank)
        assert hand[facts["rank"].slot] == facts["number"]


EVERY_PLAIN_PLAY = bytes([3] * 13 + [2, 2])
"""Every play that is no bomb can be made of these cards."""


@given(st.data(), rule_sets)
def test_what_is_said_to_beat_does(data: st.DataObject, rules: RuleSet) -> None:
    """Where a higher one of the type is asked for there is one, and where nothing but a bomb is, there is none."""
    to_beat, tried = data.draw(plays(rules)), data.draw(plays(rules) | bombs(rules))
    assume(all(not Play(code, tried.cards).beats(to_beat) for code in readings(tried.cards, grammar(rules))))
    with pytest.raises(DoesNotBeat) as refusal:
        read(tried.cards, to_beat, rules)
    assert refusal.value.diagnosis is not None
    cause = refusal.value.diagnosis.cause
    higher = any(play.type is to_beat.type for play in LegalPlays(EVERY_PLAIN_PLAY, to_beat, rules))
    if cause in (Cause.OTHER_TYPE, Cause.OTHER_SIZE, Cause.LOWER):
        assert higher
    elif cause is Cause.ONLY_BOMBS:
        assert not higher
    elif cause is Cause.NEEDS_BOMB:
        assert to_beat.is_bomb
        assert not tried.is_bomb
    else:
        assert tried.is_bomb or cause in (Cause.EQUAL, Cause.NOTHING_BEATS)


def test_twelve_phases_of_the_two_are_beaten_by_nothing() -> None:
    assert nothing_beats(parse_play("22222222wwWW"))
    assert not nothing_beats(parse_play("AAAAAAAAwwWW"))
    assert not nothing_beats(parse_play("22222222wwW"))
    assert parse_counts("22222222wwWW") == parse_play("22222222wwWW").cards
