"""The result of a deal: its kind and multiplier, the bomb behind it, four places with points, the contributions."""

from bot.pictures import palette
from bot.pictures.canvas import Canvas
from bot.pictures.models import Change, Contribution, ResultPicture, ResultRow
from bot.pictures.parts import (
    FOOTER_LINE,
    INNER,
    MARGIN,
    TEAM_COLOURS,
    WIDTH,
    fan,
    fan_height,
    footer,
    gain_colour,
    grouped,
    pill,
    section_label,
    signed,
    team_mark,
)
from bot.pictures.shapes import Shape

_HEADER = 152
_ROW = 112
_ROW_GAP = 10
_BOMB_CARD = 76
_CONTRIBUTION_CARD = 52
_CONTRIBUTION_ROW = 86
_SECTION = 48


def draw_result(picture: ResultPicture) -> bytes:
    """The result as a PNG with a palette, as high as its parts need."""
    canvas = Canvas(WIDTH, _height(picture))
    _draw_header(canvas, picture)
    y = _HEADER
    if picture.bomb:
        y += _draw_bomb(canvas, y, picture)
    for row in picture.rows:
        _draw_row(canvas, y, row, won=row.team is picture.winner, total_label=picture.total_label)
        y += _ROW + _ROW_GAP
    if picture.contributions:
        section_label(canvas, y + _SECTION // 2 + 4, picture.contributions_label)
        y += _SECTION
        for contribution in picture.contributions:
            _draw_contribution(canvas, y, contribution, picture)
            y += _CONTRIBUTION_ROW
    footer(canvas, y + 8, picture.footer)
    return canvas.png()


def _height(picture: ResultPicture) -> int:
    height = _HEADER + len(picture.rows) * (_ROW + _ROW_GAP) + 16
    if picture.bomb:
        height += fan_height(_BOMB_CARD) + 28
    if picture.contributions:
        height += _SECTION + len(picture.contributions) * _CONTRIBUTION_ROW
    if picture.footer:
        height += len(picture.footer) * FOOTER_LINE + 12
    return height


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
        WIDTH - MARGIN, 118, picture.formula, size=26, fill=palette.MUTED, anchor="r", max_width=INNER // 2
    )
    canvas.text(MARGIN, 118, picture.subheading, size=28, fill=palette.TEXT, max_width=INNER - formula_width - 20)


def _draw_bomb(canvas: Canvas, y: int, picture: ResultPicture) -> int:
    """Draws the bomb of the multiplier; returns the height it takes."""
    width = fan(canvas, MARGIN, y, picture.bomb, picture.colours, card_width=_BOMB_CARD, room=INNER - 170)
    left = MARGIN + width + 20
    middle = y + fan_height(_BOMB_CARD) / 2
    canvas.text(left, middle, picture.bomb_text, size=28, fill=palette.TEXT, max_width=WIDTH - MARGIN - left)
    return fan_height(_BOMB_CARD) + 28


def _draw_row(canvas: Canvas, y: int, row: ResultRow, *, won: bool, total_label: str) -> None:
    box = (MARGIN - 8, y, WIDTH - MARGIN + 8, y + _ROW)
    colour = TEAM_COLOURS[row.team]
    canvas.box(
        box, fill=palette.PANEL, radius=18, edge=colour if won else palette.PANEL_EDGE, edge_width=3 if won else 2
    )
    canvas.text(MARGIN + 40, y + _ROW / 2, row.place, size=40, fill=palette.TEXT, bold=True, anchor="m", max_width=68)
    team_mark(canvas, MARGIN + 82, y + 16, 40, row.team)

    right = WIDTH - MARGIN - 14
    points_width = canvas.text(
        right, y + 38, signed(row.points), size=40, fill=gain_colour(row.points), bold=True, anchor="r", max_width=300
    )
    total = f"{total_label} {grouped(row.total)}"
    total_width = canvas.text(right, y + 84, total, size=24, fill=palette.MUTED, anchor="r", max_width=270)

    left = MARGIN + 136
    room = right - points_width - 20 - left
    name_width = canvas.text_width(row.name, size=30, max_width=room)
    title_width = _title_width(canvas, row)
    if name_width + 12 + title_width > room:
        name_width = max(room - 12 - title_width, min(name_width, room * 45 // 100))
    name_width = canvas.text(left, y + 36, row.name, size=30, fill=palette.TEXT, max_width=name_width)
    _draw_title(canvas, left + name_width + 12, y + 18, row, room - name_width - 12)
    detail_left = MARGIN + 82
    canvas.text(
        detail_left, y + 84, row.detail, size=24, fill=palette.MUTED, max_width=right - total_width - 20 - detail_left
    )


def _title_width(canvas: Canvas, row: ResultRow) -> int:
    return canvas.text_width(row.title, size=22) + (28 if row.change is Change.NONE else 54) if row.title else 0


def _draw_title(canvas: Canvas, x: int, y: int, row: ResultRow, room: int) -> None:
    match row.change:
        case Change.PROMOTED:
            pill(canvas, x, y, row.title, fill=palette.GOLD, ink=palette.WELL, sign=Shape.UP, room=room)
        case Change.DEMOTED:
            pill(canvas, x, y, row.title, fill=palette.LOSS, ink=palette.WELL, sign=Shape.DOWN, room=room)
        case Change.NONE:
            pill(canvas, x, y, row.title, fill=palette.FELT, ink=palette.MUTED, room=room)


def _draw_contribution(canvas: Canvas, y: int, contribution: Contribution, picture: ResultPicture) -> None:
    middle = y + fan_height(_CONTRIBUTION_CARD) / 2
    team_mark(canvas, MARGIN, round(middle) - 16, 32, contribution.team)
    name_left = MARGIN + 44
    canvas.text(name_left, middle, contribution.name, size=26, fill=palette.TEXT, max_width=150)
    cards_left = name_left + 162
    width = fan(canvas, cards_left, y, contribution.cards, picture.colours, card_width=_CONTRIBUTION_CARD, room=206)
    right = WIDTH - MARGIN
    points_width = canvas.text(
        right, middle, signed(contribution.points), size=28, fill=palette.GAIN, bold=True, anchor="r", max_width=150
    )
    left = cards_left + width + 14
    canvas.text(
        left, middle, contribution.text, size=24, fill=palette.MUTED, max_width=right - points_width - 14 - left
    )
