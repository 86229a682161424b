"""Listening on an address that the settings name, and what to say where that cannot be."""

import errno
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from bot.errors import StartError


class CannotListen(StartError):
    """An address that the settings name cannot be listened on; the message says what would be right, in a sentence."""


@contextmanager
def listening(name: str, host: str, port: int, further: int = 0) -> Iterator[None]:
    """Says which setting is to blame where an address cannot be listened on inside.

    Args:
        name: what the two settings begin with: "HEALTH" for HEALTH_HOST and HEALTH_PORT.
        host, port: what they are.
        further: the number of ports after it that are tried too.

    Raises:
        CannotListen: in place of any OSError.
    """
    try:
        yield
    except (OSError, UnicodeError) as error:  # the latter: a host that cannot be a name
        raise CannotListen(_sentence(name, host, port, further, error)) from error


def _sentence(name: str, host: str, port: int, further: int, error: OSError | UnicodeError) -> str:
    # from Python 3.13 on an address that no machine has is an error without a number
    nowhere = (errno.EADDRNOTAVAIL, None)
    if not isinstance(error, OSError) or isinstance(error, socket.gaierror) or error.errno in nowhere:
        return f"{name}_HOST {host} is no address of this machine; 127.0.0.1 always is one"
    if error.errno == errno.EADDRINUSE:
        taken = f" and the {further} ports after it are" if further else " is"
        return f"{name}_PORT {port}{taken} in use by other programs; name a port that is free"
    if error.errno == errno.EACCES:
        return f"{name}_PORT {port} may not be used by this user; name a port from 1024 on"
    return f"{name}_PORT {port} on {host} cannot be listened on ({error.strerror}); name another port or {name}_HOST"
