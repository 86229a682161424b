"""What a slot has replaced, and what it leaves behind, stays on record until it is gone: a kill leaves no buttons.

A process is killed here by cutting it off from Telegram at some call: whatever it does from then on reaches nobody, and
what is in the store is what the next one finds.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.outbox import ChatTrouble, Slot, TroubleKind
from bot.outbox.model import MOST_REPLACED, OwnMessage, Replaced
from bot.outbox.worker import DELETABLE_FOR
from bot.playground.fake import ChatKind, Fault, FaultKind
from tests.bot.outbox.support import Stage, screen


def texts(stage: Stage) -> list[str]:
    return [message.text for message in stage.group.from_bot]


def with_buttons(stage: Stage) -> list[str]:
    """The texts of the bot's messages in the group that have buttons."""
    return [message.text for message in stage.group.from_bot if message.buttons]


def replaced(stage: Stage) -> int:
    """How many messages the table's slot remembers on record."""
    return len(stage.messages.kept[stage.table].replaced)


@asynccontextmanager
async def killed(stage: Stage) -> AsyncIterator[None]:
    """A process that is cut off before it ends; the next one is not."""
    async with stage.open():
        yield
    stage.telegram.faults.clear()


def cut_off(stage: Stage, method: str) -> None:
    """From now on calls of this method do not reach Telegram."""
    stage.telegram.faults.add(Fault(FaultKind.CUT_BEFORE, method, times=None))


# ---- messages that were replaced


async def test_a_message_is_remembered_until_what_it_replaced_is_gone(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one", "Play"))
    await stage.settle()
    away = stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "deleteMessage"))
    stage.outbox.show(stage.table, screen("two", "Play"), fresh=True)
    await stage.settle()
    assert away.fired == 1
    assert replaced(stage) == 1

    await stage.pass_time(3)
    assert texts(stage) == ["two"]
    assert replaced(stage) == 0


async def test_a_replaced_message_is_removed_after_a_kill_though_nothing_else_has_changed() -> None:
    stage = Stage()
    async with killed(stage):
        stage.outbox.show(stage.table, screen("one", "Play"))
        await stage.settle()
        cut_off(stage, "deleteMessage")
        stage.outbox.show(stage.table, screen("two", "Play"), fresh=True)
        await stage.pass_time(1)
    assert with_buttons(stage) == ["one", "two"]
    paced = len(stage.paced(stage.group.id))

    async with stage.open():
        stage.outbox.show(stage.table, screen("two", "Play"))
        await stage.pass_time(1)
    assert texts(stage) == ["two"]
    assert len(stage.paced(stage.group.id)) == paced
    assert replaced(stage) == 0


async def test_a_removal_done_again_after_a_kill_does_no_harm() -> None:
    """It had gone through, and the process was killed before that was written."""
    stage = Stage()
    async with stage.open():
        stage.outbox.show(stage.table, screen("one", "Play"))
        await stage.settle()
        first = stage.messages.kept[stage.table]
        stage.outbox.show(stage.table, screen("two", "Play"), fresh=True)
        await stage.settle()
    own = stage.messages.kept[stage.table]
    assert own.replaced == ()
    stage.messages.kept[stage.table] = own.in_place_of(first)

    async with stage.open():
        stage.outbox.show(stage.table, screen("two", "Play"))
        await stage.pass_time(1)
        assert replaced(stage) == 0
        assert stage.outbox.busy_chats == 0
    assert texts(stage) == ["two"]


async def test_what_piles_up_while_removals_fail_is_removed_after_the_next_start() -> None:
    stage = Stage()
    async with killed(stage):
        cut_off(stage, "deleteMessage")
        for number in range(4):
            stage.outbox.show(stage.table, screen(f"play {number}", "Play"), fresh=True)
            await stage.pass_time(10, step=1)
        assert replaced(stage) == 3
    assert len(texts(stage)) == 4
    async with stage.open():
        stage.outbox.show(stage.table, screen("play 3", "Play"))
        await stage.pass_time(1)
        assert replaced(stage) == 0
    assert texts(stage) == ["play 3"]


