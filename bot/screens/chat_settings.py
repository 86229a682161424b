"""The settings of a group, decided by its admins: the switches of a table (rules §3.3), who may sit, and the language.

Each is one entry of `CHAT_SETTINGS`. The panel shows them in this order; `rules_line` and the lobby say those that are
rules.
"""

import html
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.daily.days import zone_named
from bot.locales import Texts
from bot.screens.people import strength_text
from bot.screens.setting import Field, Setting, Typed, Value, Words, counted, named, switched
from bot.tables.state import Language
from engine.players import Strength
from engine.ruleset import DEFAULT_RULES, DealStyle, RuleSet, Wild
from storage import StoredOptions

_SEPARATOR: Final = " · "
LANGUAGE_NAMES: Final[Mapping[Value, str]] = {Language.CHINESE: "language-zh", Language.ENGLISH: "language-en"}


@dataclass(frozen=True, slots=True)
class ChatChoices:
    """Everything a group has decided."""

    options: StoredOptions
    language: Language


@dataclass(frozen=True, slots=True)
class RuleField(Field[ChatChoices]):
    """A switch of the rule set."""

    name: str

    def of(self, rules: RuleSet) -> Value:
        """Return how it stands in a rule set."""
        value: Value = getattr(rules, self.name)
        return value

    def get(self, chosen: ChatChoices) -> Value:
        return self.of(chosen.options.rules)

    def put(self, chosen: ChatChoices, value: Value) -> ChatChoices:
        rules = RuleSet.model_validate({**chosen.options.rules.model_dump(), self.name: value})
        return replace(chosen, options=chosen.options.model_copy(update={"rules": rules}))


@dataclass(frozen=True, slots=True)
class _OptionField(Field[ChatChoices]):
    """A setting of tables that is no rule."""

    name: str

    def get(self, chosen: ChatChoices) -> Value:
        value: Value = getattr(chosen.options, self.name)
        return value

    def put(self, chosen: ChatChoices, value: Value) -> ChatChoices:
        stored = StoredOptions.model_validate({**chosen.options.model_dump(), self.name: value})
        return replace(chosen, options=stored)


class _StrengthField(Field[ChatChoices]):
    """The strength of the computer players."""

    def get(self, chosen: ChatChoices) -> Value:
        return Strength(chosen.options.strength)

    def put(self, chosen: ChatChoices, value: Value) -> ChatChoices:
        return replace(chosen, options=chosen.options.model_copy(update={"strength": str(value)}))


