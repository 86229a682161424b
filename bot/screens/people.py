"""How people are called on the screen.

A name is whatever its owner typed: markup, line breaks, letters that turn the line round, nothing at all. Before it is
shown it is cleaned, cut, escaped where it goes into HTML, and wrapped in bidi isolates, so that it can only ever be one
short piece of its line.
"""

import html
import unicodedata
from collections.abc import Callable
from typing import Final

from bot.locales import Texts
from bot.tables.state import Chair, Computer, LiveDeal, Occupant
from engine.players import Strength
from engine.scoring import Seat

NAME_WIDTH: Final = 16
"""Columns a name may take, a Chinese character counting two."""
TEAM_MARKS: Final = ("🟠", "🟦")
"""By team: seats 0 and 2 a disc, seats 1 and 3 a square, told apart by shape as well as colour."""
COMPUTER_MARK: Final = "🤖"
PARTNER_MARK: Final = "🤝"
_OUR_MARKS: Final = frozenset((*TEAM_MARKS, COMPUTER_MARK, PARTNER_MARK, *"👉👑✅💤🚫🥇🥈🥉🏳🏁💣"))
"""Signs that mean something here; nobody carries them in his name."""
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that show nothing."""
_MOST_ACCENTS: Final = 2
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"

_STRENGTHS: Final = {
    Strength.RANDOM: "strength-random",
    Strength.GREEDY: "strength-greedy",
    Strength.PLANNER: "strength-planner",
    Strength.EXPERT: "strength-expert",
}


def clean(raw: str, width: int = NAME_WIDTH) -> str:
    """A text that somebody typed, on one line and at most `width` columns wide; empty where nothing visible is left.

    >>> clean("  Li\\u202e\\u200b   Lei  "), clean("\\u3164\\u200d")
    ('Li Lei', '')
    """
    kept: list[str] = []
    accents = 0
    for character in unicodedata.normalize("NFC", raw):
        category = unicodedata.category(character)
        if character.isspace():
            character = " "
        elif category[0] == "C" or character in _BLANKS or character in _OUR_MARKS:
            continue
        if category in ("Mn", "Me"):
            accents += 1
            if accents > _MOST_ACCENTS or not kept:
                continue
        else:
            accents = 0
        kept.append(character)
    return cut(" ".join("".join(kept).split()), width)


def cut(text: str, width: int) -> str:
    """The text if it is at most `width` columns wide, else its beginning and an ellipsis.

    >>> cut("双扣皇帝", 8), cut("双扣皇帝陛下", 8)
    ('双扣皇帝', '双扣皇…')
    """
    if sum(map(columns, text)) <= width:
        return text
    used, kept = 1, []
    for character in text:
        used += columns(character)
        if used > width:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def isolated(text: str) -> str:
    """The text as a piece of its own in a line of any direction."""
    return f"{_ISOLATE}{text}{_END_ISOLATE}"


def html_title(raw: str, fallback: str, width: int = 2 * NAME_WIDTH) -> str:
    """The title of a chat for HTML."""
    return isolated(html.escape(clean(raw, width) or fallback))


def plain_name(occupant: Occupant, number: int, texts: Texts, width: int = NAME_WIDTH) -> str:
    """An occupant's name for toasts and buttons; `number` (1…4) tells people without a name apart."""
    if isinstance(occupant, Computer):
        return texts("computer-name", number=occupant.number)
    return isolated(clean(occupant.name, width) or texts("nameless", number=number))


def html_name(occupant: Occupant, number: int, texts: Texts, width: int = NAME_WIDTH) -> str:
    """An occupant's name for HTML."""
    return html.escape(plain_name(occupant, number, texts, width))


def html_person(raw: str, texts: Texts, number: int = 0, width: int = NAME_WIDTH) -> str:
    """The name of somebody who sits nowhere, for HTML."""
    return isolated(html.escape(clean(raw, width) or texts("nameless", number=number)))


def strength_text(strength: Strength, texts: Texts) -> str:
    """How well a computer player plays, in a word."""
    return texts(_STRENGTHS[strength])


def team_mark(seat: Seat) -> str:
    """The sign of a seat's team."""
    return TEAM_MARKS[seat & 1]


def seat_plain(live: LiveDeal, seat: Seat, texts: Texts) -> str:
    """Who sits at a seat, with the sign of the team, for toasts."""
    return _seat(live, seat, texts, plain_name)


def seat_html(live: LiveDeal, seat: Seat, texts: Texts) -> str:
    """Who sits at a seat, with the sign of the team, for HTML."""
    return _seat(live, seat, texts, html_name)


def _seat(live: LiveDeal, seat: Seat, texts: Texts, name: Callable[[Occupant, int, Texts], str]) -> str:
    occupant = live.chairs[seat].occupant
    robot = COMPUTER_MARK if isinstance(occupant, Computer) else ""
    return f"{team_mark(seat)}{robot}{name(occupant, seat + 1, texts)}"


def chairs_of_people(chairs: tuple[Chair | None, ...]) -> int:
    """How many of the chairs are taken by people."""
    return sum(chair is not None and chair.person is not None for chair in chairs)


def columns(character: str) -> int:
    """The columns a character takes: two for a Chinese character or an emoji, none for an accent."""
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
