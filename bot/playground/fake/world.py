"""The state of the fake Telegram and the few ways it changes: a message appears, changes, disappears; a member changes.

Everything here is synchronous, so each change is whole before anybody sees it.
"""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import dataclass, field, replace
from typing import Final

from bot.playground.fake.clock import Clock
from bot.playground.fake.feed import Feed
from bot.playground.fake.files import Files
from bot.playground.fake.html import FormattedText, plain_text
from bot.playground.fake.limits import FloodControl
from bot.playground.fake.model import (
    ANONYMOUS_ADMIN_ID,
    Answer,
    App,
    Chat,
    ChatKind,
    Content,
    Json,
    Member,
    Message,
    Photo,
    Query,
    Service,
    Status,
    Text,
    Topic,
    User,
)
from bot.playground.fake.settings import BotSettings
from bot.playground.fake.updates import UpdateQueue

GENERAL_TOPIC_ID: Final = 1
"""The id of a forum's General topic; the server wants it left out."""

EPHEMERAL_SECONDS: Final = 48 * 3600.0
"""How long an ephemeral message is known; then its id may be given to another."""
EPHEMERAL_REPLY_SECONDS: Final = 15.0
"""How long after a tap or an ephemeral command a bot that is no administrator may answer with an ephemeral message."""


@dataclass(frozen=True, slots=True)
class BotAccount:
    """The bot all this is about. Privacy mode as in BotFather: on, it sees of a group only what concerns it."""

    token: str = "700000001:fake-token-for-tests-only"
    first_name: str = "Shuangkou"
    username: str = "shuangkou_bot"
    privacy_mode: bool = True
    can_join_groups: bool = True

    @property
    def id(self) -> int:
        return int(self.token.partition(":")[0])


