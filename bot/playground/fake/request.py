"""The fake behind python-telegram-bot, in the same process: no socket, but every layer of the library above it."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl, unquote

from aiohttp import ServerDisconnectedError
from telegram._utils.types import ODVInput
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.playground.fake.core import FakeTelegram
from bot.playground.fake.errors import ConnectionCut, RequestTimedOut, unauthorized
from bot.playground.fake.files import Upload


class FakeRequest(BaseRequest):
    """A transport for `ApplicationBuilder.request(…)` and `.get_updates_request(…)`; make one for each."""

    def __init__(self, telegram: FakeTelegram) -> None:
        self._telegram = telegram

    @property
    def read_timeout(self) -> float | None:
        return None

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        write_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        connect_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        pool_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        token = self._telegram.account.token
        if method == "GET":
            return self._download(url, token)
        location, _, query = url.partition("?")
        address, _, api_method = location.rpartition("/")
        if not address.endswith(f"/bot{token}"):
            refusal = unauthorized()
            return refusal.code, json.dumps(refusal.to_api()).encode()
        given: dict[str, Any] = dict(parse_qsl(query))
        files: dict[str, Upload] = {}
        if request_data is not None:
            given |= request_data.json_parameters
            if request_data.contains_files:
                files = _uploads(request_data)
        try:
            reply = await self._telegram.call(api_method, given, files)
        except RequestTimedOut:
            raise TimedOut from None
        except ConnectionCut:
            raise NetworkError("the connection was cut") from ServerDisconnectedError()
        return reply.status, json.dumps(reply.body).encode()

    def _download(self, url: str, token: str) -> tuple[int, bytes]:
        _, _, path = unquote(url).partition(f"/file/bot{token}/")
        stored = self._telegram.files.find_path(path)
        if stored is None:
            return 404, b'{"ok":false,"error_code":404,"description":"Not Found"}'
        return 200, stored.content()


def _uploads(request_data: RequestData) -> dict[str, Upload]:
    uploads = {}
    for name, (filename, content, _) in request_data.multipart_data.items():
        uploads[name] = Upload(filename, content if isinstance(content, bytes) else content.read())
    return uploads
