"""Up to when everything that people did has arrived and been served."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from telegram import Update

from bot.playground.fake import ManualClock
from bot.telegram_api.hearing import IN_HAND_SECONDS, LOST_SECONDS, Hearing


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


class Listener:
    """A hearing that is watched, and how often it was lost and found."""

    def __init__(self) -> None:
        self.clock = ManualClock(start=1000.0)
        self.hearing = Hearing(self.clock)
        self.back = list[float]()
        self.told = list[str]()
        self.task = asyncio.create_task(self.hearing.watch(self._back))

    async def _back(self, seconds: float) -> None:
        assert self.hearing.is_lost, "time goes on only afterwards"
        assert seconds >= LOST_SECONDS
        self.back.append(self.clock.now())

    async def pass_time(self, seconds: float) -> None:
        await settle()
        for _ in range(round(seconds)):
            self.clock.advance(1.0)
            await settle()

    def lost(self) -> bool:
        return self.hearing.is_lost

    def wait_for(self, moment: float, name: str) -> None:
        self.hearing.when_heard(moment, lambda: self.told.append(name))


@pytest.fixture
async def listener() -> AsyncIterator[Listener]:
    listener = Listener()
    yield listener
    listener.task.cancel()
    await asyncio.gather(listener.task, return_exceptions=True)


async def test_only_what_has_arrived_and_been_served_counts(listener: Listener) -> None:
    hearing, update = listener.hearing, Update(1)
    hearing.arrived(update)
    hearing.answered(1010.0)
    assert not hearing.has_heard(1010.0)
    hearing.served(update)
    assert hearing.has_heard(1010.0)
    assert not hearing.has_heard(1010.1)


async def test_what_arrives_later_holds_up_nobody(listener: Listener) -> None:
    hearing = listener.hearing
    hearing.arrived(Update(1))
    hearing.answered(1010.0)
    hearing.arrived(Update(2))
    hearing.answered(1020.0)
    hearing.served(Update(1))
    assert hearing.has_heard(1010.0)
    assert not hearing.has_heard(1020.0)
    hearing.served(Update(2))
    assert hearing.has_heard(1020.0)


async def test_an_answer_that_may_not_be_all_tells_nothing_of_a_moment(listener: Listener) -> None:
    listener.clock.advance(5)
    listener.hearing.answered(None)
    assert listener.hearing.silent == 0
    assert not listener.hearing.has_heard(1001.0)


async def test_an_update_that_never_ends_is_not_waited_for(listener: Listener) -> None:
    listener.hearing.arrived(Update(1))
    listener.hearing.answered(1005.0)
    listener.wait_for(1005.0, "time is up")
    await listener.pass_time(IN_HAND_SECONDS - 1)
    listener.hearing.answered(1010.0)
    assert listener.told == []
    await listener.pass_time(1)
    listener.hearing.answered(1015.0)
    assert listener.told == ["time is up"]


async def test_asking_makes_telegram_be_asked(listener: Listener) -> None:
    asked = list[float]()
    listener.hearing.ask = lambda: asked.append(listener.clock.now())
    listener.wait_for(1000.0, "already so")
    assert listener.told == ["already so"]
    assert asked == []
    listener.wait_for(1001.0, "not yet")
    assert asked == [1000.0]


async def test_it_is_lost_after_thirty_seconds_and_found_when_all_is_served(listener: Listener) -> None:
    hearing = listener.hearing
    await listener.pass_time(LOST_SECONDS - 1)
    assert not listener.lost()
    hearing.answered(listener.clock.now())
    await listener.pass_time(LOST_SECONDS - 1)
    assert not listener.lost()
    await listener.pass_time(1)
    assert listener.lost()

    listener.wait_for(listener.clock.now(), "time is up")
    await listener.pass_time(100)
    hearing.arrived(Update(1))
    hearing.answered(None)
    hearing.arrived(Update(2))
    hearing.answered(listener.clock.now())
    await settle()
    assert listener.lost(), "what people did is not served yet"
    hearing.served(Update(2))
    await settle()
    assert listener.lost()
    hearing.served(Update(1))
    assert listener.told == [], "first everybody gets their grace"
    await settle()
    assert not listener.lost()
    assert listener.back == [listener.clock.now()]
    assert listener.told == ["time is up"]


async def test_it_can_be_lost_again(listener: Listener) -> None:
    for _ in range(2):
        await listener.pass_time(LOST_SECONDS + 5)
        assert listener.lost()
        listener.hearing.answered(listener.clock.now())
        await settle()
        assert not listener.lost()
    assert len(listener.back) == 2
