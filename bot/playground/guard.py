"""The guard of the playground: it lets in this machine's browser with its own page, and no page from elsewhere.

A page on the web can make a browser send requests to 127.0.0.1, or have a name of its own point there. So:

- the Host has to be an address or a name that is known here: a name that was made to point here is neither;
- a request that says where it comes from has to come from this server's own page;
- what changes anything, or reads what people wrote, needs a token which only that page is given (see `page`).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; frame-src http://127.0.0.1:* http://localhost:*; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def guard(names: Iterable[str] = ()) -> Middleware:
    """A middleware that lets through what may come in; `names` are host names under which the server is known."""
    known = frozenset({"localhost", *(name.lower() for name in names)})

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not is_known_host(request.host, known):
            raise web.HTTPMisdirectedRequest(text=f"{request.host} is not a name of this server; use its address")
        if not is_from_here(request):
            raise web.HTTPForbidden(text="only the playground's own page may ask this")
        return await handler(request)

    return guarded


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """A signal for `on_response_prepare`: what the browser is told about every answer."""
    response.headers.update(HEADERS)


def is_known_host(host: str, names: frozenset[str]) -> bool:
    """Return whether a Host header is an address, or one of these names.

    >>> is_known_host("127.0.0.1:8080", frozenset()), is_known_host("[::1]:8080", frozenset())
    (True, True)
    >>> is_known_host("evil.example:8080", frozenset({"localhost"})), is_known_host("", frozenset())
    (False, False)
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:  # brackets that do not close
        return False
    if name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_from_here(request: web.Request) -> bool:
    """Whether a request comes from this server's page, or from no page at all: a program, or a person's own click."""
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        return False
    if request.headers.get("Sec-Fetch-Site") not in ("cross-site", "same-site"):  # the latter: another port
        return True
    opens_the_page = request.headers.get("Sec-Fetch-Mode") == "navigate" and request.path == "/"
    return opens_the_page and request.method == "GET"
