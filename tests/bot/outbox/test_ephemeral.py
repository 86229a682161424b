"""Messages that one member of a group sees alone."""

from bot.outbox import EphemeralSlot
from bot.screens.screen import Screen
from tests.bot.outbox.support import Stage


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
