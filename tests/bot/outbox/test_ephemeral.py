"""Messages that one member of a group sees alone."""

from bot.outbox import Asker, EphemeralSlot
from bot.playground.fake import Fault, FaultKind
from bot.screens.screen import Screen
from tests.bot.outbox.support import Stage, most_in, screen


async def test_what_telegram_refuses_to_a_member_is_not_tried_again_until_they_ask(stage: Stage) -> None:
    """As for somebody who has left the group: every change of their hand would be one more refused call."""
    stage.group.promote()
    slot = EphemeralSlot(stage.group.id, None, stage.bob.id, "hand:71")
    assert await stage.outbox.finds_ephemeral()
    stage.bob.leave(stage.group)

    def refused() -> int:
        return sum("MESSAGE_NOT_COMMAND" in (call.error or "") for call in stage.telegram.calls)

    for number in range(5):
        stage.outbox.show_alone(slot, lambda number=number: Screen(f"{number} cards"))  # type: ignore[misc]  # mypy cannot type a default in a lambda
        await stage.pass_time(4)
    assert refused() == 1

    stage.bob.join(stage.group)
    stage.outbox.ask_alone(slot)
    stage.outbox.show_alone(slot, lambda: Screen("27 cards"))
    await stage.pass_time(4)
    assert [message.text for message in stage.bob.ephemeral(stage.group)] == ["27 cards"]
    assert refused() == 1


async def asked(stage: Stage) -> Asker:
    """Bob, who has just tapped."""
    return Asker(stage.bob.id, query_id=stage.telegram.ask(stage.bob.user, stage.group.chat, 0, "a").id)


async def test_a_page_that_an_edit_does_not_take_comes_anew_in_its_place(stage: Stage) -> None:
    """An edit takes 1024 characters, and makes no text of a photo; a new message takes more, where it may be sent."""
    assert await stage.outbox.finds_ephemeral()
    stage.outbox.say(stage.group.id, None, screen("page 1"), alone=await asked(stage))
    await stage.pass_time(4)
    [page] = stage.bob.ephemeral(stage.group)
    for text in ("page 2", "3" * 1025, "page 4"):
        who = await asked(stage)
        stage.outbox.turn_alone(stage.group.id, None, who, page.ephemeral_id or 0, screen(text))
        await stage.pass_time(4)
        [page] = stage.bob.ephemeral(stage.group)
        assert page.text == text
    assert stage.group.from_bot == stage.ann.ephemeral(stage.group) == []
    assert not [call for call in stage.telegram.calls if not call.ok and call.parameters.get("chat_id") != 1]


async def test_a_page_of_a_message_that_is_gone_comes_anew_while_the_tap_allows_it(stage: Stage) -> None:
    assert await stage.outbox.finds_ephemeral()
    stage.outbox.turn_alone(stage.group.id, None, await asked(stage), 7, screen("page 2"))
    await stage.pass_time(4)
    assert [message.text for message in stage.bob.ephemeral(stage.group)] == ["page 2"]
    who = await asked(stage)
    stage.clock.advance(20)
    stage.outbox.turn_alone(stage.group.id, None, who, 8, screen("page 3"))
    await stage.pass_time(4)
    assert [message.text for message in stage.bob.ephemeral(stage.group)] == ["page 2"]
    assert stage.group.from_bot == []


async def test_what_was_there_goes_though_its_successor_came_at_the_second_try(stage: Stage) -> None:
    stage.group.promote()
    slot = EphemeralSlot(stage.group.id, None, stage.bob.id, "hand:71")
    stage.outbox.show_alone(slot, lambda: screen("27 cards"))
    await stage.pass_time(4)
    stage.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "sendMessage"))
    stage.outbox.show_alone(slot, lambda: screen("26 cards"), fresh=True)
    await stage.pass_time(8)
    assert [message.text for message in stage.bob.ephemeral(stage.group)] == ["26 cards"]


async def test_where_calls_run_short_a_hand_comes_before_edits_of_the_table(stage: Stage) -> None:
    """Nobody can play without it: edits leave six of the twenty calls alone where hands are shown in the group."""
    stage.group.promote()
    assert await stage.outbox.finds_ephemeral()
    for number in range(60):
        stage.outbox.show(stage.table, screen(f"table {number}"))
        if number % 6 == 0:
            slot = EphemeralSlot(stage.group.id, None, stage.bob.id, "hand:71")
            stage.outbox.show_alone(slot, lambda number=number: screen(f"hand {number}"), urgent=True)  # type: ignore[misc]  # mypy cannot type a default in a lambda
        await stage.pass_time(1)
        if number % 6 == 0:
            assert [message.text for message in stage.bob.ephemeral(stage.group)] == [f"hand {number}"]
    assert most_in(stage.paced(stage.group.id), 60) <= 20
    await stage.pass_time(60, step=1)
    assert stage.group.last.text == "table 59"
