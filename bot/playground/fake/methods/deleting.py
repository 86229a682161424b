"""Messages disappear: deleteMessage, deleteMessages."""

from __future__ import annotations

from typing import Final

from bot.playground.fake.access import check_may_delete, check_reach, find_chat
from bot.playground.fake.errors import ApiError, bad_request
from bot.playground.fake.methods.registry import Arguments, method
from bot.playground.fake.world import World

MAX_DELETED_AT_ONCE: Final = 100


@method("deleteMessage", required="chat_id message_id")
def delete_message(world: World, arguments: Arguments) -> bool:
    chat = find_chat(world, arguments["chat_id"])
    check_reach(world, chat)
    message = chat.messages.get(arguments["message_id"])
    if message is None:
        raise bad_request("message to delete not found")
    check_may_delete(world, message)
    world.erase([message])
    return True


@method("deleteMessages", required="chat_id message_ids")
def delete_messages(world: World, arguments: Arguments) -> bool:
    ids = arguments["message_ids"]
    if not ids or not all(isinstance(message_id, int) for message_id in ids):
        raise bad_request("message identifiers are not specified")
    if len(ids) > MAX_DELETED_AT_ONCE:
        raise bad_request("too many message identifiers specified")
    chat = find_chat(world, arguments["chat_id"])
    check_reach(world, chat)
    doomed = []
    for message_id in ids:
        message = chat.messages.get(message_id)
        if message is None or message in doomed:
            continue  # those that cannot be found are skipped
        try:
            check_may_delete(world, message)
        except ApiError:
            continue  # and so are those that must stay
        doomed.append(message)
    world.erase(doomed)
    return True
