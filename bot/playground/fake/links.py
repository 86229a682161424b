"""Links as the server reads them."""

from __future__ import annotations

from typing import Final
from urllib.parse import SplitResult, parse_qs, urlsplit

_TELEGRAM: Final = ("t.me", "telegram.me")


def split_link(url: str) -> SplitResult | None:
    """The parts of a link, http being meant if it names no scheme; None if the server would not take it for a link.

    A link is an http(s) address with a real host name, or a tg: link.

    >>> split_link("t.me/x").scheme
    'http'
    >>> split_link("http://localhost/"), split_link("j"), split_link("https://a b.org")
    (None, None, None)
    """
    if any(character.isspace() for character in url):
        return None
    try:
        address = urlsplit(url if "://" in url else f"http://{url}")
        host = address.hostname or ""
    except ValueError:
        return None
    if address.scheme == "tg":
        return address if host else None
    return address if address.scheme in ("http", "https") and "." in host.strip(".") else None


def deep_link(url: str, username: str) -> dict[str, str]:
    """The query of a t.me link to the bot `username`, as name → value; empty for every other link.

    >>> deep_link("https://t.me/some_bot?start=j1", "Some_bot")
    {'start': 'j1'}
    """
    address = split_link(url)
    if address is None or address.hostname not in _TELEGRAM or address.path.strip("/").lower() != username.lower():
        return {}
    return {name: values[0] for name, values in parse_qs(address.query, keep_blank_values=True).items()}
