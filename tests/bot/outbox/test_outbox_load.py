"""Many tables at once, and for a long time."""

import asyncio
import gc
from collections import Counter

from bot.outbox import Slot
from tests.bot.outbox.support import Stage, screen

TABLES = 1000
_OWN = ("bot.outbox", "bot.telegram_api.limits", "bot.tables.clock", "bot.screens", "asyncio", "_asyncio")


async def test_a_thousand_tables_are_shown_as_fast_as_telegram_takes_them() -> None:
    stage = Stage()
    groups = [stage.telegram.add_group(f"group {number}", [stage.bob]) for number in range(TABLES)]
    people = [stage.telegram.add_person(f"person {number}", started=True) for number in range(TABLES)]
    async with stage.open():
        for state in range(3):
            for number, (group, person) in enumerate(zip(groups, people, strict=True)):
                stage.outbox.show(Slot(group.id, None, f"table:{number}"), screen(f"state {state}"))
                stage.outbox.show(Slot(person.id, None, f"hand:{number}"), screen(f"hand {state}"))
            await stage.pass_time(1)
        assert stage.outbox.busy_chats > 1000
        start = stage.clock.now()
        while stage.outbox.busy_chats:
            await stage.pass_time(1)

        assert {group.last.text for group in groups} == {"state 2"}
        assert {person.private.last.text for person in people} == {"hand 2"}
        calls = len(stage.telegram.calls) - 1
        assert calls < 2 * TABLES + 100  # what was never shown was never sent
        assert stage.clock.now() - start < 1.2 * calls / 28
        assert stage.telegram.flood.refusals == []
        assert len([task for task in asyncio.all_tasks() if task.get_name().startswith("outbox")]) == 0


async def test_what_somebody_waits_for_is_shown_before_what_nobody_does() -> None:
    stage = Stage()
    people = [stage.telegram.add_person(f"person {number}", started=True) for number in range(300)]
    async with stage.open():
        for person in people:
            stage.outbox.show(Slot(person.id, None, "hand"), screen("before"))
        while stage.outbox.busy_chats:
            await stage.pass_time(1)
        for person in people[:200]:
            stage.outbox.show(Slot(person.id, None, "hand"), screen("after"))
        await stage.pass_time(0.5)  # they wait
        for person in people[200:230]:
            stage.outbox.show(Slot(person.id, None, "hand"), screen("after"), urgent=True)
        await stage.pass_time(3)
        assert {person.private.last.text for person in people[200:230]} == {"after"}
        assert [person.private.last.text for person in people[:200]].count("before") > 80


async def test_a_screen_that_waited_in_line_overtakes_when_somebody_comes_to_wait_for_it() -> None:
    stage = Stage()
    people = [stage.telegram.add_person(f"person {number}", started=True) for number in range(300)]
    async with stage.open():
        for person in people:
            stage.outbox.show(Slot(person.id, None, "hand"), screen("before"))
        await until_quiet(stage)
        for person in people:
            stage.outbox.show(Slot(person.id, None, "hand"), screen("after"), spare=person in people[:150])
        await stage.pass_time(0.5)  # they wait
        for person in people[270:]:
            stage.outbox.show(Slot(person.id, None, "hand"), screen("your turn"), urgent=True)
        await stage.pass_time(2)
        assert {person.private.last.text for person in people[270:]} == {"your turn"}

        await stage.pass_time(4)
        shown = [person.private.last.text for person in people]
        assert shown[150:270].count("after") > 100 > shown[:150].count("after"), "what can be spared comes last"
        await until_quiet(stage)
        assert [person.private.last.text for person in people] == ["after"] * 270 + ["your turn"] * 30
        assert stage.telegram.flood.refusals == []


async def test_ten_thousand_screens_leave_no_memory_behind() -> None:
    stage = Stage(kept_calls=50)
    slots = [stage.table, stage.hand, Slot(stage.bob.id, None, "hand:71")]

    async def play(start: int, screens: int) -> None:
        for number in range(start, start + screens):
            slot = slots[number % len(slots)]
            stage.outbox.show(slot, screen(f"play {number}", "Play"), fresh=number % 50 == 0)
            if number % 200 == 0:
                stage.outbox.say(stage.group.id, None, screen(f"news {number}"), key=f"news:{number}")
            stage.outbox.note_activity(stage.group.id, None)
            await stage.pass_time(0.1)

    async with stage.open():
        await play(0, 2000)
        before = own_objects()
        await play(2000, 10_000)
        after = own_objects()

        assert sum(before.values()) > 50
        assert {kind: n - before[kind] for kind, n in after.items() if abs(n - before[kind]) > 3} == {}
        assert stage.telegram.flood.refusals == []


async def until_quiet(stage: Stage) -> None:
    while stage.outbox.busy_chats:
        await stage.pass_time(1)


def own_objects() -> Counter[str]:
    """Everything alive that could pile up: what the outbox and the limiter are made of, and what waits."""
    gc.collect()
    kinds = (type(thing) for thing in gc.get_objects())
    return Counter(kind.__qualname__ for kind in kinds if str(kind.__module__).startswith(_OWN))


async def test_slots_nobody_asks_about_are_let_go_and_remembered_by_the_store() -> None:
    stage = Stage()
    people = [stage.telegram.add_person(f"person {number}", started=True) for number in range(300)]
    async with stage.open(kept_slots=100):
        for person in people:
            stage.outbox.show(Slot(person.id, None, "hand:1"), screen("hand"))
            await stage.pass_time(0.1)
        assert stage.outbox.known_slots <= 100

        stage.outbox.show(Slot(people[0].id, None, "hand:1"), screen("changed"))
        await stage.settle()
        assert [message.text for message in people[0].private.from_bot] == ["changed"]


async def test_closing_leaves_nothing_behind_even_where_the_bot_cannot_write(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("table"))
    stage.outbox.show(stage.hand, screen("hand"))
    await stage.settle()
    stage.ann.block()
    stage.group.ban()
    stage.outbox.close(stage.table, screen("closed"))
    stage.outbox.close(stage.hand, screen("closed"))
    await stage.pass_time(5)

    assert stage.outbox.known_slots == 0
    assert stage.messages.kept == {}
