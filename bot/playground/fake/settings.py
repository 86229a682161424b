"""The settings of a bot on Telegram: commands, descriptions, menu buttons."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from bot.playground.fake.errors import bad_request
from bot.playground.fake.model import Chat, Json

MAX_COMMANDS: Final = 100
_COMMAND: Final = re.compile(r"[a-z0-9_]{1,32}")
_LANGUAGE: Final = re.compile(r"(?:[a-z]{2})?")

ScopeKey = tuple[str, int, int]
"""A command scope: its type, its chat (0: none), its user (0: none)."""

_PLAIN_SCOPES: Final = frozenset({"default", "all_private_chats", "all_group_chats", "all_chat_administrators"})
_CHAT_SCOPES: Final = frozenset({"chat", "chat_administrators", "chat_member"})


@dataclass(slots=True)
class BotSettings:
    """Everything kept per language, and commands also per scope."""

    commands: dict[tuple[ScopeKey, str], list[Json]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    short_descriptions: dict[str, str] = field(default_factory=dict)
    menu_buttons: dict[int, Json] = field(default_factory=dict)

    def commands_for(self, chat: Chat, user_id: int, language: str | None) -> list[Json]:
        """The command menu a person sees in a chat: the narrowest scope wins, in it their language before others."""
        member = chat.member(user_id)
        if chat.is_private:
            scopes: list[ScopeKey] = [("chat", chat.id, 0), ("all_private_chats", 0, 0)]
        else:
            scopes = [("chat_member", chat.id, user_id)]
            if member is not None and member.is_admin:
                scopes.append(("chat_administrators", chat.id, 0))
            scopes.append(("chat", chat.id, 0))
            if member is not None and member.is_admin:
                scopes.append(("all_chat_administrators", 0, 0))
            scopes.append(("all_group_chats", 0, 0))
        scopes.append(("default", 0, 0))
        short = (language or "")[:2]
        for scope in scopes:
            for code in dict.fromkeys((short, "")):
                if (scope, code) in self.commands:
                    return self.commands[scope, code]
        return []


def scope_of(scope: Json | None) -> ScopeKey:
    """The key of a BotCommandScope; raises ApiError 400 if it is none."""
    if scope is None:
        return ("default", 0, 0)
    kind = str(scope.get("type"))
    if kind in _PLAIN_SCOPES:
        return (kind, 0, 0)
    if kind in _CHAT_SCOPES:
        chat_id, user_id = scope.get("chat_id"), scope.get("user_id", 0) if kind == "chat_member" else 0
        if not isinstance(chat_id, int) or not isinstance(user_id, int) or (kind == "chat_member" and not user_id):
            raise bad_request("can't parse BotCommandScope: chat_id or user_id is missing")
        return (kind, chat_id, user_id)
    raise bad_request("can't parse BotCommandScope: unsupported type specified")


def language_of(code: str | None) -> str:
    """A two-letter language code, or "" for everybody else; raises ApiError 400 otherwise."""
    code = code or ""
    if _LANGUAGE.fullmatch(code) is None:
        raise bad_request("invalid language code specified")
    return code


def checked_commands(commands: list[Json], lacks: Collection[str] = ()) -> list[Json]:
    """The commands of setMyCommands; raises ApiError 400 if one of them is not allowed, or has a field that the server
    `lacks`.
    """
    if len(commands) > MAX_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not isinstance(command, dict) or not isinstance(command.get("command"), str):
            raise bad_request("can't parse BotCommand: command is missing")
        if unknown := command.keys() & set(lacks):
            raise bad_request(f"can't parse BotCommand: unknown field {sorted(unknown)[0]}")
        if _COMMAND.fullmatch(command["command"].removeprefix("/")) is None:
            raise bad_request("BOT_COMMAND_INVALID")
        description = command.get("description")
        if not isinstance(description, str) or not 1 <= len(description) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return [
        {
            "command": command["command"].removeprefix("/"),
            "description": command["description"],
            **({"is_ephemeral": True} if command.get("is_ephemeral") is True else {}),
        }
        for command in commands
    ]
