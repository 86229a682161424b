"""Changes to the bot's own messages. An edit that changes nothing is an error, like on the real server."""

from __future__ import annotations

from dataclasses import replace

from bot.playground.fake.access import editable_message
from bot.playground.fake.errors import bad_request
from bot.playground.fake.keyboards import check_apps, checked_markup
from bot.playground.fake.methods.contents import caption_of, media_of, text_of
from bot.playground.fake.methods.registry import Arguments, method
from bot.playground.fake.model import Content, Json, Message, Photo, Service, Text
from bot.playground.fake.world import World


@method(
    "editMessageText",
    optional="chat_id message_id text parse_mode entities link_preview_options reply_markup",
)
def edit_message_text(world: World, arguments: Arguments) -> Json:
    text = text_of(world, arguments)
    message = _message(world, arguments)
    if not isinstance(message.content, Text):
        raise bad_request("there is no text in the message to edit")
    return _edit(world, arguments, message, text)


@method(
    "editMessageCaption",
    optional="chat_id message_id caption parse_mode caption_entities show_caption_above_media reply_markup",
)
def edit_message_caption(world: World, arguments: Arguments) -> Json:
    caption = caption_of(
        world, arguments.get("caption", ""), arguments.get("parse_mode"), arguments.get("caption_entities")
    )
    message = _message(world, arguments)
    if not isinstance(message.content, Photo):
        raise bad_request("there is no caption in the message to edit")
    content = replace(
        message.content,
        text=caption.text,
        entities=caption.entities,
        above=arguments.get("show_caption_above_media", False),
    )
    return _edit(world, arguments, message, content)


@method("editMessageMedia", required="media", optional="chat_id message_id reply_markup")
def edit_message_media(world: World, arguments: Arguments) -> Json:
    photo = media_of(world, arguments)
    message = _message(world, arguments)
    if isinstance(message.content, Service):
        raise bad_request("message can't be edited")
    return _edit(world, arguments, message, photo)


@method("editMessageReplyMarkup", optional="chat_id message_id reply_markup")
def edit_message_reply_markup(world: World, arguments: Arguments) -> Json:
    message = _message(world, arguments)
    return _edit(world, arguments, message, message.content)


def _message(world: World, arguments: Arguments) -> Message:
    message_id = arguments.get("message_id")
    if message_id is None:
        raise bad_request("message identifier is not specified")
    return editable_message(world, arguments.get("chat_id"), message_id)


def _edit(world: World, arguments: Arguments, message: Message, content: Content) -> Json:
    markup = checked_markup(arguments.get("reply_markup"), world.complain)
    check_apps(markup, is_private=message.chat.is_private)
    if world.resolved(content) == message.content and markup == message.markup:
        raise bad_request(
            "message is not modified: specified new message content and reply markup are exactly the same as a current "
            "content and reply markup of the message"
        )
    world.rewrite(message, content, markup)
    return message.to_api()
