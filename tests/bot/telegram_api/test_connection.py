"""The bot waits for Telegram at the start, and notices when nothing reaches it any more."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from telegram.ext import Application, ApplicationBuilder, ExtBot

from bot.playground.fake import FakeRequest, FakeTelegram, Fault, FaultKind, ManualClock
from bot.telegram_api.connection import (
    SILENCE_SECONDS,
    TokenRefused,
    WebhookRefused,
    connect,
    polls_only,
    register,
    watch,
)
from bot.telegram_api.hearing import Hearing

App = Application[Any, Any, Any, Any, Any, Any]


async def settle() -> None:
    for _ in range(30):
        await asyncio.sleep(0)


async def pass_time(clock: ManualClock, seconds: float) -> None:
    await settle()
    for _ in range(round(seconds)):
        clock.advance(1.0)
        await settle()


def application(telegram: FakeTelegram, token: str | None = None) -> App:
    builder = ApplicationBuilder().token(token or telegram.account.token)
    request = FakeRequest(telegram)
    return builder.request(request).get_updates_request(FakeRequest(telegram)).job_queue(None).build()


async def test_it_waits_for_telegram_with_growing_pauses() -> None:
    telegram, clock = FakeTelegram(), ManualClock()
    telegram.faults.add(Fault(FaultKind.CUT_BEFORE, "getMe", times=9))
    app = application(telegram)
    start, tries = clock.now(), list[float]()

    connecting = asyncio.create_task(connect(app, clock))
    while not connecting.done():
        await settle()
        if len(telegram.called("getMe")) > len(tries):
            tries.append(clock.now() - start)
        clock.advance(1.0)
    await connecting

    assert tries == [0, 1, 3, 7, 15, 31, 63, 123, 183, 243]
    assert app.bot.username == telegram.account.username
    await app.shutdown()


async def test_a_server_that_answers_with_an_error_is_waited_for_too() -> None:
    telegram, clock = FakeTelegram(), ManualClock()
    telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, "getMe"))
    app = application(telegram)
    connecting = asyncio.create_task(connect(app, clock))
    await pass_time(clock, 2)
    await connecting
    await app.shutdown()


class LoginPage(FakeRequest):
    """A network that answers everything with a page of its own, until somebody has logged in."""

    def __init__(self, telegram: FakeTelegram) -> None:
        super().__init__(telegram)
        self.asked = 0

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        self.asked += 1
        return (200, b"<html>Welcome</html>") if self.asked < 3 else await super().do_request(*args, **kwargs)


async def test_something_that_is_no_telegram_is_waited_past(caplog: pytest.LogCaptureFixture) -> None:
    telegram, clock = FakeTelegram(), ManualClock()
    builder = ApplicationBuilder().token(telegram.account.token).request(LoginPage(telegram)).job_queue(None)
    app = builder.get_updates_request(FakeRequest(telegram)).build()
    connecting = asyncio.create_task(connect(app, clock))
    await pass_time(clock, 4)
    await connecting
    assert "cannot be reached at https://api.telegram.org/bot (Invalid server response)" in caplog.text
    await app.shutdown()


async def test_a_token_that_telegram_does_not_know_is_not_tried_again() -> None:
    telegram = FakeTelegram()
    app = application(telegram, "7000000001:AAF3x9-Qm2vTz8KcLr5Wb1YdHs6Np0Ej4Ug")
    with pytest.raises(TokenRefused, match="copy the token that @BotFather shows"):
        await connect(app, ManualClock())


# ---- how updates come


URL = "https://cards.example.org/hook"


def bot_on(telegram: FakeTelegram, token: str | None = None) -> ExtBot[None]:
    return ExtBot(token or telegram.account.token, request=FakeRequest(telegram))


async def test_a_webhook_is_registered_as_soon_as_telegram_answers() -> None:
    telegram, clock = FakeTelegram(), ManualClock()
    for kind in (FaultKind.CUT_BEFORE, FaultKind.TIMEOUT_BEFORE, FaultKind.BAD_GATEWAY):
        telegram.faults.add(Fault(kind, "setWebhook"))
    registering = asyncio.create_task(register(bot_on(telegram), URL, "secret", ["message"], clock))
    await pass_time(clock, 6)
    assert telegram.updates.webhook_url == ""
    await pass_time(clock, 1)
    await registering
    assert telegram.updates.webhook_url == URL
    assert telegram.updates.allowed == frozenset({"message"})


async def test_before_polls_a_webhook_is_removed_as_soon_as_telegram_answers() -> None:
    telegram, clock = FakeTelegram(), ManualClock()
    telegram.updates.webhook_url = URL
    telegram.faults.add(Fault(FaultKind.CUT_BEFORE, "deleteWebhook"))
    removing = asyncio.create_task(polls_only(bot_on(telegram), clock))
    await pass_time(clock, 1)
    await removing
    assert telegram.updates.webhook_url == ""


@pytest.mark.parametrize(
    ("url", "token", "expected", "sentence"),
    [
        ("https:///", None, WebhookRefused, "does not take WEBHOOK_URL .*bad webhook: .* 443, 80"),
        (URL, "7000000001:AAF3x9-Qm2vTz8KcLr5Wb1YdHs6Np0Ej4Ug", TokenRefused, "does not know BOT_TOKEN"),
    ],
)
async def test_a_webhook_that_will_never_be_is_given_up(
    url: str, token: str | None, expected: type[Exception], sentence: str
) -> None:
    with pytest.raises(expected, match=f"(?i){sentence}"):
        await register(bot_on(FakeTelegram(), token), url, "secret", ["message"], ManualClock())


# ---- the watchdog


class Asked(FakeRequest):
    """The way in; something may happen while Telegram is asked."""

    def __init__(self, watched: "Watched") -> None:
        super().__init__(watched.telegram)
        self._watched = watched

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        self._watched.meanwhile()
        return await super().do_request(*args, **kwargs)


@dataclass
class Watched:
    """A watchdog at work."""

    telegram: FakeTelegram = field(default_factory=FakeTelegram)
    clock: ManualClock = field(default_factory=ManualClock)
    given_up: list[float] = field(default_factory=list)
    meanwhile: Callable[[], None] = lambda: None
    task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self.hearing = Hearing(self.clock)
        self.bot: ExtBot[None] = ExtBot(self.telegram.account.token, request=Asked(self))
        self.began = self.clock.now()
        self.task = asyncio.create_task(watch(self.hearing, self.bot, self.clock, self._give_up))

    def _give_up(self) -> None:
        self.given_up.append(self.clock.now() - self.began)

    async def poll(self, seconds: float) -> None:
        """Let time pass in which every poll is answered after 20 seconds."""
        for _ in range(round(seconds / 20)):
            await pass_time(self.clock, 20)
            self.hearing.answered(None)

    async def end(self) -> None:
        assert self.task is not None
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


@pytest.fixture
async def watched() -> AsyncIterator[Watched]:
    watched = Watched()
    await watched.start()
    yield watched
    await watched.end()


async def test_answered_polls_are_left_alone(watched: Watched) -> None:
    await watched.poll(20 * SILENCE_SECONDS)
    assert watched.given_up == []
    assert watched.telegram.called("getMe") == [], "nobody was asked without need"


async def test_polls_that_hang_while_telegram_answers_end_the_process(watched: Watched) -> None:
    await watched.poll(200)
    await pass_time(watched.clock, 1000)
    [when] = watched.given_up
    assert 200 + SILENCE_SECONDS <= when <= 200 + SILENCE_SECONDS + 31
    assert watched.task is not None
    assert watched.task.done()


async def test_a_machine_that_was_suspended_polls_on(watched: Watched) -> None:
    await watched.poll(200)
    watched.clock.advance(10 * SILENCE_SECONDS)
    await pass_time(watched.clock, 40)
    assert watched.given_up == []
    assert watched.telegram.called("getMe") == []
    await pass_time(watched.clock, SILENCE_SECONDS)
    assert len(watched.given_up) == 1, "but not for ever without an answer"


async def test_an_unreachable_telegram_does_not_end_the_process(
    watched: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    fault = watched.telegram.faults.add(Fault(FaultKind.CUT_BEFORE, "getMe", times=None))
    with caplog.at_level(logging.WARNING):
        await pass_time(watched.clock, 10 * SILENCE_SECONDS)
    assert watched.given_up == []
    assert "no update has been asked for successfully for 180 s" in caplog.text

    watched.telegram.faults.remove(fault)
    watched.hearing.answered(None)
    await watched.poll(200)
    assert watched.given_up == [], "it works again"


async def test_a_poll_answered_while_telegram_is_asked_is_noticed(watched: Watched) -> None:
    def answered() -> None:
        watched.hearing.answered(None)

    watched.meanwhile = answered
    await pass_time(watched.clock, SILENCE_SECONDS + 40)
    assert len(watched.telegram.called("getMe")) == 1
    assert watched.given_up == []
