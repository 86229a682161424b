"""What the first lesson asks can be done, what it calls right is right, and its buttons say where one is."""

from collections import Counter
from itertools import product

import pytest

from bot.lesson.progress import SMALL_DEAL, Progress
from bot.lesson.small_deal import PASS, SmallDeal
from bot.lesson.steps import STEPS, Exercise, StepOutcome
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import NO_CARDS, Rank, format_counts, parse_counts
from engine.deal import Deal
from engine.errors import DoesNotBeat, LeaderMustPlay, NotAPlay
from engine.legal_plays import LegalPlays
from engine.ruleset import DEFAULT_RULES

EXERCISES = {step.name: step for step in STEPS if isinstance(step, Exercise)}


def right_plays(step: Exercise) -> set[str]:
    legal = LegalPlays(step.hand, step.to_beat, DEFAULT_RULES)
    return {format_counts(play.cards) for play in legal if step.play(play.cards) is StepOutcome.RIGHT}


def test_there_are_eight_steps_with_names_of_their_own() -> None:
    assert len(STEPS) == len({step.name for step in STEPS}) == 8


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("runs", {"34567", "45678", "345678"}),
        ("follow", {"QQ"}),
        ("bombs", {"33333"}),
        ("chain", {"444455556666"}),
        ("jokers", {"QQQQw", "QQQQwW"}),
        ("lead-for-partner", set()),
    ],
)
def test_what_an_exercise_calls_right(name: str, right: set[str]) -> None:
    assert right_plays(EXERCISES[name]) == right


def test_passing_is_right_only_where_the_partner_went_out() -> None:
    right = [name for name, step in EXERCISES.items() if step.table and step.pass_turn() is StepOutcome.RIGHT]
    assert right == ["lead-for-partner"]


def test_what_is_no_play_or_beats_nothing_is_refused_as_at_a_table() -> None:
    with pytest.raises(DoesNotBeat):
        EXERCISES["follow"].play(parse_counts("66"))
    with pytest.raises(NotAPlay):
        EXERCISES["runs"].play(parse_counts("3456"))


def test_the_chain_of_the_lesson_has_the_phases_that_its_text_says() -> None:
    step = EXERCISES["chain"]
    chain = next(play for play in LegalPlays(step.hand, step.to_beat, DEFAULT_RULES) if play.is_bomb)
    assert step.to_beat is not None
    assert (chain.phases, step.to_beat.phases) == (7, 6)


def test_the_next_to_last_play_of_the_partner_leaves_one_card() -> None:
    """As the text says: after the straight only a 2 is left."""
    hand = Deal.start([EXERCISES["lead-for-partner"].hand, *map(parse_counts, ("4", "5", "6"))], 0)
    assert format_counts(hand.play(0, parse_counts("34567")).deal.hands[0]) == "2"


def moves_of(small: SmallDeal) -> list[str]:
    moves = [format_counts(play.cards) for play in small.deal.legal_plays]
    return moves if small.deal.to_beat is None else [*moves, PASS]


def test_the_small_deal_can_be_won_every_way_and_lost() -> None:
    """All lines to the end: playing well wins, not thinking loses, and every place in it fits on a button."""
    ends: Counter[int] = Counter()
    longest = 0
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        moves = waiting.pop()
        small = SmallDeal.after(moves)
        written = Progress(SMALL_DEAL, acts=True, selected=small.hand, moves=moves).written()
        longest = max(longest, len(CallbackData(ButtonAction.LEARN, arg=written).encode()))
        if small.deal.settlement is not None:
            ends[small.deal.settlement.points[0]] += 1
        else:
            waiting += [(*moves, move) for move in dict.fromkeys(moves_of(small))]
    won = sum(number for points, number in ends.items() if points > 0)
    assert set(ends) == {-300, -200, -100, 100, 200, 300}
    assert 0.1 < won / ends.total() < 0.4
    assert longest <= 64


def test_a_place_reads_as_it_was_written() -> None:
    for acts, answer, moves in product(
        (False, True), (0, 1, 3), [(), ("3",), ("3", PASS), ("3", "K"), ("3", PASS, "K")]
    ):
        place = Progress(SMALL_DEAL, acts, answer, parse_counts("4"), moves)
        assert Progress.read(place.written()) == place


@pytest.mark.parametrize("text", ["", "9", "x", "1!ZZ", "0KKKK", "8_99", "8_-", "0?4", "1" * 50, "8" + "3" * 40])
def test_what_no_button_of_the_lesson_says_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"lesson|hand"):
        Progress.read(text)


def test_a_rank_is_selected_whole_and_then_taken_back_card_by_card() -> None:
    place = Progress(0)
    numbers = []
    for _ in range(4):
        place = place.toggled(Rank.JACK, 0)
        numbers.append(place.selected[Rank.JACK.slot])
    assert numbers == [2, 1, 0, 2]
    assert Progress(2).toggled(Rank.THREE, 2).selected[Rank.THREE.slot] == 2


def test_in_the_small_deal_a_leader_cannot_pass() -> None:
    with pytest.raises(LeaderMustPlay):
        Progress(SMALL_DEAL, acts=True, selected=NO_CARDS).moved()
