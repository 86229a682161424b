"""Fluent messages: the texts of one language, from any number of files."""

from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from typing import Final, TypeAlias

Value: TypeAlias = str | int

LANGUAGES: Final = ("zh", "en")
"""The languages of the command line, the default first."""


class Messages:
    """The messages of a language: `messages("short-straight", number=5)`.

    Numbers choose the plural and are written as they are. Values are put in as given.
    """

    def __init__(self, language: str, files: Iterable[str]) -> None:
        """Read messages.

        Args:
            language: its code, which chooses the plural: `zh` or `en`.
            files: the contents of Fluent files.
        """
        # not for everybody: it loads as long as the rest of the engine, and batches and simulations need no words
        from fluent.runtime import FluentBundle, FluentResource

        self._language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        for file in files:
            self._bundle.add_resource(FluentResource(file))

    def __call__(self, message_id: str, **values: Value) -> str:
        """Return a message with its values put in.

        Raises:
            KeyError: there is no such message.
            ValueError: a value the message speaks of is not given.
        """
        pattern = self._bundle.get_message(message_id).value
        if pattern is None:
            raise KeyError(message_id)
        text, errors = self._bundle.format_pattern(pattern, values)
        if errors:
            raise ValueError(f"{message_id} in {self._language}: {errors[0]}; it was given {sorted(values)}")
        return str(text)


def words_file(language: str, name: str) -> str:
    """Return the content of a Fluent file of this package: `plays`, `explain` or `verify`."""
    return (resources.files("engine.words") / language / f"{name}.ftl").read_text(encoding="utf-8")


@lru_cache
def messages_for(language: str, *names: str) -> Messages:
    """Return the messages of some files of this package; read once.

    >>> messages_for("en", "plays")("type-pair-run")
    'pair run'
    """
    return Messages(language, [words_file(language, name) for name in names])
