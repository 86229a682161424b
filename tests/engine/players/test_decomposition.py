"""Cuts: complete, legal, and as cheap as trying every cut finds."""

from functools import cache
from hashlib import sha256
from random import Random

import pytest

from engine.cards import NO_CARDS, Counts, add, parse_counts, remove
from engine.grammar import grammar
from engine.legal_plays import LegalPlays
from engine.players.decomposition import asset, cost_of, decompose
from engine.players.quick import quick_units
from engine.plays import Play, PlayType
from engine.ruleset import DealStyle, RuleSet, Wild
from engine.shuffle import deal_cards

RULE_SETS = (
    RuleSet(),
    RuleSet(wild=Wild.BAIBIAN, king_bomb=True, deal_style=DealStyle.CLUMPED),
    RuleSet(wild=Wild.NONE, chain_with_two=False),
    RuleSet(king_bomb=True, deal_style=DealStyle.CLUMPED),
)


def hands(rules: RuleSet, number: int) -> list[Counts]:
    return [
        hand
        for index in range(number)
        for hand in deal_cards(sha256(index.to_bytes(4, "big")).digest(), rules).seated_counts
    ]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_cut_uses_every_card_once_in_plays_that_can_be_led(rules: RuleSet) -> None:
    for hand in hands(rules, 20):
        plays = decompose(hand, rules).plays
        total = NO_CARDS
        for play in plays:
            assert play in LegalPlays(hand, None, rules)
            total = add(total, play.cards)
        assert total == hand


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_cost_is_that_of_the_cut_and_of_each_play_alone(rules: RuleSet) -> None:
    """Ordinary cards only: what jokers that are kept are worth differs by their number."""
    for hand in hands(rules, 20):
        ordinary = hand[:13] + bytes(2)
        found = decompose(ordinary, rules)
        assert found.cost == pytest.approx(sum(cost_of(play.cards, rules) for play in found.plays))


def test_no_cut_is_cheaper() -> None:
    """Every way to cut a small hand, tried out; chains are no part of the search."""

    @cache
    def cheapest(hand: Counts) -> float:
        if not any(hand):
            return 0.0
        lowest = next(slot for slot, number in enumerate(hand) if number)
        return min(
            cost_of(play.cards) + cheapest(remove(hand, play.cards))
            for play in LegalPlays(hand)
            if play.cards[lowest] and play.type is not PlayType.CHAIN_BOMB
        )

    chance = Random(3)
    for _ in range(60):
        ranks = chance.choice(("345678", "56789T", "TJQKA2", "789TJQ"))
        hand = parse_counts("".join(letter * chance.choice((0, 1, 1, 2, 2, 3)) for letter in ranks) or "3")
        assert cost_of(hand) == pytest.approx(cheapest(hand))


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("34567", ["34567"]),
        ("3445566778", ["34567", "45678"]),
        ("334455", ["334455"]),
        ("3334445556", ["333444555", "6"]),
        ("6666w", ["6666w"]),
        ("3567w", ["3567w"]),
        ("333344445555", ["333344445555"]),
    ],
)
def test_known_cuts(hand: str, plays: list[str]) -> None:
    assert sorted(str(play) for play in decompose(parse_counts(hand)).plays) == plays


def test_a_bomb_keeps_its_worth_when_it_is_played() -> None:
    [whole] = decompose(parse_counts("7777777")).plays
    [part] = decompose(parse_counts("7777")).plays

    assert asset(whole) > asset(part) == 0
    assert asset(decompose(parse_counts("34567")).plays[0]) == 0
    assert cost_of(parse_counts("7777777")) < cost_of(parse_counts("777777")) - 1


@pytest.mark.parametrize("rules", RULE_SETS)
def test_quick_cuts_use_every_card(rules: RuleSet) -> None:
    for hand in hands(rules, 20):
        units = quick_units(hand, grammar(rules))
        assert sum(Play(code, NO_CARDS).size for code in units) == sum(hand)
