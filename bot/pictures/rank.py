"""The rank card: title and score, the way to the next rung, the ladder of twenty-one, the last deals."""

import math
from typing import Final

from bot.pictures import palette
from bot.pictures.canvas import Canvas
from bot.pictures.models import CHART_DEALS, RUNGS, RankPicture
from bot.pictures.parts import INNER, MARGIN, WIDTH, gain_colour, grouped, section_label, shown_name
from bot.pictures.shapes import Shape

_BAR_Y: Final = 232
_LADDER_TOP: Final = 372
_LADDER_BOTTOM: Final = 520
_LOWEST_STEP: Final = 26
_CHART_TOP: Final = 656
_CHART_BOTTOM: Final = 856
_HEIGHT: Final = 892


def draw_rank(picture: RankPicture) -> bytes:
    """The rank card as a PNG with a palette."""
    canvas = Canvas(WIDTH, _HEIGHT)
    _draw_head(canvas, picture)
    _draw_progress(canvas, picture)
    _draw_ladder(canvas, picture)
    _draw_deals(canvas, picture)
    return canvas.png()


def _draw_head(canvas: Canvas, picture: RankPicture) -> None:
    place_width = canvas.text(
        WIDTH - MARGIN, 50, picture.place_text, size=26, fill=palette.MUTED, anchor="r", max_width=INNER // 2
    )
    canvas.text(MARGIN, 50, shown_name(picture.name), size=36, fill=palette.TEXT, max_width=INNER - place_width - 24)
    score = grouped(picture.score)
    score_width = canvas.text(
        WIDTH - MARGIN, 146, score, size=48, fill=palette.TEXT, bold=True, anchor="r", max_width=340, least_size=16
    )
    canvas.text(WIDTH - MARGIN, 188, picture.score_label, size=24, fill=palette.MUTED, anchor="r", max_width=200)
    canvas.shape(Shape.KING, (MARGIN, 104, MARGIN + 68, 172), palette.GOLD)
    title, room = picture.ladder[picture.rung], INNER - 86 - score_width - 24
    canvas.text(MARGIN + 86, 142, title, size=62, fill=palette.GOLD, max_width=room, least_size=28)


def _draw_progress(canvas: Canvas, picture: RankPicture) -> None:
    canvas.box((MARGIN, _BAR_Y, WIDTH - MARGIN, _BAR_Y + 24), fill=palette.WELL, radius=12)
    filled = round(INNER * picture.progress)
    if filled:
        canvas.box((MARGIN, _BAR_Y, MARGIN + max(24, filled), _BAR_Y + 24), fill=palette.GOLD, radius=12)
    canvas.text(MARGIN, _BAR_Y + 52, picture.progress_text, size=26, fill=palette.MUTED, max_width=INNER)


def _draw_ladder(canvas: Canvas, picture: RankPicture) -> None:
    section_label(canvas, _LADDER_TOP - 28, picture.ladder_label)
    step = INNER / RUNGS
    own_middle = 0.0
    for rung in range(RUNGS):
        left, right = MARGIN + round(rung * step), MARGIN + round((rung + 1) * step) - 5
        height = _LOWEST_STEP + (_LADDER_BOTTOM - _LADDER_TOP - _LOWEST_STEP - 40) * rung // (RUNGS - 1)
        if rung == picture.rung:
            own_middle = (left + right) / 2
            colour = palette.GOLD
            top = _LADDER_BOTTOM - height
            canvas.shape(Shape.STAR, (left - 3, top - 40, right + 3, top - 6), palette.GOLD)
        else:
            colour = palette.GOLD_DEEP if rung < picture.rung else palette.PANEL_EDGE
        canvas.box((left, _LADDER_BOTTOM - height, right, _LADDER_BOTTOM), fill=colour, radius=6)
    _draw_ladder_names(canvas, picture, own_middle)


def _draw_ladder_names(canvas: Canvas, picture: RankPicture, own_middle: float) -> None:
    """The lowest, the own and the highest title under the ladder, as far as they do not run into each other."""
    y = _LADDER_BOTTOM + 28
    lowest, own, highest = picture.ladder[0], picture.ladder[picture.rung], picture.ladder[-1]
    own_width = canvas.text_width(own, size=24, max_width=INNER // 2)
    left = min(max(own_middle - own_width / 2, MARGIN), WIDTH - MARGIN - own_width)
    canvas.text(left, y, own, size=24, fill=palette.GOLD, max_width=INNER // 2)
    if MARGIN + canvas.text_width(lowest, size=24) + 16 < left:
        canvas.text(MARGIN, y, lowest, size=24, fill=palette.MUTED)
    if WIDTH - MARGIN - canvas.text_width(highest, size=24) - 16 > left + own_width:
        canvas.text(WIDTH - MARGIN, y, highest, size=24, fill=palette.MUTED, anchor="r")


def _draw_deals(canvas: Canvas, picture: RankPicture) -> None:
    section_label(canvas, _CHART_TOP - 48, picture.deals_label)
    axis = (_CHART_TOP + _CHART_BOTTOM) // 2
    if not picture.deals:
        canvas.text(WIDTH / 2, axis, picture.no_deals_text, size=28, fill=palette.MUTED, anchor="m", max_width=INNER)
        return
    canvas.rule(MARGIN, WIDTH - MARGIN, axis - 1, palette.PANEL_EDGE)
    step = INNER / CHART_DEALS
    largest = max(1, *(abs(deal.points) for deal in picture.deals))
    for place, deal in enumerate(picture.deals):
        left = MARGIN + round(place * step) + 10
        right = MARGIN + round((place + 1) * step) - 10
        # Points grow by doubling, so the bars show square roots: small deals stay visible beside a large one.
        length = round((_CHART_BOTTOM - _CHART_TOP) / 2 * math.sqrt(abs(deal.points) / largest))
        colour = gain_colour(deal.points)
        up = deal.points >= 0
        top, bottom = (axis - max(4, length), axis) if up else (axis, axis + length)
        canvas.box((left, top, right, bottom), fill=colour, radius=6)
        label_y = axis + 20 if up else axis - 20
        canvas.text((left + right) / 2, label_y, deal.label, size=21, fill=palette.TEXT, anchor="m", max_width=step - 2)
