"""Chats and their members; pins and reactions."""

from __future__ import annotations

from typing import Final

from bot.playground.fake.access import check_reach, find_chat, known_user
from bot.playground.fake.errors import bad_request
from bot.playground.fake.methods.registry import Arguments, method
from bot.playground.fake.model import PERMISSIONS, Chat, Json, Member, Status
from bot.playground.fake.world import World

_EMOJI: Final = (
    "❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤\u200d🔥 🌚 "
    "🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨\u200d💻 👀 🎃 🙈 😇 😨 🤝 ✍ "
    "🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷\u200d♂ 🤷 🤷\u200d♀ 😡 "
)
REACTIONS: Final = frozenset(_EMOJI.split())
"""The emoji one may react with."""


def _reachable(world: World, arguments: Arguments) -> Chat:
    chat = find_chat(world, arguments["chat_id"])
    check_reach(world, chat)
    return chat


@method("getChat", required="chat_id")
def get_chat(world: World, arguments: Arguments) -> Json:
    chat = find_chat(world, arguments["chat_id"])
    if not chat.is_private:
        check_reach(world, chat)
    full = chat.to_api() | {
        "accent_color_id": abs(chat.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": {
            "unlimited_gifts": False,
            "limited_gifts": False,
            "unique_gifts": False,
            "premium_subscription": False,
            "gifts_from_channels": False,
        },
    }
    if not chat.is_private:
        full["permissions"] = {name: name in chat.permissions for name in PERMISSIONS}
    pinned = [chat.messages[message_id] for message_id in chat.pinned]
    if pinned:
        full["pinned_message"] = pinned[-1].to_api()
    return full


@method("getChatMember", required="chat_id user_id")
def get_chat_member(world: World, arguments: Arguments) -> Json:
    chat = _reachable(world, arguments)
    user = known_user(world, arguments["user_id"])
    if chat.is_private:
        if user is not chat.user and user is not world.bot:
            raise bad_request("member not found")
        return Member(user, Status.MEMBER).to_api()
    return (chat.member(user.id) or Member(user, Status.LEFT)).to_api()


@method("getChatAdministrators", required="chat_id")
def get_chat_administrators(world: World, arguments: Arguments) -> list[Json]:
    chat = _reachable(world, arguments)
    if chat.is_private:
        raise bad_request("there are no administrators in the private chat")
    sees_hidden = chat.members[world.bot.id].is_admin
    return [
        member.to_api()
        for member in chat.members.values()
        if member.is_admin and (sees_hidden or not member.is_anonymous)
    ]


@method("getChatMemberCount", required="chat_id")
def get_chat_member_count(world: World, arguments: Arguments) -> int:
    chat = _reachable(world, arguments)
    return 2 if chat.is_private else sum(member.is_in_chat for member in chat.members.values())


@method("leaveChat", required="chat_id")
def leave_chat(world: World, arguments: Arguments) -> bool:
    chat = _reachable(world, arguments)
    if chat.is_private:
        raise bad_request("chat member status can't be changed in private chats")
    world.announce(chat, world.bot, {"left_chat_member": world.bot.to_api()})
    world.change_member(chat, world.bot, Member(world.bot, Status.LEFT))
    return True


@method("pinChatMessage", required="chat_id message_id", optional="disable_notification")
def pin_chat_message(world: World, arguments: Arguments) -> bool:
    chat = _reachable(world, arguments)
    _check_may_pin(world, chat)
    message = chat.messages.get(arguments["message_id"])
    if message is None:
        raise bad_request("message to pin not found")
    if message.id in chat.pinned:
        return True
    chat.pinned.append(message.id)
    topic_id = message.thread_id if message.is_topic_message else None
    world.announce(chat, world.bot, {"pinned_message": message.to_api()}, topic_id=topic_id)
    return True


@method("unpinChatMessage", required="chat_id", optional="message_id")
def unpin_chat_message(world: World, arguments: Arguments) -> bool:
    chat = _reachable(world, arguments)
    _check_may_pin(world, chat)
    message_id = arguments.get("message_id", chat.pinned[-1] if chat.pinned else 0)
    if message_id not in chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned.remove(message_id)
    world.feed.tell_chat(chat, {"event": "unpinned", "chat_id": chat.id, "message_ids": [message_id]})
    world.stir()
    return True


@method("unpinAllChatMessages", required="chat_id")
def unpin_all_chat_messages(world: World, arguments: Arguments) -> bool:
    chat = _reachable(world, arguments)
    _check_may_pin(world, chat)
    ids, chat.pinned = chat.pinned, []
    world.feed.tell_chat(chat, {"event": "unpinned", "chat_id": chat.id, "message_ids": ids})
    world.stir()
    return True


def _check_may_pin(world: World, chat: Chat) -> None:
    if chat.is_private:
        return
    member = chat.members[world.bot.id]
    if not member.has_right("can_pin_messages") and "can_pin_messages" not in chat.permissions:
        raise bad_request("not enough rights to manage pinned messages in the chat")


@method("setMessageReaction", required="chat_id message_id", optional="reaction is_big")
def set_message_reaction(world: World, arguments: Arguments) -> bool:
    chat = _reachable(world, arguments)
    message = chat.messages.get(arguments["message_id"])
    if message is None:
        raise bad_request("message to react not found")
    wanted = arguments.get("reaction") or []
    if len(wanted) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    for reaction in wanted:
        emoji = reaction.get("emoji") if isinstance(reaction, dict) and reaction.get("type") == "emoji" else None
        if not isinstance(emoji, str) or emoji.replace("\ufe0f", "") not in REACTIONS:
            raise bad_request("REACTION_INVALID")
    message.reactions[world.bot.id] = wanted
    event = {"event": "reaction", "chat_id": chat.id, "message_id": message.id, "reaction": wanted}
    world.feed.tell_chat(chat, event)
    world.stir()
    return True
