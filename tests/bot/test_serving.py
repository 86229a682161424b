"""The doors of the running bot: the webhook that Telegram posts to, and what it shows to its operator."""

import asyncio
import gc
import logging
import math
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families
from pydantic import SecretStr

from bot.application import ALLOWED_UPDATES, Overrides, running
from bot.handlers.throttle import ThrottleLimits
from bot.playground.fake import FakeRequest, FakeServer, FakeTelegram, Limits, ManualClock, Person
from bot.process.bind_errors import CannotListen
from bot.process.config import Settings
from bot.telegram_api.connection import SILENCE_SECONDS
from bot.telegram_api.webhook import SECRET_HEADER
from storage import DatabaseError

SECRET: Final = "a-secret-that-telegram-knows"
HOST: Final = "127.0.0.1"


@pytest.fixture
def telegram() -> FakeTelegram:
    return FakeTelegram(limits=Limits.none())


@pytest.fixture
def ann(telegram: FakeTelegram) -> Person:
    return telegram.add_person("Ann", started=True, language_code="en")


def settings(telegram: FakeTelegram, folder: Path, **given: Any) -> Settings:
    always: dict[str, Any] = {
        "bot_token": SecretStr(telegram.account.token),
        "database": folder / "bot.sqlite3",
        "pictures": False,
        "computer_thinks_at_least": 0,
        "daily_trials": 0,
        "computer_thinks_at_most": 0,
    }
    return Settings(
        _env_file=None,  # type: ignore[call-arg]  # the developer's own .env is none of the tests' business
        **(always | given),
    )


def webhook(telegram: FakeTelegram, folder: Path, port: int) -> Settings:
    return settings(
        telegram,
        folder,
        webhook_url="https://cards.example.org/hook/shuangkou",
        webhook_secret=SecretStr(SECRET),
        webhook_port=port,
    )


def posted(telegram: FakeTelegram) -> Overrides:
    """The bot calls the fake; what comes in is posted to its webhook."""
    return Overrides(request=FakeRequest(telegram), workers=0, throttle=ThrottleLimits.none())


def polling(telegram: FakeTelegram) -> Overrides:
    """The bot calls the fake, and polls it."""
    return replace(posted(telegram), updates_request=FakeRequest(telegram))


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server((HOST, 0)) as server:
        port: int = server.getsockname()[1]
        return port


async def test_the_webhook_takes_what_telegram_posts_and_nothing_else(
    telegram: FakeTelegram, ann: Person, tmp_path: Path
) -> None:
    ann.say("/rules")
    [update] = await telegram.updates.get(None, 100, 0)
    port = free_port()
    here = f"http://{HOST}:{port}"
    async with aiohttp.ClientSession() as client:

        async def post(path: str, headers: dict[str, str], body: object = update) -> int:
            async with client.post(f"{here}{path}", json=body, headers=headers) as answer:
                return answer.status

        async with running(webhook(telegram, tmp_path, port), posted(telegram)):
            [registered] = [call for call in telegram.calls if call.method == "setWebhook"]
            assert registered.parameters["url"] == "https://cards.example.org/hook/shuangkou"
            assert registered.parameters["secret_token"] == SECRET
            assert registered.parameters["allowed_updates"] == list(ALLOWED_UPDATES)

            known = {SECRET_HEADER: SECRET}
            assert await post("/hook/shuangkou", {}) == 403
            assert await post("/hook/shuangkou", {SECRET_HEADER: SECRET + "x"}) == 403
            assert await post("/hook/other", known) == 404
            async with client.get(f"{here}/hook/shuangkou", headers=known) as answer:
                assert answer.status == 405
            assert ann.private.from_bot == []

            assert await post("/hook/shuangkou", known) == 200
            await telegram.until(lambda: ann.private.from_bot)
            assert len(ann.private.from_bot) == 1

        with pytest.raises(aiohttp.ClientConnectionError):
            await post("/hook/shuangkou", known)
    assert not [call for call in telegram.calls if call.method == "getUpdates"]
    assert telegram.complaints == []


async def test_after_a_webhook_the_bot_can_poll_again(telegram: FakeTelegram, ann: Person, tmp_path: Path) -> None:
    async with running(webhook(telegram, tmp_path, free_port()), posted(telegram)):
        pass
    ann.say("/rules")

    async with running(settings(telegram, tmp_path), polling(telegram)):
        await telegram.until(lambda: ann.private.from_bot)


@pytest.mark.parametrize("name", ["HEALTH_PORT", "WEBHOOK_PORT"])
async def test_a_port_that_is_taken_is_named(telegram: FakeTelegram, tmp_path: Path, name: str) -> None:
    with socket.create_server((HOST, 0)) as server:
        port = server.getsockname()[1]
        if name == "HEALTH_PORT":
            wrong = settings(telegram, tmp_path, health_port=port)
        else:
            wrong = webhook(telegram, tmp_path, port)

        with pytest.raises(
            CannotListen, match=f"^{name} {port} is in use by other programs; name a port that is free$"
        ):
            async with running(wrong, polling(telegram)):
                pass
    gc.collect()


