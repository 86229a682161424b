"""`engine.held_bombs`: the bombs that are held. That the cut is the best one: test_reference_scoring.py."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NO_CARDS, Counts, add, contains, format_counts, parse_counts
from engine.held_bombs import contribution_units, held_bombs
from engine.legal_plays import LegalPlays
from engine.reading import read
from engine.ruleset import DealStyle, RuleSet, Wild
from engine.shuffle import deal_cards
from tests.engine.strategies import hands, rule_sets


def check(hand: Counts, rules: RuleSet) -> int:
    """What the cut says is so: each bomb reads as it says, no card is used twice, the units add up."""
    cut = held_bombs(hand, rules)
    used = NO_CARDS
    for bomb in cut.bombs:
        again = read(bomb.cards, rules=rules)
        assert (again.phases, again.strength) == (bomb.phases, bomb.strength)
        used = add(used, bomb.cards)
    assert contains(hand, used)
    assert cut.units == sum(contribution_units(bomb.phases, rules) for bomb in cut.bombs)
    assert all(contribution_units(bomb.phases, rules) for bomb in cut.bombs)
    assert list(cut.bombs) == sorted(cut.bombs, key=lambda bomb: bomb.strength, reverse=True)
    return cut.units


@given(hands(), rule_sets)
def test_a_cut_is_bombs_of_the_hand(hand: Counts, rules: RuleSet) -> None:
    check(hand, rules)


@pytest.mark.parametrize("style", DealStyle)
def test_cuts_of_dealt_hands(style: DealStyle) -> None:
    rules = RuleSet(deal_style=style)
    for number in range(30):
        for hand in deal_cards(number.to_bytes(32, "big"), rules).seated_counts:
            check(hand, rules)


@given(hands(), rule_sets)
def test_it_earns_at_least_as_much_as_any_single_bomb(hand: Counts, rules: RuleSet) -> None:
    single = max((contribution_units(play.phases, rules) for play in LegalPlays(hand, None, rules)), default=0)
    assert held_bombs(hand, rules).units >= single


@given(st.integers(0, 10**9), hands(), rule_sets)
def test_it_earns_at_least_as_much_as_bombs_taken_greedily(seed: int, hand: Counts, rules: RuleSet) -> None:
    rng, left, units = Random(seed), hand, 0
    while bombs := [play for play in LegalPlays(left, None, rules) if contribution_units(play.phases, rules)]:
        bomb = rng.choice(bombs)
        units += contribution_units(bomb.phases, rules)
        left = bytes(have - gone for have, gone in zip(left, bomb.cards, strict=True))
    assert held_bombs(hand, rules).units >= units


@given(hands(most=20), rule_sets)
def test_more_cards_never_earn_less(hand: Counts, rules: RuleSet) -> None:
    fewer = bytes(max(0, number - 1) for number in hand)
    assert held_bombs(hand, rules).units >= held_bombs(fewer, rules).units


@pytest.mark.parametrize(
    ("text", "units", "bombs"),
    [
        ("", 0, []),
        ("wwWW", 0, []),
        ("3456789TJQKA2", 0, []),
        ("66666", 0, []),
        ("66666w", 2, ["66666w"]),
        ("66666wwWW", 16, ["66666wwWW"]),
        ("333344445555", 4, ["333344445555"]),
        ("33334444wwWW", 8, ["4444wwWW"]),
        ("333444555wwW", 4, ["333444555wwW"]),
        ("333334444455555", 8, ["333334444455555"]),
        ("KKKKAAAA2222", 4, ["KKKKAAAA2222"]),
        ("333344445555666677778888", 32, ["333344445555666677778888"]),
    ],
)
def test_chosen_hands(text: str, units: int, bombs: list[str]) -> None:
    cut = held_bombs(parse_counts(text))
    assert (cut.units, sorted(format_counts(bomb.cards) for bomb in cut.bombs)) == (units, bombs)


def test_the_cap_changes_the_cut() -> None:
    for text, capped, full in (
        ("333333334444444455555555", ["33333333", "44444444", "55555555"], ["333333334444444455555555"]),
        ("3333344444455555556666wW", ["444444w", "5555555W"], ["444444", "5555555wW"]),
        ("333344444445555555666667777", ["4444444", "5555555"], ["33334444555566667777"]),
    ):
        for rules, expected in ((RuleSet(phase_cap=8), capped), (RuleSet(), full)):
            cut = held_bombs(parse_counts(text), rules)
            assert sorted(format_counts(bomb.cards) for bomb in cut.bombs) == expected


def test_kings_count_where_the_table_plays_them() -> None:
    assert held_bombs(parse_counts("wwW"), RuleSet(king_bomb=True)).units == 2
    assert held_bombs(parse_counts("wwWW"), RuleSet(king_bomb=True)).units == 4
    assert held_bombs(parse_counts("wwWW"), RuleSet(king_bomb=True, wild=Wild.NONE)).units == 4
    assert held_bombs(parse_counts("33333wwWW"), RuleSet(king_bomb=True)).units == 16
    assert held_bombs(parse_counts("33333wwWW"), RuleSet(king_bomb=True, wild=Wild.BAIBIAN)).units == 4
    assert held_bombs(parse_counts("33333wWW"), RuleSet(king_bomb=True, wild=Wild.BAIBIAN)).units == 4
    assert held_bombs(parse_counts("333333wW"), RuleSet(wild=Wild.BAIBIAN)).units == 4
