"""All settings of the bot, from the environment and from `.env` (the environment goes first).

`python -m bot.process.config` prints `.env.example`.
"""

import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta, timezone
from pathlib import Path
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.errors import StartError
from bot.process.logs import LogFormat, LogLevel, redacted
from bot.process.proxies import proxy_for
from bot.tables.state import Language
from engine.console import print_everywhere
from engine.daily import MOST_TRIALS

ENV_FILE: Final = Path(".env")
"""Where the settings of an installation stand, in the folder in which the bot is started."""
EXIT_CODE: Final = 2
"""Exit status of a program with wrong settings."""

_TOKEN: Final = re.compile(r"\d{5,}:[A-Za-z0-9_-]{20,}")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,256}")


class SettingsError(StartError):
    """The settings make no sense; the message says which and what would be right, in a sentence without secrets."""


def _ids(value: object) -> object:
    """Numbers from a text with commas or spaces between them."""
    return [part for part in re.split(r"[,\s]+", value) if part] if isinstance(value, str) else value


def _token(value: SecretStr) -> SecretStr:
    if value.get_secret_value() and _TOKEN.fullmatch(value.get_secret_value()) is None:
        raise ValueError("is no token; copy the one that @BotFather gave you, digits, a colon and 35 more characters")
    return value


def _secret(value: SecretStr) -> SecretStr:
    if value.get_secret_value() and _SECRET.fullmatch(value.get_secret_value()) is None:
        raise ValueError("has to be 16 to 256 characters of A-Z, a-z, 0-9, _ and -")
    return value


def _webhook_url(value: str) -> str:
    if value and re.fullmatch(r"https://[^\s/]+\.[^\s]+", value) is None:
        raise ValueError("has to start with https:// and name a host that Telegram can reach")
    return value


def _app_url(value: str) -> str:
    here = r"http://(127\.0\.0\.1|localhost)(:\d+)?(/[^\s?#]*)?"  # the playground's, which no phone opens
    if value and re.fullmatch(rf"https://[^\s/?#]+\.[^\s?#]+|{here}", value) is None:
        raise ValueError("has to start with https:// and name a host that phones can reach, without ? and #")
    return value if not value or value.endswith("/") else f"{value}/"


def _api_base(value: str) -> str:
    if re.fullmatch(r"https?://\S+/bot", value) is None:
        raise ValueError(
            "has to start with http:// or https:// and end with /bot, as https://api.telegram.org/bot does"
        )
    return value


Port = Annotated[int, Field(ge=1, le=65535)]
Milliseconds = Annotated[int, Field(ge=0, le=60_000)]


