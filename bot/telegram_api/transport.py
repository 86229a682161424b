"""Calls to the Bot API over aiohttp.

Why it is our own: python-telegram-bot's transport stands on httpx, whose pool of connections can lose a place when a
call is given up while it waits for one (encode/httpcore#1093). Where many are, under overload, nothing can be sent any
more in the end, though polls go on. It also looks at every connection for every waiting call. And an answer that is no
JSON, such as the page of a gateway that fails, is written by the library as an error, with all that it says.
"""

import json
import ssl
from collections.abc import Mapping
from typing import Any, Final

import certifi
from aiohttp import (
    ClientConnectorError,
    ClientError,
    ClientHttpProxyError,
    ClientSession,
    ClientTimeout,
    ConnectionTimeoutError,
    DummyCookieJar,
    FormData,
    InvalidURL,
    TCPConnector,
)
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

NEVER_SENT: Final = (ClientConnectorError, ClientHttpProxyError, ConnectionTimeoutError, InvalidURL)
"""Causes of a `NetworkError` for which Telegram has not seen the call."""
_UPLOAD_SECONDS: Final = 20.0


class Transport(BaseRequest):
    """A transport for `ApplicationBuilder.request`; it has to be initialized while the event loop runs.

    Args:
        connections: calls under way at the same time; others wait.
        read_timeout: seconds without a sign of life from the server.
        connect_timeout: seconds until there is a connection, waiting for a free one included.
        proxy: the address of the HTTP proxy that everything goes to; None: directly.
    """

    def __init__(
        self, connections: int, *, read_timeout: float = 10.0, connect_timeout: float = 10.0, proxy: str | None = None
    ) -> None:
        self._connections = connections
        self._proxy = proxy
        self._read_timeout = read_timeout
        self._connect_timeout = connect_timeout
        self._session: ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds without a sign of life from the server, where a call names no other."""
        return self._read_timeout

    async def initialize(self) -> None:
        """Be ready for calls; no connection is made yet."""
        if self._session is None:
            self._session = ClientSession(
                connector=TCPConnector(limit=self._connections, ssl=_trusted()),
                cookie_jar=DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
            )

    async def shutdown(self) -> None:
        """Close all connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Parse an answer as the library does, without logging one that is no JSON: whoever called says what failed.

        Raises:
            TelegramError: it is no JSON object.
        """
        try:
            answer = json.loads(payload)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise TelegramError("Invalid server response")
        return answer

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Make a call; the status and the body of the answer. `write_timeout` and `pool_timeout` are those of reading
        and connecting.

        Raises:
            TimedOut, NetworkError: there was no answer; the cause is one of `NEVER_SENT` where Telegram has not seen
                the call.
        """
        if self._session is None:
            raise RuntimeError("the transport is not initialized; await initialize() first")
        read = self._read_timeout if read_timeout is self.DEFAULT_NONE else read_timeout
        connect = self._connect_timeout if connect_timeout is self.DEFAULT_NONE else connect_timeout
        total = None if read is None or connect is None else connect + read + _UPLOAD_SECONDS
        timeout = ClientTimeout(total=total, connect=connect, sock_connect=connect, sock_read=read)
        body = None if request_data is None else _body(request_data)
        try:
            async with self._session.request(
                method, url, data=body, timeout=timeout, allow_redirects=False, proxy=self._proxy
            ) as answer:
                return answer.status, _understandable(answer.status, await answer.read())
        except TimeoutError as error:
            raise TimedOut(f"Timed out ({type(error).__name__})") from error
        except ClientError as error:
            raise NetworkError(f"{type(error).__name__}: {error}") from error


def _understandable(status: int, body: bytes) -> bytes:
    """The body of an answer; that of a failure that is no answer of Telegram's, but a page of some gateway between,
    goes for an empty one: the status says it all.
    """
    return body if status < 300 or body.lstrip().startswith(b"{") else b"{}"


def _trusted() -> ssl.SSLContext:
    """Return the authorities by which Telegram is known: the machine's, or those of certifi where it has none."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _body(request_data: RequestData) -> FormData | Mapping[str, str]:
    parameters = request_data.json_parameters
    if not request_data.contains_files:
        return parameters
    form = FormData(parameters)
    for name, (filename, content, kind) in request_data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form
