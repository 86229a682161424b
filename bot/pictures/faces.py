"""Cards of a fan: a narrow face with its rank as large as fits, and the back rows of which only a suit looks out.

Unlike the cards of ``deck``, which are laid open one by one, these are read by rank, at arm's length.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures import palette
from bot.pictures.deck import BIG_JOKER, CardLook, figure, ink_of, is_joker
from bot.pictures.shapes import Shape, mask, rounded
from bot.pictures.text import Face, font

_EDGE: Final = 2
_CHOSEN_EDGE: Final = 4
_STRIP_MIDDLE: Final = 10
"""Of the suit that looks out, from the right edge of its card."""


@lru_cache(maxsize=256)
def fan_face(look: CardLook, width: int, height: int, *, in_front: bool) -> Image.Image:
    """A card of a fan, ``RGB`` with square corners; behind another card only the suit at its right edge is seen. Not to
    be drawn on: the image is shared.

    :raises ValueError: if ``look.card`` is not a card of the deck.
    """
    ground = palette.CARD_CHOSEN if look.chosen else palette.CARD
    edge, edge_ink = (_CHOSEN_EDGE, palette.GOLD_DEEP) if look.chosen else (_EDGE, palette.CARD_EDGE)
    face = Image.new("RGB", (width, height), edge_ink)
    inner = rounded(width - 2 * edge, height - 2 * edge, corner(width) - edge)
    face.paste(ground, (edge, edge), inner)
    if not in_front:
        _draw_strip(face, look)
    elif is_joker(look.card):
        _draw_joker(face, big=look.card == BIG_JOKER)
    else:
        _draw_rank(face, look)
    return face


def corner(width: int) -> int:
    """The radius of the corners of a card of this width."""
    return max(4, width // 8)


def _draw_rank(face: Image.Image, look: CardLook) -> None:
    """The rank in the upper part, the suit in the lower."""
    ink = ink_of(look)
    room, height = face.width - 14, face.height * 46 // 100
    drawn = figure("10" if look.card[-1] == "T" else look.card[-1], height * 4 // 3, room, height)
    face.paste(ink, ((face.width - drawn.width) // 2, face.height * 9 // 100), drawn)
    size = min(room, face.height * 30 // 100)
    face.paste(ink, ((face.width - size) // 2, face.height * 63 // 100), mask(Shape(look.card[0]), size, size))


def _draw_joker(face: Image.Image, *, big: bool) -> None:
    """The big one a red and golden sun, the small one a grey moon; the word below."""
    ink = palette.INK_RED if big else palette.INK_SLATE
    size = min(face.width - 16, face.height * 46 // 100)
    left, top = (face.width - size) // 2, face.height * 12 // 100
    face.paste(ink, (left, top), mask(Shape.SUN if big else Shape.MOON, size, size))
    if big:
        disc = size * 44 // 100
        face.paste(palette.GOLD_DEEP, (left + (size - disc) // 2, top + (size - disc) // 2), rounded(disc, disc, disc))
    word = figure("JOKER", face.height * 20 // 100, face.width - 14, face.height * 20 // 100)
    face.paste(ink, ((face.width - word.width) // 2, face.height * 70 // 100), word)


def _draw_strip(face: Image.Image, look: CardLook) -> None:
    """The suit, or the joker's sign, at the right edge, high enough to stand clear of a badge."""
    ink = ink_of(look)
    size = min(16, face.width // 3)
    sign = Shape.SUN if look.card == BIG_JOKER else Shape.MOON if is_joker(look.card) else Shape(look.card[0])
    middle = face.width - min(_STRIP_MIDDLE, face.width // 4)
    face.paste(ink, (middle - size // 2, face.height * 16 // 100), mask(sign, size, size))


def badge(text: str, width: int, height: int) -> Image.Image:
    """A golden label with round ends, ``RGB`` with square corners."""
    image = Image.new("RGB", (width, height), palette.GOLD)
    letters = font(Face.FIGURES, height * 3 // 4)
    ImageDraw.Draw(image).text((width / 2, height * 0.78), text, palette.INK_BLACK, letters, anchor="ms")
    return image