async def test_a_removal_is_given_up_in_the_end_and_tried_again_with_the_next_message(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one", "Play"))
    await stage.settle()
    away = stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "deleteMessage", times=None))
    stage.outbox.show(stage.table, screen("two", "Play"), fresh=True)
    await stage.pass_time(240, step=1)
    assert stage.outbox.busy_chats == 1
    await stage.pass_time(70, step=1)
    assert stage.outbox.busy_chats == 0
    assert away.fired == 10
    stage.telegram.faults.clear()
    await stage.pass_time(70, step=1)
    assert texts(stage) == ["one", "two"]
    stage.outbox.show(stage.table, screen("three", "Play"), fresh=True)
    await stage.pass_time(1)
    assert texts(stage) == ["three"]
    assert replaced(stage) == 0


async def test_so_many_are_remembered_and_no_more() -> None:
    stage = Stage()
    async with killed(stage):
        cut_off(stage, "deleteMessage")
        for number in range(MOST_REPLACED + 3):
            stage.outbox.show(stage.table, screen(f"play {number}", "Play"), fresh=True)
            await stage.pass_time(10, step=1)
        assert replaced(stage) == MOST_REPLACED
    async with stage.open():
        stage.outbox.show(stage.table, screen("now", "Play"))
        await stage.pass_time(70, step=1)
    assert texts(stage) == ["play 0", "play 1", "now"]


async def test_nothing_to_be_shown_waits_for_a_removal_that_fails(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one"))
    await stage.pass_time(5)
    stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "deleteMessage", times=None))
    stage.outbox.show(stage.table, screen("two"), fresh=True)
    await stage.settle()
    for number in range(5):
        stage.outbox.show(stage.table, screen(f"play {number}"))
        await stage.pass_time(4)
        assert texts(stage) == ["one", f"play {number}"]
    stage.telegram.faults.clear()


async def test_a_replaced_message_too_old_to_be_deleted_loses_its_buttons_after_the_start() -> None:
    stage = Stage()
    async with killed(stage):
        stage.outbox.show(stage.table, screen("one", "Play"))
        await stage.settle()
        cut_off(stage, "deleteMessage")
        stage.outbox.show(stage.table, screen("two", "Play"), fresh=True)
        await stage.pass_time(1)
    stage.clock.advance(DELETABLE_FOR)
    async with stage.open():
        stage.outbox.show(stage.table, screen("two", "Play"))
        await stage.pass_time(1)
    assert texts(stage) == ["one", "two"]
    assert with_buttons(stage) == ["two"]
    assert replaced(stage) == 0


async def test_a_message_that_can_no_longer_be_edited_is_remembered_while_another_takes_its_place(
    stage: Stage,
) -> None:
    stage.outbox.show(stage.table, screen("one", "Play"))
    await stage.settle()
    first = stage.group.last
    stage.group.delete_message(first)
    stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "deleteMessage"))
    stage.outbox.show(stage.table, screen("two", "Play"))
    await stage.pass_time(4)
    assert texts(stage) == ["two"]
    assert stage.messages.kept[stage.table].message_id == stage.group.last.id
    await stage.pass_time(10)
    assert replaced(stage) == 0


async def test_messages_that_may_have_been_posted_before_are_remembered_too() -> None:
    """A message was sent twice, since no answer came and it was not where it was looked for."""
    stage = Stage()
    async with killed(stage):
        stage.outbox.say(stage.group.id, None, screen("before"))
        await stage.settle()
        for _ in range(30):
            stage.bob.say("chatter", stage.group)
        stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER, "sendMessage"))
        stage.outbox.show(stage.table, screen("table", "Play"))
        await stage.settle()
        cut_off(stage, "editMessageReplyMarkup")
        for _ in range(200):
            if stage.table in stage.messages.kept:
                break
            await stage.pass_time(0.2)
        assert [one.maybe_foreign for one in stage.messages.kept[stage.table].replaced] == [True] * 3
    assert with_buttons(stage) == ["table", "table"]

    async with stage.open():
        stage.outbox.show(stage.table, screen("table", "Play"))
        await stage.pass_time(20)
        assert replaced(stage) == 0
    assert texts(stage) == ["before", "table"]
    assert len(stage.group.messages) == 32  # nobody else's message is touched


