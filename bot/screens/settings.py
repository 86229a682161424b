"""The settings panels, of a group and of a person, and /notify. Their entries are in `bot.screens.chat_settings` and
`bot.screens.person_settings`.
"""

from collections.abc import Sequence
from typing import Final

from bot.locales import Texts, texts_for
from bot.screens.buttons import packed_rows, tap_button
from bot.screens.chat_settings import CHAT_SETTINGS, ChatChoices
from bot.screens.people import html_title
from bot.screens.person_settings import PERSON_SETTINGS, PersonChoices
from bot.screens.screen import Button, Keyboard, Screen
from bot.screens.setting import OFF, ON, Chosen, Setting, Value
from bot.tables.state import Language
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from storage import PersonSettings, StoredOptions

_PER_ROW: Final = 2


def chat_settings_screen(title: str, options: StoredOptions, language: Language) -> Screen:
    """The panel of a group; `title` is raw."""
    texts, chosen = texts_for(language), ChatChoices(options, language)
    lines = [
        texts("settings-heading", chat=html_title(title, texts("rank-this-chat"))),
        *_explanations(CHAT_SETTINGS, chosen, texts),
        "",
        *_typed_lines(texts),
        "",
        f"<i>{texts('settings-next-deal')}</i>",
    ]
    return Screen("\n".join(lines), _panel(CHAT_SETTINGS, chosen, texts))


def no_such_setting_screen(language: Language) -> Screen:
    """Return what is said of numbers that were typed after /settings and cannot be: which can."""
    texts = texts_for(language)
    return Screen("\n".join([texts("refusal-bad-setting"), *_typed_lines(texts)]), silent=True)


def my_settings_screen(settings: PersonSettings, language: Language) -> Screen:
    """A person's own panel, in the language they are spoken to in."""
    texts, chosen = texts_for(language), PersonChoices(settings, language)
    lines = [texts("my-settings-heading"), *_explanations(PERSON_SETTINGS, chosen, texts)]
    return Screen("\n".join(lines), _panel(PERSON_SETTINGS, chosen, texts))


def notify_screen(title: str, chat_id: int, language: Language, *, subscribed: bool) -> Screen:
    """Return what /notify answers in private.

    Args:
        title: the raw title of the chat.
        chat_id: the chat, which a later tap names.
        language: the person's.
        subscribed: whether they hear of tables there from now on.
    """
    texts = texts_for(language)
    text = texts("notify-on" if subscribed else "notify-off", chat=html_title(title, texts("rank-this-chat")))
    label = texts("button-notify-off") if subscribed else texts("button-notify-on")
    tap = CallbackData(ButtonAction.NOTIFY, arg=f"{OFF if subscribed else ON}.{chat_id}")
    return Screen(text, ((tap_button(label, tap),),))


def _typed_lines(texts: Texts) -> list[str]:
    """Return how numbers are typed that the panel does not offer."""
    examples = [texts(setting.typed.example) for setting in CHAT_SETTINGS if setting.typed]
    return [texts("settings-numbers"), *examples]


def _explanations(settings: Sequence[Setting[Chosen]], chosen: Chosen, texts: Texts) -> list[str]:
    """Return how each setting stands, and what it means."""
    return [setting.explanation(chosen, texts) for setting in settings if setting.explained]


def _panel(settings: Sequence[Setting[Chosen]], chosen: Chosen, texts: Texts) -> Keyboard:
    """The buttons: numbers that go up and down first, a row each, then those that move on to their next value."""
    steppers = [_stepper(setting, chosen, texts) for setting in settings if setting.is_stepped]
    cyclers = [
        _button(setting, setting.label_of(following, texts), following)
        for setting in settings
        if not setting.is_stepped
        for following in [setting.following(chosen)]
    ]
    return (*steppers, *packed_rows(cyclers, _PER_ROW))


def _stepper(setting: Setting[Chosen], chosen: Chosen, texts: Texts) -> tuple[Button, ...]:
    """A button for less and one for more; at either end one stays where it is, and so does the number."""
    smaller, larger = setting.smaller_and_larger(chosen)
    present = setting.field.get(chosen)
    return tuple(
        _button(setting, f"{sign} {setting.label_of(value, texts)}", value)
        for sign, value in (
            ("−", present if smaller is None else smaller),
            ("＋", present if larger is None else larger),
        )
    )


def _button(setting: Setting[Chosen], label: str, value: Value) -> Button:
    return tap_button(label, CallbackData(ButtonAction.SETTING, arg=setting.tap(value)))
