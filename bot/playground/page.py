"""The page's side of the server: its files, what one person sees of the fake Telegram, and what they do there.

`/live` is a web socket: the page says who it is, gets everything that person can see, then every change. What they do
is posted to `/api/…`, one address per thing a hand can do on Telegram. Both ask for the token of this start of the
server, which is written into the page itself.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from aiohttp import WSCloseCode, WSMsgType, web
from init_data_py import sign

from bot.playground.fake import Chat, ChatKind, FakeTelegram, Message, Person, Room, Subscription

STATIC: Final = Path(__file__).parent / "static"
FONTS: Final = Path(__file__).parent.parent / "pictures" / "assets"
"""The fonts of the pictures serve the page too, on machines that have none for Chinese."""

KEPT_MESSAGES: Final = 200
"""So many of the newest messages of a chat are shown to a page that opens."""

TOKEN_HEADER: Final = "X-Playground-Token"
WRONG_TOKEN: Final = 4403
"""The web socket is closed with this code when the page is older than the server: it has to load again."""

LANGUAGES: Final = {"zh": "zh-hans", "en": "en"}
"""The languages of the page, and what Telegram calls them."""

_HELLO_SECONDS: Final = 10
_TYPES: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_FONT_TYPES: Final = {".otf": "font/otf", ".ttf": "font/ttf"}

Json = dict[str, Any]
Deed = Callable[[Person, Json], Awaitable[Json]]


class Page:
    """The routes of the page.

    Args:
        telegram: the world it shows.
        people: whom one can be there.
    """

    def __init__(self, telegram: FakeTelegram, people: Sequence[Person]) -> None:
        self._telegram = telegram
        self._people = {person.id: person for person in people}
        self._token = secrets.token_urlsafe(24)
        self._sockets: set[web.WebSocketResponse] = set()

    def add_routes(self, application: web.Application) -> None:
        """Serve everything the page needs."""
        router = application.router
        router.add_get("/", self._index)
        for path in STATIC.iterdir():
            if path.name != "index.html":
                router.add_get(f"/static/{path.name}", _file(path, _TYPES[path.suffix]))
        for path in FONTS.iterdir():
            if path.suffix in _FONT_TYPES:
                router.add_get(f"/fonts/{path.name}", _file(path, _FONT_TYPES[path.suffix]))
        router.add_get("/photo/{file_id}", self._photo)
        router.add_get("/live", self._live)
        for name, deed in {
            "say": self._say,
            "tap": self._tap,
            "start": self._start,
            "block": self._block,
            "commands": self._commands,
            "app": self._app,
        }.items():
            router.add_post(f"/api/{name}", self._served(deed))
        application.on_shutdown.append(self._close)

    # ---- files

    async def _index(self, _: web.Request) -> web.Response:
        page = (STATIC / "index.html").read_text(encoding="utf-8").replace("{token}", escape(self._token))
        return web.Response(text=page, content_type="text/html", headers={"Cache-Control": "no-store"})

    async def _photo(self, request: web.Request) -> web.Response:
        stored = self._telegram.files.find(request.match_info["file_id"])
        if stored is None:
            raise web.HTTPNotFound
        content = stored.content()
        kind = "image/png" if content.startswith(b"\x89PNG") else "image/jpeg"
        return web.Response(body=content, content_type=kind, headers={"Cache-Control": "private, max-age=86400"})

    # ---- what a person sees

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            person = await self._greeted(socket)
            if person is not None:
                with self._telegram.subscribe(person.id) as events:
                    await socket.send_json(self._snapshot(person))
                    await _forward(events, socket)
        finally:
            self._sockets.discard(socket)
        return socket

    async def _greeted(self, socket: web.WebSocketResponse) -> Person | None:
        """Whose page this is, by its first words; None, and the socket closed, if they are wrong."""
        try:
            message = await socket.receive(timeout=_HELLO_SECONDS)
            hello = json.loads(message.data) if message.type is WSMsgType.TEXT else None
        except (TimeoutError, ValueError):
            hello = None
        if not isinstance(hello, dict) or not self._is_token(hello.get("token")):
            await socket.close(code=WRONG_TOKEN)
            return None
        person = next((p for p in self._people.values() if p.user.username == hello.get("person")), None)
        person = person or next(iter(self._people.values()))
        person.user.language_code = LANGUAGES.get(hello.get("language", ""), person.user.language_code)
        return person

    def _snapshot(self, person: Person) -> Json:
        telegram = self._telegram
        descriptions = telegram.settings.descriptions
        language = (person.user.language_code or "")[:2]
        return {
            "event": "snapshot",
            "me": person.id,
            "started": person.user.started,
            "blocked": person.user.blocked,
            "people": [p.user.to_api() for p in self._people.values()],
            "bot": telegram.bot.to_api() | {"description": descriptions.get(language, descriptions.get("", ""))},
            "chats": [
                chat.to_api()
                | {
                    "members": sum(member.is_in_chat for member in chat.members.values()),
                    "messages": [message.to_api() for message in self._readable(chat, person)],
                }
                for chat in telegram.chats_of(person.id)
            ],
        }

    @staticmethod
    def _readable(chat: Chat, person: Person) -> list[Message]:
        """The newest messages of a chat, and behind them those that this person sees alone."""
        alone = [one for one in chat.ephemeral.values() if one.receiver is person.user and one.is_shown]
        return [*list(chat.messages.values())[-KEPT_MESSAGES:], *alone]

    async def _close(self, _: web.Application) -> None:
        await asyncio.gather(*(socket.close(code=WSCloseCode.GOING_AWAY) for socket in set(self._sockets)))

    # ---- what a person does

    def _served(self, deed: Deed) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            if not self._is_token(request.headers.get(TOKEN_HEADER)):
                return _refused(403, "this page is older than the server: load it again")
            try:
                asked = await request.json()
                person = self._people[asked["person"]]
                return web.json_response(await deed(person, asked))
            except PermissionError as error:
                return _refused(403, str(error))
            except LookupError as error:
                return _refused(404, str(error))
            except (TypeError, ValueError) as error:
                return _refused(400, str(error))

        return serve

    def _is_token(self, token: object) -> bool:
        return isinstance(token, str) and secrets.compare_digest(token.encode(), self._token.encode())

    async def _say(self, person: Person, asked: Json) -> Json:
        room = self._room(person, asked)
        reply_to = self._message(room, asked["reply_to"]) if asked.get("reply_to") else None
        if room.chat.is_private and not person.user.started:
            raise PermissionError("press Start first")
        return {"message_id": person.say(str(asked["text"]), room, reply_to=reply_to).id}

    async def _tap(self, person: Person, asked: Json) -> Json:
        """A tap on a button that has just gone or changed has no query, and nobody is bothered with it."""
        chat = self._room(person, asked).chat
        message = chat.messages.get(asked["message"])
        if asked.get("ephemeral"):
            message = chat.ephemeral.get((person.id, asked["ephemeral"]))
        try:
            tap = None if message is None else person.tap(message, data=str(asked["data"]))
        except (LookupError, PermissionError):
            tap = None
        return {"query_id": None if tap is None else tap.query.id}

    async def _start(self, person: Person, asked: Json) -> Json:
        payload = asked.get("payload")
        return {"message_id": person.start(str(payload) if payload else None).id}

    async def _block(self, person: Person, asked: Json) -> Json:
        if asked["blocked"]:
            person.block()
        else:
            person.unblock()
        return {"blocked": person.user.blocked}

    async def _commands(self, person: Person, asked: Json) -> Json:
        chat = self._room(person, asked).chat
        return {"commands": self._telegram.settings.commands_for(chat, person.id, person.user.language_code)}

    async def _app(self, person: Person, asked: Json) -> Json:
        """The address at which a person opens the Mini App, with what Telegram signs and tells it: that of a button, or
        of a link with a parameter, which leads to the one of the menu button.
        """
        menu = self._telegram.settings.menu_buttons.get(0, {})
        url = str(asked.get("url") or menu.get("web_app", {}).get("url", ""))
        if not url:
            raise LookupError("this bot has no Mini App; it has one where APP_URL is set")
        user = person.user
        fields = {"user": json.dumps(user.to_api()), "chat_instance": "1"}
        if asked.get("start"):
            fields["start_param"] = str(asked["start"])
        theme = {"bg_color": "#17212b" if asked.get("dark") else "#ffffff"}
        launch = {
            "tgWebAppData": sign(fields, self._telegram.account.token),
            "tgWebAppVersion": "9.1",
            "tgWebAppPlatform": "web",
            "tgWebAppThemeParams": json.dumps(theme),
        }
        return {"url": f"{url}#{urlencode(launch)}"}

    def _room(self, person: Person, asked: Json) -> Room:
        chat = self._telegram.chats.get(asked["chat"])
        if chat is None or not chat.has(person.id):
            raise LookupError("you are not in this chat")
        return person.private if chat.kind is ChatKind.PRIVATE else self._telegram.group(chat.id)

    @staticmethod
    def _message(room: Room, message_id: Any) -> Message:
        message = room.chat.messages.get(message_id)
        if message is None:
            raise LookupError("this message is gone")
        return message


async def _forward(events: Subscription, socket: web.WebSocketResponse) -> None:
    """Tell the page every event until it goes away."""

    async def send() -> None:
        with suppress(ConnectionError):
            async for event in events:
                await socket.send_json(event)

    sending = asyncio.create_task(send())
    try:
        async for _ in socket:
            pass  # the page has said all it has to say
    finally:
        sending.cancel()


def _refused(status: int, why: str) -> web.Response:
    return web.json_response({"error": why}, status=status)


def _file(path: Path, content_type: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def serve(_: web.Request) -> web.StreamResponse:
        return web.FileResponse(path, headers={"Content-Type": content_type, "Cache-Control": "no-cache"})

    return serve
