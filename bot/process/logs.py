"""Logs for the operator: one line or one JSON object per event, with the table, turn and chat it belongs to.

Some things never get into them, whoever logs whatever: the bot's token, whole or its secret half; cards, be they
objects or written out; whole updates. And whatever somebody calls themselves, it neither makes a line of its own nor
moves what a terminal shows.

Why it is our own, on the standard library's logging: nearly all of it is about what must not be written, and has to
look at the arguments of a record before they become a text. The rest was tried with structlog 26.1, side by side: 55
lines instead of 52, since all records come from the loggers of the standard library; 1.8 to 2 times as long for a
record; 3 to 4 times for two nested contexts, as every tap makes them, since each fact is a context variable of its
own and all of them are looked through (hynek/structlog#302). And facts did not stand in the order in which they were
given. python-json-logger replaces the one call of `json.dumps` and nothing else of this.
"""

import copy
import json
import logging
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import Enum, StrEnum, unique
from textwrap import indent
from types import TracebackType
from typing import Any, Final, TextIO

from engine.cards import Rank, Suit

log = logging.getLogger(__name__)


@unique
class LogFormat(StrEnum):
    """The forms in which an event is written."""

    TEXT = "text"
    JSON = "json"


@unique
class LogLevel(StrEnum):
    """The least important events that are written."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"


QUIET: Final = {
    "telegram": logging.INFO,  # at DEBUG it writes whole updates and messages, hands included
    "aiohttp.access": logging.WARNING,
    "PIL": logging.INFO,
    "asyncio": logging.INFO,
}
"""Libraries that say too much: the least level each may write at, whatever is asked for."""

_facts: ContextVar[Mapping[str, int | str]] = ContextVar("facts", default={})  # noqa: B039 - never changed in place


@contextmanager
def context(**facts: int | str) -> Iterator[None]:
    """Everything logged inside carries these facts, as in `context(table=71, turn=12)`, beside those from outside."""
    token = _facts.set({**_facts.get(), **facts})
    try:
        yield
    finally:
        _facts.reset(token)


# ---- what must not be written

_TOKEN: Final = re.compile(r"(?<!\d)\d{5,}(?::|%3A)[A-Za-z0-9_-]{20,}")
_SECRETS: Final = (
    (_TOKEN, "<token>"),
    (re.compile(r"\bCard\(rank=[^()]{0,80}\)"), "<card>"),
    (re.compile(r"[♠♥♦♣♤♡♢♧]\ufe0f?\s?(?:10|[2-9TJQKA])"), "<card>"),
    (re.compile(r"\b(?:[SHDC][2-9TJQKA]|[wW])[12]\b"), "<card>"),
    (re.compile(r"\bb(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"), "<bytes>"),  # cards by rank; seeds
    (re.compile(r"\b([a-z?](?:!)?:[0-9a-z]+:[0-9a-z]+:[0-9a-z]+:)[^\s'\"]+"), r"\1<choice>"),  # what a button says
    (re.compile(r"(?<![\w-])(?=\w*[TJQKAwW])[2-9TJQKAwW]{4,}(?![\w-])"), "<cards>"),
    (
        re.compile(r"(?:(?<![\w-])(?:10|[2-9TJQKAwW]|大王|小王|王)[ ,]+){3,}(?:10|[2-9TJQKAwW]|大王|小王|王)(?![\w-])"),
        "<cards>",
    ),
)
_CONCEALED_MODULES: Final = ("engine.", "bot.tables.state", "bot.screens.", "bot.pictures.", "telegram.")
_LEAST_SECRET: Final = 20
"""Characters of the secret half of a token at least; a shorter one is not Telegram's."""

_CONTROLS: Final = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""What ends a line, moves a terminal's cursor or turns the direction of what follows."""
_ESCAPED: Final = {code: f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" for code in _CONTROLS} | {
    ord("\n"): "\\n",
    ord("\r"): "\\r",
    ord("\t"): "\\t",
}
_ESCAPED_IN_TRACES: Final = {code: escape for code, escape in _ESCAPED.items() if code not in (ord("\n"), ord("\t"))}
_ESCAPED_IN_JSON: Final = {code: f"\\u{code:04x}" for code in _CONTROLS}


def redacted(text: str, token: str = "") -> str:
    """The text without tokens of bots, and without cards.

    >>> redacted("POST https://api.telegram.org/bot700000001:AAbbccddeeffgghhiijjkk/getMe")
    'POST https://api.telegram.org/bot<token>/getMe'
    >>> redacted("holds 34567TTJQKA22wW")
    'holds <cards>'
    """
    for secret in (token, token.partition(":")[2]):
        if secret == token or len(secret) >= _LEAST_SECRET:
            text = text.replace(secret, "<token>") if secret else text
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


