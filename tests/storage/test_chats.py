"""Chats, their choices, who wants to be told, who is blocked, and groups that become supergroups."""

import pytest

from engine.ruleset import RuleSet
from storage import ChatKind, Database, Occupant, Phase, StoredOptions, Unknown
from storage.tables import StoredMessage
from tests.storage.evening import GROUP, meet, open_group_table, open_table, play_deal

NEW = -1009876543210


async def test_a_chat_is_as_last_seen(database: Database) -> None:
    first = await database.chats.seen(GROUP, ChatKind.SUPERGROUP, "Old")
    assert (first.id, first.language, first.options, first.is_member) == (GROUP, None, StoredOptions(), True)
    seen = await database.chats.seen(GROUP, ChatKind.SUPERGROUP, "New", is_forum=True)
    assert (seen.title, seen.is_forum, seen.key) == ("New", True, first.key)
    assert database.chats.get(GROUP) == seen
    assert database.chats.get(GROUP + 1) is None


async def test_choices_outlive_a_change_of_title(database: Database) -> None:
    await database.chats.seen(GROUP, ChatKind.SUPERGROUP, "Old")
    options = StoredOptions(rules=RuleSet(base_score=7), computers_allowed=False, strength="expert")
    await database.chats.save_options(GROUP, options)
    await database.chats.save_language(GROUP, "en")
    seen = await database.chats.seen(GROUP, ChatKind.SUPERGROUP, "New")
    assert (seen.options, seen.language) == (options, "en")


async def test_leaving_and_coming_back(database: Database) -> None:
    await database.chats.seen(GROUP, ChatKind.SUPERGROUP, "Group")
    await database.chats.left(GROUP)
    left = database.chats.get(GROUP)
    assert left is not None
    assert not left.is_member
    assert (await database.chats.seen(GROUP, ChatKind.SUPERGROUP, "Group")).is_member


async def test_subscriptions(database: Database) -> None:
    await database.chats.seen(GROUP, ChatKind.SUPERGROUP, "Group")
    people = await meet(database, 2)
    assert await database.chats.subscribe(GROUP, people[1].id)
    assert await database.chats.subscribe(GROUP, people[0].id)
    assert not await database.chats.subscribe(GROUP, people[0].id)
    assert await database.chats.subscribers(GROUP) == tuple(people)
    assert await database.chats.unsubscribe(GROUP, people[0].id)
    assert not await database.chats.unsubscribe(GROUP, people[0].id)
    assert await database.chats.subscribers(GROUP) == (people[1],)


async def test_blocks_are_for_a_chat_or_for_all(database: Database) -> None:
    for chat in (GROUP, GROUP - 1):
        await database.chats.seen(chat, ChatKind.SUPERGROUP)
    await database.blocks.add(5, GROUP, "rude")
    assert database.blocks.covers(5, GROUP)
    assert not database.blocks.covers(5, GROUP - 1)
    assert not database.blocks.covers(6, GROUP)
    await database.blocks.add(6, None, "sells scores")
    await database.blocks.add(6, None, "still does")
    assert database.blocks.covers(6, GROUP - 1)
    assert [(block.telegram_id, block.reason) for block in await database.blocks.of(None)] == [(6, "still does")]
    assert [block.telegram_id for block in await database.blocks.of(GROUP)] == [5]
    assert await database.blocks.remove(6, None)
    assert not await database.blocks.remove(6, None)
    assert not database.blocks.covers(6, GROUP)


async def test_a_chat_nobody_has_seen_is_refused(database: Database) -> None:
    for refused in (
        database.chats.save_language(GROUP, "en"),
        database.chats.left(GROUP),
        database.chats.subscribe(GROUP, 1),
        database.blocks.add(1, GROUP),
        database.blocks.of(GROUP),
        database.migrate_chat(GROUP, NEW),
    ):
        with pytest.raises(Unknown):
            await refused


