"""Being told to end, by SIGINT (Ctrl-C) or SIGTERM: whenever that happens, the process ends with status 0."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def end_at_once() -> None:
    """From here on the process ends when it is told to: nothing has been opened yet, or all has been closed."""
    for number in _SIGNALS:
        signal.signal(number, _end)


def _end(_number: int, _frame: FrameType | None) -> None:
    os._exit(0)  # an exception would come up anywhere in an import, and be shown, or taken for one of its own


@contextmanager
def answered_by(stop: Callable[[], None]) -> Iterator[None]:
    """Inside, the running event loop calls `stop` each time the process is told to end; afterwards it ends at once."""
    loop = asyncio.get_running_loop()
    for number in _SIGNALS:
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
        end_at_once()
