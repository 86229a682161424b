"""/rank, /top, /stats, /history, replay, proof, settings, help and notices."""

from dataclasses import replace

import pytest

from bot.screens.captions import visible_length
from bot.screens.help import (
    RULES_PAGES,
    MenuScope,
    dead_link_screen,
    forget_question_screen,
    forgotten_screen,
    greeting_screen,
    help_screen,
    menu,
    privacy_screen,
    rules_screen,
    seated_screen,
)
from bot.screens.models import RankCard, Statistics, TopList, TopRow, TopScope, Verification
from bot.screens.notices import (
    announcement,
    maintenance_screen,
    muted_screen,
    practice_screen,
    removed_screen,
    restarted_screen,
    table_opened_screen,
)
from bot.screens.profile import history_screen, rank_screen, stats_screen, top_screen
from bot.screens.replay import replay_screen, verify_screen
from bot.screens.settings import chat_settings_screen, my_settings_screen, notify_screen
from bot.screens.switches import ChatSwitch, PersonSwitch, changed_chat, changed_person, chat_value, person_value
from bot.tables.state import AutopilotOff, AutopilotOn, Happening, Language
from bot.telegram_api.callback_data import ButtonAction
from engine.deal import Barred, DealEnded, Passed, WentOut
from engine.ruleset import DEFAULT_RULES
from engine.scoring import ResultKind
from engine.titles import THRESHOLDS
from storage import (
    Autopilot,
    HistoryLine,
    HistoryPage,
    ListPlace,
    PersonSettings,
    Scorecard,
    StoredOptions,
    Tally,
)
from tests.bot.screens.scenes import HOSTILE_NAMES, SEEDS, check, dealt, finished, table, taps_of, whole_deal

LANGUAGES = list(Language)
every_language = pytest.mark.parametrize("language", LANGUAGES)
CARD = Scorecard(
    score=34_560, highest=40_000, deals=321, won=Tally(50, 60, 61), lost=Tally(40, 50, 60), firsts=80, best_bomb=9,
    streak=2, best_streak=11, timeouts=4,
)  # fmt: skip


@every_language
@pytest.mark.parametrize("pictures", [False, True])
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_rank_and_stats(language: Language, pictures: bool, name: str) -> None:
    for score in (-5_000, 0, 1_999, *THRESHOLDS, 10**12):
        card = replace(CARD, score=score)
        rank = RankCard(name, card, ListPlace(2, 17, 900), "<i>Group</i>", tuple(range(-4000, 6000, 1000)))
        check(rank_screen(rank, language, pictures=pictures))
    check(rank_screen(RankCard(name, Scorecard()), language, pictures=pictures))
    check(rank_screen(RankCard(name, CARD, None, name), language, pictures=pictures))
    check(stats_screen(Statistics(name, CARD, ((0.0, 5), (1.0, -5))), language, pictures=pictures))
    check(stats_screen(Statistics(name, Scorecard()), language, pictures=pictures))


def test_rank_says_how_far_it_is() -> None:
    text = rank_screen(RankCard("小明", replace(CARD, score=3000)), Language.CHINESE, pictures=False).text
    assert "组长" in text
    assert "▰▰▰▰▰▱▱▱▱▱ 50%" in text
    assert "主任还差 1\u202f000" in text


def test_rank_says_only_once_that_there_is_no_deal_yet() -> None:
    rank = RankCard("小明", Scorecard(), None, "牌友")
    assert rank_screen(rank, Language.CHINESE, pictures=False).text.count("还没") == 1
    elsewhere = replace(rank, card=CARD)
    assert "还没在\u2068牌友\u2069打过计分局" in rank_screen(elsewhere, Language.CHINESE, pictures=False).text


