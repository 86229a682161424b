"""Statistics of a player: a few figures, the score over time, results by kind."""

from typing import Final

from bot.pictures import palette
from bot.pictures.canvas import Canvas
from bot.pictures.models import StatsPicture
from bot.pictures.parts import INNER, MARGIN, WIDTH, chart_line, grouped, section_label, shown_name

_HEAD: Final = 96
_FACT_WIDTH: Final = (INNER - 2 * 12) // 3
_FACT_HEIGHT: Final = 100
_CHART_HEIGHT: Final = 220
_KIND_ROW: Final = 60
_MOST_POINTS: Final = 240
"""Points of the line: more deals than this are thinned out, evenly, the last one kept."""


def draw_stats(picture: StatsPicture) -> bytes:
    """The statistics as a PNG with a palette."""
    fact_rows = (len(picture.facts) + 2) // 3
    chart_y = _HEAD + fact_rows * (_FACT_HEIGHT + 12) + 76
    kinds_y = chart_y + _CHART_HEIGHT + 44 + 60
    canvas = Canvas(WIDTH, kinds_y + len(picture.kinds) * _KIND_ROW + 28 if picture.kinds else kinds_y - 36)
    heading_width = canvas.text(
        WIDTH - MARGIN, 48, picture.heading, size=28, fill=palette.MUTED, anchor="r", max_width=INNER // 2
    )
    canvas.text(MARGIN, 48, shown_name(picture.name), size=38, fill=palette.TEXT, max_width=INNER - heading_width - 24)
    for place, fact in enumerate(picture.facts):
        x = MARGIN + place % 3 * (_FACT_WIDTH + 12)
        y = _HEAD + place // 3 * (_FACT_HEIGHT + 12)
        canvas.box((x, y, x + _FACT_WIDTH, y + _FACT_HEIGHT), fill=palette.PANEL, radius=16)
        room = _FACT_WIDTH - 32
        canvas.text(x + 16, y + 36, fact.value, size=36, fill=palette.TEXT, bold=True, max_width=room)
        canvas.text(x + 16, y + 76, fact.label, size=23, fill=palette.MUTED, max_width=room)
    section_label(canvas, chart_y - 44, picture.score_label)
    _draw_scores(canvas, chart_y, picture)
    if picture.kinds:
        _draw_kinds(canvas, kinds_y, picture)
    return canvas.png()


def _thinned(scores: tuple[int, ...]) -> list[int]:
    if len(scores) <= _MOST_POINTS:
        return list(scores)
    last = len(scores) - 1
    return [scores[round(place * last / (_MOST_POINTS - 1))] for place in range(_MOST_POINTS)]


def _draw_scores(canvas: Canvas, y: int, picture: StatsPicture) -> None:
    if not picture.scores:
        middle = y + _CHART_HEIGHT / 2
        canvas.text(WIDTH / 2, middle, picture.no_deals_text, size=28, fill=palette.MUTED, anchor="m", max_width=INNER)
        return
    scores = _thinned(picture.scores)
    low, high = min(0, *scores), max(0, *scores)
    span = max(1, high - low)
    labels = (grouped(high), grouped(low))
    label_width = max(canvas.text_width(label, size=22) for label in labels)
    left, right = MARGIN + label_width + 14, WIDTH - MARGIN - 8

    def height_of(score: int) -> float:
        return y + _CHART_HEIGHT * (high - score) / span

    zero = round(height_of(0))
    step = (right - left) / max(1, len(scores) - 1)
    points = [(left + place * step, height_of(score)) for place, score in enumerate(scores)]
    if len(points) == 1:
        points.append((right, points[0][1]))
    chart_line(canvas, points, ground_y=zero, colour=palette.GOLD)
    canvas.rule(left, right, zero - 1, palette.MUTED)
    canvas.disc(round(points[-1][0]), round(points[-1][1]), 8, palette.GOLD)
    for label, score in zip(labels, (high, low), strict=True):
        canvas.text(left - 14, height_of(score), label, size=22, fill=palette.MUTED, anchor="r")
    if low < 0 < high and min(zero - y, y + _CHART_HEIGHT - zero) > 24:
        canvas.text(left - 14, zero, "0", size=22, fill=palette.MUTED, anchor="r")
    bottom = y + _CHART_HEIGHT + 28
    half = (right - left) / 2 - 10
    canvas.text(left, bottom, picture.first_label, size=22, fill=palette.MUTED, max_width=half)
    canvas.text(right, bottom, picture.last_label, size=22, fill=palette.MUTED, anchor="r", max_width=half)


def _draw_kinds(canvas: Canvas, y: int, picture: StatsPicture) -> None:
    """Bars from a common axis: lost to the left, won to the right."""
    section_label(canvas, y - 30, picture.kinds_label)
    axis = MARGIN + 120 + (INNER - 120) // 2
    longest = (INNER - 120) // 2 - 64
    canvas.text(axis - 10, y - 30, f"{picture.lost_label} ←", size=23, fill=palette.LOSS, anchor="r", max_width=160)
    canvas.text(axis + 10, y - 30, f"→ {picture.won_label}", size=23, fill=palette.GAIN, max_width=longest)
    most = max(1, *(max(row.won, row.lost) for row in picture.kinds))
    for place, row in enumerate(picture.kinds):
        top = y + place * _KIND_ROW
        middle = top + _KIND_ROW // 2
        canvas.text(MARGIN, middle, row.label, size=28, fill=palette.TEXT, max_width=112)
        won, lost = (longest * count // most for count in (row.won, row.lost))
        canvas.box((axis + 2, middle - 17, axis + 2 + won, middle + 17), fill=palette.GAIN, radius=6)
        canvas.box((axis - 2 - lost, middle - 17, axis - 2, middle + 17), fill=palette.LOSS, radius=6)
        canvas.text(axis + won + 14, middle, str(row.won), size=26, fill=palette.TEXT, bold=True)
        canvas.text(axis - lost - 14, middle, str(row.lost), size=26, fill=palette.TEXT, bold=True, anchor="r")
    canvas.box((axis - 1, y, axis + 1, y + len(picture.kinds) * _KIND_ROW), fill=palette.MUTED)
