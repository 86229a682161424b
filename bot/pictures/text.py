"""Text of any script on one line: cleaning, joining, direction, font by font, cut to a width.

Pillow draws one string in one font. Names come in any script, so a text goes through four steps here:

1. ``clean`` drops what has no shape of its own (controls, direction marks, variation selectors, accents that did not
   compose) and keeps one emoji of a joined sequence;
2. Arabic letters take their joined forms, apart where a Persian writer put a non-joiner;
3. right-to-left stretches are put into the order they are seen in (``bidi``);
4. every character gets the first font that has it, or none: then a neutral box is drawn.

Nothing here depends on libraqm, so pictures are the same on every machine.
"""

import json
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

from PIL import ImageDraw, ImageFont

from bot.pictures.bidi import visual_order
from bot.pictures.clusters import ZERO_WIDTH_JOINER, ZERO_WIDTH_NON_JOINER

ASSETS: Final = Path(__file__).parent / "assets"
ELLIPSIS: Final = "…"
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_BOX_WIDTH: Final = 0.62  # of the font size


class Face(StrEnum):
    """A font file; the value is its name in ``assets``."""

    TEXT = "text.otf"
    FIGURES = "figures.otf"
    SCRIPTS = "scripts.ttf"
    EMOJI = "emoji.ttf"


