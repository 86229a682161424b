"""Calls as they leave the bot: worded so that the server understands them, and answers to taps given a second chance.

A Bot API server of one's own may be older than the bot. It refuses a message for one tag that it does not know, a
keyboard for one kind of button, and methods altogether. What it has refused once is remembered in `ServerLacks`, and
left out from then on: the time stands there as a plain text, the button is missing, the method fails without a call.
"""

import logging
import re
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, TypeAlias

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, TelegramError, TimedOut
from telegram.ext import BaseRateLimiter

from bot.tables.clock import sleep
from bot.telegram_api.limits import ChatRateLimiter
from bot.telegram_api.transport import NEVER_SENT

log = logging.getLogger(__name__)

Result: TypeAlias = bool | dict[str, Any] | list[dict[str, Any]]
Call: TypeAlias = Callable[..., Coroutine[Any, Any, Result]]

NEW_TAGS: Final = frozenset({"tg-time", "tg-emoji", "tg-spoiler", "blockquote"})
"""Of Telegram's HTML, those that were added since there are bots."""
NEW_BUTTONS: Final = frozenset({"copy_text", "web_app", "switch_inline_query_chosen_chat", "disabled"})
"""What a button can do since later; a server that does not know it takes the button for one that does nothing."""

_UNKNOWN_TAG: Final = re.compile(r'unsupported start tag "([a-z-]+)"', re.IGNORECASE)
_UNKNOWN_BUTTON: Final = "text buttons are unallowed"
_UNKNOWN_METHOD: Final = "method not found"

_ANSWER: Final = "answerCallbackQuery"
_ANSWER_SECONDS: Final = 10.0
"""How long a tap can be answered."""
_ONE_TRY_SECONDS: Final = 4.0
_BETWEEN_TRIES: Final = 0.5


class MethodUnknown(BadRequest):
    """The server does not know a method; nothing will come of calling it."""


class ServerLacks:
    """Methods and fields that the server was found not to know."""

    def __init__(self) -> None:
        self.tags: set[str] = set()
        self.buttons: set[str] = set()
        self.methods: set[str] = set()

    def learn(self, endpoint: str, data: Mapping[str, Any], error: TelegramError) -> bool:
        """Remember what a call was refused for; whether it can be made again without that."""
        tag = _UNKNOWN_TAG.search(error.message)
        if tag is not None and tag[1] in NEW_TAGS - self.tags:
            self.tags.add(tag[1])
            self._tell(f"<{tag[1]}>")
            return True
        markup = data.get("reply_markup")
        if _UNKNOWN_BUTTON in error.message.lower() and isinstance(markup, InlineKeyboardMarkup):
            unknown = {name for row in markup.inline_keyboard for button in row for name in _new_actions(button)}
            if found := unknown - self.buttons:
                self.buttons |= found
                self._tell(f"buttons with {' or '.join(sorted(found))}")
                return True
        if isinstance(error, InvalidToken) and _UNKNOWN_METHOD in error.message.lower():
            self.methods.add(endpoint)
            self._tell(f"the method {endpoint}")
        return False

    def without(self, endpoint: str, data: dict[str, Any]) -> dict[str, Any]:
        """The parameters of a call without what the server does not know.

        Raises:
            MethodUnknown: it does not know the method.
        """
        if endpoint in self.methods:
            raise MethodUnknown(f"the Bot API server does not know the method {endpoint}")
        if not self.tags and not self.buttons:
            return data
        changed = dict(data)
        for name in ("text", "caption"):
            if isinstance(text := data.get(name), str) and data.get("parse_mode"):
                changed[name] = self._plain(text)
        if isinstance(media := data.get("media"), InputMediaPhoto) and media.caption and media.parse_mode:
            changed["media"] = InputMediaPhoto(
                media.media,
                self._plain(media.caption),
                media.parse_mode,
                has_spoiler=media.has_spoiler,
                show_caption_above_media=media.show_caption_above_media,
            )
        if self.buttons and isinstance(markup := data.get("reply_markup"), InlineKeyboardMarkup):
            rows = [
                [button for button in row if self.buttons.isdisjoint(_new_actions(button))]
                for row in markup.inline_keyboard
            ]
            changed["reply_markup"] = InlineKeyboardMarkup([row for row in rows if row])
        return changed

    def _plain(self, text: str) -> str:
        """The text without the tags that are not known; what stands between them stays."""
        for tag in self.tags:
            text = re.sub(rf"</?{tag}(?:\s[^>]*)?>", "", text)
        return text

    @staticmethod
    def _tell(what: str) -> None:
        log.warning("the Bot API server does not know %s, as an older one; it is left out from now on", what)


class CarefulCalls(BaseRateLimiter[str]):
    """Guards every call of the bot, `ApplicationBuilder.rate_limiter(CarefulCalls(limiter))`, and lets `limiter` pace
    them. It stands here because python-telegram-bot lets a rate limiter see all calls with their parameters.
    """

    def __init__(self, limiter: ChatRateLimiter, lacks: ServerLacks | None = None) -> None:
        self._limiter = limiter
        self._lacks = lacks or ServerLacks()

    async def initialize(self) -> None:
        """Open what the limiter needs."""
        await self._limiter.initialize()

    async def shutdown(self) -> None:
        """Close what the limiter needs."""
        await self._limiter.shutdown()

    async def process_request(
        self,
        callback: Call,
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: str | None,
    ) -> Result:
        """Make a call when it is allowed, so that the server understands it; raises what it raises."""

        async def understandable(endpoint: str, data: dict[str, Any], **timeouts: Any) -> Result:
            try:
                return await callback(endpoint, self._lacks.without(endpoint, data), **timeouts)
            except TelegramError as error:
                if not self._lacks.learn(endpoint, data, error):
                    raise
            return await callback(endpoint, self._lacks.without(endpoint, data), **timeouts)

        call = self._twice(understandable) if endpoint == _ANSWER else understandable
        return await self._limiter.process_request(call, args, kwargs, endpoint, data, rate_limit_args)

    def _twice(self, call: Call) -> Call:
        """A call that is made once more where it was cut off or met a failing gateway, while that is of use."""

        async def twice(endpoint: str, data: dict[str, Any], **timeouts: Any) -> Result:
            clock = self._limiter.budget.clock
            begun = clock.now()
            timeouts["read_timeout"] = _ONE_TRY_SECONDS
            try:
                return await call(endpoint, data, **timeouts)
            except NetworkError as error:
                late = clock.now() - begun + _BETWEEN_TRIES + _ONE_TRY_SECONDS > _ANSWER_SECONDS
                if isinstance(error, BadRequest | Forbidden) or late:
                    raise
                log.info("the answer to a tap did not get through, once more: %s", error)
                cause = error.__cause__
                arrived = isinstance(error, TimedOut) or not (cause is None or isinstance(cause, NEVER_SENT))
            await sleep(clock, _BETWEEN_TRIES)
            try:
                return await call(endpoint, data, **timeouts)
            except BadRequest:
                if not arrived:
                    raise
                return True  # it has been answered: the first try has arrived, and only its result was lost

        return twice


def _new_actions(button: InlineKeyboardButton) -> set[str]:
    """Return what a button does that was added since there are bots, be it more than python-telegram-bot knows."""
    return {name for name in NEW_BUTTONS if name in button.api_kwargs or getattr(button, name, None) is not None}
