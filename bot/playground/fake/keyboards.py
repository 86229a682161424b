"""Reply markup: what the server accepts under a message, and what it says about the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bot.playground.fake.errors import bad_request
from bot.playground.fake.links import split_link
from bot.playground.fake.model import Json

MAX_BUTTONS: Final = 100
MAX_ROW: Final = 8
MAX_CALLBACK_DATA: Final = 64  # bytes

_ACTIONS: Final = frozenset(
    {
        "url",
        "callback_data",
        "web_app",
        "login_url",
        "switch_inline_query",
        "switch_inline_query_current_chat",
        "switch_inline_query_chosen_chat",
        "copy_text",
        "callback_game",
        "pay",
        "disabled",
    }
)
_LOOKS: Final = frozenset({"text", "style", "icon_custom_emoji_id"})
BUTTON_FIELDS: Final = _ACTIONS | _LOOKS
_STYLES: Final = frozenset({"danger", "success", "primary"})
_OTHER_MARKUP: Final = ("keyboard", "remove_keyboard", "force_reply")

Complain = Callable[[str], None]


def checked_markup(markup: Any, complain: Complain) -> Json | None:
    """The inline keyboard to keep with a message, or None if there is none.

    Keyboards that belong to the text field (`keyboard`, `remove_keyboard`, `force_reply`) are accepted and not kept.
    Raises ApiError 400 for a keyboard the server would refuse; `complain` is told what it would silently ignore.
    """
    if markup is None:
        return None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    if any(name in markup for name in _OTHER_MARKUP):
        return None
    rows = markup.get("inline_keyboard")
    if rows is None:
        return None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" of the InlineKeyboardMarkup should be an Array of Arrays')
    for row in rows:
        if len(row) > MAX_ROW:
            complain(f"a row of {len(row)} buttons: at most {MAX_ROW} are shown in one row")
        for button in row:
            _check_button(button, complain)
    if sum(map(len, rows)) > MAX_BUTTONS:
        raise bad_request("reply markup is too long")
    kept = [row for row in rows if row]
    return {"inline_keyboard": kept} if kept else None


def check_apps(markup: Json | None, *, is_private: bool) -> None:
    """Refuse a message with a button that opens a Mini App anywhere but in a private chat."""
    rows = markup["inline_keyboard"] if markup is not None and not is_private else ()
    if any("web_app" in button for row in rows for button in row):
        raise bad_request("BUTTON_TYPE_INVALID")


def _check_button(button: Any, complain: Complain) -> None:
    cause = "can't parse inline keyboard button"
    if not isinstance(button, dict):
        raise bad_request(f"{cause}: InlineKeyboardButton must be an Object")
    if "text" not in button:
        raise bad_request(f'{cause}: Can\'t find field "text"')
    if not isinstance(button["text"], str):
        raise bad_request(f'{cause}: Field "text" must be of type String')
    if not button["text"].strip():
        raise bad_request("BUTTON_TEXT_INVALID")
    for name in button.keys() - BUTTON_FIELDS:
        complain(f"unknown field {name!r} of an inline keyboard button")
    actions = [name for name in button if name in _ACTIONS]
    if not actions:
        raise bad_request(f"{cause}: Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        complain(f"an inline keyboard button with {len(actions)} actions: {', '.join(sorted(actions))}")
    if "style" in button and str(button["style"]) not in _STYLES:
        raise bad_request(f"{cause}: invalid button style specified")
    if "callback_data" in button:
        data = button["callback_data"]
        if not isinstance(data, str) or not 1 <= len(data.encode()) <= MAX_CALLBACK_DATA:
            raise bad_request("BUTTON_DATA_INVALID")
    if "url" in button and split_link(str(button["url"])) is None:
        raise bad_request(f"inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
