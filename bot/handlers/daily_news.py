"""The one line a day that a group gets which wants it: its three best in the deal of the day that is over."""

import logging
import math
from datetime import tzinfo
from statistics import median_low
from typing import Final

from telegram.helpers import create_deep_linked_url

from bot.daily.days import day_after, told_at, zone_named
from bot.handlers.daily import DAILY_PAYLOAD
from bot.handlers.panels import group_language
from bot.handlers.services import Services
from bot.screens.daily import DailyLine, daily_line_screen
from bot.tables.people import full_name
from storage import Chat

log = logging.getLogger(__name__)

BEST: Final = 3
_TOLD: Final = "daily:told:"
_LATE_SECONDS: Final = 86_400.0
"""What could not be told for so long, since the bot was down, is no news any more."""
_LOOK_BACK: Final = 2
"""Days that may be told yet: the hour of a group comes within 25 hours after the end of a day."""


class DailyNews:
    """Tells groups of the days that are over; which day each has heard of last is kept."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._keeper = services.daily
        self._facts = services.database.key_value

    async def look(self) -> float:
        """Tell what is due; the moment, in seconds since the epoch, at which something else is."""
        told = await self._facts.starting_with(_TOLD)
        next_moment = math.inf
        for chat in await self._services.database.chats.with_daily():
            last = told.pop(f"{_TOLD}{chat.id}", None)
            next_moment = min(next_moment, await self._tell_due(chat, last))
        for key in told:  # of groups that want it no more, or have another id: what they missed meanwhile is old
            await self._facts.delete(key)
        return next_moment

    async def _tell_due(self, chat: Chat, last: str | None) -> float:
        now, zone, today = self._services.wall.now(), self._zone(chat), self._keeper.today
        moments = {
            day: told_at(day, self._keeper.zone, zone, chat.options.daily_hour)
            for day in (day_after(today, -back) for back in range(_LOOK_BACK, -1, -1))
        }
        if last is None:  # it has just been switched on
            last = max((day for day, moment in moments.items() if moment <= now), default="")
            await self._facts.set(f"{_TOLD}{chat.id}", last)
        for day, moment in moments.items():
            if last < day and moment <= now:
                await self._facts.set(f"{_TOLD}{chat.id}", day)
                if now - moment < _LATE_SECONDS:
                    await self._tell(chat, day)
        return min((moment for moment in moments.values() if moment > now), default=math.inf)

    async def _tell(self, chat: Chat, day: str) -> None:
        if chat.id is None:
            return
        daily, database = self._services.database.daily, self._services.database
        everybody = await daily.results(day)
        results = await daily.results(day, chat_id=chat.id)
        people = await database.people.many(one.person_id for one in results[:BEST])
        line = DailyLine(
            day=day,
            players=len(results),
            best=tuple((full_name(people[one.person_id]), one.points) for one in results[:BEST]),
            median=median_low(one.points for one in everybody) if everybody else None,
        )
        url = create_deep_linked_url(self._services.bot.username, DAILY_PAYLOAD)
        screen = daily_line_screen(line, url, group_language(self._services, chat.id))
        self._services.outbox.say(chat.id, None, screen, key=f"daily:{day}")

    def _zone(self, chat: Chat) -> tzinfo:
        """The zone of a group; that of the days, where it has none or this machine does not know it any more."""
        if not chat.options.zone:
            return self._keeper.zone
        try:
            return zone_named(chat.options.zone)
        except ValueError as error:
            log.warning("chat %s has a zone that is unknown here, so that of the days is taken: %s", chat.id, error)
            return self._keeper.zone
