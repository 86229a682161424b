"""The doing that is being carried out: its number is kept together with what it changes, in one transaction, so
that it is known when it is handed over again after a kill.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_doing: ContextVar[tuple[asyncio.Task[Any] | None, int] | None] = ContextVar("doing", default=None)


@contextmanager
def carrying_out(number: int) -> Iterator[None]:
    """Keep a number with everything that the present task changes inside, as its doing."""
    token = _doing.set((asyncio.current_task(), number))
    try:
        yield
    finally:
        _doing.reset(token)


def carried_out() -> int | None:
    """The number of what is being carried out; None in a task that was only begun on that occasion."""
    doing = _doing.get()
    return doing[1] if doing is not None and doing[0] is asyncio.current_task() else None
