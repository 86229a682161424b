"""Reviews: a blunder is found and named, what is as good is no mistake, and a deal that goes on is not looked at."""

from dataclasses import replace

import pytest

from engine.cards import parse_counts
from engine.deal import Action, Deal, Pass, PlayCards, TimeOut
from engine.players import Strength, make_player
from engine.players.advice import Reason
from engine.review import LEAST_COST, Decision, Judgement, Review, decisions, judge, review


def start(*hands: str, leader: int = 0) -> Deal:
    return Deal.start([parse_counts(hand) for hand in hands], leader)


def played(seat: int, cards: str) -> PlayCards:
    return PlayCards(seat, parse_counts(cards))


def to_the_end(deal: Deal, actions: list[Action]) -> list[Action]:
    """What greedy players do after some actions, with those."""
    here = deal.replay(actions)
    while here.to_act is not None:
        action = make_player(Strength.GREEDY, 1).choose(here.view(here.to_act), 1.0)
        actions = [*actions, action]
        here = here.act(action).deal
    return actions


BLUNDER = start("33J", "4", "5", "6")
"""Everybody else has one card: a single sends an opponent out, the pair cannot be followed."""


def test_a_blunder_is_found_with_what_was_better_and_what_it_cost() -> None:
    actions = to_the_end(BLUNDER, [played(0, "3")])

    [decision] = decisions(BLUNDER, actions, 0)
    [mistake] = review(BLUNDER, actions, 0, seed=1).mistakes

    assert mistake.turn == decision.turn == 0
    assert decision.done is not None
    assert str(decision.done) == "3"
    assert str(mistake.better) == "33"
    assert mistake.cost >= LEAST_COST * BLUNDER.rules.base_score
    assert mistake.reason is Reason.BLOCKS


def test_who_plays_right_has_made_no_mistake() -> None:
    actions = to_the_end(BLUNDER, [played(0, "33")])

    found = review(BLUNDER, actions, 0, seed=1)

    assert found.mistakes == ()
    assert found.accuracy == 1


def test_who_had_no_choice_has_nothing_to_be_told() -> None:
    actions = to_the_end(BLUNDER, [played(0, "33")])

    assert review(BLUNDER, actions, 2, seed=1) == Review(2, ())


def test_a_deal_that_goes_on_is_not_looked_at() -> None:
    with pytest.raises(ValueError, match="goes on"):
        review(BLUNDER, [played(0, "33")], 0, seed=1)


def test_what_the_clock_did_is_no_decision() -> None:
    deal = start("33J", "48", "55", "67")
    actions = to_the_end(deal, [played(0, "3"), TimeOut(1), Pass(2)])

    assert [one.turn for one in review(deal, actions, 1, seed=1).judgements if one.turn == 1] == []


def test_the_same_seed_reviews_the_same_and_knows_no_other_hand() -> None:
    """Where the others' cards change places, the decisions up to the change are judged alike."""
    deal = start("3456789TJQKA2", "33445566778", "99TTJJQQKKA", "AA22345678T")
    exchanged = start("3456789TJQKA2", "33445566778", "AA22345678T", "99TTJJQQKKA")
    first = [played(0, "3")]
    one = review(deal, to_the_end(deal, list(first)), 0, seed=3, worlds=8)
    again = review(deal, to_the_end(deal, list(first)), 0, seed=3, worlds=8)
    other = review(exchanged, to_the_end(exchanged, list(first)), 0, seed=3, worlds=8)

    assert one == again
    assert comparable(one.judgements[0]) == comparable(other.judgements[0])


def comparable(one: Judgement) -> tuple[str, float, float]:
    return str(one.better), one.cost, one.doubts


def test_what_looks_better_once_is_tried_again_before_it_is_called_a_mistake() -> None:
    """Three singles of one rank in three hands: all that can be done is worth the same, whatever one trial says."""
    view = start("34567889", "45678899", "56778899", "33445566").view(0)
    judged = [judge(Decision(0, view, play), seed, worlds=8) for seed in range(12) for play in view.legal_plays[:2]]
    assert all(one.cost >= 0 for one in judged)
    assert all(one.sureness <= 0.99 for one in judged)
    assert not any(one.is_mistake for one in judged if one.doubts < 2.5)


def test_accuracy_is_the_share_of_decisions_that_were_no_mistakes() -> None:
    actions = to_the_end(BLUNDER, [played(0, "3")])
    [mistake] = review(BLUNDER, actions, 0, seed=1).mistakes
    fine = replace(mistake, is_mistake=False)

    assert Review(0, (mistake, fine, fine, fine)).accuracy == 0.75
    assert Review(0, (mistake, fine)).mistakes == (mistake,)
