"""Complaints about games that are lost, stuck, or cannot be ended."""

from pathlib import Path

from bot.tables.state import ABANDONED_LOBBY_SECONDS
from bot.telegram_api.callback_data import ButtonAction
from engine.cards import contains
from storage import Phase
from tests.scenarios.evening import evening


async def test_games_persist_through_a_restart_in_mid_deal(tmp_path: Path) -> None:
    """1: "Games do not persist through a reboot". Hands, turn, selection, clock and the table message are back, and
    the old keyboards still work.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        await game.act_until(lambda: game.live.turn >= 6)
        actor = game.acting
        await game.until(lambda: game.buttons(actor.private, ButtonAction.TOGGLE))
        await game.tap_private(actor, ButtonAction.TOGGLE, deal=1)
        await game.pass_time(5)
        before, number = game.live, game.state.people[0].id
        selected = {person.id: game.table.hand(person.id).selected for person in game.state.people}
        messages = [message.id for message in game.group.from_bot]
        await game.stop()
        await game.start()
        assert game.live.deal == before.deal
        assert game.live.dealt == before.dealt
        assert {person.id: game.table.hand(person.id).selected for person in game.state.people} == selected
        assert game.table.live.deadline is not None
        assert game.table.live.deadline >= game.clock.now() + 15
        assert game.state.people[0].id == number
        await game.act()
        assert game.live.turn == before.turn + 1
        await game.pass_time(5)
        assert [message.id for message in game.group.from_bot][: len(messages)] == messages
        await game.play_out()


async def test_a_lobby_persists_through_a_restart(tmp_path: Path) -> None:
    """1: "Games do not persist through a reboot". A lobby keeps its people, and its buttons work on."""
    async with evening(tmp_path) as game:
        await game.sit_down(game.people[1])
        lobby, commitment = game.group.last.id, game.state.commitment
        await game.restart()
        assert [person.name for person in game.state.people] == ["小明", "小红"]
        assert game.state.commitment == commitment
        await game.tap_group(game.people[2], ButtonAction.JOIN)
        await game.shows(game.group, "老王")
        assert game.group.last.id == lobby
        await game.tap_group(game.people[3], ButtonAction.JOIN)
        await game.deal()


async def test_a_result_persists_through_a_restart(tmp_path: Path) -> None:
    """1: "Games do not persist through a reboot". Who was ready for another deal still is."""
    async with evening(tmp_path) as game:
        await game.begin()
        await game.play_out()
        for person in game.people[:2]:
            await game.tap_group(person, ButtonAction.AGAIN)
        await game.restart()
        assert game.state.phase is Phase.RESULT
        for person in game.people[2:4]:
            await game.tap_group(person, ButtonAction.AGAIN)
        assert game.live.number == 2


async def test_every_way_to_ask_is_answered_so_that_nobody_wonders_whether_the_bot_is_dead(tmp_path: Path) -> None:
    """3: "nothing happens", users cannot tell why. A command that cannot be obeyed is answered with the reason."""
    async with evening(tmp_path) as game:
        for command in ("/join", "/leave", "/end"):
            count = len(game.group.from_bot)
            await game.say(game.people[0], command, game.group)
            await game.until(lambda count=count: len(game.group.from_bot) > count)  # type: ignore[misc]  # mypy cannot type a default in a lambda
        await game.say(game.people[0], "/hand")
        await game.until(lambda: game.people[0].private.from_bot)
        await game.say(game.people[0], "/newgame", game.group)
        lobby = game.group.last
        await game.say(game.people[1], "/newgame", game.group)
        await game.until(lambda: game.group.last.id > lobby.id + 1 and lobby.is_deleted)


async def test_an_abandoned_lobby_closes_itself_and_says_so(tmp_path: Path) -> None:
    """6: an abandoned lobby blocks the topic. It goes by itself after half an hour, and the next one opens at once."""
    async with evening(tmp_path) as game:
        await game.sit_down(game.people[1])
        await game.pass_time(ABANDONED_LOBBY_SECONDS - 60)
        await game.tap_group(game.people[2], ButtonAction.JOIN)
        await game.pass_time(ABANDONED_LOBBY_SECONDS - 60)
        assert game.tables
        await game.pass_time(120)
        assert not game.tables
        assert "/newgame" in game.shown_in_group
        assert not game.group.last.buttons
        await game.sit_down(*game.people[1:4], host=game.people[4])


async def test_anybody_may_close_a_lobby_that_nobody_has_touched_for_a_while(tmp_path: Path) -> None:
    """6: with one game per chat somebody else's stale lobby is in the way; not even its host need be there."""
    async with evening(tmp_path) as game:
        await game.sit_down(game.people[1])
        answer = await game.tap_group(game.people[4], ButtonAction.CLOSE)
        assert "桌主" in answer.text
        assert game.tables
        await game.pass_time(11 * 60)
        await game.tap_group(game.people[4], ButtonAction.CLOSE)
        assert not game.tables
        await game.sit_down(game.people[1])
        await game.pass_time(11 * 60)
        first = game.state.id
        await game.say(game.people[4], "/newgame", game.group)
        assert game.state.id != first
        assert [person.name for person in game.state.people] == ["Bea"]


