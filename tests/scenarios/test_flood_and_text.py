"""Complaints about flood limits, backlogs, names and texts."""

from itertools import pairwise
from pathlib import Path

import pytest

from bot.playground.fake import Fault, FaultKind
from bot.playground.fake.html import FormattedText
from bot.screens.people import clean
from bot.telegram_api.callback_data import ButtonAction
from tests.bot.screens.scenes import check_names
from tests.scenarios.evening import evening


async def test_one_groups_pause_delays_no_other_group_and_no_private_chat(tmp_path: Path) -> None:
    """34: a RetryAfter silenced the whole bot for minutes. While one group has to be left alone, the other group is
    edited as ever, hands arrive, and taps are answered.
    """
    names = tuple(f"玩家{chr(0x4E00 + number)}" for number in range(8))
    async with evening(tmp_path, names=names, harmless=["Too Many Requests"]) as game:
        other = game.telegram.add_group("隔壁", list(game.people))
        await game.begin()
        await game.say(game.people[4], "/newgame", other)
        for person in game.people[5:8]:
            await game.tap(person, other, ButtonAction.JOIN)
        await game.tap(game.people[4], other, ButtonAction.START)
        here, there = game.table, next(t for t in game.tables if t.state.chat_id == other.id)
        await game.pass_time(10)
        for method in ("editMessageText", "sendMessage"):
            game.telegram.faults.add(Fault(FaultKind.FLOOD, method, game.group.id, retry_after=40))
        shown = game.shown_in_group
        for _ in range(4):
            await game.act(here)
            await game.act(there)
        await game.pass_time(7)
        assert game.shown_in_group == shown
        assert f"{sum(there.live.deal.hands[0])} 张" in other.last.text
        await game.pass_time(40)
        assert game.shown_in_group != shown
        await game.play_out(here)
        await game.play_out(there)


async def test_a_deal_played_as_fast_as_people_can_tap_keeps_within_the_budget(tmp_path: Path) -> None:
    """34: about 20 quick edits = RetryAfter for minutes; 20 messages a minute in a group. Nobody thinks here, so there
    are some 100 actions in a minute or two: the group sees them merged, in order, at most 20 calls in any minute, and
    the last state at the end.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        await game.play_out()
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN), 30)
        paced = [
            c.at for c in game.telegram.calls if c.parameters.get("chat_id") == game.group.id and _counts(c.method)
        ]
        for at in paced:
            assert sum(at - 60 < other <= at for other in paced) <= 20
        assert len(paced) < game.live.turn


def _counts(method: str) -> bool:
    return method.startswith(("send", "edit"))


async def test_the_table_goes_before_answers_to_the_curious(tmp_path: Path) -> None:
    """A bystander who sends /rank or /top every second took the group's 20 calls a minute, and the table stood still
    for 38 s. It never waits longer than a few edits would take it, and the curious get an answer all the same.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        bystander, start, asked = game.people[5], game.clock.now(), 0
        while game.clock.now() < start + 90 and not game.live.deal.is_over:
            await game.say(bystander, ("/rank", "/top")[asked % 2], game.group)
            await game.pass_time(0.7)
            asked += 1
            if asked % 3 == 0:
                await game.act()
        calls = [c for c in game.telegram.calls if c.parameters.get("chat_id") == game.group.id and _counts(c.method)]
        tables = [c.at for c in calls if str(c.parameters.get("text")).startswith("<b>第") and c.at > start]
        edits = [start, *tables, game.clock.now()]
        assert max(later - sooner for sooner, later in pairwise(edits)) < 13, "without them it is 9"
        answered = [c for c in calls if c.at > start and c.at not in tables]
        assert 2 <= len(answered) <= 12


async def test_a_bomb_of_messages_is_never_needed(tmp_path: Path) -> None:
    """34, and the budget of peers: in one deal the group gets the table and the result; everything else is edits."""
    async with evening(tmp_path) as game:
        await game.begin()
        await game.play_out()
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN), 30)
        sent = [
            c for c in game.telegram.calls if c.method == "sendMessage" and c.parameters["chat_id"] == game.group.id
        ]
        assert len(sent) <= 3, "lobby, table, result"


async def test_the_same_press_twice_changes_nothing_and_fails_at_nothing(tmp_path: Path) -> None:
    """35: repeated taps = "message is not modified" crash. Nothing is edited into what it is already."""
    async with evening(tmp_path) as game:
        await game.begin()
        actor = game.acting
        for _ in range(4):
            await game.tap_private(actor, ButtonAction.MORE)
        for _ in range(3):
            await game.tap_group(actor, ButtonAction.WHO)
        await game.act()
        assert not [call for call in game.watch.refusals if "not modified" in (call.error or "")]


