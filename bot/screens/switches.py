"""The switches of the settings panels: how taps name them, which values are offered, and what a tap makes of them.

Taps carry `name=value`. Values go through the models that keep them, so a made-up one is refused there.
"""

from collections.abc import Sequence
from enum import StrEnum, unique
from typing import Final

from bot.tables.state import Language
from engine.players import Strength
from engine.ruleset import DealStyle, RuleSet, Wild
from storage import HandOrder, PersonSettings, StoredOptions

ON: Final = "1"
OFF: Final = "0"
BASE_SCORES: Final = (
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
)  # fmt: skip
TURN_SECONDS: Final = (15, 20, 30, 45, 60, 90, 120, 180, 300, 600)
UNITS: Final = ((1, 2, 3), (1, 2, 4), (1, 2, 5), (1, 3, 5), (1, 1, 2), (1, 1, 1))

_DIGITS: Final = 7
_UNIT_DIGITS: Final = 3
"""The longest numbers that can be typed; larger units would be points that no database takes."""


@unique
class ChatSwitch(StrEnum):
    """What the admins of a group decide (rules §3.3, and who may sit)."""

    WILD = "wild"
    KING_BOMB = "king"
    CHAIN_WITH_TWO = "chain"
    PHASE_CAP = "cap"
    DEAL_STYLE = "deal"
    PARTNER_VIEW = "view"
    BASE_SCORE = "base"
    TURN_SECONDS = "secs"
    UNITS = "units"
    LANGUAGE = "lang"
    COMPUTERS = "comp"
    STRENGTH = "level"


@unique
class PersonSwitch(StrEnum):
    """What everybody decides for themselves."""

    LANGUAGE = "lang"
    AUTO_PASS = "pass"
    NOTICES = "notice"
    PICTURES = "pics"
    FOUR_COLOURS = "four"
    SORTING = "sort"
    HAND_IN_GROUP = "hand"


def chat_value(switch: ChatSwitch, options: StoredOptions, language: Language) -> str:
    """How a switch stands, as a tap would say it."""
    rules = options.rules
    match switch:
        case ChatSwitch.WILD:
            return rules.wild.value
        case ChatSwitch.KING_BOMB:
            return _flag(rules.king_bomb)
        case ChatSwitch.CHAIN_WITH_TWO:
            return _flag(rules.chain_with_two)
        case ChatSwitch.PHASE_CAP:
            return str(rules.phase_cap)
        case ChatSwitch.DEAL_STYLE:
            return rules.deal_style.value
        case ChatSwitch.PARTNER_VIEW:
            return _flag(rules.partner_view)
        case ChatSwitch.BASE_SCORE:
            return str(rules.base_score)
        case ChatSwitch.TURN_SECONDS:
            return str(rules.turn_seconds)
        case ChatSwitch.UNITS:
            return "/".join(map(str, rules.units))
        case ChatSwitch.LANGUAGE:
            return language.value
        case ChatSwitch.COMPUTERS:
            return _flag(options.computers_allowed)
        case ChatSwitch.STRENGTH:
            return options.strength


_CHAT_VALUES: Final[dict[ChatSwitch, tuple[str, ...]]] = {
    ChatSwitch.WILD: tuple(Wild),
    ChatSwitch.KING_BOMB: (OFF, ON),
    ChatSwitch.CHAIN_WITH_TWO: (OFF, ON),
    ChatSwitch.PHASE_CAP: tuple(map(str, range(8, 13))),
    ChatSwitch.DEAL_STYLE: tuple(DealStyle),
    ChatSwitch.PARTNER_VIEW: (OFF, ON),
    ChatSwitch.BASE_SCORE: tuple(map(str, BASE_SCORES)),
    ChatSwitch.TURN_SECONDS: tuple(map(str, TURN_SECONDS)),
    ChatSwitch.UNITS: tuple("/".join(map(str, units)) for units in UNITS),
    ChatSwitch.LANGUAGE: tuple(Language),
    ChatSwitch.COMPUTERS: (OFF, ON),
    ChatSwitch.STRENGTH: tuple(Strength),
}
_TYPED: Final = {
    "base": ChatSwitch.BASE_SCORE,
    "底分": ChatSwitch.BASE_SCORE,
    "seconds": ChatSwitch.TURN_SECONDS,
    "秒": ChatSwitch.TURN_SECONDS,
    "units": ChatSwitch.UNITS,
    "平单双": ChatSwitch.UNITS,
}
"""What the numbers of a group are called where they are typed, which reaches those the panel does not offer."""
_PERSON_VALUES: Final[dict[PersonSwitch, tuple[str, ...]]] = {
    PersonSwitch.LANGUAGE: tuple(Language),
    PersonSwitch.SORTING: (HandOrder.RANK.value, HandOrder.COUNT.value),
}


def next_chat_value(switch: ChatSwitch, options: StoredOptions, language: Language) -> str:
    """The value that follows the one a switch has, round and round."""
    return _following(_CHAT_VALUES[switch], chat_value(switch, options, language))


def smaller_and_larger(switch: ChatSwitch, options: StoredOptions, language: Language) -> tuple[str | None, str | None]:
    """The nearest offered numbers below and above the one a switch has; None at either end."""
    number = int(chat_value(switch, options, language))
    offered = [int(value) for value in _CHAT_VALUES[switch]]
    smaller = [value for value in offered if value < number]
    larger = [value for value in offered if value > number]
    return (str(smaller[-1]) if smaller else None, str(larger[0]) if larger else None)


