"""A decision looked at again: the others and what lay there, the hand, what was done and what was better."""

from io import BytesIO
from typing import Final

from PIL import Image

from bot.pictures import palette
from bot.pictures.canvas import Canvas
from bot.pictures.deck import DeckColours
from bot.pictures.hand import draw_hand
from bot.pictures.models import Choice, DecisionPicture, DecisionSeat
from bot.pictures.parts import INNER, MARGIN, WIDTH, fans, shown_name, team_mark

_TOP: Final = 16
_SEAT: Final = 70
_CARDS: Final = 56
_MARK: Final = 36
_NAME: Final = 250
"""Room for a name,"""
_LEFT: Final = 116
"""and for the cards that are left to it."""
_CHOICE: Final = 74
_LABEL: Final = 150
_LEAST: Final = 12


def draw_decision(picture: DecisionPicture) -> bytes:
    """The decision as a PNG with a palette."""
    hand = Image.open(BytesIO(draw_hand(picture.hand))).convert("RGB")
    above = _TOP + _SEAT * len(picture.seats)
    canvas = Canvas(WIDTH, above + hand.height + _CHOICE * len(picture.choices) + _TOP)
    for place, seat in enumerate(picture.seats):
        _draw_seat(canvas, _TOP + place * _SEAT, seat, picture.hand.colours)
    canvas.image.paste(hand, (0, above))
    for place, choice in enumerate(picture.choices):
        _draw_choice(canvas, above + hand.height + place * _CHOICE, choice, picture.hand.colours)
    return canvas.png()


def _draw_seat(canvas: Canvas, y: int, seat: DecisionSeat, colours: DeckColours) -> None:
    """A player: team, name, cards left, and what they did last in the trick."""
    box = (MARGIN - 8, y, WIDTH - MARGIN + 8, y + _SEAT - 6)
    edge = palette.GOLD if seat.lies else palette.PANEL_EDGE
    canvas.box(box, fill=palette.PANEL, radius=14, edge=edge, edge_width=3 if seat.lies else 2)
    middle = y + (_SEAT - 6) // 2
    team_mark(canvas, MARGIN + 4, middle - _MARK // 2, _MARK, seat.team)
    left = MARGIN + _MARK + 16
    canvas.text(left, middle, shown_name(seat.name), size=28, fill=palette.TEXT, max_width=_NAME - 16)
    left += _NAME
    canvas.text(left, middle, seat.left, size=26, fill=palette.MUTED, max_width=_LEFT - 8, least_size=_LEAST)
    left += _LEFT
    _draw_play(canvas, left, middle, seat.cards, seat.did, colours)


def _draw_choice(canvas: Canvas, y: int, choice: Choice, colours: DeckColours) -> None:
    middle = y + _CHOICE // 2
    fill = palette.GAIN if choice.is_better else palette.LOSS
    canvas.text(MARGIN, middle, choice.label, size=30, fill=fill, bold=True, max_width=_LABEL - 12, least_size=_LEAST)
    _draw_play(canvas, MARGIN + _LABEL, middle, choice.cards, choice.did, colours)


def _draw_play(canvas: Canvas, x: int, middle: int, cards: tuple[str, ...], did: str, colours: DeckColours) -> None:
    """Cards, or where there are none, the words for what was done."""
    room = MARGIN + INNER - x
    if cards:
        fans(canvas, x, middle - _CARDS // 2, cards, colours, height=_CARDS, room=room)
    else:
        canvas.text(x, middle, did, size=28, fill=palette.TEXT, max_width=room)
