"""The settings panels, of a group and of a person, and /notify."""

from typing import Final

from bot.locales import Texts, texts_for
from bot.screens.buttons import packed_rows, tap_button
from bot.screens.numbers import number_text
from bot.screens.people import html_title, strength_text
from bot.screens.rules_line import rules_line, style_text, wild_text
from bot.screens.screen import Button, Screen
from bot.screens.switches import (
    OFF,
    ON,
    ChatSwitch,
    PersonSwitch,
    chat_value,
    next_chat_value,
    next_person_value,
    person_value,
    smaller_and_larger,
)
from bot.tables.state import Language
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.players import Strength
from engine.ruleset import DealStyle, Wild
from storage import HandOrder, PersonSettings, StoredOptions

_PER_ROW: Final = 2
_LANGUAGES: Final = {Language.CHINESE: "language-zh", Language.ENGLISH: "language-en"}
_CHAT_LABELS: Final = {
    ChatSwitch.WILD: "settings-wild",
    ChatSwitch.DEAL_STYLE: "settings-style",
    ChatSwitch.KING_BOMB: "settings-king-bomb",
    ChatSwitch.CHAIN_WITH_TWO: "settings-chain-two",
    ChatSwitch.PARTNER_VIEW: "settings-view",
    ChatSwitch.UNITS: "settings-units",
    ChatSwitch.COMPUTERS: "settings-computers",
    ChatSwitch.STRENGTH: "settings-strength",
    ChatSwitch.LANGUAGE: "settings-language",
}
"""The switches that a tap moves on to the next value, in the order of the panel."""
_STEPPED: Final = {
    ChatSwitch.BASE_SCORE: "settings-base",
    ChatSwitch.TURN_SECONDS: "settings-seconds",
    ChatSwitch.PHASE_CAP: "settings-cap",
}
"""The numbers, with a button for less and one for more."""
_PERSON_LABELS: Final = {
    PersonSwitch.LANGUAGE: "my-settings-language",
    PersonSwitch.AUTO_PASS: "my-settings-auto-pass",
    PersonSwitch.NOTICES: "my-settings-notices",
    PersonSwitch.PICTURES: "my-settings-pictures",
    PersonSwitch.FOUR_COLOURS: "my-settings-colours",
    PersonSwitch.SORTING: "my-settings-sorting",
    PersonSwitch.HAND_IN_GROUP: "my-settings-hand-place",
}


def chat_settings_screen(title: str, options: StoredOptions, language: Language) -> Screen:
    """The panel of a group; `title` is raw."""
    texts = texts_for(language)
    lines = [
        texts("settings-heading", chat=html_title(title, texts("rank-this-chat"))),
        rules_line(options.rules, texts),
        "",
        texts("settings-explained"),
        "",
        texts("settings-numbers"),
        "",
        f"<i>{texts('settings-next-deal')}</i>",
    ]
    steppers = [_stepper(switch, label, options, language, texts) for switch, label in _STEPPED.items()]
    cyclers = [
        tap_button(
            texts(label, value=_chat_value_text(switch, chat_value(switch, options, language), texts)),
            _setting(switch, next_chat_value(switch, options, language)),
        )
        for switch, label in _CHAT_LABELS.items()
    ]
    return Screen("\n".join(lines), (*steppers, *packed_rows(cyclers, _PER_ROW)))


def no_such_setting_screen(language: Language) -> Screen:
    """What is said of numbers that were typed after /settings and cannot be: which can."""
    texts = texts_for(language)
    return Screen(f"{texts('refusal-bad-setting')}\n{texts('settings-numbers')}", silent=True)


def my_settings_screen(settings: PersonSettings, language: Language) -> Screen:
    """A person's own panel, in the language they are spoken to in."""
    texts = texts_for(language)
    buttons = [
        tap_button(
            texts(label, value=_person_value_text(switch, person_value(switch, settings, language), texts)),
            _setting(switch, next_person_value(switch, settings, language)),
        )
        for switch, label in _PERSON_LABELS.items()
    ]
    return Screen(texts("my-settings-heading"), packed_rows(buttons, _PER_ROW))


def notify_screen(title: str, chat_key: int, language: Language, *, subscribed: bool) -> Screen:
    """What /notify answers in private.

    Args:
        title: the raw title of the chat.
        chat_key: the number by which a later tap names the chat (`CallbackData.table`).
        language: the person's.
        subscribed: whether they hear of tables there from now on.
    """
    texts = texts_for(language)
    text = texts("notify-on" if subscribed else "notify-off", chat=html_title(title, texts("rank-this-chat")))
    label = texts("button-notify-off") if subscribed else texts("button-notify-on")
    tap = CallbackData(ButtonAction.NOTIFY, table=chat_key, arg=OFF if subscribed else ON)
    return Screen(text, ((tap_button(label, tap),),))


def _stepper(
    switch: ChatSwitch, label: str, options: StoredOptions, language: Language, texts: Texts
) -> tuple[Button, ...]:
    value = chat_value(switch, options, language)
    smaller, larger = smaller_and_larger(switch, options, language)
    row = [] if smaller is None else [tap_button("−", _setting(switch, smaller))]
    row.append(tap_button(texts(label, value=number_text(int(value))), _setting(switch, value)))
    return tuple(row if larger is None else [*row, tap_button("＋", _setting(switch, larger))])


def _setting(switch: ChatSwitch | PersonSwitch, value: str) -> CallbackData:
    return CallbackData(ButtonAction.SETTING, arg=f"{switch.value}={value}")


def _chat_value_text(switch: ChatSwitch, value: str, texts: Texts) -> str:
    match switch:
        case ChatSwitch.WILD:
            return wild_text(Wild(value), texts)
        case ChatSwitch.DEAL_STYLE:
            return style_text(DealStyle(value), texts)
        case ChatSwitch.LANGUAGE:
            return texts(_LANGUAGES[Language(value)])
        case ChatSwitch.STRENGTH:
            return strength_text(Strength(value), texts)
        case ChatSwitch.UNITS:
            return value
        case _:
            return _switch_text(value, texts)


def _person_value_text(switch: PersonSwitch, value: str, texts: Texts) -> str:
    match switch:
        case PersonSwitch.LANGUAGE:
            return texts(_LANGUAGES[Language(value)])
        case PersonSwitch.PICTURES:
            return texts("my-settings-picture") if value == ON else texts("my-settings-text")
        case PersonSwitch.SORTING:
            by_count = value == HandOrder.COUNT.value
            return texts("my-settings-by-count") if by_count else texts("my-settings-by-rank")
        case PersonSwitch.HAND_IN_GROUP:
            return texts("my-settings-in-group") if value == ON else texts("my-settings-in-private")
        case _:
            return _switch_text(value, texts)


def _switch_text(value: str, texts: Texts) -> str:
    return texts("settings-on") if value == ON else texts("settings-off")
