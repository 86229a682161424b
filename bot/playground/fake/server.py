"""The fake over HTTP, for a bot in a process of its own: `base_url` is all it has to be told.

async with FakeServer(telegram) as server:
    subprocess.Popen([...], env={"TELEGRAM_API": server.base_url})
"""

from __future__ import annotations

import asyncio
import json
from types import TracebackType
from typing import Any, Final

from aiohttp import web

from bot.playground.fake.core import FakeTelegram
from bot.playground.fake.errors import ApiError, ConnectionCut, RequestTimedOut, unauthorized, unknown_method
from bot.playground.fake.files import Upload

MAX_REQUEST: Final = 50 * 1024 * 1024  # bytes


def add_routes(application: web.Application, telegram: FakeTelegram) -> None:
    """Serve the Bot API on `/bot<token>/<method>` and its files on `/file/bot<token>/<path>`.

    The application should take bodies of `MAX_REQUEST` bytes, and its runner should have `handler_cancellation` on: a
    caller that hangs up ends its call, so that a killed bot does not keep its long poll.
    """
    api = _Api(telegram)
    application.router.add_route("GET", "/file/bot{token}/{path:.+}", api.download)
    application.router.add_route("*", "/bot{token}/{method}", api.serve)


class FakeServer:
    """A server of its own on `host`:`port` (0: any free port), running between `async with` and its end."""

    def __init__(self, telegram: FakeTelegram, host: str = "127.0.0.1", port: int = 0) -> None:
        application = web.Application(client_max_size=MAX_REQUEST)
        add_routes(application, telegram)
        self._host = host
        self._port = port
        self._runner = web.AppRunner(application, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)

    @property
    def url(self) -> str:
        """The address of the server, without a slash at the end."""
        return f"http://{self._host}:{self._port}"

    @property
    def base_url(self) -> str:
        """The `base_url` of python-telegram-bot."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        """The `base_file_url` of python-telegram-bot."""
        return f"{self.url}/file/bot"

    async def __aenter__(self) -> FakeServer:
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()


class _Api:
    def __init__(self, telegram: FakeTelegram) -> None:
        self._telegram = telegram

    async def serve(self, request: web.Request) -> web.StreamResponse:
        if request.match_info["token"] != self._telegram.account.token:
            return _refusal(unauthorized())
        if request.method not in ("GET", "POST"):
            return _refusal(unknown_method())
        try:
            given, files = await _read(request)
        except (ValueError, UnicodeDecodeError):
            return _refusal(ApiError(400, "Bad Request: can't parse the request"))
        try:
            reply = await self._telegram.call(request.match_info["method"], given, files)
        except RequestTimedOut:
            return await _silence()
        except ConnectionCut:
            return _cut(request)
        return web.json_response(reply.body, status=reply.status)

    async def download(self, request: web.Request) -> web.StreamResponse:
        if request.match_info["token"] != self._telegram.account.token:
            return _refusal(unauthorized())
        stored = self._telegram.files.find_path(request.match_info["path"])
        if stored is None:
            return _refusal(ApiError(404, "Not Found"))
        return web.Response(body=stored.content(), content_type="image/jpeg")


async def _read(request: web.Request) -> tuple[dict[str, Any], dict[str, Upload]]:
    """Parameters may stand in the address, in a form, in a multipart form with files, or in a JSON object."""
    given: dict[str, Any] = dict(request.query)
    files: dict[str, Upload] = {}
    if request.content_type == "application/json":
        text = await request.text()
        body = json.loads(text) if text else {}
        if not isinstance(body, dict):
            raise ValueError("the body should be a JSON object")
        given |= body
    elif request.content_type.startswith("multipart/") or request.content_type == "application/x-www-form-urlencoded":
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                files[name] = Upload(value.filename, value.file.read())
            else:
                given[name] = value if isinstance(value, str) else value.decode()
    return given, files


async def _silence() -> web.StreamResponse:
    """No answer until the caller hangs up, which cancels this."""
    await asyncio.Event().wait()
    raise AssertionError("nobody sets this event")


def _cut(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _refusal(error: ApiError) -> web.Response:
    return web.json_response(error.to_api(), status=error.code)