@every_language
@pytest.mark.parametrize("scope", list(TopScope))
def test_top(language: Language, scope: TopScope) -> None:
    rows = tuple(TopRow(place, name, 5000 - place, 10**9) for place, name in enumerate(HOSTILE_NAMES[:10], 1))
    screen = top_screen(TopList(scope, rows, ListPlace(12, 30, -4), "<b>", "2026-11"), language)
    check(screen)
    assert scope.value in [tap.arg for tap in taps_of(screen)] or not scope.is_chat
    check(top_screen(TopList(scope, ()), language))


@every_language
def test_history(language: Language) -> None:
    lines = tuple(
        HistoryLine(
            deal_id=10**6 + number,
            ended=1.7e9,
            chat_id=-1,
            chat_title=None,
            ranked=number % 2 == 0,
            seat=0,
            kind=kind,
            won=None if kind is ResultKind.VOID else number % 3 == 0,
            place=1,
            result=0,
            contribution=0,
            points=number * 1000 - 4000,
            total=None,
        )
        for number, kind in enumerate([*ResultKind, *ResultKind, ResultKind.VOID, ResultKind.DANKOU])
    )
    screen = history_screen(7, HOSTILE_NAMES[0], HistoryPage(lines, 2, 3), language)
    check(screen)
    pages = [tap.arg for tap in taps_of(screen) if tap.action is ButtonAction.HISTORY]
    assert pages == ["7.1", "7.3"]
    check(history_screen(7, "", HistoryPage((), 1, 1), language))


@every_language
def test_replay_goes_through_a_deal(language: Language) -> None:
    *_, state = whole_deal(table(language=language), SEEDS[0])
    live = finished(state)
    last = len(live.deal.log)
    texts = [check(replay_screen(live, step, language)).text for step in range(last + 1)]
    assert len(set(texts)) == last + 1
    assert replay_screen(live, -4, language) == replay_screen(live, 0, language)
    assert replay_screen(live, last + 4, language) == replay_screen(live, last, language)
    assert [tap.arg for tap in taps_of(replay_screen(live, 0, language))] == ["4711.1", "4711.10"]


@every_language
def test_verify(language: Language) -> None:
    good = Verification(
        3, "ab" * 32, bytes(32), 4, seals=True, deals=True, command="python -m engine verify --rules='{}' <&>"
    )
    verdicts = {
        check(verify_screen(verification, language)).text
        for verification in (good, replace(good, seals=False), replace(good, deals=False))
    }
    assert len(verdicts) == 3
    told, folded = verify_screen(good, language).text.split("<blockquote expandable>")
    assert good.commitment not in told, "what few people read folds up"
    assert good.command.split(" ")[0] in folded
    assert folded.endswith("</blockquote>")
    assert len(told.splitlines()) == 2, "first, in one line, whether all is well"
    assert "cd" * 32 in check(verify_screen(good, language, "cd" * 32)).text
    assert "cd" * 32 in check(verify_screen(None, language, "cd" * 32)).text


@every_language
def test_settings_of_a_group_reach_every_value(language: Language) -> None:
    """Tapping on and on comes to every value that is offered, and every tap is one the settings take."""
    start = (StoredOptions(), language)
    seen: dict[str, set[str]] = {switch.value: set() for switch in ChatSwitch}
    waiting, known = [start], {start_key(start)}
    for _ in range(80):
        if not waiting:
            break
        options, spoken = waiting.pop(0)
        screen = chat_settings_screen("<b>Group", options, spoken)
        check(screen)
        for tap in taps_of(screen):
            assert tap.action is ButtonAction.SETTING
            after = changed_chat(tap.arg, options, spoken)
            name, _, value = tap.arg.partition("=")
            assert chat_value(ChatSwitch(name), *after) == value
            seen[name].add(value)
            only_this = changed_chat(tap.arg, *start)
            if start_key(only_this) not in known:
                known.add(start_key(only_this))
                waiting.append(only_this)
    assert {name: len(values) for name, values in seen.items()} == {
        "wild": 3, "king": 2, "chain": 2, "cap": 5, "deal": 2, "view": 2, "base": 19, "secs": 10, "units": 6,
        "lang": 2, "comp": 2, "level": 6,
    }  # fmt: skip


