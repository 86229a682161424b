"""Hints: always legal, complete, and in the order people are shown them."""

from hashlib import sha256

import pytest

from engine.cards import BIG, SMALL, contains, parse_counts
from engine.deal import Deal, View
from engine.legal_plays import LegalPlays
from engine.players import Strength, make_player, ranked_plays, suggestions
from engine.plays import Play, PlayType
from engine.ruleset import DealStyle, RuleSet, Wild
from engine.shuffle import deal_cards

RULE_SETS = (
    RuleSet(),
    RuleSet(wild=Wild.BAIBIAN, king_bomb=True, deal_style=DealStyle.CLUMPED),
    RuleSet(wild=Wild.NONE, chain_with_two=False),
    RuleSet(king_bomb=True),
)


def views(rules: RuleSet, number: int) -> list[View]:
    """The views of every decision of some deals between greedy players."""
    found = []
    player = make_player(Strength.GREEDY, seed=0)
    for index in range(number):
        dealt = deal_cards(sha256(index.to_bytes(4, "big")).digest(), rules)
        deal = Deal.start(dealt.seated_counts, dealt.leader, rules)
        while deal.to_act is not None:
            view = deal.view(deal.to_act)
            found.append(view)
            deal = deal.act(player.choose(view, budget=1)).deal
    return found


def follow(hand: str, on: str) -> list[str]:
    """Hints, as texts, for a hand that follows a single opponent's play."""
    deal = Deal.start([parse_counts(text) for text in (on + "3", hand, "3", "3")], leader=0)
    return [str(play) for play in ranked_plays(deal.play(0, parse_counts(on)).deal.view(1))]


def lead(hand: str) -> list[str]:
    deal = Deal.start([parse_counts(text) for text in (hand, "3", "3", "3")], leader=0)
    return [str(play) for play in suggestions(deal.view(0))]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_kind_of_play_is_offered_once_and_nothing_else(rules: RuleSet) -> None:
    for view in views(rules, 3):
        plays = list(ranked_plays(view))
        legal = LegalPlays(view.hand, view.to_beat, rules)
        assert all(play in legal for play in plays)
        assert sorted(play.code for play in plays) == legal.codes


def splits(play: Play, view: View) -> bool:
    """Whether a play leaves part of a natural bomb that the hand holds."""
    pairs = zip(view.hand[:SMALL], play.cards, strict=False)
    return any(held >= 4 and 0 < taken < held for held, taken in pairs)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_suggestions_are_the_first_few_and_bombs_where_there_are_some(rules: RuleSet) -> None:
    bombs = 0
    for view in views(rules, 2):
        plays, ranked = suggestions(view, limit=4), tuple(ranked_plays(view))
        assert len(plays) == len(set(plays)) <= 4
        assert (len(plays) == 0) == (len(view.legal_plays) == 0)
        if not plays:
            continue
        whole = [play for play in ranked if not splits(play, view)]
        if whole:
            assert not any(splits(play, view) for play in plays)
        if view.to_beat is not None and any(play.is_bomb for play in whole):
            bombs += 1
            assert any(play.is_bomb for play in plays)
        if any(play.type is PlayType.CHAIN_BOMB for play in whole):
            assert any(play.type is PlayType.CHAIN_BOMB for play in plays)
    assert bombs > 0


def test_suggestions_contain_what_is_selected() -> None:
    for view in views(RuleSet(), 2):
        for play in list(ranked_plays(view))[:3]:
            assert all(contains(one.cards, play.cards) for one in suggestions(view, holding=play.cards))
            assert suggestions(view, holding=play.cards)


def test_when_following_jokers_come_after_ordinary_cards_then_bombs_and_last_what_splits_one() -> None:
    for view in views(RuleSet(), 4):
        if view.to_beat is None:
            continue
        whole = [play for play in ranked_plays(view) if not splits(play, view)]
        classes = [2 * play.is_bomb + bool(play.cards[SMALL] or play.cards[BIG]) for play in whole]
        assert classes == sorted(classes)


def test_a_whole_bomb_comes_before_one_that_is_split() -> None:
    assert follow("5555577778", "99") == ["7777", "55555", "5555"]


def test_a_chain_bomb_of_twelve_cards_is_one_tap_away() -> None:
    deal = Deal.start([parse_counts(text) for text in ("83", "444455556666789TJQKA", "3", "3")], leader=0)
    plays = suggestions(deal.play(0, parse_counts("8")).deal.view(1))
    assert "444455556666" in [str(play) for play in plays]


def test_a_single_of_its_own_is_offered_before_one_out_of_a_pair_or_a_run() -> None:
    assert follow("5678999JK", "4")[0] == "J"
    assert follow("66778", "5")[0] == "8"


def test_the_weakest_of_equal_answers_comes_first() -> None:
    assert follow("7788JJ33", "55")[:2] == ["77", "88"]


def test_a_lead_starts_with_long_low_runs_and_keeps_jokers_and_bombs() -> None:
    assert lead("345678KK2222")[:3] == ["345678", "KK", "2222"]
    assert lead("345678KK22w")[:4] == ["345678", "KK", "22", "w"]


def test_hints_are_there_before_ones_turn() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("34", "56", "7", "8")], leader=0)
    view = deal.play(0, parse_counts("3")).deal.view(3)

    assert not view.is_to_act
    assert [str(play) for play in suggestions(view)] == ["8"]


def test_nothing_to_offer_when_nothing_beats_the_table() -> None:
    assert follow("34", "W") == []
