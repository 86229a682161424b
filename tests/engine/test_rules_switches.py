"""Rules §3.3: the switches, all of them [D]; with the defaults the game is the one of the source."""

import pytest
from pydantic import ValidationError

from engine.cards import parse_counts
from engine.held_bombs import held_bombs
from engine.legal_plays import LegalPlays
from engine.reading import parse_play
from engine.ruleset import DEFAULT_RULES, DealStyle, RuleSet, Wild
from engine.scoring import PlayedBomb, settle
from tests.engine.support import after, follow, kind, lead

NOTHING = [bytes(15)] * 4


def test_the_defaults() -> None:
    assert RuleSet() == DEFAULT_RULES
    assert DEFAULT_RULES.model_dump() == {
        "wild": Wild.QIANBIAN,
        "king_bomb": False,
        "chain_with_two": True,
        "phase_cap": 12,
        "deal_style": DealStyle.SHUFFLED,
        "partner_view": True,
        "base_score": 100,
        "turn_seconds": 60,
        "units": (1, 2, 3),
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"wild": "all"},
        {"king_bomb": 1},
        {"king_bomb": "true"},
        {"phase_cap": 7},
        {"phase_cap": 13},
        {"phase_cap": 8.0},
        {"deal_style": ""},
        {"base_score": 0},
        {"base_score": 1_000_001},
        {"base_score": True},
        {"turn_seconds": 14},
        {"turn_seconds": 601},
        {"units": (1, 2)},
        {"units": (1, 2, 0)},
        {"units": (1, 2, "3")},
        {"unknown": 1},
    ],
)
def test_what_is_no_setting_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        RuleSet.model_validate(wrong)


@pytest.mark.parametrize(
    "right", [{"phase_cap": 8}, {"base_score": 1_000_000}, {"turn_seconds": 15}, {"units": (5, 5, 1)}]
)
def test_the_ends_of_every_range_are_settings(right: dict[str, object]) -> None:
    rules = RuleSet.model_validate(right)
    assert RuleSet.model_validate_json(rules.model_dump_json()) == rules


def test_a_rule_set_does_not_change() -> None:
    with pytest.raises(ValidationError):
        DEFAULT_RULES.base_score = 5


def test_baibian_only_big_jokers_are_wild() -> None:
    """[D] The small joker is an ordinary card between 2 and the big joker."""
    assert kind(lead("3W", wild="baibian")) == ("pair", 3)
    assert lead("3w", wild="baibian") is None
    assert kind(lead("w", wild="baibian")) == ("single", 16)
    assert follow("w", "2", wild="baibian") is not None
    assert follow("W", "w", wild="baibian") is not None
    assert kind(lead("ww", wild="baibian")) == ("pair", 16)
    assert kind(lead("wW", wild="baibian")) == ("pair", 16)
    assert kind(lead("WW", wild="baibian")) == ("pair", 17)
    assert follow("WW", "wW", wild="baibian") is not None
    assert lead("wwW", wild="baibian") is None
    assert lead("wwWW", wild="baibian") is None
    assert kind(lead("456WW", wild="baibian")) == ("straight", 8)


def test_none_all_jokers_are_ordinary() -> None:
    """[D] Singles and pairs of one colour."""
    assert kind(lead("w", wild="none")) == ("single", 16)
    assert kind(lead("W", wild="none")) == ("single", 17)
    assert (kind(lead("ww", wild="none")), kind(lead("WW", wild="none"))) == (("pair", 16), ("pair", 17))
    for wrong in ("wW", "3w", "3W", "333W", "3456W", "wwW", "wwWW"):
        assert lead(wrong, wild="none") is None


def test_king_bombs_are_6_and_7_phases_below_everything_of_that_count() -> None:
    """[D] Off by default; on, any three jokers are 6 phases and four 7."""
    assert kind(lead("wwW")) == ("triple", 15)
    assert kind(lead("wwW", king_bomb=True)) == kind(lead("wWW", king_bomb=True)) == ("bomb", 6)
    assert kind(lead("wwWW", king_bomb=True)) == ("bomb", 7)
    assert follow("wwW", "22222", king_bomb=True) is not None
    assert follow("wwW", "333333", king_bomb=True) is None
    assert follow("333333", "wwW", king_bomb=True) is not None
    assert follow("wwWW", "222222", king_bomb=True) is not None
    assert follow("wwWW", "333344445555", king_bomb=True) is None
    assert follow("333344445555", "wwWW", king_bomb=True) is not None
    assert follow("wWW", "wwW", king_bomb=True) is None
    assert kind(lead("3wW", king_bomb=True)) == ("triple", 3)
    assert kind(lead("333wwW", king_bomb=True)) == ("bomb", 6)


