"""The queue of updates: offsets, limits, long polls, a second poller, and kinds the bot does not want."""

import asyncio

import pytest

from bot.playground.fake import ApiError
from bot.playground.fake.updates import KEPT_FOR
from tests.bot.playground.scene import Scene


async def texts(scene: Scene, **parameters: int) -> list[str]:
    return [update["message"]["text"] for update in await scene.ok("getUpdates", **parameters)]


async def test_an_offset_confirms_what_lies_before_it_for_good(scene: Scene) -> None:
    for text in "abcde":
        scene.ann.say(text)
    [first, *_] = await scene.ok("getUpdates", limit=1)
    number = first["update_id"]

    assert await texts(scene) == list("abcde"), "without an offset nothing is confirmed"
    assert await texts(scene, offset=number + 1, limit=2) == ["b", "c"]
    assert await texts(scene, offset=number) == list("bcde"), "confirmed updates do not come back"
    assert await texts(scene, offset=-2) == ["d", "e"], "a negative offset counts from the end"
    assert await texts(scene) == ["d", "e"], "and forgets what lies before"
    assert await texts(scene, offset=number + 5) == []
    assert (await scene.ok("getWebhookInfo"))["pending_update_count"] == 0


async def test_at_most_a_hundred_come_at_once(scene: Scene) -> None:
    for number in range(101):
        scene.ann.say(str(number))
    assert len(await texts(scene)) == len(await texts(scene, limit=500)) == 100


async def test_a_long_poll_ends_with_the_first_update(scene: Scene) -> None:
    poll = asyncio.create_task(texts(scene, timeout=30))
    await asyncio.sleep(0)
    assert scene.telegram.updates.is_polled
    scene.ann.say("hi")
    assert await poll == ["hi"]
    assert not scene.telegram.updates.is_polled


async def test_a_long_poll_ends_when_its_time_is_over(scene: Scene) -> None:
    poll = asyncio.create_task(texts(scene, timeout=30))
    await asyncio.sleep(0)
    scene.clock.advance(29)
    await asyncio.sleep(0)
    assert not poll.done()
    scene.clock.advance(1)
    assert await poll == []


async def test_a_second_poller_throws_the_first_one_out(scene: Scene) -> None:
    first = asyncio.create_task(scene.telegram.call("getUpdates", {"timeout": 30}))
    await asyncio.sleep(0)
    second = asyncio.create_task(scene.telegram.call("getUpdates", {"timeout": 30}))
    thrown_out = await first
    assert (thrown_out.status, thrown_out.body["description"]) == (
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    )
    scene.ann.say("hi")
    assert len((await second).body["result"]) == 1


async def test_a_poller_that_hangs_up_leaves_no_trace(scene: Scene) -> None:
    poll = asyncio.create_task(texts(scene, timeout=30))
    await asyncio.sleep(0)
    poll.cancel()
    with pytest.raises(asyncio.CancelledError):
        await poll
    scene.ann.say("hi")
    assert await texts(scene) == ["hi"]


async def test_kinds_that_are_not_wanted_never_come(scene: Scene) -> None:
    message = scene.ann.say("x")
    scene.ann.edit(message, "y")
    assert [set(update) - {"update_id"} for update in await scene.updates()] == [{"message"}, {"edited_message"}]

    await scene.ok("getUpdates", allowed_updates=["callback_query"])
    scene.ann.say("z")
    assert await scene.updates() == []
    assert (await scene.ok("getWebhookInfo"))["allowed_updates"] == ["callback_query"]

    await scene.ok("getUpdates", allowed_updates=[])
    scene.ann.say("z")
    assert len(await scene.updates()) == 1


async def test_a_webhook_and_polling_exclude_each_other(scene: Scene) -> None:
    await scene.ok("setWebhook", url="https://example.org/hook", allowed_updates=["message"])
    scene.ann.say("x")
    assert await scene.refused("getUpdates") == (
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
    )
    assert await scene.ok("getWebhookInfo") == {
        "url": "https://example.org/hook",
        "has_custom_certificate": False,
        "pending_update_count": 1,
        "allowed_updates": ["message"],
    }
    await scene.ok("deleteWebhook", drop_pending_updates=True)
    assert await texts(scene) == []


async def test_after_a_day_an_update_is_lost(scene: Scene) -> None:
    scene.ann.say("old")
    scene.clock.advance(3600)
    scene.ann.say("new")
    scene.clock.advance(KEPT_FOR - 3599)
    assert await texts(scene) == ["new"]


def test_an_api_error_knows_its_body() -> None:
    assert ApiError(400, "Bad Request: x").to_api() == {"ok": False, "error_code": 400, "description": "Bad Request: x"}
