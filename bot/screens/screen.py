"""Screens, which are what a chat shows: values, made without sending anything."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bot.pictures.models import Picture

Style: TypeAlias = Literal["primary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """An inline button: `data` comes back when it is tapped (at most 64 bytes), or `url` is opened, or `app` is: the
    address of a Mini App, in private chats only.
    """

    text: str
    data: str = ""
    url: str = ""
    style: Style | None = None
    disabled: bool = False
    """Whether it is greyed: it keeps its place and does nothing. Where that is not to be had it answers why not."""
    app: str = ""


Keyboard: TypeAlias = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """Text in Telegram's HTML (at most 4096 characters, 1024 under a picture), buttons, and perhaps a picture."""

    text: str
    keyboard: Keyboard = ()
    picture: Picture | None = None
    silent: bool = False
    """Whether a new message for this screen rings nobody."""
    alone: str = ""
    """The text that has to do where the picture cannot be had; empty: the same."""

    @property
    def plain(self) -> "Screen":
        """The screen without its picture."""
        return replace(self, text=self.alone or self.text, picture=None, alone="")


def folded(text: str) -> str:
    """HTML of which Telegram shows the first three lines until somebody taps it; for what few people read."""
    return f"<blockquote expandable>{text}</blockquote>"


__all__ = ["Button", "Keyboard", "Picture", "Screen", "Style", "folded"]
