"""How long a text is to Telegram, and which texts fit under a picture."""

import html
import re
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


def with_picture(screen: Screen, picture: Picture) -> Screen:
    """The screen with a picture, or without one where the text is too long to stand under it."""
    if visible_length(screen.text) > CAPTION_LIMIT:
        return screen.plain
    return replace(screen, picture=picture)
