"""By which HTTP proxy Telegram is reached, as HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY say."""

import re
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

_EXAMPLE: Final = "http://127.0.0.1:7890"
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def proxy_for(url: str, proxies: Mapping[str, str], exceptions: str) -> str | None:
    """The proxy for an address, None to reach it directly; so is this machine itself, whatever is set.

    Args:
        url: the address.
        proxies: HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, as far as they are set; the last is for both.
        exceptions: NO_PROXY: with commas or spaces between them, names that stand for what is below them too,
            addresses, ranges such as 10.0.0.0/8, any of these with a port; "*" for everything.

    Raises:
        ValueError: what would be used makes no sense; the message is a sentence that begins with the variable.

    >>> proxy_for("https://api.telegram.org/bot", {"ALL_PROXY": "127.0.0.1:7890"}, "example.com, 10.0.0.0/8")
    'http://127.0.0.1:7890'
    >>> proxy_for("http://10.1.2.3:8081/bot", {"ALL_PROXY": "127.0.0.1:7890"}, "example.com, 10.0.0.0/8")
    """
    target = urlsplit(url)
    host, port = (target.hostname or "").rstrip("."), target.port or _DEFAULT_PORTS.get(target.scheme)
    name = next((name for name in (f"{target.scheme.upper()}_PROXY", "ALL_PROXY") if proxies.get(name)), None)
    if name is None or _is_this_machine(host) or _is_excepted(host, port, exceptions):
        return None
    return _understood(name, proxies[name])


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _is_this_machine(host: str) -> bool:
    address = _address(host)
    if address is None:
        return host == "localhost" or host.endswith(".localhost")
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback or (mapped or address).is_unspecified


def _is_excepted(host: str, port: int | None, exceptions: str) -> bool:
    return any(_matches(entry.lower(), host, port) for entry in re.split(r"[,\s]+", exceptions) if entry)


def _matches(entry: str, host: str, port: int | None) -> bool:
    if entry == "*":
        return True
    if "/" in entry:
        try:
            network = ip_network(entry, strict=False)
        except ValueError:
            raise ValueError(f"NO_PROXY names {entry}, which is no range of addresses such as 10.0.0.0/8") from None
        address = _address(host)
        return address is not None and address in network
    if found := re.fullmatch(r"(\[.*\]|[^:]+):(\d+)", entry):
        if int(found[2]) != port:
            return False
        entry = found[1]
    entry = entry.strip("[]")
    if (address := _address(entry)) is not None:
        return address == _address(host)
    domain = entry.removeprefix("*").strip(".")
    if "*" in domain or not domain:
        raise ValueError(f"NO_PROXY names {entry}; write a name such as example.com, or a range such as 10.0.0.0/8")
    return host == domain or (_address(host) is None and host.endswith(f".{domain}"))


def _understood(name: str, value: str) -> str:
    """A proxy as aiohttp wants it. What is said of a wrong one does not show it: it may hold a password."""
    value = value.strip()
    parts = urlsplit(value if "://" in value else f"http://{value}")
    if parts.scheme.startswith("socks"):
        raise ValueError(
            f"{name} names a SOCKS proxy, and the bot speaks to HTTP proxies alone; name the HTTP port of that program,"
            f" as in {_EXAMPLE}"
        )
    try:
        right = parts.scheme in _DEFAULT_PORTS and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:  # the port is no number, or too large
        right = False
    if not right:
        raise ValueError(f"{name} is no address of an HTTP proxy such as {_EXAMPLE}")
    return parts.geturl()
