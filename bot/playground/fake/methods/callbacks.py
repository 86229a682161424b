"""Answers to taps."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from bot.playground.fake.errors import bad_request
from bot.playground.fake.methods.registry import Arguments, method
from bot.playground.fake.model import Answer
from bot.playground.fake.world import World

MAX_TOAST = 200  # characters


@method("answerCallbackQuery", required="callback_query_id", optional="text show_alert url cache_time")
def answer_callback_query(world: World, arguments: Arguments) -> bool:
    text = arguments.get("text", "")
    if len(text) > MAX_TOAST:
        raise bad_request("MESSAGE_TOO_LONG")
    url = arguments.get("url") or None
    if url is not None and not _opens_the_bot(url, world.account.username):
        raise bad_request("URL_INVALID")
    query = world.open_query(arguments["callback_query_id"])
    if query is None:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    world.settle(query, Answer(text, arguments.get("show_alert", False), url))
    return True


def _opens_the_bot(url: str, username: str) -> bool:
    """The only links a button that is no game may open: t.me/<this bot>?start=…"""
    address = urlsplit(url if "://" in url else f"https://{url}")
    return (
        address.scheme in ("http", "https")
        and address.hostname in ("t.me", "telegram.me")
        and address.path.strip("/").lower() == username.lower()
        and "start" in parse_qs(address.query, keep_blank_values=True)
    )
