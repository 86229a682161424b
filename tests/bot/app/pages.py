"""The Mini App's end of the line, without a browser: pages that say hello, read views and send intents over real web
sockets, beside the whole bot on the fake Telegram.
"""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import aiohttp
from init_data_py import sign

from bot.app.mini_app import MiniApp
from bot.app.presence import Presence
from bot.app.protocol import VERSION
from bot.app.server import PublicServer
from bot.handlers.throttle import Allowance
from bot.playground.fake import Person
from bot.process.host import free_port
from bot.tables.stage import Stages
from tests.bot.handlers.scene import Scene, scene

URL = "https://app.example/table/"
ORIGIN = "https://app.example"
PATIENCE = 10.0  # real seconds
BOUNDLESS = Allowance(float("inf"), 0.0)
Json = dict[str, Any]


def init_data(person: Person, token: str, date: float, start: str = "", **more: str) -> str:
    """What Telegram signs when somebody opens the page."""
    user = person.user
    said = {"id": user.id, "first_name": user.first_name, "language_code": user.language_code}
    fields = {"user": json.dumps(said), "chat_instance": "1", **more}
    if start:
        fields["start_param"] = start
    return sign(fields, token, auth_date=date)


@dataclass
class Page:
    """The page on one device of a person."""

    world: "World"
    person: Person
    socket: aiohttp.ClientWebSocketResponse
    welcome: Json = field(default_factory=dict)
    views: list[Json] = field(default_factory=list)
    answers: list[Json] = field(default_factory=list)
    farewell: Json = field(default_factory=dict)
    _count: int = 0

    @property
    def table(self) -> Json:
        """What the newest view shows."""
        table: Json | None = self.views[-1]["table"]
        assert table is not None, self.views[-1]
        return table

    async def says(self, message: object) -> None:
        """Send a message as it is."""
        await self.socket.send_str(message if isinstance(message, str) else json.dumps(message))

    async def hears(self) -> Json:
        """Wait for the next message, and keep it; empty where the line is cut."""
        message = await self.socket.receive(timeout=PATIENCE)
        if message.type is not aiohttp.WSMsgType.TEXT:
            return {}
        said: Json = json.loads(message.data)
        match said["type"]:
            case "view":
                self.views.append(said)
            case "answer":
                self.answers.append(said)
            case "welcome":
                self.welcome = said
            case "farewell":
                self.farewell = said
        return said

    async def hears_all(self) -> Self:
        """Hear everything until the line is cut."""
        while await self.hears():
            pass
        return self

    async def sees(self, what: str) -> Json:
        """Wait until something may be done; the table then."""
        while not self.views or self.views[-1]["table"] is None or what not in self.table["can"]:
            assert await self.hears(), self.farewell
        return self.table

    def intent(self, kind: str, **more: object) -> Json:
        """An intent for the table as it was seen last."""
        self._count += 1
        table = self.views[-1]["table"] or {"table": 0, "deal": 0, "turn": 0}
        where = {name: table[name] for name in ("table", "deal", "turn")}
        return {"type": kind, "id": f"{self.person.id}.{id(self)}.{self._count}"} | where | more

    async def wants(self, kind: str, **more: object) -> Json:
        """Send an intent; its answer."""
        return await self.sends(self.intent(kind, **more))

    async def sends(self, intent: Json) -> Json:
        """Send an intent that is made up; its answer."""
        await self.says(intent)
        while not any(answer["id"] == intent["id"] for answer in self.answers):
            assert await self.hears(), self.farewell
        return next(answer for answer in reversed(self.answers) if answer["id"] == intent["id"])

    async def refreshed(self) -> Json:
        """The table once everything has been shown that has happened."""
        self._count += 1
        await self.says({"type": "ping", "number": self._count})
        while (said := await self.hears()).get("number") != self._count:
            assert said, self.farewell
        return self.table

    async def closes(self) -> None:
        await self.socket.close()


