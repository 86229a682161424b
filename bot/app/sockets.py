"""The web sockets of the pages, one for each device, and who has one open.

A socket has one reader, which is this task, and one writer, which always sends the newest view: whoever reads slowly
skips what they have missed, and is cut off where even that does not get through. Whether somebody is there follows from
when their page was last heard of, never from an event that a phone may not give.
"""

import asyncio
import logging
from collections import deque
from typing import Final

from aiohttp import WSMsgType, web
from pydantic import ValidationError

from bot.app.desk import Desk, shown_table
from bot.app.doors import Doors
from bot.app.presence import Presence
from bot.app.protocol import (
    MOST_BYTES,
    SAID,
    VERSION,
    Answer,
    Bye,
    Farewell,
    Hello,
    Intent,
    Ping,
    Pong,
    View,
    Welcome,
)
from bot.app.sign_in import NotSignedIn, Session, SignIn
from bot.app.views import table_told
from bot.app.words import words
from bot.handlers.services import Services
from bot.handlers.throttle import Allowance
from bot.locales import texts_for
from bot.tables.state import Language
from bot.tables.table import Table

log = logging.getLogger(__name__)

HELLO_SECONDS: Final = 10.0
SEND_SECONDS: Final = 15.0
"""A reader who takes longer for what was sent is cut off."""
HEARTBEAT_SECONDS: Final = 20.0
MOST_OF_A_PERSON: Final = 6
"""Sockets; with one more the oldest ends."""
MOST_SOCKETS: Final = 20_000
MOST_WAITING: Final = 64
"""Answers that may wait for a slow reader."""
MESSAGES: Final = Allowance(60, 12.0)

_CLOSED: Final = frozenset({WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR})


