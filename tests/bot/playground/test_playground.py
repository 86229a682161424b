"""The playground's server: who gets in, and what a page can do."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.playground import Playground
from bot.playground.demo import show_a_table
from bot.playground.fake import Limits
from bot.playground.page import WRONG_TOKEN
from bot.playground.player import Player
from bot.process.bind_errors import CannotListen
from bot.telegram_api.callback_data import ButtonAction, CallbackData

NAVIGATION = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground(port=0, limits=Limits.none()) as playground:
        yield playground


@pytest.fixture
async def client(playground: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(playground.url) as client:
        yield client


async def token_of(client: aiohttp.ClientSession) -> str:
    async with client.get("/") as answer:
        found = re.search(r'name="playground-token" content="([^"]+)"', await answer.text())
    assert found
    return found[1]


async def post(client: aiohttp.ClientSession, deed: str, token: str | None = None, **what: Any) -> tuple[int, Any]:
    headers = {"X-Playground-Token": await token_of(client) if token is None else token}
    async with client.post(f"/api/{deed}", json=what, headers=headers) as answer:
        return answer.status, await answer.json()


async def status(client: aiohttp.ClientSession, path: str, **headers: str) -> int:
    async with client.get(path, headers=headers) as answer:
        return answer.status


async def test_it_listens_on_loopback_and_on_the_next_free_port() -> None:
    async with Playground(port=0) as first:
        port = int(first.url.rstrip("/").rpartition(":")[2])
        async with Playground(port=port) as second:
            assert second.url.startswith("http://127.0.0.1:")
            assert int(second.url.rstrip("/").rpartition(":")[2]) > port


async def test_where_no_port_is_free_it_says_so() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CannotListen, match=r"^PLAYGROUND_PORT \d+ is in use"):
            async with Playground(port=taken.getsockname()[1], further_ports=0):
                pass


async def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(CannotListen, match=r"^PLAYGROUND_HOST 203\.0\.113\.1 is no address of this machine"):
        async with Playground("203.0.113.1", port=0):
            pass


async def test_every_start_has_a_bot_token_of_its_own(playground: Playground) -> None:
    assert playground.token != Playground().token
    assert Playground(token="7:x").token == "7:x"


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, 200),
        ({"Host": "localhost:8080"}, 200),
        ({"Host": "[::1]:8080"}, 200),
        ({"Host": "rebound.example"}, 421),
        ({"Host": "127.0.0.1.rebound.example:80"}, 421),
        ({"Host": "[nonsense"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[nonsense"}, 403),
        (NAVIGATION, 200),
        (NAVIGATION | {"Sec-Fetch-Mode": "no-cors"}, 403),
    ],
)
async def test_the_page_is_given_to_this_machine_only(
    client: aiohttp.ClientSession, headers: dict[str, str], expected: int
) -> None:
    assert await status(client, "/", **headers) == expected


async def test_its_own_origin_is_welcome(client: aiohttp.ClientSession, playground: Playground) -> None:
    assert await status(client, "/", Origin=playground.url.rstrip("/")) == 200
    assert await status(client, "/", Origin="http://127.0.0.1:1") == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("path", ["/static/main.js", "/photo/x", "/live", "/bot1:x/getMe"])
async def test_pages_from_elsewhere_get_nothing_else(client: aiohttp.ClientSession, site: str, path: str) -> None:
    assert await status(client, path, **{"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"}) == 403


async def test_every_answer_tells_the_browser_to_be_strict(client: aiohttp.ClientSession) -> None:
    for path in ("/", "/static/page.css", "/fonts/text.otf", "/nothing"):
        async with client.get(path) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    async with client.get("/") as answer:
        page = await answer.text()
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|style=|https?://", page), "the policy would block it"


async def test_nothing_is_done_without_the_token(client: aiohttp.ClientSession, playground: Playground) -> None:
    ming, group = playground.people[0], playground.group
    for token in ("", "wrong", playground.token):
        assert (await post(client, "say", token, person=ming.id, chat=group.id, text="x"))[0] == 403
    assert group.messages == []
    assert (await post(client, "say", person=ming.id, chat=group.id, text="x"))[0] == 200
    assert [message.text for message in group.messages] == ["x"]


async def test_the_live_feed_needs_the_token(client: aiohttp.ClientSession, playground: Playground) -> None:
    for hello in ('{"token": "wrong"}', "{}", "[]", "{"):
        async with client.ws_connect("/live") as live:
            await live.send_str(hello)
            message = await live.receive()
            assert message.type is aiohttp.WSMsgType.CLOSE
            assert live.close_code == WRONG_TOKEN


async def test_one_sees_what_one_may_and_nothing_else(client: aiohttp.ClientSession, playground: Playground) -> None:
    ming, hong = playground.people[:2]
    async with client.ws_connect("/live") as live:
        await live.send_json({"token": await token_of(client), "person": "xiaohong", "language": "en"})
        snapshot = await live.receive_json()
        assert (snapshot["me"], snapshot["event"]) == (hong.id, "snapshot")
        assert {chat["id"] for chat in snapshot["chats"]} == {hong.id, playground.group.id}
        assert hong.user.language_code == "en"
        ming.say("for the bot alone")
        ming.say("for all", playground.group)
        event = await live.receive_json()
        assert event["message"]["text"] == "for all"


@pytest.mark.parametrize(
    ("deed", "what", "expected"),
    [
        ("say", {"chat": -1, "text": "x"}, 404),
        ("say", {"chat": "elsewhere", "text": "x"}, 404),
        ("say", {"text": "x"}, 404),
        ("say", {"chat": "group", "text": " "}, 400),
        ("say", {"chat": "group", "text": "x", "reply_to": 99}, 404),
        ("say", {"chat": "own", "text": "x"}, 403),
        ("tap", {"chat": "group", "message": 99, "data": "x"}, 200),
    ],
)
async def test_what_cannot_be_done_is_refused(
    client: aiohttp.ClientSession, playground: Playground, deed: str, what: dict[str, Any], expected: int
) -> None:
    fang = playground.people[3]  # has never pressed Start
    places = {"group": playground.group.id, "own": fang.id, "elsewhere": playground.people[0].id}
    if what.get("chat") in places:
        what = what | {"chat": places[what["chat"]]}
    code, answer = await post(client, deed, person=fang.id, **what)
    assert code == expected
    assert code != 200 or answer == {"query_id": None}
    assert (await post(client, deed, person=12345, **what))[0] == 404


async def test_a_body_that_is_no_json_is_refused(client: aiohttp.ClientSession) -> None:
    headers = {"X-Playground-Token": await token_of(client)}
    for body in ("{", "[1]", "null"):
        async with client.post("/api/say", data=body, headers=headers) as answer:
            assert answer.status == 400


async def test_the_demo_opens_a_table_hands_over_and_goes_on(playground: Playground) -> None:
    """The bot is played by hand here: the demo has to find its buttons by what they mean."""
    telegram, group, host = playground.telegram, playground.group, playground.people[0]

    async def put_up(chat_id: int, *actions: tuple[ButtonAction, str]) -> int:
        row = [
            {"text": action.name, "callback_data": CallbackData(action, 1, arg=arg).encode()} for action, arg in actions
        ]
        markup = {"inline_keyboard": [row]}
        reply = await telegram.call("sendMessage", {"chat_id": chat_id, "text": "x", "reply_markup": markup})
        return int(reply.body["result"]["message_id"])

    async def tapped() -> str:
        await telegram.until(lambda: telegram.queries)
        [query] = telegram.queries.values()
        await telegram.call("answerCallbackQuery", {"callback_query_id": query.id})
        return query.data

    show = asyncio.create_task(show_a_table(Player(telegram, host), group, pause=0))
    await telegram.until(lambda: group.messages)
    assert group.messages[-1].text == "/newgame"
    lobby = await put_up(group.id, (ButtonAction.JOIN, ""), (ButtonAction.COMPUTERS, ""), (ButtonAction.START, ""))
    for action in (ButtonAction.COMPUTERS, ButtonAction.START):
        assert CallbackData.decode(await tapped()).action is action
        markup = {"inline_keyboard": [[{"text": "s", "callback_data": CallbackData(ButtonAction.START, 1).encode()}]]}
        left = {"reply_markup": markup} if action is ButtonAction.COMPUTERS else {}
        await telegram.call("editMessageReplyMarkup", {"chat_id": group.id, "message_id": lobby} | left)
    for _ in range(2):
        hand = await put_up(host.id, (ButtonAction.PASS, ""), (ButtonAction.MORE, ""))
        assert CallbackData.decode(await tapped()).action is ButtonAction.MORE
        await telegram.call("deleteMessage", {"chat_id": host.id, "message_id": hand})
        hand = await put_up(host.id, (ButtonAction.AUTOPILOT, "0"), (ButtonAction.AUTOPILOT, "1"))
        assert CallbackData.decode(await tapped()) == CallbackData(ButtonAction.AUTOPILOT, 1, arg="1")
        await telegram.call("deleteMessage", {"chat_id": host.id, "message_id": hand})
        result = await put_up(group.id, (ButtonAction.DISSOLVE, ""), (ButtonAction.AGAIN, ""))
        assert CallbackData.decode(await tapped()).action is ButtonAction.AGAIN
        await telegram.call("deleteMessage", {"chat_id": group.id, "message_id": result})
    show.cancel()
    await asyncio.gather(show, return_exceptions=True)
    assert telegram.complaints == []
