"""Complaints about players who are away, and about clocks."""

from pathlib import Path

from bot.playground.fake import Person
from bot.telegram_api.callback_data import ButtonAction
from engine.deal import Passed, Played, TimedOut
from engine.ruleset import RuleSet
from storage import Phase
from tests.scenarios.evening import Evening, evening


async def wait_for_turn_of(game: Evening, person: Person) -> None:
    """Have everybody else play until it is a person's turn."""
    await game.act_until(lambda: game.live.deal.is_over or game.live.deal.to_act == game.seat(person))
    assert not game.live.deal.is_over


async def test_who_is_away_is_reminded_and_skipped_and_the_deal_goes_on(tmp_path: Path) -> None:
    """9, 7: no timer to skip AFK players, games that start and never end. The clock reminds them twice, in private, and
    then their turn is over.
    """
    async with evening(tmp_path, rules=RuleSet(turn_seconds=60)) as game:
        await game.begin()
        away = game.acting
        turn = game.live.turn
        await game.until(lambda: game.buttons(away.private, ButtonAction.PLAY))
        first = away.private.last.id
        await game.pass_time(29)
        await game.shows(away.private, "30 秒")
        await game.pass_time(21)
        await game.shows(away.private, "10 秒")
        assert away.private.last.id == first, "it rang when the turn came; reminders are edits"
        assert len(away.private.from_bot) == 1
        assert game.live.turn == turn
        await game.pass_time(12)
        assert isinstance(game.live.deal.log[turn], TimedOut)
        await game.shows(game.group, "超时")
        await game.play_out()


async def test_who_is_away_three_times_is_barred_and_pays_like_everybody(tmp_path: Path) -> None:
    """7, 11: an AFK player must not hold the others for ever, and must lose and pay. After the third time-out they are
    out of this deal, the group is told, and the result counts for them; in the next deal they play again.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        away = game.acting
        for times in (1, 2, 3):
            await wait_for_turn_of(game, away)
            await game.pass_time(61)
            assert game.live.deal.timeouts[game.seat(away)] == times
        assert game.seat(away) in game.live.deal.barred
        await game.shows(game.group, "超时三次")
        live = await game.play_out()
        assert live.deal.settlement is not None
        assert game.seat(away) in live.deal.settlement.places[2:]
        assert live.ranked
        assert live.deal.settlement.result[game.seat(away)] != 0
        for person in game.people[:4]:
            await game.tap_group(person, ButtonAction.AGAIN)
        assert game.live.deal.barred == ()


async def test_when_all_four_are_away_the_deal_ends_without_points(tmp_path: Path) -> None:
    """7: channels locked by games nobody plays. Twelve time-outs make the deal void; then the table closes."""
    async with evening(tmp_path, rules=RuleSet(turn_seconds=15)) as game:
        await game.begin()
        await game.pass_time(12 * 16)
        assert game.state.phase is Phase.RESULT
        assert game.live.deal.settlement is not None
        assert game.live.deal.settlement.points == (0, 0, 0, 0)
        await game.shows(game.group, "流局")
        await game.pass_time(31 * 60)
        assert not game.tables


async def test_who_has_to_go_can_say_so_and_is_not_timed_out(tmp_path: Path) -> None:
    """9, 45: a "sleep" seat until the player returns. 托管 plays at once, costs no time-out, and ends with one tap; the
    table message shows it, and no message more.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        sleeper = game.acting
        await game.tap_private(sleeper, ButtonAction.MORE)
        await game.tap_private(sleeper, ButtonAction.AUTOPILOT, arg="1")
        table = await game.shows(game.group, "托管", patience=5)
        shown = len(game.group.from_bot)
        for _ in range(8):
            await game.act()
        assert game.live.deal.timeouts[game.seat(sleeper)] == 0
        played = [entry for entry in game.live.deal.log if entry.seat == game.seat(sleeper)]
        assert len(played) >= 2
        assert all(isinstance(entry, Played | Passed) for entry in played)
        await game.tap_private(sleeper, ButtonAction.AUTOPILOT, arg="0")
        await game.until(lambda: "托管" not in table.text, patience=5)
        assert len(game.group.from_bot) == shown
        await wait_for_turn_of(game, sleeper)
        turn = game.live.turn
        await game.pass_time(20)
        assert game.live.turn == turn, "they play themselves again, so nobody plays for them"
        await game.play_out()