class _LanguageField(Field[ChatChoices]):
    """The language a group is spoken to in."""

    def get(self, chosen: ChatChoices) -> Value:
        return chosen.language

    def put(self, chosen: ChatChoices, value: Value) -> ChatChoices:
        return replace(chosen, language=Language(str(value)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Setting[ChatChoices]):
    """A setting that is a switch of the rule set, and how the rules in one line say it."""

    field: RuleField
    line: str = ""
    """The message of the rules line, which may put `$value` in its place; the words of the value where it is empty."""
    is_always_said: bool = False
    """Whether the rules line says it even where it is as usual."""
    meanings: tuple[tuple[Value, str], ...] = ()
    """The messages that say in the lobby what a value means, where its name alone does not."""

    def in_line(self, rules: RuleSet, texts: Texts) -> str:
        """Return what the rules line says of it; empty where that is nothing."""
        value = self.field.of(rules)
        if not self.is_always_said and value == self.field.of(DEFAULT_RULES):
            return ""
        words = self.words(value, texts)
        return texts(self.line, value=words) if self.line else words

    def meaning(self, rules: RuleSet, texts: Texts) -> str:
        """Return what the lobby explains of it; empty where that is nothing."""
        message = dict(self.meanings).get(self.field.of(rules))
        return texts(message) if message else ""


class _ZoneField(Field[ChatChoices]):
    """The zone whose clock a group goes by."""

    def get(self, chosen: ChatChoices) -> Value:
        return chosen.options.zone

    def put(self, chosen: ChatChoices, value: Value) -> ChatChoices:
        zone = str(zone_named(str(value))) if value else ""
        return replace(chosen, options=chosen.options.model_copy(update={"zone": zone}))


def _hour(value: Value, texts: Texts) -> str:  # words of every kind are asked in the same way
    return f"{value}:00"


def _zone(value: Value, texts: Texts) -> str:
    return html.escape(str(value)) if value else texts("settings-zone-usual")


def _ratio(value: Value, texts: Texts) -> str:  # words of every kind are asked in the same way
    """The units of 平扣, 单扣 and 双扣: `1/2/3`."""
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _strength(value: Value, texts: Texts) -> str:
    return strength_text(Strength(str(value)), texts)


_WILD: Final[Words] = named({Wild.QIANBIAN: "rules-qianbian", Wild.BAIBIAN: "rules-baibian", Wild.NONE: "rules-plain"})
_STYLES: Final[Words] = named({DealStyle.SHUFFLED: "rules-shuffled", DealStyle.CLUMPED: "rules-clumped"})

RULES: Final = (
    Rule(
        name="base",
        field=RuleField("base_score"),
        values=(
            *(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000),
            *(200_000, 500_000, 1_000_000),
        ),
        label="settings-base",
        words=counted,
        explained="settings-base-explained",
        is_stepped=True,
        typed=Typed(("base", "底分"), "settings-base-typed", most=1_000_000),
        line="rules-base",
        is_always_said=True,
    ),
    Rule(
        name="wild",
        field=RuleField("wild"),
        values=tuple(Wild),
        label="settings-wild",
        words=_WILD,
        explained="settings-wild-explained",
        is_always_said=True,
        meanings=(
            (Wild.QIANBIAN, "rules-qianbian-means"),
            (Wild.BAIBIAN, "rules-baibian-means"),
            (Wild.NONE, "rules-plain-means"),
        ),
    ),
    Rule(
        name="deal",
        field=RuleField("deal_style"),
        values=tuple(DealStyle),
        label="settings-style",
        words=_STYLES,
        explained="settings-style-explained",
        is_always_said=True,
        meanings=((DealStyle.CLUMPED, "rules-clumped-means"),),
    ),
    Rule(
        name="secs",
        field=RuleField("turn_seconds"),
        values=(15, 20, 30, 45, 60, 90, 120, 180, 300, 600),
        label="settings-seconds",
        words=counted,
        explained="settings-seconds-explained",
        is_stepped=True,
        typed=Typed(("seconds", "秒"), "settings-seconds-typed", most=600),
        line="rules-seconds",
        is_always_said=True,
    ),
    Rule(
        name="king",
        field=RuleField("king_bomb"),
        values=(False, True),
        label="settings-king-bomb",
        words=switched,
        explained="settings-king-bomb-explained",
        line="rules-king-bomb",
    ),
    Rule(
        name="chain",
        field=RuleField("chain_with_two"),
        values=(False, True),
        label="settings-chain-two",
        words=switched,
        explained="settings-chain-two-explained",
        line="rules-chain-without-two",
    ),
    Rule(
        name="cap",
        field=RuleField("phase_cap"),
        values=tuple(range(8, 13)),
        label="settings-cap",
        words=counted,
        explained="settings-cap-explained",
        is_stepped=True,
        line="rules-cap",
    ),
    Rule(
        name="units",
        field=RuleField("units"),
        values=((1, 2, 3), (1, 2, 4), (1, 2, 5), (1, 3, 5), (1, 1, 2), (1, 1, 1)),
        label="settings-units",
        words=_ratio,
        explained="settings-units-explained",
        typed=Typed(("units", "平单双"), "settings-units-typed", most=999),
        line="rules-units",
    ),
    Rule(
        name="view",
        field=RuleField("partner_view"),
        values=(False, True),
        label="settings-view",
        words=switched,
        explained="settings-view-explained",
        line="rules-partner-hidden",
    ),
)
CHAT_SETTINGS: Final[tuple[Setting[ChatChoices], ...]] = (
    *RULES,
    Setting(
        name="comp",
        field=_OptionField("computers_allowed"),
        values=(False, True),
        label="settings-computers",
        words=switched,
        explained="settings-computers-explained",
    ),
    Setting(
        name="level",
        field=_StrengthField(),
        values=tuple(Strength),
        label="settings-strength",
        words=_strength,
        explained="settings-strength-explained",
    ),
    Setting(
        name="lang",
        field=_LanguageField(),
        values=tuple(Language),
        label="settings-language",
        words=named(LANGUAGE_NAMES),
    ),
    Setting(
        name="aloud",
        field=_OptionField("aloud"),
        values=(False, True),
        label="settings-aloud",
        words=switched,
        explained="settings-aloud-explained",
    ),
    Setting(
        name="daily",
        field=_OptionField("daily"),
        values=(False, True),
        label="settings-daily",
        words=switched,
        explained="settings-daily-explained",
    ),
    Setting(
        name="hour",
        field=_OptionField("daily_hour"),
        values=(0, 7, 8, 9, 12, 18, 20, 21, 22, 23),
        label="settings-hour",
        words=_hour,
        explained="settings-hour-explained",
        typed=Typed(("hour", "几点"), "settings-hour-typed", most=23),
    ),
    Setting(
        name="zone",
        field=_ZoneField(),
        values=(
            *("", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Europe/London", "Europe/Berlin"),
            *("America/New_York", "America/Los_Angeles"),
        ),
        label="settings-zone",
        words=_zone,
        explained="settings-zone-explained",
        typed=Typed(("zone", "时区"), "settings-zone-typed"),
    ),
)


def rules_line(rules: RuleSet, texts: Texts) -> str:
    """Return base score, wild jokers, mixing and seconds a turn; the other switches where they are not as usual."""
    return _SEPARATOR.join(filter(None, (rule.in_line(rules, texts) for rule in RULES)))


def rules_meaning(rules: RuleSet, texts: Texts) -> str:
    """Return what those names of the rules mean that the rules line does not explain, a line each."""
    return "\n".join(filter(None, (rule.meaning(rules, texts) for rule in RULES)))
