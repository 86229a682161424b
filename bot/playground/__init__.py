"""A local Telegram: the fake Bot API that tests and the page in the browser share, and the page itself."""

from bot.playground.playground import Playground

__all__ = ["Playground"]
