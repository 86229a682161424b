"""Cards, plays and names in words."""

import unicodedata
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.locales import texts_for
from bot.pictures.clusters import JOINERS, clusters, is_tag, width_of
from bot.playground.fake.html import parse_html
from bot.screens.buttons import even_rows, packed_rows
from bot.screens.cards import cards_text, hand_lines, play_label, play_text
from bot.screens.numbers import number_text, short_number, signed_text
from bot.screens.people import NAME_WIDTH, clean, cut, html_names, html_person, html_title, names_of, seat_plain
from bot.screens.screen import Button
from bot.tables.state import Computer, Language, Person
from engine.cards import PACKS, Card, parse_counts
from engine.players import Strength
from engine.reading import parse_play
from engine.ruleset import RuleSet
from engine.seats import SEATS
from engine.tracking import sorted_hand, take
from engine.words.plays import bomb_text, reading_text
from tests.bot.screens.scenes import ENTITY_NAMES, SEEDS, deal_of, dealt, table

CHINESE, ENGLISH = texts_for(Language.CHINESE), texts_for(Language.ENGLISH)
KINGS = RuleSet(king_bomb=True)


def shown(text: str, language: Language = Language.CHINESE, rules: RuleSet | None = None) -> str:
    cards, _ = take(sorted_hand(PACKS), parse_counts(text))
    return play_text(parse_play(text, rules=rules or RuleSet()), cards, texts_for(language))


@pytest.mark.parametrize(
    ("cards", "chinese", "english"),
    [
        ("77", "♠7♠7", "♠7♠7"),
        ("T", "♠10", "♠10"),
        ("w", "小王", "🃏small"),
        ("WW", "大王 大王", "🃏big 🃏big"),
        ("7777", "♠7♠7♥7♥7（4相炸）", "♠7♠7♥7♥7 (4-phase bomb)"),
        ("99w", "♠9♠9 小王（王当9）", "♠9♠9 🃏small (joker as 9)"),
        (
            "456wWW",
            "♠4 ♠5 ♠6 小王 大王 大王（顺子 4–9，3王当7 8 9）",
            "♠4 ♠5 ♠6 🃏small 🃏big 🃏big (straight 4–9, jokers as 7 8 9)",
        ),
        (
            "333344445555",
            "♠3♠3♥3♥3 ♠4♠4♥4♥4 ♠5♠5♥5♥5（连炸 7相）",
            "♠3♠3♥3♥3 ♠4♠4♥4♥4 ♠5♠5♥5♥5 (7-phase chain)",
        ),
    ],
)
def test_plays_as_people_write_them(cards: str, chinese: str, english: str) -> None:
    assert shown(cards) == chinese
    assert shown(cards, Language.ENGLISH) == english


def test_a_chain_that_counts_by_one_of_its_groups_says_so() -> None:
    assert bomb_text(parse_play("3333444444445555"), CHINESE) == "连炸 正8相"


def test_king_bombs_have_their_name() -> None:
    assert shown("wwWW", rules=KINGS) == "小王 小王 大王 大王（王炸 7相）"
    assert play_label(parse_play("wwW", rules=KINGS), CHINESE) == "💣王炸6相"


@pytest.mark.parametrize(
    ("cards", "label"),
    [
        ("T", "单10"),
        ("77", "对7"),
        ("77w", "三个7 带王"),
        ("34567", "顺 3–7"),
        ("334455", "连对 3–5"),
        ("333444555", "连三 3–5"),
        ("777wW", "💣7×5 带2王"),
        ("333344445555", "💣连炸7相 3–5"),
        ("wW", "对大王"),
        ("wwWW", "💣2×4 带4王"),
    ],
)
def test_labels_of_one_tap_plays(cards: str, label: str) -> None:
    assert play_label(parse_play(cards), CHINESE) == label


def test_readings() -> None:
    assert reading_text(parse_play("QKAwwW"), CHINESE) == "顺子 9–A"
    assert reading_text(parse_play("5"), ENGLISH) == "single 5"


def test_a_hand_in_text_goes_from_the_jokers_down() -> None:
    cards = sorted_hand([Card.parse(name) for name in ("S31", "H31", "w1", "W1", "W2", "DT1", "C31", "S32")])
    assert hand_lines(cards, CHINESE) == "大王×2  小王  <b>10</b>♦  <b>3</b>♠♠♥♣"
    assert hand_lines(cards, CHINESE, by_count=True).startswith("<b>3</b>♠♠♥♣  大王×2")
    assert cards_text(cards[:4], CHINESE) == "♠3♠3♥3♣3"


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("Li Lei", "Li Lei"),
        ("  Li \n\t Lei ", "Li Lei"),
        ("\u202eabc", "abc"),
        ("a\u200bb\ufeffc", "abc"),
        ("\u3164", ""),
        ("🟠🤖👑", ""),
        ("Z" + "\u0301" * 9, "Ź" + "\u0301" * 2),
        ("x" * 64, "x" * 15 + "…"),
        ("爱" * 9, "爱" * 7 + "…"),
        ("爱" * 8, "爱" * 8),
        ("\ud800x", "x"),
        ("👨\u200d👩\u200d👧\u200d👦", "👨\u200d👩\u200d👧\u200d👦"),
        ("🏳\ufe0f\u200d🌈 🇨🇳", "🏳\ufe0f\u200d🌈 🇨🇳"),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",) * 2,
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क्\u200dष नमस्ते", "क्\u200dष नमस्ते"),
        ("ก็ที่นี่", "ก็ที่นี่"),
        ("a\u200cb\u200d", "ab"),
        ("👨\u200d", "👨"),
        ("🏳 x \ufe0f", "x"),
        ("👨\u200d👩\u200d👧\u200d👦" * 9, "👨\u200d👩\u200d👧\u200d👦" * 7 + "…"),
    ],
)
def test_names_are_cleaned(raw: str, cleaned: str) -> None:
    assert unicodedata.normalize("NFC", clean(raw)) == unicodedata.normalize("NFC", cleaned)


