"""Finished deals: stepping through one with all hands open, and the proof that it was dealt fairly."""

import json
import shlex
from collections.abc import Sequence
from typing import Final, cast

from bot.handlers.contexts import SILENT, Command, CommandContext, Place, Reply, TapContext, TapHandlers
from bot.handlers.denied import Denied
from bot.handlers.panels import language_at, require_offered, turn
from bot.handlers.replies import show
from bot.handlers.services import Services
from bot.screens.models import Verification
from bot.screens.refusals import Denial
from bot.screens.replay import ANEW, replay_screen, verify_screen
from bot.screens.screen import Screen
from bot.tables.repository import computer_of
from bot.tables.state import Chair, Chairs, FinishedDeal, Language, LiveDeal, Person, over
from bot.telegram_api.callback_data import ButtonAction
from engine.errors import EngineError
from engine.ruleset import DEFAULT_RULES
from engine.shuffle import commitment
from storage import DealState, StoredDeal, Unknown

_LONGEST_NUMBER: Final = 15


class ReplayHandlers:
    """/replay and /verify. A deal belongs to its chat: whoever is there may see it, and whoever played it anywhere."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
        return (
            Command("replay", self.replay),
            Command("verify", self.verify),
        )

    @property
    def taps(self) -> TapHandlers:
        """The taps served here."""
        return {ButtonAction.REPLAY: self._replay_tapped}

    # Commands

    async def replay(self, command: CommandContext) -> None:
        """/replay, or /replay and the number of a deal: step through it; unasked, through the last one of this chat,
        in private through one's own last one.

        Raises:
            Denied: there is no such deal for this person to see, or it is not over.
        """
        stored = await self._wanted(command)
        show(self._services, command.place, await self._screen(stored, 0, command.person, command.place))

    async def verify(self, command: CommandContext) -> None:
        """/verify, or /verify and the number of a deal: recompute its shuffle. Chooses and raises as `replay` does, but
        where there is a table says at least what its next deal is committed to.
        """
        person, place = command.person, command.place
        tables = self._services.tables
        table = tables.of_person(person.id) if place.is_private else tables.in_room(place.chat_id, place.thread_id)
        sealed = table.state.commitment if table is not None else ""
        language = language_at(self._services, place, person)
        try:
            stored = await self._wanted(command)
            self._require_opened(stored)
            found = verification(stored, language)
        except Denied:
            if command.args or not sealed:
                raise
            found = None
        show(self._services, place, verify_screen(found, language, sealed))

    # Taps

    async def _replay_tapped(self, tap: TapContext) -> Reply:
        require_offered(tap)
        number, _, step = tap.data.arg.partition(".")
        stored = await self._find(number_of(number), tap.person, tap.place)
        anew = not step or step.endswith(ANEW)
        screen = await self._screen(stored, int(step.removesuffix(ANEW) or 0), tap.person, tap.place)
        if anew:
            show(self._services, tap.place, screen)
        else:
            turn(self._services, tap, screen)
        return SILENT

    async def _screen(self, stored: StoredDeal, step: int, person: Person, place: Place) -> Screen:
        """A step of a replay; in private with the marks of the person's own review, where it is known."""
        seat = stored.seat_of(person.id) if place.is_private else None
        reviewed = self._services.reviewer.kept(stored, seat) if seat is not None else None
        marks = reviewed.mistakes if reviewed is not None else ()
        return replay_screen(await self.finished(stored), step, language_at(self._services, place, person), marks)

    # Which deal

    async def _wanted(self, command: CommandContext) -> StoredDeal:
        """The deal a command is about."""
        person, place = command.person, command.place
        if command.args:
            return await self._find(number_of(command.args[0].lstrip("#")), person, place)
        deals = self._services.database.deals
        if place.is_private:
            last = await deals.last_settled_of_person(person.id)
        else:
            last = await deals.last_settled_in_chat(place.chat_id)
        if last is None:
            raise Denied(Denial.NO_SUCH_DEAL)
        self._require_fit_for(last, place)
        return last

    async def _find(self, deal_id: int, person: Person, place: Place) -> StoredDeal:
        """A finished deal that this person may see here; others do not exist for them."""
        try:
            stored = await self._services.database.deals.get(deal_id)
        except Unknown:
            raise Denied(Denial.NO_SUCH_DEAL) from None
        if stored.chat_id != place.chat_id and stored.seat_of(person.id) is None:
            raise Denied(Denial.NO_SUCH_DEAL)
        if stored.state is DealState.LIVE:
            raise Denied(Denial.NOT_FINISHED)
        if stored.state is not DealState.SETTLED:
            raise Denied(Denial.NO_SUCH_DEAL)
        self._require_fit_for(stored, place)
        return stored

    def _require_opened(self, stored: StoredDeal) -> None:
        """Check that the seed of a deal may be shown: that of a day may once the day is over and nobody plays it."""
        day, daily = self._services.database.daily.day_of(stored.id), self._services.daily
        if day is not None and (not daily.is_over(day) or self._services.database.daily.is_played(day)):
            raise Denied(Denial.DAILY_SEALED)

    def _require_fit_for(self, stored: StoredDeal, place: Place) -> None:
        """Check that nobody who has yet to play the deal of the day sees its cards here."""
        day = self._services.database.daily.day_of(stored.id)
        if day is not None and not self._services.daily.is_over(day) and not place.is_private:
            raise Denied(Denial.DAILY_IN_PRIVATE)

    async def finished(self, stored: StoredDeal) -> FinishedDeal:
        """A finished deal as the screens take it."""
        ids = {player.person_id for player in stored.players if player.person_id is not None}
        people = await self._services.directory.many(ids)
        chairs = []
        for seat, player in enumerate(stored.players):
            chairs.append(Chair(computer_of(player, seat) if player.person_id is None else people[player.person_id]))
        live = LiveDeal(
            id=stored.id,
            number=stored.number,
            seed=stored.shuffle.seed,
            dealt=stored.dealt,
            chairs=cast(Chairs, tuple(chairs)),
            deal=stored.last(),
            ranked=stored.ranked,
            server_seed=stored.shuffle.server_seed,
            taps=stored.shuffle.taps,
        )
        return over(live)


