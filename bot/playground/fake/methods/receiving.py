"""The methods by which the bot gets its updates."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final

from bot.playground.fake.errors import bad_request
from bot.playground.fake.links import split_link
from bot.playground.fake.methods.registry import Arguments, method
from bot.playground.fake.model import Json
from bot.playground.fake.world import World

MAX_POLL: Final = 50  # seconds


@method("getUpdates", optional="offset limit timeout allowed_updates")
def get_updates(world: World, arguments: Arguments) -> Awaitable[list[Json]]:
    _allow(world, arguments)
    return world.updates.get(
        arguments.get("offset"), arguments.get("limit", 100), min(arguments.get("timeout", 0), MAX_POLL)
    )


@method(
    "setWebhook",
    required="url",
    optional="certificate ip_address max_connections allowed_updates drop_pending_updates secret_token",
)
def set_webhook(world: World, arguments: Arguments) -> bool:
    """Kept and shown by getWebhookInfo; nothing is posted to it, updates just wait."""
    url = arguments["url"]
    if url and not (url.startswith("https://") and split_link(url) is not None):
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    _allow(world, arguments)
    return _set(world, url, arguments)


@method("deleteWebhook", optional="drop_pending_updates")
def delete_webhook(world: World, arguments: Arguments) -> bool:
    return _set(world, "", arguments)


def _allow(world: World, arguments: Arguments) -> None:
    kinds = arguments.get("allowed_updates")
    if kinds is not None and not all(isinstance(kind, str) for kind in kinds):
        raise bad_request("can't parse allowed updates: expected an Array of String")
    world.updates.allow(kinds)


def _set(world: World, url: str, arguments: Arguments) -> bool:
    world.updates.webhook_url = url
    if arguments.get("drop_pending_updates", False):
        world.updates.drop()
    return True


@method("getWebhookInfo")
def get_webhook_info(world: World, _: Arguments) -> Json:
    info: Json = {
        "url": world.updates.webhook_url,
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates),
    }
    if world.updates.allowed is not None:
        info["allowed_updates"] = sorted(world.updates.allowed)
    return info