@pytest.mark.parametrize("wild", Wild)
def test_king_bombs_do_not_depend_on_which_jokers_are_wild(wild: Wild) -> None:
    """[D] The switches are independent of each other."""
    assert kind(lead("wWW", wild=wild, king_bomb=True)) == ("bomb", 6)
    assert kind(lead("wwWW", wild=wild, king_bomb=True)) == ("bomb", 7)


def test_without_chain_with_two_chains_end_at_the_ace() -> None:
    assert lead("KKKKAAAA2222", chain_with_two=False) is None
    assert kind(lead("QQQQKKKKAAAA", chain_with_two=False)) == ("chain_bomb", 7)
    assert kind(lead("KKKKAAAAwwWW", chain_with_two=False)) == ("chain_bomb", 7)
    assert lead("AAAA2222wwWW", chain_with_two=False) is None
    assert held_bombs(parse_counts("KKKKAAAA2222"), RuleSet(chain_with_two=False)).units == 0
    assert held_bombs(parse_counts("KKKKAAAA2222")).units == 4


def test_the_phase_cap_limits_what_bombs_earn_and_never_their_strength() -> None:
    rules = RuleSet(phase_cap=8, base_score=1)
    settlement = settle((0, 2), (), [PlayedBomb(0, 11)], NOTHING, rules)
    assert settlement.multiplier == 2**4
    assert settlement.contribution == (24, -8, -8, -8)
    assert follow("33333333w", "22222222", phase_cap=8) is not None
    assert follow("22222222", "33333333w", phase_cap=8) is None
    assert (
        held_bombs(parse_counts("33333333wwWW"), rules).units == held_bombs(parse_counts("33333333"), rules).units == 8
    )


def test_the_phase_cap_moves_what_bombs_earn_most() -> None:
    """Four jokers make one bomb of 12 worth 128, or, capped at 8, are better spread."""
    hand = parse_counts("33333333666666wwWW")
    assert held_bombs(hand).units == 128 + 2
    assert held_bombs(hand, RuleSet(phase_cap=8)).units == 8 + 8


def test_partner_view() -> None:
    """[D] A player who is out sees their partner's hand, where the table allows it, and nobody else does."""
    for allowed in (True, False):
        deal = after("5 34 678 99", "5", partner_view=allowed)
        assert deal.view(0).partner_hand == (deal.hands[2] if allowed else None)
        assert [deal.view(seat).partner_hand for seat in (1, 2, 3)] == [None, None, None]


@pytest.mark.parametrize("base", [1, 100, 1_000_000])
def test_all_points_are_multiples_of_the_base_score(base: int) -> None:
    one = settle((0, 2), (), [PlayedBomb(0, 6), PlayedBomb(1, 7)], NOTHING, RuleSet(base_score=1))
    more = settle((0, 2), (), [PlayedBomb(0, 6), PlayedBomb(1, 7)], NOTHING, RuleSet(base_score=base))
    assert more.points == tuple(points * base for points in one.points)


def test_units() -> None:
    rules = RuleSet(base_score=1, units=(2, 5, 11))
    for order, units in (((0, 2), 11), ((0, 1, 2), 5), ((0, 1, 3), 2)):
        settlement = settle(order, (), [], NOTHING, rules)
        assert settlement.units == units
        assert settlement.points == (units, -units, units, -units)


def test_a_deal_keeps_the_switches_it_was_dealt_with() -> None:
    deal = after("33W 4 5 6", "33", wild="baibian")
    assert deal.rules.wild is Wild.BAIBIAN
    assert deal.view(1).rules is deal.rules


def test_every_switch_reaches_the_legal_plays() -> None:
    hand = parse_counts("KKKKAAAA2222wwW")
    on = parse_play("22222")
    default = {str(play) for play in LegalPlays(hand, on)}
    for switches in ({"wild": Wild.NONE}, {"wild": Wild.BAIBIAN}, {"king_bomb": True}, {"chain_with_two": False}):
        assert {str(play) for play in LegalPlays(hand, on, RuleSet.model_validate(switches))} != default
