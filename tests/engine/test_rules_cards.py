"""Rules §1: the cards and their order."""

from collections import Counter
from itertools import pairwise

from engine.cards import ALL_CARDS, HAND_SIZE, PACKS, RANKS, Rank, count
from engine.seats import SEATS, TEAMS, partner_of
from tests.engine.support import follow, lead


def test_two_packs_are_108_cards_27_for_each_player() -> None:
    """[D] The source names no pack; partnership and bombs of eight cards need two."""
    assert len(PACKS) == len(set(PACKS)) == 108 == len(SEATS) * HAND_SIZE
    assert set(Counter((card.suit, card.rank) for card in PACKS).values()) == {2}
    assert count(PACKS) == ALL_CARDS


def test_partners_sit_opposite_each_other() -> None:
    assert TEAMS == ((0, 2), (1, 3))
    assert [partner_of(seat) for seat in SEATS] == [2, 3, 0, 1]


def test_the_order_of_ranks() -> None:
    source = "大王＞小王＞2＞A＞K＞Q＞J＞10＞9＞8＞7＞6＞5＞4＞3"
    names = {"大王": "W", "小王": "w", "10": "T"}
    high_to_low = [Rank(names.get(name, name)) for name in source.split("＞")]
    assert high_to_low == sorted(RANKS, key=lambda rank: rank.strength, reverse=True)
    for higher, lower in pairwise(high_to_low):
        assert follow(higher, lower) is not None
        assert follow(lower, higher) is None


def test_suits_never_matter() -> None:
    assert lead("H3S4D5C6H7") == lead("34567")
    assert follow("H3", "S3") is None
    assert lead("S3H3") == lead("D3D3")
