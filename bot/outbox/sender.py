"""The single calls to Telegram that showing a screen takes. Each method makes one paced call, admitted before."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from telegram import InputMediaPhoto, LinkPreviewOptions, Message, ReplyParameters
from telegram.constants import MessageLimit, ParseMode
from telegram.error import BadRequest
from telegram.ext import ExtBot

from bot.outbox.content import Content, Photo, visible_length
from bot.outbox.errors import ErrorKind, classify, is_missing
from bot.outbox.lost_message import Found
from bot.outbox.model import Draw, FileStore, MessageKind, OwnMessage
from bot.screens.screen import Picture, Screen
from bot.telegram_api.limits import ADMITTED

log = logging.getLogger(__name__)

NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)


class Sender:
    """Posts, edits and removes messages; raises `TelegramError` as the calls do."""

    def __init__(self, bot: ExtBot[str], files: FileStore, draw: Draw) -> None:
        self._bot = bot
        self._files = files
        self._draw = draw

    async def content(self, screen: Screen, *, plain: bool = False, shown_picture: str = "") -> Content:
        """Return what a message for this screen says.

        Without its picture if `plain`, if it cannot be drawn, or if the text is too long to stand under one; a picture
        that the message shows already (`shown_picture`, its key) is not fetched again.
        """
        photo = None
        fits = visible_length(screen.text) <= MessageLimit.CAPTION_LENGTH
        if screen.picture is not None and fits and not plain:
            key = screen.picture.key
            photo = Photo(key, "") if key == shown_picture else await self._photo(screen.picture)
        if photo is None:
            screen = screen.plain
        return Content(screen.text, screen.keyboard, photo, screen.silent)

    async def post(
        self, chat_id: int, thread_id: int | None, content: Content, now: float, reply_to: int | None = None
    ) -> OwnMessage:
        """Post a new message, as a reply to another one if that is still there; `now` is in seconds since the epoch."""
        reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to is not None else None
        if content.photo is None:
            message = await self._bot.send_message(
                chat_id,
                content.text,
                message_thread_id=thread_id,
                parse_mode=ParseMode.HTML,
                link_preview_options=NO_PREVIEW,
                disable_notification=content.silent,
                reply_parameters=reply,
                reply_markup=content.markup,
                rate_limit_args=ADMITTED,
            )
        else:
            message = await self._bot.send_photo(
                chat_id,
                content.photo.source,
                caption=content.text,
                message_thread_id=thread_id,
                parse_mode=ParseMode.HTML,
                disable_notification=content.silent,
                reply_parameters=reply,
                reply_markup=content.markup,
                rate_limit_args=ADMITTED,
            )
            await self.keep_file(content.photo, message)
        return own_message(message.message_id, now, content)

    async def edit(self, chat_id: int, own: OwnMessage, content: Content) -> OwnMessage:
        """Make the bot's message say something else; `content` is no text if the message is a photo."""
        message: Message | bool
        try:
            if content.photo is None:
                await self._edit_text(chat_id, own.message_id, content)
            elif own.kind is MessageKind.PHOTO and own.picture == content.photo.key:
                await self._edit_caption(chat_id, own.message_id, content)
            else:
                message = await self._bot.edit_message_media(
                    InputMediaPhoto(content.photo.source, content.text, parse_mode=ParseMode.HTML),
                    chat_id,
                    own.message_id,
                    reply_markup=content.markup,
                    rate_limit_args=ADMITTED,
                )
                if isinstance(message, Message):
                    await self.keep_file(content.photo, message)
        except BadRequest as error:
            if classify(error).kind is not ErrorKind.UNCHANGED:
                raise
        return replace(own_message(own.message_id, own.posted_at, content), replaced=own.replaced)

    async def look_at(self, chat_id: int, message_id: int, content: Content) -> Found:
        """Return what stands under an id; a message of the bot's has this content afterwards."""
        try:
            if content.photo is None:
                await self._edit_text(chat_id, message_id, content)
            else:
                await self._edit_caption(chat_id, message_id, content)
        except BadRequest as error:
            match classify(error).kind:
                case ErrorKind.UNCHANGED:
                    return Found.OURS
                case ErrorKind.LOST:
                    return Found.NOTHING if is_missing(error) else Found.FOREIGN
            raise
        return Found.OURS

    async def strip(self, chat_id: int, message_id: int) -> bool:
        """Take the buttons away; tells whether the message is there and the bot's."""
        try:
            await self._bot.edit_message_reply_markup(chat_id, message_id, rate_limit_args=ADMITTED)
        except BadRequest as error:
            kind = classify(error).kind
            if kind not in (ErrorKind.UNCHANGED, ErrorKind.LOST):
                raise
            return kind is ErrorKind.UNCHANGED
        return True

    async def delete(self, chat_id: int, message_id: int) -> bool:
        """Delete a message; tells whether it is gone. Not a paced call."""
        try:
            await self._bot.delete_message(chat_id, message_id)
        except BadRequest as error:
            return is_missing(error)
        return True

    async def forget_file(self, key: str) -> None:
        """Telegram does not know the picture any more: it will be drawn again."""
        with logged("a stale file id could not be removed"):
            await self._files.remove(key)

    async def _edit_text(self, chat_id: int, message_id: int, content: Content) -> None:
        await self._bot.edit_message_text(
            content.text,
            chat_id,
            message_id,
            parse_mode=ParseMode.HTML,
            link_preview_options=NO_PREVIEW,
            reply_markup=content.markup,
            rate_limit_args=ADMITTED,
        )

    async def _edit_caption(self, chat_id: int, message_id: int, content: Content) -> None:
        await self._bot.edit_message_caption(
            chat_id,
            message_id,
            caption=content.text,
            parse_mode=ParseMode.HTML,
            reply_markup=content.markup,
            rate_limit_args=ADMITTED,
        )

    async def _photo(self, picture: Picture) -> Photo | None:
        file_id: str | None = None
        with logged("the file id of a picture could not be read"):
            file_id = await self._files.load(picture.key)
        if file_id is not None:
            return Photo(picture.key, file_id)
        drawn: bytes | None = None
        with logged("a picture could not be drawn, its text is shown alone"):
            drawn = await self._draw(picture)
        return Photo(picture.key, drawn) if drawn is not None else None

    async def keep_file(self, photo: Photo, message: Message) -> None:
        """Remember Telegram's id of a picture that was sent."""
        if isinstance(photo.source, bytes) and message.photo:
            with logged("the file id of a picture could not be kept"):
                await self._files.save(photo.key, message.photo[-1].file_id)


@contextmanager
def logged(what: str) -> Iterator[None]:
    """Log what goes wrong inside and go on: a message that can be shown does not depend on it."""
    try:
        yield
    except Exception:
        log.exception(what)


def own_message(message_id: int, posted_at: float, content: Content) -> OwnMessage:
    """The message that has this content."""
    picture = content.photo.key if content.photo is not None else ""
    return OwnMessage(message_id, posted_at, content.kind, content.digest, picture)
