"""The hand: rows of fanned groups, bombs on panels above them, selected cards raised.

This is the picture a player sees dozens of times a deal, so it is made without any colour arithmetic: cards, panels and
badges are turned once into one fixed palette, and a hand only copies them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product

from PIL import Image, ImageColor

from bot.pictures import palette
from bot.pictures.canvas import Canvas, png
from bot.pictures.deck import (
    CARD_HEIGHT,
    CARD_RADIUS,
    CARD_WIDTH,
    DECK,
    RANKS,
    STRIP_WIDTH,
    CardLook,
    DeckColours,
    card_face,
    is_joker,
)
from bot.pictures.models import HandPicture, JokersPlace, Sorting
from bot.pictures.shapes import rounded

WIDTH = 720
BOMB_SIZE = 4  # rules §3: four or more of a rank

_MARGIN = 16
_INNER = WIDTH - 2 * _MARGIN
_RAISE = 22
_ROW_GAP = 30  # leaves room for raised cards
_TOP = 34
_CAPTION_HEIGHT = 56
_EMPTY_HEIGHT = 220

_GROUP_GAP = 18  # the least a group's last card shows beyond a strip
_WIDEST_GROUP_GAP = CARD_WIDTH - STRIP_WIDTH + 14  # groups entirely apart
_WIDEST_STRIP = 66

_BOMB_STRIP = 44
_PANEL_PADDING = 12
_PANEL_GAP = 14
_BADGE = (62, 40)


@dataclass(frozen=True, slots=True)
class Placed:
    """A card and where its upper left corner lies."""

    look: CardLook
    x: int
    y: int

    def covers(self, other: "Placed") -> bool:
        """Whether both left corners of this card lie on the other one."""
        return self.y == other.y and other.x < self.x < other.x + CARD_WIDTH - CARD_RADIUS


@dataclass(frozen=True, slots=True)
class Panel:
    """The ground of one bomb, with the number of its cards."""

    box: tuple[int, int, int, int]
    count: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything of a hand lies; cards in the order they are laid down."""

    height: int
    cards: tuple[Placed, ...]
    panels: tuple[Panel, ...]


Group = tuple[CardLook, ...]


def groups_of(picture: HandPicture) -> tuple[list[Group], list[Group]]:
    """The hand as bombs and other groups, both in the order they are shown in.

    Jokers are one group of their own and never a bomb: what they stand for is decided when they are played.
    """
    chosen = Counter(picture.selected)
    looks: list[CardLook] = []
    for card in sorted(picture.cards, key=_place_in_hand):
        looks.append(CardLook(card, picture.colours, chosen=chosen[card] > 0))
        chosen[card] -= 1
    groups = [tuple(group) for _, group in groupby(looks, key=lambda look: _rank(look.card))]
    jokers = [group for group in groups if is_joker(group[0].card)]
    ranked = [group for group in groups if not is_joker(group[0].card)]
    if picture.sorting is Sorting.BY_COUNT:
        ranked.sort(key=len, reverse=True)
    bombs = [group for group in ranked if len(group) >= BOMB_SIZE]
    others = [group for group in ranked if len(group) < BOMB_SIZE]
    return bombs, (jokers + others if picture.jokers is JokersPlace.FIRST else others + jokers)


def _rank(card: str) -> str:
    return "joker" if is_joker(card) else card[-1]


def _place_in_hand(card: str) -> tuple[int, int]:
    """Jokers, then ranks from 2 down to 3; within a rank the suits together."""
    if is_joker(card):
        return 0, "Ww".index(card)
    return len(RANKS) - RANKS.index(card[-1]), "SHCD".index(card[0])


