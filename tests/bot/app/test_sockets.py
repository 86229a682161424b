"""The web socket through the whole bot: hello, views, intents, whole deals, and everything that is no message."""

import json
import os
import random
import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.app.presence import HERE_SECONDS
from bot.app.protocol import MOST_BYTES, VERSION
from bot.app.sockets import MESSAGES, MOST_OF_A_PERSON
from bot.handlers.throttle import ThrottleLimits
from tests.bot.app.pages import Page, World, acts, dealt, init_data, next_to_act, seated, world

ACTS = int(os.environ.get("HOSTILE_ACTS", "2000"))
CARD = re.compile(r'"([SHDC][3-9TJQKA2][12]|[wW][12])"')


def cards_in(view: object) -> set[str]:
    """Every physical card that a view names, wherever it stands."""
    return set(CARD.findall(json.dumps(view)))


def hand_of(page: Page) -> set[str]:
    return {card for group in page.table["hand"]["orders"]["by_rank"] for card in group["cards"]}


async def test_four_people_join_and_play_two_deals_in_the_app(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        pages = await dealt(played)
        told = dict.fromkeys(("Ann", "Bob", "Cid", "Dee"), 0)
        for _ in range(2):
            dealt_hands = [hand_of(page) for page in pages]
            assert [len(hand) for hand in dealt_hands] == [27] * 4
            assert not set.intersection(*dealt_hands)
            while (page := await next_to_act(pages)) is not None:
                assert (await acts(page))["ok"], page.answers[-1]
            results = [(await page.refreshed())["result"] for page in pages]
            for row in results[0]["rows"]:
                told[row["name"]] += int(row["points"].replace("\u2212", "-").replace("\u202f", ""))
            assert any(row["points"] != "0" for row in results[0]["rows"])
            assert results[0] == results[1] == results[2] == results[3]
            for page in pages:
                assert (await page.wants("again"))["ok"]
            for page in pages:
                while not page.table["hand"]:
                    await page.hears()

        assert await scores(played) == told


async def scores(played: World) -> dict[str, int]:
    """What the ledger says of the first four people."""
    return {person.user.first_name: (await played.scene.known(person)).score for person in played.scene.people[:4]}


async def test_nobody_is_shown_a_card_they_may_not_know(tmp_path: Path) -> None:
    """Every view of a whole deal, four players and one who looks on: their own cards, played ones, nothing else."""
    async with world(tmp_path) as played:
        pages = await dealt(played)
        table = played.scene.services.tables.live[0]
        eve = await played.opens(played.scene.people[4], played.app.doors.code(table.state.id))
        own = {id(page): hand_of(page) for page in pages} | {id(eve): set[str]()}
        shown: set[str] = set()
        while True:
            seats = [seat for page in pages for seat in page.table["seats"]]
            shown |= {card for seat in seats if seat["action"] for card in seat["action"]["cards"]}
            page = await next_to_act(pages)
            if page is None:
                break
            assert (await acts(page))["ok"]
            for looking in [*pages, eve]:
                await looking.refreshed()
            newest = [seat["action"] for one in pages for seat in one.table["seats"] if seat["action"]]
            shown |= {card for action in newest for card in action["cards"]}
            for looking in [*pages, eve]:
                if looking.table["result"]:
                    continue
                partner = looking.table["hand"] and looking.table["hand"]["partner"]
                allowed = own[id(looking)] | shown | set(partner or ())
                assert cards_in(looking.views[-1]) <= allowed
                if partner:
                    assert not hand_of(looking), "only who is out sees the partner's cards"
        assert eve.table["hand"] is None
        assert eve.table["can"] == []


async def test_the_views_say_nothing_of_seeds(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        pages = await dealt(played)
        live = played.scene.services.tables.live[0].live
        text = json.dumps([page.views for page in pages])
        for secret in (live.seed.hex(), live.server_seed.hex(), str(played.scene.ann.id)):
            assert secret not in text


async def test_a_refusal_comes_with_its_sentence_and_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        pages = await dealt(played)
        page = await next_to_act(pages)
        assert page is not None
        other = next(one for one in pages if one is not page)
        before = page.table

        assert (await page.wants("pass"))["text"] == "You lead, so you cannot pass"
        assert "x" in (await page.wants("play", cards="x1"))["text"]
        assert (await other.wants("play", cards=other.table["hand"]["selected"] or "3"))["ok"] is False
        assert (await page.wants("play", cards=""))["ok"] is False
        late = page.intent("play", cards=page.table["hand"]["quick"][0]["cards"]) | {"turn": 77}
        assert (await page.sends(late))["ok"] is False
        assert await page.refreshed() == before


async def test_an_intent_that_comes_again_is_answered_again_and_done_once(tmp_path: Path) -> None:
    """A line that was cut between an intent and its answer: the page sends the same again, over another socket."""
    async with world(tmp_path) as played:
        pages = await dealt(played)
        page = await next_to_act(pages)
        assert page is not None
        play = page.table["hand"]["quick"][0]
        intent = page.intent("play", cards=play["cards"], reading=play["reading"])
        await page.says(intent)
        await page.closes()
        back = await played.opens(page.person, token=page.welcome["token"])

        first, second = await back.sends(intent), await back.sends(intent)

        assert first == second == {"type": "answer", "id": intent["id"], "ok": True, "text": ""}
        assert (await back.refreshed())["turn"] == 1
        assert not hand_of(back) & cards_in(back.table["seats"])


async def test_two_devices_show_the_same_and_the_first_to_act_does(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        pages = await dealt(played)
        page = await next_to_act(pages)
        assert page is not None
        second = await played.opens(page.person)
        assert second.table == page.table

        assert (await page.wants("hint"))["ok"]
        await second.refreshed()
        assert second.table["hand"]["selected"]
        assert second.table["hand"]["is_playable"]
        stale = second.intent("play", cards=second.table["hand"]["selected"])
        assert (await acts(page))["ok"]
        assert (await second.sends(stale))["ok"] is False
        assert (await second.refreshed())["turn"] == 1


async def test_what_is_selected_is_explained_at_once(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        pages = await dealt(played)
        page = pages[0]
        group = page.table["hand"]["orders"]["by_size"][0]["cards"]
        rank = group[0][-2]

        assert (await page.wants("select", cards=rank * 2))["ok"]
        assert "pair of" in (await page.refreshed())["hand"]["says"]
        assert (await page.wants("select", cards=""))["ok"]
        assert (await page.refreshed())["hand"]["says"] == ""
        assert (await page.wants("memory"))["ok"]
        unseen = (await page.refreshed())["hand"]["unseen"]
        assert sum(number for _, number in unseen) == 108 - 27


async def test_autopilot_takes_the_seat_and_gives_it_back(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        page = (await dealt(played))[0]

        assert (await page.wants("autopilot", on=True))["ok"]
        assert (await page.refreshed())["can"] == ["autopilot_off"]
        assert (await page.wants("autopilot", on=False))["ok"]
        assert "autopilot_on" in (await page.refreshed())["can"]


async def test_a_restart_in_the_middle_of_a_deal_loses_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        pages = await dealt(played)
        for _ in range(6):
            page = await next_to_act(pages)
            assert page is not None
            await acts(page)
        page = await next_to_act(pages)
        assert page is not None
        before, telegram = page.table, played.scene.telegram
    async with world(tmp_path, telegram=telegram) as again:
        page.world = again
        lost = await again.says_hello(page.person, token=page.welcome["token"])
        assert lost.farewell["reason"] == "unknown_token"
        back = await again.opens(page.person)
        assert {name: back.table[name] for name in ("turn", "hand", "seats")} == {
            name: before[name] for name in ("turn", "hand", "seats")
        }
        assert (await acts(back))["ok"]


async def test_a_link_lets_members_of_the_group_look_on_and_nobody_else(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        await seated(played, 1)
        [table] = played.scene.services.tables.live
        code = played.app.doors.code(table.state.id)
        stranger = played.scene.telegram.add_person("Zed", language_code="en")

        assert (await played.opens(played.scene.bob, code)).table["can"] == ["join"]
        for person, start in ((stranger, code), (played.scene.bob, code[:-1] + "_"), (played.scene.bob, "t1")):
            page = await played.opens(person, start)
            assert page.views[-1]["table"] is None
            assert "/newgame" in page.views[-1]["nothing"]
            forged = page.intent("join") | {"table": table.state.id}
            assert (await page.sends(forged))["ok"] is False


async def test_who_may_not_be_dealt_to_is_told_to_press_start(tmp_path: Path) -> None:
    async with world(tmp_path, started=False, ephemeral=False) as played:
        played.scene.ann.start()
        await seated(played, 1)
        [table] = played.scene.services.tables.live
        page = await played.opens(played.scene.bob, played.app.doors.code(table.state.id))

        assert "Tap Start" in (await page.wants("join"))["text"]


# Who is let in


async def test_what_is_not_signed_for_this_bot_is_sent_away_in_both_languages(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        ann, now = played.scene.ann, played.scene.services.wall.now()
        forged = await played.says_hello(ann, init=init_data(ann, "1234567:" + "x" * 35, now))
        old = await played.says_hello(ann, init=played.signed(ann, age=25 * 3600))

        assert forged.farewell["reason"] == "forged"
        assert "打开" in forged.farewell["text"]
        assert "open this" in forged.farewell["text"]
        assert old.farewell["reason"] == "old"
        assert (await old.hears()) == (await forged.hears()) == {}
        await played.scene.until(lambda: not played.app.sockets.number)


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        ({}, "unknown_token"),
        ({"token": "x" * 32}, "unknown_token"),
        ({"version": VERSION + 1}, "other_version"),
        ({"init": "x" * 7001}, "not_understood"),
        ({"more": 1}, "not_understood"),
        ({"type": "ping", "number": 1}, "not_understood"),
    ],
)
async def test_a_hello_that_is_none_ends_the_socket(tmp_path: Path, hello: dict[str, Any], reason: str) -> None:
    async with world(tmp_path) as played:
        page = await played.says_hello(played.scene.ann, **hello)
        assert page.farewell["reason"] == reason


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "https://app.example.evil.example"])
async def test_a_page_from_elsewhere_gets_no_socket(tmp_path: Path, origin: str) -> None:
    async with world(tmp_path) as played:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await played.connects(played.scene.ann, origin)
        assert refused.value.status == 403


async def test_another_persons_token_is_that_persons_page_and_acts_for_nobody_else(tmp_path: Path) -> None:
    """The token is the person: whoever has it is them, and nothing that is said beside it makes them somebody else."""
    async with world(tmp_path) as played:
        pages = await dealt(played)
        thief = await played.says_hello(
            pages[1].person, token=pages[0].welcome["token"], init=played.signed(pages[1].person)
        )
        await thief.hears()
        assert hand_of(thief) == hand_of(pages[0])
        with_more = await played.connects(pages[1].person)
        await with_more.says({"type": "hello", "version": VERSION, "init": played.signed(pages[1].person), "person": 1})
        await with_more.hears_all()
        assert with_more.farewell["reason"] == "not_understood"


# What may be said


async def test_intents_that_are_not_theirs_change_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Somebody without a seat wants everything at this table, those with one want it for other turns and deals."""
    chance = random.Random(17)
    async with world(tmp_path) as played:
        pages = await dealt(played)
        table = played.scene.services.tables.live[0]
        eve = await played.opens(played.scene.people[4], played.app.doors.code(table.state.id))
        before, hands = table.state, dict(table.hands)
        for _ in range(ACTS // 5):
            page = chance.choice([*pages, eve])
            page.answers.clear()
            batch = [hostile(chance, page, is_seated=page is not eve) for _ in range(5)]
            for intent in batch:
                await page.says(intent)
            while page.answers[-1:] == [] or page.answers[-1]["id"] != batch[-1]["id"]:
                assert await page.hears(), page.farewell
            assert [answer["id"] for answer in page.answers] == [intent["id"] for intent in batch]
            assert not any(answer["ok"] for answer in page.answers)
        assert table.state == before
        assert table.hands == hands
        assert faults(caplog) == []
        page = (await next_to_act(pages)) or pages[0]
        assert (await acts(page))["ok"], "the table goes on"


def hostile(chance: random.Random, page: Page, *, is_seated: bool) -> dict[str, Any]:
    """An intent that is understood, and not allowed."""
    kinds = ["play", "pass", "select", "hint", "memory", "start", "again", "fill", "autopilot"]
    kind = chance.choice(kinds if is_seated else [*kinds, "join", "leave"])
    intent = page.intent(kind)
    where = chance.choice(["table", "deal", "turn"]) if kind in ("play", "pass") else chance.choice(["table", "deal"])
    if kind in ("start", "fill"):
        where = "table"
    if is_seated:
        intent[where] += chance.choice([1, 2, 1000, 2**40])
    if kind in ("play", "select"):
        intent["cards"] = "".join(chance.choices("3456789TJQKA2wW", k=chance.randrange(1, 30)))
    if kind == "play" and chance.random() < 0.3:
        intent["reading"] = chance.choice(["single", "straight", "bomb"])
    if kind == "autopilot":
        intent["on"] = chance.random() < 0.5
    return intent


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged that nobody wanted to happen."""
    return [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


@pytest.mark.parametrize("text", ["", "x", "[" * 5000, "{}", '{"type": "play"}', '{"type": "hello", "version": 1}'])
async def test_what_is_no_message_ends_the_socket(tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture) -> None:
    async with world(tmp_path) as played:
        page = await played.opens(played.scene.ann)
        await page.says(text)
        await page.hears_all()
        assert page.farewell["reason"] == "not_understood"
        bytes_ = await played.opens(played.scene.ann)
        await bytes_.socket.send_bytes(text.encode())
        await bytes_.hears_all()
        assert bytes_.farewell["reason"] == "not_understood"
        assert faults(caplog) == []


async def test_an_oversized_message_ends_the_socket(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        page = await played.opens(played.scene.ann)
        await page.says("x" * (MOST_BYTES + 1))
        await page.hears_all()
        assert page.socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def test_a_flood_ends_the_socket_and_nothing_else(tmp_path: Path) -> None:
    async with world(tmp_path, messages=MESSAGES) as played:
        page = await played.opens(played.scene.ann)
        other = await played.opens(played.scene.bob)
        for number in range(200):
            try:
                await page.says({"type": "ping", "number": number})
            except ConnectionError:
                break
        await page.hears_all()
        assert page.farewell["reason"] == "too_much"
        await other.says({"type": "ping", "number": 1})
        assert (await other.hears())["type"] == "pong"


async def test_intents_count_as_taps_do(tmp_path: Path) -> None:
    async with world(tmp_path, throttle=ThrottleLimits()) as played:
        page = await played.opens(played.scene.ann)
        answers = [await page.sends(page.intent("hint")) for _ in range(40)]
        texts = [answer["text"] for answer in answers]
        assert "too fast" in " ".join(texts).lower()


async def test_with_too_many_devices_the_oldest_ends(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        pages = [await played.opens(played.scene.ann) for _ in range(MOST_OF_A_PERSON + 1)]
        assert await pages[0].hears() == {}
        await pages[1].says({"type": "ping", "number": 1})
        assert (await pages[1].hears())["type"] == "pong"


async def test_a_reader_who_sleeps_gets_the_newest_view_only(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        pages = await dealt(played)
        for _ in range(12):
            page = await next_to_act(pages)
            assert page is not None
            await acts(page)
        for page in pages:
            await page.refreshed()
        newest = [page.views[-1]["table"]["turn"] for page in pages]
        assert newest == [12] * 4
        for page in pages:
            turns = [view["table"]["turn"] for view in page.views if view["table"] and view["table"]["seats"]]
            assert turns == sorted(turns)


# Who is there


async def test_somebody_is_there_while_their_page_speaks(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        changes: list[bool] = []
        played.presence.on_change = lambda person_id, is_here: changes.append(is_here)
        ann = await played.scene.known(played.scene.ann)
        first, second = await played.opens(played.scene.ann), await played.opens(played.scene.ann)
        assert played.presence.is_here(ann.id)

        for number in range(4):
            played.scene.clock.advance(HERE_SECONDS - 1)
            await second.says({"type": "ping", "number": number})
            await second.hears()
        await first.closes()
        assert played.presence.is_here(ann.id), "the other device speaks"
        played.scene.clock.advance(HERE_SECONDS + 1)
        assert not played.presence.is_here(ann.id), "a socket that says nothing is nobody"
        assert changes == [True, False]


async def test_a_socket_that_says_nothing_is_closed(tmp_path: Path) -> None:
    async with world(tmp_path) as played:
        page = await played.connects(played.scene.ann)
        await page.closes()
        await played.scene.until(lambda: not played.app.sockets.number)
