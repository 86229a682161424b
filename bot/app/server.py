"""The one listener that the world can reach, behind a proxy that speaks https: page, web socket, webhook.

`/health` and `/metrics` are on a listener of their own (`bot.process.metrics`), which is never this one.
"""

import logging
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from bot.app.sockets import Sockets

log = logging.getLogger(__name__)

MOST_BYTES: Final = 1024 * 1024
"""Of a body; an update from Telegram takes some ten thousand at most."""
_IDLE_SECONDS: Final = 75.0
"""Telegram keeps its connections; one that brings no request for so long is closed, half a request included."""


class PublicServer:
    """Listens on `host`:`port`; what is served there is added to `application` before it starts."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self.application = web.Application(client_max_size=MOST_BYTES)
        self._runner = web.AppRunner(
            self.application, access_log=None, keepalive_timeout=_IDLE_SECONDS, lingering_time=0.0, shutdown_timeout=2.0
        )

    async def start(self) -> int:
        """Listen; returns the port.

        Raises:
            OSError: the port is taken, or may not be used.
        """
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except BaseException:
            await self.stop()
            raise
        address: tuple[str, int] = self._runner.addresses[0]
        return address[1]

    async def stop(self) -> None:
        """Stop listening, once what is being read has been."""
        await self._runner.cleanup()


class Pages:
    """The pages that the Mini App serves, under the path of its address.

    Args:
        sockets: serves the web sockets.
        url: the public address of the page, with a slash at its end.
    """

    def __init__(self, sockets: Sockets, url: str) -> None:
        self._sockets = sockets
        address = urlsplit(url)
        self._path = address.path
        self._origin = f"{address.scheme}://{address.netloc}"

    def add_routes(self, application: web.Application) -> None:
        """Serve everything the page needs."""
        application.router.add_get(f"{self._path}socket", self._socket)
        application.on_shutdown.append(self._close)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """A web socket; a page from elsewhere gets none. A browser always says where its page is from."""
        if request.headers.get("Origin") != self._origin:
            raise web.HTTPForbidden
        return await self._sockets.serve(request)

    async def _close(self, _: web.Application) -> None:
        await self._sockets.close()
