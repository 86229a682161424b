"""Names of people on the screen.

A name is whatever its owner typed: markup, line breaks, letters that turn the line round, addresses, nothing at all.
Before it is shown it is cleaned, cut, told apart from its namesakes at the table, and where Telegram reads entities
into a text, escaped and made unreadable as one. Bidi isolates keep it one short piece of its line.
"""

import html
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

from bot.locales import Texts
from bot.pictures.clusters import EMOJI_STYLE, JOINERS, clusters, columns, is_tag, width_of
from bot.tables.state import Chair, Computer, Occupant, Person
from engine.players import Strength
from engine.seats import Seat, team_of

NAME_WIDTH: Final = 16
"""Columns a name may take, a Chinese character counting two."""
TEAM_MARKS: Final = ("🟠", "🟦")
"""By team: seats 0 and 2 a disc, seats 1 and 3 a square, told apart by shape as well as colour."""
COMPUTER_MARK: Final = "🤖"
PARTNER_MARK: Final = "🤝"
_OUR_MARKS: Final = frozenset((*TEAM_MARKS, COMPUTER_MARK, PARTNER_MARK, *"👉👑✅💤🚫🥇🥈🥉🏳🏁💣"))
"""Signs that mean something here; nobody carries them in their name. Inside a flag they are no signs."""
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that show nothing."""
_MOST_ACCENTS: Final = 2
_MOST_MARKS: Final = 4
"""Of scripts whose vowels are marks; there a syllable may have several."""
_ACCENTS: Final = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
_JOINED_SCRIPTS: Final = range(0x0600, 0x18B0)
"""Arabic to Mongolian: here a joiner changes the letters beside it. Between other letters it shows nothing."""
_FLAG: Final = "\U0001f3f4"
"""The flag that tags make a region's."""
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_WORD_JOINER: Final = "\u2060"
"""Shows nothing, and ends whatever Telegram takes for an address, a mention, a tag, a command or a number."""
_ENTITY_STARTS: Final = re.compile(r"(?<=[@#/$.:+])(?=[^\s\ufe0f\u20e3])|(?<=\d{3})(?=[\d -])")
_SUPERSCRIPTS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

_STRENGTHS: Final = {
    Strength.RANDOM: "strength-random",
    Strength.GREEDY: "strength-greedy",
    Strength.PLANNER: "strength-planner",
    Strength.EXPERT: "strength-expert",
    Strength.ADEPT: "strength-adept",
    Strength.MASTER: "strength-master",
}


class Seated(Protocol):
    """A deal as far as it says who sits where."""

    @property
    def chairs(self) -> tuple[Chair, Chair, Chair, Chair]:
        """By seat."""


@lru_cache(maxsize=4096)
def clean(raw: str, width: int = NAME_WIDTH) -> str:
    """A text that somebody typed, on one line and at most `width` columns wide; empty where nothing visible is left.

    >>> clean("  Li\\u202e\\u200b   Lei  "), clean("\\u3164\\u200d")
    ('Li Lei', '')
    """
    text, cleaner = raw, _cleaner(raw)
    while cleaner != text:  # what was taken away may leave something that stood beside it alone
        text, cleaner = cleaner, _cleaner(cleaner)
    return cut(text, width)


def cut(text: str, width: int) -> str:
    """The text if it is at most `width` columns wide, else its beginning and an ellipsis.

    >>> cut("双扣皇帝", 8), cut("双扣皇帝陛下", 8)
    ('双扣皇帝', '双扣皇…')
    """
    if width_of(text) <= width:
        return text
    used, kept = 1, []
    for cluster in clusters(text):
        used += columns(cluster)
        if used > width:
            break
        kept.append(cluster)
    return "".join(kept).rstrip(JOINERS + " ") + "…"


def isolated(text: str) -> str:
    """The text as a piece of its own in a line of any direction."""
    return f"{_ISOLATE}{text}{_END_ISOLATE}"


def html_text(text: str) -> str:
    """A clean text for HTML, in which Telegram finds neither markup nor a mention, command, tag, link or number.

    >>> html_text("<@durov").replace("\\u2060", "|")
    '\u2068&lt;@|durov\u2069'
    """
    return isolated(html.escape(_ENTITY_STARTS.sub(_WORD_JOINER, text)))


def html_title(raw: str, fallback: str, width: int = 2 * NAME_WIDTH) -> str:
    """The title of a chat for HTML."""
    return html_text(clean(raw, width) or fallback)


def html_person(raw: str, texts: Texts, number: int = 0, width: int = NAME_WIDTH) -> str:
    """The name of somebody who sits nowhere, for HTML; `number` tells people without a name apart."""
    return html_text(clean(raw, width) or texts("nameless", number=number))