def start_key(settings: tuple[StoredOptions, Language]) -> str:
    return settings[0].model_dump_json() + settings[1].value


@every_language
def test_settings_of_a_person(language: Language) -> None:
    screen = my_settings_screen(PersonSettings(), language)
    check(screen)
    for tap in taps_of(screen):
        after = changed_person(tap.arg, PersonSettings())
        name, _, value = tap.arg.partition("=")
        spoken = Language(after.language or language)
        assert person_value(PersonSwitch(name), after, spoken) == value
        assert after != PersonSettings()
        check(my_settings_screen(after, spoken))


@pytest.mark.parametrize(
    "arg",
    ["", "wild", "wild=", "wild=x", "base=0", "base=1000001", "base=x", "secs=14", "cap=13", "king=2", "units=1/2",
     "units=0/1/2", "lang=fr", "level=god", "nothing=1", "base=1e3", "view=true"],
)  # fmt: skip
def test_settings_refuse_what_nobody_offered(arg: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        changed_chat(arg, StoredOptions(), Language.CHINESE)


@pytest.mark.parametrize("arg", ["", "pass=2", "lang=fr", "sort=suit", "pics", "wild=none"])
def test_settings_of_a_person_refuse_what_nobody_offered(arg: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        changed_person(arg, PersonSettings())


@every_language
def test_help_and_rules(language: Language) -> None:
    for page in range(len(RULES_PAGES) + 2):
        screen = rules_screen(page, language)
        check(screen)
        assert visible_length(screen.text) <= 750, "a page has to fit a phone"
    assert rules_screen(0, language) == rules_screen(1, language)
    for scope in MenuScope:
        check(help_screen(scope, language))
        names = [name for name, _ in menu(scope, language)]
        assert len(names) == len(set(names))
        for name, description in menu(scope, language):
            assert name.isascii()
            assert name.islower()
            assert 1 <= len(description) <= 256
    for other in (
        greeting_screen("shuangkou_bot", language),
        seated_screen("<b>", "https://t.me/c/1/2", language),
        seated_screen("", "", language),
        dead_link_screen(language),
        privacy_screen(language),
        forget_question_screen(language),
        forgotten_screen(language, done=True),
        forgotten_screen(language, done=False),
    ):
        check(other)


@every_language
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_notices(language: Language, name: str) -> None:
    state = replace(dealt(table((name,) * 4, language=language), SEEDS[0]), end_votes=frozenset({1}))
    for screen in (
        table_opened_screen(name, name, "https://t.me/c/1/2", language),
        table_opened_screen(name, name, "", language),
        restarted_screen(15, language),
        maintenance_screen(language),
        maintenance_screen(language, over=True),
        muted_screen(name, language),
        removed_screen(name, language),
        practice_screen(language),
        notify_screen(name, 5, language, subscribed=True),
        notify_screen(name, 5, language, subscribed=False),
    ):
        check(screen)
    happenings: tuple[Happening, ...] = (
        Passed(3),
        WentOut(0, 1),
        Barred(1),
        AutopilotOn(2, Autopilot.UNREACHABLE),
        AutopilotOn(2, Autopilot.LEFT),
        AutopilotOff(2, Autopilot.UNREACHABLE),
        AutopilotOff(2, Autopilot.LEFT),
    )
    together = announcement(state, happenings)
    assert together is not None
    assert len(check(together).text.splitlines()) == 6
    for unsaid in (Passed(3), AutopilotOn(2, Autopilot.WISHED), AutopilotOff(2, Autopilot.WISHED)):
        assert announcement(state, [unsaid]) is None


def test_the_end_of_a_deal_speaks_through_its_result() -> None:
    *_, state = whole_deal(table(), SEEDS[0])
    assert announcement(dealt(table(), SEEDS[0]), [DealEnded(finished(state).settlement)]) is None


def test_default_settings_are_the_default_rules() -> None:
    assert StoredOptions().rules == DEFAULT_RULES
