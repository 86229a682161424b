"""Intents from the page, carried out by the table service as their taps are: the same locks, the same
refusals, the same throttles.
"""

import asyncio
from typing import Final

from cachetools import LRUCache

from bot.app.protocol import Answer, AutopilotIntent, Intent, PlayIntent, SelectIntent, SimpleIntent
from bot.app.sign_in import Session
from bot.handlers.denied import Denied
from bot.handlers.refusal_texts import RefusalTexts
from bot.handlers.services import Services
from bot.handlers.throttle import Verdict
from bot.locales import Texts, texts_for
from bot.process.logs import context
from bot.screens.hand import hint_text
from bot.screens.refusals import Denial, refusal_text
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.service import TableService
from bot.tables.state import Person, Playing
from bot.tables.table import Table
from bot.tables.view import seat_view
from engine.cards import parse_counts
from storage import Autopilot

_KEPT_ANSWERS: Final = 32
"""Of a person: an intent that is sent again is one of their last."""
_KEPT_PEOPLE: Final = 20_000
_IN_LOBBY: Final = frozenset({"join", "leave", "fill", "start", "again"})
"""What a tap in the group would do; it counts there."""

Answers = LRUCache[str, "asyncio.Future[Answer]"]


class Desk:
    """Answers every intent of a person exactly once.

    Args:
        services: what carries it out.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tables = services.tables
        self._refusals = RefusalTexts(services)
        self._answers = LRUCache[int, Answers](_KEPT_PEOPLE)

    async def answer(self, session: Session, intent: Intent) -> Answer:
        """Carry an intent out; one that has come before is answered as it was then, and nothing is done."""
        answers = self._answers.get(session.person_id)
        if answers is None:
            answers = self._answers[session.person_id] = LRUCache(_KEPT_ANSWERS)
        known = answers.get(intent.id)
        if known is None:
            known = answers[intent.id] = asyncio.ensure_future(self._serve(session, intent))
        return await asyncio.shield(known)

    async def _serve(self, session: Session, intent: Intent) -> Answer:
        texts = texts_for(self._services.settings.default_language)
        with context(table=intent.table, deal=intent.deal, turn=intent.turn, app=intent.type):
            try:
                person = await self._services.directory.get(session.person_id)
                texts = texts_for(person.language)
                verdict = self._services.throttle.tap(session.telegram_id, self._counts_at(session, intent))
                if verdict is not Verdict.SERVE:
                    return Answer(id=intent.id, ok=False, text=refusal_text(Denial.TOO_FAST, texts))
                text = await self._carry_out(session, person, intent, texts)
            except Exception as error:
                text = await self._refusals.text(error, texts)
                return Answer(id=intent.id, ok=False, text=text)
        return Answer(id=intent.id, ok=True, text=text)

    def _counts_at(self, session: Session, intent: Intent) -> int:
        """The chat at which an intent is counted."""
        table = shown_table(self._tables, session)
        if intent.type in _IN_LOBBY and table is not None and table.state.id == intent.table:
            return table.state.chat_id
        return session.telegram_id

    async def _carry_out(self, session: Session, person: Person, intent: Intent, texts: Texts) -> str:
        """Have the table service do it; returns what there is to say about it, if anything is.

        Raises:
            Refusal, EngineError: it is not allowed.
        """
        turn, table, tables = (intent.deal, intent.turn), intent.table, self._tables
        match intent:
            case PlayIntent(cards=cards, reading=reading):
                counts = parse_counts(cards)
                played = await tables.play(table, person.id, counts, reading, turn, asks=True)
                if not played and tables.table(table).hand(person.id).asking == counts:
                    return texts("hand-once-more")
            case SelectIntent(cards=cards):
                await tables.selecting.select(table, person.id, parse_counts(cards), intent.deal)
            case AutopilotIntent(on=True):
                await tables.autopilot_on(table, person.id, Autopilot.WISHED, intent.deal)
            case AutopilotIntent():
                await tables.autopilot_off(table, person.id, intent.deal)
            case SimpleIntent(type="pass"):
                await tables.pass_turn(table, person.id, turn)
            case SimpleIntent(type="hint"):
                await tables.selecting.hint(table, person.id, intent.deal)
                return self._hint(table, person, texts)
            case SimpleIntent(type="memory"):
                await tables.selecting.unfold_memory(table, person.id, intent.deal)
            case SimpleIntent(type="leave"):
                await tables.leave(table, person.id)
            case SimpleIntent(type="fill"):
                await tables.fill(table, person.id)
            case SimpleIntent(type="start"):
                await tables.start(table, person.id)
            case SimpleIntent(type="again"):
                await tables.again(table, person.id, f"app.{intent.id}", intent.deal)
            case SimpleIntent(type="join"):
                await self._join(session, person, intent)
        return ""

    def _hint(self, table_id: int, person: Person, texts: Texts) -> str:
        table = self._tables.table(table_id)
        state = table.state
        seat = state.live.seat_of(person.id) if isinstance(state, Playing) else None
        if not isinstance(state, Playing) or seat is None:
            return ""
        return hint_text(seat_view(state, state.live, seat, table.hand(person.id)), texts)

    async def _join(self, session: Session, person: Person, intent: SimpleIntent) -> None:
        table = shown_table(self._tables, session)
        if table is None or table.state.id != intent.table:
            raise Refused(RefusalCode.OUTDATED)
        if not await self._services.may_play(person):
            raise Denied(Denial.BOT_CANNOT_WRITE)
        person = await self._services.directory.get(person.id)
        await self._tables.join(intent.table, person, f"app.{intent.id}")


def shown_table(tables: TableService, session: Session) -> Table | None:
    """Return the table that a person's page shows: their own, else the one they look on at; None if there is none."""
    own = tables.of_person(session.person_id)
    if own is not None or not session.watches:
        return own
    return next((table for table in tables.live if table.state.id == session.watches), None)
