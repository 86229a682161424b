"""Command menus and descriptions: registered per scope and language, and only what has changed."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.playground.fake import Fault, FaultKind
from bot.screens.help import MenuScope, menu
from bot.tables.state import Language
from bot.telegram_api.menus import Menus
from tests.bot.handlers.scene import Scene, scene

METHODS = ("setMyCommands", "setMyDescription", "setMyShortDescription", "deleteMyCommands")


def registered(here: Scene) -> list[tuple[str, Any, Any]]:
    """The calls that registered something: method, scope, language."""
    return [
        (call.method, (call.parameters.get("scope") or {}).get("type"), call.parameters.get("language_code"))
        for call in here.telegram.calls
        if call.method in METHODS
    ]


async def all_registered(here: Scene, count: int) -> None:
    await here.until(lambda: len(registered(here)) >= count)
    await here.until(lambda: all(task.get_name() != "menus" for task in asyncio.all_tasks()))  # and kept what it did
    assert len(registered(here)) == count


async def shown(here: Scene, scope: dict[str, Any], language: str) -> dict[str, str]:
    """The menu as Telegram has it."""
    reply = await here.telegram.call("getMyCommands", {"scope": scope, "language_code": language})
    return {command["command"]: command["description"] for command in reply.body["result"]}


async def test_every_scope_and_language_has_its_menu(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await all_registered(here, 15)
        assert {language for _, _, language in registered(here)} == {None, "zh", "en"}
        private = await shown(here, {"type": "all_private_chats"}, "en")
        assert private == dict(menu(MenuScope.PRIVATE, Language.ENGLISH))
        group = await shown(here, {"type": "all_group_chats"}, "")
        assert group == dict(menu(MenuScope.GROUP, Language.CHINESE))
        admins = await shown(here, {"type": "all_chat_administrators"}, "zh")
        assert {"settings", "block"} <= admins.keys()
        assert not {"settings", "block", "status"} & (private.keys() - {"settings"} | group.keys())
        about = await here.telegram.call("getMyDescription", {"language_code": "en"})
        assert "Shuangkou" in about.body["result"]["description"]


async def test_what_has_not_changed_is_not_registered_again(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await all_registered(here, 15)
        telegram = here.telegram
    telegram.calls.clear()
    async with scene(tmp_path, telegram=telegram) as here:
        await here.asks(here.ann, "/help")
        assert registered(here) == []
        await here.database.key_value.set("menu:group:en", "something else")
        await Menus(here.services).register()
        assert registered(here) == [("setMyCommands", "all_group_chats", "en")]


async def test_an_owner_has_his_commands_in_his_own_menu_until_he_is_none(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=0) as here:
        await all_registered(here, 18)
        own = await shown(here, {"type": "chat", "chat_id": here.ann.id}, "en")
        assert {"status", "broadcast", "newgame", "unblock"} <= own.keys()
        telegram = here.telegram
    telegram.calls.clear()
    async with scene(tmp_path, telegram=telegram) as here:
        await all_registered(here, 3)
        assert {method for method, _, _ in registered(here)} == {"deleteMyCommands"}
        assert await shown(here, {"type": "chat", "chat_id": here.ann.id}, "en") == {}
        assert await here.database.key_value.starting_with("menu:owner:") == {}


async def test_people_are_served_though_telegram_takes_no_menu(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await all_registered(here, 15)
        telegram = here.telegram
        for key in await here.database.key_value.starting_with("menu:"):
            await here.database.key_value.delete(key)
    telegram.calls.clear()
    telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "setMyCommands", times=9))
    async with scene(tmp_path, telegram=telegram) as here:
        assert "How this works" in (await here.asks(here.ann, "/help")).text
        await here.until(lambda: len(registered(here)) == 15)
        await here.settled()
        assert len(await here.database.key_value.starting_with("menu:")) == 6
        await Menus(here.services).register()
        assert len(await here.database.key_value.starting_with("menu:")) == 15


async def test_stopping_gives_up_what_is_not_registered_yet(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await all_registered(here, 15)
        for key in await here.database.key_value.starting_with("menu:"):
            await here.database.key_value.delete(key)
        menus = Menus(here.services)
        menus.start()
        await menus.stop()
        await here.settled()
        assert len(registered(here)) == 15


async def test_what_cannot_be_kept_is_registered_again_and_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """With a full disk the end of the bot had failed with the error of a task that nobody waited for before."""
    async with scene(tmp_path) as here:
        await all_registered(here, 15)
        for key in await here.database.key_value.starting_with(""):
            await here.database.key_value.delete(key)
        menus, ask = Menus(here.services), here.database._access._writer.read
        await ask(lambda connection: connection.execute("PRAGMA query_only = ON"))
        menus.start()
        await here.until(lambda: "could not be kept, again at the next start" in caplog.text)
        await menus.stop()
        await ask(lambda connection: connection.execute("PRAGMA query_only = OFF"))
        menus.start()
        await here.until(lambda: len(registered(here)) == 15 + 1 + 15)
        await menus.stop()