class Settings(BaseSettings):
    """Every field is an environment variable of the same name in capitals; an empty one counts as not set."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE, env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    # ---- Telegram
    bot_token: Annotated[SecretStr, AfterValidator(_token)] = Field(
        SecretStr(""), description="The token that @BotFather gave you. Without one the local playground starts."
    )
    api_base: Annotated[str, AfterValidator(_api_base)] = Field(
        "https://api.telegram.org/bot", description="Where the Bot API is; change it for a server of your own."
    )
    owner_ids: Annotated[tuple[int, ...], NoDecode, BeforeValidator(_ids)] = Field(
        (), description="Telegram ids of the people who may use the owner's commands, with commas between them."
    )
    group_calls_per_minute: int = Field(
        20, ge=4, le=60, description="Messages and edits in one group in a minute; Telegram takes about 20."
    )
    calls_per_second: int = Field(
        28, ge=1, le=1000, description="Messages and edits in all chats in a second; Telegram takes about 30."
    )

    # ---- the way there; the usual variables, which other programs know too
    https_proxy: SecretStr = Field(
        SecretStr(""),
        description="HTTP proxy by which https addresses are reached, as in http://127.0.0.1:7890; SOCKS is refused.",
    )
    http_proxy: SecretStr = Field(
        SecretStr(""), description="HTTP proxy by which an API_BASE that begins with http:// is reached."
    )
    all_proxy: SecretStr = Field(SecretStr(""), description="HTTP proxy for both, where they name none.")
    no_proxy: str = Field(
        "",
        description="What is reached directly: names, addresses, ranges such as 10.0.0.0/8, with commas between them;"
        " this machine always is.",
    )

    # ---- receiving updates
    webhook_url: Annotated[str, AfterValidator(_webhook_url)] = Field(
        "", description="Public https:// address under which Telegram reaches this bot. Without one the bot polls."
    )
    webhook_secret: Annotated[SecretStr, AfterValidator(_secret)] = Field(
        SecretStr(""), description="Shared with Telegram to know its calls; needed with WEBHOOK_URL."
    )
    webhook_host: str = Field(
        "127.0.0.1", description="Address the webhook and the Mini App listen on, behind your proxy."
    )
    webhook_port: Port = Field(8443, description="Port the webhook and the Mini App listen on.")

    # ---- the Mini App
    app_url: Annotated[str, AfterValidator(_app_url)] = Field(
        "", description="Public https:// address of the Mini App, the table as a page. Without one there is none."
    )
    app_sign_in_hours: float = Field(
        24.0, gt=0, le=168, description="How old Telegram's word may be about who opens the page; desktops keep it."
    )

    # ---- what is kept
    database: Path = Field(
        Path("data/shuangkou.sqlite3"), description="The file that holds all deals and scores. Its folder is made."
    )

    # ---- the game
    default_language: Language = Field(
        Language.CHINESE, description="Language of chats that have not chosen one: zh or en."
    )
    utc_offset_hours: float = Field(
        8.0,
        ge=-12,
        le=14,
        description="How far the players' clocks are ahead of UTC; it decides to which month a deal belongs.",
    )
    pictures: bool = Field(True, description="Whether hands and results are drawn as pictures.")
    ephemeral_hands: bool = Field(
        True,
        description="Whether hands can be shown in the group, each to its owner alone; needs Bot API 10.3 or newer.",
    )
    computer_thinks_at_least: Milliseconds = Field(
        800, description="Shortest time a computer player seems to think, in milliseconds."
    )
    computer_thinks_at_most: Milliseconds = Field(
        2000, description="Longest time a computer player seems to think, in milliseconds."
    )
    daily_trials: int = Field(
        5,
        ge=0,
        le=MOST_TRIALS,
        description="How often the deal of a day is played by computers before it is taken; 0: the first one is taken.",
    )
    worker_processes: int = Field(
        1, ge=1, le=64, description="Processes that compute for the strongest computer players."
    )

    # ---- running it
    log_level: LogLevel = Field(
        LogLevel.INFO, description="Least important events written: DEBUG, INFO, WARNING, ERROR."
    )
    log_format: LogFormat = Field(LogFormat.TEXT, description="text for people, json for machines.")
    health_port: Port | None = Field(None, description="Port of /health and /metrics. Without one there are none.")
    health_host: str = Field("127.0.0.1", description="Address of /health and /metrics; keep it private.")
    drain_seconds: float = Field(
        8.0, ge=0, le=60, description="Seconds that are taken at most to finish what is under way when stopping."
    )

    # ---- the playground
    playground_host: str = Field("127.0.0.1", description="Address the playground listens on.")
    playground_port: Port = Field(8080, description="Port of the playground; if it is taken, the next free one.")

    @model_validator(mode="after")
    def _belong_together(self) -> Self:
        if self.webhook_url and not self.webhook_secret.get_secret_value():
            raise ValueError("WEBHOOK_SECRET has to be set where WEBHOOK_URL is")
        if self.computer_thinks_at_least > self.computer_thinks_at_most:
            raise ValueError("COMPUTER_THINKS_AT_LEAST has to be no more than COMPUTER_THINKS_AT_MOST")
        if self.has_token:
            self.proxy  # noqa: B018 - it raises
        return self

    @property
    def proxy(self) -> str | None:
        """The proxy by which the Bot API is reached; None: directly.

        Raises:
            ValueError: it makes no sense. Not for settings with a token: those have been checked.
        """
        fields = {"HTTPS_PROXY": self.https_proxy, "HTTP_PROXY": self.http_proxy, "ALL_PROXY": self.all_proxy}
        proxies = {name: field.get_secret_value() for name, field in fields.items()}
        return proxy_for(self.api_base, proxies, self.no_proxy)

    @property
    def zone(self) -> timezone:
        """The time zone of the players."""
        return timezone(timedelta(hours=self.utc_offset_hours))

    @property
    def has_token(self) -> bool:
        """Whether the bot is to run on Telegram; otherwise on the playground."""
        return bool(self.bot_token.get_secret_value())


def load_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """The settings from the environment and a file (none if None; one that does not exist sets nothing).

    Raises:
        SettingsError: one of them makes no sense.
    """
    try:
        return Settings(_env_file=env_file)  # type: ignore[call-arg]  # pydantic-settings takes it, its types do not say
    except ValidationError as error:
        raise SettingsError(redacted("; ".join(_sentence(problem) for problem in error.errors()))) from None
    except UnicodeDecodeError:
        raise SettingsError(f"{env_file} is not written in UTF-8; save it again as UTF-8") from None
    except OSError as error:
        raise SettingsError(f"{env_file} cannot be read: {error.strerror}") from None


def is_open_to_all(file: Path) -> bool:
    """Return whether every user of this machine can read a file; False where there is none."""
    try:
        return bool(file.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False


def settings_or_exit(env_file: Path | None = ENV_FILE) -> Settings:
    """The settings; where they make no sense, the program says so in a sentence and ends with status 2."""
    try:
        return load_settings(env_file)
    except SettingsError as error:
        sys.stderr.write(f"Wrong settings: {error}.\n")
        raise SystemExit(EXIT_CODE) from None


def _sentence(problem: Any) -> str:
    """Say what pydantic found in the words of somebody who edits `.env`, without the value of a secret."""
    said = str(problem["msg"]).removeprefix("Value error, ")
    if not problem["loc"]:
        return said
    field = str(problem["loc"][0])
    name = field.upper()
    if problem["type"] == "value_error":
        return f"{name} {said}"
    given = "" if field in _secrets() else f" (it is {problem['input']!r})"
    return f"{name}{given}: {said[0].lower()}{said[1:]}"


def _secrets() -> set[str]:
    return {name for name, field in Settings.model_fields.items() if field.annotation is SecretStr}


@dataclass(frozen=True, slots=True)
class DocumentedSetting:
    """One setting as documentation shows it; `default` is empty where there is none."""

    name: str
    default: str
    description: str


def describe() -> Iterator[DocumentedSetting]:
    """All settings in their order."""
    for name, field in Settings.model_fields.items():
        default = field.default
        if isinstance(default, SecretStr):
            shown = default.get_secret_value()
        elif isinstance(default, bool):
            shown = str(default).lower()
        elif isinstance(default, tuple):
            shown = ",".join(map(str, default))
        else:
            shown = "" if default is None else str(default)
        yield DocumentedSetting(name.upper(), shown, field.description or "")


def example() -> str:
    """The text of `.env.example`: every setting with its description and default."""
    lines = ["# Copy to .env and fill in. What is set in the environment goes before what is set here."]
    for setting in describe():
        assignment = f"{setting.name}={setting.default}"
        lines += ["", f"# {setting.description}", assignment if setting.name == "BOT_TOKEN" else f"#{assignment}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print_everywhere()
    sys.stdout.write(example())
