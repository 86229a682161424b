"""Everything on Telegram: users, chats, members, topics, messages and taps, and how the Bot API spells them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

Json = dict[str, Any]

ANONYMOUS_ADMIN_ID: Final = 1087968824
"""The account in whose name anonymous administrators write."""


class ChatKind(StrEnum):
    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"
    CHANNEL = "channel"
    """Only as the one in whose name somebody writes in a group."""


class Status(StrEnum):
    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    KICKED = "kicked"


ADMIN_RIGHTS: Final = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
    "can_manage_tags",
    "can_send_welcome_messages",
)

PERMISSIONS: Final = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)

DEFAULT_ADMIN_RIGHTS: Final = frozenset(
    {"can_manage_chat", "can_delete_messages", "can_invite_users", "can_pin_messages"}
)
DEFAULT_PERMISSIONS: Final = frozenset(PERMISSIONS) - {"can_change_info", "can_pin_messages", "can_manage_topics"}


class App(StrEnum):
    """The app a person reads Telegram with, as far as ephemeral messages tell the difference."""

    PHONE = "phone"  # forgets them when it starts anew; an edit of one it has forgotten shows nothing
    DESKTOP = "desktop"  # the same, but an edit of one it has forgotten appears as a new message
    OLD = "old"  # shows none, and sends every command for everybody to see


@dataclass(slots=True, eq=False)
class User:
    """A person, or the bot; `started`, `blocked` and `deactivated` are about this person and the one bot there is."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_premium: bool = False
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False
    app: App = App.PHONE
    is_offline: bool = False  # what is sent to this person alone is lost meanwhile

    def to_api(self) -> Json:
        data: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        if self.last_name:
            data["last_name"] = self.last_name
        if self.username:
            data["username"] = self.username
        if self.language_code:
            data["language_code"] = self.language_code
        if self.is_premium:
            data["is_premium"] = True
        return data


@dataclass(slots=True, eq=False)
class Member:
    """A user as a member of a chat. `rights` count for administrators, `permissions` for the restricted."""

    user: User
    status: Status
    is_anonymous: bool = False
    rights: frozenset[str] = frozenset()
    permissions: frozenset[str] = frozenset()
    is_present: bool = True  # a restricted user may have left

    @property
    def is_in_chat(self) -> bool:
        return self.status not in (Status.LEFT, Status.KICKED) and (
            self.status is not Status.RESTRICTED or self.is_present
        )

    @property
    def is_admin(self) -> bool:
        return self.status in (Status.CREATOR, Status.ADMINISTRATOR)

    def has_right(self, right: str) -> bool:
        return self.status is Status.CREATOR or (self.status is Status.ADMINISTRATOR and right in self.rights)

    def to_api(self) -> Json:
        data: Json = {"status": self.status.value, "user": self.user.to_api()}
        match self.status:
            case Status.CREATOR:
                data["is_anonymous"] = self.is_anonymous
            case Status.ADMINISTRATOR:
                data |= {right: right in self.rights for right in ADMIN_RIGHTS}
                data |= {"can_be_edited": False, "is_anonymous": self.is_anonymous}
            case Status.RESTRICTED:
                data |= {name: name in self.permissions for name in PERMISSIONS}
                data |= {"is_member": self.is_present, "until_date": 0}
            case Status.KICKED:
                data["until_date"] = 0
            case Status.MEMBER | Status.LEFT:
                pass
        return data


@dataclass(slots=True, eq=False)
class Topic:
    """A topic of a forum; its id is the id of the message that opened it."""

    id: int
    name: str
    closed: bool = False
    deleted: bool = False


@dataclass(slots=True, eq=False)
class Chat:
    """A private chat (id = the person's id), a basic group (id < 0) or a supergroup (id below -10**12)."""

    id: int
    kind: ChatKind
    title: str | None = None
    username: str | None = None
    user: User | None = None
    is_forum: bool = False
    general_closed: bool = False
    deleted: bool = False
    migrated_to: int | None = None
    permissions: frozenset[str] = DEFAULT_PERMISSIONS
    members: dict[int, Member] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    ephemeral: dict[tuple[int, int], Message] = field(default_factory=dict)  # by receiver and ephemeral id
    last_message_id: int = 1  # a supergroup begins with the message that it was made

    @property
    def is_private(self) -> bool:
        return self.kind is ChatKind.PRIVATE

    def member(self, user_id: int) -> Member | None:
        """Return what the user is here; None for somebody who never was here."""
        return self.members.get(user_id)

    def has(self, user_id: int) -> bool:
        """Return whether the user can read this chat now."""
        if self.user is not None:
            return self.user.id == user_id
        member = self.members.get(user_id)
        return member is not None and member.is_in_chat

    def to_api(self) -> Json:
        data: Json = {"id": self.id, "type": self.kind.value}
        if self.user is not None:
            data["first_name"] = self.user.first_name
            if self.user.last_name:
                data["last_name"] = self.user.last_name
            if self.user.username:
                data["username"] = self.user.username
            return data
        data["title"] = self.title
        if self.username:
            data["username"] = self.username
        if self.is_forum:
            data["is_forum"] = True
        return data


