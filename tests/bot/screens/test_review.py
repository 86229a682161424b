"""Reviews: what is shown of a mistake, drawn and as a text, in both languages and with any name."""

from dataclasses import replace

import pytest

from bot.pictures.drawing import draw
from bot.pictures.models import DecisionPicture
from bot.review.reviewer import Mistake, Reviewed
from bot.screens.replay import replay_screen
from bot.screens.review import failed_screen, progress_screen, review_screen
from bot.screens.screen import Screen
from bot.screens.steps import action_of, deal_after
from bot.tables.state import FinishedDeal, Language, Person
from bot.telegram_api.callback_data import ButtonAction
from engine.players.advice import Reason, reason_of
from engine.review import decisions
from tests.bot.screens.scenes import HOSTILE_NAMES, SEEDS, check, finished, table, taps_of, whole_deal
from tests.bot.screens.test_hand import text_of

NAMES = (HOSTILE_NAMES[0], HOSTILE_NAMES[1], HOSTILE_NAMES[2], HOSTILE_NAMES[3])


def over(names: tuple[str, str, str, str] = NAMES) -> FinishedDeal:
    """A deal that is over."""
    *_, result, _ = whole_deal(table(names), SEEDS[0], time_outs=2)
    return finished(result)


def mistakes(deal: FinishedDeal, seat: int) -> tuple[Mistake, ...]:
    """Every decision of a seat, as a mistake."""
    start = deal_after(deal, 0)
    found = decisions(start, [action_of(entry) for entry in deal.deal.log], seat)
    return tuple(
        Mistake(
            one.turn,
            one.view,
            one.done,
            better := next((play for play in one.view.legal_plays if play != one.done), None),
            123.0 + 100 * one.turn,
            0.987,
            reason_of(one.view, better),
        )
        for one in found
    )


def person(language: Language, *, pictures: bool) -> Person:
    return Person(id=1, telegram_id=1, name="A", language=language, pictures=pictures)


@pytest.mark.parametrize("language", Language)
def test_every_decision_can_be_shown_drawn_and_written(language: Language) -> None:
    deal = over()
    for seat in range(4):
        for mistake in mistakes(deal, seat):
            reviewed = Reviewed((mistake,), 0.873, 0.8, 9)
            written = review_screen(deal, reviewed, 0, person(language, pictures=False))
            drawn = review_screen(deal, reviewed, 0, person(language, pictures=True))
            for screen in (written, drawn):
                check(screen)
                assert "87%" in screen.text
                assert "99%" in screen.text
            assert written.picture is None
            assert written.text == drawn.plain.text
            picture = drawn.picture
            assert isinstance(picture, DecisionPicture)
            shown = [card for choice in picture.choices for card in choice.cards]
            assert len(shown) == sum(play.size for play in (mistake.done, mistake.better) if play)
            lies = [one for one in picture.seats if one.lies]
            assert len(lies) == (mistake.view.to_beat is not None)
            assert all(one.cards for one in lies)


def test_a_decision_is_drawn_with_what_lay_on_the_table() -> None:
    deal = over(("Ann", "Bob", "Cid", "Dee"))
    mistake = next(one for one in mistakes(deal, 1) if one.view.to_beat is not None and one.done is not None)
    screen = review_screen(deal, Reviewed((mistake,), 0.5, None, 2), 0, person(Language.ENGLISH, pictures=True))
    assert isinstance(screen.picture, DecisionPicture)
    to_beat = mistake.view.to_beat
    assert to_beat is not None
    [lies] = [one for one in screen.picture.seats if one.lies]
    assert len(lies.cards) == to_beat.size
    assert len(screen.picture.hand.selected) == (mistake.done.size if mistake.done else 0)
    assert draw(screen.picture)


def pages(screen: Screen) -> list[str]:
    return [tap.arg for tap in taps_of(screen) if tap.action is ButtonAction.REVIEW]


def test_the_pages_are_numbered_and_lead_to_the_replay_just_before_the_mistake() -> None:
    deal = over()
    found = mistakes(deal, 2)[:3]
    reviewed = Reviewed(found, 0.5, None, 6)
    for page in (-1, 0, 1, 2, 9):
        screen = review_screen(deal, reviewed, page, person(Language.CHINESE, pictures=True))
        mistake = found[min(max(page, 0), 2)]
        assert pages(screen) == [f"{deal.id}.{number}" for number in range(3)]
        [replay] = [tap.arg for tap in taps_of(screen) if tap.action is ButtonAction.REPLAY]
        assert replay == f"{deal.id}.{mistake.turn}+"
        assert f"第 {mistake.turn + 1} 手" in screen.text
        assert "同桌" not in screen.text


def test_points_are_ones_own_and_rough() -> None:
    deal = over()
    mistake = replace(mistakes(deal, 0)[0], cost=251.0)
    screen = review_screen(deal, Reviewed((mistake,), 0.5, None, 2), 0, person(Language.ENGLISH, pictures=False))
    assert "about <b>130</b> points" in screen.text


@pytest.mark.parametrize(("decided", "words"), [(5, "没什么可挑的"), (0, "没有可选的一手")])
def test_who_made_no_mistake_is_told_so(decided: int, words: str) -> None:
    screen = review_screen(over(), Reviewed((), 1.0, 0.995, decided), 0, person(Language.CHINESE, pictures=True))
    check(screen)
    assert words in screen.text
    assert "100%" in screen.text
    assert "99%" in screen.text, "what is not perfect is not called so"
    assert screen.picture is None


@pytest.mark.parametrize("language", Language)
def test_progress_and_failure_are_said(language: Language) -> None:
    for screen in (progress_screen(7, 0, 0, language), progress_screen(7, 3, 20, language), failed_screen(7, language)):
        check(screen)
        assert "7" in screen.text
    assert "3/20" in progress_screen(7, 3, 20, language).text
    assert pages(failed_screen(7, language)) == ["7"]


def test_the_replay_marks_a_mistake_at_its_action_alone() -> None:
    deal = over()
    mistake = replace(mistakes(deal, 0)[1], reason=Reason.BLOCKS)
    marked = replay_screen(deal, mistake.turn + 1, Language.CHINESE, (mistake,))
    check(marked)
    assert "❗ 更好" in text_of(marked)
    assert "❗ 更好" not in text_of(replay_screen(deal, mistake.turn, Language.CHINESE, (mistake,)))
    assert "❗ 更好" not in text_of(replay_screen(deal, mistake.turn + 1, Language.CHINESE))
