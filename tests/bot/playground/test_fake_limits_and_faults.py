"""Too much at once, and trouble on demand."""

import pytest

from bot.playground.fake import (
    ConnectionCut,
    FakeTelegram,
    Fault,
    FaultKind,
    Interruption,
    Limits,
    ManualClock,
    RequestTimedOut,
)
from tests.bot.playground.scene import Scene, set_scene


async def status(telegram: FakeTelegram, chat_id: int, text: str = "x") -> int:
    reply = await telegram.call("sendMessage", {"chat_id": chat_id, "text": text})
    if reply.status == 429:
        seconds = reply.body["parameters"]["retry_after"]
        assert reply.body["description"] == f"Too Many Requests: retry after {seconds}"
        return int(seconds)
    return reply.status


async def test_a_group_takes_twenty_sends_and_edits_a_minute() -> None:
    scene = set_scene()
    own = {"chat_id": scene.group.id}
    for number in range(10):
        sent = await scene.ok("sendMessage", **own, text="x")
        await scene.ok("editMessageText", **own, message_id=sent["message_id"], text=str(number))
        scene.clock.advance(1)

    assert await status(scene.telegram, scene.group.id) == 50
    assert len(scene.group.messages) == 10
    await scene.ok("sendChatAction", **own, action="typing")
    await scene.ok("deleteMessage", **own, message_id=sent["message_id"])
    assert await status(scene.telegram, scene.ann.id) == 200, "one group's flood is no other chat's"
    scene.clock.advance(49.5)
    assert await status(scene.telegram, scene.group.id) == 1
    scene.clock.advance(0.5)
    assert await status(scene.telegram, scene.group.id) == 200
    assert [(refusal.chat_id, refusal.retry_after) for refusal in scene.telegram.flood.refusals] == [
        (scene.group.id, 50),
        (scene.group.id, 1),
    ]


async def test_a_private_chat_takes_short_bursts_and_one_a_second_in_the_long_run() -> None:
    scene = set_scene()
    assert [await status(scene.telegram, scene.ann.id) for _ in range(6)] == [200] * 5 + [1]
    taken = 0
    for _ in range(100):
        scene.clock.advance(0.5)
        taken += await status(scene.telegram, scene.ann.id) == 200
    assert taken == 50
    scene.clock.advance(60)
    assert [await status(scene.telegram, scene.ann.id) for _ in range(6)] == [200] * 5 + [1]


async def test_the_bot_as_a_whole_sends_thirty_a_second() -> None:
    clock = ManualClock()
    telegram = FakeTelegram(clock=clock)
    people = [telegram.add_person(str(number), started=True) for number in range(31)]
    assert [await status(telegram, person.id) for person in people] == [200] * 30 + [1]
    clock.advance(1)
    assert await status(telegram, people[30].id) == 200


@pytest.mark.parametrize(
    "limits",
    [
        Limits.none(),
        Limits(private_per_second=None, overall_per_second=None),
        Limits(group_per_minute=None, overall_per_second=None),
        Limits(group_per_minute=None, private_per_second=None),
    ],
)
async def test_each_limit_can_be_switched_off(limits: Limits) -> None:
    telegram = FakeTelegram(clock=ManualClock(), limits=limits)
    ann = telegram.add_person("Ann", started=True)
    group = telegram.add_group("Cards", [ann])
    in_group = [await status(telegram, group.id) for _ in range(30)]
    in_private = [await status(telegram, ann.id) for _ in range(30)]

    def refused(statuses: list[int]) -> bool:
        return set(statuses) != {200}

    assert refused(in_group) == (limits.group_per_minute is not None)
    assert refused(in_private) == (limits.private_per_second is not None or limits.overall_per_second is not None)


@pytest.mark.parametrize("kind", list(FaultKind))
async def test_a_fault_strikes_once_and_has_an_effect_or_not(scene: Scene, kind: FaultKind) -> None:
    fault = scene.telegram.faults.add(Fault(kind, "sendMessage", retry_after=7))
    if kind is FaultKind.FLOOD:
        assert await status(scene.telegram, scene.ann.id) == 7
    elif kind is FaultKind.BAD_GATEWAY:
        assert await status(scene.telegram, scene.ann.id) == 502
    else:
        silence = ConnectionCut if kind in (FaultKind.CUT_BEFORE, FaultKind.CUT_AFTER) else RequestTimedOut
        with pytest.raises(silence):
            await status(scene.telegram, scene.ann.id)
        assert scene.telegram.calls[-1].status == 0

    assert len(scene.ann.private.messages) == kind.takes_effect
    assert fault.fired == 1
    assert await status(scene.telegram, scene.ann.id) == 200


async def test_a_refusal_can_be_lost_on_the_way(scene: Scene) -> None:
    scene.telegram.faults.add(Fault(FaultKind.TIMEOUT_AFTER))
    with pytest.raises(RequestTimedOut):
        await status(scene.telegram, scene.bob.id)
    assert await status(scene.telegram, scene.bob.id) == 403


async def test_faults_choose_method_chat_and_turn(scene: Scene) -> None:
    scene.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "sendmessage", chat_id=scene.ann.id, nth=2, times=2))
    assert [await status(scene.telegram, scene.ann.id) for _ in range(4)] == [200, 502, 502, 200]
    assert await status(scene.telegram, scene.group.id) == 200
    everything = scene.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, times=None))
    assert await scene.updates() == [], "getUpdates fails only when it is named"
    assert await scene.refused("getMe") == "Bad Gateway"
    scene.telegram.faults.remove(everything)
    await scene.ok("getMe")
    scene.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "getUpdates"))
    scene.telegram.faults.clear()
    await scene.updates()


async def test_chance_repeats_itself_with_the_same_seed() -> None:
    async def run(seed: int) -> list[int]:
        telegram = FakeTelegram(clock=ManualClock(), limits=Limits.none(), seed=seed)
        ann = telegram.add_person("Ann", started=True)
        for kind in (FaultKind.BAD_GATEWAY, FaultKind.TIMEOUT_AFTER):
            telegram.faults.add(Fault(kind, probability=0.2, times=None))
        statuses = []
        for _ in range(200):
            try:
                statuses.append(await status(telegram, ann.id))
            except Interruption:
                statuses.append(0)
        return statuses

    first = await run(1)
    assert first == await run(1) != await run(2)
    assert 20 < first.count(502) < 60
    assert 20 < first.count(0) < 60
