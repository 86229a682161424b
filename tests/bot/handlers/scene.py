"""The whole bot on the fake Telegram, for tests of commands and panels: a group of people who speak English in a group
that speaks Chinese, no flood control, and a clock that moves while somebody waits.
"""

import json
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import SecretStr

from bot.application import Overrides, running
from bot.handlers.services import Services
from bot.handlers.throttle import ThrottleLimits
from bot.playground.fake import Answer, FakeRequest, FakeTelegram, Group, Limits, ManualClock, Message, Person, Room
from bot.process.config import Settings
from bot.review.reviewer import Judge
from bot.tables.state import Person as Known
from engine import review
from engine.deal import Deal
from engine.shuffle import deal_cards
from storage import ChatKind, Database, Durability, Occupant, Shuffle, StoredDeal, StoredOptions
from storage.tables import Seats
from tests.stillness import still_loop, time_goes_by, watched
from tests.storage.evening import go_on

T = TypeVar("T")

PATIENCE = 20_000
LOOK_SECONDS = 0.25
REAL_SECONDS = 30.0
"""How long a tap may take to be answered on a busy machine; the clock of the scene stands still for it."""


class TwiceDelivered(FakeRequest):
    """Delivers every update two times, as happens where Telegram does not hear that one has arrived."""

    async def do_request(self, url: str, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        status, body = await super().do_request(url, *args, **kwargs)
        answer = json.loads(body)
        if url.endswith("/getUpdates") and answer["ok"]:
            answer["result"] = [update for update in answer["result"] for _ in range(2)]
        return status, json.dumps(answer).encode()


@dataclass
class Scene:
    """A group with the bot; its creator is the first of the people."""

    telegram: FakeTelegram
    clock: ManualClock
    people: Sequence[Person]
    group: Group
    services: Services

    @property
    def ann(self) -> Person:
        """The creator of the group, an administrator."""
        return self.people[0]

    @property
    def bob(self) -> Person:
        """A member."""
        return self.people[1]

    @property
    def database(self) -> Database:
        return self.services.database

    async def until(self, found: Callable[[], T], *, step: float = LOOK_SECONDS) -> T:
        """Move the clock, by `step` seconds whenever nothing happens without, until `found` gives something true."""
        for _ in range(PATIENCE):
            await still_loop().stillness()
            result = found()
            if result:
                return result
            self.clock.advance(step)
        raise AssertionError("waited in vain")

    async def settled(self) -> None:
        """Wait until everything is shown that was asked for, as it is once a tap is answered."""
        await self.until(lambda: not self.services.outbox.depth)

    async def asks(
        self,
        person: Person,
        text: str,
        room: Room | None = None,
        *,
        reply_to: Message | None = None,
        answered_in: Room | None = None,
    ) -> Message:
        """Somebody writes a command; the one thing the bot says about it, there or in another chat, to them alone or
        not.
        """
        there = answered_in or room or person.private
        before = set(map(id, self.seen_by(person, there)))

        def answers() -> list[Message]:
            return [message for message in self.seen_by(person, there) if id(message) not in before]

        person.say(text, room, reply_to=reply_to)
        await self.until(answers)
        await self.settled()
        [answer] = answers()
        return answer

    def seen_by(self, person: Person, room: Room) -> list[Message]:
        """The messages of the bot in a chat that somebody sees, those for them alone last."""
        return room.from_bot + (person.ephemeral(room) if isinstance(room, Group) else [])

    async def asks_amid(self, person: Person, text: str) -> Message:
        """Somebody writes a command in private while cards are played there; what the bot says that has no buttons."""
        seen = set(map(id, person.private.from_bot))
        person.say(text)

        def answer() -> Message | None:
            fresh = (one for one in person.private.from_bot if id(one) not in seen and not one.buttons)
            return next(fresh, None)

        found = await self.until(answer)
        assert found is not None
        return found

    async def taps(self, person: Person, message: Message, label: str) -> Answer:
        """Somebody taps a button; what the bot answers to that."""
        answer = await person.tap(message, label).answer(patience=REAL_SECONDS)
        await self.settled()
        return answer

    async def forges(self, person: Person, message: Message, data: str) -> Answer:
        """Somebody's client sends a tap that it has made up."""
        answer = await person.forge_tap(message, data).answer(patience=REAL_SECONDS)
        await self.settled()
        return answer

    async def known(self, person: Person) -> Known:
        """Somebody as the bot knows them."""
        user = person.user
        stored = await self.database.people.seen(user.id, user.first_name, None, None, user.language_code)
        return await self.services.directory.get(stored.id)

    async def deal(
        self, *, seed: int = 1, chat_id: int | None = None, actions: int | None = None, computers: int = 0
    ) -> StoredDeal:
        """A ranked deal of the four people, or fewer and computer players, in the group's record; with `actions` it is
        abandoned after so many.
        """
        chat_id = chat_id or self.group.id
        await self.database.chats.seen(chat_id, ChatKind.SUPERGROUP, "Cards")
        seats = [Occupant.person((await self.known(person)).id) for person in self.people[: 4 - computers]]
        seats += [Occupant.computer("planner", number) for number in range(computers, 0, -1)]
        shuffle = Shuffle(seed.to_bytes(32, "big"), ("tap-1", "tap-2"))
        settings, now = self.services.settings, self.services.wall.now
        async with Database.open(  # beside the bot's own, for this one does not wait for the disk
            settings.database, clock=now, zone=settings.zone, durability=Durability.NORMAL, exclusive=False
        ) as database:
            table = await database.tables.create(
                chat_id=chat_id,
                host_id=seats[0].person_id or 0,
                shuffle=shuffle,
                options=StoredOptions(),
                seats=_four(seats),
            )
            dealt = deal_cards(shuffle.seed, table.options.rules)
            seated = replace(table, seats=_four([seats[place] for place in dealt.seating]))
            table, stored = await database.deals.start(seated)
            first: Deal = stored.first()
            recorded, _ = await go_on(database, table, stored, first, random.Random(seed), actions)
            await database.tables.close(recorded.table)
        return await self.database.deals.get(stored.id)


def _four(occupants: Sequence[Occupant]) -> Seats:
    one, two, three, four = occupants
    return one, two, three, four


@asynccontextmanager
async def scene(
    folder: Path,
    *,
    telegram: FakeTelegram | None = None,
    owner: int | None = None,
    throttle: ThrottleLimits | None = None,
    started: bool = True,
    twice: bool = False,
    pictures: bool = False,
    ephemeral: bool = True,
    judge: Judge = review.judge,
    app: tuple[str, int] | None = None,
) -> AsyncIterator[Scene]:
    """The bot running; `telegram` goes on with one that was there before, `owner` is the place of a person, and with
    `twice` every update is delivered two times; hands are never shown in the group without `ephemeral`.
    """
    if telegram is None:
        telegram = FakeTelegram(clock=ManualClock(), limits=Limits.none())
        for name in ("Ann", "Bob", "Cid", "Dee", "Eve"):
            telegram.add_person(name, started=started, language_code="en")
        telegram.add_group("Cards", [telegram.person(user.id) for user in telegram.users.values() if not user.is_bot])
    clock = telegram.clock
    assert isinstance(clock, ManualClock)
    people = [telegram.person(user.id) for user in telegram.users.values() if not user.is_bot]
    group = next(telegram.group(chat) for chat in telegram.chats if chat < 0)
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]  # the developer's own .env is none of the tests' business
        bot_token=SecretStr(telegram.account.token),
        database=folder / "scene.sqlite3",
        pictures=pictures,
        ephemeral_hands=ephemeral,
        daily_trials=0,
        owner_ids=() if owner is None else (people[owner].id,),
        app_url=app[0] if app else "",
        webhook_port=app[1] if app else 8443,
    )
    overrides = Overrides(
        request=FakeRequest(telegram),
        updates_request=TwiceDelivered(telegram) if twice else FakeRequest(telegram),
        wall=clock,
        clock=clock,
        workers=0,
        throttle=throttle or ThrottleLimits.none(),
        entropy=random.Random(1).randbytes,
        open_database=watched(Database.open),
        judge=judge,
    )
    async with AsyncExitStack() as stack:
        async with time_goes_by(clock):
            services = await stack.enter_async_context(running(settings, overrides))
        try:
            yield Scene(telegram, clock, people, group, services)
        finally:
            async with time_goes_by(clock):
                await stack.aclose()
    assert telegram.complaints == []
