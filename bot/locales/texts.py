"""The messages of one language, loaded once."""

from functools import lru_cache
from importlib import resources

from bot.tables.state import Language
from engine.words.messages import Messages, words_file


class Texts(Messages):
    """The texts of a language: `texts("lobby-open", missing=2)`.

    Numbers choose the plural and are written as they are; scores and names come ready-made (see
    `bot.screens.numbers` and `bot.screens.people`). Values are put in as given: whoever shows a text as HTML gives
    HTML.
    """

    def __init__(self, language: Language) -> None:
        super().__init__(language.value, sources(language))
        self.language = language


def sources(language: Language) -> tuple[str, ...]:
    """The Fluent files of a language: the words for cards and plays, and the bot's own in order of their names."""
    folder = resources.files("bot.locales") / language.value
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".ftl")), key=lambda file: file.name)
    return (words_file(language.value, "plays"), *(file.read_text(encoding="utf-8") for file in files))


@lru_cache(maxsize=len(Language))
def texts_for(language: Language) -> Texts:
    """The texts of a language; made once.

    >>> texts_for(Language.ENGLISH)("cards-left", number=1)
    '1 card'
    """
    return Texts(language)
