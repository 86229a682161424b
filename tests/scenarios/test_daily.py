"""The deal of the day through the whole bot: two people who play alike, hints and peeks that are refused, 托管, a
restart in the middle, and who stands where afterwards.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.daily.days import day_after
from bot.daily.keeper import LOOK_SECONDS
from bot.playground.fake import Person
from bot.tables.state import Playing
from bot.tables.table import Table
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import format_counts
from engine.deal import LogEntry, PlayCards
from engine.players.planner import PlannerPlayer
from engine.players.simple import GreedyPlayer
from tests.scenarios.evening import Evening, evening

DAY_SECONDS = 86_400.0


def own_table(game: Evening, person: Person) -> Table | None:
    """The table of a person's deal of the day."""
    return next((table for table in game.tables if table.state.chat_id == person.id), None)


async def begin(game: Evening, person: Person) -> Table:
    """Somebody asks for the deal of the day and begins it."""
    await game.say(person, "/daily")
    await game.tap_private(person, ButtonAction.DAILY, arg=f"play.{game.services.daily.today}")
    table = await game.until(lambda: own_table(game, person))
    assert table is not None
    return table


async def act(game: Evening, person: Person, table: Table, player: PlannerPlayer | GreedyPlayer) -> None:
    """One action: the person types what the player would do, a computer is waited for."""
    live = table.live
    seat, turn = live.to_act, live.turn
    if live.chairs[seat].person is not None and not live.chairs[seat].plays_itself:
        action = player.choose(live.deal.view(seat), 0.1)
        await game.say(person, format_counts(action.cards) if isinstance(action, PlayCards) else "不出")
    await game.until(lambda: table.latest.turn != turn or table.latest.deal.is_over)


async def play_out(
    game: Evening, person: Person, player: PlannerPlayer | GreedyPlayer | None = None
) -> tuple[LogEntry, ...]:
    """Play the deal to its end; its log."""
    table = own_table(game, person)
    assert table is not None
    while not table.latest.deal.is_over:
        await act(game, person, table, player or PlannerPlayer())
    await game.until(lambda: own_table(game, person) is None)
    return table.latest.deal.log


async def test_who_plays_alike_gets_the_same_deal_across_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann, bob = game.people[:2]
        first = await begin(game, ann)
        hands, commitment = first.live.dealt.seated_hands, first.state.commitment
        log = await play_out(game, ann)
        second = await begin(game, bob)
        assert second.live.dealt.seated_hands == hands
        assert second.state.commitment == commitment
        for _ in range(12):
            await act(game, bob, second, PlannerPlayer())
        await game.restart()
        restored = own_table(game, bob)
        assert restored is not None
        assert restored.state.daily == game.services.daily.today
        assert restored.live.deal.log == log[: restored.live.turn]
        assert await play_out(game, bob) == log
        for person in (ann, bob):
            await game.say(person, "/daily")
            shown = await game.shows(person.private, "所有人：第 1 名，共 2 人", "从头到尾和你一样")
            assert "连续 1 天" in shown.text


async def test_points_of_a_day_are_no_score_and_it_is_played_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann = game.people[0]
        await begin(game, ann)
        await play_out(game, ann)
        known = game.services.database.people.by_telegram_id(ann.id)
        assert known is not None
        assert game.services.database.scores.of(known.id).deals == 0
        assert await game.services.database.scores.ledger(known.id) == ()
        before = len(game.tables)
        await game.say(ann, "/daily")
        await game.shows(ann.private, "你得了")
        intro = next(m for m in ann.private.from_bot if "一人只有一次" in m.text)
        data = CallbackData(ButtonAction.DAILY, arg=f"play.{game.services.daily.today}").encode()
        assert "打过了" in (await game.press(ann, intro, data)).text
        assert len(game.tables) == before


