"""People on Telegram: they write, tap, press Start, block, join and leave, rule groups.

Every action takes effect at once; what the bot makes of it shows when it has fetched its updates.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.playground.fake.links import deep_link
from bot.playground.fake.model import (
    DEFAULT_ADMIN_RIGHTS,
    Answer,
    App,
    Attachment,
    Chat,
    ChatKind,
    Json,
    Member,
    Message,
    Query,
    Service,
    Status,
    Text,
    Topic,
    User,
)
from bot.playground.fake.world import World, typed


@dataclass(frozen=True, slots=True)
class Tap:
    """A button was tapped and shows that it is working until the bot answers."""

    query: Query

    @property
    def is_answered(self) -> bool:
        return self.query.answered.done()

    async def answer(self, *, patience: float = 5.0) -> Answer:
        """Return what the bot answered.

        `patience` is in seconds of real time. Raises AssertionError if there is no answer by then, or if it came too
        late.
        """
        try:
            answer = await asyncio.wait_for(asyncio.shield(self.query.answered), patience)
        except TimeoutError:
            raise AssertionError(f"the tap on {self.query.data!r} was not answered in {patience} s") from None
        if answer is None:
            raise AssertionError(f"the tap on {self.query.data!r} was not answered in time")
        return answer


@dataclass(frozen=True, slots=True)
class Room:
    """A chat as its readers see it."""

    world: World
    chat: Chat

    @property
    def id(self) -> int:
        return self.chat.id

    @property
    def messages(self) -> list[Message]:
        """The messages in the chat now, oldest first."""
        return list(self.chat.messages.values())

    @property
    def from_bot(self) -> list[Message]:
        """The bot's messages, oldest first, without the service messages it caused."""
        return [m for m in self.messages if m.sender is self.world.bot and not isinstance(m.content, Service)]

    @property
    def last(self) -> Message:
        """The newest message of the bot; IndexError if there is none."""
        return self.from_bot[-1]


