"""Rules §5: running out of time, and being barred 不能出牌."""

import pytest

from engine.deal import Barred, DealEnded, Passed, TimedOut, TrickEnded
from engine.errors import NotYourTurn
from engine.scoring import ResultKind
from tests.engine.support import after, go_on, start

HANDS = "3K3 4A4 5Q5 626"
ROUND = "! ! ! !"


def settled(deal_hands: str, actions: str) -> tuple[str, tuple[int, int] | None, tuple[int, ...]]:
    settlement = after(deal_hands, actions, base_score=1).settlement
    assert settlement is not None, "the deal goes on"
    return settlement.kind.value, settlement.winners, settlement.points


def test_running_out_of_time_is_a_pass() -> None:
    deal, events = go_on(start(HANDS), "3 !")
    assert events[-1] == TimedOut(seat=1, times=1)
    assert (deal.to_act, deal.to_beat_by, deal.timeouts) == (2, 0, (0, 1, 0, 0))
    deal, events = go_on(deal, "- -")
    assert events[-1] == TrickEnded(winner=0, leader=0, inherited=False)
    assert go_on(after(HANDS, "3 ! 5 -"), "-")[0].to_act == 1  # they may play again when the turn comes round


def test_a_leader_who_runs_out_of_time_loses_the_lead() -> None:
    """[D] The next player who can play leads anything."""
    deal = after(HANDS, "!")
    assert (deal.to_act, deal.to_beat, deal.timeouts) == (1, None, (1, 0, 0, 0))
    deal = after(HANDS, "3 - - - !")
    assert (deal.to_act, deal.to_beat, deal.to_beat_by) == (1, None, None)


def test_no_card_is_ever_played_by_the_clock() -> None:
    """[D] A time-out changes no hand, whoever's it is."""
    deal = start(HANDS)
    for _ in range(11):
        after_it, _ = go_on(deal, "!")
        assert after_it.hands == deal.hands
        deal = after_it


def test_only_the_player_to_act_runs_out_of_time() -> None:
    with pytest.raises(NotYourTurn):
        start(HANDS).time_out(2)


def test_the_third_timeout_in_a_deal_bars_a_player() -> None:
    deal, events = go_on(start(HANDS), f"{ROUND} {ROUND} !")
    assert events[-2:] == [TimedOut(0, 3), Barred(0)]
    assert deal.barred == (0,)
    assert deal.timeouts == (3, 2, 2, 2)
    assert not deal.can_act(0)
    deal = after(HANDS, f"{ROUND} {ROUND} ! 4 5 6 ! ")
    assert deal.barred == (0, 1)


def test_timeouts_need_not_be_in_a_row() -> None:
    hands = "3456789 4444 5555 6666"
    deal = after(hands, "! 4 - - 5 - - - ! 4 - - 6 - - -")
    assert (deal.timeouts, deal.barred, deal.to_act) == ((2, 0, 0, 0), (), 0)
    assert go_on(deal, "!")[0].barred == (0,)


def test_a_barred_player_is_passed_over() -> None:
    deal = after(HANDS, f"{ROUND} {ROUND} ! 44")
    assert deal.to_act == 2
    deal, _ = go_on(deal, "55 66")
    assert deal.to_act == 1


def test_a_barred_player_does_not_even_inherit_the_lead() -> None:
    """The lead then goes to the next player who can play. [S, the second half D]"""
    hands = "39 489 5 679"
    deal, events = go_on(start(hands), f"{ROUND} {ROUND} ! 4 5 - -")
    assert (deal.barred, deal.order) == ((0,), (2,))
    assert events[-1] == TrickEnded(winner=2, leader=1, inherited=False)
    assert deal.to_act == 1


def test_the_next_deal_starts_clean() -> None:
    before = after(HANDS, f"{ROUND} {ROUND} !")
    again = start(HANDS)
    assert before.barred == (0,)
    assert (again.barred, again.timeouts) == ((), (0, 0, 0, 0))


