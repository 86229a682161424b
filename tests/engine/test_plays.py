"""`engine.plays`: one classifier and one order; what it refuses. What each type is: test_rules_*.py."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NO_CARDS, Rank, format_counts, parse_counts, ranks_of
from engine.codes import BombKind, bomb_strength
from engine.errors import ChoiceNotOffered, DoesNotBeat, ErrorCode, NotAPlay, NotationError, PlayError
from engine.grammar import grammar, readings
from engine.legal_plays import LegalPlays
from engine.plays import Play, PlayType
from engine.reading import choices, parse_play, read
from engine.ruleset import DEFAULT_RULES, RuleSet
from tests.engine.strategies import bombs, hands, plays, rule_sets


@given(st.data(), rule_sets)
def test_strength_is_a_strict_total_order_over_bombs(data: st.DataObject, rules: RuleSet) -> None:
    one, two, three = (data.draw(bombs(rules)) for _ in range(3))
    for first, second in combinations((one, two, three), 2):
        assert first.beats(second) == (first.strength > second.strength)
        assert [first.beats(second), second.beats(first), first.strength == second.strength].count(True) == 1
    if one.beats(two) and two.beats(three):
        assert one.beats(three)
    assert not one.beats(one)


@given(st.data(), rule_sets)
def test_other_plays_are_ordered_within_type_and_size(data: st.DataObject, rules: RuleSet) -> None:
    one, two = data.draw(plays(rules)), data.draw(plays(rules))
    assert not (one.beats(two) and two.beats(one))
    if one.is_bomb != two.is_bomb:
        assert one.beats(two) == one.is_bomb
    elif not one.is_bomb:
        comparable = (one.type, one.size) == (two.type, two.size)
        assert one.beats(two) == (comparable and one.strength > two.strength)


@given(st.data(), rule_sets)
def test_what_a_play_counts_as_is_the_same_play_without_jokers(data: st.DataObject, rules: RuleSet) -> None:
    play = data.draw(plays(rules))
    shape = play.counts_as
    assert sum(shape) == play.size == sum(play.cards)
    again = read(shape, rules=rules, choice=play.type)
    assert (again.type, again.size, again.strength) == (play.type, play.size, play.strength)
    naturals = play.cards[:13]
    assert all(stands >= held for stands, held in zip(shape, naturals, strict=False))


@given(hands(), rule_sets)
def test_a_reading_does_not_depend_on_who_asks(cards: bytes, rules: RuleSet) -> None:
    offered = choices(cards, rules=rules)
    codes = readings(cards, grammar(rules))
    assert bool(offered) == bool(codes)
    if not offered:
        with pytest.raises(NotAPlay):
            read(cards, rules=rules)
        return
    assert read(cards, rules=rules) == offered[0]
    assert {play.code for play in offered} <= set(codes)
    for play in offered:
        assert read(cards, rules=rules, choice=play.type) == play
        assert play.strength[0] == offered[0].strength[0]
    if len(offered) > 1:
        assert not any(play.is_bomb for play in offered)


@given(st.data(), rule_sets)
def test_a_follow_beats_the_table_or_is_refused(data: st.DataObject, rules: RuleSet) -> None:
    on, cards = data.draw(plays(rules)), data.draw(hands(most=on_size(data)))
    try:
        play = read(cards, on, rules)
    except PlayError:
        assert not choices(cards, on, rules)
        return
    assert play.beats(on)
    assert choices(cards, on, rules)[0] == play


def on_size(data: st.DataObject) -> int:
    """Small hands are plays more often."""
    return data.draw(st.integers(1, 12))


@pytest.mark.parametrize("cards", ["34", "3344", "JQKA2", "33344"])
def test_no_play(cards: str) -> None:
    with pytest.raises(NotAPlay) as refusal:
        parse_play(cards)
    assert (refusal.value.code, refusal.value.facts) == (ErrorCode.NOT_A_PLAY, {"cards": cards})
    assert refusal.value.diagnosis is not None


@pytest.mark.parametrize(
    ("cards", "on", "code"),
    [
        ("44", "3", ErrorCode.WRONG_TYPE),
        ("345678", "34567", ErrorCode.WRONG_SIZE),
        ("33445566", "334455", ErrorCode.WRONG_SIZE),
        ("3", "3", ErrorCode.TOO_LOW),
        ("34567", "45678", ErrorCode.TOO_LOW),
        ("3333", "33333", ErrorCode.TOO_LOW),
        ("333344445555", "7777777", ErrorCode.TOO_LOW),
        ("456wWW", "56789T", ErrorCode.TOO_LOW),
        ("9TJQKA", "3333", ErrorCode.WRONG_TYPE),
    ],
)
def test_a_play_that_does_not_beat_says_why(cards: str, on: str, code: ErrorCode) -> None:
    table = parse_play(on)
    with pytest.raises(DoesNotBeat) as refusal:
        parse_play(cards, table)
    assert refusal.value.code is code
    assert refusal.value.facts["to_beat"] == table
    tried = refusal.value.facts["tried"]
    assert isinstance(tried, Play)
    assert format_counts(tried.cards) == cards


def test_a_choice_that_is_not_offered_says_what_is() -> None:
    with pytest.raises(ChoiceNotOffered) as refusal:
        read(parse_counts("QKAwwW"), choice=PlayType.BOMB)
    assert refusal.value.code is ErrorCode.CHOICE_NOT_OFFERED
    assert refusal.value.facts["offered"] == ["straight", "pair_run"]
    with pytest.raises(ChoiceNotOffered):  # what lies there leaves one reading only
        read(parse_counts("QKAwwW"), parse_play("334455"), choice=PlayType.STRAIGHT)


def test_no_cards_and_too_many_are_no_cards_of_a_hand() -> None:
    with pytest.raises(NotationError) as refusal:
        read(NO_CARDS)
    assert refusal.value.code is ErrorCode.NO_CARDS
    with pytest.raises(NotationError) as refusal:
        read(parse_counts("3333333344444444555555556666"))
    assert refusal.value.code is ErrorCode.TOO_MANY_CARDS
    assert choices(NO_CARDS) == choices(parse_counts("3333333344444444555555556666")) == ()


def test_the_figures_of_a_play() -> None:
    play = parse_play("34567")
    assert (play.top, play.phases, play.is_bomb, play.is_natural, str(play)) == (7, 0, False, False, "34567")
    bomb = parse_play("333344445555")
    assert (bomb.top, bomb.phases, bomb_strength(bomb.code).kind, bomb.is_natural) == (
        None,
        7,
        BombKind.COUNTED_OUT,
        False,
    )
    kings = parse_play("wwW", rules=RuleSet(king_bomb=True))
    assert (kings.type, kings.is_king_bomb, kings.is_natural, kings.strength) == (
        PlayType.BOMB,
        True,
        False,
        (6, -1, 3, 0),
    )
    assert format_counts(kings.counts_as) == "wwW"


def test_a_chain_with_jokers_stands_for_what_it_was_counted_as() -> None:
    for cards, shape in (
        ("33334444555w", "333344445555"),
        ("33334444wwWW", "333344445555"),
        ("3333444455555wwWW", "33334444555555555"),
        ("333344445555wwW", "333334444455555"),
    ):
        assert format_counts(parse_play(cards).counts_as) == shape


def test_the_ranks_of_cards() -> None:
    assert ranks_of(parse_counts("33TwW")) == (Rank.THREE, Rank.TEN, Rank.SMALL_JOKER, Rank.BIG_JOKER)
    assert ranks_of(NO_CARDS) == ()


def test_rule_sets_that_read_alike_share_a_grammar() -> None:
    assert grammar(RuleSet(base_score=5)) is grammar(DEFAULT_RULES)
    assert grammar(RuleSet(king_bomb=True)) is not grammar(DEFAULT_RULES)
    assert len(LegalPlays(parse_counts("wwW"), rules=RuleSet(king_bomb=True))) == 5
