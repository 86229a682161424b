"""/rank, /top, /stats, /history, replay, proof, settings, help and notices."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.locales import texts_for
from bot.screens import chat_settings
from bot.screens.captions import visible_length
from bot.screens.chat_settings import CHAT_SETTINGS, RULES, ChatChoices, rules_line
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
    removed_screen,
    restarted_screen,
    table_opened_screen,
)
from bot.screens.person_settings import PERSON_SETTINGS, PersonChoices, PersonField
from bot.screens.profile import history_screen, rank_screen, stats_screen, top_screen
from bot.screens.replay import replay_screen, verify_screen
from bot.screens.setting import changed
from bot.screens.settings import chat_settings_screen, my_settings_screen, notify_screen
from bot.tables.state import AutopilotOff, AutopilotOn, Happening, Language
from bot.telegram_api.callback_data import ButtonAction
from engine.deal import Barred, DealEnded, Passed, WentOut
from engine.ruleset import DEFAULT_RULES, RuleSet
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
    start = ChatChoices(StoredOptions(), language)
    settings = {setting.name: setting for setting in CHAT_SETTINGS}
    seen: dict[str, set[str]] = {name: set() for name in settings}
    waiting, known = [start], {start_key(start)}
    while waiting:
        chosen = waiting.pop(0)
        screen = chat_settings_screen("<b>Group", chosen.options, chosen.language)
        check(screen)
        for tap in taps_of(screen):
            assert tap.action is ButtonAction.SETTING
            after = changed(CHAT_SETTINGS, tap.arg, chosen)
            name = tap.arg.partition("=")[0]
            assert settings[name].tap(settings[name].field.get(after)) == tap.arg
            seen[name].add(tap.arg)
            only_this = changed(CHAT_SETTINGS, tap.arg, start)
            if start_key(only_this) not in known:
                known.add(start_key(only_this))
                waiting.append(only_this)
    assert seen == {name: set(map(setting.tap, setting.values)) for name, setting in settings.items()}
    assert len(settings) == len(CHAT_SETTINGS), "a name is there twice"


def start_key(chosen: ChatChoices) -> str:
    return chosen.options.model_dump_json() + chosen.language.value


@every_language
def test_settings_of_a_person(language: Language) -> None:
    start = PersonChoices(PersonSettings(), language)
    screen = my_settings_screen(start.settings, language)
    check(screen)
    settings = {setting.name: setting for setting in PERSON_SETTINGS}
    assert [tap.arg.partition("=")[0] for tap in taps_of(screen)] == list(settings)
    for tap in taps_of(screen):
        after = changed(PERSON_SETTINGS, tap.arg, start)
        setting = settings[tap.arg.partition("=")[0]]
        assert setting.tap(setting.field.get(after)) == tap.arg
        assert after.settings != PersonSettings()
        check(my_settings_screen(after.settings, after.language))


def test_everything_that_is_kept_is_one_entry() -> None:
    """A switch of the rules or a setting of a person that nobody could change, or two ways, is found here."""
    assert sorted(rule.field.name for rule in RULES) == sorted(RuleSet.model_fields)
    fields = [setting.field for setting in PERSON_SETTINGS]
    own = [field.name for field in fields if isinstance(field, PersonField)]
    assert sorted(own) == sorted(PersonSettings.model_fields.keys() - {"lesson_offered"})


def test_a_rule_is_named_by_its_entry_alone_unless_the_bot_acts_by_it() -> None:
    """So that a new one touches the engine, its entry and the texts."""
    folder = Path(chat_settings.__file__).parents[1]
    modules = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.py")
        if path != Path(chat_settings.__file__)
    }
    acted_by = {"phase_cap", "deal_style", "partner_view", "base_score", "turn_seconds", "units"}
    named = {
        name: {path for path, source in modules.items() if re.search(rf"""[."']{name}\b""", source)}
        for name in RuleSet.model_fields.keys() - acted_by
    }
    assert {"wild", "king_bomb", "chain_with_two"} <= named.keys()
    assert {name: paths for name, paths in named.items() if paths} == {}


@every_language
def test_a_rule_that_is_not_as_usual_is_said_in_the_rules_line(language: Language) -> None:
    texts = texts_for(language)
    start = ChatChoices(StoredOptions(), language)
    for rule in RULES:
        lines = {rules_line(rule.field.put(start, value).options.rules, texts) for value in rule.values}
        assert len(lines) == len(rule.values), rule.name
        assert rules_line(RuleSet(), texts) in lines, rule.name


@pytest.mark.parametrize(
    "arg",
    ["", "wild", "wild=", "wild=x", "base=0", "base=1000001", "base=x", "secs=14", "cap=13", "king=2", "units=1/2",
     "units=0/1/2", "lang=fr", "level=god", "nothing=1", "base=1e3", "view=true"],
)  # fmt: skip
def test_settings_refuse_what_nobody_offered(arg: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        changed(CHAT_SETTINGS, arg, ChatChoices(StoredOptions(), Language.CHINESE))


@pytest.mark.parametrize("arg", ["", "pass=2", "lang=fr", "sort=suit", "pics", "wild=none"])
def test_settings_of_a_person_refuse_what_nobody_offered(arg: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        changed(PERSON_SETTINGS, arg, PersonChoices(PersonSettings(), Language.CHINESE))


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
    assert len(check(together).text.splitlines()) == 5, "who is out stands on the table"
    for unsaid in (Passed(3), AutopilotOn(2, Autopilot.WISHED), AutopilotOff(2, Autopilot.WISHED)):
        assert announcement(state, [unsaid]) is None


def test_the_end_of_a_deal_speaks_through_its_result() -> None:
    *_, state = whole_deal(table(), SEEDS[0])
    assert announcement(dealt(table(), SEEDS[0]), [DealEnded(finished(state).settlement)]) is None


def test_default_settings_are_the_default_rules() -> None:
    assert StoredOptions().rules == DEFAULT_RULES
