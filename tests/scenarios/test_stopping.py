"""The real process is told to end at every moment of its start: it ends with status 0 and without a traceback."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from tests.scenarios.processes import PATIENCE, BotProcess

TOKEN = "7000000001:AAF3x9-Qm2vTz8KcLr5Wb1YdHs6Np0Ej4Ug"
ME = {"id": 7000000001, "is_bot": True, "first_name": "双扣", "username": "shuangkou_bot"}


@asynccontextmanager
async def leaving_unanswered(method: str) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """A Telegram that answers everything but one method; its address, and whether that has been called."""
    called, over = asyncio.Event(), asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        name = request.path.rpartition("/")[2]
        if name == method:
            called.set()
            await over.wait()
        if name == "getUpdates":
            await over.wait()
        return web.json_response({"ok": True, "result": ME if name == "getMe" else True})

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/bot", called
    finally:
        over.set()
        await runner.cleanup()


async def ends_well(bot: BotProcess, number: signal.Signals) -> None:
    bot.send(number)
    assert await bot.ended() == 0, bot.output
    assert "Traceback" not in bot.output
    await bot.leaves_nothing()


def left_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("token", [TOKEN, ""], ids=["telegram", "playground"])
async def test_while_its_modules_are_loaded(tmp_path: Path, token: str, number: signal.Signals) -> None:
    bot = BotProcess(tmp_path, BOT_TOKEN=token, API_BASE="http://127.0.0.1:9/bot")
    await bot.start()
    try:
        await bot.can_be_told_to_end()
        await ends_well(bot, number)
        assert bot.output == ""
    finally:
        await bot.clean_up()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_between_the_address_of_the_playground_and_its_bot(tmp_path: Path, number: signal.Signals) -> None:
    bot = BotProcess(tmp_path, TMPDIR=str(tmp_path))
    await bot.start()
    try:
        await bot.says("open http://")
        await ends_well(bot, number)
    finally:
        await bot.clean_up()
    assert left_in(tmp_path) == ["bot.log"]


@pytest.mark.parametrize(
    "method", ["getMe", "deleteEphemeralMessage", "setMyDescription", "deleteWebhook", "getUpdates"]
)
async def test_while_telegram_leaves_a_call_of_the_start_unanswered(tmp_path: Path, method: str) -> None:
    async with leaving_unanswered(method) as (address, called):
        bot = BotProcess(tmp_path, BOT_TOKEN=TOKEN, API_BASE=address)
        await bot.start()
        try:
            async with asyncio.timeout(PATIENCE):
                await called.wait()
            bot.send(signal.SIGTERM)  # and once more, as impatient people do
            await ends_well(bot, signal.SIGTERM)
            assert "ERROR" not in bot.output
        finally:
            await bot.clean_up()
