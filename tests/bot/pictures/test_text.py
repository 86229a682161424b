"""Text of any script: cleaning, joining, direction, fonts, cutting."""

import json

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # it has no types
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from bot.pictures.bidi import visual_order
from bot.pictures.samples import LADDER_ZH, NAMES_OF_ALL_KINDS
from bot.pictures.text import ASSETS, ELLIPSIS, Face, clean, face_for, join_arabic, typeset

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=64)  # lone surrogates and unassigned code points too


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("", ""),
        (" \n\t\u2003", ""),
        ("\u202eabc\u202c\u2066\u200f", "abc"),
        ("e\u0301", "é"),
        ("Z̷̧̢̡̛̖̗̘̙̀́̂̃̄̅̆̇̈a", "Za"),
        ("👨\u200d👩\u200d👧", "👨"),
        ("🏴\u200d☠\ufe0f!", "🏴!"),
        ("👍🏽", "👍"),
        ("❤\ufe0f", "❤"),
        ("1\ufe0f\u20e3", "1"),
        ("a\u200db", "ab"),
        ("a\u200cb\u200c", "ab"),
        ("می\u200cخواهم\u200c", "می\u200cخواهم"),
    ],
)
def test_clean_leaves_what_has_a_shape(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(ANY_TEXT)
def test_clean_is_final(text: str) -> None:
    assert clean(clean(text)) == clean(text)


def test_arabic_letters_are_joined() -> None:
    assert join_arabic("محمد") == "\ufee3\ufea4\ufee4\ufeaa"
    assert join_arabic("سلام") == "\ufeb3\ufefc\ufee1"  # lam and alef are one sign
    assert join_arabic("دار") == "\ufea9\ufe8d\ufead"  # letters that never join to the next
    assert join_arabic("abc 双扣") == "abc 双扣"
    assert join_arabic("می\u200cخ")[1:] == "\ufbfd\u200cﺥ", "a non-joiner keeps them apart"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("", ""),
        ("双扣 abc 12", "双扣 abc 12"),
        ("אבג", "גבא"),
        ("אבג 12", "12 גבא"),
        ("12 אבג", "גבא 12"),
        ("abc אבג דהו xyz", "abc והד גבא xyz"),
        ("אבג abc דהו", "והד abc גבא"),
        ("דני (2)", "(2) ינד"),
        ("abc (דני) 12", "abc (ינד) 12"),
        ("דני (abc) 5", "5 (abc) ינד"),
        (":-)", ":-)"),
        ("אבג 12-34", "12-34 גבא"),
        ("אב 50%", "50% בא"),
        ("محمد 50%", "%50 دمحم"),
        ("a ٣ ב", "a ב ٣"),
    ],
)
def test_right_to_left_is_put_into_the_order_it_is_seen_in(text: str, seen: str) -> None:
    assert visual_order(text) == seen


@given(ANY_TEXT)
def test_visual_order_loses_no_character(text: str) -> None:
    brackets = str.maketrans("()[]{}<>«»", "(([[{{<<««")
    assert sorted(visual_order(text).translate(brackets)) == sorted(text.translate(brackets))


def test_every_script_finds_its_font() -> None:
    assert face_for("扣") is Face.TEXT
    assert face_for("龍") is Face.TEXT  # traditional
    assert face_for("7", bold=True) is Face.FIGURES
    assert face_for("7") is Face.TEXT
    assert face_for("Ż") is Face.SCRIPTS
    assert face_for("א") is Face.SCRIPTS
    assert face_for("🐉") is Face.EMOJI
    assert face_for("\U000e0123") is None


@pytest.mark.parametrize("face", Face)
def test_the_list_of_characters_is_that_of_the_font(face: Face) -> None:
    listed = json.loads((ASSETS / "coverage.json").read_text(encoding="ascii"))[face.name.lower()]
    assert [code for first, last in listed for code in range(first, last + 1)] == sorted(
        TTFont(ASSETS / face).getBestCmap()
    )


@pytest.mark.parametrize("title", LADDER_ZH)
def test_every_title_can_be_written(title: str) -> None:
    assert [face for face, _ in typeset(title, 30).pieces] == [Face.TEXT]


def test_a_character_without_a_font_is_a_box() -> None:
    line = typeset("𓀀", 40)  # an Egyptian hieroglyph
    assert [face for face, _ in line.pieces] == [None]
    image = Image.new("L", (60, 60), 0)
    line.draw(ImageDraw.Draw(image), 10, 50, 255)
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    assert right - left > 15
    assert bottom - top > 25
    assert image.getpixel(((left + right) // 2, (top + bottom) // 2)) == 0  # hollow


@given(ANY_TEXT, st.integers(min_value=40, max_value=400))
def test_any_text_fits_the_width_it_is_given(text: str, max_width: int) -> None:
    line = typeset(text, 30, max_width=max_width)
    assert line.width <= max_width
    line.draw(ImageDraw.Draw(Image.new("L", (max_width, 50))), 0, 40, 255)


def test_a_long_text_is_set_smaller_before_it_is_cut() -> None:
    full = typeset("Katharina", 40)
    assert typeset("Katharina", 40, max_width=full.width).size == 40
    smaller = typeset("Katharina", 40, max_width=full.width * 0.85)
    assert 30 <= smaller.size < 40
    assert "".join(chars for _, chars in smaller.pieces) == "Katharina"
    cut = typeset("Katharina", 40, max_width=full.width / 2)
    assert cut.size == 30
    assert "".join(chars for _, chars in cut.pieces).endswith(ELLIPSIS)


def test_sixty_four_wide_letters_are_cut() -> None:
    line = typeset("W" * 64, 30, max_width=200)
    assert "".join(chars for _, chars in line.pieces).endswith(ELLIPSIS)


@pytest.mark.parametrize("name", NAMES_OF_ALL_KINDS)
def test_sample_names_need_no_box(name: str) -> None:
    assert None not in [face for face, _ in typeset(name, 30).pieces]
