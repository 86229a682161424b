"""A message to the owner, without a running bot."""

import asyncio
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.playground.fake import BotAccount, FakeServer, FakeTelegram
from bot.process.config import EXIT_CODE, load_settings
from bot.process.tell_owner import tell

TOKEN = "700000001:AAbbccddeeffgghhiijjkkllmmnnooppqq"


async def test_every_owner_is_told_who_can_be(capsys: pytest.CaptureFixture[str]) -> None:
    telegram = FakeTelegram(account=BotAccount(token=TOKEN))
    anna = telegram.add_person("Anna", started=True)
    boris = telegram.add_person("Boris", started=False)
    async with FakeServer(telegram) as server:
        settings = load_settings(None).model_copy(
            update={"bot_token": SecretStr(TOKEN), "api_base": server.base_url, "owner_ids": (anna.id, boris.id)}
        )

        status = await tell(settings, "shuangkou-backup.service has failed")

    assert status == 1
    assert [message.text for message in anna.private.from_bot] == ["shuangkou-backup.service has failed"]
    assert capsys.readouterr().err.startswith(f"{boris.id} could not be told: Forbidden")


async def test_without_a_token_or_an_owner_it_says_what_is_missing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bot.process.tell_owner", "help"]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, stderr=pipe, env={"PYTHONPATH": str(ROOT)})
    _, errors = await process.communicate()

    assert process.returncode == EXIT_CODE
    assert errors.decode() == "BOT_TOKEN and OWNER_IDS are needed; set them in the environment or in .env\n"


ROOT = Path(__file__).resolve().parents[3]
