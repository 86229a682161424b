"""New messages: sendMessage, sendPhoto; and sendChatAction, which only looks like one."""

from __future__ import annotations

from typing import Final

from bot.playground.fake.access import check_may_send, find_chat, find_reply, find_topic
from bot.playground.fake.errors import bad_request
from bot.playground.fake.keyboards import check_apps, checked_markup
from bot.playground.fake.methods.contents import photo_of, text_of
from bot.playground.fake.methods.ephemeral import send_ephemeral
from bot.playground.fake.methods.registry import EPHEMERAL, Arguments, method
from bot.playground.fake.model import Json, Photo, Text
from bot.playground.fake.world import World

CHAT_ACTIONS: Final = frozenset(
    {
        "choose_sticker",
        "find_location",
        "record_video",
        "record_video_note",
        "record_voice",
        "typing",
        "upload_document",
        "upload_photo",
        "upload_video",
        "upload_video_note",
        "upload_voice",
    }
)


@method(
    "sendMessage",
    required="chat_id text",
    optional="message_thread_id ephemeral_message_parameters parse_mode entities link_preview_options "
    "disable_notification protect_content allow_paid_broadcast message_effect_id reply_parameters reply_markup",
)
def send_message(world: World, arguments: Arguments) -> Json:
    return _send(world, arguments, "can_send_messages", "text messages")


@method(
    "sendPhoto",
    required="chat_id photo",
    optional="message_thread_id ephemeral_message_parameters caption parse_mode caption_entities "
    "show_caption_above_media has_spoiler disable_notification protect_content allow_paid_broadcast message_effect_id "
    "reply_parameters reply_markup",
)
def send_photo(world: World, arguments: Arguments) -> Json:
    return _send(world, arguments, "can_send_photos", "photos")


def _send(world: World, arguments: Arguments, permission: str, what: str) -> Json:
    content: Text | Photo = (
        text_of(world, arguments) if permission == "can_send_messages" else photo_of(world, arguments)
    )
    markup = checked_markup(arguments.get("reply_markup"), world.complain)
    chat = find_chat(world, arguments["chat_id"])
    check_may_send(world, chat, permission, what)
    check_apps(markup, is_private=chat.is_private and EPHEMERAL not in arguments.values)
    if EPHEMERAL in arguments.values:
        return send_ephemeral(world, arguments, chat, content, markup)
    if (arguments.get("reply_parameters") or {}).get("ephemeral_message_id"):
        raise bad_request("MESSAGE_NOT_COMMAND")
    reply_to = find_reply(chat, arguments.get("reply_parameters"))
    inherited = reply_to.thread_id if reply_to is not None and reply_to.is_topic_message else None
    topic_id = find_topic(world, chat, arguments.get("message_thread_id", inherited))
    message = world.post(
        chat,
        world.bot,
        content,
        topic_id=topic_id,
        reply_to=reply_to,
        markup=markup,
        is_protected=arguments.get("protect_content", False),
    )
    return message.to_api()


@method("sendChatAction", required="chat_id action", optional="message_thread_id")
def send_chat_action(world: World, arguments: Arguments) -> bool:
    if arguments["action"] not in CHAT_ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat = find_chat(world, arguments["chat_id"])
    check_may_send(world, chat, "can_send_messages", "text messages")
    find_topic(world, chat, arguments.get("message_thread_id"))
    world.feed.tell_chat(chat, {"event": "chat_action", "chat_id": chat.id, "action": arguments["action"]})
    return True
