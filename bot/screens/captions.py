"""The length of a text to Telegram, and which texts fit under a picture."""

import html
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.screens.screen import Picture, Screen

TEXT_LIMIT: Final = 4096
CAPTION_LIMIT: Final = 1024
ALERT_LIMIT: Final = 200
"""Of toasts as well."""
_TAG: Final = re.compile(r"<[^>]*>")


def length(text: str) -> int:
    """The length of a text as Telegram counts it: UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def visible_length(text: str) -> int:
    """The length of an HTML text once its markup is taken away.

    >>> visible_length("<b>7 &lt; 8</b>")
    5
    """
    return length(html.unescape(_TAG.sub("", text)))


def with_picture(screen: Screen, picture: Picture, *, shorter: Iterable[str] = ()) -> Screen:
    """The screen with a picture, its text the first that fits under one: its own, or one of the `shorter`, which say
    less. Without the picture it says all; where no text fits, there is none.
    """
    alone = screen.alone or screen.text
    for text in (screen.text, *shorter):
        if visible_length(text) <= CAPTION_LIMIT:
            return replace(screen, text=text, picture=picture, alone="" if alone == text else alone)
    return screen.plain
