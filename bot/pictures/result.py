"""The result of a deal: its kind and multiplier, the bomb behind it, four places with points, the contributions."""

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
    fan,
    fan_height,
    fan_width,
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

_HEADER = 152
_ROW = 112
_ROW_GAP = 10
_BOMB_CARD = 76
_CONTRIBUTION_CARD = 52
_CONTRIBUTION_ROW = 88
_CONTRIBUTION_FAN = 272  # twelve cards
_POINTS = 132
_BOMB_TEXT = 190  # the least room for the text beside the bomb
_TEXT_LINE = 40
_SECTION = 48


def draw_result(picture: ResultPicture) -> bytes:
    """The result as a PNG with a palette, as high as its parts need."""
    canvas = Canvas(WIDTH, _height(picture))
    _draw_header(canvas, picture)
    y = _HEADER
    if picture.bomb:
        _draw_bomb(canvas, y, picture)
        y += _bomb_height(picture)
    for row in picture.rows:
        _draw_row(canvas, y, row, won=row.team is picture.winner, total_label=picture.total_label)
        y += _ROW + _ROW_GAP
    if picture.contributions:
        section_label(canvas, y + _SECTION // 2 + 4, picture.contributions_label)
        y += _SECTION
        for contribution in picture.contributions:
            _draw_contribution(canvas, y, contribution, picture.colours)
            y += _contribution_height(contribution)
    footer(canvas, y + 8, picture.footer)
    return canvas.png()


def _height(picture: ResultPicture) -> int:
    height = _HEADER + len(picture.rows) * (_ROW + _ROW_GAP) + 16
    if picture.bomb:
        height += _bomb_height(picture)
    if picture.contributions:
        height += _SECTION + sum(map(_contribution_height, picture.contributions))
    if picture.footer:
        height += len(picture.footer) * FOOTER_LINE + 12
    return height


def _bomb_needs_line(picture: ResultPicture) -> bool:
    """Whether the bomb is so long that its text goes below it."""
    return fan_width(len(picture.bomb), _BOMB_CARD) > INNER - _BOMB_TEXT


def _bomb_height(picture: ResultPicture) -> int:
    return fan_height(_BOMB_CARD) + (_TEXT_LINE if _bomb_needs_line(picture) else 0) + 28


def _contribution_needs_line(contribution: Contribution) -> bool:
    """Whether the bomb is so long that it gets a line of its own."""
    return fan_width(len(contribution.cards), _CONTRIBUTION_CARD) > _CONTRIBUTION_FAN


def _contribution_height(contribution: Contribution) -> int:
    return _CONTRIBUTION_ROW + (fan_height(_CONTRIBUTION_CARD) + 12 if _contribution_needs_line(contribution) else 0)


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
    canvas.text(MARGIN, 118, picture.subheading, size=28, fill=palette.TEXT, max_width=INNER - formula_width - 20)


def _draw_bomb(canvas: Canvas, y: int, picture: ResultPicture) -> None:
    width = fan(canvas, MARGIN, y, picture.bomb, picture.colours, card_width=_BOMB_CARD, room=INNER)
    if _bomb_needs_line(picture):
        left, middle = MARGIN, y + fan_height(_BOMB_CARD) + _TEXT_LINE // 2 + 4
    else:
        left, middle = MARGIN + width + 20, y + fan_height(_BOMB_CARD) // 2
    canvas.text(left, middle, picture.bomb_text, size=28, fill=palette.TEXT, max_width=WIDTH - MARGIN - left)


def _draw_row(canvas: Canvas, y: int, row: ResultRow, *, won: bool, total_label: str) -> None:
    box = (MARGIN - 8, y, WIDTH - MARGIN + 8, y + _ROW)
    colour = TEAM_COLOURS[row.team]
    canvas.box(
        box, fill=palette.PANEL, radius=18, edge=colour if won else palette.PANEL_EDGE, edge_width=3 if won else 2
    )
    canvas.text(MARGIN + 40, y + _ROW / 2, row.place, size=40, fill=palette.TEXT, bold=True, anchor="m", max_width=68)
    team_mark(canvas, MARGIN + 82, y + 16, 40, row.team)

    right = WIDTH - MARGIN - 14
    points, colour = signed(row.points), gain_colour(row.points)
    points_width = canvas.text(
        right, y + 38, points, size=40, fill=colour, bold=True, anchor="r", max_width=210, least_size=16
    )
    total = f"{total_label} {grouped(row.total)}" if row.total is not None else ""
    total_width = canvas.text(
        right, y + 84, total, size=24, fill=palette.MUTED, anchor="r", max_width=260, least_size=14
    )

    left = MARGIN + 136
    room = right - points_width - 20 - left
    name_width = canvas.text_width(shown_name(row.name), size=30, max_width=room)
    title_width = _title_width(canvas, row)
    if name_width + 12 + title_width > room:
        name_width = max(room - 12 - title_width, min(name_width, room * 45 // 100))
    name_width = canvas.text(left, y + 36, shown_name(row.name), size=30, fill=palette.TEXT, max_width=name_width)
    if row.title:
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


def _draw_contribution(canvas: Canvas, y: int, contribution: Contribution, colours: DeckColours) -> None:
    left, right = MARGIN + 44, WIDTH - MARGIN
    team_mark(canvas, MARGIN, y + 8, 32, contribution.team)
    points = signed(contribution.points)
    canvas.text(
        right, y + 36, points, size=30, fill=palette.GAIN, bold=True, anchor="r", max_width=_POINTS, least_size=14
    )
    own_line = _contribution_needs_line(contribution)
    room = right - _POINTS - 12 - left - (0 if own_line else _CONTRIBUTION_FAN + 12)
    canvas.text(left, y + 24, shown_name(contribution.name), size=28, fill=palette.TEXT, max_width=room)
    canvas.text(left, y + 60, contribution.text, size=24, fill=palette.MUTED, max_width=room)
    cards_x, cards_y = (left, y + 84) if own_line else (left + room + 12, y)
    fan(canvas, cards_x, cards_y, contribution.cards, colours, card_width=_CONTRIBUTION_CARD, room=right - cards_x)
