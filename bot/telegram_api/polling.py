"""Asking Telegram for updates by long polls.

A poller of our own, since python-telegram-bot's parses what comes as one batch (see `inbox`), asks again at once when
that fails, writes a failed poll with its traceback as an error, and cannot be asked to look now: before anybody's time
is up, Telegram has to say that nothing they did is on its way.
"""

import asyncio
import json
import logging
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

from telegram.error import InvalidToken, RetryAfter, TelegramError
from telegram.ext import ExtBot
from telegram.request import BaseRequest

from bot.tables.clock import Clock, sleep
from bot.telegram_api.hearing import Hearing
from bot.telegram_api.inbox import Inbox, id_of
from bot.telegram_api.limits import seconds_of

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 20
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 15.0
_MOST_UPDATES: Final = 100
"""In one answer; where there are so many, there may be more."""
_QUICK_SECONDS: Final = 10.0
"""For the answer to a poll that does not wait for updates."""


class Poller:
    """Polls until it is stopped, and gives what comes to an inbox.

    Args:
        bot: whose updates they are.
        request: what the polls are made with.
        inbox: where the updates go.
        clock: measures pauses.
        hearing: told about every poll that was answered.
        allowed: the kinds of update wanted.
    """

    def __init__(
        self,
        bot: ExtBot[Any],
        request: BaseRequest,
        inbox: Inbox,
        clock: Clock,
        hearing: Hearing,
        allowed: Sequence[str],
    ) -> None:
        self._bot = bot
        self._request = request
        self._inbox = inbox
        self._clock = clock
        self._hearing = hearing
        hearing.ask = self._hurry_up
        self._allowed = json.dumps(allowed)
        self._offset: int | None = None
        self._failures = 0
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to poll."""
        self._task = asyncio.create_task(self._run(), name="polls")

    async def stop(self) -> None:
        """Stop polling, and confirm what has come, so that it does not come again at the next start."""
        task, self._task = self._task, None
        if task is None:
            return
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        if self._offset is not None and not self._failures:
            try:
                async with asyncio.timeout(_QUICK_SECONDS):
                    await self._get(0)
            except (TelegramError, TimeoutError) as error:
                log.warning("what was received could not be confirmed, it may come again: %s", error)

    def _hurry_up(self) -> None:
        """Look at once whether there are updates, rather than when Telegram ends the poll that waits. Where polls fail
        it changes nothing.
        """
        self._hurry.set()

    async def _run(self) -> None:
        while True:
            begun, seconds = self._clock.now(), 0 if self._hurry.is_set() else POLL_SECONDS
            self._hurry.clear()
            try:
                poll = self._get(seconds)
                updates = await (self._unless_hurried(poll) if seconds else poll)
                if updates is None:  # what it would have brought comes with the next
                    continue
                self._take(updates)
            except TelegramError as error:
                await self._pause(error)
            else:
                self._failures = 0
                self._hearing.answered(begun if len(updates) < _MOST_UPDATES else None)

    async def _unless_hurried(self, poll: Coroutine[Any, Any, list[object]]) -> list[object] | None:
        """Return what a poll brings, None if it was given up for one that does not wait."""
        polling, hurrying = asyncio.ensure_future(poll), asyncio.ensure_future(self._hurry.wait())
        try:
            await asyncio.wait((polling, hurrying), return_when=asyncio.FIRST_COMPLETED)
            return polling.result() if polling.done() else None
        finally:
            for task in (polling, hurrying):
                task.cancel()
            await asyncio.gather(polling, hurrying, return_exceptions=True)

    async def _get(self, seconds: int) -> list[object]:
        """Make a poll that Telegram answers after so many seconds at the latest; the updates as they came."""
        parameters: dict[str, object] = {"timeout": seconds, "allowed_updates": self._allowed}
        if self._offset is not None:
            parameters["offset"] = self._offset
        url = f"{self._bot.base_url}/getUpdates?{urlencode(parameters)}"
        updates: object = await self._request.post(url, read_timeout=seconds + _QUICK_SECONDS)
        if not isinstance(updates, list):
            raise TelegramError("what came is no list of updates")
        return updates

    def _take(self, updates: list[object]) -> None:
        numbers = [number for number in map(id_of, updates) if number is not None]
        if updates and not numbers:
            raise TelegramError("the updates that came have no numbers")
        for update in updates:
            self._inbox.receive(update)
        if numbers:
            self._offset = max(numbers) + 1

    async def _pause(self, error: TelegramError) -> None:
        """A poll failed; the longer they do, the longer the pause before the next."""
        self._failures += 1
        pause = min(_FIRST_PAUSE * 2 ** min(self._failures - 1, 10), _LONGEST_PAUSE)
        if isinstance(error, RetryAfter):
            pause = max(pause, seconds_of(error))
        reason = "Telegram does not know BOT_TOKEN any more" if isinstance(error, InvalidToken) else str(error)
        log.warning("a poll failed, again in %g s: %s", pause, reason)
        await sleep(self._clock, pause)
