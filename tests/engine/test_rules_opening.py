"""Rules §2: the opening card 明牌, partners, who leads."""

from collections.abc import Callable

import pytest

from engine.cards import PACKS
from engine.deal import Deal
from engine.ruleset import DEFAULT_RULES, DealStyle, RuleSet
from engine.seats import partner_of
from engine.shuffle import Dealt, deal_cards

DEALS = [
    deal_cards(number.to_bytes(32, "big"), RuleSet(deal_style=style)) for number in range(300) for style in DealStyle
]


def holder_of_twin(dealt: Dealt) -> int:
    return next(place for place, hand in enumerate(dealt.hands) if dealt.opening.twin in hand)


def those(condition: Callable[[Dealt], bool]) -> list[Dealt]:
    """The deals for which something holds; there have to be some."""
    found = [dealt for dealt in DEALS if condition(dealt)]
    assert len(found) > 20
    return found


def test_one_of_the_108_cards_is_turned_up_at_random() -> None:
    openings = {dealt.opening for dealt in DEALS}
    assert openings <= set(PACKS)
    assert len(openings) > 90


def test_whoever_was_dealt_the_opening_card_leads() -> None:
    for dealt in DEALS:
        assert dealt.opening in dealt.hands[dealt.leader]
        assert dealt.opening in dealt.seated_hands[dealt.leader]
        deal = Deal.start(dealt.seated_counts, dealt.leader)
        assert (deal.to_act, deal.to_beat) == (dealt.leader, None)


def test_the_physical_card_decides_not_its_twin() -> None:
    for dealt in those(lambda dealt: holder_of_twin(dealt) != dealt.leader):
        assert dealt.leader != holder_of_twin(dealt)


def test_whoever_was_dealt_the_twin_is_the_leaders_partner() -> None:
    for dealt in those(lambda dealt: holder_of_twin(dealt) != dealt.leader):
        assert dealt.partner == holder_of_twin(dealt)
        assert dealt.opening.twin in dealt.seated_hands[partner_of(dealt.leader)]


def test_the_twin_of_a_joker_is_the_other_joker_of_its_colour() -> None:
    for dealt in DEALS:
        assert dealt.opening.twin.rank is dealt.opening.rank
    for card in PACKS:
        assert card.twin.notation == card.notation
        assert card.twin.pack != card.pack


def test_the_partner_changes_seats_with_the_player_opposite_the_leader() -> None:
    for dealt in those(lambda dealt: holder_of_twin(dealt) not in (dealt.leader, partner_of(dealt.leader))):
        opposite = partner_of(dealt.leader)
        assert dealt.swap is not None
        assert set(dealt.swap) == {dealt.partner, opposite}
        assert dealt.seated_hands[opposite] == dealt.hands[dealt.partner]
        assert dealt.seated_hands[dealt.partner] == dealt.hands[opposite]


def test_a_partner_who_sits_opposite_stays() -> None:
    for dealt in those(lambda dealt: holder_of_twin(dealt) == partner_of(dealt.leader)):
        assert dealt.swap is None
        assert dealt.seated_hands == dealt.hands


def test_a_leader_with_both_copies_leaves_the_seats_as_they_are() -> None:
    for dealt in those(lambda dealt: holder_of_twin(dealt) == dealt.leader):
        assert (dealt.swap, dealt.partner) == (None, partner_of(dealt.leader))
        assert dealt.seated_hands == dealt.hands


def test_each_deal_decides_teams_and_lead_afresh() -> None:
    assert {dealt.leader for dealt in DEALS} == {0, 1, 2, 3}
    for leader in range(4):
        assert {dealt.partner for dealt in DEALS if dealt.leader == leader} == {0, 1, 2, 3} - {leader}


def test_the_opening_card_says_who_leads_and_who_are_partners() -> None:
    for dealt in DEALS:
        assert dealt.leader == next(place for place in range(4) if dealt.opening in dealt.hands[place])
        assert dealt.partner in range(4)
        assert dealt.partner != dealt.leader


@pytest.mark.parametrize("style", DealStyle)
def test_both_deal_styles_deal_all_cards(style: DealStyle) -> None:
    """[D] The source speaks of no way of dealing; 不洗牌 is common where bombs are wanted. The default mixes fully."""
    assert DEFAULT_RULES.deal_style is DealStyle.SHUFFLED
    dealt = deal_cards(bytes(32), RuleSet(deal_style=style))
    assert {card for hand in dealt.hands for card in hand} == set(PACKS)
