"""Tables: one per place, one seat per person, no change lost."""

import random
from dataclasses import replace

import pytest

from storage import (
    EMPTY,
    AlreadySeated,
    Autopilot,
    ChatKind,
    Database,
    Occupant,
    Phase,
    Shuffle,
    StaleTable,
    StoredMessage,
    StoredOptions,
    TableExists,
    Unknown,
)
from storage.tables import StoredTable
from tests.storage.evening import GROUP, four, go_on, meet, open_group_table, open_table, server_seed, start


async def test_a_table_is_read_as_it_was_written(database: Database) -> None:
    table = await open_group_table(database)
    wanted = replace(
        table,
        shuffle=table.shuffle.tapped("tap-3"),
        seats=(
            replace(table.seats[0] or Occupant(1), autopilot=Autopilot.WISHED, ready=True),
            Occupant.computer("expert", 3),
            None,
            table.seats[3],
        ),
        deadline=123.5,
        ranked=False,
        notes={"votes": [1, 2], "warned": True},
        options=StoredOptions(computers_allowed=False),
    )
    saved = await database.tables.save(wanted)
    assert saved == replace(wanted, version=table.version + 1, updated=saved.updated)
    assert database.tables.get(table.id) == saved
    assert saved.people == (table.people[0], table.people[3])
    assert saved.seat_of(table.people[3]) == 3
    assert saved.seat_of(table.people[1]) is None


async def test_nothing_of_the_shuffle_shows_in_a_log(database: Database) -> None:
    secret = bytes(range(200, 232))
    table = replace(await open_group_table(database), shuffle=Shuffle(secret))
    assert repr(secret)[2:-1] not in repr(table)
    assert secret.hex() not in repr(table)


async def test_one_live_table_per_chat_or_topic(database: Database) -> None:
    table = await open_group_table(database)
    people = await meet(database, 1, first=500)

    async def another(thread_id: int | None) -> StoredTable:
        return await database.tables.create(
            chat_id=GROUP,
            thread_id=thread_id,
            host_id=people[0].id,
            shuffle=Shuffle(server_seed(2)),
            options=StoredOptions(),
        )

    with pytest.raises(TableExists) as refusal:
        await another(None)
    assert refusal.value.table_id == table.id
    topic = await another(7)
    with pytest.raises(TableExists):
        await another(7)
    assert database.tables.in_chat(GROUP, 7) == topic
    assert database.tables.in_chat(GROUP) == table
    assert database.tables.in_chat(GROUP, 8) is None
    await database.tables.close(table)
    assert (await another(None)).id > topic.id


async def test_one_seat_per_person_over_all_tables(database: Database) -> None:
    table = await open_group_table(database)
    person_id = table.people[2]
    seats = four([Occupant.person(person_id), *[Occupant.computer("planner")] * 3])
    with pytest.raises(AlreadySeated) as refusal:
        await open_table(database, list(filter(None, seats)), chat_id=-9)
    assert (refusal.value.person_id, refusal.value.table_id) == (person_id, table.id)
    assert database.tables.in_chat(-9) is None, "nothing of the refused table is there"
    other = await open_group_table(database, chat_id=-9, first=300)
    with pytest.raises(AlreadySeated):
        await database.tables.save(replace(other, seats=seats))
    assert database.tables.get(other.id) == other
    await database.tables.close(table)
    await database.tables.save(replace(other, seats=seats))


async def test_players_change_seats(database: Database) -> None:
    table = await open_group_table(database)
    one, two, three, four_ = table.seats
    saved = await database.tables.save(replace(table, seats=(four_, three, two, one)))
    assert (database.tables.get(table.id)).seats == saved.seats == (four_, three, two, one)


async def test_a_change_is_never_lost(database: Database) -> None:
    table = await open_group_table(database)
    saved = await database.tables.save(replace(table, deadline=1.0))
    with pytest.raises(StaleTable):
        await database.tables.save(replace(table, deadline=2.0))
    assert database.tables.get(table.id) == saved
    closed = await database.tables.close(saved)
    for late in (database.tables.save(closed), database.tables.close(closed)):
        with pytest.raises(StaleTable):
            await late


