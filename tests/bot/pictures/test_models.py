"""The models: what they refuse, and their keys."""

import subprocess
import sys
from dataclasses import replace

import pytest

from bot.pictures.deck import DeckColours
from bot.pictures.models import (
    DRAWING_VERSION,
    Choice,
    DealBar,
    HandPicture,
    KindRow,
    Sorting,
    Team,
)
from bot.pictures.samples import DECISION, RANK, RESULT, SAMPLES, SHUFFLED_HAND, STATS


def test_a_hand_refuses_cards_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="is not a card"):
        HandPicture(cards=("S7", "X"))
    with pytest.raises(ValueError, match="3 times"):
        HandPicture(cards=("S7", "S7", "S7"))
    with pytest.raises(ValueError, match="at most 27"):
        HandPicture(cards=(*SHUFFLED_HAND, "SA"))
    with pytest.raises(ValueError, match=r"lacks \['S8'\]"):
        HandPicture(cards=("S7", "S8"), selected=("S8", "S8"))


def test_a_decision_refuses_other_tables() -> None:
    with pytest.raises(ValueError, match="three others"):
        replace(DECISION, seats=DECISION.seats[:2])
    with pytest.raises(ValueError, match="is not a card"):
        replace(DECISION, choices=(Choice(label="", cards=("Z9",)),))
    with pytest.raises(ValueError, match="3 times"):
        replace(DECISION, seats=(replace(DECISION.seats[0], cards=("S7",) * 3), *DECISION.seats[1:]))


def test_a_result_refuses_other_teams() -> None:
    with pytest.raises(ValueError, match="two of each team"):
        replace(RESULT, rows=(*RESULT.rows[:3], replace(RESULT.rows[3], team=Team.A)))
    with pytest.raises(ValueError, match="is not a card"):
        replace(RESULT, contributions=(replace(RESULT.contributions[0], cards=("Z9",)),))


def test_a_rank_card_refuses_what_it_cannot_show() -> None:
    with pytest.raises(ValueError, match="21 titles"):
        replace(RANK, ladder=RANK.ladder[:20])
    with pytest.raises(ValueError, match="between 0 and 20"):
        replace(RANK, rung=21)
    with pytest.raises(ValueError, match="between 0 and 1"):
        replace(RANK, progress=1.01)
    with pytest.raises(ValueError, match="at most 10"):
        replace(RANK, deals=(DealBar(points=1, label="1"),) * 11)


def test_statistics_refuse_what_they_cannot_show() -> None:
    with pytest.raises(ValueError, match="six"):
        replace(STATS, facts=(*STATS.facts, STATS.facts[0]))
    with pytest.raises(ValueError, match="from 0"):
        replace(STATS, kinds=(KindRow(label="双扣", won=-1, lost=0),))


def test_equal_models_have_equal_keys_and_others_have_others() -> None:
    hand = HandPicture(cards=("S7", "H7", "w"))
    variants = [
        hand,
        replace(hand, cards=("S7", "H7", "W")),
        replace(hand, selected=("S7",)),
        replace(hand, empty_text="x"),
        replace(hand, sorting=Sorting.BY_COUNT),
        replace(hand, colours=DeckColours.FOUR),
        *SAMPLES.values(),
    ]
    assert len({variant.key for variant in variants}) == len(variants)
    assert replace(hand).key == hand.key


def test_a_key_is_the_same_in_another_process() -> None:
    code = "from bot.pictures.samples import SAMPLES; print(SAMPLES['result_names'].key)"
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert seen == SAMPLES["result_names"].key


def test_a_new_way_of_drawing_changes_the_key() -> None:
    assert RESULT.key_of(DRAWING_VERSION) == RESULT.key
    assert RESULT.key_of(DRAWING_VERSION + 1) != RESULT.key
