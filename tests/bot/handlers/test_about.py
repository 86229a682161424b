"""Greeting, help, rules, privacy, forgetting and /notify, through the whole bot."""

from pathlib import Path

import pytest

from bot.handlers.services import COOLDOWN_SECONDS
from bot.playground.fake import Message
from storage import Phase
from tests.bot.handlers.scene import scene


def labels(message: Message) -> list[str]:
    return [button["text"] for button in message.buttons]


async def test_start_greets_and_strange_payloads_are_forgiven(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        for payload in (None, "x" * 64, "-", "j", "jnobody"):
            here.ann.start(payload)
        await here.until(lambda: len(here.ann.private.from_bot) == 5)
        first, long, dash, bare, unknown = here.ann.private.from_bot
        assert first.text.startswith("🀄️ Hello!")
        assert first.text == long.text == dash.text
        assert bare.text == unknown.text
        assert "too old" in bare.text


async def test_the_greeting_deals_a_practice_deal_at_one_tap(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        greeting = await here.asks(here.ann, "/start")
        await here.taps(here.ann, greeting, "🤖 Play against three computers")
        (table,) = here.services.tables.live
        assert table.state.practice
        assert table.state.phase is Phase.DEAL
        assert "a table here" in ((await here.taps(here.ann, greeting, labels(greeting)[0])).text or "")
        group = await here.asks(here.bob, "/newgame", here.group)
        forged = await here.forges(here.bob, group, "b!:0:0:0:")
        assert "old button" in (forged.text or "")


async def test_start_makes_a_person_reachable(tmp_path: Path) -> None:
    async with scene(tmp_path, started=False) as here:
        assert not await here.services.directory.reachable((await here.known(here.bob)).id)
        here.bob.start()
        await here.until(lambda: here.bob.private.from_bot)
        assert await here.services.directory.reachable((await here.known(here.bob)).id)


async def test_a_link_from_the_lobby_seats_whoever_presses_start(tmp_path: Path) -> None:
    async with scene(tmp_path, started=False, ephemeral=False) as here:
        here.ann.start()
        await here.asks(here.ann, "/newgame", here.group)
        answer = await here.taps(here.bob, here.group.last, "加入")
        assert answer.url is not None
        here.bob.follow(answer.url)
        await here.until(lambda: here.bob.private.from_bot)
        assert "a seat in \u2068Cards\u2069" in here.bob.private.from_bot[0].text
        table = here.services.tables.live[0]
        assert [person.telegram_id for person in table.state.people] == [here.ann.id, here.bob.id]


async def test_who_comes_back_after_the_deal_he_missed_is_greeted(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        lobby = await here.asks(here.ann, "/newgame", here.group)
        await here.taps(here.ann, lobby, "🤖 电脑补位")
        await here.taps(here.ann, lobby, "开始")
        here.ann.block()
        await here.until(lambda: here.services.tables.live[0].state.phase is Phase.RESULT, step=1.0)
        here.ann.start()
        await here.until(lambda: any("Hello" in message.text for message in here.ann.private.from_bot))


async def test_help_speaks_the_language_of_the_place_and_lists_its_commands(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        private = (await here.asks(here.ann, "/help")).text
        group = (await here.asks(here.ann, "/help", here.group)).text
        assert "/forget delete my data" in private
        assert "/join" not in private
        assert "/join 坐下" in group
        assert "/forget" not in group


async def test_rules_are_turned_page_by_page_in_one_message(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        pages = await here.asks(here.ann, "/rules", here.group)
        assert "规则 1/6" in pages.text
        await here.taps(here.bob, pages, "▶")
        assert "规则 2/6" in pages.text
        await here.taps(here.ann, pages, "◀")
        assert "规则 1/6" in pages.text
        assert len(here.group.from_bot) == 1
        assert "规则 6/6" in (await here.asks(here.ann, "/rules 99", here.group)).text


async def test_the_greeting_stays_when_the_rules_are_opened_from_it(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        greeting = await here.asks(here.ann, "/start")
        await here.taps(here.ann, greeting, "📖 How to play")
        assert [message.text[:12] for message in here.ann.private.from_bot] == [greeting.text[:12], "📖 Rules 1/6 "]


async def test_pages_survive_a_restart(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        pages = await here.asks(here.ann, "/rules")
        telegram = here.telegram
    async with scene(tmp_path, telegram=telegram) as here:
        await here.taps(here.ann, pages, "▶")
        assert "Rules 2/6" in pages.text
        assert here.ann.private.from_bot == [pages]


async def test_a_made_up_tap_writes_over_no_other_message(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        lobby = await here.asks(here.ann, "/newgame", here.group)
        before = lobby.text
        answer = await here.forges(here.bob, lobby, "?:0:0:0:3")
        assert "old button" in answer.text
        assert lobby.text == before
        assert len(here.group.from_bot) == 1


async def test_privacy(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        assert "/forget" in (await here.asks(here.ann, "/privacy")).text


async def test_forget_asks_once_and_deletes(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        question = await here.asks(here.bob, "/forget")
        person = await here.known(here.bob)
        await here.taps(here.bob, question, "Never mind")
        assert question.text == "Good, nothing was touched"
        assert not question.buttons
        question = await here.asks(here.bob, "/forget")
        await here.taps(here.bob, question, "Delete everything")
        assert question.text.startswith("🗑 Deleted")
        assert (here.database.people.get(person.id)).is_forgotten


async def test_nobody_is_forgotten_while_he_sits_at_a_table(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        question = await here.asks(here.bob, "/forget")
        await here.asks(here.bob, "/newgame", here.group)
        answer = await here.taps(here.bob, question, "Delete everything")
        assert answer.show_alert
        assert "still have a seat" in answer.text
        assert "still have a seat" in (await here.asks(here.bob, "/forget")).text
        assert not (here.database.people.get((await here.known(here.bob)).id)).is_forgotten


async def test_forget_is_asked_in_private_only(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        assert "private chat" in (await here.asks(here.bob, "/forget", here.group)).text


async def test_notify_tells_when_a_table_opens_and_no_more(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        await here.asks(here.bob, "/help")
        told = await here.asks(here.bob, "/notify", here.group, answered_in=here.bob.private)
        assert told.text == "🔔 I will write to you when a table opens in \u2068Cards\u2069"
        assert here.group.from_bot == []
        await here.asks(here.ann, "/newgame", here.group)
        await here.until(lambda: here.bob.private.last is not told)
        assert "has opened" in here.bob.private.last.text
        await here.taps(here.bob, told, "🔕 No more")
        assert told.text.startswith("🔕")
        assert await here.database.chats.subscribers(here.group.id) == ()
        await here.taps(here.bob, told, "🔔 Tell me")
        assert len(await here.database.chats.subscribers(here.group.id)) == 1
        await here.asks(here.bob, "/notify", here.group, answered_in=here.bob.private)
        assert await here.database.chats.subscribers(here.group.id) == ()


async def test_nobody_can_make_notify_ring_more_than_once_in_ten_minutes(tmp_path: Path) -> None:
    """20 messages to one person in 100 s were possible by /newgame and /end in turn."""
    async with scene(tmp_path) as here:
        await here.asks(here.bob, "/notify", here.group, answered_in=here.bob.private)

        def heard() -> int:
            return sum("has opened" in message.text for message in here.bob.private.from_bot)

        for opened in range(1, 5):
            here.ann.say("/newgame", here.group)
            await here.until(lambda: here.services.tables.live)
            here.ann.say("/end", here.group)
            await here.until(lambda: not here.services.tables.live)
            await here.settled()
            assert heard() == 1, opened
        here.clock.advance(COOLDOWN_SECONDS)
        here.ann.say("/newgame", here.group)
        await here.until(lambda: heard() == 2)


async def test_notify_leads_people_to_the_private_chat_first(tmp_path: Path) -> None:
    async with scene(tmp_path, started=False) as here:
        answer = await here.asks(here.bob, "/notify", here.group)
        assert answer.text.startswith("I cannot write to you yet")
        here.bob.follow(answer.buttons[0]["url"])
        await here.until(lambda: here.bob.private.from_bot)
        assert "Hello" in here.bob.private.last.text


async def test_notify_is_for_people_in_groups(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        assert (await here.asks(here.bob, "/notify")).text == "That command works in groups"
        here.group.promote(here.ann, is_anonymous=True)
        assert "匿名管理员" in (await here.asks(here.ann, "/notify", here.group)).text
        await here.database.chats.save_language(here.group.id, "en")
        assert "anonymous admin" in (await here.asks(here.ann, "/notify", here.group)).text


async def test_a_made_up_tap_hears_of_no_group(tmp_path: Path) -> None:
    async with scene(tmp_path) as here:
        greeting = await here.asks(here.bob, "/start")
        stranger = here.telegram.add_group("Secret", [here.ann])
        await here.asks(here.ann, "/help", stranger)
        number = ""
        rest = -stranger.id
        while rest:
            rest, digit = divmod(rest, 36)
            number = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + number
        answer = await here.forges(here.bob, greeting, f"f:{number}:0:0:1")
        assert "old button" in answer.text
        assert await here.database.chats.subscribers(stranger.id) == ()


@pytest.mark.parametrize("command", ["/help", "/rules", "/privacy"])
async def test_in_a_topic_the_answer_is_in_the_topic(tmp_path: Path, command: str) -> None:
    async with scene(tmp_path) as here:
        here.group.set_forum(True)
        topic = here.group.open_topic("Table")
        here.ann.say(command, here.group, topic=topic)
        await here.until(lambda: here.group.from_bot)
        assert here.group.last.thread_id == topic.id
