"""A refusal says why, with the facts."""

import pytest

from bot.locales import texts_for
from bot.screens.refusals import Denial, reason_text, refusal_text
from bot.screens.toasts import Toast, toast_text
from bot.tables.refusals import RefusalCode
from bot.tables.state import Language
from engine.cards import parse_counts
from engine.cli.words import Explainer
from engine.deal import Action, Deal, Pass, PlayCards
from engine.errors import EngineError
from engine.explain import explain
from engine.plays import PlayType
from engine.reading import read
from engine.ruleset import DEFAULT_RULES, RuleSet, Wild
from tests.bot.screens.scenes import HOSTILE_NAMES, check_toast
from tests.engine.golden_files import NO_PLAYS, TABLES

CHINESE, ENGLISH = texts_for(Language.CHINESE), texts_for(Language.ENGLISH)
BAIBIAN = RuleSet(wild=Wild.BAIBIAN)
KINGS = RuleSet(king_bomb=True)


def why(cards: str, on: str = "", rules: RuleSet = DEFAULT_RULES, choice: PlayType | None = None) -> str:
    """Why `cards` cannot be played on `on`, in Chinese; the English sentence is there too."""
    lies = read(parse_counts(on), None, rules) if on else None
    with pytest.raises(EngineError) as refused:
        read(parse_counts(cards), lies, rules, choice)
    check_toast(reason_text(refused.value, ENGLISH))
    text = reason_text(refused.value, CHINESE)
    check_toast(text)
    return text


@pytest.mark.parametrize(
    ("cards", "on", "sentence"),
    [
        ("333344445555", "88888888", "这是 7 相，管不上 8 相"),
        ("333344445555", "9999999", "同是 7 相，连炸管不上正相炸"),
        ("99999", "TTTTT", "同是 5 相，9 管不上 10"),
        ("99999", "99999", "一样大，管不上"),
        ("333334444455555", "3333444455556666", "同是 8 相连炸，比张数：15 张管不上 16 张"),
        ("333344445555", "444455556666", "同是 7 相连炸，比点数：48 点管不上 60 点"),
        ("77", "TT", "对7 管不上对10"),
        ("77", "77", "一样大，管不上"),
        ("2", "w", "单张2 管不上单张小王"),
        ("22", "WW", "桌上已经是最大的对子，只有炸管得上"),
        ("34567", "334455", "桌上是连对 3–5，你这是顺子 3–7。要更大的连对，或者炸"),
        ("44", "5555", "桌上是4相炸，你这是对4。要更大的炸"),
        ("345678", "34567", "桌上的顺子是 5 张，你这是 6 张。要一样多的，或者炸"),
        ("3456", "", "顺子至少 5 张"),
        ("5566", "", "连对至少 3 对"),
        ("3344w", "", "连对至少 3 对"),
        ("555666", "", "连三张至少 3 组"),
        ("TJQKA2", "", "顺子、连对、连三张从 3 到 A，不带 2"),
        ("QQKKAA22", "", "顺子、连对、连三张从 3 到 A，不带 2"),
        ("3335", "", "不能带牌：对子、三同张和炸弹都要单独出"),
        ("", "", "还没选牌"),
    ],
)
def test_the_reason_has_the_facts(cards: str, on: str, sentence: str) -> None:
    assert why(cards, on) == sentence


def test_jokers_that_are_not_wild() -> None:
    assert why("77w", rules=BAIBIAN) == "这桌的小王不能当别的牌"
    assert why("77W", rules=RuleSet(wild=Wild.NONE)) == "这桌的大王不能当别的牌"


def test_kings_are_the_weakest_of_their_phases() -> None:
    assert why("wwW", "333333", KINGS) == "同是 6 相，王炸最小"


def test_a_reading_that_is_not_offered() -> None:
    assert why("34567", choice=PlayType.PAIR_RUN) == "这几张在这儿不能当连对"


@pytest.mark.parametrize("text", ["x", "<b>", "34\u202e5", "你好啊", "z" * 500, "&amp;x"])
def test_typed_plays_that_are_none(text: str) -> None:
    with pytest.raises(EngineError) as refused:
        parse_counts(text)
    for texts in (CHINESE, ENGLISH):
        assert 0 < len(reason_text(refused.value, texts)) <= 200
    assert reason_text(refused.value, CHINESE).startswith("看不懂")


def test_too_many_of_a_card() -> None:
    with pytest.raises(EngineError) as refused:
        parse_counts("WWW")
    assert reason_text(refused.value, CHINESE) == "两副牌里没有那么多 大王"


def test_what_the_deal_refuses() -> None:
    deal = Deal.start([parse_counts(hand) for hand in ("5", "34", "678", "99")], leader=0)
    actions: dict[str, Action] = {
        "你手里的牌不够，缺 7×2": PlayCards(0, parse_counts("577")),
        "轮到你先出，不能不出": Pass(0),
        "还没轮到你": Pass(1),
    }
    for sentence, action in actions.items():
        with pytest.raises(EngineError) as refused:
            deal.act(action)
        assert reason_text(refused.value, CHINESE) == sentence
        check_toast(reason_text(refused.value, ENGLISH))


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("code", [*RefusalCode, *Denial])
def test_every_refusal_fits_a_toast(language: Language, code: RefusalCode | Denial) -> None:
    check_toast(refusal_text(code, texts_for(language), missing=2))
    for name in HOSTILE_NAMES:
        check_toast(refusal_text(code, texts_for(language), missing=2, chat=name))


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("toast", list(Toast))
def test_every_answer_fits_a_toast(language: Language, toast: Toast) -> None:
    check_toast(toast_text(toast, texts_for(language)))


def test_the_other_table_is_named_where_it_is_known() -> None:
    assert "“\u2068牌友群\u2069”" in refusal_text(RefusalCode.SEATED_ELSEWHERE, CHINESE, chat="牌友群")
    assert "别的桌" in refusal_text(RefusalCode.SEATED_ELSEWHERE, CHINESE)
    assert "别的桌" in refusal_text(RefusalCode.SEATED_ELSEWHERE, CHINESE, chat="\u200b")


@pytest.mark.parametrize("language", list(Language))
def test_the_bot_and_engine_explain_say_the_same(language: Language) -> None:
    """Of wrong hands of every kind; the sentences themselves are in the golden file."""
    hands = [(cards, TABLES[table]) for table, hands in NO_PLAYS.items() for cards in hands.split()]
    assert len(hands) > 22
    for cards, rules in hands:
        with pytest.raises(EngineError) as refused:
            read(parse_counts(cards), None, rules)
        [line] = Explainer(language.value).explanation(explain(parse_counts(cards), None, rules))
        assert reason_text(refused.value, texts_for(language)) in line
