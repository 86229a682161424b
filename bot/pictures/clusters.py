"""Characters as readers take them: a letter with its accents, a flag, a family, a Persian letter with its joiner.

A text must not be cut or cleaned inside one of them. This is what names need of Unicode's rules for grapheme clusters
(UAX 29): marks, variation selectors, joiners, skin tones, tags and flags. Syllables of Hangul come composed.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

ZERO_WIDTH_JOINER: Final = "\u200d"
ZERO_WIDTH_NON_JOINER: Final = "\u200c"
JOINERS: Final = ZERO_WIDTH_JOINER + ZERO_WIDTH_NON_JOINER
EMOJI_STYLE: Final = "\ufe0f"
"""Asks for the coloured form of the character before it."""
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_TAGS: Final = range(0xE0020, 0xE0080)
"""Letters that spell the region of a flag, as England's; without shape of their own."""
_LETTERS_OF_FLAGS: Final = range(0x1F1E6, 0x1F200)


def clusters(text: str) -> Iterator[str]:
    """The characters of a text as readers count them.

    >>> [len(cluster) for cluster in clusters("a\\u0301 👨\\u200d👩\\u200d👧🇨🇳🇫🇷")]
    [2, 1, 5, 2, 2]
    """
    start = 0
    for place in range(1, len(text)):
        if not _continues(text, start, place):
            yield text[start:place]
            start = place
    if text:
        yield text[start:]


def columns(cluster: str) -> int:
    """The columns a cluster takes: two for a Chinese character or an emoji, one for a letter, none for a lone accent.

    >>> [columns(cluster) for cluster in ("a", "爱", "🇨🇳", "👩🏽", "\\u0301", "1\\ufe0f\\u20e3")]
    [1, 2, 2, 2, 0, 2]
    """
    if EMOJI_STYLE in cluster:
        return 2
    return min(2, sum(map(_columns_of_character, cluster)))


def width_of(text: str) -> int:
    """The columns of a whole text."""
    return sum(map(columns, clusters(text)))


def is_tag(character: str) -> bool:
    """Return whether the character spells the region of a flag."""
    return ord(character) in _TAGS


def _continues(text: str, start: int, place: int) -> bool:
    """Return whether the character at `place` belongs to the cluster that begins at `start`."""
    character, before = text[place], text[place - 1]
    if unicodedata.category(character) in ("Mn", "Me", "Mc") or character in JOINERS:
        return True
    if ord(character) in _SKIN_TONES or is_tag(character):
        return True
    if before == ZERO_WIDTH_JOINER:
        return unicodedata.category(character) == "So"
    return place - start == 1 and ord(before) in _LETTERS_OF_FLAGS and ord(character) in _LETTERS_OF_FLAGS


def _columns_of_character(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
