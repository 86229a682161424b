"""The deal of the day: the same plays meet the same answers, and a deal nobody can win is none for a day."""

from hashlib import sha256

import pytest

from engine.cards import parse_counts
from engine.daily import (
    DAILY_RULES,
    PAR_LIMIT,
    Par,
    Rehearsal,
    answer_text,
    decide,
    is_fit,
    line_of,
    parted,
    read_answer,
    rehearsed,
)
from engine.deal import Deal, Pass, PlayCards, TimeOut
from engine.plays import PlayType
from engine.shuffle import deal_cards, derive_seed

DAY = "2026-12-01"
SEED = bytes(range(32))


def rehearse(trial: int, actions: int, day: str = DAY) -> Rehearsal:
    """The first actions of a rehearsal, or all."""
    rehearsal = Rehearsal(day, SEED)
    while (view := rehearsal.view) is not None and len(view.log) < actions:
        rehearsal.act(rehearsed(day, trial, rehearsal.seat, view))
    return rehearsal


def test_the_person_sits_where_the_opening_card_puts_them() -> None:
    for number in range(20):
        server_seed = bytes([number]) * 32
        dealt = deal_cards(derive_seed(server_seed, 1, ()), DAILY_RULES)
        rehearsal = Rehearsal(DAY, server_seed)
        assert dealt.seated_hands[rehearsal.seat] == dealt.hands[0]


def test_the_same_plays_meet_the_same_answers_and_the_deal_ends_with_points() -> None:
    one, other = rehearse(1, 200), rehearse(1, 24)
    assert one.deal.log[:24] == other.deal.log
    assert one.deal.settlement is not None
    assert one.points == one.deal.settlement.points[one.seat]


def test_points_are_there_at_the_end_only() -> None:
    with pytest.raises(ValueError, match="not over"):
        _ = Rehearsal(DAY, SEED).points


def test_only_the_persons_seat_is_played_otherwise_in_another_trial() -> None:
    view = Rehearsal(DAY, SEED).view
    assert view is not None
    for trial in range(4):
        assert rehearsed(DAY, trial, (view.seat + 1) % 4, view) == decide(DAY, view)


def test_a_line_is_its_actions_in_order() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("55K", "34", "678", "99")], leader=0)
    lines = {line_of(deal.log)}
    for action in (PlayCards(0, parse_counts("5")), Pass(1), TimeOut(2)):
        deal = deal.act(action).deal
        lines.add(line_of(deal.log))
    assert len(lines) == 4
    assert line_of(()).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert line_of(deal.log) == sha256(b"0 5 single\n1 pass\n2 timeout").digest()


def test_answers_are_read_as_they_were_written() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("QKAwwW3", "4", "55", "6")], leader=0)
    view = deal.view(0)
    for action, text in (
        (PlayCards(0, parse_counts("3")), "3"),
        (PlayCards(0, parse_counts("QKAwwW"), PlayType.STRAIGHT), "QKAwwW.straight"),
        (PlayCards(0, parse_counts("QKAwwW"), PlayType.PAIR_RUN), "QKAwwW.pair_run"),
    ):
        assert answer_text(action, view) == text
        assert deal.act(read_answer(text, view)).deal == deal.act(action).deal
    follower = deal.act(PlayCards(0, parse_counts("3"))).deal.view(1)
    assert answer_text(Pass(1), follower) == ""
    assert read_answer("", follower) == Pass(1)


@pytest.mark.parametrize(
    ("points", "fit"),
    [
        ((-200, 300, -600), True),
        ((-200, -300, 0), False),
        ((100 * PAR_LIMIT, 100 * PAR_LIMIT, 5000), True),
        ((100 * PAR_LIMIT + 1, 2000, 100), False),
        ((-2000, -100 * PAR_LIMIT - 1, 100), False),
    ],
)
def test_a_day_can_be_won_and_its_par_is_not_absurd(points: tuple[int, ...], fit: bool) -> None:
    assert is_fit(Par(points)) is fit


def test_par_is_the_median_and_the_best() -> None:
    par = Par((400, -200, 1200, 600, -800))
    assert (par.median, par.best) == (400, 1200)


def test_lines_part_where_they_first_differ() -> None:
    log = rehearse(1, 6).deal.log
    assert parted(log, log) is None
    assert parted(log, log[:3]) == parted(log[:3], log) == 3
    assert parted(log, (*log[:2], log[0])) == 2
