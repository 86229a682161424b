"""The screens of the deal of the day: Telegram takes them whatever people are called, and what parted is hidden."""

import pytest

from bot.screens.daily import (
    DailyIntro,
    DailyLine,
    DailyPlace,
    DailyStanding,
    Parting,
    PastDay,
    daily_begins_text,
    daily_intro_screen,
    daily_line_screen,
    daily_standing_screen,
)
from bot.tables.state import Language
from bot.tables.view import Shown
from engine.deal import Passed
from engine.shuffle import commitment
from tests.bot.screens.scenes import HOSTILE_NAMES, check

DAY = "2026-12-01"
SEED = bytes(range(32))


def standing(names: tuple[str, ...], *, is_over: bool = False) -> DailyStanding:
    """A standing beside these people."""
    passed = Shown(Passed(0), ())
    return DailyStanding(
        day=DAY,
        ends=1_800_000_000.0,
        is_over=is_over,
        deal_id=7,
        points=-400,
        median=200,
        best=1600,
        places=(DailyPlace(None, 3, 12), *(DailyPlace(name, 1, 4) for name in names)),
        par=(5, 100, 800),
        streak=4,
        partings=tuple(
            Parting(name, place, 600, None if place == 2 else 12, passed, None if place == 3 else passed)
            for place, name in enumerate(names, 1)
        ),
    )


@pytest.mark.parametrize("language", list(Language))
def test_telegram_takes_every_screen(language: Language) -> None:
    past = PastDay("2026-11-30", SEED, commitment(SEED))
    for intro in (
        DailyIntro(DAY, 1_800_000_000.0, commitment(SEED), commitment(SEED), 3, past),
        DailyIntro(DAY, 1_800_000_000.0, commitment(SEED), "", 0, None),
    ):
        check(daily_intro_screen(intro, language))
    assert DAY in daily_begins_text(DAY, language)
    for start in range(0, len(HOSTILE_NAMES), 5):
        names = tuple(HOSTILE_NAMES[start : start + 5])
        for is_over in (False, True):
            check(daily_standing_screen(standing(names, is_over=is_over), language))
        best = tuple((name, 600) for name in names[:3])
        check(daily_line_screen(DailyLine(DAY, 4, best, 200), "https://t.me/bot?start=daily", language))
    check(daily_line_screen(DailyLine(DAY, 0, (), None), "https://t.me/bot?start=daily", language))


@pytest.mark.parametrize("language", list(Language))
def test_what_others_played_is_behind_a_spoiler(language: Language) -> None:
    text = daily_standing_screen(standing(("Ann", "Bob", "Cid")), language).text
    before, _, rest = text.partition("<tg-spoiler>")
    hidden, _, after = rest.partition("</tg-spoiler>")
    for name in ("Ann", "Bob", "Cid"):
        assert f"{name}\u2069 <" not in before
        assert name in hidden
        assert name not in after
    assert hidden.count("\n") == 2


def test_a_line_names_three_with_medals() -> None:
    line = DailyLine(DAY, 5, (("Ann", 600), ("Bob", 0), ("Cid", -200)), 200)
    screen = daily_line_screen(line, "https://t.me/bot?start=daily", Language.ENGLISH)
    assert screen.text.count("\n") == 0
    assert [medal in screen.text for medal in "🥇🥈🥉"] == [True] * 3
    assert screen.silent
    assert screen.keyboard[0][0].url.endswith("?start=daily")
