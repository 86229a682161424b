"""The result of a deal: kind and multiplier, the bomb behind it, four places and what was still held, contributions.

Names, sums and whether a bomb was played are never cut: they are set smaller.
"""

from typing import Final

from bot.pictures import palette
from bot.pictures.canvas import Canvas
from bot.pictures.deck import DeckColours
from bot.pictures.models import Change, Contribution, ResultPicture, ResultRow
from bot.pictures.parts import (
    FOOTER_LINE,
    INNER,
    MARGIN,
    TEAM_COLOURS,
    WIDTH,
    fans,
    fans_width,
    footer,
    gain_colour,
    grouped,
    pill,
    section_label,
    shown_name,
    signed,
    team_mark,
)
from bot.pictures.shapes import Shape

_HEADER: Final = 148
_ROW: Final = 108
_ROW_GAP: Final = 10
_HELD: Final = 60
"""Height of the cards still held."""
_HELD_LABEL: Final = 104
_BOMB: Final = 80
_BOMB_TEXT: Final = 190
"""The least room for the text beside the bomb."""
_TEXT_LINE: Final = 40
_SECTION: Final = 44
_CONTRIBUTION: Final = 52
_CONTRIBUTION_ROW: Final = 112
_POINTS: Final = 150
_LEAST: Final = 13
"""The smallest letters of what must not be cut."""


