"""The connection to Telegram: it is waited for at the start, and watched while the bot runs."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from telegram.error import InvalidToken, NetworkError, TelegramError
from telegram.ext import Application, ExtBot
from telegram.request import HTTPXRequest

from bot.clock import Clock, sleep

log = logging.getLogger(__name__)

_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
SILENCE_SECONDS: Final = 180.0
"""A poll ends after 20 seconds; without an answer for so long, it hangs."""
_LOOK_SECONDS: Final = 30.0


class TokenRefused(Exception):
    """Telegram does not know the token."""


async def connect(application: Application[Any, Any, Any, Any, Any, Any], clock: Clock) -> None:
    """Initialize an application, however long Telegram cannot be reached.

    Raises:
        TokenRefused: Telegram does not know the token; waiting will not help.
    """
    pause = _FIRST_PAUSE
    while True:
        try:
            await application.initialize()
        except InvalidToken as error:
            raise TokenRefused("Telegram does not know BOT_TOKEN; copy the token that @BotFather shows") from error
        except NetworkError as error:
            log.warning("Telegram cannot be reached (%s); trying again in %.0f s", error, pause)
            await sleep(clock, pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        else:
            return


class PollRequest(HTTPXRequest):
    """The transport of long polls; it remembers when the last one was answered.

    A poll on a torn connection can hang for ever, and python-telegram-bot takes its time-outs for empty answers.
    """

    def __init__(self, clock: Clock, connections: int, read_timeout: float) -> None:
        super().__init__(connections, read_timeout=read_timeout)
        self._clock = clock
        self.answered_at = clock.now()

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """Make a request as `HTTPXRequest` does, and note that it was answered."""
        answer = await super().do_request(*args, **kwargs)
        self.answered_at = self._clock.now()
        return answer


async def watch(polls: PollRequest, bot: ExtBot[Any], clock: Clock, give_up: Callable[[], None]) -> None:
    """End the process when polls are no longer answered although Telegram can be reached: whoever supervises starts it
    anew. Time in which the machine was suspended, or the process held, is not held against them.

    Runs until cancelled.
    """
    while True:
        looked_at = clock.now()
        await sleep(clock, _LOOK_SECONDS)
        if clock.now() - looked_at > 2 * _LOOK_SECONDS:
            polls.answered_at = clock.now()
        silent = clock.now() - polls.answered_at
        if silent < SILENCE_SECONDS:
            continue
        try:
            await bot.get_me()
        except TelegramError as error:
            log.warning("no update has been asked for successfully for %.0f s: %s", silent, error)
            continue
        await asyncio.sleep(0)
        if clock.now() - polls.answered_at >= SILENCE_SECONDS:
            log.critical("Telegram answers, but no long poll has for %.0f s; stopping to be started anew", silent)
            give_up()
            return
