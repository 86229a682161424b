"""Saying something that is no screen of a table: one sentence, one panel."""

from html import escape
from typing import Final

from telegram import Message

from bot.handlers.contexts import Place
from bot.handlers.services import Services
from bot.screens.screen import Button, Screen

WORTH_SAYING_SECONDS: Final = 120.0
"""An answer that could not be sent for so long answers nothing any more."""


def tell(
    services: Services, place: Place, text: str, *buttons: Button, to: Message | None = None, curious: str | None = None
) -> None:
    """Say a plain sentence where it was asked for; in a group as a reply `to` the message it answers, since otherwise
    nobody could tell whom it is meant for. `curious` as in `Outbox.say`.
    """
    screen = Screen(escape(text), tuple((button,) for button in buttons), silent=True)
    reply_to = to.message_id if to is not None and not place.is_private else None
    show(services, place, screen, reply_to=reply_to, curious=curious)


def show(
    services: Services, place: Place, screen: Screen, *, reply_to: int | None = None, curious: str | None = None
) -> None:
    """Send a screen once, where it was asked for; `curious` as in `Outbox.say`."""
    services.outbox.say(
        place.chat_id,
        place.thread_id,
        screen,
        expires_after=WORTH_SAYING_SECONDS,
        reply_to=reply_to if place.alone is None else None,
        curious=curious,
        alone=place.alone,
    )
