"""The owner's commands and the block lists, through the whole bot."""

import html
from pathlib import Path

import pytest

from bot.locales import texts_for
from bot.playground.fake import Message
from bot.process.version import version
from bot.screens.captions import TEXT_LIMIT, visible_length
from bot.screens.owner import TABLES_A_PAGE, broadcast_screen
from bot.screens.titles import title_text
from bot.tables.state import Language
from storage import Phase
from tests.bot.handlers.scene import Scene, scene

OWNER = 4
COMMANDS = ("/maintenance on", "/status", "/who", "/broadcast hello", "/endtable 1", "/adjust 1 5 x")


async def lobby_of(here: Scene) -> Message:
    return await here.asks(here.ann, "/newgame", here.group)


async def deal(here: Scene) -> Message:
    """A running deal of Ann and Bob with two computer players; the message of its lobby."""
    lobby = await lobby_of(here)
    await here.taps(here.bob, lobby, "加入")
    await here.taps(here.ann, lobby, "🤖 电脑补位")
    await here.taps(here.ann, lobby, "开始")
    return lobby


@pytest.mark.parametrize("command", COMMANDS)
async def test_to_others_the_commands_do_not_exist(tmp_path: Path, command: str) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        await lobby_of(here)
        answers = {(await here.asks(here.ann, unknown)).text for unknown in (command, "/nonsense")}
        assert len(answers) == 1
        here.ann.say(command, here.group)
        await here.asks(here.ann, "/privacy", here.group)  # the one answer there is
        assert here.services.tables.accepts_deals
        assert here.services.tables.live[0].state.phase is Phase.LOBBY


