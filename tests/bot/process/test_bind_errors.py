"""An address that cannot be listened on is told by the setting that is to blame, and by what would be right."""

import errno
import os
import socket

import pytest

from bot.process.bind_errors import CannotListen, listening


def refused(number: int) -> OSError:
    """What the system says."""
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (refused(errno.EADDRINUSE), "HEALTH_PORT 80 is in use by other programs; name a port that is free"),
        (refused(errno.EACCES), "HEALTH_PORT 80 may not be used by this user; name a port from 1024 on"),
        (refused(errno.EADDRNOTAVAIL), "HEALTH_HOST here is no address of this machine; 127.0.0.1 always is one"),
        (socket.gaierror(-2, "unknown"), "HEALTH_HOST here is no address of this machine; 127.0.0.1 always is one"),
        (
            OSError("could not bind on any address out of [('192.0.2.1', 80)]"),
            "HEALTH_HOST here is no address of this machine; 127.0.0.1 always is one",
        ),
        (UnicodeError("label empty"), "HEALTH_HOST here is no address of this machine; 127.0.0.1 always is one"),
        (
            refused(errno.EMFILE),
            "HEALTH_PORT 80 on here cannot be listened on (Too many open files); name another port or HEALTH_HOST",
        ),
    ],
)
def test_every_reason_has_its_sentence(error: Exception, sentence: str) -> None:
    with pytest.raises(CannotListen) as caught, listening("HEALTH", "here", 80):
        raise error
    assert str(caught.value) == sentence
    assert caught.value.__cause__ is error


def test_of_several_ports_all_are_named() -> None:
    sentence = "^PLAYGROUND_PORT 8080 and the 20 ports after it are in use by other programs"
    with pytest.raises(CannotListen, match=sentence), listening("PLAYGROUND", "127.0.0.1", 8080, further=20):
        raise refused(errno.EADDRINUSE)


def test_other_errors_are_none_of_its_business() -> None:
    with pytest.raises(RuntimeError), listening("HEALTH", "127.0.0.1", 80):
        raise RuntimeError