async def test_there_are_no_hints_and_it_is_not_ended(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann = game.people[0]
        table = await begin(game, ann)
        while table.live.chairs[table.live.to_act].person is None:
            await act(game, ann, table, PlannerPlayer())
        await game.until(lambda: game.buttons(ann.private, ButtonAction.TOGGLE, table=table.state.id))
        assert not game.buttons(ann.private, ButtonAction.HINT)
        assert not game.buttons(ann.private, ButtonAction.PLAY)
        message = game.buttons(ann.private, ButtonAction.TOGGLE, table=table.state.id)[0][0]
        live = table.live
        forged = CallbackData(ButtonAction.HINT, table.state.id, live.number, live.turn).encode()
        answer = await ann.forge_tap(message, forged).answer()
        assert answer.text == "每日一局没有提示"
        await game.say(ann, "/end")
        await game.shows(ann.private, "每日一局要打完")
        assert isinstance(table.state, Playing)
        for command in (f"/replay {live.id}", f"/verify {live.id}"):
            await game.say(ann, command)
            await game.shows(ann.private, "还没打完")


async def test_who_leaves_is_played_out_and_may_do_something_else(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann = game.people[0]
        table = await begin(game, ann)
        await game.say(ann, "/leave")
        await game.tap_private(ann, ButtonAction.LEAVE_DEAL, arg="1")
        await game.until(lambda: own_table(game, ann) is None)
        assert table.latest.deal.is_over
        await game.until(lambda: game.buttons(ann.private, ButtonAction.DAILY, table=table.state.id))
        assert not game.buttons(ann.private, ButtonAction.JOIN)
        assert not game.buttons(ann.private, ButtonAction.AGAIN)
        await game.sit_down(host=ann)
        await game.say(ann, "/daily")
        await game.shows(ann.private, "你得了", "第 1 名，共 1 人")


async def test_whoever_walks_away_is_played_for_until_they_come_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann = game.people[0]
        table = await begin(game, ann)
        await game.until(lambda: table.latest.deal.is_over or _waits_for_person(table))
        await game.pass_time(181)
        assert table.live.chairs[_seat(table)].autopilot is not None
        assert table.live.deal.timeouts == (0, 0, 0, 0)
        await game.tap_private(ann, ButtonAction.AUTOPILOT, arg="0")
        assert table.live.chairs[_seat(table)].autopilot is None
        await game.pass_time(400)
        await game.until(lambda: own_table(game, ann) is None)
        assert table.latest.deal.timeouts == (0, 0, 0, 0)


async def test_nobody_sees_a_day_they_have_not_finished(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann, bob = game.people[:2]
        table = await begin(game, ann)
        await play_out(game, ann)
        deal = table.latest.id
        await game.tap_private(ann, ButtonAction.DAILY, arg=f"show.{game.services.daily.today}")
        await game.shows(ann.private, "你得了")
        await game.say(bob, f"/replay {deal}")
        await game.shows(bob.private, "没找到这一局")
        await game.say(bob, "/daily")
        shown = await game.shows(bob.private, "一人只有一次")
        assert table.shuffle.server_seed.hex() not in shown.text
        answer = await bob.forge_tap(shown, f"D:0:0:0:show.{game.services.daily.today}").answer()
        assert "以前的按钮" in answer.text
        await game.say(ann, f"/replay {deal}", game.group)
        await game.shows(game.group, "只能在私聊里回放")
        await game.say(ann, f"/verify {deal}")
        await game.shows(ann.private, "过后才公布种子")


async def test_the_seed_is_shown_the_day_after_and_was_committed_to_the_day_before(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann, bob = game.people[:2]
        day = game.services.daily.today
        await game.say(ann, "/daily")
        tomorrow = game.services.database.daily.deal(day_after(day))
        assert tomorrow is not None
        await game.shows(ann.private, f"明天的洗牌承诺 {tomorrow.commitment}")
        await until_date(game, lambda: game.services.daily.today == day_after(day))
        table = await begin(game, bob)
        assert table.state.commitment == tomorrow.commitment
        assert table.shuffle.server_seed == tomorrow.server_seed
        yesterday = game.services.database.daily.deal(day)
        assert yesterday is not None
        await game.shows(bob.private, f"{day} 的种子 {yesterday.server_seed.hex()}")
        await game.say(bob, "/leave")
        await game.tap_private(bob, ButtonAction.LEAVE_DEAL, arg="1")
        await game.until(lambda: own_table(game, bob) is None)


async def test_an_offer_of_yesterday_offers_the_deal_of_today(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann = game.people[0]
        day = game.services.daily.today
        await game.say(ann, "/daily")
        await until_date(game, lambda: game.services.daily.today == day_after(day))
        await game.tap_private(ann, ButtonAction.DAILY)
        assert own_table(game, ann) is None
        await game.shows(ann.private, f"每日一局 {day_after(day)}")


async def test_what_is_begun_before_midnight_counts_for_its_day(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann = game.people[0]
        day = game.services.daily.today
        table = await begin(game, ann)
        game.wall.set_by += DAY_SECONDS
        await game.pass_time(10)
        assert game.services.daily.today == day_after(day)
        assert not await game.services.database.daily.results(day)
        await game.until(lambda: own_table(game, ann) is None, patience=600)
        assert [one.deal_id for one in await game.services.database.daily.results(day)] == [table.latest.id]
        await begin(game, ann)
        await game.say(ann, "/leave")
        await game.tap_private(ann, ButtonAction.LEAVE_DEAL, arg="1")
        await game.until(lambda: own_table(game, ann) is None)
        await game.say(ann, "/daily")
        await game.shows(ann.private, "连续 2 天")


async def test_two_lines_that_part_are_shown_behind_a_spoiler(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann, bob = game.people[:2]
        await begin(game, ann)
        one = await play_out(game, ann, PlannerPlayer())
        await begin(game, bob)
        other = await play_out(game, bob, GreedyPlayer())
        number = next(number for number, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1])
        await game.say(ann, "/daily")
        shown = await game.shows(ann.private, f"第 {number + 1} 手", "小红")
        assert any(entity["type"] == "spoiler" for entity in shown.content.entities)


@pytest.mark.parametrize("command", ["/daily", "/daily@shuangkou_bot"])
async def test_in_a_group_it_says_where(tmp_path: Path, command: str) -> None:
    async with evening(tmp_path) as game:
        ann = game.people[0]
        await game.say(ann, command.replace("shuangkou_bot", game.services.bot.username), game.group)
        await game.shows(game.group, "每日一局在私聊里打")
        [button] = game.group.last.buttons
        ann.follow(button["url"])
        await game.shows(ann.private, "一人只有一次")


def _seat(table: Table) -> int:
    return next(seat for seat, chair in enumerate(table.latest.chairs) if chair.person is not None)


def _has_more(game: Evening, messages: int) -> bool:
    return len(game.group.from_bot) > messages


def _waits_for_person(table: Table) -> bool:
    return table.latest.deal.to_act == _seat(table)


async def join_group(game: Evening) -> None:
    """Four people play a deal that counts in the group, so that it knows them."""
    await game.begin()
    await game.play_out()
    await game.tap_group(game.people[0], ButtonAction.DISSOLVE)


async def leave_to_autopilot(game: Evening, person: Person) -> int:
    """Somebody begins the deal of the day and leaves at once; their points."""
    table = await begin(game, person)
    await game.say(person, "/leave")
    await game.tap_private(person, ButtonAction.LEAVE_DEAL, arg="1")
    await game.until(lambda: own_table(game, person) is None)
    settlement = table.latest.deal.settlement
    assert settlement is not None
    return settlement.points[_seat(table)]


def lines_in_group(game: Evening, day: str) -> list[str]:
    """The lines that the group has got about a day."""
    return [message.text for message in game.group.from_bot if f"每日一局 {day}" in message.text]


async def switch_on(game: Evening, *settings: str) -> None:
    """An administrator has the group hear of the deal of the day."""
    for setting in ("", *settings):
        await game.say(game.people[0], f"/settings {setting}".rstrip(), game.group)
    await game.tap_group(game.people[0], ButtonAction.SETTING, arg="daily=1")


async def until_date(game: Evening, found: Callable[[], object]) -> None:
    """Let hours pass by the date alone until something is so; the keeper looks at it every five minutes."""
    for _ in range(72):
        await game.pass_time(LOOK_SECONDS + 1)
        if found():
            return
        game.wall.set_by += 3600 - LOOK_SECONDS - 1
    raise AssertionError(f"not within three days: {found}")


def local(game: Evening, zone: str) -> datetime:
    """What a clock in a zone shows."""
    return datetime.fromtimestamp(game.wall.now(), ZoneInfo(zone))


async def test_a_group_that_wants_it_hears_of_its_three_best_once_a_day(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await join_group(game)
        points = [await leave_to_autopilot(game, person) for person in game.people[:3]]
        day = game.services.daily.today
        await until_date(game, lambda: game.services.daily.today > day_after(day))
        assert lines_in_group(game, day) == []  # off, as long as nobody switches it on
        await switch_on(game)
        day = game.services.daily.today
        points = [await leave_to_autopilot(game, person) for person in game.people[:3]]
        await until_date(game, lambda: lines_in_group(game, day))
        assert game.services.daily.today == day_after(day)
        [line] = lines_in_group(game, day)
        assert "前三（群里 3 人打过）" in line
        assert [medal in line for medal in "🥇🥈🥉"] == [True] * 3
        assert len(set(points)) == 1  # the same player from the first card on
        await game.restart()
        await game.pass_time(LOOK_SECONDS + 1)
        assert len(lines_in_group(game, day)) == 1
        await until_date(game, lambda: lines_in_group(game, day_after(day)))
        assert "没人打" in lines_in_group(game, day_after(day))[0]


async def test_a_group_hears_at_its_own_hour_through_summer_time(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        spring = datetime(2027, 3, 26, 12, tzinfo=ZoneInfo("Europe/Berlin"))
        game.wall.set_by = spring.timestamp() - game.clock.now()
        await game.pass_time(301)
        await switch_on(game, "zone europe/berlin", "hour 20", "几点 21")
        heard: list[tuple[str, int]] = []
        for _ in range(4):
            day = game.services.daily.today if local(game, "Europe/Berlin").hour < 17 else ""
            before = len(game.group.from_bot)
            await until_date(game, partial(_has_more, game, before))
            now = local(game, "Europe/Berlin")
            heard.append((now.date().isoformat(), now.hour))
            assert f"每日一局 {day or heard[-1][0]}" in game.group.last.text
        assert heard == [(f"2027-03-{number}", 21) for number in (26, 27, 28, 29)]


@pytest.mark.parametrize("words", ["zone Atlantis", "时区", "hour 24", "hour x", "zone ../../etc/passwd"])
async def test_what_is_no_zone_or_hour_changes_nothing(tmp_path: Path, words: str) -> None:
    async with evening(tmp_path) as game:
        await game.say(game.people[0], f"/settings {words}", game.group)
        await game.shows(game.group, "没有这个值")
        chat = game.services.database.chats.get(game.group.id)
        assert chat is not None
        assert (chat.options.zone, chat.options.daily_hour) == ("", 0)


async def test_before_a_deal_is_chosen_people_are_told_and_it_is_chosen(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        ann = game.people[0]
        game.wall.set_by += 10 * DAY_SECONDS
        await game.say(ann, "/daily")
        await game.shows(ann.private, "还在挑牌")
        await game.say(ann, "/daily")
        await game.shows(ann.private, f"每日一局 {game.services.daily.today}")
