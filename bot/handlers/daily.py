"""/daily: the deal of the day, once a person, and how it compares; and the line that groups get when a day is over."""

from collections.abc import Sequence
from statistics import median_low
from typing import Final

from telegram.helpers import create_deep_linked_url

from bot.daily.days import day_after, end_of, streak
from bot.handlers.contexts import SILENT, Command, CommandContext, Reply, TapContext, TapHandlers
from bot.handlers.denied import Denied
from bot.handlers.panels import require_offered, turn
from bot.handlers.replies import show, tell
from bot.handlers.services import Services
from bot.screens.daily import (
    PLAY,
    SHOW,
    DailyIntro,
    DailyPlace,
    DailyStanding,
    Parting,
    PastDay,
    daily_intro_screen,
    daily_standing_screen,
)
from bot.screens.refusals import Denial
from bot.screens.screen import Button, Screen
from bot.tables.checks import is_daily_over
from bot.tables.people import full_name
from bot.tables.state import Person, Playing, TableOptions
from bot.tables.view import Shown
from bot.telegram_api.callback_data import ButtonAction
from engine.daily import DAILY_RULES, parted
from engine.players import Strength
from engine.tracking import shown_cards
from storage import DailyDeal, DailyResult, StoredDeal

DAILY_PAYLOAD: Final = "daily"
MOST_PARTINGS: Final = 5
MOST_GROUPS: Final = 5


