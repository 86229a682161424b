"""May the bot do this here? Chats and messages are looked up by what a call names, or the call is refused."""

from __future__ import annotations

from typing import Final

from bot.playground.fake.errors import bad_request, forbidden, migrated
from bot.playground.fake.model import Chat, ChatKind, Json, Message, Status, User
from bot.playground.fake.world import GENERAL_TOPIC_ID, World

DELETABLE_FOR: Final = 48 * 3600  # seconds


def find_chat(world: World, chat_id: int | str | None) -> Chat:
    """The chat with this id or @username, as far as the bot can know it.

    Raises ApiError 400 "chat not found", or with migrate_to_chat_id for a group that has become a supergroup.
    """
    if chat_id is None or chat_id == "":
        raise bad_request("chat_id is empty")
    chat: Chat | None = None
    if isinstance(chat_id, str):
        name = chat_id.removeprefix("@").lower()
        chat = next((known for known in world.chats.values() if (known.username or "").lower() == name), None)
        if not chat_id.startswith("@") or (chat is not None and chat.is_private):
            chat = None
    else:
        chat = world.chats.get(chat_id)
    if chat is None:
        raise bad_request("chat not found")
    if chat.migrated_to is not None:
        raise migrated(chat.migrated_to)
    return chat


def known_user(world: World, user_id: int) -> User:
    """The user with this id; raises ApiError 400 if there is none."""
    user = world.users.get(user_id)
    if user is None:
        raise bad_request("user not found")
    return user


def check_reach(world: World, chat: Chat) -> None:
    """Raise ApiError 403 unless the bot is in the chat and, in a private one, may write to the person."""
    if chat.user is not None:
        if chat.user.deactivated:
            raise forbidden("user is deactivated")
        if chat.user.blocked:
            raise forbidden("bot was blocked by the user")
        if not chat.user.started:
            raise forbidden("bot can't initiate conversation with a user")
        return
    kind = "supergroup" if chat.kind is ChatKind.SUPERGROUP else "group"
    if chat.deleted:
        raise forbidden("the group chat was deleted")
    member = chat.member(world.bot.id)
    if member is None and chat.username is None:
        raise bad_request("chat not found")
    if member is None or not member.is_in_chat:
        kicked = member is not None and member.status is Status.KICKED
        raise forbidden(f"bot was kicked from the {kind} chat" if kicked else f"bot is not a member of the {kind} chat")


def check_may_send(world: World, chat: Chat, permission: str, what: str) -> None:
    """Raise ApiError unless the bot may send this kind of message here; `what` names the kind in the error."""
    check_reach(world, chat)
    if chat.is_private:
        return
    member = chat.members[world.bot.id]
    allowed = member.permissions if member.status is Status.RESTRICTED else chat.permissions
    if not member.is_admin and (permission not in allowed or "can_send_messages" not in allowed):
        raise bad_request(f"not enough rights to send {what} to the chat")


def find_topic(world: World, chat: Chat, thread_id: int | None) -> int | None:
    """The topic a message goes to (None: the General topic, or a chat without topics).

    Raises ApiError 400 "message thread not found" or "TOPIC_CLOSED".
    """
    may_manage = not chat.is_private and chat.members[world.bot.id].has_right("can_manage_topics")
    if not thread_id:
        if chat.is_forum and chat.general_closed and not may_manage:
            raise bad_request("TOPIC_CLOSED")
        return None
    topic = chat.topics.get(thread_id) if chat.is_forum and thread_id != GENERAL_TOPIC_ID else None
    if topic is None or topic.deleted:
        raise bad_request("message thread not found")
    if topic.closed and not may_manage:
        raise bad_request("TOPIC_CLOSED")
    return topic.id


def find_reply(chat: Chat, reply_parameters: Json | None) -> Message | None:
    """The message that is replied to; raises ApiError 400 if it is gone, unless the reply may do without."""
    if not reply_parameters:
        return None
    message_id = reply_parameters.get("message_id")
    message = chat.messages.get(message_id) if isinstance(message_id, int) else None
    if message is None and not reply_parameters.get("allow_sending_without_reply", False):
        raise bad_request("message to be replied not found")
    return message


def editable_message(world: World, chat_id: int | str | None, message_id: int) -> Message:
    """The bot's own message that is to be edited; raises ApiError as the server does."""
    chat = find_chat(world, chat_id)
    check_reach(world, chat)
    message = chat.messages.get(message_id)
    if message is None:
        raise bad_request("message to edit not found")
    if message.sender is not world.bot:
        raise bad_request("message can't be edited")
    return message


def check_may_delete(world: World, message: Message) -> None:
    """Raise ApiError 400 unless the bot may delete the message: young, and its own, in private, or as an admin."""
    chat = message.chat
    if not chat.is_private and chat.members[world.bot.id].has_right("can_delete_messages"):
        return
    if world.clock.now() - message.date >= DELETABLE_FOR:
        raise bad_request("message can't be deleted for everyone")
    if message.sender is not world.bot and not chat.is_private:
        raise bad_request("message can't be deleted")
