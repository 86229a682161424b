"""A python-telegram-bot Application on the fake: every layer between a person's tap and the bot's answer.

The same behaviour is checked over both transports, in the process and over HTTP.
"""

import asyncio
import io
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import timedelta

import httpx
import pytest
from PIL import Image
from telegram import Bot
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TimedOut,
)
from telegram.ext import Application

from bot.playground.fake import (
    ChatKind,
    FakeRequest,
    FakeServer,
    FakeTelegram,
    Fault,
    FaultKind,
    Group,
    Limits,
    ManualClock,
    Person,
    Photo,
)
from tests.bot.playground.echo_bot import AnyBuilder, build
from tests.bot.playground.schema.answers import wrong_answers

Transport = Callable[[FakeTelegram], AbstractAsyncContextManager[AnyBuilder]]


@asynccontextmanager
async def in_process(telegram: FakeTelegram) -> AsyncIterator[AnyBuilder]:
    builder = Application.builder().token(telegram.account.token)
    yield builder.request(FakeRequest(telegram)).get_updates_request(FakeRequest(telegram))


@asynccontextmanager
async def over_http(telegram: FakeTelegram) -> AsyncIterator[AnyBuilder]:
    async with FakeServer(telegram) as server:
        yield (
            Application.builder()
            .token(telegram.account.token)
            .base_url(server.base_url)
            .base_file_url(server.base_file_url)
        )


@pytest.fixture(params=[in_process, over_http])
def transport(request: pytest.FixtureRequest) -> Transport:
    chosen: Transport = request.param
    return chosen


@pytest.fixture
def telegram() -> FakeTelegram:
    return FakeTelegram(clock=ManualClock(), limits=Limits.none())


@pytest.fixture
def ann(telegram: FakeTelegram) -> Person:
    return telegram.add_person("Ann", started=True)


@pytest.fixture
def bob(telegram: FakeTelegram) -> Person:
    return telegram.add_person("Bob")


@pytest.fixture
def group(telegram: FakeTelegram, ann: Person, bob: Person) -> Group:
    return telegram.add_group("Cards", [ann, bob], is_forum=True)


@asynccontextmanager
async def running(telegram: FakeTelegram, transport: Transport) -> AsyncIterator[Bot]:
    """The echo bot, polling; complaints and answers are looked at when it has stopped."""
    async with transport(telegram) as builder:
        application = build(builder)
        async with application:
            assert application.updater is not None
            await application.start()
            await application.updater.start_polling(timeout=20)
            try:
                yield application.bot
            finally:
                await application.updater.stop()
                await application.stop()
    assert telegram.complaints == []
    assert wrong_answers(telegram) == []


async def test_a_command_in_a_topic_a_keyboard_a_tap_and_an_edit(
    telegram: FakeTelegram, transport: Transport, ann: Person, bob: Person, group: Group
) -> None:
    topic = group.open_topic("Table")
    async with running(telegram, transport):
        ann.say("/new", group, topic=topic)
        await telegram.until(lambda: group.from_bot)
        table = group.last
        assert (table.text, table.content.entities[0]["type"], table.thread_id) == ("table", "bold", topic.id)
        assert table.buttons[0]["style"] == "primary"

        answer = await bob.tap(table, "More").answer()
        await telegram.until(lambda: table.text == "red")

    assert (answer.text, answer.show_alert) == ("hello Bob", True)
    assert isinstance(table.content, Photo)
    assert table.buttons == []


async def test_a_picture_goes_up_and_comes_down_again(
    telegram: FakeTelegram, transport: Transport, ann: Person
) -> None:
    async with running(telegram, transport) as bot:
        ann.say("/picture")
        await telegram.until(lambda: ann.private.from_bot)
        content = ann.private.last.content
        assert isinstance(content, Photo)
        assert (content.text, content.sizes[-1]["width"]) == ("green", 64)

        fetched = await (await bot.get_file(content.sizes[-1]["file_id"])).download_as_bytearray()
        again = await bot.send_photo(ann.id, content.sizes[-1]["file_id"])

    with Image.open(io.BytesIO(fetched)) as image:
        assert image.getpixel((0, 0)) == (0, 128, 0)
    assert again.photo[-1].file_id == content.sizes[-1]["file_id"]


async def test_messages_are_fetched_and_confirmed_in_order(
    telegram: FakeTelegram, transport: Transport, ann: Person
) -> None:
    for number in range(150):
        ann.say(str(number))
    async with running(telegram, transport):
        await telegram.until(lambda: len(ann.private.from_bot) == 150, patience=30)
        ann.say("last")
        await telegram.until(lambda: ann.private.last.text == "last")

    assert [message.text for message in ann.private.from_bot] == [*map(str, range(150)), "last"]
    assert len(telegram.updates) == 0


async def test_each_refusal_arrives_as_its_own_error(
    telegram: FakeTelegram, transport: Transport, ann: Person, bob: Person
) -> None:
    old = telegram.add_group("Old", [ann], kind=ChatKind.GROUP)
    new = old.migrate()
    telegram.faults.add(Fault(FaultKind.FLOOD, "getMyName", retry_after=7))
    telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "getMyName"))
    async with running(telegram, transport) as bot:
        with pytest.raises(BadRequest, match=r"^Chat not found$"):
            await bot.send_message(5, "x")
        with pytest.raises(BadRequest, match=r"^Can't parse entities: unsupported start tag \"p\" at byte offset 0$"):
            await bot.send_message(ann.id, "<p>", parse_mode="HTML")
        with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
            await bot.send_message(bob.id, "x")
        with pytest.raises(ChatMigrated) as migrated:
            await bot.send_message(old.id, "x")
        with pytest.raises(RetryAfter) as flood:
            await bot.get_my_name()
        with pytest.raises(NetworkError, match="Bad Gateway"):
            await bot.get_my_name()
        with pytest.raises(EndPointNotFound):
            await bot.do_api_request("sendCards")
        telegram.complaints.clear()

    assert migrated.value.new_chat_id == new.id
    assert flood.value.retry_after == timedelta(seconds=7)