def changed_chat(arg: str, options: StoredOptions, language: Language) -> tuple[StoredOptions, Language]:
    """The settings of a chat after a tap that says `name=value`.

    Raises:
        ValueError: there is no such switch, or it has no such value.
    """
    name, _, value = arg.partition("=")
    switch = ChatSwitch(name)
    match switch:
        case ChatSwitch.LANGUAGE:
            return options, Language(value)
        case ChatSwitch.COMPUTERS:
            return options.model_copy(update={"computers_allowed": _truth(value)}), language
        case ChatSwitch.STRENGTH:
            return options.model_copy(update={"strength": Strength(value).value}), language
        case _:
            field, new = _rule(switch, value)
            rules = RuleSet.model_validate({**options.rules.model_dump(), field: new})
            return options.model_copy(update={"rules": rules}), language


def typed_setting(words: Sequence[str]) -> str:
    """What the words after /settings say, as a tap would: "base=250" for `base 250`, "units=1/3/6" for `units 1 3 6`.

    Raises:
        ValueError: they name no number of a group that can be typed, or none that could be meant.
    """
    switch = _TYPED.get(words[0].casefold()) if words else None
    numbers = [number for word in words[1:] for number in word.replace(",", "").split("/")]
    digits = _UNIT_DIGITS if switch is ChatSwitch.UNITS else _DIGITS
    if switch is None or not all(number.isdecimal() and len(number) <= digits for number in numbers):
        raise ValueError(f"{' '.join(words)!r} is no setting; name one and its number, as in 'base 250'")
    return f"{switch.value}={'/'.join(numbers)}"


def person_value(switch: PersonSwitch, settings: PersonSettings, language: Language) -> str:
    """How a person's switch stands, as a tap would say it; `language` is the one they are spoken to in."""
    match switch:
        case PersonSwitch.LANGUAGE:
            return language.value
        case PersonSwitch.AUTO_PASS:
            return _flag(settings.auto_pass)
        case PersonSwitch.NOTICES:
            return _flag(settings.notices)
        case PersonSwitch.PICTURES:
            return _flag(not settings.text_hands)
        case PersonSwitch.FOUR_COLOURS:
            return _flag(settings.four_colours)
        case PersonSwitch.SORTING:
            return settings.sorting.value
        case PersonSwitch.HAND_IN_GROUP:
            return _flag(settings.hand_in_group)


def next_person_value(switch: PersonSwitch, settings: PersonSettings, language: Language) -> str:
    """The value that follows the one a person's switch has."""
    return _following(_PERSON_VALUES.get(switch, (OFF, ON)), person_value(switch, settings, language))


def changed_person(arg: str, settings: PersonSettings) -> PersonSettings:
    """A person's settings after a tap that says `name=value`.

    Raises:
        ValueError: there is no such switch, or it has no such value.
    """
    name, _, value = arg.partition("=")
    match PersonSwitch(name):
        case PersonSwitch.LANGUAGE:
            return settings.model_copy(update={"language": Language(value).value})
        case PersonSwitch.AUTO_PASS:
            return settings.model_copy(update={"auto_pass": _truth(value)})
        case PersonSwitch.NOTICES:
            return settings.model_copy(update={"notices": _truth(value)})
        case PersonSwitch.PICTURES:
            return settings.model_copy(update={"text_hands": not _truth(value)})
        case PersonSwitch.FOUR_COLOURS:
            return settings.model_copy(update={"four_colours": _truth(value)})
        case PersonSwitch.SORTING:
            return settings.model_copy(update={"sorting": HandOrder(value)})
        case PersonSwitch.HAND_IN_GROUP:
            return settings.model_copy(update={"hand_in_group": _truth(value)})


_RULE_FIELDS: Final = {
    ChatSwitch.WILD: "wild",
    ChatSwitch.KING_BOMB: "king_bomb",
    ChatSwitch.CHAIN_WITH_TWO: "chain_with_two",
    ChatSwitch.PHASE_CAP: "phase_cap",
    ChatSwitch.DEAL_STYLE: "deal_style",
    ChatSwitch.PARTNER_VIEW: "partner_view",
    ChatSwitch.BASE_SCORE: "base_score",
    ChatSwitch.TURN_SECONDS: "turn_seconds",
    ChatSwitch.UNITS: "units",
}
_FLAGS: Final = {ChatSwitch.KING_BOMB, ChatSwitch.CHAIN_WITH_TWO, ChatSwitch.PARTNER_VIEW}
_NUMBERS: Final = {ChatSwitch.PHASE_CAP, ChatSwitch.BASE_SCORE, ChatSwitch.TURN_SECONDS}


def _rule(switch: ChatSwitch, value: str) -> tuple[str, object]:
    """The field of the rule set that a switch turns, and its new value."""
    field = _RULE_FIELDS[switch]
    if switch in _FLAGS:
        return field, _truth(value)
    if switch in _NUMBERS:
        return field, int(value)
    if switch is ChatSwitch.UNITS:
        return field, tuple(int(part) for part in value.split("/"))
    return field, value


def _following(values: Sequence[str], value: str) -> str:
    """The value after `value`; the first, where it is none of them."""
    values = [str(offered) for offered in values]
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def _flag(value: bool) -> str:
    return ON if value else OFF


def _truth(value: str) -> bool:
    if value not in (ON, OFF):
        raise ValueError(f"{value!r} is neither {ON} nor {OFF}")
    return value == ON