@lru_cache(maxsize=128)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """The font of this face at ``size`` pixels to the em."""
    return ImageFont.truetype(ASSETS / face.value, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def _coverage() -> dict[Face, tuple[list[int], list[int]]]:
    stretches = json.loads((ASSETS / "coverage.json").read_text(encoding="ascii"))
    return {
        face: ([first for first, _ in stretches[face.name.lower()]], [last for _, last in stretches[face.name.lower()]])
        for face in Face
    }


@lru_cache(maxsize=4096)
def face_for(char: str, *, bold: bool = False) -> Face | None:
    """Return the first font that has the character, ``None`` when no font has it.

    Args:
        bold: whether the bold figures are asked before the text font.
    """
    order = [Face.TEXT, Face.SCRIPTS, Face.EMOJI]
    for face in [Face.FIGURES, *order] if bold else order:
        firsts, lasts = _coverage()[face]
        place = bisect_right(firsts, ord(char)) - 1
        if place >= 0 and ord(char) <= lasts[place]:
            return face
    return None


def clean(text: str) -> str:
    """The text in composed form, without characters that have no shape, runs of white space as one space.

    >>> clean("  a\\u0301\\u202eb\\n\\tc ")
    'áb c'
    """
    kept: list[str] = []
    joined = False
    composed = unicodedata.normalize("NFC", text)
    for place, char in enumerate(composed):
        if char == ZERO_WIDTH_JOINER:
            joined = bool(kept) and unicodedata.category(kept[-1]) == "So"
        elif char == ZERO_WIDTH_NON_JOINER and _is_arabic(kept[-1:]) and _is_arabic(composed[place + 1 : place + 2]):
            kept.append(char)
        elif char.isspace():
            kept.append(" ")
            joined = False
        elif unicodedata.category(char) in {"Cc", "Cf", "Cs", "Mn", "Me"}:
            continue  # shapeless, and no reason to end a joined emoji
        elif joined:
            joined = False
        elif ord(char) not in _SKIN_TONES or not kept:
            kept.append(char)
    return " ".join("".join(kept).split())


def _is_arabic(letter: Sequence[str]) -> bool:
    """Return whether there is one letter, and it is one that joins to others."""
    return len(letter) == 1 and unicodedata.bidirectional(letter[0]) == "AL"


@lru_cache(maxsize=1)
def _arabic_forms() -> tuple[dict[tuple[str, str], str], dict[str, str]]:
    """(letters, form) → presentation form, as Unicode lists them; and lam-alef pairs by themselves."""
    forms: dict[tuple[str, str], str] = {}
    for code in (*range(0xFB50, 0xFDFC), *range(0xFE70, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if kind in {"<isolated>", "<final>", "<initial>", "<medial>"} and letters[0] != "0020":
            forms[("".join(chr(int(letter, 16)) for letter in letters), kind[1:-1])] = chr(code)
    pairs = {
        key: form for (key, kind), form in forms.items() if len(key) == 2 and key[0] == "\u0644" and kind == "final"
    }
    return forms, pairs


def join_arabic(text: str) -> str:
    """Arabic letters, in reading order, replaced by the forms they take beside each other."""
    forms, pairs = _arabic_forms()
    letters: list[str] = []
    for char in text:
        if letters and letters[-1] + char in pairs and char in "\u0622\u0623\u0625\u0627":
            letters[-1] += char
        else:
            letters.append(char)
    shaped: list[str] = []
    for place, letter in enumerate(letters):
        before = letters[place - 1] if place else ""
        after = letters[place + 1] if place + 1 < len(letters) else ""
        from_before = (before, "initial") in forms and (letter, "final") in forms
        to_after = (letter, "initial") in forms and (after, "final") in forms
        kind = ("medial" if to_after else "final") if from_before else ("initial" if to_after else "isolated")
        form = forms.get((letter, kind), letter)
        shaped.append(form if face_for(form) is not None else letter)
    return "".join(shaped)


@dataclass(frozen=True, slots=True)
class Line:
    """A text ready to be drawn: pieces from left to right with their fonts (``None``: boxes)."""

    pieces: tuple[tuple[Face | None, str], ...]
    size: int
    width: float

    def draw(self, draw: ImageDraw.ImageDraw, x: float, baseline: float, fill: str | int) -> None:
        """Draw the line with its left end at ``x`` and its baseline at ``baseline``, in pixels."""
        for face, chars in self.pieces:
            if face is None:
                for _ in chars:
                    self._box(draw, x, baseline, fill)
                    x += _BOX_WIDTH * self.size
            else:
                draw.text((x, baseline), chars, fill, font(face, self.size), anchor="ls")
                x += font(face, self.size).getlength(chars)

    def _box(self, draw: ImageDraw.ImageDraw, x: float, baseline: float, fill: str | int) -> None:
        margin = 0.07 * self.size
        box = (x + margin, baseline - 0.74 * self.size, x + _BOX_WIDTH * self.size - margin, baseline)
        draw.rounded_rectangle(box, 0.1 * self.size, outline=fill, width=max(1, round(0.06 * self.size)))


def _set(text: str, size: int, bold: bool) -> Line:
    seen = visual_order(join_arabic(text).replace(ZERO_WIDTH_NON_JOINER, ""))
    pieces = tuple((face, "".join(chars)) for face, chars in groupby(seen, key=lambda char: face_for(char, bold=bold)))
    width = sum(
        len(chars) * _BOX_WIDTH * size if face is None else font(face, size).getlength(chars) for face, chars in pieces
    )
    return Line(pieces, size, width)


@lru_cache(maxsize=2048)
def typeset(
    text: str, size: int, *, bold: bool = False, max_width: float | None = None, least_size: int | None = None
) -> Line:
    """Set a text on one line.

    Args:
        text: any string; cleaned here.
        size: pixels to the em.
        bold: Latin letters and figures in the bold font.
        max_width: in pixels; a longer text is set smaller, then cut, and ends in an ellipsis.
        least_size: how small it may be set before it is cut; by default three quarters of ``size``.
    """
    text = clean(text)
    line = _set(text, size, bold)
    if max_width is None or line.width <= max_width:
        return line
    least = max(1, size * 3 // 4 if least_size is None else least_size)
    size = max(least, int(size * max_width / line.width) + 1)
    while line.width > max_width and size > least:
        size -= 1  # advances are whole pixels, so the width does not quite follow the size
        line = _set(text, size, bold)
    if line.width <= max_width:
        return line
    short, long = 0, len(text)  # the longest beginning that fits lies in short..long-1
    while long - short > 1:
        middle = (short + long) // 2
        if _set(text[:middle].rstrip() + ELLIPSIS, size, bold).width <= max_width:
            short = middle
        else:
            long = middle
    return _set(text[:short].rstrip() + ELLIPSIS, size, bold)