async def test_what_was_pressed_while_the_bot_was_down_is_played_if_it_still_can_be(tmp_path: Path) -> None:
    """36: after a restart the backlog is replayed as live commands - or thrown away, with real moves in it. A play
    made while the bot was down counts; the same play pressed again does not, and nothing is done twice.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        actor, turn = game.acting, game.live.turn
        message, _, data = (await game.until(lambda: game.buttons(actor.private, ButtonAction.PLAY, turn=turn)))[0]
        await game.stop()
        first, second = actor.tap(message, data=data), actor.tap(message, data=data)
        game.people[4].say("/newgame", game.group)
        await game.start()
        assert game.live.turn == turn + 1
        assert (await first.answer()).text == ""
        assert "慢了一步" in (await second.answer()).text
        assert len(game.tables) == 1
        await game.play_out()


async def test_what_came_too_late_after_an_outage_is_answered_kindly(tmp_path: Path) -> None:
    """36, 38: taps made during a long outage can no longer be answered. What can still be played is, for the rest there
    is one apology in private; nothing is doubled, and whoever is to act has time.
    """
    async with evening(tmp_path, harmless=["query is too old"]) as game:
        await game.begin()
        actor, turn = game.acting, game.live.turn
        message, _, data = (await game.until(lambda: game.buttons(actor.private, ButtonAction.PLAY, turn=turn)))[0]
        await game.stop()
        late = [actor.tap(message, data=data) for _ in range(4)]
        game.clock.advance(300)
        await game.start()
        assert game.live.turn == turn + 1
        assert all(tap.is_answered for tap in late)
        game.may_miss_taps = True
        await game.shows(actor.private, "抱歉")
        assert sum("抱歉" in message.text for message in actor.private.from_bot) == 1
        assert game.table.live.deadline is not None
        assert game.table.live.deadline >= game.clock.now() + 15
        await game.play_out()


async def test_a_bot_that_was_down_over_a_turn_gives_it_back(tmp_path: Path) -> None:
    """1, 36: nobody is timed out for an outage. The turn that ran out meanwhile has a quarter of a minute more, and the
    group is told.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        turn = game.live.turn
        await game.stop()
        game.clock.advance(1_000)
        await game.start()
        back = game.clock.now()
        assert game.live.turn == turn
        await game.shows(game.group, "断了一下", patience=10)
        await game.pass_time(back + 14 - game.clock.now())
        assert game.live.turn == turn
        await game.act()


async def test_an_edited_command_is_no_command(tmp_path: Path) -> None:
    """36: commands ran again when their message was edited."""
    async with evening(tmp_path) as game:
        said = game.people[0].say("/help", game.group)
        await game.settle()
        game.people[0].edit(said, "/newgame")
        await game.settle()
        await game.pass_time(2)
        assert not game.tables


async def test_commands_for_other_bots_are_left_alone(tmp_path: Path) -> None:
    """36: bare patterns hit every bot in the group. /newgame@other is not for this one, its own name in any case is."""
    async with evening(tmp_path) as game:
        await game.say(game.people[0], "/newgame@other_bot", game.group)
        assert not game.tables
        await game.say(game.people[0], "/newgame@Shuangkou_Bot", game.group)
        assert game.tables


HOSTILE_NAMES = (
    "<b>粗</b> & </a>",
    "\u202egnidaer_thgir_ot_tfel",
    "👑🥇🤖👨\u200d👩\u200d👧\u200d👦🏳️\u200d🌈",
    "\u3164\u200b\u2800",
    "_*[`snake_case`](tg://user?id=1)~|",
    "a" * 64,
    "@durov /end",
    "#tag t.me/xyz",
)


@pytest.mark.parametrize("offset", [0, 2, 4])
async def test_no_name_breaks_a_message_or_pretends_to_be_something(offset: int, tmp_path: Path) -> None:
    """37: one "_" in a username = can't parse entities, message lost; names that turn the line round or show nothing;
    badges in a name. Everything parses, every name stays one short piece of its line and no link; nobody has our signs.
    """
    names = HOSTILE_NAMES[offset : offset + 4]
    async with evening(tmp_path, names=names) as game:
        await game.begin()
        await game.play_out()
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN), 30)
        for message in game.group.from_bot:
            assert "\u202e" not in message.text
            assert "👑" not in message.text.split("底分")[-1]
            check_names(FormattedText(message.text, message.content.entities))
        shown = game.shown_in_group.replace("\u2060", "")
        assert all(clean(name) in shown for name in names if clean(name))
        if not all(clean(name) for name in names):
            assert "玩家" in shown


async def test_every_press_of_a_whole_evening_is_answered_once_and_at_once(tmp_path: Path) -> None:
    """38: always answer each callback, at once; late answer = 400 and a spinner. One answer for each press of a deal,
    and no time between the two.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        await game.play_out()
        answers = [call for call in game.telegram.calls if call.method == "answerCallbackQuery"]
        assert len(answers) == len(game.telegram.asked)
        assert {call.parameters["callback_query_id"] for call in answers} == game.telegram.asked.keys()
        assert all(call.at == game.telegram.asked[call.parameters["callback_query_id"]].asked_at for call in answers)
