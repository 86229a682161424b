"""Rules §7: the cumulative score and the ladder of titles 游戏虚拟等级规则."""

from pathlib import Path

import pytest

from engine.titles import THRESHOLDS, TITLES, demotions, promotions, standing

SOURCE = Path(__file__).parents[2] / "docs" / "rules_zh.txt"
LADDER = [
    (title, int(threshold))
    for title, _, threshold in (line.partition("=") for line in SOURCE.read_text(encoding="utf-8").splitlines())
    if threshold
]


def test_the_ladder_is_that_of_the_source() -> None:
    assert list(zip(TITLES, THRESHOLDS, strict=True)) == LADDER


def test_there_are_twenty_promotions_above_the_ground_rung() -> None:
    assert len(LADDER) == 21
    assert promotions(0, THRESHOLDS[-1]) == TITLES[1:]


@pytest.mark.parametrize(("title", "threshold"), LADDER)
def test_a_title_is_held_from_its_threshold_on(title: str, threshold: int) -> None:
    assert standing(threshold).title == title
    assert standing(threshold + 1).title == title
    if threshold:
        below = standing(threshold - 1)
        assert (below.next_title, below.missing) == (title, 1)


def test_a_score_below_zero_is_the_ground_rung_too() -> None:
    """[D] The source names no title below 0."""
    it = standing(-12_345)
    assert (it.title, it.rung, it.next_title, it.missing, it.progress) == ("群众", 0, "组长", 14_345, 0.0)


def test_above_the_highest_rung_there_is_nothing_more() -> None:
    it = standing(2 * THRESHOLDS[-1])
    assert (it.title, it.rung, it.next_title, it.missing, it.progress) == ("双扣皇帝", 20, None, 0, 1.0)


def test_promotions_and_demotions_between_two_scores() -> None:
    assert promotions(1_999, 2_000) == ("组长",)
    assert promotions(2_000, 1_999) == promotions(5, 6) == ()
    assert demotions(2_000, 1_999) == ("组长",)
    assert demotions(9_000, 0) == ("村长", "主任", "组长")
    assert demotions(0, 9_000) == ()
