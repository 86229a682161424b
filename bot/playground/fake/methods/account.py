"""The bot itself: who it is, its commands, descriptions, menu button and files."""

from __future__ import annotations

from typing import Final

from bot.playground.fake.access import find_chat
from bot.playground.fake.errors import bad_request
from bot.playground.fake.methods.registry import Arguments, method
from bot.playground.fake.model import Json
from bot.playground.fake.settings import checked_commands, language_of, scope_of
from bot.playground.fake.world import World

_MENU_BUTTONS: Final = frozenset({"commands", "web_app", "default"})


@method("getMe")
def get_me(world: World, _: Arguments) -> Json:
    return world.bot.to_api() | {
        "can_join_groups": world.account.can_join_groups,
        "can_read_all_group_messages": not world.account.privacy_mode,
        "supports_guest_queries": False,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": False,
        "allows_users_to_create_topics": False,
        "can_manage_bots": False,
        "supports_join_request_queries": False,
    }


@method("setMyCommands", required="commands", optional="scope language_code")
def set_my_commands(world: World, arguments: Arguments) -> bool:
    key = (_scope(world, arguments), language_of(arguments.get("language_code")))
    world.settings.commands[key] = checked_commands(arguments["commands"], world.lacks)
    if not world.settings.commands[key]:
        del world.settings.commands[key]
    return True


@method("getMyCommands", optional="scope language_code")
def get_my_commands(world: World, arguments: Arguments) -> list[Json]:
    key = (_scope(world, arguments), language_of(arguments.get("language_code")))
    return world.settings.commands.get(key, [])


@method("deleteMyCommands", optional="scope language_code")
def delete_my_commands(world: World, arguments: Arguments) -> bool:
    key = (_scope(world, arguments), language_of(arguments.get("language_code")))
    world.settings.commands.pop(key, None)
    return True


def _scope(world: World, arguments: Arguments) -> tuple[str, int, int]:
    scope = scope_of(arguments.get("scope"))
    if scope[1]:
        find_chat(world, scope[1])
    return scope


@method("setMyName", optional="name language_code")
def set_my_name(world: World, arguments: Arguments) -> bool:
    return _keep(world.settings.names, arguments, "name", 64)


@method("getMyName", optional="language_code")
def get_my_name(world: World, arguments: Arguments) -> Json:
    return {"name": _kept(world.settings.names, arguments) or world.bot.first_name}


@method("setMyDescription", optional="description language_code")
def set_my_description(world: World, arguments: Arguments) -> bool:
    return _keep(world.settings.descriptions, arguments, "description", 512)


@method("getMyDescription", optional="language_code")
def get_my_description(world: World, arguments: Arguments) -> Json:
    return {"description": _kept(world.settings.descriptions, arguments)}


@method("setMyShortDescription", optional="short_description language_code")
def set_my_short_description(world: World, arguments: Arguments) -> bool:
    return _keep(world.settings.short_descriptions, arguments, "short_description", 120)


@method("getMyShortDescription", optional="language_code")
def get_my_short_description(world: World, arguments: Arguments) -> Json:
    return {"short_description": _kept(world.settings.short_descriptions, arguments)}


def _keep(texts: dict[str, str], arguments: Arguments, name: str, longest: int) -> bool:
    text = arguments.get(name, "")
    if len(text) > longest:
        raise bad_request(f"bot {name.replace('_', ' ')} is too long")
    language = language_of(arguments.get("language_code"))
    if text:
        texts[language] = text
    else:
        texts.pop(language, None)
    return True


def _kept(texts: dict[str, str], arguments: Arguments) -> str:
    return texts.get(language_of(arguments.get("language_code")), texts.get("", ""))


@method("setChatMenuButton", optional="chat_id menu_button")
def set_chat_menu_button(world: World, arguments: Arguments) -> bool:
    button = arguments.get("menu_button") or {"type": "default"}
    if str(button.get("type")) not in _MENU_BUTTONS:
        raise bad_request("can't parse menu button: MenuButton has unsupported type")
    world.settings.menu_buttons[_private_id(world, arguments)] = button
    return True


@method("getChatMenuButton", optional="chat_id")
def get_chat_menu_button(world: World, arguments: Arguments) -> Json:
    buttons = world.settings.menu_buttons
    button = buttons.get(_private_id(world, arguments)) or buttons.get(0) or {"type": "default"}
    return {"type": "commands"} if button["type"] == "default" else button


def _private_id(world: World, arguments: Arguments) -> int:
    if arguments.get("chat_id") is None:
        return 0
    chat = find_chat(world, arguments["chat_id"])
    if not chat.is_private:
        raise bad_request("menu button can be set only in private chats")
    return chat.id


@method("getFile", required="file_id")
def get_file(world: World, arguments: Arguments) -> Json:
    stored = world.files.find(arguments["file_id"])
    if stored is None:
        raise bad_request("invalid file_id")
    return stored.to_api()
