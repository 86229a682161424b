"""`engine.legal_plays`: the list of legal plays. That it is complete: test_reference_moves.py."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NO_CARDS, Counts, contains, format_counts, parse_counts, remove
from engine.legal_plays import LegalPlays
from engine.plays import Play, PlayType
from engine.reading import choices, parse_play, read
from engine.ruleset import DEFAULT_RULES, RuleSet
from tests.engine.strategies import bombs, hands, plays, rule_sets


def order(play: Play) -> tuple[object, ...]:
    """Weakest first: no bombs by type, size and top rank, then bombs by strength."""
    if play.is_bomb:
        return (1, play.strength)
    return (0, list(PlayType).index(play.type), play.size, play.strength)


def check(found: LegalPlays, on: Play | None, rules: RuleSet) -> None:
    hand = found.hand
    listed = list(found)
    assert len(listed) == len(found)
    for play in listed:
        assert contains(hand, play.cards)
        assert read(play.cards, on, rules, play.type) == play
        assert play in found
        assert on is None or play.beats(on)
    assert [order(play) for play in listed] == sorted(order(play) for play in listed)
    kinds = [(play.type, play.size, play.strength) for play in listed]
    assert len(set(kinds)) == len(kinds)


@given(hands(), rule_sets)
def test_a_lead_reads_as_itself_and_is_listed_once_weakest_first(hand: Counts, rules: RuleSet) -> None:
    check(LegalPlays(hand, None, rules), None, rules)


@given(st.data(), hands(), rule_sets)
def test_a_follow_beats_what_lies_there_and_is_listed_once(data: st.DataObject, hand: Counts, rules: RuleSet) -> None:
    on = data.draw(plays(rules))
    check(LegalPlays(hand, on, rules), on, rules)


@given(st.data(), hands(), rule_sets)
def test_bombs_on_bombs(data: st.DataObject, hand: Counts, rules: RuleSet) -> None:
    on = data.draw(bombs(rules))
    found = LegalPlays(hand, on, rules)
    check(found, on, rules)
    assert all(play.is_bomb for play in found)


@given(st.data(), hands(), rule_sets)
def test_in_agrees_with_reading_the_cards(data: st.DataObject, hand: Counts, rules: RuleSet) -> None:
    """Any part of the hand: it is in the list just as it reads; and its kind is among those listed."""
    on = data.draw(st.none() | plays(rules))
    part = bytes(data.draw(st.integers(0, number)) for number in hand)
    found = LegalPlays(hand, on, rules)
    readings = choices(part, on, rules)
    kinds = {(play.type, play.size, play.strength) for play in found}
    for play in readings:
        assert play in found
        assert (play.type, play.size, play.strength) in kinds
    for play_type in set(PlayType) - {play.type for play in readings}:
        other = data.draw(plays(rules))
        assert Play(other.code, part) not in found or other.type is not play_type


@given(hands(), rule_sets)
def test_each_kind_is_played_with_the_fewest_jokers(hand: Counts, rules: RuleSet) -> None:
    without = hand[:13] + b"\0\0"
    kinds = {(play.type, play.size, play.strength) for play in LegalPlays(without, None, rules)}
    for play in LegalPlays(hand, None, rules):
        if (play.type, play.size, play.strength) in kinds:
            assert not any(play.cards[13:])


def test_what_is_not_in_a_list() -> None:
    found = LegalPlays(parse_counts("3344w"), parse_play("3"))
    assert parse_play("4") in found
    assert parse_play("3") not in found
    assert parse_play("5") not in found
    assert parse_play("44") not in found
    strangers: tuple[object, ...] = ("4", None, parse_counts("4"))
    assert all(stranger not in found for stranger in strangers)
    assert Play(parse_play("5").code, parse_counts("4")) not in found


def test_a_list_is_a_sequence() -> None:
    found = LegalPlays(parse_counts("3345"))
    assert [str(play) for play in found] == ["3", "4", "5", "33"]
    assert (len(found), str(found[0]), str(found[-1])) == (4, "3", "33")
    assert [str(play) for play in found[1:3]] == ["4", "5"]
    assert found.index(parse_play("5")) == 2
    assert [str(play) for play in reversed(found)] == ["33", "5", "4", "3"]
    with pytest.raises(IndexError):
        found[4]


def test_nothing_to_play() -> None:
    assert not LegalPlays(NO_CARDS)
    assert not LegalPlays(parse_counts("3"), parse_play("3"))
    assert not LegalPlays(parse_counts("33333333"), parse_play("22222222wwWW"))


def test_small_jokers_are_spent_before_big_ones() -> None:
    found = {format_counts(play.cards) for play in LegalPlays(parse_counts("444wW"), parse_play("3333"))}
    assert found == {"444w", "444wW"}


def test_a_pair_of_big_jokers_saves_a_big_one_where_a_small_one_will_do() -> None:
    pairs = [str(play) for play in LegalPlays(parse_counts("wWW"), parse_play("22"))]
    assert pairs == ["wW"]
    assert [str(play) for play in LegalPlays(parse_counts("wwW"), parse_play("22"))] == ["ww", "wW"]


@given(hands(most=12), rule_sets)
def test_any_hand_can_be_led_to_its_end(hand: Counts, rules: RuleSet) -> None:
    while any(hand):
        hand = remove(hand, LegalPlays(hand, None, rules)[-1].cards)


def test_the_worst_hands_have_lists_of_a_few_hundred() -> None:
    """The number of kinds is bounded, however the hand looks."""
    for text in (
        "333344445555666677778888wwW",
        "3456789TJQKA23456789TJQwwWW",
        "333334444455555666667777wwW",
    ):
        assert 50 < len(LegalPlays(parse_counts(text), rules=DEFAULT_RULES)) < 400
