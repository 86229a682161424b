"""Rules §3: the types that are no bombs, and what beats them."""

import pytest

from tests.engine.support import follow, kind, lead

RANKS = "3456789TJQKA2"


@pytest.mark.parametrize("card", [*RANKS, "w", "W"])
def test_any_card_is_a_single(card: str) -> None:
    play = lead(card)
    assert play is not None
    assert play.type.value == "single"


def test_a_straight_is_five_or_more_consecutive_ranks_of_any_suit() -> None:
    for length in range(5, 13):
        assert kind(lead(RANKS[:length])) == ("straight", length + 2)
    assert kind(lead("S3H4D5C6S7")) == ("straight", 7)
    assert lead("3456") is None
    assert lead("34568") is None
    assert lead("345567") is None


def test_the_longest_straight_goes_from_3_to_the_ace() -> None:
    assert kind(lead("3、4、5、6、7、8、9、10、J、Q、K 、A")) == ("straight", 14)


def test_a_straight_starts_at_3_at_the_lowest_and_ends_at_the_ace() -> None:
    assert kind(lead("TJQKA")) == ("straight", 14)
    for wrong in ("JQKA2", "A2345", "2345", "23456", "QKA23", "TJQKA2", "QKA2w", "KA2wW"):
        assert lead(wrong) is None


@pytest.mark.parametrize("rank", RANKS)
def test_two_cards_of_a_rank_are_a_pair(rank: str) -> None:
    play = lead(rank * 2)
    assert play is not None
    assert play.type.value == "pair"
    assert lead(f"{rank}{'4' if rank == '3' else '3'}") is None


def test_a_pair_run_is_three_or_more_consecutive_pairs() -> None:
    assert kind(lead("556677")) == ("pair_run", 7)
    assert kind(lead("334455667788")) == ("pair_run", 8)
    assert lead("5566") is None
    assert lead("556688") is None
    assert lead("5566778") is None


def test_a_pair_run_ends_at_the_ace() -> None:
    assert kind(lead("QQKKAA")) == ("pair_run", 14)
    assert kind(lead("334455")) == ("pair_run", 5)
    for wrong in ("KKAA22", "AA2233", "223344"):
        assert lead(wrong) is None


@pytest.mark.parametrize("rank", RANKS)
def test_three_cards_of_a_rank_are_a_triple_of_whatever_suits(rank: str) -> None:
    play = lead(f"S{rank}H{rank}S{rank}")
    assert play is not None
    assert play.type.value == "triple"


def test_a_triple_run_is_three_or_more_consecutive_triples() -> None:
    assert kind(lead("555666777")) == ("triple_run", 7)
    assert kind(lead("333444555666")) == ("triple_run", 6)
    assert lead("555666") is None
    assert lead("555666888") is None


def test_a_triple_run_ends_at_the_ace() -> None:
    assert kind(lead("QQQKKKAAA")) == ("triple_run", 14)
    for wrong in ("KKKAAA222", "222333444", "AAA222333"):
        assert lead(wrong) is None


def test_nothing_is_attached() -> None:
    for wrong in ("3334", "33344", "333345", "333344", "33334", "3334445", "333444555678", "55566677788"):
        assert lead(wrong) is None


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("3", "4"),
        ("A", "2"),
        ("33", "44"),
        ("AA", "22"),
        ("333", "444"),
        ("34567", "45678"),
        ("34567", "TJQKA"),
        ("334455", "445566"),
        ("333444555", "QQQKKKAAA"),
    ],
)
def test_the_higher_top_rank_of_the_same_type_and_number_of_cards_wins(lower: str, higher: str) -> None:
    assert follow(higher, lower) is not None
    assert follow(lower, higher) is None
    assert follow(lower, lower) is None
    assert follow(higher, higher) is None


@pytest.mark.parametrize(
    ("on", "cards"),
    [
        ("3", "44"),
        ("33", "4"),
        ("33", "444"),
        ("34567", "456789"),
        ("345678", "45678"),
        ("345678", "778899"),
        ("334455", "6789TJ"),
        ("334455", "44556677"),
        ("333444555", "555666"),
        ("333444555", "QQQKKK"),
        ("334455667788", "999TTTJJJQQQ"),
    ],
)
def test_type_and_number_of_cards_have_to_agree(on: str, cards: str) -> None:
    assert lead(on) is not None
    assert follow(cards, on) is None
