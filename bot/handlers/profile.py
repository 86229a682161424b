"""The record of a person: /rank, /top, /stats and /history."""

from collections.abc import Sequence
from typing import Final

from bot.handlers.contexts import SILENT, Command, CommandContext, Place, Reply, TapContext, TapHandlers
from bot.handlers.denied import Denied
from bot.handlers.panels import language_at, pictures_at, require_offered, turn
from bot.handlers.replies import show
from bot.handlers.services import Services
from bot.handlers.targets import subject
from bot.screens.models import RankCard, Statistics, TopList, TopRow, TopScope
from bot.screens.profile import history_screen, rank_screen, stats_screen, top_screen
from bot.screens.refusals import Denial
from bot.screens.screen import Screen
from bot.tables.people import full_name
from bot.tables.state import Language, Person
from bot.telegram_api.callback_data import ButtonAction

RECENT_DEALS: Final = 10
_ROWS_LOOKED_AT: Final = 3 * RECENT_DEALS
"""Ledger rows among which the last deals are looked for: there are corrections too."""
_GLOBAL: Final = frozenset({"global", "all", "总榜", "全部"})
_MONTH: Final = frozenset({"month", "本月", "月榜"})


class ProfileHandlers:
    """Titles, lists, figures and histories."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._scores = services.database.scores

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
        return (
            Command("rank", self.rank),
            Command("top", self.top),
            Command("stats", self.stats),
            Command("history", self.history),
        )

    @property
    def taps(self) -> TapHandlers:
        """The taps served here."""
        return {ButtonAction.TOP: self._top_tapped, ButtonAction.HISTORY: self._history_tapped}

    # Commands

    async def rank(self, command: CommandContext) -> None:
        """/rank: one's own title, or as a reply somebody else's.

        Raises:
            Denied: nothing is known of that person.
        """
        person, place = await subject(self._services, command), command.place
        rows = await self._scores.ledger(person.id, limit=_ROWS_LOOKED_AT)
        points = [row.points for row in rows if row.deal_id is not None][:RECENT_DEALS]
        card = RankCard(
            name=person.name,
            card=self._scores.of(person.id),
            standing=None if place.is_private else await self._scores.place(person.id, chat_id=place.chat_id),
            chat_title=None if place.is_private else command.message.chat.title or "",
            recent=tuple(reversed(points)),
        )
        language = language_at(self._services, place, command.person)
        pictures = pictures_at(self._services, place, command.person)
        show(self._services, place, rank_screen(card, language, pictures=pictures), curious=f"rank:{person.id}")

    async def top(self, command: CommandContext) -> None:
        """/top: the best of this group; `global`: of all; `month`: of this month."""
        place = command.place
        words = {word.lower() for word in command.args}
        everywhere, month = place.is_private or bool(words & _GLOBAL), bool(words & _MONTH)
        scopes = (TopScope.GLOBAL, TopScope.GLOBAL_MONTH) if everywhere else (TopScope.CHAT, TopScope.CHAT_MONTH)
        screen = await self._top(scopes[month], place, command.person)
        show(self._services, place, screen, curious=f"top:{scopes[month].value}")

    async def stats(self, command: CommandContext) -> None:
        """/stats: one's own deals in figures, or as a reply somebody else's.

        Raises:
            Denied: nothing is known of that person.
        """
        person, place = await subject(self._services, command), command.place
        statistics = Statistics(person.name, self._scores.of(person.id), await self._scores.curve(person.id))
        language = language_at(self._services, place, command.person)
        pictures = pictures_at(self._services, place, command.person)
        show(self._services, place, stats_screen(statistics, language, pictures=pictures), curious=f"stats:{person.id}")

    async def history(self, command: CommandContext) -> None:
        """/history: the deals one has played, the newest first."""
        if command.is_anonymous:
            raise Denied(Denial.NOBODY_KNOWN)
        language = language_at(self._services, command.place, command.person)
        screen = await self._history(command.person, 1, language)
        show(self._services, command.place, screen, curious=f"history:{command.person.id}")

    # Taps

    async def _top_tapped(self, tap: TapContext) -> Reply:
        require_offered(tap)
        turn(self._services, tap, await self._top(TopScope(tap.data.arg), tap.place, tap.person))
        return SILENT

    async def _history_tapped(self, tap: TapContext) -> Reply:
        require_offered(tap)
        person_id, _, page = tap.data.arg.partition(".")
        person = await self._services.directory.get(int(person_id))
        language = language_at(self._services, tap.place, tap.person)
        turn(self._services, tap, await self._history(person, int(page), language))
        return SILENT

    # What they show

    async def _top(self, scope: TopScope, place: Place, person: Person) -> Screen:
        chat_id = place.chat_id if scope.is_chat else None
        month = self._scores.period(self._services.wall.now()) if scope.is_month else None
        rows = await self._scores.top(chat_id=chat_id, period=month)
        chat = None if place.is_private else self._services.database.chats.get(place.chat_id)
        top = TopList(
            scope=scope,
            rows=tuple(TopRow(row.place, full_name(row.person), row.points, row.person.score) for row in rows),
            own=await self._scores.place(person.id, chat_id=chat_id, period=month),
            chat_title=chat.title or "" if chat else "",
            month=month or "",
        )
        return top_screen(top, language_at(self._services, place, person))

    async def _history(self, person: Person, page: int, language: Language) -> Screen:
        return history_screen(person.id, person.name, await self._scores.history(person.id, page=page), language)