async def test_the_owner_is_answered_in_private(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        eve = here.people[OWNER]
        for command in ("/status", "/who", "/maintenance", "/broadcast", "/endtable", "/adjust", "/block"):
            assert await here.asks(eve, command, here.group, answered_in=eve.private)
        assert here.group.from_bot == []


async def test_status_and_who(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        eve = here.people[OWNER]
        assert (await here.asks(eve, "/who")).text == "No live tables"
        await lobby_of(here)
        here.clock.advance(900)
        status = (await here.asks(eve, "/status")).text
        assert status.startswith(f"⚙️ Version {version()}\nUp 0:15:")
        assert status.endswith("Waiting to be sent: 0 in 0 chats")
        assert "lobbies 1, deals 0, results 0" in status
        who = (await here.asks(eve, "/who")).text
        number = here.services.tables.live[0].state.id
        assert who == f"#{number} \u2068Cards\u2069 · lobby · \u2068Ann\u2069"


async def test_many_tables_are_listed_page_by_page_whatever_people_are_called(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        eve = here.people[OWNER]
        for number in range(TABLES_A_PAGE + 2):
            host = here.telegram.add_person("Z\u0301\u0302" * 20, started=True)
            group = here.telegram.add_group("<b>&" + "y\u0301\u0302" * 40 + str(number), [host])
            await here.asks(host, "/newgame", group)
        first = (await here.asks(eve, "/who")).text
        assert len(first.splitlines()) == TABLES_A_PAGE + 1
        assert first.endswith("and 2 more: /who 2")
        assert len((await here.asks(eve, "/who 2")).text.splitlines()) == 2
        assert (await here.asks(eve, "/who 99")).text == "No live tables"


def test_the_longest_broadcast_fits() -> None:
    for language in Language:
        assert visible_length(broadcast_screen("<" * TEXT_LIMIT, language).text) == TEXT_LIMIT
        assert "\n<" in html.unescape(broadcast_screen("<" * 100, language).text)


async def test_maintenance_lets_deals_finish_starts_none_and_outlives_a_restart(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        eve = here.people[OWNER]
        lobby = await lobby_of(here)
        await here.taps(here.ann, lobby, "🤖 电脑补位")
        assert "is on, 0 deals" in (await here.asks(eve, "/maintenance on")).text
        await here.until(lambda: "维护" in here.group.last.text)
        assert "maintenance" in ((await here.taps(here.ann, lobby, "开始")).text or "")
        assert here.services.tables.live[0].state.phase is Phase.LOBBY
        said = len(here.group.from_bot)
        await here.asks(eve, "/maintenance on")
        assert len(here.group.from_bot) == said
        telegram = here.telegram
    async with scene(tmp_path, owner=OWNER, telegram=telegram) as here:
        assert "Maintenance" in (await here.asks(here.people[OWNER], "/status")).text
        await here.asks(here.people[OWNER], "/maintenance off")
        assert here.services.tables.accepts_deals
        telegram = here.telegram
    async with scene(tmp_path, owner=OWNER, telegram=telegram) as here:
        assert here.services.tables.accepts_deals


async def test_a_broadcast_reaches_the_hosts_as_it_was_written(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        await lobby_of(here)
        answer = await here.asks(here.people[OWNER], "/broadcast <b>Back</b> at 8 &\nsee you")
        assert answer.text == "Sent to 1 host"
        await here.until(lambda: here.ann.private.from_bot)
        assert here.ann.private.last.text == "📣 From whoever runs this bot:\n<b>Back</b> at 8 &\nsee you"
        assert here.bob.private.from_bot == []


async def test_a_table_can_be_ended(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        eve = here.people[OWNER]
        await deal(here)
        number = here.services.tables.live[0].state.id
        assert (await here.asks(eve, f"/endtable {number}")).text == f"Table #{number} is closed"
        assert here.services.tables.live == ()
        for missing in (number, 0, "9" * 15):
            answer = await here.asks(eve, f"/endtable {missing}")
            assert answer.text == f"There is no table #{missing}; /who lists those there are"
        assert (await here.asks(eve, f"/endtable {'9' * 4000}")).text.startswith("/endtable and the number")


async def test_a_score_is_adjusted_by_a_row_in_the_ledger(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        eve = here.people[OWNER]
        person = await here.known(here.bob)
        answer = await here.asks(eve, f"/adjust {here.bob.id} -250 wrong deal, sorry")
        assert "−250" in answer.text
        words = here.bob.say("hello", here.group)
        await here.asks(eve, "/adjust +1000 a prize", here.group, reply_to=words, answered_in=eve.private)
        rows = await here.database.scores.ledger(person.id)
        assert [(row.points, row.total, row.reason) for row in rows] == [
            (1000, 750, "a prize"),
            (-250, -250, "wrong deal, sorry"),
        ]
        here_points = await here.database.scores.place(person.id, chat_id=here.group.id)
        assert here_points is not None
        assert here_points.points == 1000


async def test_an_adjusted_score_is_known_at_the_table(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        lobby = await lobby_of(here)
        await here.asks(here.people[OWNER], f"/adjust {here.ann.id} 2000 moved from the old bot")
        await here.until(lambda: title_text(2000, texts_for(Language.CHINESE)) in lobby.text)
        assert here.services.tables.live[0].state.people[0].score == 2000


@pytest.mark.parametrize("words", ["", "5", "x 5 y", "{bob}", "{bob} 5", "{bob} x reason", "{bob} 0 reason"])
async def test_an_adjustment_needs_a_person_points_and_a_reason(tmp_path: Path, words: str) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        person = await here.known(here.bob)
        answer = await here.asks(here.people[OWNER], f"/adjust {words.format(bob=here.bob.id)}")
        assert answer.text.startswith("/adjust, a Telegram id")
        assert await here.database.scores.ledger(person.id) == ()


@pytest.mark.parametrize("points", ["99999999999999", "-9223372036854775807", "9" * 3000])
async def test_no_adjustment_takes_a_score_where_no_deal_could_end(tmp_path: Path, points: str) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        person = await here.known(here.bob)
        answer = await here.asks(here.people[OWNER], f"/adjust {here.bob.id} {points} reason")
        assert answer.text.startswith("A score goes to 1\u202f000\u202f000\u202f000\u202f000 either way")
        assert await here.database.scores.ledger(person.id) == ()


async def test_nobody_is_adjusted_whom_the_bot_has_not_met(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        answer = await here.asks(here.people[OWNER], f"/adjust {here.bob.id} 5 x")
        assert answer.text == "I know no results of that person"


async def test_admins_block_and_unblock_by_reply_for_their_group(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        lobby = await lobby_of(here)
        await here.taps(here.bob, lobby, "加入")
        words = here.bob.say("hello", here.group)
        answer = await here.asks(here.ann, "/block cheats", here.group, reply_to=words)
        assert answer.text.startswith("🚫 Bob stays off")
        assert [one.telegram_id for one in here.services.tables.live[0].state.people] == [here.ann.id]
        assert "keep you off" in ((await here.taps(here.bob, lobby, "加入")).text or "")
        assert [block.reason for block in await here.database.blocks.of(here.group.id)] == ["cheats"]
        assert await here.database.blocks.of(None) == ()
        answer = await here.asks(here.ann, "/unblock", here.group, reply_to=words)
        assert answer.text == "✅ Bob may play again"
        assert "was not blocked" in (await here.asks(here.ann, "/unblock", here.group, reply_to=words)).text
        assert (await here.taps(here.bob, lobby, "加入")).text == "You have a seat"


async def test_who_is_blocked_in_mid_deal_leaves_as_with_leave(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        await deal(here)
        words = here.bob.say("hello", here.group)
        here.ann.say("/block", here.group, reply_to=words)
        bob = (await here.known(here.bob)).id
        live = await here.until(
            lambda: next(
                (
                    chair
                    for chair in here.services.tables.live[0].live.chairs
                    if chair.person and chair.person.id == bob and chair.autopilot
                ),
                None,
            )
        )
        assert live is not None
        assert live.autopilot == "left"


async def test_members_may_not_block_and_admins_say_whom(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        words = here.ann.say("hello", here.group)
        for command in ("/block", "/unblock", f"/block {here.ann.id}"):
            assert "Only admins" in (await here.asks(here.bob, command, here.group, reply_to=words)).text
        for command in ("/block", "/unblock", "/block Bob"):
            assert "as a reply" in (await here.asks(here.ann, command, here.group)).text
        help_text = await here.asks(here.ann, "/help", here.group)
        answer = await here.asks(here.ann, "/block", here.group, reply_to=help_text)
        assert answer.text == "I know no results of that person"
        assert await here.database.blocks.of(here.group.id) == ()


async def test_admins_see_who_is_blocked_and_need_no_message_of_his(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        await here.taps(here.bob, await lobby_of(here), "加入")
        stranger = 777
        assert "777 stays off" in (await here.asks(here.ann, f"/block {stranger}", here.group)).text
        here.clock.advance(60)
        assert "stays off" in (await here.asks(here.ann, f"/block {here.bob.id} <b>spam</b>", here.group)).text
        _, *listed = (await here.asks(here.ann, "/block", here.group)).text.split("\n")
        assert listed == [f"🚫 Bob ({here.bob.id}) <b>spam</b>", "🚫 777 (777)"]
        assert "may play again" in (await here.asks(here.ann, f"/unblock {stranger}", here.group)).text
        eve = here.people[OWNER]
        assert "777" not in (await here.asks(eve, "/block")).text


async def test_a_long_block_list_is_cut(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        for number in range(25):
            await here.database.blocks.add(1000 + number, None, "because " * 100)
        text = (await here.asks(here.people[OWNER], "/block")).text
        assert text.endswith("… and 5 more")
        assert len(text) <= TEXT_LIMIT


async def test_the_owner_blocks_everywhere_by_id_or_reply(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        eve = here.people[OWNER]
        lobby = await lobby_of(here)
        assert "blocked everywhere" in (await here.asks(eve, f"/block {here.bob.id} spam")).text
        assert "keep you off" in ((await here.taps(here.bob, lobby, "加入")).text or "")
        words = here.bob.say("hello", here.group)
        answer = await here.asks(eve, "/unblock", here.group, reply_to=words, answered_in=eve.private)
        assert answer.text == "✅ Bob may play again"
        assert await here.database.blocks.of(None) == ()


async def test_a_block_in_private_by_anybody_else_is_no_command(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=OWNER) as here:
        here.ann.say(f"/block {here.bob.id}")
        await here.asks(here.ann, "/privacy")
        assert await here.database.blocks.of(None) == ()
