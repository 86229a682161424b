"""A hand never becomes a message to everybody, whichever call for it fails and however; one tap brings it back."""

from typing import Final

import pytest

from bot.outbox import EphemeralSlot
from bot.playground.fake import Fault, FaultKind
from bot.playground.fake.errors import ApiError, bad_request, forbidden, migrated, unknown_method
from bot.screens.screen import Screen
from tests.bot.outbox.support import Stage, screen

GONE: Final = -1_001_999_999_999
FAILURES: Final = {
    "refused receiver": bad_request("MESSAGE_NOT_COMMAND"),
    "no such message": bad_request("message to edit not found"),
    "no text in it": bad_request("there is no text in the message to edit"),
    "too long": bad_request("MEDIA_CAPTION_TOO_LONG"),
    "unknown field": bad_request("can't parse parameters: unknown field ephemeral_message_parameters"),
    "no rights": bad_request("not enough rights to send text messages to the chat"),
    "no photos": bad_request("not enough rights to send photos to the chat"),
    "bad photo": bad_request("IMAGE_PROCESS_FAILED"),
    "bad file": bad_request("wrong file identifier/HTTP URL specified"),
    "closed topic": bad_request("TOPIC_CLOSED"),
    "no topic": bad_request("message thread not found"),
    "no chat": bad_request("chat not found"),
    "no such user": bad_request("PEER_ID_INVALID"),
    "migrated": migrated(GONE),
    "blocked": forbidden("bot was blocked by the user"),
    "kicked": forbidden("bot was kicked from the supergroup chat"),
    "not a member": forbidden("bot is not a member of the supergroup chat"),
    "no such method": unknown_method(),
    "server error": ApiError(500, "Internal Server Error"),
}
CALLS: Final = (
    "sendMessage",
    "sendPhoto",
    "editEphemeralMessageText",
    "editEphemeralMessageCaption",
    "editEphemeralMessageMedia",
    "deleteEphemeralMessage",
)
WAYS: Final = ("tap", "command", "admin")
"""What lets the bot send: somebody's tap, their ephemeral command, or its rights."""
PLACES: Final = [(method, way) for method in CALLS for way in WAYS if method.startswith("send") or way == "tap"]


class Refused(Fault):
    """The server says no to a method, in these words."""

    def __init__(self, refusal: ApiError, method: str, times: int | None) -> None:
        super().__init__(FaultKind.BAD_GATEWAY, method, times=times)
        self._refusal = refusal

    def outcome(self) -> ApiError:
        """What it says."""
        return self._refusal


def fault_of(name: str, method: str, times: int | None) -> Fault:
    """What makes a method fail in this way."""
    if name in FAILURES:
        return Refused(FAILURES[name], method, times)
    return Fault(FaultKind(name), method, times=times)


class Hand:
    """Bob's hand in the group, which is a picture where a call about pictures is to fail."""

    def __init__(self, stage: Stage, method: str, way: str) -> None:
        self.stage = stage
        self.slot = EphemeralSlot(stage.group.id, None, stage.bob.id, "hand:71")
        self._picture = "Photo" in method or "Caption" in method or "Media" in method
        self._new_picture = "Caption" not in method
        self._number = 0
        self._way = way

    def screen(self, number: int) -> Screen:
        """A hand, ever another one."""
        picture = f"hand-{number if self._new_picture else 0}" if self._picture else ""
        return screen(f"secret {number}", "play", picture=picture)

    def shows(self, *, fresh: bool = False) -> None:
        """The hand is another now."""
        self._number += 1
        number = self._number
        self.stage.outbox.show_alone(self.slot, lambda: self.screen(number), fresh=fresh, urgent=True)

    async def asked(self) -> None:
        """Bob asks for it, in this way or by a tap."""
        stage = self.stage
        if self._way == "command":
            said = stage.bob.say("/hand", stage.group)
            assert said.ephemeral_id is not None
            stage.outbox.ask_alone(self.slot, command_id=said.ephemeral_id)
        else:
            query = stage.telegram.ask(stage.bob.user, stage.group.chat, 0, "a")
            stage.outbox.ask_alone(self.slot, query_id=query.id)
        self.shows()
        await stage.pass_time(4)

    def is_seen(self) -> bool:
        """Whether what Bob sees last is the hand as it is."""
        seen = self.stage.bob.ephemeral(self.stage.group)
        return bool(seen) and seen[-1].text == f"secret {self._number}"


def leaks(stage: Stage) -> list[str]:
    """What of the hand stands where others see it, or was sent so that they might."""
    shown = [message.text for room in (stage.group, stage.ann.private, stage.bob.private) for message in room.from_bot]
    shown += [message.text for message in stage.ann.ephemeral(stage.group)]
    for call in stage.telegram.calls:
        said = str(call.parameters)
        alone = call.parameters.get("ephemeral_message_parameters") or call.parameters
        if "secret" in said and alone.get("receiver_user_id") != stage.bob.id:
            shown.append(said)
    return [text for text in shown if "secret" in text]


@pytest.mark.parametrize(("method", "way"), PLACES)
@pytest.mark.parametrize("failure", [*FAILURES, *FaultKind])
async def test_nobody_else_sees_a_hand_whichever_call_fails(stage: Stage, failure: str, method: str, way: str) -> None:
    stage.telegram.settings.commands[("all_group_chats", 0, 0), ""] = [{"command": "hand", "is_ephemeral": True}]
    if way == "admin":
        stage.group.promote()
    hand = Hand(stage, method, way)
    assert await stage.outbox.finds_ephemeral()
    if "send" not in method:
        await hand.asked()
        assert hand.is_seen()
    fault = stage.telegram.faults.add(fault_of(failure, method, None))
    for fresh in (False, True):
        hand.shows(fresh=fresh)
        await stage.pass_time(2)
        await hand.asked()
    if method == "deleteEphemeralMessage":
        stage.outbox.close_alone(hand.slot)
        await stage.pass_time(2)
    await stage.pass_time(20, step=1)
    assert fault.fired
    assert leaks(stage) == []

    stage.telegram.faults.clear()
    await stage.pass_time(70, step=1)
    await hand.asked()
    await stage.pass_time(4)
    is_older = failure == "no such method" and "Ephemeral" in method
    has_moved = failure == "migrated" and method != "deleteEphemeralMessage"
    assert hand.is_seen() is not (is_older or has_moved)
    assert stage.outbox.has_ephemeral is not is_older
    assert leaks(stage) == []


@pytest.mark.parametrize("way", ["tap", "command"])
async def test_when_the_time_to_answer_is_over_nothing_is_sent(stage: Stage, way: str) -> None:
    """The server is slow, or the group has taken all that it takes."""
    stage.telegram.settings.commands[("all_group_chats", 0, 0), ""] = [{"command": "hand", "is_ephemeral": True}]
    assert await stage.outbox.finds_ephemeral()
    hand = Hand(stage, "sendMessage", way)
    for number in range(20):
        stage.outbox.say(stage.group.id, None, screen(f"{number}"))
    await stage.pass_time(2)
    await hand.asked()
    await stage.pass_time(70, step=1)
    assert not hand.is_seen()
    assert not [call for call in stage.telegram.calls if "secret" in str(call.parameters)]
    await hand.asked()
    assert hand.is_seen()
