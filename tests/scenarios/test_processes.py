"""The real process: it starts, waits for Telegram, plays, and ends when it is told to."""

import signal
import socket
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.playground.fake import FakeServer, FakeTelegram
from tests.scenarios.processes import PATIENCE, BotProcess, house

TOKEN = "7000000001:AAF3x9-Qm2vTz8KcLr5Wb1YdHs6Np0Ej4Ug"


async def test_four_people_play_and_the_process_ends_in_good_order(tmp_path: Path) -> None:
    async with house(tmp_path) as game:
        await game.bot.start()
        await game.sit_down()
        for _ in range(8):
            await game.act()
        assert await game.bot.stop() == 0
        await game.bot.leaves_nothing()
        assert game.faults() == []
        assert game.strays() == []
        assert game.telegram.complaints == []
        assert "ERROR" not in game.bot.output
        assert "Traceback" not in game.bot.output


async def test_a_tap_in_hand_is_served_to_its_end_before_the_process_ends(tmp_path: Path) -> None:
    async with house(tmp_path) as game:
        await game.bot.start()
        await game.sit_down()
        await game.act()
        person, message, data = await game.next_button()
        with closing(sqlite3.connect(game.database, isolation_level=None)) as blocker:
            blocker.execute("BEGIN IMMEDIATE")  # the bot cannot write until this ends
            press = game.press(person, message, data)
            await game.until(lambda: not len(game.telegram.updates))
            game.bot.send(signal.SIGTERM)
            await game.bot.says("stopping")
            assert press.answer is None
            blocker.execute("ROLLBACK")
        assert await game.bot.ended(patience=10 + PATIENCE / 2) == 0
        assert press.was_served
        assert game.faults() == []
        standing = game.standing()
        assert standing is not None
        assert standing.turn == press.tap.turn + 1


async def test_told_to_end_while_the_disk_is_full_it_ends_in_good_order(tmp_path: Path) -> None:
    """Status 2 would keep systemd from ever starting it again."""
    async with house(tmp_path) as game:
        await game.bot.start()
        await game.sit_down()
        await game.act()
        wal = game.database.with_name(game.database.name + "-wal")
        game.bot.fill_disk(wal.stat().st_size)
        press = game.press(*await game.next_button())
        answer = await press.pressed.answer(patience=PATIENCE)
        assert answer.text, "it says that it cannot"
        assert await game.bot.stop() == 0, game.bot.output
        assert game.faults() == []
        await game.bot.start()
        await game.act()
        assert await game.bot.stop() == 0


async def test_what_was_tapped_while_it_was_down_is_served_when_it_is_back(tmp_path: Path) -> None:
    async with house(tmp_path) as game:
        await game.bot.start()
        await game.sit_down()
        await game.act()
        person, message, data = await game.next_button()
        assert await game.bot.stop() == 0
        before = game.standing()
        press = game.press(person, message, data)
        again = game.press(person, message, data)
        await game.bot.start()
        await game.until(lambda: again.pressed.is_answered or game.standing() != before)
        await game.act()
        assert game.faults() == []
        standing = game.standing()
        assert standing is not None
        assert standing.turn == press.tap.turn + 2
        await game.until(lambda: all(len(game.hands(other)) == 1 for other in game.people))


