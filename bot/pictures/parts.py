"""Parts that several pictures have in common: team marks, pills, small fans of cards, headings, numbers."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bot.pictures import palette
from bot.pictures.canvas import Canvas
from bot.pictures.deck import CardLook, DeckColours
from bot.pictures.faces import corner, fan_face
from bot.pictures.layout import Group, groups_of
from bot.pictures.models import Team
from bot.pictures.shapes import Shape, rounded
from bot.pictures.text import clean

WIDTH: Final = 720
MARGIN: Final = 24
INNER: Final = WIDTH - 2 * MARGIN
FOOTER_LINE: Final = 32
_THIN_SPACE: Final = "\u2009"
_LEAST_PILL_TEXT: Final = 60
_MINUS: Final = "\u2212"
_FACE: Final = 0.68  # of a card's height: how wide it is in a fan where there is room
_NARROWEST_FACE: Final = 0.44
_STRIP: Final = 0.15  # of a card's height: what it shows behind another
_GAP: Final = 5

TEAM_COLOURS: Final = {Team.A: palette.TEAM_A, Team.B: palette.TEAM_B}


def grouped(number: int) -> str:
    """A number with its digits in threes.

    >>> grouped(-1048576).replace("\\u2009", " ")
    '−1 048 576'
    """
    return f"{number:,}".replace(",", _THIN_SPACE).replace("-", _MINUS)


def signed(number: int) -> str:
    """A number of points with its sign, zero without one."""
    return ("+" if number > 0 else "") + grouped(number)


def gain_colour(number: int) -> str:
    """The colour of won, lost or no points; the sign says the same."""
    if number == 0:
        return palette.MUTED
    return palette.GAIN if number > 0 else palette.LOSS


def shown_name(name: str) -> str:
    """The name, or a dash where nothing of it can be seen."""
    return name if clean(name) else "—"


def team_mark(canvas: Canvas, x: int, y: int, size: int, team: Team) -> None:
    """The mark of a team, ``size`` pixels wide, its upper left corner at (x, y): a disc with A, a square with B."""
    radius = size // 2 if team is Team.A else size // 7
    canvas.box((x, y, x + size, y + size), fill=TEAM_COLOURS[team], radius=radius)
    letter = team.value
    canvas.text(x + size / 2, y + size / 2, letter, size=round(size * 0.68), fill=palette.WELL, bold=True, anchor="m")


def pill(
    canvas: Canvas, x: int, y: int, text: str, *, fill: str, ink: str, sign: Shape | None = None, room: int
) -> int:
    """A small label with round ends, its upper left corner at (x, y), at most ``room`` pixels wide.

    A text that does not fit is cut; where too little would be left of it, the sign stands alone.

    :return: its width, or 0 if there is nothing to show or no room for it.
    """
    height, padding = 36, 14
    sign_width = 26 if sign is not None else 0
    text_room = room - 2 * padding - sign_width
    if not text or text_room < min(_LEAST_PILL_TEXT, canvas.text_width(text, size=22)):
        text, sign_width = "", 12
        if sign is None or room < 2 * padding + sign_width:
            return 0
    width = (canvas.text_width(text, size=22, max_width=text_room) if text else 0) + 2 * padding + sign_width
    canvas.box((x, y, x + width, y + height), fill=fill, radius=height // 2)
    if sign is not None:
        canvas.shape(sign, (x + padding - 4, y + 8, x + padding + 16, y + 28), ink)
    text_x = x + padding + sign_width
    canvas.text(text_x, y + height / 2, text, size=22, fill=ink, max_width=text_room)
    return width


def fans(canvas: Canvas, x: int, y: int, cards: Sequence[str], colours: DeckColours, *, height: int, room: int) -> int:
    """Cards as in a hand, a fan for each rank, narrower where they would not fit into ``room`` pixels.

    :return: the width of the whole row, 0 for no cards.
    """
    groups = groups_of([CardLook(card, colours) for card in cards])
    strip = max(4, round(height * _STRIP))
    width = round(height * _FACE)
    while width > height * _NARROWEST_FACE and _fans_width(groups, width, strip) > room:
        width -= 2
    while strip > 4 and _fans_width(groups, width, strip) > room:
        strip -= 1
    left = x
    outline = rounded(width, height, corner(width))
    for group in groups:
        for place in range(len(group) - 1, -1, -1):
            face = fan_face(group[place], width, height, in_front=place == 0)
            canvas.image.paste(face, (left + place * strip, y), outline)
        left += _fans_width((group,), width, strip) + _GAP
    return left - _GAP - x if groups else 0


def fans_width(cards: Sequence[str], height: int) -> int:
    """The width these cards take as fans of this height where there is room for them."""
    groups = groups_of([CardLook(card) for card in cards])
    return _fans_width(groups, round(height * _FACE), max(4, round(height * _STRIP))) if groups else 0


def _fans_width(groups: Sequence[Group], width: int, strip: int) -> int:
    return sum(width + (len(group) - 1) * strip for group in groups) + (len(groups) - 1) * _GAP


def section_label(canvas: Canvas, y: int, text: str) -> None:
    """A muted heading over a part of a picture, centred on the height ``y``."""
    canvas.text(MARGIN, y, text, size=26, fill=palette.MUTED, max_width=INNER)


def footer(canvas: Canvas, y: int, lines: Sequence[str]) -> None:
    """Small muted lines from the height ``y`` on, ``FOOTER_LINE`` pixels each."""
    for place, line in enumerate(lines):
        middle = y + place * FOOTER_LINE + FOOTER_LINE / 2
        canvas.text(WIDTH / 2, middle, line, size=21, fill=palette.MUTED, anchor="m", max_width=INNER)


def chart_line(canvas: Canvas, points: Sequence[tuple[float, float]], *, ground_y: int, colour: str) -> None:
    """A line through the points with a calm area between it and the height ``ground_y``."""
    for (x1, y1), (x2, y2) in pairwise(points):
        canvas.polygon([(x1, y1), (x2, y2), (x2, ground_y), (x1, ground_y)], palette.PANEL)
    canvas.polyline(points, fill=colour, width=4)
