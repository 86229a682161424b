"""``python -m bot.pictures sheet FOLDER``: draws the deck, one example of every picture, and a sheet of them all."""

import argparse
import sys
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from bot.pictures import palette
from bot.pictures.canvas import Canvas
from bot.pictures.deck import (
    BIG_JOKER,
    CARD_HEIGHT,
    CARD_WIDTH,
    RANKS,
    SMALL_JOKER,
    SUITS,
    CardLook,
    DeckColours,
    card_face,
)
from bot.pictures.drawing import draw
from bot.pictures.samples import SAMPLES
from engine.console import print_everywhere

_REFUSED: Final = 2
_GAP: Final = 12
_COLUMNS: Final = 4
_SHEET_WIDTH: Final = 360  # of one picture: what it is on a small phone


def draw_deck(colours: DeckColours) -> Image.Image:
    """All 54 cards: a row for each suit, the jokers at the end."""
    step_x, step_y = CARD_WIDTH + _GAP, CARD_HEIGHT + _GAP
    canvas = Canvas((len(RANKS) + 1) * step_x + _GAP, len(SUITS) * step_y + _GAP)
    places = {suit + rank: (RANKS.index(rank), SUITS.index(suit)) for rank in RANKS for suit in SUITS}
    places |= {SMALL_JOKER: (len(RANKS), 0), BIG_JOKER: (len(RANKS), 1)}
    for card, (column, row) in places.items():
        canvas.sprite(card_face(CardLook(card, colours)), _GAP + column * step_x, _GAP + row * step_y)
    return canvas.image


def draw_sheet(pictures: list[Image.Image]) -> Image.Image:
    """The pictures at phone width in columns, each put into the column that is shortest so far."""
    columns = [_GAP] * _COLUMNS
    placed: list[tuple[Image.Image, int, int]] = []
    for picture in pictures:
        column = columns.index(min(columns))
        small = picture.resize((_SHEET_WIDTH, picture.height * _SHEET_WIDTH // picture.width), Image.Resampling.LANCZOS)
        placed.append((small, _GAP + column * (_SHEET_WIDTH + _GAP), columns[column]))
        columns[column] += small.height + _GAP
    sheet = Image.new("RGB", (_GAP + _COLUMNS * (_SHEET_WIDTH + _GAP), max(columns)), palette.WELL)
    for small, x, y in placed:
        sheet.paste(small, (x, y))
    return sheet


def write_sheet(folder: Path) -> None:
    """Write ``sheet.png``, the two decks and every sample into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures: list[Image.Image] = []
    for name, model in SAMPLES.items():
        file = draw(model)
        (folder / f"{name}.png").write_bytes(file)
        pictures.append(Image.open(BytesIO(file)).convert("RGB"))
    draw_sheet(pictures).quantize(256).save(folder / "sheet.png", optimize=True)
    for colours in DeckColours:
        draw_deck(colours).quantize(256).save(folder / f"deck_{colours.value}.png", optimize=True)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bot.pictures", description="Draws examples of every picture.")
    commands = parser.add_subparsers(required=True)
    sheet = commands.add_parser("sheet", help="the deck, every picture, and all of them on one sheet")
    sheet.add_argument("folder", type=Path, help="where to write the files")
    folder = parser.parse_args(arguments).folder
    try:
        write_sheet(folder)
    except OSError as error:
        sys.stderr.write(f"{folder} cannot be written to ({error.strerror}); name a folder that can\n")
        return _REFUSED
    return 0


if __name__ == "__main__":
    print_everywhere()
    sys.exit(main())
