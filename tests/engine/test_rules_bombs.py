"""Rules §3.1: bombs, chain bombs, and the one order over all of them."""

import pytest

from tests.engine.support import follow, kind, lead, strength

PLAIN = ("3", "W", "22", "wW", "WW", "222", "9TJQKA", "3456789TJQKA", "QQKKAA", "QQQKKKAAA")


@pytest.mark.parametrize("rank", "3456789TJQKA2")
def test_four_or_more_cards_of_a_rank_are_a_bomb(rank: str) -> None:
    for size in range(4, 9):
        assert kind(lead(rank * size)) == ("bomb", size)


def test_three_or_more_consecutive_bombs_are_a_chain_bomb() -> None:
    assert kind(lead("333344445555")) == ("chain_bomb", 7)
    assert kind(lead("444455555666666")) == ("chain_bomb", 7)
    assert lead("33334444") is None
    assert lead("333344446666") is None
    assert lead("33334444555") is None


def test_the_examples_of_the_source_are_chain_bombs() -> None:
    assert kind(lead("3333.4444.5555.6666")) == ("chain_bomb", 8)
    assert kind(lead("3333.444444.55555")) == ("chain_bomb", 7)


def test_a_chain_is_cut_down_to_its_smallest_bomb_before_it_is_compared() -> None:
    uneven, even = lead("3333.444444.55555"), lead("3333.4444.5555")
    assert uneven is not None
    assert even is not None
    assert uneven.strength == even.strength == (7, 0, 12, 48)
    assert not uneven.beats(even)
    assert not even.beats(uneven)
    assert follow("7777777", "3333.444444.55555") is not None
    assert follow("3333.444444.55555", "7777777") is None


def test_a_chain_may_reach_the_2() -> None:
    """[D] The source bounds the other runs at the ace, and chain bombs by nothing; 2 and 3 are no neighbours."""
    assert kind(lead("KKKKAAAA2222")) == ("chain_bomb", 7)
    assert lead("AAAA22223333") is None
    assert lead("222233334444") is None


def test_n_cards_of_a_rank_are_n_natural_phases_jokers_included() -> None:
    for text, phases in (("6666", 4), ("66666", 5), ("6666wW", 6), ("66666666wwWW", 12)):
        play = lead(text)
        assert play is not None
        assert (play.phases, play.is_natural) == (phases, True)


@pytest.mark.parametrize("on", PLAIN)
def test_any_bomb_beats_any_play_that_is_none(on: str) -> None:
    for bomb in ("3333", "22222222", "333344445555"):
        assert follow(bomb, on) is not None
        assert follow(on, bomb) is None


def test_more_cards_win_between_bombs_of_one_rank_and_then_the_rank() -> None:
    weakest_first = ("3333", "4444", "2222", "33333", "AAAAA", "22222", "333333", "22222222", "33333333w")
    for place, lower in enumerate(weakest_first):
        for higher in weakest_first[place + 1 :]:
            assert follow(higher, lower) is not None
            assert follow(lower, higher) is None
        assert follow(lower, lower) is None


def test_a_chain_is_compared_by_the_most_phases_it_can_be_counted_to() -> None:
    assert kind(lead("3333444444455555556666666")) == ("chain_bomb", 10)  # the three sevens: 7 + 3, not 4 + 4
    assert follow("333344445555", "666666") is not None
    assert follow("333344445555", "66666666") is None
    assert follow("3333444455556666", "7777777") is not None


def test_at_equal_phases_a_natural_bomb_beats_a_counted_out_chain() -> None:
    assert follow("3333333", "QQQQKKKKAAAA") is not None
    assert follow("QQQQKKKKAAAA", "3333333") is None
    assert follow("33333333", "3333444455556666") is not None


def test_at_equal_phases_the_chain_of_more_cards_wins() -> None:
    four_of_four, three_of_five = "3333444455556666", "TTTTTJJJJJQQQQQ"
    assert (kind(lead(four_of_four)), kind(lead(three_of_five))) == (("chain_bomb", 8), ("chain_bomb", 8))
    assert follow(four_of_four, three_of_five) is not None
    assert follow(three_of_five, four_of_four) is None


def test_at_equal_phases_and_cards_the_points_decide() -> None:
    five_of_four, four_of_five = "33334444555566667777", "33333444445555566666"
    assert (strength(five_of_four), strength(four_of_five)) == ((9, 0, 20, 100), (9, 0, 20, 90))
    assert follow(five_of_four, four_of_five) is not None
    assert follow(four_of_five, five_of_four) is None
    assert follow("444455556666", "333344445555") is not None
    assert follow("333344445555", "444455556666") is None


def test_points_are_face_values_and_11_to_15_from_jack_to_2() -> None:
    assert strength("JJJJQQQQKKKKAAAA2222") == (9, 0, 20, 4 * (11 + 12 + 13 + 14 + 15))


def test_exactly_equal_does_not_beat() -> None:
    for text, same in (("4444", "4444"), ("4444", "444W"), ("333344445555", "33334444555W"), ("44445555666", "4")):
        assert follow(text, same) is None


def test_a_single_bomb_of_a_chain_counts_where_it_is_larger_than_the_chain() -> None:
    play = lead("3333444444445555")
    assert play is not None
    assert (play.type.value, play.strength) == ("chain_bomb", (8, 1, 8, 4))
    assert follow("3333444444445555", "33333333") is not None


def test_ways_of_counting_never_add_up() -> None:
    assert kind(lead("333344444444555566666666")) == ("chain_bomb", 8)  # 4 + 4, or 8 alone; neither 12 nor 16
    assert kind(lead("33333333444455555555")) == ("chain_bomb", 8)
    assert kind(lead("333344445555")) == ("chain_bomb", 7)


def test_a_chain_is_counted_in_one_way_only_the_best() -> None:
    assert strength("333344445555555") == (7, 1, 7, 5)  # at 7 phases the natural way is better
    assert strength("33334444555555") == (7, 0, 12, 48)


def test_a_hand_reaches_12_phases_at_most() -> None:
    for text in ("22222222wwWW", "333333334444444455555555wwW"):
        play = lead(text)
        assert play is not None
        assert play.phases == 12
