"""Messages in a group that one member sees alone: an address of its own, with its own rules.

Such a message has no id that is valid anywhere else, is edited and deleted by methods of its own, may be sent only by
an administrator or in answer to a tap or an ephemeral command of the last seconds, and may vanish without a word: an
edit that reaches nobody is answered like any other. So nothing here is kept over a restart, nothing is looked for, and
what cannot be shown is left until somebody asks by a tap.

An older server takes no notice of the parameter that makes a message ephemeral and would show it to everybody. So it
is asked first for a method that only newer ones have, and what a send has made is looked at: never does what one
person may see become a message to the group.
"""

import logging
from dataclasses import dataclass, field
from typing import Any, Final

from cachetools import LRUCache, TTLCache
from telegram import InputMediaPhoto, Message
from telegram.constants import ChatMemberStatus, MessageLimit, ParseMode
from telegram.error import BadRequest, EndPointNotFound, TelegramError
from telegram.ext import ExtBot

from bot.outbox.content import Content
from bot.outbox.errors import ErrorKind, classify
from bot.outbox.model import Build, EphemeralSlot, MessageKind
from bot.outbox.sender import NO_PREVIEW, Sender
from bot.screens.screen import Screen
from bot.tables.clock import Clock
from bot.telegram_api.limits import ADMITTED

log = logging.getLogger(__name__)

ANSWER_SECONDS: Final = 13.0
"""How long after a tap or an ephemeral command it may be answered by a message; Telegram says 15."""
MOST_CHARACTERS: Final = int(MessageLimit.CAPTION_LENGTH)
"""Longer texts cannot be edited (tdlib/telegram-bot-api#881)."""
EPHEMERAL_PANEL: Final = "panel:"
"""What the name of the slot of an answer begins with that is turned to another page."""
_ADMIN_SECONDS: Final = 60.0
_KEPT: Final = 10_000