@dataclass
class World:
    """The bot with its Mini App, and whoever opens it."""

    scene: Scene
    app: MiniApp
    presence: Presence
    port: int
    client: aiohttp.ClientSession

    @property
    def token(self) -> str:
        return self.scene.telegram.account.token

    def signed(self, person: Person, start: str = "", *, age: float = 0.0) -> str:
        """Init data that Telegram signed so many seconds ago."""
        return init_data(person, self.token, self.scene.services.wall.now() - age, start)

    async def connects(self, person: Person, origin: str = ORIGIN) -> Page:
        """Open a socket and say nothing."""
        address = f"http://127.0.0.1:{self.port}/table/socket"
        return Page(self, person, await self.client.ws_connect(address, headers={"Origin": origin}))

    async def says_hello(self, person: Person, **hello: object) -> Page:
        """Open a socket and say hello, whatever comes of it."""
        page = await self.connects(person)
        await page.says({"type": "hello", "version": VERSION} | hello)
        await page.hears()
        return page

    async def opens(self, person: Person, start: str = "", *, token: str = "") -> Page:
        """Somebody opens the page, or comes back with the token it has; the first view is there."""
        page = await self.says_hello(person, **({"token": token} if token else {"init": self.signed(person, start)}))
        assert page.welcome, page.farewell
        await page.hears()
        assert page.views
        return page


@asynccontextmanager
async def world(
    folder: Path, *, wired: bool = False, messages: Allowance = BOUNDLESS, **given: Any
) -> AsyncIterator[World]:
    """The bot and its Mini App running, the app put together here; `wired` does all of it that there is."""
    async with AsyncExitStack() as stack:
        port = free_port()
        played = await stack.enter_async_context(scene(folder, app=(URL, port) if wired else None, **given))
        presence = Presence(played.clock)
        stack.callback(presence.close)
        app = MiniApp(played.services, presence, URL, messages=messages)
        assert isinstance(played.services.stage, Stages)
        server = PublicServer("127.0.0.1", 0)
        if not wired:
            played.services.stage.add(app.stage)
            app.add_routes(server.application)
            port = await server.start()
            stack.push_async_callback(server.stop)
        client = await stack.enter_async_context(aiohttp.ClientSession())
        yield World(played, app, presence, port, client)


async def seated(played: World, people: int = 4) -> list[Page]:
    """The pages of the first so many people, who all sit at one table of the group."""
    ann, *others = played.scene.people[:people]
    ann.say("/newgame", played.scene.group)
    await played.scene.until(lambda: played.scene.services.tables.live)
    [table] = played.scene.services.tables.live
    code = played.app.doors.code(table.state.id)
    pages = [await played.opens(ann)]
    for person in others:
        page = await played.opens(person, code)
        await page.sees("join")
        assert (await page.wants("join"))["ok"]
        pages.append(page)
    return pages


async def dealt(played: World, people: int = 4) -> list[Page]:
    """Their pages once the cards are dealt; where there are fewer than four people, computer players sit there too."""
    pages = await seated(played, people)
    if people < 4:
        await pages[0].sees("fill")
        assert (await pages[0].wants("fill"))["ok"]
    await pages[0].sees("start")
    assert (await pages[0].wants("start"))["ok"]
    for page in pages:
        while not page.table["hand"]:
            assert await page.hears(), page.farewell
    return pages


async def next_to_act(pages: list[Page]) -> Page | None:
    """Whose turn it is by what the pages show, once all show the same turn; None when the deal is over."""
    while True:
        tables = [page.table for page in pages]
        if all(table["result"] for table in tables):
            return None
        if len({table["turn"] for table in tables}) == 1:
            for page in pages:
                if {"play", "pass"} & set(page.table["can"]):
                    return page
        behind = min(pages, key=lambda page: (page.table["turn"], bool(page.table["result"])))
        assert await behind.hears(), behind.farewell


async def acts(page: Page) -> Json:
    """The weakest of the quick plays, or a pass; the answer. A big bomb asks once more."""
    table = page.table
    if "play" not in table["can"]:
        return await page.wants("pass")
    play = table["hand"]["quick"][0]
    answer = await page.wants("play", cards=play["cards"], reading=play["reading"])
    if answer["ok"] and answer["text"]:
        answer = await page.wants("play", cards=play["cards"], reading=play["reading"])
    return answer