@dataclass(frozen=True, slots=True)
class Text:
    """A text message."""

    text: str
    entities: tuple[Json, ...] = ()

    def to_api(self) -> Json:
        data: Json = {"text": self.text}
        if self.entities:
            data["entities"] = list(self.entities)
        return data


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo with a caption; `sizes` from small to large, as PhotoSize objects."""

    sizes: tuple[Json, ...]
    text: str = ""
    entities: tuple[Json, ...] = ()
    has_spoiler: bool = False
    above: bool = False  # the caption stands above the picture

    def to_api(self) -> Json:
        data: Json = {"photo": list(self.sizes)}
        if self.text:
            data["caption"] = self.text
        if self.entities:
            data["caption_entities"] = list(self.entities)
        if self.has_spoiler:
            data["has_media_spoiler"] = True
        if self.above:
            data["show_caption_above_media"] = True
        return data


@dataclass(frozen=True, slots=True)
class Service:
    """Something that happened in the chat, told as a message: the fields that tell it."""

    fields: Json

    text = ""
    entities: tuple[Json, ...] = ()

    def to_api(self) -> Json:
        return dict(self.fields)


@dataclass(frozen=True, slots=True)
class Attachment:
    """Whatever else people send (a sticker, a location): the message's own fields."""

    fields: Json

    text = ""
    entities: tuple[Json, ...] = ()

    def to_api(self) -> Json:
        return dict(self.fields)


Content = Text | Photo | Service | Attachment


@dataclass(slots=True, eq=False)
class Message:
    """A message in a chat. `markup` is its inline keyboard, `thread_id` its topic or its thread of replies."""

    chat: Chat
    id: int
    date: int
    sender: User
    content: Content
    sender_chat: Chat | None = None
    thread_id: int | None = None
    is_topic_message: bool = False
    reply_to: Message | None = None
    markup: Json | None = None
    is_protected: bool = False
    edit_date: int | None = None
    is_deleted: bool = False
    reactions: dict[int, list[Json]] = field(default_factory=dict)
    receiver: User | None = None  # of an ephemeral message: the one member who can see it
    ephemeral_id: int | None = None
    expires: float = 0.0
    is_shown: bool = True  # whether the app of the receiver still shows an ephemeral message

    @property
    def text(self) -> str:
        """The text, or the caption of a photo; empty for everything else."""
        return self.content.text

    @property
    def buttons(self) -> list[Json]:
        """The buttons under the message, row by row, as InlineKeyboardButton objects."""
        return [button for row in self.keyboard for button in row]

    @property
    def keyboard(self) -> list[list[Json]]:
        """The rows of buttons under the message."""
        return self.markup["inline_keyboard"] if self.markup else []

    def to_api(self, *, with_reply: bool = True) -> Json:
        """The Bot API's Message object; one level of the message it replies to is included."""
        data: Json = {
            "message_id": self.id,
            "date": self.date,
            "chat": self.chat.to_api(),
            "from": self.sender.to_api(),
        }
        if self.sender_chat is not None:
            data["sender_chat"] = self.sender_chat.to_api()
        if self.thread_id is not None:
            data["message_thread_id"] = self.thread_id
        if self.is_topic_message:
            data["is_topic_message"] = True
        if with_reply and self.reply_to is not None and not self.reply_to.is_deleted:
            data["reply_to_message"] = self.reply_to.to_api(with_reply=False)
        if self.edit_date is not None:
            data["edit_date"] = self.edit_date
        if self.is_protected:
            data["has_protected_content"] = True
        if self.receiver is not None:
            data["ephemeral_message_id"] = self.ephemeral_id
            if self.receiver is not self.sender:
                data["receiver_user"] = self.receiver.to_api()
        data |= self.content.to_api()
        if self.markup is not None:
            data["reply_markup"] = self.markup
        return data


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a tap as people see it: a toast, an alert (`show_alert`), a link, or nothing (all empty)."""

    text: str = ""
    show_alert: bool = False
    url: str | None = None


@dataclass(slots=True, eq=False)
class Query:
    """A tap on a button that waits for the bot's answer; None as the answer means that the time for it ran out."""

    id: str
    user: User
    chat: Chat
    message_id: int
    data: str
    asked_at: float
    answered: asyncio.Future[Answer | None]

    def to_api(self, message: Message | None) -> Json:
        """The CallbackQuery object; a message that is gone appears as an inaccessible one."""
        shown = (
            message.to_api()
            if message is not None
            else {"chat": self.chat.to_api(), "message_id": self.message_id, "date": 0}
        )
        return {
            "id": self.id,
            "from": self.user.to_api(),
            "message": shown,
            "chat_instance": str(abs(self.chat.id) * 7919 % 2**63),
            "data": self.data,
        }