@dataclass(frozen=True, slots=True)
class Person:
    """A human user and what they can do."""

    world: World
    user: User

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def private(self) -> Room:
        """His chat with the bot."""
        return Room(self.world, self.world.private_chat(self.user))

    # ---- writing

    def say(
        self,
        text: str,
        room: Room | None = None,
        *,
        topic: Topic | None = None,
        reply_to: Message | None = None,
    ) -> Message:
        """Write a message, in private unless `room` says otherwise; commands are messages too.

        In a group, an anonymous administrator writes in the group's name. Raises PermissionError where they cannot
        write, ValueError for a text of white space only.
        """
        content = typed(text)
        if not content.text:
            raise ValueError("a message needs at least one character that shows")
        return self._post(content, room, topic, reply_to)

    def share(self, fields: Json, room: Room | None = None, *, topic: Topic | None = None) -> Message:
        """Send something else than text, given as the fields of the Message object, e.g. `{"location": {…}}`."""
        return self._post(Attachment(fields), room, topic, None)

    def _post(
        self, content: Text | Attachment, room: Room | None, topic: Topic | None, reply_to: Message | None
    ) -> Message:
        chat = (room or self.private).chat
        self._check_may_write(chat, topic)
        member = chat.member(self.id)
        hidden = member is not None and member.is_anonymous
        if isinstance(content, Text) and not hidden and self._is_ephemeral(content, chat):
            topic_id = topic.id if topic is not None else None
            return self.world.whisper(chat, self.user, self.user, content, topic_id=topic_id, reply_to=reply_to)
        if topic is not None and reply_to is None:
            reply_to = chat.messages.get(topic.id)  # clients reply to the message that opened the topic
        return self.world.post(
            chat,
            self.world.anonymous_admin if hidden else self.user,
            content,
            sender_chat=chat if hidden else None,
            topic_id=topic.id if topic is not None else None,
            reply_to=reply_to,
        )

    def _is_ephemeral(self, content: Text, chat: Chat) -> bool:
        """Return whether the app of this person sends a command to the bot alone: the menu of the chat says so."""
        first = content.entities[0] if content.entities else None
        if chat.is_private or self.user.app is App.OLD or first is None:
            return False
        if first["type"] != "bot_command" or first["offset"] != 0:
            return False
        name, _, addressee = content.text[1 : first["length"]].partition("@")
        if addressee and addressee.lower() != self.world.account.username.lower():
            return False
        menu = self.world.settings.commands_for(chat, self.id, self.user.language_code)
        return any(one["command"] == name.lower() and one.get("is_ephemeral") for one in menu)

    def _check_may_write(self, chat: Chat, topic: Topic | None) -> None:
        if not chat.has(self.id) or chat.deleted or chat.migrated_to is not None or self.user.deactivated:
            raise PermissionError(f"{self.user.first_name} cannot write in chat {chat.id}")
        member = chat.member(self.id)
        if member is None or member.is_admin:
            if member is None and (self.user.blocked or not self.user.started):
                raise PermissionError(f"{self.user.first_name} has to press Start before they can write to the bot")
            return
        allowed = member.permissions if member.status is Status.RESTRICTED else chat.permissions
        closed = topic.closed if topic is not None else chat.is_forum and chat.general_closed
        if "can_send_messages" not in allowed or closed:
            raise PermissionError(f"{self.user.first_name} is not allowed to write in chat {chat.id} now")

    def edit(self, message: Message, text: str) -> None:
        """Change a text message of their own."""
        if message.sender is not self.user and not self._wrote_as_chat(message):
            raise PermissionError("people edit their own messages only")
        self.world.rewrite(message, typed(text), message.markup)

    def _wrote_as_chat(self, message: Message) -> bool:
        member = message.chat.member(self.id)
        return message.sender_chat is message.chat and member is not None and member.is_anonymous

    def delete(self, message: Message) -> None:
        """Delete a message for everybody: their own, any in private, any in a group they administer."""
        member = message.chat.member(self.id)
        may = message.sender is self.user or message.chat.user is self.user
        if not may and not (member is not None and member.has_right("can_delete_messages")):
            raise PermissionError(f"{self.user.first_name} cannot delete this message")
        self.world.erase([message])

    # ---- tapping

    def tap(self, message: Message, label: str | None = None, *, data: str | None = None) -> Tap:
        """Tap a button of a message, chosen by its label or its callback data.

        Raises LookupError if the message has no such button now, PermissionError if they cannot see the message.
        """
        own = message.receiver is None or (message.receiver is self.user and message.is_shown)
        if message.is_deleted or not message.chat.has(self.id) or not own:
            raise PermissionError(f"{self.user.first_name} does not see this message")
        for button in message.buttons:
            chosen = button["text"] == label if label is not None else button.get("callback_data") == data
            if chosen and "callback_data" in button:
                ephemeral = message if message.receiver is not None else None
                asked = self.world.ask(
                    self.user, message.chat, message.id, button["callback_data"], ephemeral=ephemeral
                )
                return Tap(asked)
        shown = [button["text"] for button in message.buttons]
        raise LookupError(f"no button {label if label is not None else data!r} to tap among {shown}")

    def forge_tap(self, message: Message, data: str) -> Tap:
        """A tap as only a hostile or outdated client makes it: any data, on any message, deleted ones included."""
        return Tap(self.world.ask(self.user, message.chat, message.id, data))

    # ---- what this person sees alone

    def ephemeral(self, group: Group) -> list[Message]:
        """The ephemeral messages of the bot in a group that the app of this person shows, oldest first."""
        return [
            message
            for (receiver_id, _), message in group.chat.ephemeral.items()
            if receiver_id == self.id and message.is_shown and message.sender is self.world.bot
        ]

    def restart_app(self) -> None:
        """Close the app and open it again: it has forgotten every ephemeral message."""
        self.world.restart_app(self.user)

    # ---- the bot in private

    def start(self, payload: str | None = None) -> Message:
        """Press Start in the private chat; `payload` comes from a t.me/<bot>?start=<payload> link."""
        self.user.started = True
        self.world.set_blocked(self.user, False)
        return self.say("/start" if payload is None else f"/start {payload}")

    def follow(self, url: str, *, group: Group | None = None) -> Message:
        """Open a deep link of the bot and confirm: `?start=` in private, `?startgroup=` in a group of their choice.

        Raises ValueError for any other link.
        """
        username = self.world.account.username
        query = deep_link(url, username)
        if "start" in query:
            return self.start(query["start"] or None)
        if "startgroup" in query and group is not None:
            self.add_bot(group)
            return self.say(f"/start@{username} {query['startgroup']}", group)
        raise ValueError(f"{url} is no deep link of @{username}")

    def block(self) -> None:
        """Stop the bot: it can no longer write to them."""
        self.world.set_blocked(self.user, True)

    def unblock(self) -> None:
        """Let the bot write again."""
        self.world.set_blocked(self.user, False)

    def deactivate(self) -> None:
        """Delete their account."""
        self.user.deactivated = True
        self.user.first_name, self.user.last_name, self.user.username = "", None, None
        self.world.stir()

    # ---- groups

    def join(self, group: Group) -> None:
        """Enter a group; PermissionError if they were banned from it."""
        old = group.chat.member(self.id)
        if old is not None and old.status is Status.KICKED:
            raise PermissionError(f"{self.user.first_name} was banned from {group.chat.title}")
        self.world.change_member(group.chat, self.user, Member(self.user, Status.MEMBER))
        self.world.announce(group.chat, self.user, {"new_chat_members": [self.user.to_api()]})

    def leave(self, group: Group) -> None:
        """Leave a group."""
        self.world.announce(group.chat, self.user, {"left_chat_member": self.user.to_api()})
        self.world.change_member(group.chat, self.user, Member(self.user, Status.LEFT))

    def add_bot(self, group: Group) -> None:
        """Bring the bot into a group; nothing happens if it is there already."""
        bot = self.world.bot
        old = group.chat.member(bot.id)
        if old is not None and old.is_in_chat:
            return
        self.world.change_member(group.chat, self.user, Member(bot, Status.MEMBER))
        self.world.announce(group.chat, self.user, {"new_chat_members": [bot.to_api()]})


