"""The hand: rows of fanned groups, bombs on panels above them, selected cards raised.

This is the picture a player sees dozens of times a deal, so it is made without any colour arithmetic: cards, panels and
badges are turned once into one fixed palette, and a hand only copies them.
"""

from functools import lru_cache
from itertools import product

from PIL import Image, ImageColor

from bot.pictures import palette
from bot.pictures.canvas import Canvas, png
from bot.pictures.deck import CARD_HEIGHT, CARD_RADIUS, CARD_WIDTH, DECK, CardLook, DeckColours, card_face
from bot.pictures.layout import CAPTION_HEIGHT, EMPTY_HEIGHT, INNER, MARGIN, WIDTH, lay_out
from bot.pictures.models import HandPicture
from bot.pictures.shapes import rounded

_BADGE = (62, 40)


def draw_hand(picture: HandPicture) -> bytes:
    """The hand as a PNG with a palette, ``WIDTH`` pixels wide and as high as its rows need."""
    layout = lay_out(picture)
    image = Image.new("P", (WIDTH, layout.height), _index_of(palette.FELT))
    image.putpalette(_palette_bytes())
    if picture.caption or picture.note:
        image.paste(_caption(picture.caption, picture.note), (0, 0))
    for panel in layout.panels:
        left, top, right, bottom = panel.box
        image.paste(_panel(right - left, bottom - top), (left, top))
    for below, placed in zip((None, *layout.cards), layout.cards, strict=False):
        covers = below is not None and placed.covers(below)
        image.paste(_card(placed.look, covers=covers), (placed.x, placed.y), _card_outline())
    for panel in layout.panels:
        _, _, right, bottom = panel.box
        badge, outline = _badge(panel.count)
        image.paste(badge, (right - badge.width - 4, bottom - badge.height + 8), outline)
    if not picture.cards:
        image.paste(_empty(picture.empty_text), (0, layout.height - EMPTY_HEIGHT))
    return png(image)


def load_deck(colours: DeckColours) -> None:
    """Draws all cards of a deck ahead of the first hand that needs them."""
    for card in DECK:
        for chosen, covers in product((False, True), repeat=2):
            _card(CardLook(card, colours, chosen=chosen), covers=covers)


_RAMPS = (
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
    (palette.WELL, palette.GOLD_DEEP, 8),
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


@lru_cache(maxsize=2 * 2 * 2 * len(DECK))
def _card(look: CardLook, *, covers: bool) -> Image.Image:
    """The card in the fixed palette, its corners mixed with what lies below them: felt, or to the left another card."""
    ground = Image.new("RGB", (CARD_WIDTH, CARD_HEIGHT), palette.FELT)
    if covers:
        ground.paste(palette.CARD, (0, 0, CARD_WIDTH // 2, CARD_HEIGHT))
    face = card_face(look)
    ground.paste(face, (0, 0), face)
    return _indexed(ground)


@lru_cache(maxsize=1)
def _card_outline() -> Image.Image:
    return _stencil(rounded(CARD_WIDTH, CARD_HEIGHT, CARD_RADIUS))


@lru_cache(maxsize=64)
def _panel(width: int, height: int) -> Image.Image:
    canvas = Canvas(width, height)
    canvas.box((0, 0, width, height), radius=22, fill=palette.WELL, edge=palette.GOLD_DEEP, edge_width=2)
    return _indexed(canvas.image)


@lru_cache(maxsize=32)
def _badge(count: int) -> tuple[Image.Image, Image.Image]:
    width, height = _BADGE
    canvas = Canvas(width, height)
    canvas.box((0, 0, width, height), radius=height // 2, fill=palette.GOLD)
    canvas.text(width / 2, height / 2, f"×{count}", size=30, fill=palette.INK_BLACK, bold=True, anchor="m")
    return _indexed(canvas.image), _stencil(rounded(width, height, height // 2))


@lru_cache(maxsize=64)
def _caption(caption: str, note: str) -> Image.Image:
    canvas = Canvas(WIDTH, CAPTION_HEIGHT)
    note_width = canvas.text(WIDTH - MARGIN - 8, 38, note, size=30, fill=palette.MUTED, anchor="r", max_width=240)
    room = INNER - 16 - note_width - 24
    canvas.text(MARGIN + 8, 38, caption, size=32, fill=palette.TEXT, max_width=room)
    return _indexed(canvas.image)


@lru_cache(maxsize=16)
def _empty(text: str) -> Image.Image:
    canvas = Canvas(WIDTH, EMPTY_HEIGHT)
    canvas.text(WIDTH / 2, EMPTY_HEIGHT / 2, text, size=36, fill=palette.MUTED, anchor="m", max_width=INNER)
    return _indexed(canvas.image)
