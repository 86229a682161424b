"""Logs say what the operator needs and never a token or a card."""

import asyncio
import io
import json
import logging
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import yarl
from telegram import Chat, Message, Update
from telegram.error import InvalidToken

from bot.playground.fake import FakeServer, FakeTelegram
from bot.process.logs import QUIET, LogFormat, LogLevel, concealed, context, counted, redacted, set_up
from bot.screens.screen import Screen
from bot.tables.state import HandState
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from bot.telegram_api.transport import Transport
from engine.cards import PACKS, Card, count, format_counts
from engine.players import Strength

TOKEN = "700000001:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
HAND = tuple(PACKS[::4])
"""27 cards of all ranks."""


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, hook = root.handlers[:], root.level, sys.excepthook
    levels = {name: logging.getLogger(name).level for name in QUIET}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)
    logging.captureWarnings(False)
    sys.excepthook = hook


def written(form: LogFormat = LogFormat.TEXT, level: LogLevel = LogLevel.DEBUG, token: str = TOKEN) -> io.StringIO:
    stream = io.StringIO()
    set_up(level, form, token=token, stream=stream)
    return stream


def test_a_line_carries_where_it_belongs() -> None:
    stream = written()
    with context(chat=-100, table=71), context(turn=12):
        logging.getLogger("bot.tables").info("%s plays", "Ann")
    logging.getLogger("bot.tables").info("done")

    first, second = stream.getvalue().splitlines()
    assert first.endswith(" INFO bot.tables [chat=-100 table=71 turn=12] Ann plays")
    assert second.endswith(" INFO bot.tables done")


def test_json_has_the_facts_as_fields() -> None:
    stream = written(LogFormat.JSON)
    with context(table=71):
        logging.getLogger("bot.tables").warning("二\n行")
    try:
        raise ValueError("wrong")
    except ValueError:
        logging.getLogger("bot.tables").exception("failed")

    first, second = map(json.loads, stream.getvalue().splitlines())
    assert {key: first[key] for key in ("level", "logger", "table", "message")} == {
        "level": "WARNING",
        "logger": "bot.tables",
        "table": 71,
        "message": "二\n行",
    }
    assert "ValueError: wrong" in second["trace"]


def test_what_is_worth_reading_is_counted_by_level() -> None:
    stream, found = written(level=LogLevel.INFO), list[str]()
    bot = logging.getLogger("bot.tables")
    with counted(found.append):
        for say in (bot.debug, bot.info, bot.warning, bot.error, bot.critical):
            say("holds %s", HAND)
        thread = threading.Thread(target=logging.getLogger("telegram").warning, args=("slow",))
        thread.start()
        thread.join()
    bot.error("afterwards")
    assert found == ["WARNING", "ERROR", "CRITICAL", "WARNING"]
    assert len(stream.getvalue().splitlines()) == 6


def test_what_is_not_written_is_not_counted() -> None:
    found = list[str]()
    written(level=LogLevel.ERROR)
    with counted(found.append):
        logging.getLogger("bot").warning("a chat made trouble")
    assert found == []


async def test_tasks_have_their_own_facts() -> None:
    stream = written()

    async def work(table: int) -> None:
        with context(table=table):
            await asyncio.sleep(0)
            logging.getLogger("bot").info("here")

    await asyncio.gather(work(1), work(2))
    assert [line.split("[")[1] for line in stream.getvalue().splitlines()] == ["table=1] here", "table=2] here"]


@pytest.mark.parametrize("form", list(LogFormat))
def test_the_token_is_nowhere(form: LogFormat) -> None:
    stream = written(form)
    bot = logging.getLogger("bot")
    url = f"https://api.telegram.org/bot{TOKEN}/sendMessage"
    bot.info("calling %s", url)
    bot.info("calling %s", yarl.URL(url))
    bot.info(f"calling {url}")
    try:
        raise InvalidToken(f"The token `{TOKEN}` was rejected by the server.")
    except InvalidToken:
        bot.exception("start failed")
    with context(address=url):
        bot.info("in the facts")
    bot.info("another bot's: 123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi")

    text = stream.getvalue()
    assert text.count("<token>") >= 6
    assert TOKEN not in text
    assert "ABCDEFGHIJ" not in text


def test_the_secret_half_of_a_token_is_hidden_by_itself() -> None:
    stream = written()
    logging.getLogger("bot").info("%s and %s", TOKEN.partition(":")[2], TOKEN.replace(":", "%3A"))
    assert "AAbbCCddEE" not in stream.getvalue()
    assert stream.getvalue().endswith("<token> and 700000001%3A<token>\n")


@pytest.mark.parametrize("hostile", ["\n", "\r", "\x1b[2J", "\x85", "\u2028", "\u202e", "\u2067", "\x00", "\x9b2J"])
@pytest.mark.parametrize("form", list(LogFormat))
def test_a_name_makes_no_line_of_its_own_and_moves_nothing(form: LogFormat, hostile: str) -> None:
    """Log lines were forged by a newline in a name."""
    name = f"Ann{hostile}2026-12-01 10:00:00.000 CRITICAL bot all is lost"
    stream = written(form)
    with context(who=name):
        logging.getLogger("bot").info("%s sits down", name)
    logging.getLogger("bot").info("next")
    lines = stream.getvalue().splitlines()
    assert len(lines) == 2
    assert hostile not in lines[0]
    if form is LogFormat.JSON:
        assert json.loads(lines[0])["message"] == f"{name} sits down", "it can be read back"


