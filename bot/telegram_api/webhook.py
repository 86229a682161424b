"""Receiving updates from Telegram's calls to an address of the bot.

A listener of our own on aiohttp, since python-telegram-bot's (on tornado) reads a body of up to 100 MB from anybody
before it looks at the secret, waits for slow senders for ever, keeps its socket open where it cannot listen, and
answers an update that it cannot read with an error, so that Telegram sends it again and again.
"""

import asyncio
import hmac
import json
import logging
from datetime import datetime
from typing import Any, Final

from aiohttp import ClientError, web
from telegram import WebhookInfo
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.tables.clock import Bell, Clock, sleep
from bot.telegram_api.hearing import Hearing
from bot.telegram_api.inbox import Inbox

log = logging.getLogger(__name__)

SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"
MOST_BYTES: Final = 1024 * 1024
"""Of a body; an update takes some ten thousand at most."""
_READ_SECONDS: Final = 10.0

_ASK_SECONDS: Final = 15.0
_LEAST_PAUSE: Final = 1.0


class Webhook:
    """Takes updates in, on the listener that the world can reach, and gives them to an inbox.

    Args:
        inbox: where the updates go.
        secret: what Telegram sends along to be known by.
        path: of the address that Telegram was told.
    """

    def __init__(
        self,
        inbox: Inbox,
        *,
        path: str,
        secret: str,
        read_seconds: float = _READ_SECONDS,
    ) -> None:
        self._inbox = inbox
        self._path = path.rstrip("/")
        self._secret = secret.encode()
        self._read_seconds = read_seconds
        self.deliveries = 0
        """How many updates Telegram has brought."""

    def add_routes(self, application: web.Application) -> None:
        """Listen for updates, whose bodies `application` keeps within `MOST_BYTES`."""
        application.router.add_post(f"{self._path}/", self._take)
        if self._path:
            application.router.add_post(self._path, self._take)

    async def _take(self, request: web.Request) -> web.Response:
        """Take in one update. Who does not know the secret is refused before any of the body is read."""
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode("utf-8", "surrogateescape"), self._secret):
            return _refusal(403)
        if request.content_length is not None and request.content_length > MOST_BYTES:
            return _refusal(413)
        try:
            async with asyncio.timeout(self._read_seconds):
                body = await request.read()
            update = json.loads(body)
        except web.HTTPRequestEntityTooLarge:
            return _refusal(413)
        except TimeoutError:
            return _refusal(408)
        except (ValueError, RecursionError, ClientError, ConnectionError):
            return _refusal(400)
        self.deliveries += 1
        self._inbox.receive(update)
        return web.Response()


def _refusal(status: int) -> web.Response:
    """An answer after which nothing more is read."""
    response = web.Response(status=status)
    response.force_close()
    return response


class WebhookWatch:
    """Asks Telegram whether it gets its updates delivered, and tells a `Hearing`.

    Everything has arrived where nothing is pending. While there is a lot to do something always is, on its way: then
    it is enough that updates come and Telegram reports no failure since it was asked last.
    """

    def __init__(self, bot: ExtBot[Any], webhook: Webhook, hearing: Hearing, clock: Clock) -> None:
        self._bot = bot
        self._webhook = webhook
        self._hearing = hearing
        self._clock = clock
        self._bell = Bell(clock)
        self._failed_at: datetime | None = None
        self._seen = 0
        hearing.ask = self._bell.ring
        self.problem = ""
        """What Telegram says of the address, in a sentence for the operator; empty if it is content."""

    async def run(self) -> None:
        """Ask every `_ASK_SECONDS`, and sooner where somebody wants to know; until cancelled."""
        while True:
            begun = self._clock.now()
            try:
                info = await self._bot.get_webhook_info()
            except TelegramError as error:
                log.warning("Telegram could not be asked about the webhook: %s", error)
            else:
                self._judge(info, begun)
            await sleep(self._clock, _LEAST_PAUSE)
            await self._bell.wait(_ASK_SECONDS)

    def _judge(self, info: WebhookInfo, begun: float) -> None:
        comes, self._seen = self._webhook.deliveries > self._seen, self._webhook.deliveries
        fails, self._failed_at = info.last_error_date != self._failed_at, info.last_error_date
        if not info.url:
            self.problem = "Telegram knows of no webhook any more; another program may use this token"
        elif info.pending_update_count and (fails or not comes):
            reason = f" ({info.last_error_message})" if info.last_error_message else ""
            self.problem = f"Telegram cannot deliver {info.pending_update_count} updates to WEBHOOK_URL{reason}"
        else:
            self.problem = ""
            self._hearing.answered(begun)
