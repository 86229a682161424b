"""Numbers as people read them: digits in threes, a true minus, and a short form where space is scarce."""

from typing import Final

from bot.locales import Texts
from bot.tables.state import Language

THIN_SPACE: Final = "\u202f"
"""A narrow space at which no line breaks."""
MINUS: Final = "\u2212"
_UNITS: Final = {
    Language.CHINESE: ((10**8, "亿"), (10**4, "万")),
    Language.ENGLISH: ((10**9, "B"), (10**6, "M"), (10**4, "k")),
}
_DIVISORS: Final = {"k": 10**3}


def number_text(number: int) -> str:
    """A number in full.

    >>> number_text(-1048576).replace(THIN_SPACE, " ")
    '−1 048 576'
    """
    return f"{number:,}".replace(",", THIN_SPACE).replace("-", MINUS)


def signed_text(number: int) -> str:
    """Points won or lost, zero without a sign.

    >>> signed_text(400), signed_text(-400), signed_text(0)
    ('+400', '−400', '0')
    """
    return ("+" if number > 0 else "") + number_text(number)


def short_number(number: int, texts: Texts) -> str:
    """A number from ten thousand on in at most three digits and a unit, rounded towards zero.

    >>> from bot.locales import texts_for
    >>> [short_number(1_048_576_000, texts_for(language)) for language in Language]
    ['10.4亿', '1.04B']
    >>> short_number(9_999, texts_for(Language.ENGLISH)).replace(THIN_SPACE, " ")
    '9 999'
    """
    size = abs(number)
    for least, unit in _UNITS[texts.language]:
        if size >= least:
            divisor = _DIVISORS.get(unit, least)
            digits = max(0, 3 - len(str(size // divisor)))
            scaled = size * 10**digits // divisor
            text = f"{scaled / 10**digits:.{digits}f}"
            if digits:
                text = text.rstrip("0").rstrip(".")
            return f"{MINUS if number < 0 else ''}{text}{unit}"
    return number_text(number)
