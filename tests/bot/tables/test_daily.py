"""The table of a deal of the day: one deal, whatever happens to the bot."""

import random
from pathlib import Path

import pytest

from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import Playing
from engine.daily import DAILY_RULES
from storage import Autopilot, Occupant, Phase, Shuffle, StoredOptions
from tests.bot.tables.scene import Scene, scene
from tests.storage.evening import computers, four, go_on, start

DAY = "2027-01-15"


async def played_before_a_kill(here: Scene) -> int:
    """A deal of the day is played to its end, and the bot is killed before its table is closed; the table."""
    person = here.people[0]
    daily = await here.database.daily.add(DAY, bytes(32))
    seats = four([Occupant.person(person.id), *computers("expert", 3)])
    table = await here.database.tables.create(
        chat_id=person.telegram_id,
        host_id=person.id,
        shuffle=Shuffle(daily.server_seed),
        options=StoredOptions(rules=DAILY_RULES),
        seats=seats,
        ranked=False,
        daily=DAY,
        notes={"daily": DAY},
    )
    table, stored = await start(here.database, table)
    recorded, deal = await go_on(here.database, table, stored, stored.first(), random.Random(1))
    assert deal.is_over
    return recorded.table.id


async def test_a_table_whose_deal_is_over_is_closed_at_the_next_start(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        table_id = await played_before_a_kill(here)
    async with scene(tmp_path) as here:
        assert here.tables.live == ()
        assert here.tables.of_person(here.people[0].id) is None
        assert here.database.tables.get(table_id).phase is Phase.CLOSED
        [result] = await here.database.daily.results(DAY)
        assert result.person_id == here.people[0].id
        assert here.notes.told[:2] == ["restored 0", "closed idle=False by=None"]


async def test_it_has_no_hints_no_end_and_no_second_beginning(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        person = here.people[0]
        daily = await here.database.daily.add(DAY, bytes(32))
        table = await here.tables.open_table(
            person.telegram_id, None, person, "t", practice=True, rules=DAILY_RULES, daily=daily
        )
        assert isinstance(table.state, Playing)
        refused = []
        for attempt in (
            here.tables.end(table.state.id, person, is_admin=True),
            here.tables.open_table(person.telegram_id, None, person, "t", practice=True, daily=daily),
        ):
            with pytest.raises(Refused) as error:
                await attempt
            refused.append(error.value.code)
        assert refused == [RefusalCode.DAILY_GOES_ON, RefusalCode.TABLE_EXISTS]
        await here.tables.autopilot_on(table.state.id, person.id, Autopilot.LEFT)
        while here.tables.live:
            await here.pass_time(1)
        with pytest.raises(Refused) as error:
            await here.tables.open_table(person.telegram_id, None, person, "t", practice=True, daily=daily)
        assert error.value.code is RefusalCode.DAILY_PLAYED