@dataclass(slots=True, eq=False, repr=False)
class World:
    """Users, chats, taps, updates, files; see `FakeTelegram` for the way in."""

    clock: Clock
    account: BotAccount
    flood: FloodControl
    query_lifetime: float
    knows_ephemeral: bool = True
    """Whether the server is new enough for ephemeral messages; an older one ignores what asks for them."""
    updates: UpdateQueue = field(init=False)
    bot: User = field(init=False)
    anonymous_admin: User = field(init=False)
    users: dict[int, User] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    queries: dict[str, Query] = field(default_factory=dict)
    files: Files = field(default_factory=Files)
    feed: Feed = field(default_factory=Feed)
    settings: BotSettings = field(default_factory=BotSettings)
    complaints: list[str] = field(default_factory=list)
    lacks: set[str] = field(default_factory=set)
    """What this server does not know, being an older one: names of methods, HTML tags, fields of buttons and of
    commands."""
    _message_ids: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    _query_ids: itertools.count[int] = field(default_factory=lambda: itertools.count(4_611_686_018_427_387_905))
    _recent_taps: dict[str, tuple[int, int, float]] = field(default_factory=dict)
    _waiting: list[asyncio.Future[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.updates = UpdateQueue(self.clock, on_poll=self.stir)
        account = self.account
        self.bot = User(account.id, account.first_name, username=account.username, is_bot=True)
        self.anonymous_admin = User(ANONYMOUS_ADMIN_ID, "Group", username="GroupAnonymousBot", is_bot=True)
        self.users[self.bot.id] = self.bot
        self.users[ANONYMOUS_ADMIN_ID] = self.anonymous_admin

    @property
    def now(self) -> int:
        """The time in whole seconds, as messages carry it."""
        return int(self.clock.now())

    def complain(self, what: str) -> None:
        """Note something the real server would swallow without a word, but no bot does on purpose."""
        self.complaints.append(what)

    # ---- messages

    def post(
        self,
        chat: Chat,
        sender: User,
        content: Content,
        *,
        sender_chat: Chat | None = None,
        topic_id: int | None = None,
        reply_to: Message | None = None,
        markup: Json | None = None,
        is_protected: bool = False,
    ) -> Message:
        """Add a message to a chat, tell the viewers, and the bot if it is to see it."""
        if topic_id is None and reply_to is not None and reply_to.is_topic_message:
            topic_id = reply_to.thread_id
        thread_id = topic_id
        if thread_id is None and reply_to is not None and chat.kind is ChatKind.SUPERGROUP:
            thread_id = reply_to.thread_id or reply_to.id  # a thread of replies is no topic, but has an id too
        message = Message(
            chat=chat,
            id=self._next_message_id(chat),
            date=self.now,
            sender=sender,
            content=self.resolved(content),
            sender_chat=sender_chat,
            thread_id=thread_id,
            is_topic_message=topic_id is not None,
            reply_to=reply_to,
            markup=markup,
            is_protected=is_protected,
        )
        chat.messages[message.id] = message
        if self.feed.is_watched:
            self.feed.tell_chat(chat, {"event": "message", "chat_id": chat.id, "message": message.to_api()})
        if self._bot_sees(message):
            self.updates.put("message", message.to_api())
        self.stir()
        return message

    def whisper(
        self,
        chat: Chat,
        sender: User,
        receiver: User,
        content: Content,
        *,
        topic_id: int | None = None,
        reply_to: Message | None = None,
        markup: Json | None = None,
        is_protected: bool = False,
    ) -> Message:
        """Add an ephemeral message to a group: one member sees it, if it reaches them. Theirs go to the bot alone."""
        self._forget_expired(chat)
        taken = {ephemeral_id for receiver_id, ephemeral_id in chat.ephemeral if receiver_id == receiver.id}
        message = Message(
            chat=chat,
            id=0,
            date=self.now,
            sender=sender,
            content=self.resolved(content),
            thread_id=topic_id,
            is_topic_message=topic_id is not None,
            reply_to=reply_to,
            markup=markup,
            is_protected=is_protected,
            receiver=receiver,
            ephemeral_id=next(number for number in itertools.count(1) if number not in taken),
            expires=self.clock.now() + EPHEMERAL_SECONDS,
            is_shown=sender is receiver or (receiver.app is not App.OLD and not receiver.is_offline),
        )
        chat.ephemeral[receiver.id, message.ephemeral_id or 0] = message
        if message.is_shown:
            event = {"event": "message", "chat_id": chat.id, "message": message.to_api()}
            self.feed.tell_person(receiver.id, event)
        if sender is receiver:
            self.updates.put("message", message.to_api())
        self.stir()
        return message

    def find_ephemeral(self, chat: Chat, receiver_id: int, ephemeral_id: int) -> Message | None:
        """The ephemeral message with this id that has not expired."""
        self._forget_expired(chat)
        return chat.ephemeral.get((receiver_id, ephemeral_id))

    def rewrite_ephemeral(self, message: Message, content: Content, markup: Json | None) -> None:
        """Change an ephemeral message, for whoever still has it: what an app has forgotten changes nowhere, except
        that a desktop shows it as a new message.
        """
        receiver = message.receiver
        assert receiver is not None, "an ephemeral message has a receiver"
        message.content = self.resolved(content)
        message.markup = markup
        message.edit_date = self.now
        if receiver.is_offline:
            return
        if not message.is_shown and receiver.app is App.DESKTOP:
            message.is_shown = True
            key = receiver.id, message.ephemeral_id or 0
            message.chat.ephemeral[key] = message.chat.ephemeral.pop(key)
            event = {"event": "message", "chat_id": message.chat.id, "message": message.to_api()}
            self.feed.tell_person(receiver.id, event)
        elif message.is_shown:
            event = {"event": "edited", "chat_id": message.chat.id, "message": message.to_api()}
            self.feed.tell_person(receiver.id, event)
        self.stir()

    def erase_ephemeral(self, message: Message) -> None:
        """Delete an ephemeral message; an app that cannot be reached goes on showing it."""
        receiver = message.receiver
        assert receiver is not None, "an ephemeral message has a receiver"
        del message.chat.ephemeral[receiver.id, message.ephemeral_id or 0]
        message.is_deleted = True
        if message.is_shown and not receiver.is_offline:
            message.is_shown = False
            self.feed.tell_person(
                receiver.id,
                {"event": "deleted", "chat_id": message.chat.id, "ephemeral_message_ids": [message.ephemeral_id]},
            )
        self.stir()

    def restart_app(self, user: User) -> None:
        """The app of a person starts anew, and has forgotten every ephemeral message."""
        for chat in self.chats.values():
            for (receiver_id, ephemeral_id), message in chat.ephemeral.items():
                if receiver_id == user.id and message.is_shown:
                    message.is_shown = False
                    event: Json = {"event": "deleted", "chat_id": chat.id, "ephemeral_message_ids": [ephemeral_id]}
                    self.feed.tell_person(user.id, event)
        self.stir()

    def _forget_expired(self, chat: Chat) -> None:
        now = self.clock.now()
        for key, message in list(chat.ephemeral.items()):
            if message.expires <= now:
                message.is_shown = False
                del chat.ephemeral[key]

    def rewrite(self, message: Message, content: Content, markup: Json | None) -> None:
        """Change a message in place; an edit by a person reaches the bot as edited_message."""
        only_markup = content == message.content
        message.content = self.resolved(content)
        message.markup = markup
        if not only_markup:
            message.edit_date = self.now
        if self.feed.is_watched:
            event = {"event": "edited", "chat_id": message.chat.id, "message": message.to_api()}
            self.feed.tell_chat(message.chat, event)
        if self._bot_sees(message):
            self.updates.put("edited_message", message.to_api())
        self.stir()

    def erase(self, messages: list[Message]) -> None:
        """Delete messages of one chat for everybody; bots are not told."""
        if not messages:
            return
        chat = messages[0].chat
        for message in messages:
            message.is_deleted = True
            del chat.messages[message.id]
            if message.id in chat.pinned:
                chat.pinned.remove(message.id)
        ids = [message.id for message in messages]
        self.feed.tell_chat(chat, {"event": "deleted", "chat_id": chat.id, "message_ids": ids})
        self.stir()

    def announce(self, chat: Chat, actor: User, fields: Json, *, topic_id: int | None = None) -> Message:
        """Post a service message: somebody joined, a message was pinned, …"""
        return self.post(chat, actor, Service(fields), topic_id=topic_id)

    def _next_message_id(self, chat: Chat) -> int:
        if chat.kind is not ChatKind.SUPERGROUP:  # one count for all private chats and basic groups of an account
            chat.last_message_id = next(self._message_ids)
        else:
            chat.last_message_id += 1
        return chat.last_message_id

    def resolved(self, content: Content) -> Content:
        """Put the user in the place of the id in mentions; a mention of somebody unknown is plain text."""
        if not isinstance(content, Text | Photo) or not any(e["type"] == "text_mention" for e in content.entities):
            return content
        entities = []
        for entity in content.entities:
            if entity["type"] == "text_mention":
                user = self.users.get(entity["user"])
                if user is None:
                    continue
                entities.append(entity | {"user": user.to_api()})
            else:
                entities.append(entity)
        return replace(content, entities=tuple(entities))

    def _bot_sees(self, message: Message) -> bool:
        """Privacy mode: commands that may be meant for it, replies to it, and everything that happens to the group."""
        is_service = isinstance(message.content, Service)
        if message.sender is self.bot:
            return is_service  # its own pins and departures come back to it
        chat = message.chat
        if chat.is_private:
            return True
        membership = chat.member(self.bot.id)
        if membership is None or not membership.is_in_chat:
            return False
        if is_service or membership.is_admin or not self.account.privacy_mode:
            return True
        if message.reply_to is not None and message.reply_to.sender is self.bot:
            return True
        return self._is_own_command(message)

    def _is_own_command(self, message: Message) -> bool:
        first = message.content.entities[0] if message.content.entities else None
        if first is None or first["type"] != "bot_command" or first["offset"] != 0:
            return False
        _, at, addressee = message.text[: first["length"]].partition("@")
        return not at or addressee.lower() == self.account.username.lower()

    # ---- people and chats

    def admit(self, user: User) -> None:
        """A new account, with its chat with the bot, empty yet."""
        self.users[user.id] = user
        self.chats[user.id] = Chat(user.id, ChatKind.PRIVATE, user=user)

    def private_chat(self, user: User) -> Chat:
        """The chat of this person with the bot."""
        return self.chats[user.id]

    def change_member(self, chat: Chat, actor: User, member: Member) -> None:
        """Put a member's new state in place and send my_chat_member or chat_member as the bot may know it."""
        old = chat.member(member.user.id) or Member(member.user, Status.LEFT)
        bot_before = chat.member(self.bot.id)
        chat.members[member.user.id] = member
        payload: Json = {
            "chat": chat.to_api(),
            "from": actor.to_api(),
            "date": self.now,
            "old_chat_member": old.to_api(),
            "new_chat_member": member.to_api(),
        }
        if member.user is self.bot:
            self.updates.put("my_chat_member", payload)
        elif bot_before is not None and bot_before.is_admin:
            self.updates.put("chat_member", payload)
        if self.feed.is_watched:
            event = {"event": "member", "chat_id": chat.id, "member": member.to_api()}
            self.feed.tell_chat(chat, event)
            if not member.is_in_chat:
                self.feed.tell_person(member.user.id, event)
        self.stir()

    def set_blocked(self, user: User, blocked: bool) -> None:
        """The person stops the bot in their private chat, or lets it write again."""
        if user.blocked == blocked:
            return
        user.blocked = blocked
        states = [Member(self.bot, Status.MEMBER).to_api(), Member(self.bot, Status.KICKED).to_api()]
        if not blocked:
            states.reverse()
        payload: Json = {
            "chat": self.private_chat(user).to_api(),
            "from": user.to_api(),
            "date": self.now,
            "old_chat_member": states[0],
            "new_chat_member": states[1],
        }
        self.updates.put("my_chat_member", payload)
        self.stir()

    def open_topic(self, chat: Chat, actor: User, name: str) -> Topic:
        """Start a topic in a forum."""
        opening = Service({"forum_topic_created": {"name": name, "icon_color": 7322096}})
        topic_id = chat.last_message_id + 1
        self.post(chat, actor, opening, topic_id=topic_id)
        topic = chat.topics[topic_id] = Topic(topic_id, name)
        return topic

    # ---- taps

    def ask(self, user: User, chat: Chat, message_id: int, data: str, *, ephemeral: Message | None = None) -> Query:
        """A tap on a button with callback data: the bot gets a callback query, if it still is in the chat."""
        query = Query(
            id=str(next(self._query_ids)),
            user=user,
            chat=chat,
            message_id=message_id,
            data=data,
            asked_at=self.clock.now(),
            answered=asyncio.get_running_loop().create_future(),
        )
        while (
            self._recent_taps and next(iter(self._recent_taps.values()))[2] < query.asked_at - EPHEMERAL_REPLY_SECONDS
        ):
            del self._recent_taps[next(iter(self._recent_taps))]
        self._recent_taps[query.id] = (user.id, chat.id, query.asked_at)
        self.queries[query.id] = query
        if chat.is_private or chat.has(self.bot.id):
            self.updates.put("callback_query", query.to_api(ephemeral or chat.messages.get(message_id)))
        self.stir()
        return query

    def settle(self, query: Query, answer: Answer) -> None:
        """The bot answers a tap: the person who tapped sees it, nobody else does."""
        del self.queries[query.id]
        query.answered.set_result(answer)
        event: Json = {
            "event": "callback_answered",
            "query_id": query.id,
            "chat_id": query.chat.id,
            "message_id": query.message_id,
            "text": answer.text,
            "show_alert": answer.show_alert,
            "url": answer.url,
        }
        self.feed.tell_person(query.user.id, event)
        self.stir()

    def open_query(self, query_id: str) -> Query | None:
        """The tap with this id, if it can still be answered; forgets those that cannot."""
        deadline = self.clock.now() - self.query_lifetime
        while self.queries:
            oldest = next(iter(self.queries.values()))
            if oldest.asked_at >= deadline:
                break
            del self.queries[oldest.id]
            oldest.answered.set_result(None)
        return self.queries.get(query_id)

    def has_just_tapped(self, user_id: int, chat_id: int, query_id: str) -> bool:
        """Return whether this tap, answered or not, allows an ephemeral message to that person in that chat now."""
        *who_where, at = self._recent_taps.get(query_id, (0, 0, 0.0))
        return who_where == [user_id, chat_id] and self.clock.now() - at <= EPHEMERAL_REPLY_SECONDS

    # ---- waiting for change

    def stir(self) -> None:
        """Wake everybody who waits for something to change."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            for future in waiting:
                if not future.done():
                    future.set_result(None)

    async def changed(self) -> None:
        """Wait until something changes: a message, a member, a tap, an answer, a call that ended, a poll that began."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        await future


def typed(text: str) -> Text:
    """Return what a person types, with the commands, mentions and links in it found."""
    formatted: FormattedText = plain_text(text)
    return Text(formatted.text, formatted.entities)