def draw_result(picture: ResultPicture) -> bytes:
    """The result as a PNG with a palette, as high as its parts need."""
    canvas = Canvas(WIDTH, _height(picture))
    _draw_header(canvas, picture)
    y = _HEADER
    if picture.bomb:
        _draw_bomb(canvas, y, picture)
        y += _bomb_height(picture)
    for row in picture.rows:
        _draw_row(
            canvas, y, row, won=row.team is picture.winner, total_label=picture.total_label, colours=picture.colours
        )
        y += _row_height(row) + _ROW_GAP
    if picture.contributions:
        section_label(canvas, y + _SECTION // 2 + 4, picture.contributions_label)
        y += _SECTION
        for contribution in picture.contributions:
            _draw_contribution(canvas, y, contribution, picture.colours)
            y += _CONTRIBUTION_ROW
    footer(canvas, y + 8, picture.footer)
    return canvas.png()


def _height(picture: ResultPicture) -> int:
    height = _HEADER + sum(_row_height(row) + _ROW_GAP for row in picture.rows) + 16
    if picture.bomb:
        height += _bomb_height(picture)
    if picture.contributions:
        height += _SECTION + len(picture.contributions) * _CONTRIBUTION_ROW
    if picture.footer:
        height += len(picture.footer) * FOOTER_LINE + 12
    return height


def _row_height(row: ResultRow) -> int:
    return _ROW + (_HELD + 14 if row.held else 0)


def _bomb_needs_line(picture: ResultPicture) -> bool:
    """Return whether the bomb is so long that its text goes below it."""
    return fans_width(picture.bomb, _BOMB) > INNER - _BOMB_TEXT


def _bomb_height(picture: ResultPicture) -> int:
    return _BOMB + (_TEXT_LINE if _bomb_needs_line(picture) else 0) + 24


def _draw_header(canvas: Canvas, picture: ResultPicture) -> None:
    multiplier_width = canvas.text(
        WIDTH - MARGIN, 58, picture.multiplier, size=64, fill=palette.TEXT, bold=True, anchor="r", max_width=260
    )
    left = MARGIN
    if picture.winner is not None:
        team_mark(canvas, left, 26, 64, picture.winner)
        left += 64 + 20
    room = WIDTH - MARGIN - multiplier_width - 20 - left
    canvas.text(left, 58, picture.heading, size=64, fill=palette.GOLD, max_width=room)
    formula_width = canvas.text(
        WIDTH - MARGIN, 118, picture.formula, size=26, fill=palette.MUTED, anchor="r", max_width=400, least_size=14
    )
    room = INNER - formula_width - 20
    canvas.text(MARGIN, 118, picture.subheading, size=28, fill=palette.TEXT, max_width=room, least_size=_LEAST)


def _draw_bomb(canvas: Canvas, y: int, picture: ResultPicture) -> None:
    width = fans(canvas, MARGIN, y, picture.bomb, picture.colours, height=_BOMB, room=INNER)
    if _bomb_needs_line(picture):
        left, middle = MARGIN, y + _BOMB + _TEXT_LINE // 2 + 4
    else:
        left, middle = MARGIN + width + 20, y + _BOMB // 2
    room = WIDTH - MARGIN - left
    canvas.text(left, middle, picture.bomb_text, size=28, fill=palette.TEXT, max_width=room, least_size=_LEAST)


def _draw_row(canvas: Canvas, y: int, row: ResultRow, *, won: bool, total_label: str, colours: DeckColours) -> None:
    box = (MARGIN - 8, y, WIDTH - MARGIN + 8, y + _row_height(row))
    colour = TEAM_COLOURS[row.team]
    canvas.box(
        box, fill=palette.PANEL, radius=18, edge=colour if won else palette.PANEL_EDGE, edge_width=3 if won else 2
    )
    canvas.text(MARGIN + 40, y + _ROW / 2, row.place, size=40, fill=palette.TEXT, bold=True, anchor="m", max_width=68)
    team_mark(canvas, MARGIN + 82, y + 14, 40, row.team)

    right = WIDTH - MARGIN - 14
    points, colour = signed(row.points), gain_colour(row.points)
    points_width = canvas.text(
        right, y + 36, points, size=40, fill=colour, bold=True, anchor="r", max_width=210, least_size=16
    )
    total = f"{total_label} {grouped(row.total)}" if row.total is not None else ""
    total_width = canvas.text(
        right, y + 80, total, size=24, fill=palette.MUTED, anchor="r", max_width=240, least_size=_LEAST
    )

    left = MARGIN + 136
    room = right - points_width - 20 - left
    name = shown_name(row.name)
    name_width = canvas.text(left, y + 34, name, size=30, fill=palette.TEXT, max_width=room, least_size=_LEAST)
    if row.title:
        _draw_title(canvas, left + name_width + 12, y + 16, row, room - name_width - 12)
    left = MARGIN + 82
    room = right - total_width - 20 - left
    canvas.text(left, y + 80, row.detail, size=24, fill=palette.TEXT, max_width=room, least_size=_LEAST)
    if row.held:
        top = y + _ROW - 2
        label_room = _HELD_LABEL - 10
        middle = top + _HELD / 2
        canvas.text(MARGIN + 10, middle, row.held_text, size=22, fill=palette.MUTED, max_width=label_room)
        room = right - MARGIN - _HELD_LABEL
        fans(canvas, MARGIN + _HELD_LABEL, top, row.held, colours, height=_HELD, room=room)


def _draw_title(canvas: Canvas, x: int, y: int, row: ResultRow, room: int) -> None:
    match row.change:
        case Change.PROMOTED:
            pill(canvas, x, y, row.title, fill=palette.GOLD, ink=palette.WELL, sign=Shape.UP, room=room)
        case Change.DEMOTED:
            pill(canvas, x, y, row.title, fill=palette.LOSS, ink=palette.WELL, sign=Shape.DOWN, room=room)
        case Change.NONE:
            pill(canvas, x, y, row.title, fill=palette.FELT, ink=palette.MUTED, room=room)


def _draw_contribution(canvas: Canvas, y: int, contribution: Contribution, colours: DeckColours) -> None:
    left, right = MARGIN + 44, WIDTH - MARGIN
    team_mark(canvas, MARGIN, y + 4, 32, contribution.team)
    points = signed(contribution.points)
    canvas.text(
        right, y + 22, points, size=30, fill=palette.GAIN, bold=True, anchor="r", max_width=_POINTS, least_size=_LEAST
    )
    room = right - _POINTS - 12 - left
    text_width = min(room // 2, canvas.text_width(contribution.text, size=24))
    name_room = room - text_width - 16
    name = shown_name(contribution.name)
    width = canvas.text(left, y + 20, name, size=28, fill=palette.TEXT, max_width=name_room, least_size=_LEAST)
    x, room = left + width + 16, room - width - 16
    canvas.text(x, y + 21, contribution.text, size=24, fill=palette.MUTED, max_width=room, least_size=_LEAST)
    fans(canvas, left, y + 44, contribution.cards, colours, height=_CONTRIBUTION, room=right - left)
