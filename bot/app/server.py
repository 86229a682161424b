"""The one listener that the world can reach, behind a proxy that speaks https: page, web socket, webhook.

`/health` and `/metrics` are on a listener of their own (`bot.process.metrics`), which is never this one.
"""

from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from bot.app.sockets import Sockets
from bot.telegram_api.webhook import MOST_BYTES

STATIC: Final = Path(__file__).parent / "static"
_TYPES: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript"}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors https://*.telegram.org"
)
"""Nothing is loaded from elsewhere. Its last part, which may go on, says who may show it: Telegram on the web does."""
_HEADERS: Final = {"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}
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
        frames: further pages, by their origins, that may show it in a frame; Telegram's own may.
    """

    def __init__(self, sockets: Sockets, url: str, frames: Sequence[str] = ()) -> None:
        self._sockets = sockets
        address = urlsplit(url)
        self._path = address.path
        self._origin = f"{address.scheme}://{address.netloc}"
        self._headers = _HEADERS | {"Content-Security-Policy": " ".join((_POLICY, *frames))}

    def add_routes(self, application: web.Application) -> None:
        """Serve everything the page needs."""
        router = application.router
        router.add_get(self._path, self._index)
        for path in files():
            name = path.relative_to(STATIC).as_posix()
            if name != "index.html":
                router.add_get(f"{self._path}{BUILD}/{name}", self._file(path))
        router.add_get(f"{self._path}socket", self._socket)
        application.on_shutdown.append(self._close)

    async def _index(self, _: web.Request) -> web.Response:
        """The page, which nobody keeps; what it loads has the build in its address, and is kept for good."""
        text = STATIC.joinpath("index.html").read_text(encoding="utf-8").replace("{build}", BUILD)
        return web.Response(text=text, content_type="text/html", headers=self._headers | {"Cache-Control": "no-store"})

    def _file(self, path: Path) -> Callable[[web.Request], Awaitable[web.Response]]:
        content = path.read_bytes()
        headers = self._headers | {"Cache-Control": "public, max-age=31536000, immutable"}

        async def serve(_: web.Request) -> web.Response:
            response = web.Response(body=content, content_type=_TYPES[path.suffix], charset="utf-8", headers=headers)
            response.enable_compression()
            return response

        return serve

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """A web socket; a page from elsewhere gets none. A browser always says where its page is from."""
        if request.headers.get("Origin") != self._origin:
            raise web.HTTPForbidden
        return await self._sockets.serve(request)

    async def _close(self, _: web.Application) -> None:
        await self._sockets.close()


def files() -> list[Path]:
    """All files of the page, in order of their names."""
    return sorted(path for path in STATIC.rglob("*") if path.suffix in _TYPES)


def _build() -> str:
    """A name that is another where any file of the page is."""
    digest = sha256()
    for path in files():
        digest.update(path.relative_to(STATIC).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


BUILD: Final = _build()