class NotEphemeral(Exception):  # what a message turned out to be, named like the errors of Telegram
    """The server has made a message to everybody of it, which is gone again."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """The tap or ephemeral command that lets a bot without rights send, and until when by the clock."""

    until: float
    query_id: str | None = None
    command_id: int | None = None


@dataclass(frozen=True, slots=True)
class ShownAlone:
    """The message that shows an ephemeral slot, as far as is known; a tap on one tells no more than its id."""

    ephemeral_id: int
    kind: MessageKind | None = None
    digest: str = ""
    picture: str = ""


@dataclass(slots=True, eq=False)
class EphemeralState:
    """An ephemeral slot, its message, and what it is to show.

    Attributes:
        slot: where, and for whom.
        wanted: builds what it is to show; None once it does, or cannot.
        built: what was built last, while it is on its way.
        shown: the message, None where there is none.
        replaced: those that showed it before and are still to go.
        reason: why it may be sent anew though the bot is no administrator.
        urgent: whether somebody waits for it.
        fresh: whether it is to come anew, at the end of the chat, where the bot may send it.
        closing: whether its message is to go.
        plain: whether to do without the picture this time.
        attempts: how often a call for it has failed.
        missing: whether it could not be shown when that was wanted last.
        is_panel: whether it is an answer that is turned to another page, and known no longer once it shows that.
        refused: whether Telegram did not take it for this member, who may have left the group: until they ask again,
            it is not tried again.
        asked_at: when it was last asked for by a tap.
        tapped_at: when its owner was last known to see it: they tapped on it.
    """

    slot: EphemeralSlot
    wanted: Build | None = None
    built: Screen | None = None
    shown: ShownAlone | None = None
    replaced: list[ShownAlone] = field(default_factory=list)
    reason: Trigger | None = None
    urgent: bool = False
    fresh: bool = False
    closing: bool = False
    plain: bool = False
    attempts: int = 0
    missing: bool = False
    is_panel: bool = False
    refused: bool = False
    asked_at: float | None = None
    tapped_at: float | None = None

    @property
    def thread_id(self) -> int | None:
        return self.slot.thread_id

    @property
    def loaded(self) -> bool:
        return True

    @property
    def lost(self) -> None:
        return None

    @property
    def is_urgent(self) -> bool:
        return self.urgent and not self.closing

    @property
    def is_paced(self) -> bool:
        return not self.closing

    @property
    def is_free(self) -> bool:
        return self.closing

    def shows(self, shown: ShownAlone | None) -> None:
        """Another message shows it from now on; the one before is to go."""
        if self.shown is not None:
            self.replaced.append(self.shown)
        self.shown = shown

    def give_up(self) -> None:
        """It cannot be shown: its owner will ask."""
        self.wanted, self.reason, self.missing = None, None, True


class EphemeralSender:
    """The calls that ephemeral messages take. Raises `TelegramError` as these do.

    Args:
        bot: makes them.
        sender: has the pictures.
        clock: tells how old what is known is.
        enabled: whether ephemeral messages are wanted at all.
    """

    def __init__(self, bot: ExtBot[str], sender: Sender, clock: Clock, *, enabled: bool) -> None:
        self._bot = bot
        self._sender = sender
        self._enabled = enabled
        self._known: bool | None = None if enabled else False
        self._admin = TTLCache[int, bool](_KEPT, _ADMIN_SECONDS, clock.now)
        self._was_admin = LRUCache[int, bool](_KEPT)

    @property
    def is_supported(self) -> bool:
        """True if the server is known to have them."""
        return self._known is True

    async def probe(self) -> bool:
        """Ask, unless that is known, whether the server has ephemeral messages, by deleting one that does not exist."""
        if self._known is None:
            try:
                await self._call("deleteEphemeralMessage", {"chat_id": 1, "receiver_user_id": 1}, 1)
            except BadRequest:
                self._known = True
            except EndPointNotFound:
                return False
            except TelegramError as error:
                log.info("whether the server knows ephemeral messages could not be found out: %s", error)
            else:
                self._known = True
        return self._known is True

    async def is_admin(self, chat_id: int) -> bool:
        """Return whether the bot is an administrator of a group, which may send at any time."""
        known = self._admin.get(chat_id)
        if known is None:
            try:
                member = await self._bot.get_chat_member(chat_id, self._bot.id)
            except TelegramError:
                return False
            known = member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)
            self._admin[chat_id] = self._was_admin[chat_id] = known
        return known

    def sends_unasked(self, chat_id: int) -> bool:
        """Return whether the bot was an administrator of a group when that was last looked at."""
        return self._was_admin.get(chat_id, False)

    def rights_changed(self, chat_id: int) -> None:
        """The bot's standing in a group is another now."""
        self._admin.pop(chat_id, None)
        self._was_admin.pop(chat_id, None)

    async def send(self, slot: EphemeralSlot, content: Content, reason: Trigger | None) -> ShownAlone:
        """Send a message to one member of a group.

        Raises:
            NotEphemeral: the server has shown it to everybody; it is deleted, and no other will be sent.
        """
        if not await self.probe():
            raise NotEphemeral
        whom: dict[str, Any] = {"receiver_user_id": slot.receiver_id}
        more: dict[str, Any] = {"ephemeral_message_parameters": whom}
        if reason is not None and reason.query_id is not None:
            whom["callback_query_id"] = reason.query_id
        if reason is not None and reason.command_id is not None:
            more["reply_parameters"] = {"ephemeral_message_id": reason.command_id}
        if content.photo is None:
            message = await self._bot.send_message(
                slot.chat_id,
                content.text,
                message_thread_id=slot.thread_id,
                parse_mode=ParseMode.HTML,
                link_preview_options=NO_PREVIEW,
                disable_notification=content.silent,
                reply_markup=content.markup,
                rate_limit_args=ADMITTED,
                api_kwargs=more,
            )
        else:
            message = await self._bot.send_photo(
                slot.chat_id,
                content.photo.source,
                caption=content.text,
                message_thread_id=slot.thread_id,
                parse_mode=ParseMode.HTML,
                disable_notification=content.silent,
                reply_markup=content.markup,
                rate_limit_args=ADMITTED,
                api_kwargs=more,
            )
            await self._sender.keep_file(content.photo, message)
        return _shown(await self._checked(slot, message), content)

    async def edit(self, slot: EphemeralSlot, shown: ShownAlone, content: Content) -> ShownAlone:
        """Make an ephemeral message say something else; that this is answered does not mean that anybody sees it."""
        formatted: dict[str, Any] = {"parse_mode": ParseMode.HTML, "reply_markup": content.markup}
        try:
            if content.photo is None:
                what = formatted | {"text": content.text, "link_preview_options": NO_PREVIEW}
                await self._change("editEphemeralMessageText", slot, shown, what)
            elif shown.picture == content.photo.key:
                await self._change("editEphemeralMessageCaption", slot, shown, formatted | {"caption": content.text})
            else:
                media = InputMediaPhoto(content.photo.source, content.text, parse_mode=ParseMode.HTML)
                what = {"media": media, "reply_markup": content.markup}
                await self._change("editEphemeralMessageMedia", slot, shown, what)
        except BadRequest as error:
            if classify(error).kind is not ErrorKind.UNCHANGED:
                raise
        return _shown(shown.ephemeral_id, content)

    async def delete(self, slot: EphemeralSlot, shown: ShownAlone) -> None:
        """Delete an ephemeral message; one that cannot be deleted vanishes some time, and does nothing till then."""
        try:
            await self._change("deleteEphemeralMessage", slot, shown, {})
        except TelegramError as error:
            log.info("an ephemeral message in chat %s could not be deleted: %s", slot.chat_id, error)

    async def _change(self, method: str, slot: EphemeralSlot, shown: ShownAlone, what: dict[str, Any]) -> None:
        whose = {"chat_id": slot.chat_id, "receiver_user_id": slot.receiver_id}
        await self._call(method, whose | {key: value for key, value in what.items() if value}, shown.ephemeral_id)

    async def _call(self, method: str, what: dict[str, Any], ephemeral_id: int) -> None:
        fields = what | {"ephemeral_message_id": ephemeral_id}
        try:
            await self._bot.do_api_request(method, api_kwargs=fields, rate_limit_args=ADMITTED)
        except EndPointNotFound:
            log.info("this server does not know ephemeral messages: hands are shown in private chats alone")
            self._known = False
            raise

    async def _checked(self, slot: EphemeralSlot, message: Message) -> int:
        """The id of an ephemeral message that was sent; what everybody sees is deleted at once."""
        ephemeral_id = message.api_kwargs.get("ephemeral_message_id")
        if isinstance(ephemeral_id, int):
            return ephemeral_id
        self._known = False
        log.error("the server has made an ephemeral message in chat %s a public one; no more are sent", slot.chat_id)
        await self._bot.delete_message(slot.chat_id, message.message_id)
        raise NotEphemeral


def _shown(ephemeral_id: int, content: Content) -> ShownAlone:
    picture = content.photo.key if content.photo is not None else ""
    return ShownAlone(ephemeral_id, content.kind, content.digest, picture)
