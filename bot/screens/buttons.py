"""Rows of buttons that look good on a phone."""

from collections.abc import Sequence
from typing import Final

from bot.pictures.clusters import width_of
from bot.screens.screen import Button, Keyboard, Style
from bot.telegram_api.callback_data import CallbackData

ROW_COLUMNS: Final = 34
"""Columns of text a row of buttons has room for on a phone 360 points wide, three buttons of ten columns each."""
_PADDING: Final = 2


def tap_button(text: str, tap: CallbackData, style: Style | None = None) -> Button:
    """A button that comes back as a tap."""
    return Button(text, tap.encode(), style=style)


def even_rows(buttons: Sequence[Button], most: int) -> Keyboard:
    """The buttons in as few rows as `most` a row allow, all rows about as long."""
    if not buttons:
        return ()
    rows = -(-len(buttons) // most)
    per_row = -(-len(buttons) // rows)
    return tuple(tuple(buttons[start : start + per_row]) for start in range(0, len(buttons), per_row))


def packed_rows(buttons: Sequence[Button], most: int) -> Keyboard:
    """The buttons in order, as many in a row as their labels leave room for, at most `most`."""
    rows: list[list[Button]] = []
    for button in buttons:
        if rows and len(rows[-1]) < most and _fits([*rows[-1], button]):
            rows[-1].append(button)
        else:
            rows.append([button])
    return tuple(map(tuple, rows))


def _fits(row: Sequence[Button]) -> bool:
    """Return whether the widest label fits into its share of the row: buttons of a row are equally wide."""
    widest = max(width_of(button.text) for button in row)
    return len(row) * (widest + _PADDING) <= ROW_COLUMNS + _PADDING