# ---- slots that are left


async def test_a_strip_takes_the_buttons_and_forgets_the_message(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one", "Play"))
    await stage.settle()
    stage.outbox.strip(stage.table)
    await stage.settle()
    assert (texts(stage), with_buttons(stage)) == (["one"], [])
    assert stage.messages.kept == {}
    assert (stage.outbox.busy_chats, stage.outbox.known_slots) == (0, 0)


async def test_a_strip_where_there_is_no_message_posts_nothing(stage: Stage) -> None:
    calls = len(stage.telegram.calls)
    stage.outbox.strip(stage.table)
    await stage.pass_time(5)
    assert len(stage.telegram.calls) == calls
    assert stage.outbox.known_slots == 0


async def test_a_strip_of_a_message_that_is_gone_is_done(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one", "Play"))
    await stage.settle()
    stage.group.delete_message(stage.group.last)
    stage.outbox.strip(stage.table)
    await stage.settle()
    assert stage.messages.kept == {}
    assert stage.outbox.busy_chats == 0


async def test_many_strips_in_one_chat_keep_its_pace() -> None:
    stage = Stage()
    slots = [Slot(stage.group.id, None, f"table:{number}") for number in range(30)]
    async with stage.open():
        for slot in slots:
            stage.outbox.show(slot, screen(slot.name, "Play"))
        await stage.pass_time(130, step=1)
    async with stage.open():
        stage.outbox.resume(stage.group.id)
        for slot in slots:
            stage.outbox.strip(slot)
        await stage.pass_time(130, step=1)
        assert with_buttons(stage) == []
        assert stage.messages.kept == {}
    assert stage.telegram.flood.refusals == []


@pytest.mark.parametrize("deleted", [True, False])
async def test_a_slot_is_on_record_until_its_message_is_dealt_with(deleted: bool) -> None:
    """However often the process is killed before."""
    stage = Stage()
    method = "deleteMessage" if deleted else "editMessageReplyMarkup"

    def leave() -> None:
        (stage.outbox.close if deleted else stage.outbox.strip)(stage.table)

    async with stage.open():
        stage.outbox.show(stage.table, screen("one", "Play"))
        await stage.settle()
    for _ in range(2):
        async with killed(stage):
            cut_off(stage, method)
            leave()
            await stage.pass_time(1)
        assert with_buttons(stage) == ["one"]
        assert stage.table in stage.messages.kept
    async with stage.open():
        leave()
        await stage.pass_time(1)
        assert stage.outbox.known_slots == 0
    assert texts(stage) == ([] if deleted else ["one"])
    assert with_buttons(stage) == []
    assert stage.messages.kept == {}


async def test_a_slot_that_is_left_waits_for_what_it_has_replaced(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one", "Play"))
    await stage.settle()
    stage.telegram.faults.add(Fault(FaultKind.CUT_BEFORE, "deleteMessage", times=2))
    stage.outbox.show(stage.table, screen("two", "Play"), fresh=True)
    stage.outbox.close(stage.table, screen("two"))
    await stage.pass_time(2)
    assert stage.table in stage.messages.kept
    await stage.pass_time(5)
    assert (texts(stage), with_buttons(stage)) == (["two"], [])
    assert stage.messages.kept == {}
    assert stage.outbox.known_slots == 0


@pytest.mark.parametrize("deleted", [True, False])
async def test_what_cannot_be_removed_now_stays_on_record_for_the_next_start(deleted: bool) -> None:
    stage = Stage()
    async with stage.open():
        stage.outbox.show(stage.table, screen("one", "Play"))
        await stage.settle()
        stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, times=None))
        if deleted:
            stage.outbox.close(stage.table)
        else:
            stage.outbox.strip(stage.table)
        await stage.pass_time(320, step=1)
        assert (stage.outbox.busy_chats, stage.outbox.known_slots) == (0, 0)
        assert stage.table in stage.messages.kept
        stage.telegram.faults.clear()
    async with stage.open():
        stage.outbox.strip(stage.table)
        await stage.settle()
    assert with_buttons(stage) == []
    assert stage.messages.kept == {}


async def test_a_chat_that_cannot_be_written_to_is_reported_and_its_message_forgotten(stage: Stage) -> None:
    stage.outbox.show(stage.hand, screen("hand", "Play"))
    await stage.settle()
    stage.ann.block()
    stage.outbox.strip(stage.hand)
    await stage.pass_time(5)
    assert stage.troubles == [ChatTrouble(TroubleKind.BLOCKED, stage.ann.id)]
    assert stage.messages.kept == {}
    assert (stage.outbox.busy_chats, stage.outbox.known_slots) == (0, 0)


@pytest.mark.parametrize("deleted", [True, False])
async def test_a_slot_that_is_wanted_again_while_its_message_goes_gets_another(deleted: bool, stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one", "Play"))
    await stage.settle()
    stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY))
    if deleted:
        stage.outbox.close(stage.table)
    else:
        stage.outbox.strip(stage.table)
    await stage.settle()
    stage.outbox.show(stage.table, screen("one", "Play"))
    await stage.pass_time(10)
    assert with_buttons(stage) == ["one"]
    assert stage.messages.kept[stage.table].message_id == stage.group.last.id
    assert replaced(stage) == 0


