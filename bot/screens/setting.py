"""A setting as one entry: what it is called, what it changes, which values it has, and how it is shown.

The entries are in `bot.screens.chat_settings` and `bot.screens.person_settings`; the panels, what taps and typed words
change, and the rules in one line are made from them alone. Taps carry `name=value`. Values go through the models that
keep them, so a made-up one is refused there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from bot.locales import Texts
from bot.screens.numbers import number_text

ON: Final = "1"
OFF: Final = "0"

Value: TypeAlias = bool | int | str | StrEnum | tuple[int, ...]
Words: TypeAlias = Callable[[Value, Texts], str]
"""How a value is shown."""
Chosen = TypeVar("Chosen")
"""All settings of a group, or of a person."""


class Field(Protocol[Chosen]):
    """The place where a setting is kept."""

    def get(self, chosen: Chosen) -> Value:
        """Return how it stands."""

    def put(self, chosen: Chosen, value: Value) -> Chosen:
        """Return the settings with another value.

        Raises:
            ValueError: the value is none for this setting.
        """


@dataclass(frozen=True, slots=True)
class Typed:
    """The leave to type any value after /settings, those included that the panel does not offer."""

    names: tuple[str, ...]
    """What the setting is called there, in every language."""
    example: str
    """The message that shows how, and which values there are."""
    most: int = 0
    """The highest number; 0 where it is no number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Generic[Chosen]):
    """A setting of a group or of a person."""

    name: str
    """What taps call it: short, and never changed, since old buttons go on saying it."""
    field: Field[Chosen]
    values: tuple[Value, ...]
    """The values that the panel offers, all of a type; numbers from low to high."""
    label: str
    """The message on a button that gives it `$value`."""
    words: Words
    explained: str = ""
    """The message that says on the panel how it stands, `$value`, and what it means; empty where everybody sees."""
    is_stepped: bool = False
    """Whether it has a button for less and one for more; if not, one button moves it on to its next value."""
    typed: Typed | None = None

    def label_of(self, value: Value, texts: Texts) -> str:
        """Return what the button says that gives it this value."""
        return texts(self.label, value=self.words(value, texts))

    def explanation(self, chosen: Chosen, texts: Texts) -> str:
        """Return how it stands and what it means."""
        return texts(self.explained, value=self.words(self.field.get(chosen), texts))

    def tap(self, value: Value) -> str:
        """Return what a tap says that gives it this value."""
        return f"{self.name}={_written(value)}"

    def following(self, chosen: Chosen) -> Value:
        """Return the value after the one it has, round and round; the first, where that is none of those offered."""
        value = self.field.get(chosen)
        place = self.values.index(value) + 1 if value in self.values else 0
        return self.values[place % len(self.values)]

    def smaller_and_larger(self, chosen: Chosen) -> tuple[Value | None, Value | None]:
        """Return the nearest offered numbers below and above the one it has; None at either end."""
        number = _number(self.field.get(chosen))
        smaller = [value for value in self.values if _number(value) < number]
        larger = [value for value in self.values if _number(value) > number]
        return (smaller[-1] if smaller else None, larger[0] if larger else None)

    def read(self, text: str) -> Value:
        """Return the value that a tap writes as `text`.

        Raises:
            ValueError: it is none.
        """
        like = self.values[0]
        if isinstance(like, bool):
            if text not in (ON, OFF):
                raise ValueError(f"{text!r} is neither {ON} nor {OFF}")
            return text == ON
        if isinstance(like, int):
            return int(text)
        if isinstance(like, tuple):
            return tuple(map(int, text.split("/")))
        return type(like)(text)


def changed(settings: Sequence[Setting[Chosen]], arg: str, chosen: Chosen) -> Chosen:
    """Return the settings after a tap that says `name=value`.

    Raises:
        ValueError: there is no such setting, or it has no such value.
    """
    name, _, text = arg.partition("=")
    setting = next((setting for setting in settings if setting.name == name), None)
    if setting is None:
        raise ValueError(f"{name!r} is no setting; write one of {', '.join(setting.name for setting in settings)}")
    return setting.field.put(chosen, setting.read(text))


def typed_setting(settings: Sequence[Setting[Chosen]], words: Sequence[str]) -> str:
    """Return what the words after /settings say, as a tap would: `base=250` for `base 250`, `units=1/3/6` for
    `units 1 3 6`.

    Raises:
        ValueError: they name no setting that can be typed, or no value it has.
    """
    name = words[0].casefold() if words else ""
    numbers = [number for word in words[1:] for number in word.replace(",", "").split("/")]
    for setting in settings:
        if setting.typed and name in setting.typed.names:
            if not setting.typed.most and len(words) == len((name, "value")):
                return f"{setting.name}={words[1]}"
            longest = len(str(setting.typed.most))
            are_numbers = all(number.isdecimal() and len(number) <= longest for number in numbers)
            if numbers and are_numbers and all(int(number) <= setting.typed.most for number in numbers):
                return f"{setting.name}={'/'.join(numbers)}"
    raise ValueError(f"{' '.join(words)!r} is no setting; name one and its number, as in 'base 250'")


def named(messages: Mapping[Value, str]) -> Words:
    """Return words that are a message for each value."""
    return lambda value, texts: texts(messages[value])


def switched(value: Value, texts: Texts) -> str:
    """Return on or off."""
    return texts("settings-on") if value else texts("settings-off")


def counted(value: Value, texts: Texts) -> str:  # words of every kind are asked in the same way
    """Return a number."""
    return number_text(_number(value))


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return ON if value else OFF
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _number(value: Value) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is no number that could be smaller or larger")
    return value
