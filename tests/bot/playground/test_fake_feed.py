"""What each person sees change, and that nobody sees another's private chat."""

import asyncio
from typing import Any

import pytest

from tests.bot.playground.scene import Scene

KEYBOARD = {"inline_keyboard": [[{"text": "x", "callback_data": "x"}]]}


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


async def test_everything_that_changes_is_told_in_order(scene: Scene) -> None:
    with scene.telegram.subscribe(scene.bob.id) as events:
        scene.ann.say("hello", scene.group)
        place = {"chat_id": scene.group.id}
        await scene.ok("sendChatAction", **place, action="typing")
        sent = await scene.ok("sendMessage", **place, text="x", reply_markup=KEYBOARD)
        own = {**place, "message_id": sent["message_id"]}
        tap = scene.bob.tap(scene.group.last, "x")
        await scene.ok("answerCallbackQuery", callback_query_id=tap.query.id, text="ok", show_alert=True)
        await scene.ok("editMessageText", **own, text="y")
        await scene.ok("setMessageReaction", **own, reaction=[{"type": "emoji", "emoji": "👍"}])
        scene.group.promote()
        await scene.ok("pinChatMessage", **own)
        await scene.ok("unpinAllChatMessages", **place)
        await scene.ok("deleteMessage", **own)
        told = events.pending()

    assert kinds(told) == [
        "message",
        "chat_action",
        "message",
        "callback_answered",
        "edited",
        "reaction",
        "member",
        "message",
        "unpinned",
        "deleted",
    ]
    assert {event["chat_id"] for event in told} == {scene.group.id}
    assert told[2]["message"]["reply_markup"] == KEYBOARD
    assert told[3] == {
        "event": "callback_answered",
        "query_id": tap.query.id,
        "chat_id": scene.group.id,
        "message_id": sent["message_id"],
        "text": "ok",
        "show_alert": True,
        "url": None,
    }
    assert told[4]["message"]["text"] == "y"
    assert told[9]["message_ids"] == [sent["message_id"]]


async def test_a_private_chat_is_seen_by_its_person_only(scene: Scene) -> None:
    watchers = {person.id: scene.telegram.subscribe(person.id) for person in (scene.ann, scene.bob)}
    scene.bob.start()
    for person in (scene.ann, scene.bob):
        sent = await scene.ok("sendMessage", chat_id=person.id, text=f"hand of {person.id}", reply_markup=KEYBOARD)
        await scene.ok("editMessageText", chat_id=person.id, message_id=sent["message_id"], text="changed")
        await scene.ok("sendChatAction", chat_id=person.id, action="typing")
        await scene.ok("deleteMessage", chat_id=person.id, message_id=sent["message_id"])
    await scene.ok("sendMessage", chat_id=scene.group.id, text="x", reply_markup=KEYBOARD)
    tap = scene.ann.tap(scene.group.last, "x")
    await scene.ok("answerCallbackQuery", callback_query_id=tap.query.id, text="your hand")

    for viewer, watcher in watchers.items():
        told = watcher.pending()
        assert {event["chat_id"] for event in told} == {viewer, scene.group.id}
        other = next(person for person in watchers if person != viewer)
        assert f"hand of {other}" not in str(told)
        assert ("your hand" in str(told)) == (viewer == scene.ann.id)
        assert [chat.id for chat in scene.telegram.chats_of(viewer)] == [viewer, scene.group.id]
        assert scene.telegram.history(viewer, viewer) == scene.telegram.person(viewer).private.messages
        with pytest.raises(PermissionError):
            scene.telegram.history(viewer, other)


async def test_whoever_left_sees_his_leaving_and_nothing_after(scene: Scene) -> None:
    events = scene.telegram.subscribe(scene.bob.id)
    scene.group.remove(scene.bob)
    scene.ann.say("now we are alone", scene.group)
    told = events.pending()
    assert kinds(told) == ["member"]
    assert told[0]["member"]["status"] == "left"
    with pytest.raises(PermissionError):
        scene.telegram.history(scene.bob.id, scene.group.id)


async def test_a_subscription_is_an_iterator_that_ends_when_it_is_closed(scene: Scene) -> None:
    events = scene.telegram.subscribe(scene.ann.id)

    async def read() -> list[str]:
        return [event["message"]["text"] async for event in events]

    reading = asyncio.create_task(read())
    scene.ann.say("one", scene.group)
    await asyncio.sleep(0)
    scene.ann.say("two", scene.group)
    events.close()
    events.close()
    scene.ann.say("three", scene.group)
    assert await reading == ["one", "two"]


async def test_waiting_for_something_that_does_not_come_says_what_came(scene: Scene) -> None:
    await scene.ok("sendMessage", chat_id=scene.ann.id, text="hi")
    with pytest.raises(AssertionError, match=r"still not so after 0\.01 s.*\n.*sendMessage.*'hi'"):
        await scene.telegram.until(lambda: False, patience=0.01)
    assert len(scene.telegram.called("sendMessage", chat_id=scene.ann.id)) == 1
    assert scene.telegram.called("sendMessage", chat_id=scene.bob.id) == []