def concealed(value: object) -> object:
    """The value as it may be written: objects that can hold cards, and Telegram's, which can hold what people have
    written, become their type's name, also inside containers.
    """
    if isinstance(value, Mapping):
        return {concealed(key): concealed(item) for key, item in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [concealed(item) for item in value]
    if isinstance(value, bytes | bytearray | memoryview):
        return f"<{len(value)} bytes>"
    kind = type(value)
    holds_cards = kind.__module__.startswith(_CONCEALED_MODULES) and not isinstance(value, BaseException)
    if isinstance(value, Rank | Suit) or (holds_cards and not isinstance(value, Enum)):
        return f"<{kind.__name__}>"
    return value


# ---- writing


class _SafeFormatter(logging.Formatter, ABC):
    """Writes records without their secrets; the records themselves stay as they are."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        safe = copy.copy(record)
        safe.msg = record.msg if isinstance(record.msg, str) else concealed(record.msg)
        if isinstance(record.args, Mapping):
            safe.args = {key: concealed(value) for key, value in record.args.items()}
        elif record.args:
            safe.args = tuple(concealed(value) for value in record.args)
        trace = ""
        if record.exc_info:
            trace = self.formatException(record.exc_info)
        if record.stack_info:
            trace = f"{trace}\n{record.stack_info}".strip()
        facts = {
            key: self._redacted(str(value)) if isinstance(value, str) else value for key, value in _facts.get().items()
        }
        return self._write(record, self._redacted(safe.getMessage()), facts, self._redacted(trace))

    def _redacted(self, text: str) -> str:
        return redacted(text, self._token)

    @abstractmethod
    def _write(self, record: logging.LogRecord, message: str, facts: Mapping[str, int | str], trace: str) -> str:
        """The record as one piece of text; everything given is safe."""


class TextFormatter(_SafeFormatter):
    """One line for people: `2026-11-29 20:16:59.123 INFO bot.outbox [chat=-100 table=71] message`.

    Control characters are written as escapes, and the lines of a traceback are indented: no line is somebody's own.
    """

    def _write(self, record: logging.LogRecord, message: str, facts: Mapping[str, int | str], trace: str) -> str:
        when = _moment(record).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
        about = f" [{' '.join(f'{key}={value}' for key, value in facts.items())}]" if facts else ""
        line = f"{when} {record.levelname} {record.name}{about} {message}".translate(_ESCAPED)
        return f"{line}\n{indent(trace.translate(_ESCAPED_IN_TRACES), '    ')}" if trace else line


class JsonFormatter(_SafeFormatter):
    """One JSON object per line, with the facts as fields of their own."""

    def _write(self, record: logging.LogRecord, message: str, facts: Mapping[str, int | str], trace: str) -> str:
        event: dict[str, Any] = {
            **facts,
            "time": _moment(record).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message,
        }
        if trace:
            event["trace"] = trace
        return json.dumps(event, ensure_ascii=False).translate(_ESCAPED_IN_JSON)


class _SafeHandler(logging.StreamHandler[TextIO]):
    """Says that an event could not be written, but not, as the standard handler does, with which arguments."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is logging's
        kind = sys.exc_info()[0]
        name = kind.__name__ if kind is not None else "an unknown error"
        sys.stderr.write(f"an event of {record.name}, line {record.lineno}, could not be logged: {name}\n")


def _moment(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def set_up(level: LogLevel, form: LogFormat, *, token: str = "", stream: TextIO | None = None) -> None:
    """Write all events of the program to `stream` (standard error), uncaught exceptions and warnings included.

    `token` is what must not appear even where it does not look like a token.
    """
    handler = _SafeHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter(token) if form is LogFormat.JSON else TextFormatter(token))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(level.value)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelNamesMapping()[level.value]))
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught


class _CountingHandler(logging.Handler):
    """Tells the level of every record from WARNING on, and nothing else of it."""

    def __init__(self, count: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._count = count

    def emit(self, record: logging.LogRecord) -> None:
        self._count(record.levelname)


@contextmanager
def counted(count: Callable[[str], None]) -> Iterator[None]:
    """Inside, `count` is called with the level ("WARNING", "ERROR", "CRITICAL") of every record so important that is
    written, in whatever thread that happens.
    """
    handler = _CountingHandler(count)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        log.critical("the program ends because of an error nobody expected", exc_info=(kind, error, trace))
