"""Rules §4: turns, passing, who leads next, and when a deal ends."""

import pytest

from engine.cards import format_counts, parse_counts
from engine.deal import DealEnded, TrickEnded, WentOut
from engine.errors import DoesNotBeat, ErrorCode, LeaderMustPlay
from tests.engine.support import after, go_on, kind, start

HANDS = "3K9 4A9 5Q9 629"


def test_turns_go_round_the_table() -> None:
    deal = start(HANDS)
    seats = []
    for action in ("3", "4", "5", "6", "9", "-", "-", "-"):
        seats.append(deal.to_act)
        deal, _ = go_on(deal, action)
    assert seats == [0, 1, 2, 3, 0, 1, 2, 3]


@pytest.mark.parametrize("leader", [0, 1, 2, 3])
def test_turns_start_with_the_leader(leader: int) -> None:
    deal = start("39 39 39 39", leader)
    assert deal.to_act == leader
    assert go_on(deal, "3")[0].to_act == (leader + 1) % 4


def test_a_play_has_to_beat_the_last_one() -> None:
    deal = after(HANDS, "3 A")
    with pytest.raises(DoesNotBeat) as refusal:
        go_on(deal, "Q")
    assert refusal.value.code is ErrorCode.TOO_LOW
    assert go_on(deal, "- 2")[0].to_beat_by == 3


def test_whoever_cannot_or_will_not_beat_it_may_pass() -> None:
    deal = after(HANDS, "3")
    assert deal.can_pass(1)
    assert deal.can_play(1, parse_counts("4"))
    assert go_on(deal, "-")[0].hands == deal.hands


def test_passing_shuts_nobody_out() -> None:
    deal = after(HANDS, "3 - 5 - - A")
    assert (deal.to_beat_by, format_counts(deal.hands[1])) == (1, "49")


def test_when_all_others_have_passed_the_last_player_leads_anything() -> None:
    deal, events = go_on(start("3345678 4A 5Q 62"), "33 - - -")
    assert events[-1] == TrickEnded(winner=0, leader=0, inherited=False)
    assert (deal.to_act, deal.to_beat) == (0, None)
    assert kind(go_on(deal, "45678")[0].to_beat) == ("straight", 8)


def test_a_leader_cannot_pass() -> None:
    """[D] The source lets a leader play anything, says nothing of not leading; a table without a lead would stand."""
    with pytest.raises(LeaderMustPlay):
        go_on(start(HANDS), "-")


def test_players_who_are_out_are_passed_over() -> None:
    deal = after("3 49 5Q9 629", "3 4 5 6")
    assert deal.order == (0,)
    assert deal.to_act == 1


def test_the_deal_ends_when_both_partners_of_a_team_are_out() -> None:
    deal, events = go_on(start("3 49 5 69"), "3 - 5")
    assert deal.is_over
    assert deal.order == (0, 2)
    assert isinstance(events[-1], DealEnded)
    assert events[-2] == WentOut(seat=2, place=2)


def test_the_deal_ends_when_three_players_are_out() -> None:
    deal = after("3 4 59 6", "3 4 - 6")
    assert (deal.is_over, deal.order) == (True, (0, 1, 3))
    deal = after("3 4 59 69", "3 4")
    assert not deal.is_over


def test_a_player_is_out_in_the_order_of_finishing() -> None:
    deal, events = go_on(start("3 49 59 69"), "3 4 5 6 9 - -")
    assert [event for event in events if isinstance(event, WentOut)] == [WentOut(0, 1), WentOut(1, 2)]
    assert deal.order == (0, 1)


def test_if_nobody_beats_the_last_play_of_a_player_who_went_out() -> None:
    """All the others give up, each at their turn; only then the trick has ended."""
    deal, events = go_on(start("5 34 678 99"), "5 - -")
    assert not any(isinstance(event, TrickEnded) for event in events)
    deal, events = go_on(deal, "-")
    assert events[-1] == TrickEnded(winner=0, leader=2, inherited=True)


def test_his_partner_leads_anything() -> None:
    deal = after("5 34 678 99", "5 - - -")
    assert (deal.to_act, deal.to_beat) == (2, None)
    assert kind(go_on(deal, "7")[0].to_beat) == ("single", 7)


def test_if_his_last_play_is_beaten_nobody_inherits() -> None:
    deal, events = go_on(start("5 36 789 TT"), "5 6 - -")
    assert events[-1] == TrickEnded(winner=1, leader=1, inherited=False)
    assert deal.to_act == 1


def test_the_partner_himself_may_beat_the_last_play() -> None:
    deal, events = go_on(start("5 34 678 99"), "5 - 6 - -")
    assert events[-1] == TrickEnded(winner=2, leader=2, inherited=False)
    assert deal.order == (0,)


def test_the_last_card_may_be_led() -> None:
    deal = after("59 34 678 99", "5 - - - 9")
    assert deal.order == (0,)
    assert deal.to_act == 1