class DailyHandlers:
    """The deal of the day, in private."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._keeper = services.daily
        self._daily = services.database.daily

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
        return (Command("daily", self.daily),)

    @property
    def taps(self) -> TapHandlers:
        """The taps served here."""
        return {ButtonAction.DAILY: self._tapped}

    async def daily(self, command: CommandContext) -> None:
        """/daily: what the deal of the day is, or how one stands in it; in a group where to play it.

        Raises:
            Denied: it is not chosen yet.
        """
        person, place = command.person, command.place
        if not place.is_private:
            link = create_deep_linked_url(self._services.bot.username, DAILY_PAYLOAD)
            button = Button(command.texts("button-daily-private"), url=link)
            tell(self._services, place, command.texts("daily-in-private"), button, to=command.message)
            return
        deal = self._deal()
        table_id = self._daily.table_of(deal.day, person.id)
        if table_id is None:
            show(self._services, place, self._intro(deal, person))
        elif not await self._goes_on(table_id, person):
            screen = await self._standing(deal.day, person)
            if screen is None:
                tell(self._services, place, command.texts("daily-given-up"))
            else:
                show(self._services, place, screen)

    async def _tapped(self, tap: TapContext) -> Reply:
        require_offered(tap)
        wish, _, day = tap.data.arg.partition(".")
        if wish == PLAY:
            return await self._begin(tap, day)
        screen = await self._standing(day, tap.person) if wish == SHOW else None
        if screen is None:
            raise Denied(Denial.OLD_BUTTON)
        if tap.data.table:  # under the result of the deal, which stays
            show(self._services, tap.place, screen)
        else:
            turn(self._services, tap, screen)
        return SILENT

    async def _begin(self, tap: TapContext, day: str) -> Reply:
        """Begin the deal, if it is still the one of today; otherwise offer today's."""
        deal, person = self._deal(), tap.person
        if deal.day != day:
            turn(self._services, tap, self._intro(deal, person))
            return SILENT
        options = TableOptions(strength=Strength.EXPERT, language=person.language)
        await self._services.tables.open_table(
            tap.place.chat_id,
            None,
            person,
            tap.seed_input,
            practice=True,
            rules=DAILY_RULES,
            options=options,
            daily=deal,
        )
        return SILENT

    async def _goes_on(self, table_id: int, person: Person) -> bool:
        """Return whether somebody is still at it; then they see their hand anew."""
        table = self._services.tables.of_person(person.id)
        if table is None or table.state.id != table_id or is_daily_over(table.state):
            return False
        if isinstance(table.state, Playing):
            self._services.stage.show_hand(table, person.id, fresh=True)
        else:  # the bot stopped between sitting down and dealing
            await self._services.tables.start(table_id, person.id)
        return True

    def _deal(self) -> DailyDeal:
        deal = self._daily.deal(self._keeper.today)
        if deal is None:
            self._keeper.wake()
            raise Denied(Denial.DAILY_NOT_READY)
        return deal

    def _intro(self, deal: DailyDeal, person: Person) -> Screen:
        tomorrow = self._daily.deal(day_after(deal.day))
        intro = DailyIntro(
            day=deal.day,
            ends=end_of(deal.day, self._keeper.zone),
            commitment=deal.commitment,
            next_commitment=tomorrow.commitment if tomorrow else "",
            streak=streak(self._daily.days_of(person.id), deal.day),
            past=self._past(day_after(deal.day, -1)),
        )
        return daily_intro_screen(intro, person.language)

    def _past(self, day: str) -> PastDay | None:
        """The deal of a day that is over, once nobody plays it any more."""
        deal = self._daily.deal(day)
        if deal is None or self._daily.is_played(day):
            return None
        return PastDay(day, deal.server_seed, deal.commitment)

    async def _standing(self, day: str, person: Person) -> Screen | None:
        """Return how somebody stands; None where they have not finished it: nobody sees anything of it before that."""
        results = await self._daily.results(day)
        own = next((one for one in results if one.person_id == person.id), None)
        if own is None:
            return None
        points = [one.points for one in results]
        places = [DailyPlace(None, *_place(own, results))]
        mates: list[DailyResult] = []
        for chat in (await self._services.database.chats.with_person(person.id))[:MOST_GROUPS]:
            if chat.id is not None:
                of_group = await self._daily.results(day, chat_id=chat.id)
                places.append(DailyPlace(chat.title or "", *_place(own, of_group)))
                mates += of_group
        par = self._keeper.par(day)
        standing = DailyStanding(
            day=day,
            ends=end_of(day, self._keeper.zone),
            is_over=self._keeper.is_over(day),
            deal_id=own.deal_id,
            points=own.points,
            median=median_low(points),
            best=points[0],
            places=tuple(places),
            par=None if par is None else (len(par.points), par.median, par.best),
            streak=streak(self._daily.days_of(person.id), self._keeper.today),
            partings=await self._partings(own, results, mates),
        )
        return daily_standing_screen(standing, person.language)

    async def _partings(
        self, own: DailyResult, results: Sequence[DailyResult], mates: Sequence[DailyResult]
    ) -> tuple[Parting, ...]:
        """Return where others first did something else: people of one's groups before strangers, the best first."""
        others = list({one.person_id: one for one in (*mates, *results) if one.person_id != own.person_id}.values())
        chosen = sorted(others[:MOST_PARTINGS], key=lambda one: (-one.points, one.ended))
        if not chosen:
            return ()
        deals = self._services.database.deals
        mine = _shown(await deals.get(own.deal_id))
        names = await self._services.database.people.many(one.person_id for one in chosen)
        partings = []
        for one in chosen:
            theirs = _shown(await deals.get(one.deal_id))
            number = parted([shown.entry for shown in mine], [shown.entry for shown in theirs])
            place, _ = _place(one, results)
            partings.append(
                Parting(
                    name=full_name(names[one.person_id]),
                    place=place,
                    points=one.points,
                    number=None if number is None else number + 1,
                    own=_at(mine, number),
                    theirs=_at(theirs, number),
                )
            )
        return tuple(partings)


def _place(own: DailyResult, results: Sequence[DailyResult]) -> tuple[int, int]:
    """The place of a result, which equal points share, and how many there are."""
    return 1 + sum(one.points > own.points for one in results), len(results)


def _shown(stored: StoredDeal) -> list[Shown]:
    """Everything that was done in a finished deal, with the cards it showed."""
    log = stored.last().log
    return [Shown(entry, cards) for entry, cards in zip(log, shown_cards(stored.dealt.seated_hands, log), strict=True)]


def _at(shown: Sequence[Shown], number: int | None) -> Shown | None:
    return shown[number] if number is not None and number < len(shown) else None