async def test_a_group_takes_everything_along(database: Database) -> None:
    recorded, stored, _ = await play_deal(database, await open_group_table(database, chat_id=-5))
    person_id = recorded.changes[0].person_id
    await database.chats.save_language(-5, "en")
    await database.chats.subscribe(-5, person_id)
    await database.blocks.add(9, -5)
    await database.tables.save_message(recorded.table.id, StoredMessage("table", -5, 17))
    await database.tables.save_message(recorded.table.id, StoredMessage("hand:0", 100, 18))
    top = await database.scores.top(chat_id=-5)

    chat = await database.migrate_chat(-5, NEW)
    assert (chat.id, chat.migrated_from, chat.kind, chat.language) == (NEW, -5, ChatKind.SUPERGROUP, "en")
    assert await database.migrate_chat(-5, NEW) == chat, "twice changes nothing"
    assert database.chats.get(-5) == chat, "the old id still finds it"
    assert await database.chats.seen(-5, ChatKind.GROUP, "late") == chat
    assert (database.tables.get(recorded.table.id)).chat_id == NEW
    assert (await database.deals.get(stored.id)).chat_id == NEW
    assert await database.scores.top(chat_id=NEW) == top == await database.scores.top(chat_id=-5)
    assert await database.chats.subscribers(NEW) == (database.people.get(person_id),)
    assert database.blocks.covers(9, NEW)
    assert [message.role for message in database.tables.messages(recorded.table.id)] == ["hand:0"]
    await database.tables.save(database.tables.get(recorded.table.id))


async def test_a_supergroup_met_before_the_migration_is_joined(database: Database) -> None:
    recorded, _, _ = await play_deal(database, await open_group_table(database, chat_id=-5))
    before = {one.person.id: one.points for one in await database.scores.top(chat_id=-5)}
    table = await database.tables.close(recorded.table)
    lobby = await open_table(
        database, [Occupant.person(table.host_id), *[Occupant.computer("planner")] * 3], chat_id=-5
    )
    early, early_deal, _ = await play_deal(database, await open_group_table(database, chat_id=NEW, first=200, seed=9))
    await database.chats.subscribe(NEW, early.changes[0].person_id)
    await database.chats.subscribe(-5, early.changes[0].person_id)
    await database.blocks.add(3, NEW)

    chat = await database.migrate_chat(-5, NEW)
    assert chat.title == "The group"
    points = {one.person.id: one.points for one in await database.scores.top(chat_id=NEW)}
    assert points == before | {change.person_id: change.points for change in early.changes}
    assert (database.tables.get(early.table.id)).phase is Phase.CLOSED, "the group's own lobby stays"
    assert database.tables.in_chat(NEW) == database.tables.get(lobby.id)
    assert (await database.deals.get(early_deal.id)).chat_id == NEW
    assert len(await database.chats.subscribers(NEW)) == 1
    assert database.blocks.covers(3, NEW)
    assert await database.migrate_chat(-5, NEW) == chat


async def test_a_migration_of_an_unknown_group_is_noted(database: Database) -> None:
    seen = await database.chats.seen(NEW, ChatKind.SUPERGROUP, "New")
    chat = await database.migrate_chat(-5, NEW)
    assert (chat.key, chat.migrated_from) == (seen.key, -5)
    assert await database.migrate_chat(-5, NEW) == chat


async def test_chats_that_want_the_deal_of_the_day_and_those_of_a_person(database: Database) -> None:
    for chat_id, daily in ((-1, True), (-2, False), (-3, True)):
        await database.chats.seen(chat_id, ChatKind.SUPERGROUP, "Cards")
        await database.chats.save_options(chat_id, StoredOptions(daily=daily, daily_hour=21, zone="Europe/Berlin"))
    await database.chats.left(-3)
    assert [chat.id for chat in await database.chats.with_daily()] == [-1]
    recorded, _, _ = await play_deal(database, await open_group_table(database))
    player = recorded.table.people[0]
    assert [chat.id for chat in await database.chats.with_person(player)] == [GROUP]
    await database.chats.left(GROUP)
    assert await database.chats.with_person(player) == ()