@pytest.mark.parametrize("kind", [FaultKind.TIMEOUT_BEFORE, FaultKind.TIMEOUT_AFTER])
async def test_silence_is_a_time_out(
    telegram: FakeTelegram, transport: Transport, ann: Person, kind: FaultKind
) -> None:
    telegram.faults.add(Fault(kind, "sendMessage"))
    async with running(telegram, transport) as bot:
        with pytest.raises(TimedOut):
            await bot.send_message(ann.id, "x", read_timeout=0.05)
    assert len(ann.private.from_bot) == kind.takes_effect


@pytest.mark.parametrize("kind", [FaultKind.CUT_BEFORE, FaultKind.CUT_AFTER])
async def test_a_cut_connection_is_a_network_error(
    telegram: FakeTelegram, transport: Transport, ann: Person, kind: FaultKind
) -> None:
    telegram.faults.add(Fault(kind, "sendMessage"))
    async with running(telegram, transport) as bot:
        with pytest.raises(NetworkError) as cut:
            await bot.send_message(ann.id, "x")
        assert not isinstance(cut.value, TimedOut | BadRequest)
    assert len(ann.private.from_bot) == kind.takes_effect


async def test_a_second_poller_is_a_conflict(telegram: FakeTelegram, transport: Transport) -> None:
    async with (
        transport(telegram) as builder,
        transport(telegram) as other_builder,
        builder.build().bot as bot,
        other_builder.build().bot as other_bot,
    ):
        first = asyncio.create_task(bot.get_updates(timeout=20))
        await telegram.until(lambda: telegram.updates.is_polled)
        assert await other_bot.get_updates() == ()
        with pytest.raises(Conflict):
            await first


async def test_a_wrong_token_is_refused(telegram: FakeTelegram, transport: Transport) -> None:
    async with transport(telegram) as builder:
        with pytest.raises(InvalidToken):
            async with builder.token("1:wrong").build().bot:
                pass


async def test_a_crowd_of_two_thousand_messages_is_served_in_order(telegram: FakeTelegram, ann: Person) -> None:
    async with running(telegram, in_process):
        for number in range(2000):
            ann.say(str(number))
        await telegram.until(lambda: len(ann.private.from_bot) == 2000, patience=30)
    assert [message.text for message in ann.private.from_bot] == [str(number) for number in range(2000)]


async def test_files_that_do_not_exist_are_not_found(telegram: FakeTelegram) -> None:
    missing = f"/file/bot{telegram.account.token}/photos/none.jpg"
    assert (await FakeRequest(telegram).do_request(f"https://x{missing}", "GET"))[0] == 404
    async with FakeServer(telegram) as server, httpx.AsyncClient() as client:
        assert (await client.get(f"{server.url}{missing}")).status_code == 404
        assert (await client.get(f"{server.url}/file/bot1:wrong/photos/none.jpg")).status_code == 401


async def test_parameters_may_come_in_any_of_the_four_ways(telegram: FakeTelegram, ann: Person) -> None:
    given = {"chat_id": str(ann.id), "text": "x"}
    async with FakeServer(telegram) as server, httpx.AsyncClient() as client:
        url = f"{server.base_url}{telegram.account.token}/sendMessage"
        answers = [
            await client.get(url, params=given),
            await client.post(url, data=given),
            await client.post(url, json={"chat_id": ann.id, "text": "x", "disable_notification": True}),
            await client.post(url, data=given, files={"unused": b"x"}),
        ]
        assert [answer.status_code for answer in answers] == [200] * 4
        assert (await client.post(url, content="[", headers={"Content-Type": "application/json"})).status_code == 400
        assert (await client.post(url, json=[1])).status_code == 400
        assert (await client.put(url)).status_code == 404
    assert [message.text for message in ann.private.from_bot] == ["x"] * 4


async def test_a_bot_in_its_own_process_polls_answers_and_can_be_killed(telegram: FakeTelegram, ann: Person) -> None:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(FakeServer(telegram))
        command = [sys.executable, "-m", "tests.bot.playground.echo_bot", telegram.account.token, server.base_url]
        environment = os.environ | {"PYTHONPATH": "."}

        process = await asyncio.create_subprocess_exec(*command, env=environment)
        ann.say("first")
        await telegram.until(lambda: ann.private.from_bot, patience=30)
        await telegram.until(lambda: telegram.updates.is_polled, patience=30)
        process.kill()
        await process.wait()
        await telegram.until(lambda: not telegram.updates.is_polled, patience=30)

        ann.say("second")
        process = await asyncio.create_subprocess_exec(*command, env=environment)
        await telegram.until(lambda: len(ann.private.from_bot) == 2, patience=30)
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0

    assert [message.text for message in ann.private.from_bot] == ["first", "second"]
    assert wrong_answers(telegram) == []