async def test_closing_frees_the_seats_and_gives_up_the_deal(database: Database) -> None:
    table, stored = await start(database, await open_group_table(database))
    deal = stored.first()
    assert deal.to_act is not None
    await database.deals.save_draft(stored.id, deal.to_act, deal.hands[deal.to_act])
    await database.tables.save_message(table.id, StoredMessage("table", GROUP, 5, "digest"))
    closed = await database.tables.close(table)
    assert (closed.phase, closed.seats, closed.deadline) == (Phase.CLOSED, EMPTY, None)
    assert closed.closed is not None
    assert database.tables.get(table.id) == closed
    given_up = await database.deals.get(stored.id)
    assert (given_up.state.value, given_up.settlement) == ("abandoned", None)
    assert await database.tables.messages_of_closed() == {table.id: (StoredMessage("table", GROUP, 5, "digest"),)}
    await database.tables.forget_message(table.id, "table")
    assert await database.tables.messages_of_closed() == {}


async def test_messages_have_roles(database: Database) -> None:
    table = await open_group_table(database)
    await database.tables.save_message(table.id, StoredMessage("table", GROUP, 5))
    await database.tables.save_message(table.id, StoredMessage("hand:0", 100, 6, "a"))
    await database.tables.save_message(table.id, StoredMessage("table", GROUP, 7, "b"))
    assert database.tables.messages(table.id) == (
        StoredMessage("hand:0", 100, 6, "a"),
        StoredMessage("table", GROUP, 7, "b"),
    )
    await database.tables.forget_message(table.id, "hand:0")
    assert database.tables.messages(table.id) == (StoredMessage("table", GROUP, 7, "b"),)


async def test_what_does_not_exist_is_unknown(database: Database) -> None:
    with pytest.raises(Unknown, match="no table 4"):
        database.tables.get(4)
    with pytest.raises(Unknown, match="chat -5"):
        await open_table_in_unknown_chat(database)


async def open_table_in_unknown_chat(database: Database) -> None:
    person = await database.people.seen(1, "A")
    await database.tables.create(
        chat_id=-5, host_id=person.id, shuffle=Shuffle(server_seed(1)), options=StoredOptions()
    )


@pytest.mark.parametrize(
    ("people", "ranked", "counts"),
    [((0, 1), True, True), ((0, 2), True, False), ((0,), True, False), ((0, 3), False, False), ((1, 2), True, True)],
)
async def test_a_deal_counts_where_each_team_has_a_person(
    database: Database, people: tuple[int, ...], ranked: bool, counts: bool
) -> None:
    await database.chats.seen(GROUP, ChatKind.SUPERGROUP)
    known = iter(await meet(database, 4))
    seats = [Occupant.person(next(known).id) if seat in people else Occupant.computer("planner") for seat in range(4)]
    table = await open_table(database, seats, ranked=ranked)
    assert table.would_count is counts


async def test_live_tables_come_back_whole(database: Database) -> None:
    lobby = await open_group_table(database)
    table, stored = await start(database, await open_group_table(database, chat_id=-9, first=300, seed=4))
    recorded, deal = await go_on(database, table, stored, stored.first(), random.Random(1), 25)
    assert deal.to_act is not None
    draft = deal.hands[deal.to_act]
    await database.deals.save_draft(stored.id, deal.to_act, draft)
    await database.tables.save_message(table.id, StoredMessage("table", -9, 7))
    closed = await open_group_table(database, chat_id=-10, first=400)
    await database.tables.close(closed)

    first, second = await database.live_tables()
    assert (first.table, first.stored, first.deal, first.drafts, first.messages) == (lobby, None, None, {}, {})
    assert second.table == recorded.table
    assert second.deal == deal
    assert second.stored == await database.deals.get(stored.id)
    assert second.drafts == {deal.to_act: draft}
    assert second.messages == {"table": StoredMessage("table", -9, 7)}
