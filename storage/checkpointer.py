"""The write-ahead log, moved into the database file in the background.

SQLite would do that inside the transaction that finds the log long: a play would wait for it, and behind somebody who
has read for minutes the log is long. Here no transaction does it. A connection that is in nobody's way moves what it
can, and empties the log where nobody reads it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from storage.connection import Connection
from storage.errors import DatabaseError

log = logging.getLogger(__name__)

LOG_LIMIT: Final = 8 * 1024 * 1024
"""Bytes that the log may keep when it is begun anew, however long it has become behind somebody who was reading."""
COMMITS_BETWEEN: Final = 150
"""Transactions after which the log is moved: some 1,000 pages of it, which is what SQLite would take."""
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
"""Seconds between two attempts to empty the log where somebody reads it."""


class Checkpointer:
    """The one who sees to the log of a database.

    Args:
        connection: one that no transaction waits for.
        sleep: waits for so many seconds.
    """

    def __init__(self, connection: Connection, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._connection = connection
        self._sleep = sleep
        self._commits = 0
        self._must_empty = False
        self._task: asyncio.Task[None] | None = None

    def committed(self) -> None:
        """Note a transaction; now and then the log is moved."""
        self._commits += 1
        if self._commits >= COMMITS_BETWEEN:
            self._begin()

    def empty(self) -> None:
        """Have the log emptied, as soon as nobody reads it: it holds what must be gone."""
        self._must_empty = True
        self._begin()

    async def close(self) -> None:
        """Stop; when the last connection closes, SQLite moves what is left and deletes the log."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="write-ahead log")

    async def _work(self) -> None:
        pause = _FIRST_PAUSE
        while self._must_empty or self._commits >= COMMITS_BETWEEN:
            self._commits = 0
            empty, self._must_empty = self._must_empty, False
            try:
                done = await self._connection.checkpoint(empty=empty)
            except DatabaseError as error:
                log.warning("the write-ahead log stays as it is: %s", error)
                done = False
            if empty and not done:
                self._must_empty = True
                await self._sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
