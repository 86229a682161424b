"""Advice: a pass where a pass is best, the best first, and a reason that holds."""

import pytest

from engine.cards import parse_counts
from engine.deal import Deal, View
from engine.errors import NotYourTurn
from engine.players.advice import Reason, advise, reason_of
from tests.engine.players.book import load


def view(*hands: str, lead: str = "", passes: int = 0) -> View:
    """Seat 0 leads, some pass, and the next one looks; without a lead seat 0 does."""
    deal = Deal.start([parse_counts(hand) for hand in hands], 0)
    if lead:
        deal = deal.play(0, parse_counts(lead)).deal
    for seat in range(1, passes + 1):
        deal = deal.pass_turn(seat).deal
    assert deal.to_act is not None
    return deal.view(deal.to_act)


def test_the_best_comes_first_and_the_others_by_what_they_lose() -> None:
    found = advise(view("33J", "4", "5", "6"), seed=1, budget=1.0)

    assert str(found[0].play) == "33"
    assert found[0].behind == 0
    assert [one.behind for one in found] == sorted(one.behind for one in found)
    assert all(one.points == pytest.approx(found[0].points - one.behind) for one in found)


def test_a_pass_comes_first_where_the_book_says_that_it_is_right() -> None:
    passes = [position for position in load() if position.right == "pass"]
    right = [position for position in passes if advise(position.view, seed=1, budget=1.0)[0].play is None]

    assert len(passes) >= 10
    assert len(right) >= 0.9 * len(passes)


@pytest.mark.parametrize(
    ("hands", "lead", "passes", "cards", "reason"),
    [
        (("5", "34", "678", "99"), "", 0, "5", Reason.GOES_OUT),
        (("3456789", "34567", "8", "99TTJJ"), "", 0, "3", Reason.SENDS_PARTNER),
        (("34567889", "34567", "3456", "99TTJJ"), "", 0, "34567", Reason.MANY_AT_ONCE),
        (("3456788", "3456", "3456", "99TTJJ"), "", 0, "3", Reason.LOW_FIRST),
        (("3456788", "345", "3456", "99TTJJ"), "", 0, "88", Reason.BLOCKS),
        (("3456788", "4578", "3456", "99TTJJ"), "3", 0, "4", Reason.CHEAPEST),
        (("3456788", "4578", "3456", "99TTJJ"), "3", 0, "8", Reason.TAKES_LEAD),
        (("3456788Q", "45K2", "3456", "99TTJJ"), "Q", 0, "K", Reason.TAKES_LEAD),
        (("3456788", "44445", "3456", "99TTJJ"), "8", 0, "4444", Reason.BOMBS),
        (("3456788", "44445", "3456", "99TTJJ"), "8", 0, "", Reason.KEEPS_BOMB),
        (("3456788", "458A9", "3456", "99TTJJ"), "8", 0, "", Reason.KEEPS_HIGH),
        (("3456788", "45679", "3456", "99TTJJ"), "8", 1, "", Reason.CANNOT),
        (("3456788", "45679", "3459", "99TTJJ"), "8", 1, "", Reason.PARTNER_HOLDS),
    ],
)
def test_a_reason_says_what_speaks_for_an_action(
    hands: tuple[str, ...], lead: str, passes: int, cards: str, reason: Reason
) -> None:
    here = view(*hands, lead=lead, passes=passes)
    play = next(play for play in here.legal_plays if play.cards == parse_counts(cards)) if cards else None

    assert reason_of(here, play) is reason


def test_who_cannot_play_is_told_so_at_once() -> None:
    [only] = advise(view("34A", "45", "2K", "67", lead="A"), seed=1, budget=1.0)

    assert only.play is None
    assert only.reason is Reason.CANNOT


def test_who_is_not_to_act_gets_no_advice() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("34", "45", "56", "67")], 0)

    with pytest.raises(NotYourTurn):
        advise(deal.view(1), seed=1, budget=1.0)
