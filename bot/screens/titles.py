"""Titles in the reader's language (rules §7)."""

from typing import Final

from bot.locales import Texts
from engine.titles import TITLES, standing

_TITLES: Final = (
    "title-0", "title-1", "title-2", "title-3", "title-4", "title-5", "title-6", "title-7", "title-8", "title-9",
    "title-10", "title-11", "title-12", "title-13", "title-14", "title-15", "title-16", "title-17", "title-18",
    "title-19", "title-20",
)  # fmt: skip
assert len(_TITLES) == len(TITLES)


def rung_text(rung: int, texts: Texts) -> str:
    """The title of a rung, 0 (群众) … 20 (双扣皇帝)."""
    return texts(_TITLES[rung])


def title_text(score: int, texts: Texts) -> str:
    """The title a cumulative score gives."""
    return rung_text(standing(score).rung, texts)


def ladder(texts: Texts) -> tuple[str, ...]:
    """All titles, lowest first."""
    return tuple(texts(title) for title in _TITLES)
