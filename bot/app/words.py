"""The texts of the page, from the same Fluent files as everything else."""

from typing import Final

from bot.locales import Texts

_WORDS: Final = (
    "app-title",
    "app-connecting",
)


def words(texts: Texts) -> dict[str, str]:
    """Return the texts that the page itself says, by the names it knows them by."""
    return {name.removeprefix("app-"): texts(name) for name in _WORDS}
