"""What the handlers remember for a while: codes of deep links, and whom the bot cannot write to."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.handlers.services import LINK_SECONDS, UNREACHABLE_SECONDS, Links, Reach
from bot.outbox import Outbox
from bot.playground.fake import ManualClock
from bot.tables.people import Directory, Identity
from bot.telegram_api.callback_data import ButtonAction
from storage import Database, Durability
from tests.bot.handlers.scene import scene

ANN, BOB = 1, 2


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database of its own."""
    async with Database.open(tmp_path / "services.sqlite3", durability=Durability.NORMAL) as opened:
        yield opened


def test_a_person_has_one_code_for_a_table_however_often_it_is_asked_for() -> None:
    links = Links(ManualClock())
    code = links.make(ANN, 7)
    assert {links.make(ANN, 7) for _ in range(100)} == {code}
    assert len({code, links.make(ANN, 8), links.make(BOB, 7)}) == 3


def test_a_code_is_its_owners_and_works_once() -> None:
    links = Links(ManualClock())
    code = links.make(ANN, 7)
    assert links.use(code, BOB) is None
    assert links.use(code, ANN) == 7
    assert links.use(code, ANN) is None
    assert links.make(ANN, 7) != code


def test_a_code_is_good_for_half_an_hour_since_it_was_last_asked_for() -> None:
    clock = ManualClock()
    links = Links(clock)
    code = links.make(ANN, 7)
    clock.advance(LINK_SECONDS - 1)
    assert links.make(ANN, 7) == code
    clock.advance(LINK_SECONDS - 1)
    assert links.use(code, ANN) == 7
    late = links.make(ANN, 7)
    clock.advance(LINK_SECONDS)
    assert links.use(late, ANN) is None


class Asked(Outbox):
    """An outbox that is asked whether somebody can be written to, and answers when it is told to."""

    def __init__(self, answer: "asyncio.Future[bool]") -> None:
        self._answer = answer

    async def reachable(self, chat_id: int) -> bool:
        return await self._answer


async def test_who_presses_start_while_telegram_is_asked_can_be_written_to(database: Database) -> None:
    """The answer is of before; put down afterwards it would have undone the Start."""
    directory, answer = Directory(database), asyncio.get_running_loop().create_future()
    person = await directory.meet(Identity(1, "Ann"))
    reach = Reach(directory, Asked(answer), ManualClock())
    asking = asyncio.ensure_future(reach.covers(person))
    await asyncio.sleep(0)
    await directory.set_reachable(person.id, True)
    answer.set_result(False)
    assert await asking
    assert await reach.covers(person)
    assert await directory.reachable(person.id)


async def test_taps_by_somebody_who_never_pressed_start_ask_telegram_once_in_a_while(tmp_path: Path) -> None:
    """Every tap on 加入 made another code, and asked Telegram again."""
    async with scene(tmp_path, started=False, ephemeral=False) as here:
        here.ann.start()
        await here.until(lambda: here.ann.private.from_bot)
        lobby = await here.asks(here.ann, "/newgame", here.group)
        join = next(b["text"] for b in lobby.buttons if b.get("callback_data", "").startswith(f"{ButtonAction.JOIN}:"))

        def asked() -> int:
            return sum(call.method == "sendChatAction" for call in here.telegram.calls)

        before = asked()
        links = {(await here.taps(here.bob, lobby, join)).url for _ in range(10)}
        assert len(links) == 1
        assert asked() == before + 1
        here.clock.advance(UNREACHABLE_SECONDS)
        await here.taps(here.bob, lobby, join)
        assert asked() == before + 2
        (link,) = links
        assert link is not None
        here.bob.follow(link)
        (table,) = here.services.tables.live
        await here.until(lambda: here.bob.id in {person.telegram_id for person in table.state.people})
