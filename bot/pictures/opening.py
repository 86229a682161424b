"""The opening of a deal: the opening card on the table, four seats round it, teams, the leader, who swapped."""

import math
from typing import Final

from bot.pictures import palette
from bot.pictures.canvas import Canvas
from bot.pictures.deck import CARD_HEIGHT, CARD_WIDTH, CardLook, card_face
from bot.pictures.models import OpeningPicture, OpeningSeat
from bot.pictures.parts import FOOTER_LINE, INNER, MARGIN, TEAM_COLOURS, WIDTH, footer, pill, shown_name, team_mark
from bot.pictures.shapes import Shape

_SEAT_WIDTH: Final = 212
_SEAT_HEIGHT: Final = 148
_CENTRE_SEAT_WIDTH: Final = 300
_TABLE_MIDDLE: Final = 400
_SEAT_MIDDLES: Final = ((WIDTH // 2, 636), (WIDTH - MARGIN - _SEAT_WIDTH // 2, _TABLE_MIDDLE), (WIDTH // 2, 164))
_ORBIT: Final = 132
"""Distance of the turn arrows from the middle of the table."""


def draw_opening(picture: OpeningPicture) -> bytes:
    """The opening as a PNG with a palette."""
    bottom = _SEAT_MIDDLES[0][1] + _SEAT_HEIGHT // 2
    canvas = Canvas(WIDTH, bottom + 24 + (len(picture.footer) * FOOTER_LINE + 12 if picture.footer else 0))
    note_width = canvas.text(
        WIDTH - MARGIN, 46, picture.note, size=26, fill=palette.MUTED, anchor="r", max_width=INNER // 2
    )
    canvas.text(MARGIN, 46, picture.heading, size=38, fill=palette.TEXT, max_width=INNER - note_width - 24)

    _draw_table(canvas, picture)
    middles = (*_SEAT_MIDDLES, (MARGIN + _SEAT_WIDTH // 2, _TABLE_MIDDLE))
    for place, (seat, (x, y)) in enumerate(zip(picture.seats, middles, strict=True)):
        width = _SEAT_WIDTH if place % 2 else _CENTRE_SEAT_WIDTH
        leads_text = picture.leads_text if place == picture.leader else ""
        _draw_seat(canvas, x - width // 2, y - _SEAT_HEIGHT // 2, width, seat, leads_text, picture.swapped_text)
    footer(canvas, bottom + 24, picture.footer)
    return canvas.png()


def _draw_table(canvas: Canvas, picture: OpeningPicture) -> None:
    middle = WIDTH // 2
    canvas.disc(middle, _TABLE_MIDDLE, 114, palette.WELL)
    for quarter in range(4):
        _draw_turn_arrow(canvas, middle, _TABLE_MIDDLE, math.pi / 4 + quarter * math.pi / 2)
    card = card_face(CardLook(picture.opening_card, picture.colours))
    canvas.sprite(card, middle - CARD_WIDTH // 2, _TABLE_MIDDLE - CARD_HEIGHT // 2 - 12)
    label_y = _TABLE_MIDDLE + CARD_HEIGHT // 2 + 8
    canvas.text(middle, label_y, picture.opening_label, size=26, fill=palette.GOLD, anchor="m", max_width=150)


def _draw_turn_arrow(canvas: Canvas, x: int, y: int, turn: float) -> None:
    """A short arc against the clock with a head, around the angle ``turn`` (0 to the right, growing downwards)."""
    half, steps = 0.2, 10
    angles = [turn + half - 2 * half * step / steps for step in range(steps + 1)]
    arc = [(x + _ORBIT * math.cos(angle), y + _ORBIT * math.sin(angle)) for angle in angles]
    canvas.polyline(arc, fill=palette.PANEL_EDGE, width=4)
    end = angles[-1]
    tip = (arc[-1][0] + 4 * math.sin(end), arc[-1][1] - 4 * math.cos(end))
    for side in (-1, 1):
        radius = _ORBIT + side * 10
        back = end + 0.09
        canvas.polyline(
            [tip, (x + radius * math.cos(back), y + radius * math.sin(back))], fill=palette.PANEL_EDGE, width=4
        )


def _draw_seat(
    canvas: Canvas, x: int, y: int, width: int, seat: OpeningSeat, leads_text: str, swapped_text: str
) -> None:
    edge = palette.GOLD if leads_text else TEAM_COLOURS[seat.team]
    box = (x, y, x + width, y + _SEAT_HEIGHT)
    canvas.box(box, fill=palette.PANEL, radius=20, edge=edge, edge_width=4 if leads_text else 2)
    left, right = x + 16, x + width - 14
    team_mark(canvas, left, y + 14, 38, seat.team)
    canvas.text(left + 50, y + 33, seat.detail, size=24, fill=palette.MUTED, max_width=right - left - 50)
    name_y = y + (75 if leads_text or seat.swapped else 94)
    canvas.text(left, name_y, shown_name(seat.name), size=30, fill=palette.TEXT, max_width=right - left)
    if leads_text:
        left += pill(canvas, left, y + 99, leads_text, fill=palette.GOLD, ink=palette.WELL, room=right - left) + 8
    if seat.swapped:
        room = right - left
        pill(canvas, left, y + 99, swapped_text, fill=palette.FELT, ink=palette.TEXT, sign=Shape.SWAP, room=room)
