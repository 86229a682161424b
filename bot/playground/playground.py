"""`Playground`: a Telegram of one's own on one port, for a bot that is told nothing but another address of its API."""

from __future__ import annotations

import errno
import secrets
from types import TracebackType
from typing import Final

from aiohttp import web

from bot.playground.demo import show_a_table
from bot.playground.fake import BotAccount, FakeTelegram, Group, Limits, Person, add_routes
from bot.playground.fake.server import MAX_REQUEST
from bot.playground.guard import add_headers, guard
from bot.playground.page import LANGUAGES, Page
from bot.playground.player import Player
from bot.process.bind_errors import CannotListen, listening

DEFAULT_PORT: Final = 8080
PORTS_TRIED: Final = 20
GROUP_TITLE: Final = "双扣群"

PEOPLE: Final = (
    ("小明", "xiaoming", True),
    ("小红", "xiaohong", True),
    ("老王", "laowang", True),
    ("阿芳", "afang", False),
    ("Alex", "alex", False),
)
"""First name, username, and whether they have pressed Start before. The first owns the group."""

_KEPT_CALLS: Final = 500
_LAST_PORT: Final = 65535


class Playground:
    """The fake Bot API at `/bot<token>/…` and the page in the browser at `/`, between `async with` and its end.

    async with Playground() as playground:
        print(playground.url)
        await run_bot(token=playground.token, base_url=playground.api_base)

    Args:
        host: the address to listen on. Anything but loopback lets everybody who can reach it play, and watch all hands.
        port: the port to listen on; if it is busy, one of the next 20. 0: any free port.
        token: the bot's token; a new one for each start unless given.
        limits: flood control; Telegram's unless given.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = DEFAULT_PORT,
        *,
        token: str | None = None,
        limits: Limits | None = None,
        further_ports: int = PORTS_TRIED,
    ) -> None:
        account = BotAccount(token=token or f"7000000001:{secrets.token_urlsafe(26)}", first_name="双扣 Bot")
        self.telegram = FakeTelegram(account=account, limits=limits, kept_calls=_KEPT_CALLS)
        self.people: list[Person] = [
            self.telegram.add_person(name, username=username, language_code=LANGUAGES["zh"], started=started)
            for name, username, started in PEOPLE
        ]
        self.group: Group = self.telegram.add_group(GROUP_TITLE, self.people)
        self._host = host
        self._port = port
        self._further_ports = further_ports
        application = web.Application(client_max_size=MAX_REQUEST, middlewares=[guard([host])])
        application.on_response_prepare.append(add_headers)
        add_routes(application, self.telegram)
        Page(self.telegram, self.people).add_routes(application)
        self._runner = web.AppRunner(application, handler_cancellation=True, access_log=None, shutdown_timeout=0.5)

    async def __aenter__(self) -> Playground:
        """Begin to listen.

        Raises:
            CannotListen: all ports that may be tried are busy, or the address is none of this machine's.
        """
        await self._runner.setup()
        try:
            await self._listen()
        except CannotListen:
            await self._runner.cleanup()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    async def _listen(self) -> None:
        """Take the first free port."""
        first = self._port
        last = min(first + self._further_ports, _LAST_PORT) if first else first
        with listening("PLAYGROUND", self._host, first, further=last - first):
            for port in range(first, last + 1):
                try:
                    await web.TCPSite(self._runner, self._host, port).start()
                except OSError as error:
                    if error.errno != errno.EADDRINUSE or port == last:
                        raise
                else:
                    self._port = self._runner.addresses[0][1]
                    return

    @property
    def token(self) -> str:
        """The bot's token; whoever has another is refused."""
        return self.telegram.account.token

    @property
    def url(self) -> str:
        """The address of the page."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}/"

    @property
    def api_base(self) -> str:
        """The `base_url` of python-telegram-bot."""
        return f"{self.url}bot"

    async def demo(self) -> None:
        """Have a table of four computer players going in the group, deal after deal, until cancelled."""
        await show_a_table(Player(self.telegram, self.people[0]), self.group)
