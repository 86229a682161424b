"""Every sample looks as it does in docs/pictures; ``python -m bot.pictures sheet docs/pictures`` draws those anew."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.pictures.__main__ import draw_deck, write_sheet
from bot.pictures.deck import DeckColours
from bot.pictures.drawing import draw
from bot.pictures.models import HandPicture
from bot.pictures.samples import SAMPLES

GOLDEN = Path(__file__).parents[3] / "docs" / "pictures"
_TILE = 12  # pixels
_TILE_MEAN = 24  # of 255: another version of FreeType may shift the edges of letters a little


def alike(one: Image.Image, two: Image.Image) -> bool:
    """Whether two pictures are of one size and nowhere differ, averaged over a small tile, by more than edges may."""
    if one.size != two.size:
        return False
    difference = ImageChops.difference(one.convert("RGB"), two.convert("RGB"))
    return not any(difference.convert("L").reduce(_TILE).histogram()[_TILE_MEAN:])


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_looks_as_it_did(name: str) -> None:
    file = draw(SAMPLES[name])
    assert alike(Image.open(BytesIO(file)), Image.open(GOLDEN / f"{name}.png"))


@pytest.mark.parametrize("colours", DeckColours)
def test_the_deck_looks_as_it_did(colours: DeckColours) -> None:
    assert alike(draw_deck(colours), Image.open(GOLDEN / f"deck_{colours.value}.png"))


def test_small_changes_would_be_seen() -> None:
    """A golden test that could not fail would be none: one index instead of another, another name, a card raised."""
    golden = Image.open(GOLDEN / "hand_shuffled.png").convert("RGB")
    changed = golden.copy()
    changed.paste(changed.crop((100, 30, 150, 100)), (300, 30))
    assert alike(golden, golden.copy())
    assert not alike(golden, changed)
    hand = SAMPLES["hand_shuffled"]
    assert isinstance(hand, HandPicture)
    raised = draw(replace(hand, selected=hand.cards[5:6]))
    assert not alike(golden, Image.open(BytesIO(raised)))
    assert not alike(Image.open(GOLDEN / "result.png"), Image.open(GOLDEN / "result_names.png"))


def test_the_command_draws_everything(tmp_path: Path) -> None:
    write_sheet(tmp_path / "new")
    assert {file.name for file in (tmp_path / "new").iterdir()} == {file.name for file in GOLDEN.glob("*.png")}
    assert alike(Image.open(tmp_path / "new" / "sheet.png"), Image.open(GOLDEN / "sheet.png"))
