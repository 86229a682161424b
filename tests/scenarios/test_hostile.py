"""A hostile client: whatever it sends, nothing happens that the rules do not allow, nothing breaks, nothing is shown.

HOSTILE_ACTS=10000 sends more than the few thousand that every run of the tests can afford.
"""

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from bot.playground.fake import Group, Person
from bot.playground.fake import Tap as Pressed
from bot.telegram_api.callback_data import ButtonAction
from storage import Phase
from tests.scenarios.evening import Evening, evening
from tests.scenarios.hostile import Hostile, standing, trespasses

ACTS: Final = int(os.environ.get("HOSTILE_ACTS", "2000"))
SECONDS_AN_ACT: Final = 0.25
"""Time that passes after each: so many a second, by all together, are let through."""
ROUND: Final = 100
"""Acts after which everybody sits at a running deal again."""
NAMES: Final = (
    *("小明", "小红", "Alex", "Bea"),
    *("<b>Eve</b>", "\u202eמלורי", "O'Hara & _Sons_*[x](y)", "👨‍👩‍👧‍👦"),
    *("单人练习", "旁观"),
)
OWN_LOSS: Final = ("message to delete not found", "message to edit not found")
"""Somebody can have the bot delete their own hand message, with a button of the question whether they want to leave."""
MOST_TASKS: Final = 120
MOST_SLOTS: Final = 2_500


async def everybody_plays(game: Evening, second: Group) -> None:
    """Bring everything back to where there is something to break: two deals in groups and one in private."""
    tables = game.services.tables
    for table in tables.live:
        if table.state.phase is Phase.DEAL:
            for seated in table.state.people:
                await tables.autopilot_off(table.state.id, seated.id)
        else:
            await tables.close_table(table.state.id)
    await game.pass_time(1)
    for people, group in ((game.people[:4], game.group), (game.people[4:6], second)):
        if tables.in_room(group.id, None) is None:
            for person in people:
                if (elsewhere := _table_of(game, person)) is not None:
                    await tables.close_table(elsewhere)
            await _begin(game, people, group)
    loner = game.people[8]
    if _table_of(game, loner) is None:
        await game.say(loner, "/newgame")


def _table_of(game: Evening, person: Person) -> int | None:
    found = next((t for t in game.tables for seated in t.state.people if seated.telegram_id == person.id), None)
    return None if found is None else found.state.id


async def _begin(game: Evening, people: Sequence[Person], group: Group) -> None:
    await game.say(people[0], "/newgame", group)
    for person in people[1:]:
        await game.tap(person, group, ButtonAction.JOIN)
    if len(people) < 4:
        await game.tap(people[0], group, ButtonAction.COMPUTERS)
    await game.tap(people[0], group, ButtonAction.START)


async def test_whatever_is_sent_nothing_happens_that_the_rules_do_not_allow(tmp_path: Path) -> None:
    random = Random(11)
    async with evening(tmp_path, names=NAMES, languages=("zh-hans", "en"), harmless=OWN_LOSS, seed=11) as game:
        second = game.telegram.add_group("Second & <i>last</i>", list(game.people[4:]))
        groups = {group.id: group for group in (game.group, second)}
        outsider = game.telegram.add_person("Outsider", started=True)
        crowd = [*game.people, outsider]
        hostile = Hostile(game, random)
        moved = answered = 0
        for act in range(ACTS):
            if act % ROUND == 0:
                await everybody_plays(game, second)
                hostile.look_around()
            who = random.choice(crowd)
            before = standing(game)
            taps = _send(hostile, who, random)
            await game.settle()
            after = standing(game)
            assert trespasses(before, after, who, groups) == [], (who.user.first_name, taps)
            assert all(tap.is_answered for tap in taps), taps
            assert game.errors == [], taps
            moved += before != after
            answered += len(taps)
            await game.pass_time(SECONDS_AN_ACT)
        await game.pass_time(600)

        assert moved > ACTS / 100, "some of it was allowed, and done"
        assert answered > ACTS / 2
        assert game.watch.secrets_seen > 0
        assert len(asyncio.all_tasks()) < MOST_TASKS
        assert game.services.outbox.depth == 0
        assert game.services.outbox.known_slots < MOST_SLOTS
        assert await game.services.database.blocks.of(None) == (), "only owners may block everywhere"
        for chat_id in groups:  # its administrators, who are among the crowd, may block there
            assert all(block.telegram_id > 0 for block in await game.services.database.blocks.of(chat_id))


def _send(hostile: Hostile, who: Person, random: Random) -> list[Pressed]:
    """One hostile act; the taps in it."""
    if random.random() < 0.2:
        hostile.write(who)
        return []
    tap = hostile.tap(who)
    if tap is None:
        return []
    if random.random() < 0.1:  # the same twice, before the first is served
        message = hostile.game.telegram.chats[tap.query.chat.id].messages.get(tap.query.message_id)
        if message is not None:
            return [tap, who.forge_tap(message, tap.query.data)]
    return [tap]
