"""People: seen, told apart, and forgotten."""

from pathlib import Path

import pytest

from storage import Database, HandOrder, PersonSettings, StillSeated, Unknown
from storage.people import SEEN_AGAIN_SECONDS
from tests.storage.evening import GROUP, Clock, again, full_evening, meet, open_group_table, play_deal, start

LARGE = 2**52 + 17
"""A Telegram id has up to 52 bits."""


async def test_a_person_is_as_last_seen(database: Database) -> None:
    first = await database.people.seen(LARGE, "Old", "Name", "nick", "zh-hans")
    again = await database.people.seen(LARGE, "New", None, None, "en")
    assert (first.id, first.telegram_id) == (again.id, LARGE)
    assert (again.first_name, again.last_name, again.username, again.telegram_language) == ("New", None, None, "en")
    assert database.people.get(first.id) == again
    assert database.people.by_telegram_id(LARGE) == again
    assert database.people.by_telegram_id(LARGE + 1) is None


async def test_meeting_somebody_again_writes_nothing_for_a_day(database: Database, clock: Clock) -> None:
    first = await database.people.seen(1, "A")
    assert await database.people.seen(1, "A") == first
    clock.now += SEEN_AGAIN_SECONDS
    assert (await database.people.seen(1, "A")).last_seen > first.last_seen
    clock.now -= 10 * SEEN_AGAIN_SECONDS
    put_right = (await database.people.seen(1, "A")).last_seen
    assert clock.now - 2 <= put_right <= clock.now, "the date was wrong, and is put right"


async def test_own_settings_outlive_a_change_of_name(database: Database) -> None:
    person = await database.people.seen(1, "A")
    assert person.settings == PersonSettings()
    assert not person.reachable
    chosen = PersonSettings(language="en", auto_pass=True, notices=False, text_hands=True, sorting=HandOrder.COUNT)
    await database.people.save_settings(person.id, chosen)
    await database.people.set_reachable(person.id, True)
    seen = await database.people.seen(1, "B")
    assert (seen.settings, seen.reachable, seen.first_name) == (chosen, True, "B")


async def test_many_people_at_once(database: Database) -> None:
    people = await meet(database, 5)
    assert await database.people.many([people[0].id, people[3].id, 99]) == {
        people[0].id: people[0],
        people[3].id: people[3],
    }


async def test_nobody_is_changed_or_forgotten_who_is_not_there(database: Database) -> None:
    with pytest.raises(Unknown, match="no person 7"):
        database.people.get(7)
    for refused in (
        database.people.save_settings(7, PersonSettings()),
        database.people.set_reachable(7, True),
        database.people.forget(7),
    ):
        with pytest.raises(Unknown, match="no person 7"):
            await refused


async def test_forgetting_takes_name_and_id_and_keeps_the_sums(database: Database, path: Path) -> None:
    name = "Zebediah-the-unforgettable"
    person = await database.people.seen(100, name, "Quillfeather", "zebnick", "xx-tongue")
    table = await open_group_table(database)
    person = await database.people.seen(100, name, "Quillfeather", "zebnick", "xx-tongue")
    recorded, stored, deal = await play_deal(database, table)
    await database.chats.subscribe(GROUP, person.id)
    await database.blocks.add(100, None, "cheats")
    await database.tables.close(recorded.table)
    await database.people.forget(person.id)

    blank = database.people.get(person.id)
    assert blank.is_forgotten
    assert (blank.telegram_id, blank.first_name, blank.last_name, blank.username) == (None, "", None, None)
    assert (blank.telegram_language, blank.reachable, blank.settings) == (None, False, PersonSettings())
    assert database.people.by_telegram_id(100) is None
    assert len(await database.scores.top()) == 3
    assert await database.chats.subscribers(GROUP) == ()
    assert person.id in [player.person_id for player in (await database.deals.get(stored.id)).players]
    assert deal.settlement is not None
    assert sum(deal.settlement.points) == 0
    assert database.blocks.covers(100, GROUP), "forgetting lifts no block"
    on_disk = b"".join(file.read_bytes() for file in path.parent.iterdir())
    for word in (name, "Quillfeather", "zebnick", "xx-tongue"):
        assert word.encode() not in on_disk

    newcomer = await database.people.seen(100, "Somebody")
    assert newcomer.id != person.id
    assert (database.scores.of(newcomer.id)).deals == 0


async def test_forgetting_twice_changes_nothing(database: Database) -> None:
    person = await database.people.seen(1, "A")
    await database.people.forget(person.id)
    once = database.people.get(person.id)
    await database.people.forget(person.id)
    assert database.people.get(person.id) == once


async def test_whoever_sits_or_plays_cannot_be_forgotten(database: Database) -> None:
    table = await open_group_table(database)
    person_id = table.people[0]
    with pytest.raises(StillSeated) as seated:
        await database.people.forget(person_id)
    assert (seated.value.person_id, seated.value.table_id) == (person_id, table.id)
    table, _ = await start(database, again(table, 3))
    with pytest.raises(StillSeated):
        await database.people.forget(person_id)
    await database.tables.close(table)
    await database.people.forget(person_id)


async def test_the_private_chat_of_somebody_forgotten_goes_too(database: Database) -> None:
    await full_evening(database)
    person = database.people.by_telegram_id(100)
    assert person is not None
    assert database.chats.get(100) is not None
    await database.people.forget(person.id)
    assert database.chats.get(100) is None
