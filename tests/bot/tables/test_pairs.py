"""Two changes of one table at once, in pairs: the second comes while the first waits for the database.

Whatever the order, memory and file agree, the table is found by its room and its people, and closing it frees them all.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import Person, TableOptions, TableState
from bot.tables.table import Table
from engine.players import Strength
from engine.ruleset import RuleSet
from storage import Autopilot, PersonSettings, Phase
from tests.bot.tables.scene import GROUP, Scene, scene

SUPERGROUP = -1000100

Change: TypeAlias = Callable[[Scene, Table], Awaitable[object]]


async def play(here: Scene, table: Table) -> None:
    await here.play_weakest(table)


async def select(here: Scene, table: Table) -> None:
    person, live = here.actor(table), table.live
    await here.tables.selecting.toggle(table.state.id, person.id, 5, live.number)


async def autopilot_on(here: Scene, table: Table) -> None:
    await here.tables.autopilot_on(table.state.id, here.people[1].id, Autopilot.WISHED)


async def leave_in_deal(here: Scene, table: Table) -> None:
    await here.tables.autopilot_on(table.state.id, here.people[2].id, Autopilot.LEFT)


async def vote(here: Scene, table: Table) -> None:
    await here.tables.end(table.state.id, here.people[3], is_admin=False)


async def set_rules(here: Scene, _: Table) -> None:
    options = TableOptions(computers=False, strength=Strength.GREEDY)
    await here.tables.set_rules(GROUP, RuleSet(base_score=250), options)


async def change_settings(here: Scene, _: Table) -> None:
    person = here.people[1]
    await here.database.people.save_settings(person.id, PersonSettings(auto_pass=True, language="en"))
    await here.tables.refresh_person(person.id)


async def migrate(here: Scene, _: Table) -> None:
    await here.tables.migrate(GROUP, SUPERGROUP)


async def end(here: Scene, table: Table) -> None:
    await here.tables.end(table.state.id, here.people[0], is_admin=False)


async def close(here: Scene, table: Table) -> None:
    await here.tables.close_table(table.state.id)


async def join(here: Scene, table: Table) -> None:
    await here.tables.join(table.state.id, here.people[4], "t5")


async def leave(here: Scene, table: Table) -> None:
    await here.tables.leave(table.state.id, here.people[2].id)


async def host_leaves(here: Scene, table: Table) -> None:
    await here.tables.leave(table.state.id, here.people[0].id)


async def fill(here: Scene, table: Table) -> None:
    await here.tables.fill(table.state.id, here.people[0].id)


async def start(here: Scene, table: Table) -> None:
    await here.tables.start(table.state.id, here.people[0].id)


async def open_elsewhere(here: Scene, _: Table) -> None:
    await here.tables.open_table(GROUP - 1, None, here.people[1], "t2")


async def again(here: Scene, table: Table) -> None:
    await here.tables.again(table.state.id, here.people[1].id, "a2", table.live.number)


ANYWHERE: Sequence[Change] = (vote, set_rules, change_settings, migrate, end, close)
IN_A_DEAL: Sequence[Change] = (play, select, autopilot_on, leave_in_deal)
IN_A_LOBBY: Sequence[Change] = (join, leave, host_leaves, fill, start, open_elsewhere)
AFTER_A_DEAL: Sequence[Change] = (join, leave, again)


def paired(changes: Sequence[Change], others: Sequence[Change] = ()) -> list[tuple[Change, Change]]:
    """Each of `changes` with each other, with itself and with each of `others`, in both orders."""
    everything = (*changes, *others)
    return [(one, two) for one, two in product(everything, everything) if one in changes or two in changes]


async def change_at_once(here: Scene, table: Table, first: Change, second: Change) -> None:
    """Begin the second while the first waits for the database, which another process keeps from it."""
    hold = here.hold_writes()
    changing = [asyncio.ensure_future(_tried(first(here, table)))]
    for _ in range(5):
        await asyncio.sleep(0)
    changing.append(asyncio.ensure_future(_tried(second(here, table))))
    for _ in range(5):
        await asyncio.sleep(0)
    hold.set()
    await asyncio.gather(*changing)
    await here.settle()


async def _tried(change: Awaitable[object]) -> None:
    with suppress(Refused):  # the other one has made it impossible
        await change


def what_is_kept(state: TableState) -> list[object]:
    """What of a table is on the disk; the times of its clock are not."""
    deal = state.latest and (state.latest.id, state.latest.deal, state.latest.chairs)
    room = state.chat_id, state.thread_id
    return [room, state.phase, state.host_id, state.places, state.end_votes, state.rules, state.options, deal]


async def verify(here: Scene, table: Table) -> None:
    """Memory and file agree, and the table can be found, and closed."""
    kept = {one.state.id: one for one in await here.repository.live_tables()}
    live = {one.state.id: one for one in here.tables.live}
    assert kept.keys() == live.keys()
    for number, one in live.items():
        ours = one.state
        assert what_is_kept(ours) == what_is_kept(kept[number].state)
        assert one.row.version == kept[number].row.version
        assert here.tables.in_room(ours.chat_id, ours.thread_id) is one
        for person in ours.people:
            assert here.tables.of_person(person.id) is one
    for number in live:
        await here.tables.close_table(number)
    assert here.tables.live == ()
    assert here.database.tables.get(table.state.id).phase is Phase.CLOSED
    assert [here.tables.of_person(person.id) for person in here.people] == [None] * len(here.people)
    for chat_id in (GROUP, SUPERGROUP):
        assert here.tables.in_room(chat_id, None) is None
    assert not any(vars(here.tables._registry)[name] for name in ("_tables", "_rooms", "_seats", "_seated"))


@pytest.mark.parametrize(("first", "second"), [*paired(IN_A_DEAL, ANYWHERE), *paired(ANYWHERE)])
async def test_in_a_deal(first: Change, second: Change, tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        table = await here.deal()
        await change_at_once(here, table, first, second)
        await verify(here, table)


@pytest.mark.parametrize(("first", "second"), paired(IN_A_LOBBY, ANYWHERE))
async def test_in_a_lobby(first: Change, second: Change, tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        table = await here.lobby(seats=3)
        await change_at_once(here, table, first, second)
        await verify(here, table)


@pytest.mark.parametrize(("first", "second"), paired(AFTER_A_DEAL, ANYWHERE))
async def test_after_a_deal(first: Change, second: Change, tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        table = await here.deal()
        await here.play_out(table)
        await change_at_once(here, table, first, second)
        await verify(here, table)


async def test_a_group_migrates_while_a_play_waits_for_the_database(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        table = await here.deal()
        turn = table.live.turn
        await change_at_once(here, table, play, migrate)
        assert (table.live.turn, table.state.chat_id) == (turn + 1, SUPERGROUP)
        assert here.tables.in_room(GROUP, None) is None


async def test_a_table_that_is_opened_while_its_group_migrates_goes_on_in_the_supergroup(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        host: Person = here.people[0]
        hold = here.hold_writes()
        opening = asyncio.ensure_future(here.tables.open_table(GROUP, None, host, "t1"))
        await asyncio.sleep(0)
        migrating = asyncio.ensure_future(here.tables.migrate(GROUP, SUPERGROUP))
        await asyncio.sleep(0)
        hold.set()
        table, _ = await asyncio.gather(opening, migrating)
        assert table.state.chat_id == SUPERGROUP
        await verify(here, table)


async def test_a_table_that_is_opened_under_the_old_id_later_is_in_the_supergroup(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await here.tables.migrate(GROUP, SUPERGROUP)
        table = await here.tables.open_table(GROUP, None, here.people[0], "t1")
        assert table.state.chat_id == SUPERGROUP
        with pytest.raises(Refused) as refusal:
            await here.tables.open_table(GROUP, None, here.people[1], "t2")
        assert refusal.value.code is RefusalCode.TABLE_EXISTS
        await verify(here, table)


async def test_of_two_tables_in_one_place_that_of_the_group_stays(tmp_path: Path) -> None:
    """Somebody has opened one in the supergroup before the bot has heard that it is the group's."""
    async with scene(tmp_path) as here:
        table = await here.deal()
        other = await here.tables.open_table(GROUP - 1, None, here.people[4], "t5")
        await here.tables.migrate(GROUP, GROUP - 1)
        assert here.tables.live == (table,)
        assert other.is_closed
        assert here.tables.of_person(here.people[4].id) is None
        assert here.tables.in_room(GROUP - 1, None) is table
        await verify(here, table)


async def test_who_sits_down_after_a_wait_is_who_they_are_by_then(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        table = await here.lobby(seats=1)
        await change_at_once(here, table, lambda *_: here.tables.join(table.state.id, here.people[1], "t2"), vote)
        await here.tables.leave(table.state.id, here.people[1].id)
        before = here.people[1]
        await change_settings(here, table)
        await here.tables.join(table.state.id, before, "t2")
        assert table.state.people[1].auto_pass