class Sockets:
    """All sockets that are open.

    Args:
        services: what the bot works with.
        sign_in: says who somebody is.
        doors: says at which table they may look on.
        build: of the page that is served.
        presence: told whose page was heard of.
        messages: what one socket may send; more ends it.
    """

    def __init__(
        self,
        services: Services,
        sign_in: SignIn,
        doors: Doors,
        build: str,
        presence: Presence,
        messages: Allowance = MESSAGES,
    ) -> None:
        self._services = services
        self._sign_in = sign_in
        self._doors = doors
        self._build = build
        self._presence = presence
        self._messages = messages
        self._desk = Desk(services)
        self._open: set[_Socket] = set()

    @property
    def number(self) -> int:
        """The number of open sockets."""
        return len(self._open)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one socket, from hello to its end."""
        if len(self._open) >= MOST_SOCKETS:
            raise web.HTTPServiceUnavailable
        response = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS, max_msg_size=MOST_BYTES, compress=False)
        await response.prepare(request)
        socket = _Socket(response, request)
        self._open.add(socket)
        writer: asyncio.Task[None] | None = None
        try:
            if await self._greets(socket):
                writer = asyncio.create_task(self._write(socket), name="socket writer")
                await self._read(socket)
        finally:
            self._open.discard(socket)
            if writer is not None:
                writer.cancel()
                await asyncio.gather(writer, return_exceptions=True)
            await response.close()
        return response

    async def close(self) -> None:
        """End all sockets; the pages come back by themselves."""
        await asyncio.gather(*(socket.response.close(code=1012) for socket in list(self._open)))

    # What the stage says

    def changed(self, table: Table) -> None:
        """A table, or who sits there, has changed: everybody who looks at it gets a new view."""
        people = {person.id for person in table.state.people}
        for socket in self._open:
            if socket.shows == table.state.id or (socket.session is not None and socket.session.person_id in people):
                socket.renew()

    def changed_for(self, person_id: int) -> None:
        """Only what one person sees has changed."""
        for socket in self._open:
            if socket.session is not None and socket.session.person_id == person_id:
                socket.renew()

    # Hello

    async def _greets(self, socket: "_Socket") -> bool:
        """Hear the first message; returns whether it was a good one."""
        try:
            message = await socket.response.receive(timeout=HELLO_SECONDS)
        except TimeoutError:
            return False
        if message.type is not WSMsgType.TEXT:
            return False
        try:
            hello = SAID.validate_json(message.data)
        except ValidationError:
            return await socket.ends(Bye.NOT_UNDERSTOOD)
        if not isinstance(hello, Hello):
            return await socket.ends(Bye.NOT_UNDERSTOOD)
        if hello.version != VERSION:
            return await socket.ends(Bye.OTHER_VERSION)
        return await self._signs_in(socket, hello)

    async def _signs_in(self, socket: "_Socket", hello: Hello) -> bool:
        session, token = self._sign_in.session(hello.token) if hello.token else None, hello.token
        if session is None and not hello.init:
            return await socket.ends(Bye.UNKNOWN_TOKEN)
        if session is None:
            try:
                launch = self._sign_in.check(hello.init)
            except NotSignedIn as error:
                reason = Bye(error.reason.value)
                message = "app-sign-in-old" if reason is Bye.OLD else "app-sign-in-forged"
                return await socket.ends(reason, "\n".join(texts_for(language)(message) for language in Language))
            person = await self._services.directory.meet(launch.identity)
            watches = await self._doors.admit(launch.start, launch.identity.telegram_id)
            session = Session(person.id, launch.identity.telegram_id, watches)
            token = self._sign_in.open(session)
        socket.session, socket.token = session, token
        texts = texts_for((await self._services.directory.get(session.person_id)).language)
        self._make_room(session.person_id)
        self._presence.heard(session.person_id)
        welcome = Welcome(build=self._build, token=token, language=texts.language.value, words=words(texts))
        return await socket.send(welcome.model_dump_json())

    def _make_room(self, person_id: int) -> None:
        """End the oldest socket of somebody who has too many."""
        own = [one for one in self._open if one.session is not None and one.session.person_id == person_id]
        for socket in sorted(own, key=lambda one: one.number)[:-MOST_OF_A_PERSON]:
            socket.cut_off()

    # Reading and writing

    async def _read(self, socket: "_Socket") -> None:
        allowed, now = self._messages, self._services.clock.now
        left, at = allowed.burst, now()
        session = socket.session
        while session is not None:
            message = await socket.response.receive()
            if message.type in _CLOSED:
                return
            left, at = min(allowed.burst, left + (now() - at) * allowed.per_second) - 1, now()
            if left < 0:
                await socket.ends(Bye.TOO_MUCH)
                return
            try:
                said = SAID.validate_json(message.data) if message.type is WSMsgType.TEXT else None
            except ValidationError:
                said = None
            self._presence.heard(session.person_id)
            match said:
                case Ping(number=number):
                    self._sign_in.session(socket.token)
                    socket.say(Pong(number=number, now=self._services.wall.now()).model_dump_json())
                case None | Hello():
                    await socket.ends(Bye.NOT_UNDERSTOOD)
                    return
                case _:
                    await self._intends(socket, session, said)

    async def _intends(self, socket: "_Socket", session: Session, intent: Intent) -> None:
        answer: Answer = await self._desk.answer(session, intent)
        socket.say(answer.model_dump_json())
        socket.renew()

    async def _write(self, socket: "_Socket") -> None:
        """Send the newest view, where it is another than the last, and then the answers that wait: a page that hears
        that something is done shows it by then. Until cancelled.
        """
        while await socket.has_news():
            number = len(socket.waiting)
            try:
                view = await self._view(socket)
            except Exception:
                log.exception("a view of the Mini App could not be made")
                view = None
            if view is not None and not await socket.send(view):
                return
            for _ in range(number):
                if not await socket.send(socket.waiting.popleft()):
                    return

    async def _view(self, socket: "_Socket") -> str | None:
        """The newest view; None if the page has it already."""
        session = socket.session
        if session is None or not socket.is_stale:
            return None
        person = await self._services.directory.get(session.person_id)
        socket.is_stale = False
        texts = texts_for(person.language)
        table = shown_table(self._services.tables, session)
        socket.shows = table.state.id if table is not None else 0
        told = table_told(table, person.id, texts) if table is not None else None
        nothing = "" if told is not None else texts("app-no-table")
        view = View(now=self._services.wall.now(), table=told, nothing=nothing)
        digest = hash(view.model_copy(update={"now": 0.0}).model_dump_json())
        if digest == socket.last_view:
            return None
        socket.last_view = digest
        return view.model_dump_json()


class _Socket:
    """One socket."""

    _count = 0

    def __init__(self, response: web.WebSocketResponse, request: web.Request) -> None:
        self.response = response
        self._request = request
        self.session: Session | None = None
        self.token = ""
        self.shows = 0
        """The table that its last view showed."""
        self.is_stale = True
        """Whether something has changed since that was made."""
        self.last_view = 0
        self.waiting = deque[str]()
        self._news = asyncio.Event()
        self._news.set()
        _Socket._count += 1
        self.number = _Socket._count

    def renew(self) -> None:
        """Have the newest view sent."""
        self.is_stale = True
        self._news.set()

    def say(self, text: str) -> None:
        """Have something sent before the next view; who leaves too much waiting is cut off."""
        if len(self.waiting) >= MOST_WAITING:
            self.cut_off()
            return
        self.waiting.append(text)
        self._news.set()

    async def has_news(self) -> bool:
        """Wait until there is something to send; returns whether the socket is still open."""
        await self._news.wait()
        self._news.clear()
        return not self.response.closed

    async def send(self, text: str) -> bool:
        """Send something now; returns whether it went out."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self.response.send_str(text)
        except (TimeoutError, ConnectionError, RuntimeError):
            self.cut_off()
            return False
        return True

    async def ends(self, reason: Bye, text: str = "") -> bool:
        """Say goodbye, and end it; returns False."""
        await self.send(Farewell(reason=reason, text=text).model_dump_json())
        await self.response.close()
        return False

    def cut_off(self) -> None:
        """End it without a word: whoever does not read hears none."""
        if self._request.transport is not None:
            self._request.transport.abort()
