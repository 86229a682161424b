"""Refusals and faults in words, for whoever runs into them."""

import logging

from bot.handlers.denied import Denied
from bot.handlers.services import Services
from bot.locales import Texts
from bot.screens.refusals import Denial, reason_text, refusal_text
from bot.tables.refusals import Refused
from engine.errors import EngineError

log = logging.getLogger(__name__)


class RefusalTexts:
    """Turns what was raised while somebody was served into a sentence."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def text(self, error: Exception, texts: Texts) -> str:
        """A sentence for the person; what is nobody's refusal goes to the log, and is called a fault.

        Args:
            error: what was raised.
            texts: in the language of the person.
        """
        try:
            if isinstance(error, Refused):
                return await self._refused(error, texts)
            if isinstance(error, Denied):
                return refusal_text(error.denial, texts)
            if isinstance(error, EngineError):
                return reason_text(error, texts)
        except Exception:
            log.exception("a fault while a refusal was put into words")
        else:
            log.error("a fault while somebody was served", exc_info=error)
        return refusal_text(Denial.ERROR, texts)

    async def _refused(self, error: Refused, texts: Texts) -> str:
        chat = None if error.chat_id is None else self._services.database.chats.get(error.chat_id)
        return refusal_text(error.code, texts, missing=error.missing, chat=(chat.title or "") if chat else "")