def verification(stored: StoredDeal, language: Language) -> Verification:
    """Return what recomputing the shuffle of a finished deal shows."""
    shuffle = stored.shuffle
    return Verification(
        number=stored.id,
        commitment=stored.commitment,
        server_seed=shuffle.server_seed,
        taps=len(shuffle.taps),
        seals=commitment(shuffle.server_seed) == stored.commitment,
        deals=_deals_what_was_played(stored),
        command=verify_command(stored, language),
    )


def verify_command(stored: StoredDeal, language: Language) -> str:
    """Return what to type to recompute the shuffle of a finished deal."""
    shuffle = stored.shuffle
    words = ["python", "-m", "engine", "verify", "--server-seed", shuffle.server_seed.hex()]
    words += ["--commitment", stored.commitment, "--deal", str(shuffle.number)]
    words += [f"--tap={tap}" for tap in shuffle.taps]
    if stored.rules.deal_style is not DEFAULT_RULES.deal_style:
        words.append("--rules=" + json.dumps({"deal_style": stored.rules.deal_style.value}))
    if language is not Language.CHINESE:
        words += ["--lang", language.value]
    return shlex.join(words)


def _deals_what_was_played(stored: StoredDeal) -> bool:
    """Whether the hands that the seed gives are those of the deal: its opening card and its leader, and everything
    played from them was there to be played.
    """
    dealt = stored.dealt
    if (dealt.opening, dealt.leader) != (stored.opening, stored.leader):
        return False
    try:
        return stored.last().is_over
    except EngineError:
        return False


def number_of(text: str) -> int:
    """Read the number of a deal.

    Raises:
        Denied: it is none.
    """
    if not text.isdecimal() or len(text) > _LONGEST_NUMBER:
        raise Denied(Denial.NO_SUCH_DEAL)
    return int(text)
