"""Answers to taps."""

from __future__ import annotations

from typing import Final

from bot.playground.fake.errors import bad_request
from bot.playground.fake.links import deep_link
from bot.playground.fake.methods.registry import Arguments, method
from bot.playground.fake.model import Answer
from bot.playground.fake.world import World

MAX_TOAST: Final = 200  # characters


@method("answerCallbackQuery", required="callback_query_id", optional="text show_alert url cache_time")
def answer_callback_query(world: World, arguments: Arguments) -> bool:
    text = arguments.get("text", "")
    if len(text) > MAX_TOAST:
        raise bad_request("MESSAGE_TOO_LONG")
    url = arguments.get("url") or None
    if url is not None and "start" not in deep_link(url, world.account.username):  # all that a button may open
        raise bad_request("URL_INVALID")
    query = world.open_query(arguments["callback_query_id"])
    if query is None:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    world.settle(query, Answer(text, arguments.get("show_alert", False), url))
    return True
