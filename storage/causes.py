"""The cause of what is written: a number from outside, kept in the same transaction as what it has changed.

Who hands over what people do may do so twice, where a process dies before it has said that it got it. What has been
carried out by then is known by its number. The last few hundred are kept, in the table `facts`.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

KEPT: Final = 512
"""More than are ever handed over again: Telegram hands over 100 at once, and is told of each lot before the next."""
_PREFIX: Final = "cause:"
_ALL: Final = f"{_PREFIX}*"

_cause: ContextVar[int | None] = ContextVar("cause", default=None)


@contextmanager
def caused_by(number: int | None) -> Iterator[None]:
    """Keep this number with every transaction that is asked for inside; None: with none of them."""
    token = _cause.set(number)
    try:
        yield
    finally:
        _cause.reset(token)


def present_cause() -> int | None:
    """The number to be kept with a transaction that is asked for now."""
    return _cause.get()


def keep_cause(database: sqlite3.Connection, number: int) -> None:
    """Keep a number, in the place of one that is so old that nobody will ask for it."""
    database.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (f"{_PREFIX}{number % KEPT}", str(number)))


def kept_causes(database: sqlite3.Connection) -> frozenset[int]:
    """The numbers that are kept."""
    return frozenset(int(value) for (value,) in database.execute("SELECT value FROM facts WHERE key GLOB ?", (_ALL,)))
