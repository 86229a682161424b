"""`FakeTelegram`: the world, the people in it, and the one door through which every call of the bot comes."""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.playground.fake.clock import Clock, SystemClock
from bot.playground.fake.errors import ApiError, Interruption, bad_request, unknown_method
from bot.playground.fake.faults import Faults
from bot.playground.fake.feed import Subscription
from bot.playground.fake.files import Upload
from bot.playground.fake.limits import FloodControl, Limits
from bot.playground.fake.methods import METHODS, Arguments, Method
from bot.playground.fake.methods.registry import EPHEMERAL, OBJECT_FIELDS, decode
from bot.playground.fake.model import (
    DEFAULT_PERMISSIONS,
    Chat,
    ChatKind,
    Json,
    Member,
    Message,
    Status,
    User,
)
from bot.playground.fake.people import Group, Person
from bot.playground.fake.world import BotAccount, World

FIRST_PERSON_ID: Final = 6_000_000_001
"""Too big for 32 bits, like the ids of most people today."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the bot: what it asked, and what became of it.

    `status` is the HTTP status, 0 if no answer arrived; `result` the result if there was one, `error` the description
    of the refusal.
    """

    method: str
    parameters: Json
    files: tuple[str, ...]
    at: float
    status: int
    result: Any = None
    error: str | None = None

    @property
    def ok(self) -> bool:
        return self.status == 200


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a call as it goes over the wire: HTTP status and JSON body."""

    status: int
    body: Json


class FakeTelegram(World):
    """A whole Telegram with one bot, for tests and for the local page; see the package for an example."""

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        account: BotAccount | None = None,
        limits: Limits | None = None,
        query_lifetime: float = 15.0,
        seed: int = 0,
        kept_calls: int | None = None,
        knows_ephemeral: bool = True,
    ) -> None:
        """Make an empty world.

        clock           real time unless given
        limits          flood control as Telegram's unless given; `Limits.none()` switches it off
        query_lifetime  seconds in which a tap can be answered
        seed            for faults that strike by chance
        kept_calls      how many calls the log keeps; None: all of them
        knows_ephemeral whether the server is new enough for ephemeral messages
        """
        super().__init__(
            clock=clock or SystemClock(),
            account=account or BotAccount(),
            flood=FloodControl(limits or Limits()),
            query_lifetime=query_lifetime,
            knows_ephemeral=knows_ephemeral,
        )
        self.faults = Faults(seed)
        self.calls: deque[Call] = deque(maxlen=kept_calls)

    # ---- people and chats

    def add_person(
        self,
        first_name: str,
        *,
        last_name: str | None = None,
        username: str | None = None,
        language_code: str | None = None,
        is_premium: bool = False,
        started: bool = False,
        user_id: int | None = None,
    ) -> Person:
        """A new person; `started` says that they have pressed Start before, so that the bot may write to them."""
        if user_id is None:
            user_id = max(FIRST_PERSON_ID, 1 + max(self.users))
        if user_id in self.users:
            raise ValueError(f"there is a user {user_id} already: take another id")
        user = User(user_id, first_name, last_name, username, language_code, is_premium, started=started)
        self.admit(user)
        return Person(self, user)

    def add_group(
        self,
        title: str,
        members: list[Person],
        *,
        kind: ChatKind = ChatKind.SUPERGROUP,
        username: str | None = None,
        is_forum: bool = False,
        with_bot: bool = True,
    ) -> Group:
        """A group whose creator is the first of `members`; the bot is silently in it if `with_bot`.

        Silently: as if it had always been so, without updates. `Person.add_bot` adds it the loud way.
        """
        if kind is ChatKind.PRIVATE or (is_forum and kind is not ChatKind.SUPERGROUP):
            raise ValueError("a group is a basic group or a supergroup, and only a supergroup can be a forum")
        if not members:
            raise ValueError("a group needs at least one member: its creator")
        count = sum(chat.kind is kind for chat in self.chats.values())
        chat_id = -1_001_500_000_000 - count if kind is ChatKind.SUPERGROUP else -4_100_000_000 - count
        chat = Chat(chat_id, kind, title, username, is_forum=is_forum, permissions=DEFAULT_PERMISSIONS)
        self.chats[chat_id] = chat
        for person in members:
            status = Status.MEMBER if chat.members else Status.CREATOR
            chat.members[person.id] = Member(person.user, status)
        if with_bot:
            chat.members[self.bot.id] = Member(self.bot, Status.MEMBER)
        return Group(self, chat)

    def person(self, user_id: int) -> Person:
        """The person with this id; KeyError if there is none."""
        return Person(self, self.users[user_id])

    def group(self, chat_id: int) -> Group:
        """The group with this id; KeyError if there is none."""
        return Group(self, self.chats[chat_id])

    # ---- looking

    def subscribe(self, viewer_id: int) -> Subscription:
        """Return what changes from now on, as far as this person may see it: see `Subscription`."""
        return self.feed.subscribe(viewer_id)

    def chats_of(self, viewer_id: int) -> list[Chat]:
        """The chats this person can read, their private chat with the bot included."""
        return [chat for chat in self.chats.values() if chat.has(viewer_id)]

    def history(self, viewer_id: int, chat_id: int) -> list[Message]:
        """The messages of a chat, oldest first; PermissionError if this person cannot read it."""
        chat = self.chats[chat_id]
        if not chat.has(viewer_id):
            raise PermissionError(f"user {viewer_id} cannot read chat {chat_id}")
        return list(chat.messages.values())

    def called(self, method: str, **parameters: Any) -> list[Call]:
        """The calls of a method that had these parameters, oldest first."""
        return [
            call
            for call in self.calls
            if call.method == method and all(call.parameters.get(name) == value for name, value in parameters.items())
        ]

    async def until(self, condition: Callable[[], object], *, patience: float = 5.0) -> None:
        """Wait until `condition()` is true, looking again after every change.

        `patience` is in seconds of real time, a net for tests that went wrong: AssertionError when it is used up.
        """
        try:
            async with asyncio.timeout(patience):
                while not condition():
                    await self.changed()
        except TimeoutError:
            last = "\n".join(f"  {c.method} {c.parameters} -> {c.error or c.status}" for c in list(self.calls)[-8:])
            raise AssertionError(f"still not so after {patience} s; the last calls were\n{last}") from None

    # ---- the door

    async def call(self, method: str, given: Mapping[str, Any], files: Mapping[str, Upload] | None = None) -> Reply:
        """Serve one call; `given` are its parameters as text or JSON values, `files` the uploads by field name.

        Raises Interruption when a fault lets no answer through.
        """
        files = files or {}
        given = {parameter: value for parameter, value in given.items() if value is not None}
        known = METHODS.get(method.lower())
        if not self.knows_ephemeral:  # an older server has no such methods, and takes no notice of the parameter
            known = None if known is not None and "EphemeralMessage" in known.name else known
            given = {parameter: value for parameter, value in given.items() if parameter != EPHEMERAL}
        name = known.name if known is not None else method
        parameters: Json = given
        at = self.clock.now()
        try:
            if known is not None and name in self.lacks:
                raise unknown_method()
            if known is None:
                if method.lower() not in METHODS:  # that an older server has none of them, a bot may find out
                    self.complain(f"{method} is not a method of this server")
                raise unknown_method()
            self._check_names(known, given, files)
            parameters = decode(given)
            self._check_fields(known, parameters)
            self._forget_what_is_new(parameters)
            result = await self._serve(known, Arguments(parameters, files))
        except ApiError as error:
            call = Call(name, parameters, tuple(files), at, error.code, error=error.description)
            reply = Reply(error.code, error.to_api())
        except Interruption as interruption:
            self._log(Call(name, parameters, tuple(files), at, 0, error=type(interruption).__name__))
            raise
        else:
            call = Call(name, parameters, tuple(files), at, 200, result=result)
            reply = Reply(200, {"ok": True, "result": result})
        self._log(call)
        return reply

    async def _serve(self, method: Method, arguments: Arguments) -> Any:
        chat_id = arguments.get("chat_id")
        target = chat_id if isinstance(chat_id, int) else None
        fault = self.faults.strike(method.name, target)
        if fault is not None and not fault.kind.takes_effect:
            raise fault.outcome()
        if target is not None and target in self.chats and self.flood.paces(method.name):
            self.flood.charge(self.clock.now(), method.name, target)
        try:
            result = method.call(self, arguments)
            if inspect.isawaitable(result):
                result = await result
        except ApiError:
            if fault is not None:  # the refusal is lost on the way, like any answer would be
                raise fault.outcome() from None
            raise
        if fault is not None:
            raise fault.outcome()
        return result

    def _check_names(self, method: Method, given: Mapping[str, Any], files: Mapping[str, Upload]) -> None:
        for name in given.keys() - method.parameters:
            self.complain(f"{method.name}: unknown parameter {name!r}")
        for name in method.required:
            if name not in given and name not in files:
                raise bad_request(_MISSING.get(name, f'parameter "{name}" is required'))

    def _check_fields(self, method: Method, parameters: Json) -> None:
        for name, known in OBJECT_FIELDS.items():
            value = parameters.get(name)
            if isinstance(value, dict):
                for field in value.keys() - known:
                    self.complain(f"{method.name}: unknown field {field!r} of {name}")

    def _forget_what_is_new(self, parameters: Json) -> None:
        """An older server does not see fields of buttons that came after it."""
        markup = parameters.get("reply_markup")
        if self.lacks and isinstance(markup, dict):
            for row in markup.get("inline_keyboard", ()):
                for button in row:
                    for field in self.lacks & button.keys():
                        del button[field]

    def _log(self, call: Call) -> None:
        self.calls.append(call)
        self.stir()


_MISSING: Final = {
    "chat_id": "chat_id is empty",
    "text": "message text is empty",
    "photo": "there is no photo in the request",
    "message_id": "message identifier is not specified",
    "callback_query_id": "query is too old and response timeout expired or query ID is invalid",
}
