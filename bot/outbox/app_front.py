"""What the chats know of the Mini App: the ways into it, and who is there and so needs no messages."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.locales import texts_for
from bot.screens.hand_keys import MOST_ROWS
from bot.screens.screen import Button, Screen
from bot.tables.state import Language, TableState

EDIT_SECONDS: Final = 10.0
"""A chat in which everybody plays in the app has its table edited so often, and when the deal is over."""


@dataclass(frozen=True, slots=True)
class AppFront:
    """The Mini App as the presenter uses it.

    Attributes:
        url: its public address.
        is_here: whether somebody (by number) has it open.
        link: of a table (by number), for its group: `https://t.me/…?startapp=…`.
    """

    url: str
    is_here: Callable[[int], bool]
    link: Callable[[int], str]

    def are_here(self, state: TableState) -> bool:
        """Whether all people of a table have it open."""
        return bool(state.people) and all(self.is_here(person.id) for person in state.people)

    def with_hand_button(self, screen: Screen, language: Language) -> Screen:
        """Return a screen of a private chat with the button that opens the app; other chats refuse such a button.

        Where a hand has all the rows that a phone has room for, it stands short at the end of the last one.
        """
        texts, rows = texts_for(language), screen.keyboard
        if len(rows) < MOST_ROWS:
            return replace(screen, keyboard=(*rows, (Button(texts("app-button-hand"), app=self.url),)))
        short = Button(texts("app-button-short"), app=self.url)
        return replace(screen, keyboard=(*rows[:-1], (*rows[-1], short)))

    def with_table_button(self, screen: Screen, state: TableState) -> Screen:
        """Return a screen of a group with the link to its table in the app."""
        if state.practice:
            return screen
        button = Button(texts_for(state.language)("app-button-table"), url=self.link(state.id))
        return replace(screen, keyboard=(*screen.keyboard, (button,)))
