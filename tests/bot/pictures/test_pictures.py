"""All pictures: any name, any words, limits of Telegram, the same bytes every time."""

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.pictures.canvas import Canvas
from bot.pictures.drawing import draw
from bot.pictures.models import (
    Change,
    Contribution,
    DecisionPicture,
    HandPicture,
    Picture,
    RankPicture,
    ResultPicture,
    StatsPicture,
)
from bot.pictures.parts import WIDTH, grouped, pill, signed
from bot.pictures.samples import CLUMPED_HAND, NAMES_OF_ALL_KINDS, RANK, RESULT, SAMPLES, STATS
from bot.pictures.shapes import Shape

HARD_NAMES = (
    "",
    " \u200b\u202e",
    "W" * 64,
    "王" * 64,
    "👨\u200d👩\u200d👧❤️🇨🇳" * 8,
    "नमस्ते ไทย 한국어 𓀀",
    "\ud800\x00\x07",
    *NAMES_OF_ALL_KINDS,
)
NAMES = st.one_of(st.sampled_from(HARD_NAMES), st.text(st.characters(exclude_categories=()), max_size=64))


def named(picture: Picture, name: str) -> Picture:
    """The picture with this name wherever a person's name stands."""
    match picture:
        case ResultPicture():
            contributions = tuple(replace(contribution, name=name) for contribution in picture.contributions)
            return replace(
                picture, rows=tuple(replace(row, name=name) for row in picture.rows), contributions=contributions
            )
        case RankPicture() | StatsPicture():
            return replace(picture, name=name)
        case HandPicture():
            return replace(picture, empty_text=name)
        case DecisionPicture():
            return replace(
                picture, seats=tuple(replace(seat, name=name, left=name, did=name) for seat in picture.seats)
            )
        case _:
            raise AssertionError(picture)


def check(file: bytes) -> Image.Image:
    """What Telegram asks of a photo, and we of a picture."""
    image = Image.open(BytesIO(file))
    assert image.format == "PNG"
    assert image.width == WIDTH
    assert image.width + image.height <= 10_000
    assert max(image.width / image.height, image.height / image.width) <= 20
    assert len(file) < 100_000
    return image


@settings(max_examples=40)
@given(st.sampled_from(sorted(SAMPLES)), NAMES)
def test_any_name_can_be_drawn(sample: str, name: str) -> None:
    check(draw(named(SAMPLES[sample], name)))


@pytest.mark.parametrize("name", HARD_NAMES)
def test_hard_names_can_be_drawn(name: str) -> None:
    for sample in ("result", "rank", "stats", "hand_empty"):
        check(draw(named(SAMPLES[sample], name)))


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_picture_is_the_same_every_time(sample: str) -> None:
    assert draw(SAMPLES[sample]) == draw(SAMPLES[sample])


def test_an_unseen_name_is_a_dash() -> None:
    assert draw(named(SAMPLES["result"], "\u202e")) == draw(named(SAMPLES["result"], "—"))


def test_the_largest_result_fits() -> None:
    """Twelve-digit points, a chain bomb of a whole hand, promotions with the longest titles."""
    rows = tuple(
        replace(
            row, points=-768_000_000_000, total=-(10**12), title="Party secretary of the county", change=Change.DEMOTED
        )
        for row in RESULT.rows
    )
    long = Contribution(name="W" * 64, team=rows[0].team, cards=CLUMPED_HAND, text="12 phases", points=384 * 10**9)
    image = check(draw(replace(RESULT, rows=rows, bomb=CLUMPED_HAND, bomb_text="→ ×256", contributions=(long,) * 6)))
    assert image.height <= 3 * WIDTH


def test_a_result_grows_with_what_it_shows() -> None:
    bare = replace(RESULT, bomb=(), contributions=(), footer=(), winner=None)
    assert check(draw(bare)).height < check(draw(replace(bare, bomb=RESULT.bomb))).height < check(draw(RESULT)).height


def test_a_void_deal_can_be_drawn() -> None:
    rows = tuple(replace(row, points=0, change=Change.NONE, title="") for row in RESULT.rows)
    void = replace(RESULT, heading="流局", winner=None, multiplier="", formula="", bomb=(), contributions=(), rows=rows)
    check(draw(void))
    assert draw(void) != draw(replace(void, winner=RESULT.winner))


def test_a_label_without_room_keeps_its_sign() -> None:
    canvas = Canvas(200, 60)
    assert pill(canvas, 0, 0, "swapped seats", fill="#ffffff", ink="#000000", sign=Shape.SWAP, room=200) > 150
    assert 30 < pill(canvas, 0, 0, "swapped seats", fill="#ffffff", ink="#000000", sign=Shape.SWAP, room=70) < 70
    assert pill(canvas, 0, 0, "swapped seats", fill="#ffffff", ink="#000000", room=40) == 0
    assert pill(canvas, 0, 0, "", fill="#ffffff", ink="#000000", room=200) == 0


@pytest.mark.parametrize("rung", [0, 1, 10, 20])
@pytest.mark.parametrize("progress", [0.0, 0.001, 1.0])
def test_every_rung_and_progress_can_be_drawn(rung: int, progress: float) -> None:
    check(draw(replace(RANK, rung=rung, progress=progress, deals=RANK.deals[:rung])))


@given(st.lists(st.integers(min_value=-(10**12), max_value=10**12), max_size=500))
@settings(max_examples=30)
def test_any_scores_can_be_drawn(scores: list[int]) -> None:
    check(draw(replace(STATS, scores=tuple(scores))))


def test_statistics_without_kinds_or_facts_can_be_drawn() -> None:
    assert check(draw(replace(STATS, kinds=(), facts=()))).height < check(draw(STATS)).height


def test_numbers_are_grouped_and_signed() -> None:
    assert grouped(0) == "0"
    assert grouped(-1_234_567).split("\u2009") == ["\u22121", "234", "567"]
    assert signed(1500) == "+1\u2009500"
    assert signed(-5) == "\u22125"
    assert signed(0) == "0"


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be drawn"):
        draw(Picture())
