"""The connection to Telegram: it is waited for at the start, and watched while the bot runs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final

from telegram.error import BadRequest, InvalidToken, TelegramError
from telegram.ext import Application, ExtBot

from bot.errors import StartError
from bot.tables.clock import Clock, sleep
from bot.telegram_api.hearing import Hearing

log = logging.getLogger(__name__)

_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 60.0
SILENCE_SECONDS: Final = 180.0
"""A poll ends after 20 seconds; without an answer for so long, it hangs."""
_LOOK_SECONDS: Final = 30.0


class TokenRefused(StartError):
    """Telegram does not know the token."""


class WebhookRefused(StartError):
    """Telegram does not take the address of the webhook."""


async def connect(application: Application[Any, Any, Any, Any, Any, Any], clock: Clock) -> None:
    """Initialize an application, however long Telegram cannot be reached.

    Raises:
        TokenRefused: Telegram does not know the token; waiting will not help.
    """
    await _until_done(application.initialize, application.bot, clock)


async def register(bot: ExtBot[Any], url: str, secret: str, allowed: Sequence[str], clock: Clock) -> None:
    """Tell Telegram the address of the webhook, however long it cannot be reached.

    Raises:
        WebhookRefused: Telegram does not take the address.
        TokenRefused: as for `connect`.
    """
    tell = partial(bot.set_webhook, url, allowed_updates=allowed, secret_token=secret)
    try:
        await _until_done(tell, bot, clock, final=BadRequest)
    except BadRequest as error:
        raise WebhookRefused(
            f"Telegram does not take WEBHOOK_URL ({error.message}); it has to be an https address that can be reached"
            " from everywhere, on port 443, 80, 88 or 8443"
        ) from error


async def polls_only(bot: ExtBot[Any], clock: Clock) -> None:
    """Tell Telegram that there is no webhook, or else it answers no polls; however long it cannot be reached."""
    await _until_done(bot.delete_webhook, bot, clock)


async def _until_done(
    call: Callable[[], Awaitable[object]],
    bot: ExtBot[Any],
    clock: Clock,
    final: type[TelegramError] | tuple[()] = (),
) -> None:
    """Call Telegram again and again, with growing pauses, until that does not fail; but `final` errors are raised."""
    address = bot.base_url.removesuffix(bot.token)
    pause = _FIRST_PAUSE
    while True:
        try:
            await call()
        except InvalidToken as error:
            raise TokenRefused(
                f"Telegram at {address} does not know BOT_TOKEN; copy the token that @BotFather shows"
            ) from error
        except final:
            raise
        except TelegramError as error:
            log.warning("Telegram cannot be reached at %s (%s); trying again in %.0f s", address, error, pause)
            await sleep(clock, pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        else:
            return


async def watch(hearing: Hearing, bot: ExtBot[Any], clock: Clock, give_up: Callable[[], None]) -> None:
    """End the process when polls are no longer answered although Telegram can be reached: whoever supervises starts it
    anew. Time in which the machine was suspended, or the process held, is not held against them.

    Runs until cancelled.
    """
    excused_until = clock.now()
    while True:
        looked_at = clock.now()
        await sleep(clock, _LOOK_SECONDS)
        if clock.now() - looked_at > 2 * _LOOK_SECONDS:
            excused_until = clock.now()
        silent = clock.now() - max(hearing.answered_at, excused_until)
        if silent < SILENCE_SECONDS:
            continue
        try:
            await bot.get_me()
        except TelegramError as error:
            log.warning("no update has been asked for successfully for %.0f s: %s", silent, error)
            continue
        await asyncio.sleep(0)
        if clock.now() - hearing.answered_at >= SILENCE_SECONDS:
            log.critical("Telegram answers, but no long poll has for %.0f s; stopping to be started anew", silent)
            give_up()
            return
