"""The hand: a fan for each rank, bombs framed, selected cards raised.

This is the picture a player sees dozens of times a deal, so it is made without any colour arithmetic: cards, frames and
badges are turned once into one fixed palette, and a hand only copies them.
"""

from functools import lru_cache
from itertools import product
from typing import Final

from PIL import Image, ImageColor

from bot.pictures import palette
from bot.pictures.canvas import Canvas, png
from bot.pictures.deck import DECK, CardLook, DeckColours
from bot.pictures.faces import badge, corner, fan_face
from bot.pictures.layout import CARD_SIZES, EMPTY_HEIGHT, INNER, WIDTH, Placed, lay_out
from bot.pictures.models import HandPicture
from bot.pictures.shapes import rounded

_BADGE: Final = (54, 34)


def draw_hand(picture: HandPicture) -> bytes:
    """The hand as a PNG with a palette, ``WIDTH`` pixels wide and as high as its rows need."""
    layout = lay_out(picture)
    image = Image.new("P", (WIDTH, layout.height), _index_of(palette.FELT))
    image.putpalette(_palette_bytes())
    for frame in layout.frames:
        left, top, right, bottom = frame.box
        image.paste(_frame(right - left, bottom - top), (left, top))
    size = layout.card_width, layout.card_height
    for placed in layout.cards:
        image.paste(_card_of(placed, size), (placed.x, placed.y), _outline(size))
    for frame in layout.frames:
        _, _, right, bottom = frame.box
        label, outline = _badge(frame.count)
        image.paste(label, (right - label.width + 3, bottom - label.height + 1), outline)
    if not picture.cards:
        image.paste(_empty(picture.empty_text), (0, 0))
    return png(image)


def load_deck(colours: DeckColours) -> None:
    """Draw all cards of a deck ahead of the first hand that needs them."""
    for size, card, chosen in product(CARD_SIZES, DECK, (False, True)):
        for in_front, is_last, is_framed in product((False, True), repeat=3):
            _card(CardLook(card, colours, chosen=chosen), size, in_front, is_last, is_framed)


_RAMPS: Final = (
    (palette.CARD, palette.INK_BLACK, 14),
    (palette.CARD, palette.INK_RED, 14),
    (palette.CARD, palette.INK_BLUE, 14),
    (palette.CARD, palette.INK_GREEN, 14),
    (palette.CARD, palette.INK_SLATE, 10),
    (palette.CARD, palette.GOLD_DEEP, 8),
    (palette.CARD, palette.CARD_EDGE, 6),
    (palette.CARD_CHOSEN, palette.INK_BLACK, 12),
    (palette.CARD_CHOSEN, palette.INK_RED, 12),
    (palette.CARD_CHOSEN, palette.INK_BLUE, 12),
    (palette.CARD_CHOSEN, palette.INK_GREEN, 12),
    (palette.CARD_CHOSEN, palette.INK_SLATE, 8),
    (palette.CARD_CHOSEN, palette.GOLD_DEEP, 8),
    (palette.FELT, palette.CARD_EDGE, 8),
    (palette.FELT, palette.GOLD_DEEP, 8),
    (palette.FELT, palette.TEXT, 14),
    (palette.FELT, palette.MUTED, 10),
    (palette.FELT, palette.GOLD, 10),
    (palette.WELL, palette.GOLD_DEEP, 6),
    (palette.WELL, palette.GOLD, 8),
    (palette.WELL, palette.CARD_EDGE, 6),
    (palette.GOLD, palette.INK_BLACK, 12),
)
"""Every colour a hand can show lies on the way from one of these grounds to one of these inks: (ground, ink, steps)."""


@lru_cache(maxsize=1)
def _colours() -> tuple[tuple[int, ...], ...]:
    found: dict[tuple[int, ...], None] = {}
    for ground, ink, steps in _RAMPS:
        start, end = ImageColor.getrgb(ground), ImageColor.getrgb(ink)
        for step in range(steps + 1):
            found[tuple(round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))] = None
    return tuple(found)


@lru_cache(maxsize=1)
def _palette_bytes() -> bytes:
    return bytes(channel for colour in _colours() for channel in colour)


def _index_of(colour: str) -> int:
    return _colours().index(ImageColor.getrgb(colour))


@lru_cache(maxsize=1)
def _palette_image() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(_palette_bytes())
    return image


def _indexed(image: Image.Image) -> Image.Image:
    return image.quantize(palette=_palette_image(), dither=Image.Dither.NONE)


def _stencil(mask: Image.Image) -> Image.Image:
    """A mask for copying: all of a smooth mask that is not quite clear. Its edge is already mixed with the ground."""
    return mask.point(lambda value: 255 if value > 40 else 0, "1")


def _card_of(placed: Placed, size: tuple[int, int]) -> Image.Image:
    return _card(placed.look, size, placed.in_front, placed.is_last, placed.is_framed)


@lru_cache(maxsize=1024)
def _card(look: CardLook, size: tuple[int, int], in_front: bool, is_last: bool, is_framed: bool) -> Image.Image:
    """The card in the fixed palette, its corners mixed with what lies below them: the cloth, the ground of a frame, or
    to the right another card.
    """
    width, height = size
    ground = Image.new("RGB", size, palette.WELL if is_framed else palette.FELT)
    if not is_last:
        ground.paste(palette.CARD, (width // 2, 0, width, height))
    ground.paste(fan_face(look, width, height, in_front=in_front), (0, 0), rounded(width, height, corner(width)))
    return _indexed(ground)


@lru_cache(maxsize=32)
def _outline(size: tuple[int, int]) -> Image.Image:
    return _stencil(rounded(*size, corner(size[0])))


@lru_cache(maxsize=64)
def _frame(width: int, height: int) -> Image.Image:
    canvas = Canvas(width, height)
    canvas.box((0, 0, width, height), radius=14, fill=palette.WELL, edge=palette.GOLD, edge_width=2)
    return _indexed(canvas.image)


@lru_cache(maxsize=32)
def _badge(count: int) -> tuple[Image.Image, Image.Image]:
    return _indexed(badge(f"×{count}", *_BADGE)), _stencil(rounded(*_BADGE, _BADGE[1] // 2))


@lru_cache(maxsize=16)
def _empty(text: str) -> Image.Image:
    canvas = Canvas(WIDTH, EMPTY_HEIGHT)
    canvas.text(WIDTH / 2, EMPTY_HEIGHT / 2, text, size=36, fill=palette.MUTED, anchor="m", max_width=INNER)
    return _indexed(canvas.image)
