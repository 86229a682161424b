"""The bot as Telegram shows it without being asked: the command menus and the descriptions.

Each is registered per scope and language, and only when it differs from what was registered last; a digest of that is
kept. A scope without a language code serves everybody whose language is none of ours.

In groups some commands are ephemeral: the others see neither them nor the answers. A server that does not take that is
given the menu without it, and asked again when the menu is another.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    MenuButtonDefault,
    MenuButtonWebApp,
    WebAppInfo,
)
from telegram.error import BadRequest, TelegramError

from bot.handlers.services import Services
from bot.locales import texts_for
from bot.screens.help import EPHEMERAL_COMMANDS, MenuScope, menu
from bot.tables.state import Language
from storage import StorageError

log = logging.getLogger(__name__)

OWNER_COMMANDS: Final = {
    "status": "command-status",
    "who": "command-who",
    "maintenance": "command-maintenance",
    "broadcast": "command-broadcast",
    "endtable": "command-endtable",
    "adjust": "command-adjust",
    "block": "command-block",
    "unblock": "command-unblock",
}
_FACT: Final = "menu:"
_OWNER: Final = "menu:owner:"
_BUTTON: Final = "menu:button"
_ALONE: Final = " (alone)"
"""What tells the digest of a menu with an ephemeral command from one without."""

Menu: TypeAlias = tuple[tuple[str, str], ...]
Register: TypeAlias = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class _Part:
    """One thing to register: the key under which its digest is kept, what it says, and the call that registers it."""

    key: str
    said: str
    register: Register

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.said.encode()).hexdigest()


class Menus:
    """Registers the menus and descriptions in the background: the bot serves people whether or not that succeeds."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._bot: Bot = services.bot
        self._task: asyncio.Task[None] | None = None
        self._refused_ephemeral = False

    def start(self) -> None:
        """Begin to register what has changed."""
        self._task = asyncio.create_task(self._register(), name="menus")

    async def stop(self) -> None:
        """Give up what is not registered yet; the next start goes on."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _register(self) -> None:
        try:
            await self.register()
        except StorageError as error:
            log.error("what of the menus is registered could not be kept, again at the next start: %s", error)

    async def register(self) -> None:
        """Register what has changed since the last time; what Telegram refuses waits for the next start."""
        kept, has_ephemeral = self._services.database.key_value, await self._services.outbox.finds_ephemeral()
        known = await kept.starting_with(_FACT)
        parts = list(self._parts(has_ephemeral=has_ephemeral))
        if self._services.settings.app_url or _BUTTON in known:
            parts.append(self._menu_button())
        for part in parts:
            if known.get(part.key) == part.digest:
                continue
            try:
                await part.register()
            except TelegramError as error:
                log.warning("%s could not be registered, again at the next start: %s", part.key, error)
            else:
                await kept.set(part.key, part.digest)
        for key in known.keys() - {part.key for part in parts}:
            if key.startswith(_OWNER):
                await self._remove_owner_menu(key)

    def _parts(self, *, has_ephemeral: bool) -> Iterator[_Part]:
        for code, language in self._languages():
            texts = texts_for(language)
            about, short = texts("about-description"), texts("about-short")
            yield _Part(f"{_FACT}about:{code}", about, partial(self._bot.set_my_description, about, code or None))
            yield _Part(f"{_FACT}short:{code}", short, partial(self._bot.set_my_short_description, short, code or None))
            for name, scope in _SCOPES.items():
                alone = EPHEMERAL_COMMANDS if has_ephemeral and name is not MenuScope.PRIVATE else frozenset()
                yield self._commands(f"{_FACT}{name}:{code}", menu(name, language), scope, code, alone)
            owner_menu = (
                *menu(MenuScope.PRIVATE, language),
                *((command, texts(text)) for command, text in OWNER_COMMANDS.items()),
            )
            for owner in self._services.settings.owner_ids:
                yield self._commands(f"{_OWNER}{owner}:{code}", owner_menu, BotCommandScopeChat(owner), code)

    def _menu_button(self) -> _Part:
        """What the button beside the text field opens: the Mini App, or the commands where there is none."""
        url = self._services.settings.app_url
        text = texts_for(self._services.settings.default_language)("app-button-menu")
        button = MenuButtonWebApp(text, WebAppInfo(url)) if url else MenuButtonDefault()
        return _Part(_BUTTON, f"{text} {url}", partial(self._bot.set_chat_menu_button, menu_button=button))

    def _languages(self) -> Iterator[tuple[str, Language]]:
        """Language codes as Telegram takes them, and what is said there."""
        yield "", self._services.settings.default_language
        for language in Language:
            yield language.value, language

    def _commands(
        self, key: str, commands: Menu, scope: BotCommandScope, code: str, alone: frozenset[str] = frozenset()
    ) -> _Part:
        said = "\n".join(f"{name} {description}{_ALONE * (name in alone)}" for name, description in commands)
        return _Part(key, said, partial(self._set_commands, commands, scope, code or None, alone))

    async def _set_commands(
        self, commands: Menu, scope: BotCommandScope, code: str | None, alone: frozenset[str]
    ) -> None:
        """Register a menu, some of it as ephemeral commands; where the server does not take that, without it."""
        if alone and not self._refused_ephemeral:
            fields = {"is_ephemeral": True}
            marked = [
                BotCommand(name, description, api_kwargs=fields if name in alone else None)
                for name, description in commands
            ]
            try:
                await self._bot.set_my_commands(marked, scope, code)
            except BadRequest as error:
                log.info("this server takes no ephemeral commands, all are seen by everybody: %s", error)
                self._refused_ephemeral = True
            else:
                return
        await self._bot.set_my_commands(commands, scope, code)

    async def _remove_owner_menu(self, key: str) -> None:
        """Somebody is no owner any more."""
        owner, code = key.removeprefix(_OWNER).split(":")
        try:
            await self._bot.delete_my_commands(BotCommandScopeChat(int(owner)), code or None)
        except TelegramError as error:
            log.warning("%s could not be removed, again at the next start: %s", key, error)
        else:
            await self._services.database.key_value.delete(key)


_SCOPES: Final = {
    MenuScope.PRIVATE: BotCommandScopeAllPrivateChats(),
    MenuScope.GROUP: BotCommandScopeAllGroupChats(),
    MenuScope.ADMINS: BotCommandScopeAllChatAdministrators(),
}
