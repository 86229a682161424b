"""A screen as Telegram takes it: keyboard, picture, and a digest that tells whether two would look the same."""

import hashlib
import re
from dataclasses import dataclass
from html import unescape
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo

from bot.outbox.model import MessageKind
from bot.screens.screen import Button, Keyboard, Screen

_TAG: Final = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture that can be sent: the file id Telegram gave it, or the bytes of an image file."""

    key: str
    source: str | bytes


@dataclass(frozen=True, slots=True)
class Content:
    """The content of one message. `photo` is None for a text, also where the screen's picture could not be had."""

    text: str
    keyboard: Keyboard
    photo: Photo | None
    silent: bool

    @property
    def kind(self) -> MessageKind:
        """The kind of message that has this content."""
        return MessageKind.TEXT if self.photo is None else MessageKind.PHOTO

    @property
    def digest(self) -> str:
        """Equal digests look equal."""
        return digest_of(self.text, self.keyboard, self.photo.key if self.photo is not None else "")

    @property
    def markup(self) -> InlineKeyboardMarkup | None:
        """The buttons, None if there are none."""
        if not self.keyboard:
            return None
        return InlineKeyboardMarkup([[_button(button) for button in row] for row in self.keyboard])


def visible_length(text: str) -> int:
    """Return how long Telegram takes a text in its HTML to be: UTF-16 units of what is left of it after parsing.

    >>> visible_length("<b>双扣</b> &lt; 🃏")
    7
    """
    return len(unescape(_TAG.sub("", text)).encode("utf-16-le")) // 2


def digest_of(text: str, keyboard: Keyboard, picture_key: str) -> str:
    """32 hexadecimal digits that stand for what a message says."""
    return hashlib.blake2b(repr((text, keyboard, picture_key)).encode(), digest_size=16).hexdigest()


def screen_digest(screen: Screen) -> str:
    """The digest of a screen shown with its picture."""
    return digest_of(screen.text, screen.keyboard, screen.picture.key if screen.picture is not None else "")


def _button(button: Button) -> InlineKeyboardButton:
    if button.disabled:  # python-telegram-bot has no field for it
        return InlineKeyboardButton(button.text, style=button.style, api_kwargs={"disabled": {}})
    if button.app:
        return InlineKeyboardButton(button.text, web_app=WebAppInfo(button.app), style=button.style)
    return InlineKeyboardButton(
        button.text, callback_data=button.data or None, url=button.url or None, style=button.style
    )