@given(st.text(max_size=80))
def test_a_clean_name_is_short_and_on_one_line(raw: str) -> None:
    name = clean(raw)
    assert width_of(name) <= NAME_WIDTH
    assert name == name.strip()
    controls = [character for character in name if unicodedata.category(character)[0] == "C"]
    assert all(character in JOINERS or is_tag(character) for character in controls)
    assert name.strip(JOINERS) == name
    assert "\n" not in name
    assert clean(name) == name


@given(st.text(alphabet="aé爱🀄", max_size=30), st.integers(min_value=2, max_value=20))
def test_cutting_never_makes_a_text_wider(text: str, width: int) -> None:
    assert width_of(cut(text, width)) <= max(width, 0)


def test_names_of_people_and_computers() -> None:
    four = (Person(1, 1, "\u200b"), Person(2, 2, "<b>&"), None, Computer(2, Strength.GREEDY))
    assert names_of(four, CHINESE) == ("玩家1", "<b>&", "", "电脑2")
    assert names_of(four, ENGLISH)[0] == "Player 1"
    assert html_names(four, ENGLISH)[1] == "\u2068&lt;b&gt;&amp;\u2069"


def test_people_of_one_name_are_told_apart_wherever_they_sit() -> None:
    first, second, third = (Person(number, number, "小明") for number in (3, 5, 8))
    other = Person(1, 1, "小明²")
    assert names_of((third, first, None, second), CHINESE) == ("小明³", "小明", "", "小明²")
    assert names_of((second, third, first, other), CHINESE) == ("小明³", "小明⁴", "小明", "小明²")
    nobodies = tuple(Person(number, number, "") for number in (4, 3, 2, 1))
    assert names_of(nobodies, ENGLISH) == ("Player 1", "Player 2", "Player 3", "Player 4")
    long = names_of((Person(1, 1, "x" * 64), Person(2, 2, "x" * 64)), ENGLISH)
    assert long == ("x" * 15 + "…", "x" * 14 + "…²")


def test_a_table_of_one_name_names_everybody_differently() -> None:
    deal = deal_of(dealt(table(("Li",) * 4), SEEDS[0]))
    assert len({seat_plain(deal, seat, ENGLISH)[1:] for seat in SEATS}) == 4


@pytest.mark.parametrize("name", ENTITY_NAMES)
def test_no_name_or_title_is_a_link(name: str) -> None:
    assert parse_html(f"x {escape(name)} y").entities, "it is one as it stands"
    for shown in (html_person(name, ENGLISH), html_title(name, "x"), *html_names((Person(1, 1, name),), ENGLISH)):
        text = parse_html(f"x {shown} y")
        assert text.entities == ()
        assert name in text.text.replace("\u2060", ""), "nothing of it is lost"


@given(st.text(alphabet="@/#$.:+-19aZ中\u200c _", max_size=14))
def test_whatever_people_call_themselves_is_no_link(name: str) -> None:
    assert parse_html(f"x{html_person(name, ENGLISH)}y").entities == ()


@given(st.text(max_size=40))
def test_clusters_are_the_whole_text(text: str) -> None:
    assert "".join(clusters(text)) == text


def test_numbers() -> None:
    assert number_text(-1_048_576) == "−1\u202f048\u202f576"
    assert [signed_text(number) for number in (5, 0, -5)] == ["+5", "0", "−5"]
    expected = {9_999: ("9\u202f999", "9\u202f999"), 10_000: ("1万", "10k"), -123_456: ("−12.3万", "−123k"),
                1_048_576_000: ("10.4亿", "1.04B"), 99_999_999: ("9999万", "99.9M"), 0: ("0", "0")}  # fmt: skip
    for number, texts in expected.items():
        assert (short_number(number, CHINESE), short_number(number, ENGLISH)) == texts


def test_rows_are_even() -> None:
    buttons = [Button(str(number), "x") for number in range(12)]
    assert [len(row) for row in even_rows(buttons, 5)] == [4, 4, 4]
    assert [len(row) for row in even_rows(buttons[:6], 5)] == [3, 3]
    assert even_rows([], 5) == ()


def test_long_labels_get_more_room() -> None:
    short, long = Button("对7", "x"), Button("💣连炸7相 3–5 带2王", "x")
    assert [len(row) for row in packed_rows([short] * 4, 3)] == [3, 1]
    assert [len(row) for row in packed_rows([long] * 2, 3)] == [1, 1]
    assert [len(row) for row in packed_rows([short, long, short], 3)] == [1, 1, 1]