async def test_what_may_have_been_posted_goes_with_what_it_was_to_replace(stage: Stage) -> None:
    stage.outbox.show(stage.table, screen("one", "Play"))
    await stage.pass_time(5)
    stage.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER, "sendMessage"))
    stage.outbox.show(stage.table, screen("two", "Play"), fresh=True)
    await stage.settle()
    stage.outbox.close(stage.table)
    await stage.pass_time(10)
    assert texts(stage) == []
    assert stage.messages.kept == {}


async def test_in_a_group_that_migrated_nothing_is_left_to_remove(stage: Stage) -> None:
    group = stage.telegram.add_group("Basic", [stage.ann], kind=ChatKind.GROUP)
    shown, left = Slot(group.id, None, "table:1"), Slot(group.id, None, "table:2")
    for slot in (shown, left):
        stage.outbox.show(slot, screen("one", "Play"))
    await stage.settle()
    stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "deleteMessage"))
    stage.outbox.show(shown, screen("two", "Play"), fresh=True)
    stage.outbox.close(left)
    await stage.settle()
    assert set(stage.messages.kept) == {shown, left}
    new = group.migrate()
    stage.outbox.migrate(group.id, new.id)
    stage.outbox.show(shown, screen("three", "Play"))
    await stage.pass_time(10)
    assert [message.text for message in new.from_bot] == ["three"]
    assert [(slot.chat_id, own.replaced) for slot, own in stage.messages.kept.items()] == [(new.id, ())]
    assert stage.telegram.called("deleteMessage", chat_id=new.id) == []
    assert stage.outbox.known_slots == 1


async def test_a_slot_is_not_let_go_of_while_something_of_it_is_to_be_removed() -> None:
    stage = Stage()
    async with stage.open(kept_slots=4):
        stage.outbox.show(stage.table, screen("one", "Play"))
        await stage.settle()
        stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "deleteMessage"))
        stage.outbox.show(stage.table, screen("two", "Play"), fresh=True)
        await stage.settle()
        for number in range(10):
            stage.outbox.show(Slot(stage.ann.id, None, f"hand:{number}"), screen("hand"))
            await asyncio.sleep(0)
        await stage.pass_time(3)
        assert texts(stage) == ["two"]
        assert replaced(stage) == 0


# ---- the record itself


def test_a_message_remembers_what_it_replaced_and_what_that_had() -> None:
    first, second, third = (OwnMessage(number, float(number), kind="text") for number in (1, 2, 3))  # type: ignore[arg-type]  # any kind will do
    last = third.in_place_of(second.in_place_of(first.in_place_of(None)))
    assert last.replaced == (Replaced(1, 1.0), Replaced(2, 2.0))
    assert last.without(1).replaced == (Replaced(2, 2.0),)
    assert last.without(1).without(2) == third
