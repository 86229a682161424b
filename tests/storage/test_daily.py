"""The deal of the day: one seed for a day, one play for a person, and answers that stay."""

import random

import pytest

from engine.shuffle import commitment
from storage import ChatKind, DailyPlayed, Database, Occupant, Shuffle, StoredOptions, StoredPerson, StoredTable
from tests.storage.evening import GROUP, computers, four, go_on, meet, open_group_table, play_deal, server_seed, start

DAY, NEXT = "2026-12-01", "2026-12-02"


async def begin(database: Database, person: StoredPerson, day: str = DAY) -> StoredTable:
    """Somebody sits down for the deal of a day."""
    deal = await database.daily.add(day, server_seed(7))
    assert person.telegram_id is not None
    await database.chats.seen(person.telegram_id, ChatKind.PRIVATE)
    return await database.tables.create(
        chat_id=person.telegram_id,
        host_id=person.id,
        shuffle=Shuffle(deal.server_seed),
        options=StoredOptions(),
        seats=four([Occupant.person(person.id), *computers("planner", 3)]),
        ranked=False,
        daily=day,
    )


async def test_the_first_seed_of_a_day_stays(database: Database) -> None:
    assert database.daily.deal(DAY) is None
    first = await database.daily.add(DAY, server_seed(1))
    assert await database.daily.add(DAY, server_seed(2)) == first == database.daily.deal(DAY)
    assert first.commitment == commitment(server_seed(1))
    assert (await database.daily.add(NEXT, server_seed(2))).server_seed == server_seed(2)


async def test_a_person_plays_it_once(database: Database) -> None:
    ann, bob = await meet(database, 2)
    table = await begin(database, ann)
    assert database.daily.table_of(DAY, ann.id) == table.id
    await database.tables.close(table)
    with pytest.raises(DailyPlayed):
        await begin(database, ann)
    assert database.tables.in_chat(ann.telegram_id or 0) is None
    assert database.daily.table_of(DAY, bob.id) is None
    await begin(database, bob)
    await begin(database, ann, NEXT)


async def test_results_are_ranked_and_may_be_those_of_a_group(database: Database) -> None:
    await database.tables.close((await play_deal(database, await open_group_table(database)))[0].table)
    people = await meet(database, 5)
    points = []
    for number, person in enumerate(people):
        recorded, _, deal = await play_deal(database, await begin(database, person), number)
        await database.tables.close(recorded.table)
        assert deal.settlement is not None
        points.append(deal.settlement.points[recorded.table.seat_of(person.id) or 0])
    results = await database.daily.results(DAY)
    assert [one.points for one in results] == sorted(points, reverse=True)
    assert {one.person_id: one.points for one in results} == dict(zip([one.id for one in people], points, strict=True))
    of_group = await database.daily.results(DAY, chat_id=GROUP)
    assert {one.person_id for one in of_group} == {one.id for one in people[:4]}
    assert await database.daily.results(NEXT) == ()
    assert database.daily.days_of(people[0].id) == (DAY,)


async def test_what_is_under_way_or_given_up_is_no_result(database: Database) -> None:
    ann, bob = await meet(database, 2)
    table, stored = await start(database, await begin(database, ann))
    recorded, _ = await go_on(database, table, stored, stored.first(), random.Random(1), 10)
    given_up, _ = await start(database, await begin(database, bob))
    await database.tables.close(given_up)
    assert await database.daily.results(DAY) == ()
    assert database.daily.days_of(bob.id) == ()
    await database.tables.close(recorded.table)


async def test_the_first_answer_to_a_line_stays_until_its_day_is_over(database: Database) -> None:
    await database.daily.add(DAY, server_seed(1))
    await database.daily.add(NEXT, server_seed(2))
    line = bytes(32)
    assert database.daily.answer(DAY, line) is None
    assert await database.daily.keep_answer(DAY, line, "34567") == "34567"
    assert await database.daily.keep_answer(DAY, line, "") == "34567"
    await database.daily.keep_answer(NEXT, line, "")
    assert database.daily.answer(DAY, line) == "34567"
    assert await database.daily.drop_answers(NEXT) == 1
    assert database.daily.answer(DAY, line) is None
    assert database.daily.answer(NEXT, line) == ""


async def test_who_is_forgotten_is_in_no_list_any_more(database: Database) -> None:
    (ann,) = await meet(database, 1)
    recorded, _, _ = await play_deal(database, await begin(database, ann))
    await database.tables.close(recorded.table)
    await database.people.forget(ann.id)
    assert await database.daily.results(DAY) == ()


async def test_a_deal_knows_its_day_and_a_day_whether_somebody_is_at_it(database: Database) -> None:
    ann, bob = await meet(database, 2)
    recorded, stored, _ = await play_deal(database, await begin(database, ann))
    assert database.daily.day_of(stored.id) == DAY
    assert database.daily.is_played(DAY)
    await database.tables.close(recorded.table)
    assert not database.daily.is_played(DAY)
    await begin(database, bob)
    assert database.daily.is_played(DAY)
    assert not database.daily.is_played(NEXT)
    other, of_group, _ = await play_deal(database, await open_group_table(database, first=200))
    assert database.daily.day_of(of_group.id) is None
    await database.tables.close(other.table)
