"""The players at the table: legal, deterministic, blind to what a person could not see, and within their budget."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from random import Random

import pytest

from engine.cards import parse_counts
from engine.deal import Action, Deal, Pass, PlayCards, View
from engine.errors import NotYourTurn
from engine.players import ComputerPlayer, Strength, make_player
from engine.players.expert import ExpertPlayer
from engine.players.master import MasterPlayer, candidates
from engine.players.memory import Memory, decisions
from engine.players.sampling import HiddenHands
from engine.reading import parse_play
from engine.ruleset import DealStyle, RuleSet, Wild
from engine.seats import SEATS
from engine.shuffle import deal_cards

RULE_SETS = (
    RuleSet(),
    RuleSet(wild=Wild.BAIBIAN, king_bomb=True, deal_style=DealStyle.CLUMPED),
    RuleSet(wild=Wild.NONE, chain_with_two=False),
    RuleSet(king_bomb=True, deal_style=DealStyle.CLUMPED, partner_view=False),
)
BUDGET = 0.05
"""Seconds for a decision; the experts of these tests are bounded by a number of deals as well."""
PLAIN = (Strength.RANDOM, Strength.GREEDY, Strength.PLANNER, Strength.ADEPT)


def start(index: int, rules: RuleSet) -> Deal:
    dealt = deal_cards(sha256(index.to_bytes(4, "big")).digest(), rules)
    return Deal.start(dealt.seated_counts, dealt.leader, rules)


def play(deal: Deal, players: list[ComputerPlayer], time_outs: Random | None = None) -> Iterator[tuple[View, Action]]:
    """Play a deal to its end; some turns run out of time where a generator says so."""
    while deal.to_act is not None:
        seat = deal.to_act
        if time_outs is not None and time_outs.random() < 0.1:
            deal = deal.time_out(seat).deal
            continue
        view = deal.view(seat)
        action = players[seat].choose(view, BUDGET)
        yield view, action
        deal = deal.act(action).deal


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("strength", PLAIN)
def test_whole_deals_are_legal(strength: Strength, rules: RuleSet) -> None:
    for index in range(3):
        players = [make_player(strength, seed) for seed in SEATS]
        assert list(play(start(index, rules), players))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_expert_is_legal(rules: RuleSet) -> None:
    players: list[ComputerPlayer] = [ExpertPlayer(seed, deals=2) for seed in SEATS]
    assert list(play(start(1, rules), players))


@pytest.mark.parametrize("strength", PLAIN)
def test_deals_with_time_outs_and_barred_players_are_played_on(strength: Strength) -> None:
    for index in range(6):
        players = [make_player(strength, seed) for seed in SEATS]
        list(play(start(index, RuleSet()), players, Random(index)))


def test_the_expert_plays_on_with_barred_players() -> None:
    players: list[ComputerPlayer] = [ExpertPlayer(seed, deals=2) for seed in SEATS]
    for index in range(3):
        list(play(start(index, RuleSet()), players, Random(index)))


@pytest.mark.parametrize("strength", PLAIN)
def test_the_same_seed_decides_the_same(strength: Strength) -> None:
    one, other = ([make_player(strength, seed) for seed in SEATS] for _ in range(2))
    assert list(play(start(2, RuleSet()), one)) == list(play(start(2, RuleSet()), other))


def test_the_expert_decides_the_same_by_number_of_deals() -> None:
    one, other = ([ExpertPlayer(7, deals=3, clock=lambda: 0.0)] * 4 for _ in range(2))
    assert list(play(start(3, RuleSet()), list(one))) == list(play(start(3, RuleSet()), list(other)))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_master_is_legal_and_decides_the_same_by_number_of_worlds(rules: RuleSet) -> None:
    one, other = ([MasterPlayer(7, worlds=2, clock=lambda: 0.0)] * 4 for _ in range(2))
    assert list(play(start(3, rules), list(one))) == list(play(start(3, rules), list(other)))


def test_the_master_plays_on_with_barred_players() -> None:
    players: list[ComputerPlayer] = [MasterPlayer(seed, worlds=2) for seed in SEATS]
    for index in range(3):
        list(play(start(index, RuleSet()), players, Random(index)))


@pytest.mark.parametrize(
    "searching",
    [partial(ExpertPlayer, 1, deals=10_000), partial(MasterPlayer, 1, worlds=10_000)],
    ids=["expert", "master"],
)
def test_who_searches_stops_when_the_budget_is_used_up(searching: Callable[..., ExpertPlayer | MasterPlayer]) -> None:
    """On a clock that moves a tenth of a second at every look, a budget of a second is a handful of deals or worlds."""
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return looks / 10

    deal = start(4, RuleSet())
    assert deal.to_act is not None
    searching(clock=clock).choose(deal.view(deal.to_act), budget=1)

    assert 2 <= looks <= 12


def test_the_master_ranks_what_it_tries_and_tries_no_play_twice() -> None:
    deal = start(5, RuleSet())
    for _ in range(8):
        assert deal.to_act is not None
        view = deal.view(deal.to_act)
        tried = MasterPlayer(1, worlds=8).judge(view, 1.0)
        codes = [one.play.code if one.play else 0 for one in tried]
        assert len(set(codes)) == len(codes)
        assert set(codes) <= {play.code if play else 0 for play in candidates(view)}
        assert tried[0].behind == 0
        assert [one.behind for one in tried[1:]] == sorted(one.behind for one in tried[1:])
        deal = deal.act(MasterPlayer(1, worlds=8).choose(view, 1.0)).deal


def test_random_players_of_different_seeds_differ() -> None:
    one, other = ([make_player(Strength.RANDOM, seed)] * 4 for seed in (1, 2))
    assert list(play(start(2, RuleSet()), one)) != list(play(start(2, RuleSet()), other))


@pytest.mark.parametrize("strength", list(Strength))
def test_who_is_not_to_act_has_nothing_to_decide(strength: Strength) -> None:
    deal = start(0, RuleSet())
    assert deal.to_act is not None

    with pytest.raises(NotYourTurn):
        make_player(strength, seed=1).choose(deal.view(deal.to_act + 1 & 3), budget=1)


def follow(hand: str, on: str, others: tuple[str, str, str]) -> View:
    """Seat 1 follows seat 0, who led `on` and holds the first of the other hands."""
    first, partner, last = others
    deal = Deal.start([parse_counts(text) for text in (on + first, hand, last, partner)], leader=0)
    return deal.play(0, parse_counts(on)).deal.view(1)


def test_greedy_lets_its_partner_be() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("67", "34", "89", "55")], leader=0)
    deal = deal.play(0, parse_counts("6")).deal.pass_turn(1).deal

    assert make_player(Strength.GREEDY, 1).choose(deal.view(2), 1) == Pass(2)


def test_greedy_goes_out_even_over_its_partner() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("67", "34", "9", "55")], leader=0)
    deal = deal.play(0, parse_counts("6")).deal.pass_turn(1).deal
    action = make_player(Strength.GREEDY, 1).choose(deal.view(2), 1)

    assert isinstance(action, PlayCards)
    assert action.cards == parse_counts("9")


def test_greedy_keeps_its_bombs_until_an_opponent_is_short() -> None:
    many = follow("77773456", "2", ("345678999", "34", "345678999"))
    few = follow("77773456", "2", ("345", "34", "345678999"))

    assert make_player(Strength.GREEDY, 1).choose(many, 1) == Pass(1)
    assert make_player(Strength.GREEDY, 1).choose(few, 1) != Pass(1)


@pytest.mark.parametrize("strength", [Strength.GREEDY, Strength.PLANNER, Strength.EXPERT])
def test_the_last_cards_are_always_played(strength: Strength) -> None:
    view = follow("88", "55", ("34567", "34", "56"))

    assert make_player(strength, 1).choose(view, 0.05) != Pass(1)


def test_decisions_tell_what_lay_on_the_table() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("58", "369", "47J", "Q2K")], leader=0)
    deal = deal.play(0, parse_counts("5")).deal.play(1, parse_counts("6")).deal.pass_turn(2).deal
    deal = deal.time_out(3).deal.pass_turn(0).deal.play(1, parse_counts("3")).deal
    found = decisions(deal.view(2))

    assert [(one.seat, str(one.to_beat), str(one.play), one.cards_before) for one in found] == [
        (0, "None", "5", 2),
        (1, "5", "6", 3),
        (2, "6", "None", 3),
        (0, "6", "None", 1),
        (1, "None", "3", 2),
    ]
    assert Memory(deal.view(2)).passed == frozenset()


def test_whoever_passed_in_this_trick_is_remembered() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("58", "369", "47J", "Q2K")], leader=0)
    deal = deal.play(0, parse_counts("5")).deal.pass_turn(1).deal.play(2, parse_counts("7")).deal

    assert Memory(deal.view(3)).passed == {1}


def test_chances_are_certain_where_one_hand_holds_all_that_is_unseen() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("5", "6", "4477779", "3345")], leader=0)
    deal = deal.play(0, parse_counts("5")).deal.play(1, parse_counts("6")).deal
    memory = Memory(deal.pass_turn(2).deal.view(3))

    assert memory.same_type_chance(parse_play("8").code, 2) == 1
    assert memory.same_type_chance(parse_play("9").code, 2) == 0
    assert memory.same_type_chance(parse_play("66").code, 2) == 1
    assert memory.same_type_chance(parse_play("34567").code, 2) == 0
    assert memory.bomb_chance(2, parse_play("A").code) == 1
    assert memory.bomb_chance(2, parse_play("8888").code) == 0
    assert memory.bomb_chance(2, parse_play("6666").code) == 1


def test_hidden_hands_are_dealt_from_what_is_unseen() -> None:
    deal = start(5, RuleSet())
    players = [make_player(Strength.PLANNER, seed) for seed in SEATS]
    for view, _ in play(deal, players):
        drawn = HiddenHands(view, Random(1)).draw()
        assert [sum(hand) for hand in drawn] == list(view.cards_left)
        assert drawn[view.seat] == view.hand
        assert bytes(map(sum, zip(*drawn, strict=True))) == bytes(
            mine + theirs for mine, theirs in zip(view.hand, view.unseen, strict=True)
        )


def test_who_passed_on_a_low_card_rarely_holds_a_single_higher_one() -> None:
    """Seat 1 passed on a three. Their hand with a lone five, six or seven is drawn less often than it is dealt."""
    deal = Deal.start([parse_counts(hand) for hand in ("3KKKK", "5566", "6788", "5778")], leader=0)
    told = deal.play(0, parse_counts("3")).deal.pass_turn(1).deal.pass_turn(2).deal.pass_turn(3).deal.view(0)
    untold = replace(told, log=())

    def lone(view: View) -> int:
        hidden = HiddenHands(view, Random(1))
        return sum(1 in hidden.draw()[1] for _ in range(400))

    assert lone(told) < 0.9 * lone(untold)
