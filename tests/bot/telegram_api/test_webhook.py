"""The webhook's door: who comes in, what they may bring, how long they may take; and whether it can be reached."""

import asyncio
import gc
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from telegram import Update
from telegram.ext import ExtBot

from bot.app.server import PublicServer
from bot.playground.fake import FakeRequest, FakeTelegram, Fault, FaultKind, ManualClock
from bot.telegram_api.hearing import LOST_SECONDS, Hearing
from bot.telegram_api.inbox import Inbox
from bot.telegram_api.webhook import MOST_BYTES, SECRET_HEADER, Webhook, WebhookWatch

HOST = "127.0.0.1"
SECRET = "a-secret-that-telegram-knows"
KNOWN = f"{SECRET_HEADER}: {SECRET}\r\n"


class Door:
    """A webhook that listens."""

    def __init__(self, path: str = "/hook", port: int = 0, read_seconds: float = 10.0) -> None:
        self.clock = ManualClock()
        self.telegram = FakeTelegram(clock=self.clock)
        self.queue: asyncio.Queue[object] = asyncio.Queue()
        self.hearing = Hearing(self.clock)
        self.bot: ExtBot[None] = ExtBot(self.telegram.account.token, request=FakeRequest(self.telegram))
        inbox = Inbox(self.bot, self.queue, self.hearing)
        self.webhook = Webhook(inbox, path=path, secret=SECRET, read_seconds=read_seconds)
        self.server = PublicServer(HOST, port)
        self.webhook.add_routes(self.server.application)
        self.port = port

    async def send(self, *pieces: bytes, stay: bool = False) -> bytes:
        """Send bytes, and read until the door is shut (or, with `stay`, an answer has come)."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        try:
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
            return await (reader.readuntil(b"\r\n\r\n") if stay else reader.read())
        except ConnectionError:
            return b""
        finally:
            writer.close()

    async def post(self, body: bytes, headers: str = KNOWN, path: str = "/hook") -> int:
        """Post a body; the status of the answer."""
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode()
        answer = await self.send(head + body, stay=True)
        return int(answer.split()[1])


@asynccontextmanager
async def listening(**given: Any) -> AsyncIterator[Door]:
    door = Door(**given)
    door.port = await door.server.start()
    try:
        yield door
    finally:
        await door.server.stop()


def update(number: int = 1, **content: object) -> bytes:
    return json.dumps({"update_id": number} | content).encode()


async def test_an_update_of_telegrams_comes_in() -> None:
    async with listening() as door:
        assert await door.post(update(1)) == 200
        assert await door.post(update(2), path="/hook/") == 200
        assert [door.queue.get_nowait() for _ in range(2)] == [Update(1), Update(2)]


@pytest.mark.parametrize("path", ["", "/"])
async def test_an_address_may_have_no_path(path: str) -> None:
    async with listening(path=path) as door:
        assert await door.post(update(), path="/") == 200
        assert await door.post(update(), path="/other") == 404


async def test_what_cannot_be_read_is_taken_so_that_it_does_not_come_again() -> None:
    async with listening() as door:
        assert await door.post(update(1, poll_answer={"poll_id": "1"})) == 200
        assert door.queue.empty()
        assert await door.post(update(2)) == 200
        assert door.queue.qsize() == 1


@pytest.mark.parametrize("body", [b"", b"<html>", b"{", b"\xff\xfe", b"[" * 100_000])
async def test_what_is_no_json_is_refused(body: bytes) -> None:
    async with listening() as door:
        assert await door.post(body) == 400
        assert door.queue.empty()


@pytest.mark.parametrize("headers", ["", f"{SECRET_HEADER}: wrong\r\n", f"{SECRET_HEADER}: \xe4\xf6\r\n"])
async def test_who_does_not_know_the_secret_is_sent_away_before_the_body(headers: str) -> None:
    async with listening() as door:
        head = f"POST /hook HTTP/1.1\r\nHost: x\r\n{headers}Content-Length: 1000000\r\n\r\n".encode()
        async with asyncio.timeout(5):
            answer = await door.send(head)  # nothing of the body is ever sent
        assert b" 403 " in answer.splitlines()[0]


async def test_a_body_that_is_too_long_is_not_read() -> None:
    async with listening() as door:
        head = f"POST /hook HTTP/1.1\r\nHost: x\r\n{KNOWN}Content-Length: {MOST_BYTES + 1}\r\n\r\n".encode()
        async with asyncio.timeout(5):
            answer = await door.send(head)
        assert b" 413 " in answer.splitlines()[0]
        assert await door.post(update(7, text="x" * (MOST_BYTES - 100))) == 200, "but one of almost 1 MB is"


async def test_a_body_without_an_end_is_cut_off() -> None:
    async with listening() as door:
        head = f"POST /hook HTTP/1.1\r\nHost: x\r\n{KNOWN}Transfer-Encoding: chunked\r\n\r\n".encode()
        piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        async with asyncio.timeout(5):
            await door.send(head, *[piece] * 40)  # 2.6 MB, of which at most 1 is taken
        assert door.queue.empty()


async def test_who_sends_too_slowly_is_cut_off() -> None:
    async with listening(read_seconds=0.1) as door:
        head = f"POST /hook HTTP/1.1\r\nHost: x\r\n{KNOWN}Content-Length: 1000\r\n\r\n{{".encode()
        async with asyncio.timeout(5):
            answer = await door.send(head)
        assert b" 408 " in answer.splitlines()[0]


async def test_a_taken_port_leaves_no_socket_open() -> None:
    with socket.create_server((HOST, 0)) as server:
        door = Door(port=server.getsockname()[1])
        with pytest.raises(OSError, match="in use"):
            await door.server.start()
    gc.collect()  # an open socket would warn


# ---- whether it can be reached


class Watched:
    """A webhook that Telegram may or may not reach."""

    def __init__(self, door: Door) -> None:
        self.door, self.clock, self.telegram = door, door.clock, door.telegram
        self.ann = self.telegram.add_person("Ann", started=True)
        self.telegram.updates.webhook_url = "https://cards.example.org/hook"
        self.watch = WebhookWatch(door.bot, door.webhook, door.hearing, door.clock)
        self.task = asyncio.create_task(self.watch.run())

    async def pass_time(self, seconds: float) -> None:
        for _ in range(30):
            await asyncio.sleep(0)
        for _ in range(round(seconds)):
            self.clock.advance(1.0)
            for _ in range(30):
                await asyncio.sleep(0)


@pytest.fixture
async def watched() -> AsyncIterator[Watched]:
    watched = Watched(Door())
    yield watched
    watched.task.cancel()
    await asyncio.gather(watched.task, return_exceptions=True)


async def test_where_nothing_is_pending_everything_is_heard(watched: Watched) -> None:
    await watched.pass_time(10 * LOST_SECONDS)
    assert watched.door.hearing.silent < LOST_SECONDS
    assert watched.watch.problem == ""
    assert len(watched.telegram.called("getWebhookInfo")) < 25, "it is not asked without need"


async def test_updates_that_are_not_delivered_are_a_problem(watched: Watched) -> None:
    await watched.pass_time(20)
    watched.ann.say("hello")
    await watched.pass_time(LOST_SECONDS + 20)
    assert watched.door.hearing.silent >= LOST_SECONDS
    assert watched.watch.problem == "Telegram cannot deliver 1 updates to WEBHOOK_URL"
    watched.telegram.updates.drop()
    await watched.pass_time(20)
    assert watched.watch.problem == ""
    assert watched.door.hearing.silent < LOST_SECONDS


async def test_where_updates_come_more_may_be_on_their_way(watched: Watched) -> None:
    watched.ann.say("always one more")
    for _ in range(10):
        watched.door.webhook.deliveries += 1
        await watched.pass_time(14)
    assert watched.door.hearing.silent < LOST_SECONDS
    assert watched.watch.problem == ""


async def test_calls_that_fail_mean_that_nobody_is_heard(watched: Watched) -> None:
    watched.telegram.faults.add(Fault(FaultKind.CUT_BEFORE, "getWebhookInfo", times=None))
    await watched.pass_time(LOST_SECONDS + 20)
    assert watched.door.hearing.silent >= LOST_SECONDS


async def test_another_program_that_removed_the_webhook_is_told_of(watched: Watched) -> None:
    watched.telegram.updates.webhook_url = ""
    await watched.pass_time(20)
    assert "another program" in watched.watch.problem


async def test_whoever_wants_to_know_now_need_not_wait(watched: Watched) -> None:
    await watched.pass_time(5)
    moment, heard = watched.clock.now(), list[float]()
    watched.door.hearing.when_heard(moment, lambda: heard.append(watched.clock.now()))
    await watched.pass_time(1)
    assert heard
    assert heard[0] <= moment + 1