def lay_out(picture: HandPicture) -> Layout:
    """Places the cards of a hand on a picture ``WIDTH`` pixels wide."""
    bombs, others = groups_of(picture)
    cards: list[Placed] = []
    panels: list[Panel] = []
    y = _TOP + (_CAPTION_HEIGHT if picture.caption or picture.note else 0)
    for row in _rows(bombs, _bomb_width, _PANEL_GAP, _INNER):
        y += _PANEL_PADDING
        x = (WIDTH - sum(map(_bomb_width, row)) - (len(row) - 1) * _PANEL_GAP) // 2
        for bomb in row:
            right, bottom = x + _bomb_width(bomb), y + CARD_HEIGHT + _PANEL_PADDING
            panels.append(Panel((x, y - _PANEL_PADDING, right, bottom), len(bomb)))
            cards.extend(_fan(bomb, x + _PANEL_PADDING, y, _BOMB_STRIP))
            x = right + _PANEL_GAP
        y += CARD_HEIGHT + _PANEL_PADDING + _ROW_GAP
    rows = _rows(others, _strips_width, _GROUP_GAP, _INNER - CARD_WIDTH + STRIP_WIDTH)
    gap, strip = _spread(rows)
    for row in rows:
        steps = sum(map(len, row)) - 1
        x = (WIDTH - steps * strip - (len(row) - 1) * gap - CARD_WIDTH) // 2
        for group in row:
            cards.extend(_fan(group, x, y, strip))
            x += len(group) * strip + gap
        y += CARD_HEIGHT + _ROW_GAP
    height = y - _ROW_GAP + _MARGIN if picture.cards else y - _TOP + _EMPTY_HEIGHT
    return Layout(height, tuple(cards), tuple(panels))


def _bomb_width(bomb: Group) -> int:
    return (len(bomb) - 1) * _BOMB_STRIP + CARD_WIDTH + 2 * _PANEL_PADDING


def _strips_width(group: Group) -> int:
    return len(group) * STRIP_WIDTH


def _rows(groups: Sequence[Group], width_of: Callable[[Group], int], gap: int, limit: int) -> list[list[Group]]:
    """The groups, in their order, in as few rows as fit ``limit``, the rows as even as that allows."""
    rows = _filled(groups, width_of, gap, limit)
    for narrower in range(limit, 0, -STRIP_WIDTH // 2):
        attempt = _filled(groups, width_of, gap, narrower)
        if len(attempt) > len(rows):
            break
        rows = attempt
    return rows


def _filled(groups: Sequence[Group], width_of: Callable[[Group], int], gap: int, limit: int) -> list[list[Group]]:
    rows: list[list[Group]] = []
    width = 0
    for group in groups:
        if rows and width + gap + width_of(group) <= limit:
            rows[-1].append(group)
            width += gap + width_of(group)
        else:
            rows.append([group])
            width = width_of(group)
    return rows


def _spread(rows: Sequence[Sequence[Group]]) -> tuple[int, int]:
    """The gap between groups and the strip of a card, the same in all rows, grown as far as the fullest row allows."""
    gap, strip = _WIDEST_GROUP_GAP, _WIDEST_STRIP
    for row in rows:
        steps, gaps = sum(map(len, row)) - 1, len(row) - 1
        spare = _INNER - CARD_WIDTH - steps * STRIP_WIDTH
        if gaps:
            gap = max(_GROUP_GAP, min(gap, spare // gaps))
        if steps:
            strip = min(strip, STRIP_WIDTH + max(0, spare - gaps * _WIDEST_GROUP_GAP) // steps)
    return gap, strip


def _fan(group: Group, x: int, y: int, strip: int) -> Iterator[Placed]:
    for place, look in enumerate(group):
        yield Placed(look, x + place * strip, y - _RAISE if look.chosen else y)


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
        image.paste(_empty(picture.empty_text), (0, layout.height - _EMPTY_HEIGHT))
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
    canvas = Canvas(WIDTH, _CAPTION_HEIGHT)
    note_width = canvas.text(WIDTH - _MARGIN - 8, 38, note, size=30, fill=palette.MUTED, anchor="r", max_width=240)
    room = _INNER - 16 - note_width - 24
    canvas.text(_MARGIN + 8, 38, caption, size=32, fill=palette.TEXT, max_width=room)
    return _indexed(canvas.image)


@lru_cache(maxsize=16)
def _empty(text: str) -> Image.Image:
    canvas = Canvas(WIDTH, _EMPTY_HEIGHT)
    canvas.text(WIDTH / 2, _EMPTY_HEIGHT / 2, text, size=36, fill=palette.MUTED, anchor="m", max_width=_INNER)
    return _indexed(canvas.image)