def test_with_one_player_barred_the_deal_is_played_out() -> None:
    """He takes a last place: whoever has not finished ranks behind whoever has."""
    bar = f"{ROUND} {ROUND} !"
    assert settled("3 4 5 6", f"{bar} 4 - 6") == ("shuangkou", (1, 3), (-3, 3, -3, 3))
    assert settled("3 4 5 6", f"{bar} 4 5 6") == ("dankou", (1, 3), (-2, 2, -2, 2))
    deal = after("3 49 5 6", f"{bar} 4 5 6", base_score=1)
    assert deal.to_act == 1
    deal, _ = go_on(deal, "9")
    assert deal.settlement is not None
    assert deal.settlement.places == (2, 3, 1, 0)


def test_with_one_barred_on_each_team_the_team_of_the_first_finisher_wins_a_dankou() -> None:
    """And the deal ends as soon as there is a first finisher."""
    deal = after("3 4 5 66", f"{ROUND} {ROUND} ! !", base_score=1)
    assert (deal.barred, deal.is_over, deal.to_act) == ((0, 1), False, 2)
    deal, events = go_on(deal, "5")
    assert isinstance(events[-1], DealEnded)
    assert deal.settlement is not None
    assert (deal.settlement.kind, deal.settlement.winners) == (ResultKind.DANKOU, (0, 2))
    assert deal.settlement.points == (2, -2, 2, -2)


def test_with_three_barred_the_only_one_left_wins_a_dankou() -> None:
    assert settled("3 4 5 66", f"{ROUND} {ROUND} ! ! ! 66") == ("dankou", (1, 3), (-2, 2, -2, 2))


def test_if_a_player_was_out_before_two_are_barred_the_deal_ends_at_once() -> None:
    deal = after("3 4K 5K 6K", "3 ! ! ! ! ! !", base_score=1)
    assert (deal.order, deal.timeouts, deal.is_over) == ((0,), (0, 2, 2, 2), False)
    deal, _ = go_on(deal, "!")
    assert (deal.barred, deal.is_over) == ((2,), False)
    deal, events = go_on(deal, "!")
    assert [type(event) for event in events] == [TimedOut, Barred, DealEnded]
    assert deal.settlement is not None
    assert (deal.settlement.kind, deal.settlement.winners) == (ResultKind.DANKOU, (0, 2))


def test_both_partners_barred_the_others_win_a_shuangkou_but_play_their_hands_out() -> None:
    deal = after("3 4A 5 62", f"{ROUND} {ROUND} ! 4 ! 6 A -", base_score=1)
    assert (deal.barred, deal.order, deal.is_over) == ((0, 2), (1,), False)
    deal, _ = go_on(deal, "2")
    assert deal.settlement is not None
    assert (deal.settlement.kind, deal.settlement.winners) == (ResultKind.SHUANGKOU, (1, 3))
    assert deal.settlement.points == (-3, 3, -3, 3)


def test_those_who_play_on_can_be_barred_too() -> None:
    """Then two or more are barred on both teams: a Dankou for the team of the first to finish."""
    deal = after("3 4A 5 62", f"{ROUND} {ROUND} ! 4 ! ! A", base_score=1)
    assert deal.barred == (0, 2, 3)
    assert deal.settlement is not None
    assert (deal.settlement.kind, deal.settlement.winners) == (ResultKind.DANKOU, (1, 3))


def test_all_four_barred_and_nobody_out_is_no_result() -> None:
    """[D] 流局: no points move, contributions included."""
    deal, events = go_on(start("333333 4A 5 62"), f"{ROUND} {ROUND} {ROUND}")
    assert [type(event) for event in events[-3:]] == [TimedOut, Barred, DealEnded]
    assert deal.settlement is not None
    assert (deal.settlement.kind, deal.settlement.winners) == (ResultKind.VOID, None)
    assert deal.settlement.points == deal.settlement.contribution == (0, 0, 0, 0)
    assert not any(isinstance(event, Passed) for event in events)
