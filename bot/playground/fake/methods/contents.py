"""The contents of messages: text and captions with their markup, and photos, out of a call's arguments."""

from __future__ import annotations

from typing import Any, Final

from bot.playground.fake.errors import bad_request
from bot.playground.fake.html import MAX_ENTITIES, FormattedText, parse_html, plain_text, utf16_length
from bot.playground.fake.methods.registry import Arguments
from bot.playground.fake.model import Json, Photo, Text
from bot.playground.fake.world import World

MAX_TEXT: Final = 4096
MAX_CAPTION: Final = 1024


def text_of(world: World, arguments: Arguments) -> Text:
    """The text of a message; raises ApiError 400 if it is empty, too long or badly marked up."""
    text = _formatted(world, arguments.get("text", ""), arguments.get("parse_mode"), arguments.get("entities"))
    if not text.text:
        raise bad_request("message text is empty")
    if utf16_length(text.text) > MAX_TEXT:
        raise bad_request("message is too long")
    return Text(text.text, text.entities)


def caption_of(world: World, caption: str, parse_mode: str | None, entities: Any) -> FormattedText:
    """The caption of a photo; raises ApiError 400 if it is too long or badly marked up."""
    formatted = _formatted(world, caption, parse_mode, entities)
    if utf16_length(formatted.text) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    return formatted


def photo_of(world: World, arguments: Arguments) -> Photo:
    """The photo of sendPhoto: an upload or a file id the bot has seen."""
    caption = caption_of(
        world, arguments.get("caption", ""), arguments.get("parse_mode"), arguments.get("caption_entities")
    )
    return Photo(
        _sizes(world, arguments.get("photo", "attach://photo"), arguments, "photo"),
        caption.text,
        caption.entities,
        arguments.get("has_spoiler", False),
        arguments.get("show_caption_above_media", False),
    )


def media_of(world: World, arguments: Arguments) -> Photo:
    """The photo of an InputMediaPhoto; other media are not modelled and refused."""
    media = arguments["media"]
    kind = media.get("type")
    if kind != "photo":
        raise bad_request(f"can't parse InputMedia: type {kind!r} is not one this server has")
    if not media.get("media"):
        raise bad_request("can't parse InputMedia: Can't find field \"media\"")
    for name in ("media", "caption", "parse_mode"):
        if not isinstance(media.get(name, ""), str):
            raise bad_request(f'can\'t parse InputMedia: Field "{name}" must be of type String')
    caption = caption_of(world, media.get("caption", ""), media.get("parse_mode"), media.get("caption_entities"))
    return Photo(
        _sizes(world, media["media"], arguments, "media"),
        caption.text,
        caption.entities,
        bool(media.get("has_spoiler", False)),
        bool(media.get("show_caption_above_media", False)),
    )


def _sizes(world: World, reference: str, arguments: Arguments, name: str) -> tuple[Json, ...]:
    if reference.startswith("attach://"):
        upload = arguments.files.get(reference.removeprefix("attach://"))
        if upload is None:
            raise bad_request(f"there is no {name} in the request")
        return world.files.add_photo(upload)
    if "://" in reference:
        raise bad_request("failed to get HTTP URL content")
    stored = world.files.find(reference)
    if stored is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    return stored.group


def _formatted(world: World, text: Any, parse_mode: str | None, entities: Any) -> FormattedText:
    if parse_mode and parse_mode.lower() != "html":
        world.complain(f"parse_mode {parse_mode!r}: this server reads HTML only")
        raise bad_request("unsupported parse_mode")
    for tag in world.lacks:
        if parse_mode and (at := str(text).find(f"<{tag}")) >= 0:
            offset = len(str(text)[:at].encode())
            raise bad_request(f'can\'t parse entities: Unsupported start tag "{tag}" at byte offset {offset}')
    formatted = parse_html(str(text)) if parse_mode else plain_text(str(text), entities)
    if len(formatted.entities) > MAX_ENTITIES:
        world.complain(f"{len(formatted.entities)} entities in a message: those after {MAX_ENTITIES} are dropped")
        return FormattedText(formatted.text, formatted.entities[:MAX_ENTITIES])
    return formatted