def test_a_line_of_a_traceback_is_no_line_of_the_log() -> None:
    stream = written()
    try:
        raise ValueError("no\n2026-12-01 10:00:00.000 CRITICAL bot all is lost\x1b[2J")
    except ValueError:
        logging.getLogger("bot").exception("failed")
    first, *others = stream.getvalue().splitlines()
    assert first.endswith("ERROR bot failed")
    assert all(line.startswith("    ") for line in others)
    assert "\x1b" not in stream.getvalue()


@pytest.mark.parametrize("piece", ["Card(rank=", "b'", "b'\\\\", "2 ", "10,", "2", "a:a:", "12345", "W", "♠", "王 "])
def test_a_long_text_is_redacted_in_time_proportional_to_its_length(piece: str) -> None:
    """A pattern that looked from every place to the end of the text would keep this test for hours."""
    assert redacted(piece * 200_000)


def test_updates_are_written_by_their_name_alone() -> None:
    """The library writes them whole where something goes wrong."""
    stream = written()
    update = Update(7, message=Message(1, datetime.now(UTC), Chat(5, "private"), text="my secret"))
    logging.getLogger("telegram.ext.Application").critical("No handler for %s", update)
    assert stream.getvalue().endswith("No handler for <Update>\n")


def test_a_token_that_looks_like_none_is_hidden_too() -> None:
    stream = written(token="tiny")
    logging.getLogger("bot").info("tiny secrets")
    assert "tiny" not in stream.getvalue()


async def test_calls_are_not_written_with_their_urls() -> None:
    stream = written(LogFormat.TEXT, LogLevel.DEBUG)
    telegram = FakeTelegram()
    async with FakeServer(telegram) as server, Transport(1) as transport:
        await transport.post(f"{server.base_url}{telegram.account.token}/getMe")

    assert "getMe" not in stream.getvalue()
    assert not logging.getLogger("telegram.Bot").isEnabledFor(logging.DEBUG)


def test_an_uncaught_error_is_written_without_the_token() -> None:
    stream = written()
    error = InvalidToken(f"The token `{TOKEN}` was rejected by the server.")
    sys.excepthook(InvalidToken, error, None)

    assert "<token>" in stream.getvalue()
    assert TOKEN not in stream.getvalue()


def cards_in(text: str) -> int:
    """How many different cards of the hand can be read off a text, however they are written."""
    names = {str(card) for card in HAND} | {repr(card) for card in HAND} | {card.notation for card in HAND if card.suit}
    return sum(name in text for name in names)


@pytest.mark.parametrize("form", list(LogFormat))
def test_no_hand_is_written_whoever_logs_it(form: LogFormat) -> None:
    stream = written(form)
    bot = logging.getLogger("bot")
    counts = count(HAND)
    symbols = "".join({"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[card.suit] + card.rank for card in HAND if card.suit)
    bot.info("holds %s", HAND)
    bot.info("holds %s", list(HAND))
    bot.info("holds %(hand)s", {"hand": HAND})
    bot.info(HAND)
    bot.info(f"holds {HAND}")
    bot.info("holds " + " ".join(map(str, HAND)))
    bot.info("holds %s", counts)
    bot.info(f"holds {counts!r}")
    bot.info("holds " + format_counts(counts))
    bot.info("holds " + " ".join(card.rank for card in HAND))
    bot.info("shows %s", Screen(symbols))
    bot.info("shows " + symbols)
    bot.info("selects %s", HandState(selected=counts))
    bot.info("tap " + CallbackData(ButtonAction.PLAY, 71, 2, 40, "456wWW").encode())
    try:
        raise ValueError(f"{HAND} does not beat the table")
    except ValueError:
        bot.exception("refused")

    text = stream.getvalue()
    assert text.count("holds") == 9
    assert cards_in(text) == 0, text
    for secret in (format_counts(counts), repr(counts), symbols[:4], "456wWW"):
        assert secret not in text


def test_what_can_hold_cards_is_written_by_its_name_alone() -> None:
    stream = written()
    bot = logging.getLogger("bot")
    bot.info("shows %s", Screen("two jokers"))
    bot.info(HandState())
    bot.info("holds %(hand)s", {"hand": {"Ann": HAND[:1]}})
    bot.info("seed %s", bytes(32))

    said = [line.split(" bot ")[1] for line in stream.getvalue().splitlines()]
    assert said == ["shows <Screen>", "<HandState>", "holds {'Ann': ['<Card>']}", "seed <32 bytes>"]


def test_ordinary_things_are_written_as_they_are() -> None:
    said = "play in chat -1001500000000 of 6000000001 at turn 12: planner, 27 cards left, HTTP 429, SQL UPDATE, 3.2 s"
    assert redacted(said) == said
    assert concealed(("Ann", 71, 1.5, None, Strength.PLANNER)) == ["Ann", 71, 1.5, None, Strength.PLANNER]
    assert concealed(Card.parse("HT2")) == "<Card>"


def test_what_cannot_be_written_does_not_show_its_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    stream = written()
    logging.getLogger("bot").info("%d cards", "secret")

    assert "secret" not in capsys.readouterr().err + stream.getvalue()
