"""Saying something that is no screen of a table: one sentence, one panel."""

from html import escape

from bot.handlers.calls import Place
from bot.screens.screen import Button, Screen
from bot.services import Services

WORTH_SAYING_SECONDS = 120.0
"""An answer that could not be sent for so long answers nothing any more."""


def tell(services: Services, place: Place, text: str, *buttons: Button) -> None:
    """Say a plain sentence where it was asked for."""
    show(services, place, Screen(escape(text), tuple((button,) for button in buttons), silent=True))


def show(services: Services, place: Place, screen: Screen) -> None:
    """Send a screen once, where it was asked for."""
    services.outbox.say(place.chat_id, place.thread_id, screen, expires_after=WORTH_SAYING_SECONDS)