@dataclass(frozen=True, slots=True)
class Group(Room):
    """A group, and what its creator can do with it."""

    @property
    def creator(self) -> User:
        return next(member.user for member in self.chat.members.values() if member.status is Status.CREATOR)

    def promote(
        self,
        who: Person | None = None,
        *,
        rights: frozenset[str] | None = None,
        is_anonymous: bool = False,
    ) -> None:
        """Make somebody an administrator (None: the bot), with the usual rights unless `rights` are given.

        For the creator, only `is_anonymous` changes.
        """
        user = who.user if who is not None else self.world.bot
        old = self.chat.member(user.id)
        status = Status.CREATOR if old is not None and old.status is Status.CREATOR else Status.ADMINISTRATOR
        self._change(Member(user, status, is_anonymous, DEFAULT_ADMIN_RIGHTS if rights is None else rights))

    def demote(self, who: Person | None = None) -> None:
        """Make an administrator (None: the bot) an ordinary member again."""
        self._change(Member(who.user if who is not None else self.world.bot, Status.MEMBER))

    def restrict(self, who: Person | None = None, *, permissions: frozenset[str] = frozenset()) -> None:
        """Leave somebody (None: the bot) only these permissions; with none, they cannot write."""
        user = who.user if who is not None else self.world.bot
        self._change(Member(user, Status.RESTRICTED, permissions=permissions))

    def ban(self, who: Person | None = None) -> None:
        """Throw somebody (None: the bot) out for good."""
        user = who.user if who is not None else self.world.bot
        self._change(Member(user, Status.KICKED))
        self.world.announce(self.chat, self.creator, {"left_chat_member": user.to_api()})

    def remove(self, who: Person | None = None) -> None:
        """Take somebody (None: the bot) out; they may come back."""
        user = who.user if who is not None else self.world.bot
        self._change(Member(user, Status.LEFT))
        self.world.announce(self.chat, self.creator, {"left_chat_member": user.to_api()})

    def _change(self, member: Member) -> None:
        self.world.change_member(self.chat, self.creator, member)

    def permit(self, permissions: frozenset[str]) -> None:
        """Set what members who are no administrators may do from now on."""
        self.chat.permissions = permissions

    def delete_message(self, message: Message) -> None:
        """The creator deletes a message for everybody."""
        self.world.erase([message])

    def pin(self, message: Message) -> None:
        """The creator pins a message."""
        self.chat.pinned.append(message.id)
        self.world.announce(self.chat, self.creator, {"pinned_message": message.to_api()})

    def rename(self, title: str) -> None:
        """The creator gives the group another title."""
        self.chat.title = title
        self.world.announce(self.chat, self.creator, {"new_chat_title": title})

    # ---- topics

    def open_topic(self, name: str) -> Topic:
        """Start a topic; the group has to be a forum."""
        if not self.chat.is_forum:
            raise ValueError("only a forum has topics")
        return self.world.open_topic(self.chat, self.creator, name)

    def close_topic(self, topic: Topic | None = None) -> None:
        """Close a topic (None: General): only administrators who manage topics can write in it."""
        self._set_closed(topic, True)

    def reopen_topic(self, topic: Topic | None = None) -> None:
        """Open a closed topic (None: General) again."""
        self._set_closed(topic, False)

    def _set_closed(self, topic: Topic | None, closed: bool) -> None:
        if topic is None:
            self.chat.general_closed = closed
        else:
            topic.closed = closed
        fields: Json = {"forum_topic_closed" if closed else "forum_topic_reopened": {}}
        self.world.announce(self.chat, self.creator, fields, topic_id=topic.id if topic is not None else None)

    def delete_topic(self, topic: Topic) -> None:
        """Delete a topic with everything in it."""
        topic.deleted = True
        inside = [m for m in self.messages if m.is_topic_message and m.thread_id == topic.id]
        self.world.erase(inside)

    def set_forum(self, is_forum: bool) -> None:
        """Switch topics on or off."""
        if self.chat.kind is not ChatKind.SUPERGROUP:
            raise ValueError("only a supergroup can be a forum")
        self.chat.is_forum = is_forum

    # ---- the end of a group

    def migrate(self) -> Group:
        """Turn a basic group into a supergroup, which has a new id and none of the old messages; returns it."""
        if self.chat.kind is not ChatKind.GROUP:
            raise ValueError("only a basic group can become a supergroup")
        old = self.chat
        new = Chat(-1_001_700_000_000 + old.id % 1_000_000, ChatKind.SUPERGROUP, old.title)
        new.members = dict(old.members)
        self.world.chats[new.id] = new
        self.world.announce(old, self.creator, {"migrate_to_chat_id": new.id})
        old.migrated_to = new.id
        group = Group(self.world, new)
        self.world.announce(new, group.creator, {"migrate_from_chat_id": old.id})
        return group

    def dissolve(self) -> None:
        """Delete the group."""
        self.chat.deleted = True
        self.world.stir()
