"""Messages in a group that one member sees alone: who may send one when, and how they are edited and deleted.

What is known of the real server is in the documentation of the Bot API; where that says nothing, this server refuses.
"""

from __future__ import annotations

from dataclasses import replace

from bot.playground.fake.access import check_reach, find_chat, find_topic
from bot.playground.fake.errors import bad_request
from bot.playground.fake.html import utf16_length
from bot.playground.fake.keyboards import checked_markup
from bot.playground.fake.methods.contents import MAX_CAPTION, caption_of, media_of, text_of
from bot.playground.fake.methods.registry import EPHEMERAL, Arguments, method
from bot.playground.fake.model import Chat, Content, Json, Message, Photo, Text, User
from bot.playground.fake.world import EPHEMERAL_REPLY_SECONDS, World


def send_ephemeral(world: World, arguments: Arguments, chat: Chat, content: Content, markup: Json | None) -> Json:
    """Send to one member of a group.

    Raises ApiError 400 in private chats, to somebody who is no human member, and where the bot is no administrator and
    answers neither a tap nor an ephemeral command of the last 15 seconds.
    """
    asked = arguments[EPHEMERAL]
    receiver = _receiver(world, chat, asked.get("receiver_user_id"))
    command_id = (arguments.get("reply_parameters") or {}).get("ephemeral_message_id")
    _check_allowed(world, chat, receiver, asked.get("callback_query_id"), command_id)
    if any("login_url" in button for row in (markup or {}).get("inline_keyboard", ()) for button in row):
        raise bad_request("BUTTON_TYPE_INVALID")
    if asked.get("replace_callback_query_message"):
        world.complain("replace_callback_query_message: this server does not show what it does")
    topic_id = find_topic(world, chat, arguments.get("message_thread_id"))
    message = world.whisper(
        chat,
        world.bot,
        receiver,
        content,
        topic_id=topic_id,
        markup=markup,
        is_protected=arguments.get("protect_content", False),
    )
    return message.to_api()


@method(
    "editEphemeralMessageText",
    required="chat_id receiver_user_id ephemeral_message_id",
    optional="text parse_mode entities link_preview_options reply_markup",
)
def edit_ephemeral_message_text(world: World, arguments: Arguments) -> bool:
    text = text_of(world, arguments)
    if utf16_length(text.text) > MAX_CAPTION:  # a fault of the real server: tdlib/telegram-bot-api#881
        raise bad_request("MEDIA_CAPTION_TOO_LONG")
    message = _message(world, arguments)
    if not isinstance(message.content, Text):
        raise bad_request("there is no text in the message to edit")
    return _edit(world, arguments, message, text)


@method(
    "editEphemeralMessageCaption",
    required="chat_id receiver_user_id ephemeral_message_id",
    optional="caption parse_mode caption_entities show_caption_above_media reply_markup",
)
def edit_ephemeral_message_caption(world: World, arguments: Arguments) -> bool:
    caption = caption_of(
        world, arguments.get("caption", ""), arguments.get("parse_mode"), arguments.get("caption_entities")
    )
    message = _message(world, arguments)
    if not isinstance(message.content, Photo):
        raise bad_request("there is no caption in the message to edit")
    above = arguments.get("show_caption_above_media", False)
    content = replace(message.content, text=caption.text, entities=caption.entities, above=above)
    return _edit(world, arguments, message, content)


@method(
    "editEphemeralMessageMedia",
    required="chat_id receiver_user_id ephemeral_message_id media",
    optional="reply_markup",
)
def edit_ephemeral_message_media(world: World, arguments: Arguments) -> bool:
    photo = media_of(world, arguments)
    return _edit(world, arguments, _message(world, arguments), photo)


@method(
    "editEphemeralMessageReplyMarkup",
    required="chat_id receiver_user_id ephemeral_message_id",
    optional="reply_markup",
)
def edit_ephemeral_message_reply_markup(world: World, arguments: Arguments) -> bool:
    message = _message(world, arguments)
    return _edit(world, arguments, message, message.content)


@method("deleteEphemeralMessage", required="chat_id receiver_user_id ephemeral_message_id")
def delete_ephemeral_message(world: World, arguments: Arguments) -> bool:
    world.erase_ephemeral(_message(world, arguments))
    return True


def _receiver(world: World, chat: Chat, user_id: object) -> User:
    if chat.is_private:
        raise bad_request("ephemeral messages can be sent to groups and supergroups only")
    user = world.users.get(user_id) if isinstance(user_id, int) else None
    if user is None or user.is_bot or not chat.has(user.id):
        raise bad_request("MESSAGE_NOT_COMMAND")
    return user


def _check_allowed(world: World, chat: Chat, receiver: User, query_id: object, command_id: object) -> None:
    if chat.members[world.bot.id].is_admin:
        return
    if isinstance(query_id, str) and world.has_just_tapped(receiver.id, chat.id, query_id):
        return
    command = world.find_ephemeral(chat, receiver.id, command_id) if isinstance(command_id, int) else None
    is_own = command is not None and command.sender is receiver
    if command is not None and is_own and world.clock.now() - command.date <= EPHEMERAL_REPLY_SECONDS:
        return
    raise bad_request("MESSAGE_NOT_COMMAND")


def _message(world: World, arguments: Arguments) -> Message:
    chat = find_chat(world, arguments["chat_id"])
    check_reach(world, chat)
    message = world.find_ephemeral(chat, arguments["receiver_user_id"], arguments["ephemeral_message_id"])
    if message is None or message.sender is not world.bot:
        raise bad_request("message to edit not found")
    return message


def _edit(world: World, arguments: Arguments, message: Message, content: Content) -> bool:
    world.rewrite_ephemeral(message, content, checked_markup(arguments.get("reply_markup"), world.complain))
    return True