async def test_a_result_nobody_follows_up_does_not_block_the_group(tmp_path: Path) -> None:
    """6: after the last deal everybody just walks away; the table closes by itself, and nobody is bound to it."""
    async with evening(tmp_path) as game:
        await game.begin()
        await game.play_out()
        await game.pass_time(ABANDONED_LOBBY_SECONDS + 60)
        assert not game.tables
        assert not any(game.buttons(game.group, action) for action in (ButtonAction.AGAIN, ButtonAction.DISSOLVE))
        await game.begin()


async def test_those_who_play_end_a_running_deal_together(tmp_path: Path) -> None:
    """4, 5: a multiplayer game cannot be stopped at all. /end asks all who play; when the last agrees it stops, nobody
    wins or loses, and each of them is told in private.
    """
    async with evening(tmp_path) as game:
        await game.begin()
        await game.act_until(lambda: game.live.turn >= 3)
        await game.agree_to_end(*game.people[1:4])
        number = str(game.live.id)
        command = game.people[0].say("/end", game.group)
        await game.settle()
        assert not game.tables
        notice = await game.shows(game.group, f"第 {number} 局作废", "都同意")
        assert notice.id > command.id, "it is seen where it was asked for"
        for person in game.people[:4]:
            assert (await game.shows(person.private, f"第 {number} 局作废", "都同意")).id == person.private.last.id
            known = game.services.database.people.by_telegram_id(person.id)
            assert known is not None
            assert await game.services.database.scores.ledger(known.id) == ()
        await game.pass_time(10)
        assert not any(game.buttons(person.private, ButtonAction.PASS) for person in game.people)
        await game.begin()


async def test_an_administrator_who_does_not_play_ends_the_deal(tmp_path: Path) -> None:
    """6: an admin who does not play cannot /kill. Here they can."""
    async with evening(tmp_path) as game:
        await game.sit_down(game.people[2], game.people[3], game.people[4], host=game.people[1])
        await game.deal(game.people[1])
        await game.say(game.people[5], "/end", game.group)
        assert game.tables
        await game.say(game.people[0], "/end", game.group)
        assert game.tables, "asked whether they mean it"
        answer = await game.tap_group(game.people[5], ButtonAction.END_VOTE, arg="a")
        assert "管理员" in answer.text
        assert game.tables
        await game.tap_group(game.people[0], ButtonAction.END_VOTE, arg="a")
        assert not game.tables
        for person in game.people[1:5]:
            await game.shows(person.private, "作废", "小明")


async def test_the_people_at_the_table_end_the_deal_by_vote(tmp_path: Path) -> None:
    """5, 12: what if the host has left? All people who play agree, and the table is gone."""
    async with evening(tmp_path) as game:
        await game.begin()
        for number, person in enumerate(game.people[1:4], start=1):
            await game.say(person, "/end", game.group)
            await game.shows(game.group, f"{number}/4")
        answer = await game.tap_group(game.people[4], ButtonAction.END_VOTE, arg="")
        assert "没坐" in answer.text
        assert game.tables
        await game.tap_group(game.people[0], ButtonAction.END_VOTE, arg="")
        assert not game.tables


async def test_who_cannot_go_on_hands_his_seat_over_and_everybody_else_plays(tmp_path: Path) -> None:
    """5, 7: nobody can leave a running game. /leave asks once, a computer player finishes the deal."""
    async with evening(tmp_path) as game:
        await game.begin()
        leaver = game.people[2]
        await game.say(leaver, "/leave", game.group)
        await game.tap_private(leaver, ButtonAction.LEAVE_DEAL, arg="0")
        assert not game.live.chairs[game.seat(leaver)].plays_itself
        assert not game.buttons(leaver.private, ButtonAction.LEAVE_DEAL), "an answered question is gone"
        await game.say(leaver, "/leave", game.group)
        await game.tap_private(leaver, ButtonAction.LEAVE_DEAL, arg="1")
        assert game.live.chairs[game.seat(leaver)].plays_itself
        await game.shows(game.group, "老王", "走了")
        await game.play_out()
        assert not game.sits(leaver)
        assert not game.buttons(game.group, ButtonAction.AGAIN)
        await game.join(game.people[4])
        await game.deal()
        assert game.live.number == 2


async def test_an_undone_restart_loses_no_cards(tmp_path: Path) -> None:
    """1: several restarts in one deal, at any moment, and the deal ends as it would have."""
    async with evening(tmp_path) as game:
        await game.begin()
        while not game.live.deal.is_over:
            for _ in range(9):
                if not game.live.deal.is_over:
                    await game.act()
            hands = game.live.deal.hands
            await game.restart()
            assert game.live.deal.hands == hands
            assert all(contains(dealt, held) for dealt, held in zip(game.live.dealt.seated_counts, hands, strict=True))
        assert game.live.deal.settlement is not None
