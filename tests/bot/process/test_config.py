"""Settings come from the environment and .env; wrong ones end in one sentence."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.process.config import EXIT_CODE, Settings, SettingsError, describe, example, is_open_to_all, load_settings

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "700000001:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(name, raising=False)  # as proxies are often written


def test_without_anything_set_the_defaults_hold() -> None:
    settings = load_settings(None)

    assert not settings.has_token
    assert settings.api_base == "https://api.telegram.org/bot"
    assert settings.database == Path("data/shuangkou.sqlite3")
    assert settings.health_port is None


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / ".env"
    file.write_text(f"BOT_TOKEN={TOKEN}\nOWNER_IDS=11, 22 6000000001\nHEALTH_PORT=\nLOG_FORMAT=json\n")
    monkeypatch.setenv("LOG_FORMAT", "text")
    settings = load_settings(file)

    assert settings.bot_token.get_secret_value() == TOKEN
    assert settings.owner_ids == (11, 22, 6000000001)
    assert settings.health_port is None
    assert settings.log_format == "text"


def test_the_systems_language_is_not_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de_AT:de")
    load_settings(None)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("HEALTH_PORT", "70000", "(it is '70000'): input should be less than or equal to 65535"),
        ("LOG_LEVEL", "loud", "(it is 'loud'): input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("OWNER_IDS", "1,me", "(it is 'me'): input should be a valid integer"),
        ("API_BASE", "api.telegram.org", "has to start with http:// or https:// and end with /bot"),
        ("WEBHOOK_URL", "http://bot.example", "has to start with https:// and name a host that Telegram can reach"),
        ("WEBHOOK_SECRET", "short", "has to be 16 to 256 characters of A-Z, a-z, 0-9, _ and -"),
        ("COMPUTER_THINKS_AT_LEAST", "3000", "has to be no more than COMPUTER_THINKS_AT_MOST"),
    ],
)
def test_a_wrong_setting_is_named_with_what_would_be_right(
    name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError) as caught:
        load_settings(None)
    assert str(caught.value).startswith(name)
    assert sentence in str(caught.value)


def test_a_webhook_needs_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBHOOK_URL", "https://bot.example/hook")
    with pytest.raises(SettingsError, match="WEBHOOK_SECRET has to be set where WEBHOOK_URL is"):
        load_settings(None)

    monkeypatch.setenv("WEBHOOK_SECRET", "abcdefgh12345678")
    assert load_settings(None).webhook_url == "https://bot.example/hook"


@pytest.mark.parametrize(
    ("variables", "proxy"),
    [
        ({}, None),
        ({"HTTPS_PROXY": "http://127.0.0.1:7890"}, "http://127.0.0.1:7890"),
        ({"https_proxy": "http://127.0.0.1:7890"}, "http://127.0.0.1:7890"),
        ({"HTTP_PROXY": "http://127.0.0.1:7890"}, None),
        ({"ALL_PROXY": "10.0.0.2:3128", "NO_PROXY": "localhost,127.0.0.0/8"}, "http://10.0.0.2:3128"),
        ({"ALL_PROXY": "socks5://127.0.0.1:7891", "HTTPS_PROXY": "http://10.0.0.2:1"}, "http://10.0.0.2:1"),
        ({"ALL_PROXY": "socks5://127.0.0.1:7891", "NO_PROXY": ".telegram.org"}, None),
    ],
)
def test_telegram_is_reached_by_the_proxy_that_is_set(
    variables: dict[str, str], proxy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ({"BOT_TOKEN": TOKEN} | variables).items():
        monkeypatch.setenv(name, value)
    assert load_settings(None).proxy == proxy


def test_a_proxy_that_cannot_be_used_is_refused_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://me:sesame@127.0.0.1:7891")
    load_settings(None)  # the playground needs none

    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    with pytest.raises(SettingsError) as caught:
        load_settings(None)
    assert str(caught.value) == (
        "ALL_PROXY names a SOCKS proxy, and the bot speaks to HTTP proxies alone; name the HTTP port of that program,"
        " as in http://127.0.0.1:7890"
    )


@pytest.mark.parametrize("name", ["BOT_TOKEN", "WEBHOOK_SECRET"])
def test_a_wrong_secret_is_not_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "hush: hush")

    with pytest.raises(SettingsError, match=name) as caught:
        load_settings(None)
    assert "hush" not in str(caught.value)


def test_a_token_in_the_wrong_place_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWNER_IDS", TOKEN)

    with pytest.raises(SettingsError, match="OWNER_IDS") as caught:
        load_settings(None)
    assert TOKEN not in str(caught.value)


def test_the_token_does_not_show_in_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)

    assert TOKEN not in repr(load_settings(None))


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes("# 双扣\n".encode("utf-16"))

    with pytest.raises(SettingsError, match="UTF-8"):
        load_settings(file)


@pytest.mark.parametrize(("mode", "is_open"), [(0o600, False), (0o640, False), (0o644, True), (0o604, True)])
def test_a_file_that_every_user_can_read_is_known(tmp_path: Path, mode: int, is_open: bool) -> None:
    file = tmp_path / ".env"
    file.touch()
    file.chmod(mode)
    assert is_open_to_all(file) is is_open
    assert not is_open_to_all(tmp_path / "missing")


def test_the_program_ends_with_a_sentence_and_no_traceback(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "from bot.process.config import settings_or_exit; settings_or_exit()"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "BOT_TOKEN": TOKEN, "HEALTH_PORT": "high"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert run.returncode == EXIT_CODE
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith("Wrong settings: HEALTH_PORT")
    assert TOKEN not in run.stderr


def test_the_example_is_complete_and_sets_nothing_but_defaults(tmp_path: Path) -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert text == example(), "python -m bot.process.config > .env.example writes it anew"

    uncommented = tmp_path / ".env"
    uncommented.write_text("\n".join(line.removeprefix("#") for line in text.splitlines() if "=" in line))
    assert load_settings(uncommented) == load_settings(None)


def test_every_setting_is_described_in_a_sentence() -> None:
    settings = list(describe())

    assert [setting.name.lower() for setting in settings] == list(Settings.model_fields)
    for setting in settings:
        assert setting.description.endswith("."), setting.name
        assert setting.default == "" or setting.name != "BOT_TOKEN"
    secret = {name for name, field in Settings.model_fields.items() if field.annotation is SecretStr}
    assert secret == {"bot_token", "webhook_secret", "https_proxy", "http_proxy", "all_proxy"}


def test_a_month_begins_where_the_players_live(monkeypatch: pytest.MonkeyPatch) -> None:
    new_year_in_china = datetime(2026, 12, 31, 16, 30, tzinfo=UTC)

    assert new_year_in_china.astimezone(load_settings(None).zone).year == 2027
    monkeypatch.setenv("UTC_OFFSET_HOURS", "0")
    assert new_year_in_china.astimezone(load_settings(None).zone).year == 2026