async def test_the_figures_tell_of_a_deal(telegram: FakeTelegram, ann: Person, tmp_path: Path) -> None:
    port = free_port()
    served = settings(telegram, tmp_path, health_port=port)
    async with (
        aiohttp.ClientSession(f"http://{HOST}:{port}") as client,
        running(served, polling(telegram)),
    ):
        ann.say("/newgame")
        await telegram.until(lambda: ann.private.from_bot and ann.private.last.buttons)
        hand = ann.private.last
        logging.getLogger("bot.somewhere").error("nobody expected this")
        tap = ann.tap(hand, hand.buttons[0]["text"])
        await telegram.until(lambda: tap.is_answered)

        async with client.get("/health") as answer:
            assert (answer.status, await answer.json()) == (200, {"status": "ok", "problems": []})
        async with client.get("/metrics") as answer:
            found = figures(await answer.text())

    assert found["shuangkou_updates_total", "message"] == 1
    assert found["shuangkou_updates_total", "callback_query"] == 1
    assert found["shuangkou_handler_seconds_count", "callback_query"] == 1
    assert found["shuangkou_calls_total", "send private ok"] >= 1
    assert found["shuangkou_calls_total", "answer none ok"] == 1
    assert found["shuangkou_engine_seconds_count", "deal"] == 1
    assert found["shuangkou_database_seconds_count", "create"] == 1
    assert found["shuangkou_database_seconds_count", "start"] == 1
    assert found["shuangkou_live_tables", "deal"] == 1
    assert found["shuangkou_log_records_total", "ERROR"] == 1
    assert found["shuangkou_log_records_total", "CRITICAL"] == 0
    assert found["shuangkou_live_tables", "lobby"] == 0
    assert {labels for name, labels in found if name == "shuangkou_queue_depth"} == {"updates", "screens", "computers"}


async def test_an_update_that_cannot_be_read_is_counted_and_the_others_are_served(
    telegram: FakeTelegram, ann: Person, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port = free_port()
    served = settings(telegram, tmp_path, health_port=port)
    async with aiohttp.ClientSession(f"http://{HOST}:{port}") as client, running(served, polling(telegram)):
        user = {"id": ann.id, "is_bot": False, "first_name": "Ann"}
        telegram.updates.put("my_chat_member", {"chat": {"id": 1}, "from": user, "new_chat_member": {"status": "odd"}})
        ann.say("/rules")
        await telegram.until(lambda: ann.private.from_bot)
        async with client.get("/metrics") as answer:
            found = figures(await answer.text())
    assert found["shuangkou_updates_skipped_total", "unreadable"] == 1
    assert found["shuangkou_updates_skipped_total", "repeated"] == 0
    [line] = [record.getMessage() for record in caplog.records if "cannot be read" in record.getMessage()]
    assert line.startswith("update 700000001 (my_chat_member) cannot be read and is skipped: ")
    assert "Ann" not in line


async def test_health_fails_while_telegram_leaves_polls_unanswered(
    telegram: FakeTelegram, ann: Person, tmp_path: Path
) -> None:
    port = free_port()
    clock = ManualClock()
    async with FakeServer(telegram) as server:
        served = settings(telegram, tmp_path, health_port=port, api_base=server.base_url)
        async with aiohttp.ClientSession(f"http://{HOST}:{port}") as client, running(served, Overrides(clock=clock)):
            await telegram.until(lambda: telegram.updates.is_polled)
            for _ in range(round(SILENCE_SECONDS)):
                clock.advance(1.0)
                await asyncio.sleep(0)
            async with client.get("/health") as answer:
                assert answer.status == 503
                assert await answer.json() == {
                    "status": "failing",
                    "problems": ["Telegram has answered no long poll for 180 s"],
                }

            ann.say("hello")  # which ends the poll
            await telegram.until(lambda: telegram.updates.is_polled and not len(telegram.updates))
            async with client.get("/health") as answer:
                assert answer.status == 200


async def test_health_fails_while_nothing_can_be_written(telegram: FakeTelegram, ann: Person, tmp_path: Path) -> None:
    port = free_port()
    served = settings(telegram, tmp_path, health_port=port)
    async with (
        aiohttp.ClientSession(f"http://{HOST}:{port}") as client,
        running(served, polling(telegram)) as services,
    ):
        ask = services.database._access._writer.read
        await ask(lambda connection: connection.execute("PRAGMA query_only = ON"))
        with pytest.raises(DatabaseError):
            await services.database.key_value.set("key", "value")
        async with client.get("/health") as answer:
            assert answer.status == 503
            [problem] = (await answer.json())["problems"]
            assert problem.startswith("nothing can be written: ")
        await ask(lambda connection: connection.execute("PRAGMA query_only = OFF"))
        await services.database.key_value.set("key", "value")
        async with client.get("/health") as answer:
            assert answer.status == 200


async def test_health_fails_while_the_disk_is_full_though_nobody_plays(telegram: FakeTelegram, tmp_path: Path) -> None:
    port = free_port()
    disk = {"free": 1e9}
    overrides = replace(polling(telegram), free=lambda folder: disk["free"] if folder == tmp_path else math.nan)
    async with (
        aiohttp.ClientSession(f"http://{HOST}:{port}") as client,
        running(settings(telegram, tmp_path, health_port=port), overrides),
    ):
        for free, status in ((1e9, 200), (3e6, 503), (math.nan, 200)):
            disk["free"] = free
            async with client.get("/health") as answer:
                assert answer.status == status
                if status == 503:
                    problems = (await answer.json())["problems"]
                    assert problems == ["only 3 MB are free on the disk of the database"]


def figures(text: str) -> dict[tuple[str, str], float]:
    """Every sample, by its name and the values of its labels."""
    return {
        (sample.name, " ".join(value for label, value in sample.labels.items() if label != "le")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
