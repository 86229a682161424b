"""The drawn deck: 54 cards, in two colours or in four, at any size.

Every card is drawn by this project from shapes and the figures font. The index (rank above suit) stands in a strip at
the left edge, so that a card covered by its right neighbour is still readable; the sign of the card stands large at
the lower right. Jokers differ in shape and ink: the big one a red and golden sun, the small one a grey moon.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures import palette
from bot.pictures.shapes import Shape, mask, rounded
from bot.pictures.text import Face, font

RANKS: Final = "3456789TJQKA2"
SUITS: Final = "SHDC"
SMALL_JOKER: Final = "w"
BIG_JOKER: Final = "W"
DECK: Final = (*(suit + rank for rank in RANKS for suit in SUITS), SMALL_JOKER, BIG_JOKER)

CARD_WIDTH: Final = 120
CARD_HEIGHT: Final = 168
CARD_RADIUS: Final = 14
STRIP_WIDTH: Final = 52  # what of a card must stay uncovered for its index to be read
_INDEX_WIDTH: Final = 42
_INDEX_HEIGHT: Final = 45
_INDEX_CENTRE: Final = 29
_INDEX_SIZE: Final = 60
_SIGN_LEFT: Final = 55  # beyond the strip: nothing of the large sign shows on a card covered to its index
_EDGE: Final = 2
_CHOSEN_EDGE: Final = 5


class DeckColours(StrEnum):
    """The inks of the suits."""

    TWO = "two"
    """Black spades and clubs, red hearts and diamonds."""
    FOUR = "four"
    """Black spades, red hearts, blue diamonds, green clubs: no two suits differ by shape alone."""


_INKS: Final = {
    DeckColours.TWO: {"S": palette.INK_BLACK, "H": palette.INK_RED, "D": palette.INK_RED, "C": palette.INK_BLACK},
    DeckColours.FOUR: {"S": palette.INK_BLACK, "H": palette.INK_RED, "D": palette.INK_BLUE, "C": palette.INK_GREEN},
}
_COURT: Final = {"J": Shape.JACK, "Q": Shape.QUEEN, "K": Shape.KING}


@dataclass(frozen=True, slots=True)
class CardLook:
    """A card and how it is drawn."""

    card: str
    colours: DeckColours = DeckColours.TWO
    chosen: bool = False


def is_joker(card: str) -> bool:
    """Return whether the card is one of the two jokers."""
    return card in {SMALL_JOKER, BIG_JOKER}


def rank_of(card: str) -> str:
    """The rank letter of a card: ``3`` … ``2``, or ``w`` and ``W`` for jokers.

    :raises ValueError: if the text is not a card of the deck.
    """
    if card not in _DECK_SET:
        raise ValueError(f"{card!r} is not a card: a suit of {SUITS} and a rank of {RANKS}, or w, or W would be")
    return card[-1]


_DECK_SET: Final = frozenset(DECK)


@lru_cache(maxsize=256)
def card_face(look: CardLook) -> Image.Image:
    """The card at full size, ``RGBA`` with clear corners. Not to be drawn on: the image is shared.

    :raises ValueError: if ``look.card`` is not a card of the deck.
    """
    rank = rank_of(look.card)
    size = (CARD_WIDTH, CARD_HEIGHT)
    ground = palette.CARD_CHOSEN if look.chosen else palette.CARD
    edge, edge_ink = (_CHOSEN_EDGE, palette.GOLD_DEEP) if look.chosen else (_EDGE, palette.CARD_EDGE)
    face = Image.new("RGB", size, edge_ink)
    inner = rounded(CARD_WIDTH - 2 * edge, CARD_HEIGHT - 2 * edge, CARD_RADIUS - edge)
    face.paste(ground, (edge, edge), inner)
    if is_joker(look.card):
        _draw_joker(face, big=look.card == BIG_JOKER)
    else:
        _draw_ranked(face, rank, Shape(look.card[0]), _INKS[look.colours][look.card[0]])
    face.putalpha(rounded(*size, CARD_RADIUS))
    return face


@lru_cache(maxsize=256)
def card_at(look: CardLook, width: int) -> Image.Image:
    """The card scaled to ``width`` pixels, ``RGBA``. Not to be drawn on: the image is shared."""
    height = round(width * CARD_HEIGHT / CARD_WIDTH)
    return card_face(look).resize((width, height), Image.Resampling.LANCZOS)


def _draw_ranked(face: Image.Image, rank: str, suit: Shape, ink: str) -> None:
    index = figure("10" if rank == "T" else rank, _INDEX_SIZE, _INDEX_WIDTH, _INDEX_HEIGHT)
    face.paste(ink, (round(_INDEX_CENTRE - index.width / 2), 16), index)
    face.paste(ink, (_INDEX_CENTRE - 17, 72), mask(suit, 34, 34))
    if rank in _COURT:
        face.paste(ink, (_SIGN_LEFT, 66), mask(_COURT[rank], 58, 58))
        face.paste(ink, (_SIGN_LEFT + 15, 130), mask(suit, 28, 28))
    else:
        face.paste(ink, (_SIGN_LEFT, 98), mask(suit, 58, 60))


@lru_cache(maxsize=512)
def figure(text: str, size: int, width: int, height: int) -> Image.Image:
    """Bold figures of ``size`` pixels as a mask as wide as their ink, squeezed into ``width`` × ``height``. Not to be
    drawn on: the image is shared."""
    bold = font(Face.FIGURES, size)
    stroke = 1 if len(text) > 1 else 0  # squeezing thins the upright strokes
    left, top, right, bottom = bold.getbbox(text, stroke_width=stroke, anchor="ls")
    drawn = Image.new("L", (int(right - left) + 1, int(bottom - top) + 1), 0)
    ImageDraw.Draw(drawn).text((-left, -top), text, 255, bold, stroke_width=stroke, anchor="ls")
    return drawn.resize((min(width, drawn.width), min(height, drawn.height)), Image.Resampling.LANCZOS)


def ink_of(look: CardLook) -> str:
    """The colour of a card's figures."""
    if is_joker(look.card):
        return palette.INK_RED if look.card == BIG_JOKER else palette.INK_SLATE
    return _INKS[look.colours][look.card[0]]


def _draw_joker(face: Image.Image, *, big: bool) -> None:
    ink = palette.INK_RED if big else palette.INK_SLATE
    sign = Shape.SUN if big else Shape.MOON
    face.paste(ink, (_INDEX_CENTRE - 19, 14), mask(sign, 38, 38))
    if big:
        face.paste(palette.GOLD_DEEP, (_INDEX_CENTRE - 8, 25), rounded(16, 16, 8))
    letters = font(Face.FIGURES, 25)
    draw = ImageDraw.Draw(face)
    for place, letter in enumerate("JOKER"):
        draw.text((_INDEX_CENTRE, 76 + place * 20), letter, ink, letters, anchor="ms")
    if big:
        face.paste(palette.GOLD_DEEP, (_SIGN_LEFT, 78), mask(Shape.SUN, 58, 58))
        face.paste(ink, (_SIGN_LEFT + 14, 92), mask(Shape.STAR, 30, 30))
    else:
        face.paste(ink, (_SIGN_LEFT, 78), mask(Shape.MOON, 58, 58))
        face.paste(ink, (_SIGN_LEFT + 35, 86), mask(Shape.STAR, 18, 18))
