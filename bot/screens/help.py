"""Greeting, help, rules, privacy, forgetting, and the command menu."""

from dataclasses import replace
from enum import StrEnum, unique
from typing import Final

from bot.locales import Texts, texts_for
from bot.screens.buttons import tap_button
from bot.screens.people import html_title
from bot.screens.screen import Button, Keyboard, Screen
from bot.tables.state import Language
from bot.telegram_api.callback_data import ButtonAction, CallbackData

RULES_PAGES: Final = ("rules-1", "rules-2", "rules-3", "rules-4", "rules-5", "rules-6")
YES: Final = "1"
NO: Final = "0"
"""args of `ButtonAction.FORGET`."""


@unique
class MenuScope(StrEnum):
    """The people who see a command menu."""

    GROUP = "group"
    ADMINS = "admins"
    PRIVATE = "private"


_COMMANDS: Final = {
    "newgame": "command-newgame",
    "join": "command-join",
    "leave": "command-leave",
    "hand": "command-hand",
    "end": "command-end",
    "rank": "command-rank",
    "top": "command-top",
    "daily": "command-daily",
    "stats": "command-stats",
    "history": "command-history",
    "replay": "command-replay",
    "review": "command-review",
    "verify": "command-verify",
    "settings": "command-settings",
    "notify": "command-notify",
    "block": "command-block",
    "unblock": "command-unblock",
    "learn": "command-learn",
    "rules": "command-rules",
    "help": "command-help",
    "privacy": "command-privacy",
    "forget": "command-forget",
    "start": "command-start",
}
_NOT_IN: Final = {
    MenuScope.GROUP: frozenset({"settings", "block", "unblock", "privacy", "forget", "start"}),
    MenuScope.ADMINS: frozenset({"privacy", "forget", "start"}),
    MenuScope.PRIVATE: frozenset({"join", "notify", "block", "unblock"}),
}
EPHEMERAL_COMMANDS: Final = frozenset({"hand", "help", "rules", "history", "stats", "verify", "review", "notify"})
"""What only the asker wants: in a group they alone see these commands and the answers, where Telegram can do that."""


def menu(scope: MenuScope, language: Language) -> tuple[tuple[str, str], ...]:
    """The commands of a scope with their descriptions, as Telegram's menu takes them."""
    texts = texts_for(language)
    return tuple((name, texts(text)) for name, text in _COMMANDS.items() if name not in _NOT_IN[scope])


def greeting_screen(bot_username: str, language: Language) -> Screen:
    """Return what /start answers."""
    texts = texts_for(language)
    add = Button(texts("button-add-to-group"), url=f"https://t.me/{bot_username}?startgroup=new", style="primary")
    practise = tap_button(texts("button-practise"), CallbackData(ButtonAction.PRACTICE), "success")
    how = tap_button(texts("button-how-to-play"), CallbackData(ButtonAction.HELP))
    return Screen(texts("start-greeting"), ((practise,), (add,), (how,)))


def with_lesson(screen: Screen, language: Language) -> Screen:
    """A screen of a private chat that also leads to the first lesson."""
    learn = tap_button(texts_for(language)("button-learn"), CallbackData(ButtonAction.LEARN, arg="0"))
    return replace(screen, keyboard=(*screen.keyboard, (learn,)))


def seated_screen(chat_title: str, url: str, language: Language) -> Screen:
    """Somebody who came through a deep link has their seat; `url` leads back to the group, if there is one."""
    texts = texts_for(language)
    text = texts("start-seated", chat=html_title(chat_title, texts("rank-this-chat")))
    return Screen(text, ((Button(texts("button-back-to-group"), url=url),),) if url else ())


def dead_link_screen(language: Language) -> Screen:
    """The deep link has been used, or its table is gone."""
    return Screen(texts_for(language)("start-link-used"))


def help_screen(scope: MenuScope, language: Language) -> Screen:
    """Return how the bot is used, with every command of the scope."""
    texts = texts_for(language)
    commands = [
        texts("help-command", name=name, description=description) for name, description in menu(scope, language)
    ]
    lines = [texts("help-heading"), "", texts("help-text"), "", texts("help-commands"), *commands]
    how = tap_button(texts("button-how-to-play"), CallbackData(ButtonAction.HELP))
    return Screen("\n".join(lines), ((how,),))


def rules_screen(page: int, language: Language) -> Screen:
    """A page of the rules, 1…6; another number gives the nearest page."""
    texts = texts_for(language)
    page = min(max(1, page), len(RULES_PAGES))
    return Screen(texts(RULES_PAGES[page - 1]), _pages(page, texts))


def privacy_screen(language: Language) -> Screen:
    """Return what is stored about a person."""
    return Screen(texts_for(language)("privacy-text"))


def forget_question_screen(language: Language) -> Screen:
    """Asked before everything about a person is deleted."""
    texts = texts_for(language)
    yes = tap_button(texts("button-forget-yes"), CallbackData(ButtonAction.FORGET, arg=YES), "danger")
    no = tap_button(texts("button-forget-no"), CallbackData(ButtonAction.FORGET, arg=NO), "primary")
    return Screen(texts("forget-question"), ((yes,), (no,)))


def forgotten_screen(language: Language, *, done: bool) -> Screen:
    """Everything is deleted, or nothing was."""
    return Screen(texts_for(language)("forget-done" if done else "forget-kept"))


def _pages(page: int, texts: Texts) -> Keyboard:
    row = []
    if page > 1:
        row.append(tap_button(texts("button-previous-page"), CallbackData(ButtonAction.HELP, arg=str(page - 1))))
    if page < len(RULES_PAGES):
        row.append(tap_button(texts("button-next-page"), CallbackData(ButtonAction.HELP, arg=str(page + 1)), "primary"))
    return (tuple(row),)
