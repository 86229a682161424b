"""/review and 复盘: a finished deal looked at again, in private and only for who played it."""

import logging
from collections.abc import Sequence
from typing import Final

from bot.handlers.contexts import SILENT, Command, CommandContext, Place, Reply, TapContext, TapHandlers
from bot.handlers.denied import Denied
from bot.handlers.panels import require_offered, turn
from bot.handlers.replays import ReplayHandlers, number_of
from bot.handlers.replies import show, tell
from bot.handlers.services import Services
from bot.outbox.message_store import fleeting_slot
from bot.screens.refusals import Denial
from bot.screens.review import failed_screen, progress_screen, review_screen
from bot.screens.screen import Button, Screen
from bot.tables.state import Person
from bot.telegram_api.callback_data import ButtonAction
from engine.seats import Seat
from storage import DealState, StoredDeal, Unknown

log = logging.getLogger(__name__)

PROGRESS_SECONDS: Final = 1.5
"""Between two looks at how far a review is."""


class ReviewHandlers:
    """/review. A review is shown in private, to the person whose decisions it is about, and to nobody else."""

    def __init__(self, services: Services, replays: ReplayHandlers) -> None:
        self._services = services
        self._replays = replays

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
        return (Command("review", self.review),)

    @property
    def taps(self) -> TapHandlers:
        """The taps served here."""
        return {ButtonAction.REVIEW: self._tapped}

    async def review(self, command: CommandContext) -> None:
        """/review, or /review and the number of a deal: of one's own last deal, or of that one; in a group it says
        where the answer is.

        Raises:
            Denied: they have not played it, it is not over, it is the deal of a day that others may still play, another
                review of theirs is under way, or the bot cannot write to them.
        """
        person, place = command.person, command.place
        if command.args:
            stored, seat = await self._find(number_of(command.args[0].lstrip("#")), person)
        else:
            last = await self._services.database.deals.last_settled_of_person(person.id)
            if last is None:
                raise Denied(Denial.NO_SUCH_DEAL)
            stored, seat = self._checked(last, person)
        await self._require_reached(place, person)
        await self._show(stored, seat, person)
        if not place.is_private:
            chat = Button(command.texts("button-to-review"), url=f"https://t.me/{self._services.bot.username}")
            tell(self._services, place, command.texts("review-is-private"), chat, to=command.message)

    async def _tapped(self, tap: TapContext) -> Reply:
        require_offered(tap)
        number, _, page = tap.data.arg.partition(".")
        stored, seat = await self._find(number_of(number), tap.person)
        if page:
            reviewed = self._services.reviewer.kept(stored, seat)
            if reviewed is None or not page.isdecimal() or not tap.place.is_private:
                raise Denied(Denial.OLD_BUTTON)
            finished = await self._replays.finished(stored)
            turn(self._services, tap, self._drawn(review_screen(finished, reviewed, int(page), tap.person)))
            return SILENT
        await self._require_reached(tap.place, tap.person)
        await self._show(stored, seat, tap.person)
        return SILENT if tap.place.is_private else Reply(tap.texts("review-is-private"))

    async def _find(self, deal_id: int, person: Person) -> tuple[StoredDeal, Seat]:
        """A finished deal that this person has played; others do not exist for them."""
        try:
            stored = await self._services.database.deals.get(deal_id)
        except Unknown:
            raise Denied(Denial.NO_SUCH_DEAL) from None
        return self._checked(stored, person)

    def _checked(self, stored: StoredDeal, person: Person) -> tuple[StoredDeal, Seat]:
        seat = stored.seat_of(person.id)
        if seat is None:
            raise Denied(Denial.NO_SUCH_DEAL)
        if stored.state is DealState.LIVE:
            raise Denied(Denial.NOT_FINISHED)
        if stored.state is not DealState.SETTLED:
            raise Denied(Denial.NO_SUCH_DEAL)
        daily = self._services.database.daily
        day = daily.day_of(stored.id)
        if day is not None and (not self._services.daily.is_over(day) or daily.is_played(day)):
            raise Denied(Denial.DAILY_OPEN)
        return stored, seat

    async def _require_reached(self, place: Place, person: Person) -> None:
        if not place.is_private and not await self._services.reach.covers(person):
            raise Denied(Denial.BOT_CANNOT_WRITE)

    def _drawn(self, screen: Screen) -> Screen:
        return screen if self._services.settings.pictures else screen.plain

    async def _show(self, stored: StoredDeal, seat: Seat, person: Person) -> None:
        """Show the review in the private chat, now or once it is worked out."""
        services, place = self._services, Place.private(person)
        finished = await self._replays.finished(stored)
        reviewed = services.reviewer.kept(stored, seat)
        if reviewed is not None:
            show(services, place, self._drawn(review_screen(finished, reviewed, 0, person)))
            return
        if services.reviewer.is_running(stored.id, seat):
            return
        if services.reviewer.is_busy(person.id):
            raise Denied(Denial.REVIEW_BUSY)
        slot = fleeting_slot(person.telegram_id, f"review:{stored.id}")
        told = services.clock.now()
        services.outbox.show(slot, progress_screen(stored.id, 0, 0, person.language), fresh=True)

        def progress(done: int, number: int) -> None:
            nonlocal told
            if services.clock.now() - told >= PROGRESS_SECONDS:
                told = services.clock.now()
                services.outbox.show(slot, progress_screen(stored.id, done, number, person.language))

        def then(error: Exception | None) -> None:
            found = services.reviewer.kept(stored, seat) if error is None else None
            if found is None:
                log.error("the review of deal %d failed", stored.id, exc_info=error)
                services.outbox.close(slot, failed_screen(stored.id, person.language))
            else:
                services.outbox.close(slot, self._drawn(review_screen(finished, found, 0, person)))

        services.reviewer.begin(stored, seat, progress, then)