async def test_a_second_process_on_the_same_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with house(tmp_path) as game:
        await game.bot.start()
        await game.bot.says("running as")
        folder = tmp_path / "second"
        folder.mkdir()
        second = BotProcess(folder, BOT_TOKEN=game.telegram.account.token, DATABASE=str(game.database))
        status, output = await second.run()
        assert status == 2
        assert output.count("\n") == 1
        assert "one database serves one bot, stop the other one first" in output
        await game.sit_down()
        await game.act()
        assert game.faults() == []


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("BOT_TOKEN", "12345:short", "BOT_TOKEN is no token"),
        ("CALLS_PER_SECOND", "many", "CALLS_PER_SECOND (it is 'many')"),
        ("DATABASE", "/proc/nowhere/bot.sqlite3", "/proc/nowhere"),
        ("HTTPS_PROXY", "socks5://127.0.0.1:9", "HTTPS_PROXY names a SOCKS proxy"),
        ("ALL_PROXY", "socks5://127.0.0.1:9", "ALL_PROXY names a SOCKS proxy"),
    ],
)
async def test_wrong_settings_are_told_in_a_sentence(tmp_path: Path, setting: str, value: str, sentence: str) -> None:
    bot = BotProcess(tmp_path, **{"BOT_TOKEN": TOKEN, setting: value})
    status, output = await bot.run()
    assert status == 2
    assert sentence in output
    assert output.count("\n") == 1
    assert value == "many" or "short" not in output


async def test_a_token_that_telegram_does_not_know_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with FakeServer(FakeTelegram()) as server:
        bot = BotProcess(tmp_path, BOT_TOKEN=TOKEN, API_BASE=server.base_url)
        status, output = await bot.run()
    assert status == 2
    made, sentence = output.splitlines()
    assert made.endswith("a new one was made")
    assert sentence == f"Telegram at {server.base_url} does not know BOT_TOKEN; copy the token that @BotFather shows"


async def test_a_file_with_the_token_that_every_user_can_read_is_told_once(tmp_path: Path) -> None:
    tmp_path.joinpath(".env").write_text("BASE_SCORE=100\n")
    async with FakeServer(FakeTelegram()) as server:
        for mode in (0o644, 0o600):  # the second start adds to the same log
            tmp_path.joinpath(".env").chmod(mode)
            _, output = await BotProcess(tmp_path, BOT_TOKEN=TOKEN, API_BASE=server.base_url).run()
            assert output.count("every user of this machine can read .env and the token in it: chmod 600 .env") == 1


async def test_a_playground_whose_ports_are_taken_says_so_in_a_sentence(tmp_path: Path) -> None:
    with closing(socket.socket()) as taken:
        with suppress(OSError):  # another program has been quicker
            taken.bind(("127.0.0.1", 65535))
            taken.listen()
        status, output = await BotProcess(tmp_path, PLAYGROUND_PORT="65535").run()
    assert status == 2
    assert output == "PLAYGROUND_PORT 65535 is in use by other programs; name a port that is free\n"


async def test_the_playground_starts_whatever_proxies_are_set(tmp_path: Path) -> None:
    nowhere = "http://127.0.0.1:9"
    bot = BotProcess(tmp_path, HTTP_PROXY=nowhere, http_proxy=nowhere, ALL_PROXY="socks5://127.0.0.1:9")
    await bot.start()
    try:
        await bot.says("running as")
        assert await bot.stop() == 0
        assert "cannot be reached" not in bot.output
    finally:
        await bot.clean_up()


async def test_it_waits_for_a_telegram_that_cannot_be_reached_and_comes_up_later(tmp_path: Path) -> None:
    telegram = FakeTelegram()
    [person] = [telegram.add_person("小明", started=True)]
    port = _free_port()
    bot = BotProcess(tmp_path, BOT_TOKEN=telegram.account.token, API_BASE=f"http://127.0.0.1:{port}/bot")
    await bot.start()
    try:
        await bot.says("cannot be reached")
        async with FakeServer(telegram, port=port):
            person.say("/help")
            await telegram.until(lambda: person.private.from_bot, patience=PATIENCE)
            assert await bot.stop() == 0
        assert "ERROR" not in bot.output
    finally:
        await bot.clean_up()


async def test_while_it_waits_for_telegram_it_can_be_told_to_end(tmp_path: Path) -> None:
    bot = BotProcess(tmp_path, BOT_TOKEN=TOKEN, API_BASE=f"http://127.0.0.1:{_free_port()}/bot")
    await bot.start()
    try:
        await bot.says("cannot be reached")
        assert await bot.stop() == 0
        assert "Traceback" not in bot.output
    finally:
        await bot.clean_up()


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
