"""Typed plays: cards and passes, as phones and keyboards of all kinds write them. Pure."""

import re
import unicodedata
from typing import Final

from engine.cards import BIG, SMALL, Counts, parse_counts

MOST_LETTERS: Final = 200
"""A longer text is no play, and is not looked at."""
PASSES: Final = frozenset({"不出", "不要", "要不起", "不起", "过", "過", "pass", "p"})

_KEYCAP: Final = "\u20e3"
_TEN: Final = "\U0001f51f"
_PICTURED: Final = re.compile("[\U0001f0a0-\U0001f0df]")
_BLACK_JOKER, _RED_JOKER, _WHITE_JOKER = "\U0001f0cf", "\U0001f0bf", "\U0001f0df"
_JOKERS: Final = {_BLACK_JOKER: "王", _RED_JOKER: "大王", _WHITE_JOKER: "小王"}
"""The black joker is the emoji 🃏, which stands for any."""
_NAMES: Final = {
    "ACE": "A", "TWO": "2", "THREE": "3", "FOUR": "4", "FIVE": "5", "SIX": "6", "SEVEN": "7", "EIGHT": "8",
    "NINE": "9", "TEN": "10", "JACK": "J", "QUEEN": "Q", "KING": "K",
}  # fmt: skip


def is_pass(text: str) -> bool:
    """Return whether somebody passes, in whatever case, width and punctuation.

    >>> [is_pass(text) for text in ("過", "不要！", "Pass.", "ＰＡＳＳ", "不出。。。", "passer")]
    [True, True, True, True, True, False]
    """
    normal = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in normal if letter.isalnum()) in PASSES


def readings(text: str, held: Counts) -> tuple[Counts, ...]:
    """Return the cards that a text can mean to somebody who holds `held`; as it is written first.

    There is more than one reading where the case of a w is all that tells the jokers apart, and may be the phone's: in
    a lone w or W, and in a W that begins the text. A reading with jokers that are not held is none.

    Raises:
        NotationError: something in the text is no card.

    >>> from engine.cards import format_counts
    >>> held = parse_counts("3445wwW")
    >>> [[format_counts(cards) for cards in readings(text, held)] for text in ("W", "Ww", "wwW", "４4🔟", "🃁")]
    [['W', 'w'], ['wW', 'ww'], ['wwW'], ['44T'], ['A']]
    """
    plain = _plain(text)
    written = parse_counts(plain, held)
    letters = plain.strip()
    others: tuple[Counts, ...] = ()
    if letters in ("w", "W", "王"):
        others = (_with_jokers(written, 1, 0), _with_jokers(written, 0, 1))
    elif letters.startswith("W"):
        others = (_with_jokers(written, written[SMALL] + 1, written[BIG] - 1),)
    return written, *(cards for cards in others if cards != written and _holds_jokers(held, cards))


def _plain(text: str) -> str:
    """A text with pictures of cards as their ranks, and full-width letters and digits as usual ones."""
    text = unicodedata.normalize("NFKC", text.replace(_KEYCAP, "").replace(_TEN, "10"))
    return _PICTURED.sub(_rank, text)


def _rank(picture: re.Match[str]) -> str:
    if picture[0] in _JOKERS:
        return _JOKERS[picture[0]]
    word = unicodedata.name(picture[0], "").removeprefix("PLAYING CARD ").split(" ")[0]
    return _NAMES.get(word, picture[0])


def _with_jokers(cards: Counts, small: int, big: int) -> Counts:
    counts = bytearray(cards)
    counts[SMALL], counts[BIG] = small, big
    return bytes(counts)


def _holds_jokers(held: Counts, cards: Counts) -> bool:
    return cards[SMALL] <= held[SMALL] and cards[BIG] <= held[BIG]
