"""Names, parameters and types of the methods, and the reading of what a caller wrote."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.playground.fake.errors import bad_request
from bot.playground.fake.files import Upload
from bot.playground.fake.model import Json
from bot.playground.fake.world import World

_INTEGERS: Final = frozenset(
    {
        "cache_time",
        "ephemeral_message_id",
        "limit",
        "max_connections",
        "message_id",
        "message_thread_id",
        "offset",
        "receiver_user_id",
        "timeout",
        "user_id",
    }
)
_BOOLEANS: Final = frozenset(
    {
        "allow_paid_broadcast",
        "disable_notification",
        "drop_pending_updates",
        "has_spoiler",
        "is_big",
        "protect_content",
        "show_alert",
        "show_caption_above_media",
    }
)
EPHEMERAL: Final = "ephemeral_message_parameters"
_OBJECTS: Final = {
    EPHEMERAL: "EphemeralMessageParameters",
    "link_preview_options": "LinkPreviewOptions",
    "media": "InputMedia",
    "menu_button": "MenuButton",
    "reply_parameters": "ReplyParameters",
    "scope": "BotCommandScope",
}
_ARRAYS: Final = {
    "allowed_updates": "allowed updates",
    "caption_entities": "message entities",
    "commands": "commands",
    "entities": "message entities",
    "message_ids": "message identifiers",
    "reaction": "reaction types",
}
OBJECT_FIELDS: Final = {
    EPHEMERAL: frozenset({"receiver_user_id", "callback_query_id", "replace_callback_query_message"}),
    "link_preview_options": frozenset(
        {"is_disabled", "url", "prefer_small_media", "prefer_large_media", "show_above_text"}
    ),
    "media": frozenset(
        {"type", "media", "caption", "parse_mode", "caption_entities", "has_spoiler", "show_caption_above_media"}
    ),
    "reply_parameters": frozenset(
        {
            "message_id",
            "ephemeral_message_id",
            "chat_id",
            "allow_sending_without_reply",
            "quote",
            "quote_parse_mode",
            "quote_position",
        }
    ),
    "scope": frozenset({"type", "chat_id", "user_id"}),
}
"""The fields of parameters that are objects, as far as this server reads them."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The decoded parameters of one call, and the files that came with it."""

    values: Json
    files: Mapping[str, Upload]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def get(self, name: str, default: Any = None) -> Any:
        return self.values.get(name, default)


Handler = Callable[[World, Arguments], Any]
"""Returns the result of the call, or an awaitable of it (getUpdates)."""


@dataclass(frozen=True, slots=True)
class Method:
    """One method: its name as documented, what it needs and what else it takes."""

    name: str
    handler: Handler
    required: frozenset[str]
    optional: frozenset[str]

    @property
    def parameters(self) -> frozenset[str]:
        return self.required | self.optional

    def call(self, world: World, arguments: Arguments) -> Any | Awaitable[Any]:
        return self.handler(world, arguments)


METHODS: Final[dict[str, Method]] = {}


def method(name: str, *, required: str = "", optional: str = "") -> Callable[[Handler], Handler]:
    """Register a function as the method `name`; parameters are given as words in one string."""

    def register(handler: Handler) -> Handler:
        METHODS[name.lower()] = Method(name, handler, frozenset(required.split()), frozenset(optional.split()))
        return handler

    return register


def decode(given: Mapping[str, Any]) -> Json:
    """Turn what came over the wire (text, or JSON values) into numbers, truth values and objects.

    Raises ApiError 400 if a value cannot be read.
    """
    return {name: _decode(name, value) for name, value in given.items()}


def _decode(name: str, value: Any) -> Any:
    if name == "chat_id":
        return value if isinstance(value, int) else _chat_of(str(value))
    if name in _INTEGERS:
        try:
            return int(value)
        except (TypeError, ValueError):
            raise bad_request(f"invalid {name} specified") from None
    if name in _BOOLEANS:
        return value if isinstance(value, bool) else str(value).lower() in ("true", "1", "yes")
    if name == "reply_markup":
        return _json(value, "reply keyboard markup")
    if name in _OBJECTS:
        decoded = _json(value, _OBJECTS[name])
        if not isinstance(decoded, dict):
            raise bad_request(f"can't parse {_OBJECTS[name]}: expected an Object")
        return decoded
    if name in _ARRAYS:
        decoded = _json(value, _ARRAYS[name])
        if not isinstance(decoded, list):
            raise bad_request(f"can't parse {_ARRAYS[name]}: expected an Array")
        return decoded
    return value if isinstance(value, str) else json.dumps(value)


def _chat_of(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text


def _json(value: Any, what: str) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise bad_request(f"can't parse {what} JSON object") from None
