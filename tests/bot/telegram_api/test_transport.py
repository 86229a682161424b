"""The transport under python-telegram-bot: what arrives, what does not, and what is known about it afterwards."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from io import BytesIO
from random import Random

import aiohttp
import pytest
from PIL import Image
from telegram import Bot, InputFile
from telegram.error import InvalidToken, NetworkError, TelegramError, TimedOut

from bot.outbox.errors import ErrorKind, classify
from bot.playground.fake import FakeServer, FakeTelegram
from bot.telegram_api.transport import NEVER_SENT, Transport

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def read_request(reader: asyncio.StreamReader) -> None:
    """Read one request, headers and body."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
    )
    await reader.readexactly(length)


def answering(status: int, body: str) -> Serve:
    """A server that answers every request alike."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                await read_request(reader)
                writer.write(f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
                await writer.drain()

    return serve


async def hanging_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A server that answers one request."""
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        await read_request(reader)
        writer.write(
            b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 25\r\n\r\n" + b'{"ok":true,"result":true}'
        )
        await writer.drain()


async def refusing_the_way(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A proxy that wants another password."""
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"CONNECT somewhere.invalid:443 ")
    writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
    await writer.drain()


async def silent(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """A server that reads and never answers."""
    with suppress(ConnectionError):
        while await reader.read(1000):
            pass


async def cutting(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """A server that hangs up where it should answer."""
    await read_request(reader)


async def breaking_off(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A server that hangs up in the middle of its answer."""
    await read_request(reader)
    writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"ok":true')
    await writer.drain()


@asynccontextmanager
async def server(serve: Serve) -> AsyncIterator[str]:
    """A server on this machine; its address, as a bot wants it."""

    serving = set[asyncio.Task[None]]()

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await serve(reader, writer)
        finally:
            writer.close()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving.add(asyncio.create_task(served(reader, writer)))

    listening = await asyncio.start_server(begin, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/bot"
    finally:
        listening.close()
        await asyncio.gather(*serving)  # everybody has hung up by now
        await asyncio.sleep(0)


async def failure(address: str, transport: Transport) -> TelegramError:
    """What a message raises."""
    async with transport:
        with pytest.raises(TelegramError) as caught:
            await Bot("700000001:fake", address, request=transport).send_message(1, "x")
    return caught.value


@pytest.mark.parametrize(
    ("serve", "raised", "kind"),
    [
        (silent, TimedOut, ErrorKind.UNKNOWN),
        (cutting, NetworkError, ErrorKind.UNKNOWN),
        (breaking_off, NetworkError, ErrorKind.UNKNOWN),
        (answering(502, "<html>Bad Gateway</html>"), NetworkError, ErrorKind.NOT_DONE),
        (answering(502, '{"ok":false,"error_code":502,"description":"Bad Gateway"}'), NetworkError, ErrorKind.NOT_DONE),
        (
            answering(500, '{"ok":false,"error_code":500,"description":"Internal Server Error: restart"}'),
            NetworkError,
            ErrorKind.NOT_DONE,
        ),
        (answering(504, "<html>Gateway Time-out</html>"), NetworkError, ErrorKind.UNKNOWN),
        (
            answering(429, '{"ok":false,"error_code":429,"parameters":{"retry_after":3}}'),
            TelegramError,
            ErrorKind.FLOOD,
        ),
        (answering(302, ""), NetworkError, ErrorKind.NOT_DONE),
    ],
    ids=["silent", "cutting", "breaking off", "502 HTML", "502", "500", "504", "429", "302"],
)
async def test_what_becomes_of_a_message(serve: Serve, raised: type[TelegramError], kind: ErrorKind) -> None:
    async with server(serve) as address:
        error = await failure(address, Transport(1, read_timeout=0.2))
    assert isinstance(error, raised)
    assert classify(error).kind is kind


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (502, "<html>secret</html>", "Bad Gateway (502)"),
        (503, "", "Service Unavailable (503)"),
        (200, "<html>secret</html>", "Invalid server response"),
        (200, "[]", "Invalid server response"),
    ],
)
async def test_a_page_in_place_of_an_answer_is_said_in_a_few_words_and_logged_nowhere(
    status: int, body: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with server(answering(status, body)) as address:
        error = await failure(address, Transport(1))
    assert str(error) == said
    assert caplog.records == []


async def test_nobody_listens() -> None:
    async with server(silent) as address:
        pass
    error = await failure(address, Transport(1))
    assert isinstance(error.__cause__, aiohttp.ClientConnectorError)
    assert classify(error).kind is ErrorKind.NOT_DONE


async def test_there_is_no_such_host() -> None:
    error = await failure("http://nowhere.invalid/bot", Transport(1))
    assert isinstance(error.__cause__, NEVER_SENT)
    assert classify(error).kind is ErrorKind.NOT_DONE


async def test_no_connection_is_free_in_time() -> None:
    asked = asyncio.Event()

    async def leaving_unanswered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        asked.set()
        await silent(reader, writer)

    async with server(leaving_unanswered) as address, Transport(1, read_timeout=5, connect_timeout=0.1) as transport:
        bot = Bot("700000001:fake", address, request=transport)
        first = asyncio.create_task(bot.send_message(1, "x"))
        await asked.wait()
        with pytest.raises(TimedOut) as caught:
            await bot.send_message(1, "x")
        assert classify(caught.value).kind is ErrorKind.NOT_DONE
        first.cancel()


async def test_calls_that_are_given_up_cost_no_connection() -> None:
    """After this nothing goes out any more through python-telegram-bot's own transport."""
    random = Random(1)
    async with server(hanging_up) as address, Transport(4) as transport:

        async def impatient() -> None:
            for _ in range(40):
                with suppress(TimeoutError):
                    await asyncio.wait_for(transport.post(f"{address}1:x/getMe"), random.uniform(0.001, 0.03))

        await asyncio.gather(*(impatient() for _ in range(30)))
        assert await transport.post(f"{address}1:x/getMe") is True


async def test_texts_and_files_arrive_as_they_are() -> None:
    telegram = FakeTelegram()
    person = telegram.add_person("小明", started=True)
    drawn = BytesIO()
    Image.effect_noise((300, 200), 100).save(drawn, "PNG")
    picture = drawn.getvalue()
    async with (
        FakeServer(telegram) as fake,
        Transport(2) as transport,
        Bot(telegram.account.token, fake.base_url, fake.base_file_url, request=transport) as bot,
    ):
        text = "♠A 双扣 & <b>=+%\n🃏"
        assert (await bot.send_message(person.id, text)).text == text
        sent = await bot.send_photo(person.id, InputFile(picture, "手牌.png"), caption="看牌")
        assert sent.caption == "看牌"
        file = await bot.get_file(sent.photo[-1].file_id)
        assert bytes(await file.download_as_bytearray()) == picture


async def test_calls_go_to_the_proxy() -> None:
    async with (
        server(answering(200, '{"ok":true,"result":true}')) as proxy,
        Transport(1, proxy=proxy.removesuffix("/bot")) as transport,
    ):
        assert await transport.post("http://somewhere.invalid/bot1:x/getMe") is True


async def test_where_the_proxy_refuses_the_way_telegram_has_not_seen_the_call() -> None:
    async with server(refusing_the_way) as proxy:
        error = await failure(
            "https://somewhere.invalid/bot",
            Transport(1, proxy=proxy.removesuffix("/bot").replace("//", "//me:sesame@")),
        )
    assert isinstance(error.__cause__, aiohttp.ClientHttpProxyError)
    assert classify(error).kind is ErrorKind.NOT_DONE


async def test_it_says_when_it_is_not_ready() -> None:
    with pytest.raises(NetworkError, match="await initialize"):
        await Transport(1).post("http://127.0.0.1/bot1:x/getMe")


async def test_it_may_be_closed_twice_and_opened_again() -> None:
    telegram = FakeTelegram()
    async with FakeServer(telegram) as fake:
        transport = Transport(1)
        for _ in range(2):
            await transport.initialize()
            await transport.initialize()
            with pytest.raises(InvalidToken):
                await transport.post(f"{fake.base_url}1:wrong/getMe")
            await transport.shutdown()
            await transport.shutdown()
