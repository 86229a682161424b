"""Long polls: what they bring, what becomes of those that fail, and looking at once."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram import Update
from telegram.ext import ExtBot

from bot.playground.fake import FakeRequest, FakeTelegram, Fault, FaultKind, ManualClock
from bot.telegram_api.hearing import Hearing
from bot.telegram_api.inbox import Inbox
from bot.telegram_api.polling import POLL_SECONDS, Poller


async def settle() -> None:
    for _ in range(60):
        await asyncio.sleep(0)


class Answers(FakeRequest):
    """The way in; some polls are answered by something that Telegram would not say."""

    def __init__(self, telegram: FakeTelegram) -> None:
        super().__init__(telegram)
        self.instead: list[tuple[int, bytes]] = []
        self.polls = 0

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        self.polls += 1
        return self.instead.pop(0) if self.instead else await super().do_request(*args, **kwargs)


class Polled:
    """A poller at work, and what it brings."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.telegram = FakeTelegram(clock=self.clock)
        self.ann = self.telegram.add_person("Ann", started=True)
        self.queue: asyncio.Queue[object] = asyncio.Queue()
        self.hearing = Hearing(self.clock)
        self.request = Answers(self.telegram)
        bot: ExtBot[None] = ExtBot(self.telegram.account.token, request=self.request)
        inbox = Inbox(bot, self.queue, self.hearing)
        self.poller = Poller(bot, self.request, inbox, self.clock, self.hearing, ["message", "poll_answer"])

    async def pass_time(self, seconds: float) -> None:
        await settle()
        for _ in range(round(seconds * 2)):
            self.clock.advance(0.5)
            await settle()

    def texts(self) -> list[str]:
        """What has come, served at once."""
        found = []
        while not self.queue.empty():
            update = self.queue.get_nowait()
            assert isinstance(update, Update)
            assert update.message is not None
            assert update.message.text is not None
            found.append(update.message.text)
            self.hearing.served(update)
        return found


@pytest.fixture
async def polled() -> AsyncIterator[Polled]:
    polled = Polled()
    polled.poller.start()
    await settle()
    yield polled
    await polled.poller.stop()


async def test_everything_comes_once_and_is_confirmed(polled: Polled) -> None:
    for text in "abc":
        polled.ann.say(text)
        await settle()
    for number in range(250):
        polled.ann.say(str(number))
    await settle()
    assert polled.texts() == [*"abc", *map(str, range(250))]
    assert not len(polled.telegram.updates)
    assert polled.telegram.updates.allowed == frozenset({"message", "poll_answer"})


async def test_what_came_last_is_confirmed_at_the_end(polled: Polled) -> None:
    polled.ann.say("last")
    await settle()
    await polled.poller.stop()
    last = polled.telegram.called("getUpdates")[-1]
    assert last.parameters["timeout"] == 0
    assert last.parameters["offset"] == 700_000_002


async def test_an_end_without_telegram_comes_all_the_same(polled: Polled, caplog: pytest.LogCaptureFixture) -> None:
    polled.ann.say("last")
    await settle()
    polled.telegram.faults.add(Fault(FaultKind.CUT_BEFORE, "getUpdates"))
    await polled.poller.stop()
    assert "it may come again" in caplog.text


async def test_one_that_cannot_be_read_keeps_nothing_from_coming(polled: Polled) -> None:
    polled.ann.say("before")
    polled.telegram.updates.put("poll_answer", {"poll_id": "1", "option_ids": [0]})
    polled.ann.say("after")
    await settle()
    polls = polled.request.polls
    await polled.pass_time(POLL_SECONDS - 1)
    assert polled.texts() == ["before", "after"]
    assert polled.request.polls == polls, "nor is it asked for again"


@pytest.mark.parametrize("fault", [FaultKind.BAD_GATEWAY, FaultKind.CUT_BEFORE, FaultKind.TIMEOUT_BEFORE])
async def test_failing_polls_are_made_ever_more_rarely_and_said_in_a_line_each(
    polled: Polled, fault: FaultKind, caplog: pytest.LogCaptureFixture
) -> None:
    failing = polled.telegram.faults.add(Fault(fault, "getUpdates", times=None))
    await polled.pass_time(POLL_SECONDS)  # the one that is under way
    begun = polled.request.polls
    await polled.pass_time(60)
    assert 5 <= polled.request.polls - begun <= 8
    polled.hearing.ask()
    await polled.pass_time(1)
    assert polled.request.polls - begun <= 9, "however many ask"
    polled.telegram.faults.remove(failing)
    polled.ann.say("at last")
    await polled.pass_time(16)
    assert polled.texts() == ["at last"]
    records = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert {record.levelname for record in records} == {"WARNING"}
    assert all(record.exc_info is None and "\n" not in record.getMessage() for record in records)


@pytest.mark.parametrize(
    "answer",
    [
        (200, b"<html>Welcome</html>"),
        (200, b'{"ok":true,"result":{}}'),
        (200, b'{"ok":true,"result":[{"message":1}]}'),
        (500, b'{"ok":false,"error_code":500,"description":"Internal Server Error"}'),
        (409, b'{"ok":false,"error_code":409,"description":"Conflict: terminated by other getUpdates request"}'),
        (429, b'{"ok":false,"error_code":429,"description":"Too Many","parameters":{"retry_after":40}}'),
    ],
    ids=["login page", "no list", "no numbers", "500", "409", "429"],
)
async def test_an_answer_that_brings_nothing_is_waited_past(polled: Polled, answer: tuple[int, bytes]) -> None:
    polled.request.instead += [answer] * 3
    begun = polled.request.polls
    polled.ann.say("hello")  # ends the poll under way
    await polled.pass_time(6)
    assert polled.request.polls - begun <= 5
    assert polled.texts() == ["hello"]
    polled.ann.say("again")
    await polled.pass_time(130)
    assert polled.texts() == ["again"]


async def test_it_looks_at_once_when_somebody_wants_to_know(polled: Polled) -> None:
    await polled.pass_time(5)
    moment = polled.clock.now()
    assert not polled.hearing.has_heard(moment)
    heard = list[float]()
    polled.hearing.when_heard(moment, lambda: heard.append(polled.clock.now()))
    await settle()
    assert heard == [moment]
    assert polled.hearing.has_heard(moment)


async def test_what_is_under_way_is_served_before_anybody_is_found_to_have_done_nothing(polled: Polled) -> None:
    polled.telegram.faults.add(Fault(FaultKind.CUT_BEFORE, "getUpdates", times=None))
    await polled.pass_time(POLL_SECONDS)
    polled.ann.say("in time")
    moment, heard = polled.clock.now(), list[float]()
    polled.hearing.when_heard(moment, lambda: heard.append(polled.clock.now()))
    await polled.pass_time(10)
    assert heard == []
    polled.telegram.faults.clear()
    await polled.pass_time(16)
    assert heard == [], "it has come, and is not served yet"
    assert polled.texts() == ["in time"]
    assert len(heard) == 1
