"""Every text people read, as Fluent messages: `zh/*.ftl` and `en/*.ftl` hold the same messages."""

from bot.locales.texts import Texts, texts_for

__all__ = ["Texts", "texts_for"]
