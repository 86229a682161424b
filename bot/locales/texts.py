"""The messages of one language, loaded once."""

from functools import lru_cache
from importlib import resources
from typing import Final, TypeAlias

from fluent.runtime import FluentBundle, FluentResource

from bot.tables.state import Language

Value: TypeAlias = str | int
_LOCALES: Final = {Language.CHINESE: "zh-CN", Language.ENGLISH: "en"}


class Texts:
    """The texts of a language: `texts("lobby-open", missing=2)`.

    Numbers choose the plural and are written as they are; scores and names come ready-made (see
    `bot.screens.numbers` and `bot.screens.people`). Values are put in as given: whoever shows a text as HTML gives
    HTML.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self._bundle = FluentBundle([_LOCALES[language]], use_isolating=False)
        for resource in sources(language):
            self._bundle.add_resource(FluentResource(resource))

    def __call__(self, message_id: str, **values: Value) -> str:
        """The message with its values put in.

        Raises:
            KeyError: there is no such message.
            ValueError: a value the message speaks of is not given.
        """
        pattern = self._bundle.get_message(message_id).value
        if pattern is None:
            raise KeyError(message_id)
        text, errors = self._bundle.format_pattern(pattern, values)
        if errors:
            raise ValueError(f"{message_id} in {self.language}: {errors[0]}; it was given {sorted(values)}")
        return str(text)


def sources(language: Language) -> tuple[str, ...]:
    """The Fluent files of a language, in order of their names."""
    folder = resources.files("bot.locales") / language.value
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".ftl")), key=lambda file: file.name)
    return tuple(file.read_text(encoding="utf-8") for file in files)


@lru_cache(maxsize=len(Language))
def texts_for(language: Language) -> Texts:
    """The texts of a language; made once.

    >>> texts_for(Language.ENGLISH)("cards-left", number=1)
    '1 card'
    """
    return Texts(language)
