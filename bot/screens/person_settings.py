"""The settings of a person: each is one entry of `PERSON_SETTINGS`, in the order of their panel."""

from dataclasses import dataclass, replace
from typing import Final

from bot.screens.chat_settings import LANGUAGE_NAMES
from bot.screens.setting import Field, Setting, Value, named, switched
from bot.tables.state import Language
from storage import HandOrder, PersonSettings


@dataclass(frozen=True, slots=True)
class PersonChoices:
    """Everything a person has decided, and the language they are spoken to in."""

    settings: PersonSettings
    language: Language


@dataclass(frozen=True, slots=True)
class PersonField(Field[PersonChoices]):
    """A field of the settings of a person."""

    name: str

    def get(self, chosen: PersonChoices) -> Value:
        value: Value = getattr(chosen.settings, self.name)
        return value

    def put(self, chosen: PersonChoices, value: Value) -> PersonChoices:
        settings = PersonSettings.model_validate({**chosen.settings.model_dump(), self.name: value})
        return replace(chosen, settings=settings)


class _LanguageField(PersonField):
    """The language: until one is chosen, that of their Telegram."""

    def get(self, chosen: PersonChoices) -> Value:
        return chosen.language

    def put(self, chosen: PersonChoices, value: Value) -> PersonChoices:
        language = Language(str(value))
        return PersonChoices(chosen.settings.model_copy(update={"language": language.value}), language)


class _PicturesField(PersonField):
    """Pictures of hands, kept as hands without them."""

    def get(self, chosen: PersonChoices) -> Value:
        return not chosen.settings.text_hands

    def put(self, chosen: PersonChoices, value: Value) -> PersonChoices:
        return replace(chosen, settings=chosen.settings.model_copy(update={"text_hands": not value}))


PERSON_SETTINGS: Final = (
    Setting(
        name="lang",
        field=_LanguageField("language"),
        values=tuple(Language),
        label="my-settings-language",
        words=named(LANGUAGE_NAMES),
    ),
    Setting(
        name="pass",
        field=PersonField("auto_pass"),
        values=(False, True),
        label="my-settings-auto-pass",
        words=switched,
        explained="my-settings-auto-pass-explained",
    ),
    Setting(
        name="notice",
        field=PersonField("notices"),
        values=(False, True),
        label="my-settings-notices",
        words=switched,
        explained="my-settings-notices-explained",
    ),
    Setting(
        name="pics",
        field=_PicturesField("text_hands"),
        values=(False, True),
        label="my-settings-pictures",
        words=named({False: "my-settings-text", True: "my-settings-picture"}),
        explained="my-settings-pictures-explained",
    ),
    Setting(
        name="four",
        field=PersonField("four_colours"),
        values=(False, True),
        label="my-settings-colours",
        words=switched,
        explained="my-settings-colours-explained",
    ),
    Setting(
        name="sort",
        field=PersonField("sorting"),
        values=(HandOrder.RANK, HandOrder.COUNT),
        label="my-settings-sorting",
        words=named({HandOrder.RANK: "my-settings-by-rank", HandOrder.COUNT: "my-settings-by-count"}),
        explained="my-settings-sorting-explained",
    ),
    Setting(
        name="hand",
        field=PersonField("hand_in_group"),
        values=(False, True),
        label="my-settings-hand-place",
        words=named({False: "my-settings-in-private", True: "my-settings-in-group"}),
        explained="my-settings-hand-place-explained",
    ),
)