async def test_one_impatient_player_can_see_whom_all_wait_for_and_cannot_rush_him(tmp_path: Path) -> None:
    """10, 12: everybody can see whom they wait for; nobody is kicked in their own time, even by the host."""
    async with evening(tmp_path) as game:
        await game.begin()
        actor = game.acting
        for person in game.people:
            answer = await game.tap_group(person, ButtonAction.WHO)
            assert actor.user.first_name in answer.text
        assert game.acting is not None
        assert game.acting.id == actor.id


async def test_nobody_is_timed_out_who_has_played(tmp_path: Path) -> None:
    """13: players kicked as inactive even after they picked a card. A play in the last second counts, and the clock of
    a turn that is over does nothing to the next.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        await game.until(lambda: game.buttons(game.acting.private, ButtonAction.PLAY))
        await game.pass_time(game.table.live.deadline - game.clock.now() - 0.5 if game.table.live.deadline else 0)
        await game.act()
        turn = game.live.turn
        await game.pass_time(3)
        assert game.live.turn == turn
        assert not any(isinstance(entry, TimedOut) for entry in game.live.deal.log)


async def test_other_seconds_apply_from_the_next_deal_only(tmp_path: Path) -> None:
    """14: timers per group; a change must not hit the running game. Ten minutes a turn can be had for slow evenings."""
    async with evening(tmp_path, rules=RuleSet(turn_seconds=300)) as game:
        await game.begin()
        deadline = game.table.live.deadline
        await game.say(game.people[0], "/settings", game.group)
        await game.tap_group(game.people[0], ButtonAction.SETTING, arg="secs=600")
        assert game.table.live.deadline == deadline
        await game.act()
        assert game.table.live.deadline is not None
        assert game.table.live.deadline <= game.clock.now() + 300
        await game.play_out()
        for person in game.people[:4]:
            await game.tap_group(person, ButtonAction.AGAIN)
        await game.pass_time(400)
        assert game.live.deal.log == ()
        assert game.table.live.deadline is not None
        assert game.table.live.deadline > game.clock.now() + 150


async def test_a_time_out_of_the_leader_leaves_a_legal_deal(tmp_path: Path) -> None:
    """15: a skipped player left the game in a state nobody could play on. The lead passes on, and the deal is whole."""
    async with evening(tmp_path) as game:
        await game.begin()
        leader = game.live.deal.to_act
        assert leader is not None
        await game.pass_time(61)
        assert game.live.deal.to_act == leader + 1 & 3
        assert game.live.deal.to_beat is None
        await game.play_out()


async def test_the_host_may_leave_and_somebody_else_is_host(tmp_path: Path) -> None:
    """12: what if the host has left? The next person at the table can do what they could."""
    async with evening(tmp_path) as game:
        await game.sit_down(*game.people[1:4])
        await game.tap_group(game.people[0], ButtonAction.LEAVE)
        assert game.state.host_id == game.state.people[0].id
        assert game.state.people[0].telegram_id == game.people[1].id
        await game.tap_group(game.people[1], ButtonAction.CLOSE)
        assert not game.tables


async def test_a_player_thrown_out_of_the_group_does_not_stop_the_deal(tmp_path: Path) -> None:
    """12: the kicked player was the one to act, and the game was in limbo. 托管 plays for them to the end of the deal,
    and their place is free after it.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        kicked, turn = game.acting, game.live.turn
        game.group.ban(kicked)
        await game.until(lambda: game.live.turn > turn)
        assert game.live.deal.timeouts[game.seat(kicked)] == 0
        await game.play_out()
        assert not game.sits(kicked)


async def test_an_administrator_blocks_somebody_who_spoils_the_game(tmp_path: Path) -> None:
    """12, 26: the host must be able to get rid of a spoiler. Blocked in mid-deal they are replaced by a computer
    player, and they cannot sit down again.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        spoiler = game.people[2]
        said = spoiler.say("/hand", game.group)
        await game.settle()
        game.people[0].say("/block", game.group, reply_to=said)
        await game.settle()
        assert game.live.chairs[game.seat(spoiler)].plays_itself
        await game.play_out()
        assert not game.sits(spoiler)
        answer = await game.tap_group(spoiler, ButtonAction.JOIN)
        assert "挡" in answer.text
        assert not game.sits(spoiler)