@lru_cache(maxsize=1024)
def names_of(occupants: tuple[Occupant | None, ...], texts: Texts, width: int = NAME_WIDTH) -> tuple[str, ...]:
    """The names of those at one table, without isolates, empty for a free place.

    Whoever has no visible name is called by their place. Of people with one name, those the bot has known for less
    time get a number: 小明, 小明², wherever they sit.
    """
    names = [_name(occupant, place, texts, width) for place, occupant in enumerate(occupants, 1)]
    people = sorted((occupant.id, place) for place, occupant in enumerate(occupants) if isinstance(occupant, Person))
    taken: set[str] = set()
    for _, place in people:
        name, number = names[place], 1
        while names[place] in taken:
            number += 1
            names[place] = cut(name, width - 1) + str(number).translate(_SUPERSCRIPTS)
        taken.add(names[place])
    return tuple(names)


def html_names(occupants: tuple[Occupant | None, ...], texts: Texts) -> tuple[str, ...]:
    """The names of those at one table for HTML."""
    return tuple(map(html_text, names_of(occupants, texts)))


def seat_name(deal: Seated, seat: Seat, texts: Texts) -> str:
    """The bare name of whoever sits at a seat."""
    return names_of(tuple(chair.occupant for chair in deal.chairs), texts)[seat]


def seat_plain(deal: Seated, seat: Seat, texts: Texts) -> str:
    """Whoever sits at a seat, with the sign of the team, for toasts."""
    return _mark(deal, seat) + isolated(seat_name(deal, seat, texts))


def seat_html(deal: Seated, seat: Seat, texts: Texts) -> str:
    """Whoever sits at a seat, with the sign of the team, for HTML."""
    return _mark(deal, seat) + html_text(seat_name(deal, seat, texts))


def team_mark(seat: Seat) -> str:
    """The sign of a seat's team."""
    return TEAM_MARKS[team_of(seat)]


def strength_text(strength: Strength, texts: Texts) -> str:
    """Return how well a computer player plays, in a word."""
    return texts(_STRENGTHS[strength])


def chairs_of_people(chairs: tuple[Chair | None, ...]) -> int:
    """Return how many of the chairs are taken by people."""
    return sum(chair is not None and chair.person is not None for chair in chairs)


def _name(occupant: Occupant | None, number: int, texts: Texts, width: int) -> str:
    match occupant:
        case None:
            return ""
        case Computer():
            return texts("computer-name", number=occupant.number)
        case _:
            return clean(occupant.name, width) or texts("nameless", number=number)


def _mark(deal: Seated, seat: Seat) -> str:
    robot = COMPUTER_MARK if isinstance(deal.chairs[seat].occupant, Computer) else ""
    return team_mark(seat) + robot


def _cleaner(text: str) -> str:
    """One pass over a text: no control characters, no blanks, no heaps of accents, joiners only where they join."""
    characters = [" " if character.isspace() else character for character in unicodedata.normalize("NFC", text)]
    kept: list[str] = []
    marks = 0
    for place, character in enumerate(characters):
        if not _stays(characters, place, kept):
            continue
        if unicodedata.category(character) in ("Mn", "Me"):
            marks += 1
            if not kept or marks > (_MOST_ACCENTS if _ACCENTS.match(character) else _MOST_MARKS):
                continue
        elif character not in JOINERS:
            marks = 0
        kept.append(character)
    shown = (cluster for cluster in clusters("".join(kept)) if cluster.removesuffix(EMOJI_STYLE) not in _OUR_MARKS)
    return " ".join("".join(shown).split())


def _stays(characters: Sequence[str], place: int, kept: Sequence[str]) -> bool:
    """Return whether a character may show, or changes what shows beside it."""
    character = characters[place]
    if character in JOINERS:
        after = characters[place + 1] if place + 1 < len(characters) else " "
        return bool(kept) and _joins(kept[-1]) and _joins(after) and after not in JOINERS
    if character == EMOJI_STYLE:
        return bool(kept) and unicodedata.category(kept[-1])[0] in "SPN"
    if is_tag(character):
        return bool(kept) and (kept[-1] == _FLAG or is_tag(kept[-1]))
    return unicodedata.category(character)[0] != "C" and character not in _BLANKS


def _joins(character: str) -> bool:
    """Return whether a joiner beside the character changes what readers see."""
    emoji = unicodedata.category(character) in ("So", "Sk") or character == EMOJI_STYLE
    return emoji or ord(character) in _JOINED_SCRIPTS
