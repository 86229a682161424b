"""All answers a fake has given, against the schema and through python-telegram-bot."""

import json
from collections.abc import Callable
from typing import Any

from telegram import (
    BotCommand,
    BotDescription,
    BotName,
    BotShortDescription,
    ChatFullInfo,
    ChatMember,
    File,
    MenuButton,
    Message,
    Update,
    User,
    WebhookInfo,
)

from bot.playground.fake import FakeTelegram
from tests.bot.playground.schema import validate


def wrong_answers(telegram: FakeTelegram) -> list[str]:
    """What is wrong with the results in the log of calls: fields that are not in the schema, or get lost in reading."""
    wrong = []
    for call in telegram.calls:
        if call.ok:
            result = json.loads(json.dumps(call.result))
            wrong += validate.faults_of_result(call.method, result)
            kind = validate.METHODS[call.method]["returns"]
            if kind not in ("true", "number"):
                read = _READ[kind](result)
                again = [item.to_dict() for item in read] if isinstance(result, list) else read.to_dict()
                wrong += _lost(result, again, call.method)
    return wrong


_READ: dict[str, Callable[[Any], Any]] = {
    "Message": lambda data: Message.de_json(data, None),
    "Message | true": lambda data: Message.de_json(data, None),
    "Update[]": lambda data: Update.de_list(data, None),
    "User": lambda data: User.de_json(data, None),
    "ChatFullInfo": lambda data: ChatFullInfo.de_json(data, None),
    "ChatMember": lambda data: ChatMember.de_json(data, None),
    "ChatMember[]": lambda data: ChatMember.de_list(data, None),
    "BotCommand[]": lambda data: BotCommand.de_list(data, None),
    "BotName": lambda data: BotName.de_json(data, None),
    "BotDescription": lambda data: BotDescription.de_json(data, None),
    "BotShortDescription": lambda data: BotShortDescription.de_json(data, None),
    "MenuButton": lambda data: MenuButton.de_json(data, None),
    "File": lambda data: File.de_json(data, None),
    "WebhookInfo": lambda data: WebhookInfo.de_json(data, None),
}
"""How python-telegram-bot reads each kind of result that is more than a number or true."""


def _lost(sent: Any, read: Any, path: str) -> list[str]:
    """What of an answer is not there, or another, after python-telegram-bot has read it."""
    if isinstance(sent, dict) and isinstance(read, dict):
        return [gone for name, value in sent.items() for gone in _lost(value, read.get(name), f"{path}.{name}")]
    if isinstance(sent, list) and isinstance(read, list) and len(sent) == len(read):
        pairs = enumerate(zip(sent, read, strict=True))
        return [gone for i, (one, other) in pairs for gone in _lost(one, other, f"{path}[{i}]")]
    return [] if sent == read else [f"{path}: {sent!r} was read as {read!r}"]
