"""Complaints about private messages, links and who is in the game."""

from pathlib import Path

from bot.playground.fake import Person
from bot.tables.state import ABANDONED_LOBBY_SECONDS
from bot.telegram_api.callback_data import ButtonAction
from storage import Autopilot
from tests.scenarios.evening import Evening, evening

BLOCKED = "bot was blocked by the user"
NOT_STARTED = "bot can't initiate conversation with a user"


def plays_itself(game: Evening, person: Person) -> bool:
    """Whether a computer player acts for somebody."""
    return game.live.chairs[game.seat(person)].plays_itself


async def test_who_blocks_the_bot_in_mid_deal_neither_stops_the_game_nor_is_in_it_for_ever(tmp_path: Path) -> None:
    """25: blocking the bot's private messages crashed the game and left the user "in a game" for ever. A computer
    player takes over at once, the group is told, and their hand is theirs again as soon as they are back.
    """
    async with evening(tmp_path, ephemeral_hands=False, harmless=[BLOCKED]) as game:
        await game.begin()
        blocker = game.acting
        blocker.block()
        await game.settle()
        assert game.live.chairs[game.seat(blocker)].autopilot is Autopilot.UNREACHABLE
        await game.shows(game.group, "联系不上", blocker.user.first_name)
        for _ in range(6):
            await game.act()
        blocker.unblock()
        await game.settle()
        assert not plays_itself(game, blocker)
        await game.shows(game.group, blocker.user.first_name, "回来了")
        await game.until(lambda: game.buttons(blocker.private, ButtonAction.MORE))
        await game.act_until(lambda: game.live.deal.is_over or game.acting.id == blocker.id)
        await game.play_out()


async def test_who_blocked_the_bot_may_go_elsewhere_when_the_deal_is_over(tmp_path: Path) -> None:
    """25: left "in a game" for ever. After the deal they can get up like everybody."""
    async with evening(tmp_path, ephemeral_hands=False, harmless=[BLOCKED]) as game:
        await game.begin()
        blocker = game.people[3]
        blocker.block()
        await game.settle()
        await game.play_out()
        await game.say(blocker, "/leave", game.group)
        assert not game.sits(blocker)
        assert game.services.tables.of_person(game.state.host_id) is not None


async def test_an_unreachable_player_is_found_out_though_telegram_never_said_so(tmp_path: Path) -> None:
    """25: an account that was deleted in mid-deal sends no update at all; the next message to it fails, and that is
    enough.
    """
    async with evening(tmp_path, ephemeral_hands=False, harmless=["user is deactivated"]) as game:
        await game.begin()
        gone = game.acting
        seat = game.seat(gone)
        gone.deactivate()
        await game.pass_time(61)
        await game.until(lambda: game.live.chairs[seat].autopilot is Autopilot.UNREACHABLE)
        await game.play_out()


async def test_who_never_pressed_start_gets_a_button_that_seats_him(tmp_path: Path) -> None:
    """26: commands to a user who never started the bot failed silently; a "Start me" button was asked for. 加入 opens
    the private chat, and Start there seats them: two taps.
    """
    async with evening(tmp_path, started=False, ephemeral_hands=False, harmless=[NOT_STARTED]) as game:
        host, guest = game.people[0], game.people[1]
        await game.say(host, "/newgame", game.group)
        await game.until(lambda: game.tables)
        assert not game.state.people
        link = next(b["url"] for m in game.group.from_bot for b in m.buttons if "start=" in b.get("url", ""))
        host.follow(link)
        await game.settle()
        assert game.sits(host)
        await game.shows(host.private, "双扣群", "坐下")
        answer = await game.tap_group(guest, ButtonAction.JOIN)
        assert answer.url is not None
        guest.follow(answer.url)
        await game.settle()
        assert game.sits(guest)
        answer = await game.tap_group(game.people[2], ButtonAction.JOIN)
        await game.press_start(game.people[2])
        assert not game.sits(game.people[2])
        answer = await game.tap_group(game.people[2], ButtonAction.JOIN)
        assert not answer.url, "once they have pressed Start, buttons are enough"
        assert game.sits(game.people[2])


async def test_a_forwarded_link_seats_nobody_else_and_no_link_works_twice(tmp_path: Path) -> None:
    """26: people join by forwarded link without being in the group; a link lets anybody in."""
    async with evening(tmp_path, started=False, ephemeral_hands=False, harmless=[NOT_STARTED]) as game:
        await game.press_start(game.people[0])
        await game.say(game.people[0], "/newgame", game.group)
        guest, thief = game.people[1], game.telegram.add_person("Mallory")
        answer = await game.tap_group(guest, ButtonAction.JOIN)
        assert answer.url is not None
        thief.follow(answer.url)
        await game.shows(thief.private, "过期")
        assert not game.sits(thief)
        guest.follow(answer.url)
        await game.settle()
        assert game.sits(guest)
        await game.tap_group(guest, ButtonAction.LEAVE)
        guest.follow(answer.url)
        await game.pass_time(2)
        assert not game.sits(guest)
        await game.shows(guest.private, "过期")


async def test_a_link_does_not_outlive_its_table(tmp_path: Path) -> None:
    """26: an old link must fail closed, with a reason."""
    async with evening(tmp_path, started=False, ephemeral_hands=False, harmless=[NOT_STARTED]) as game:
        await game.press_start(game.people[0])
        await game.say(game.people[0], "/newgame", game.group)
        answer = await game.tap_group(game.people[1], ButtonAction.JOIN)
        assert answer.url is not None
        await game.say(game.people[0], "/end", game.group)
        game.people[1].follow(answer.url)
        await game.pass_time(2)
        assert game.people[1].private.from_bot
        assert "按钮" in game.people[1].private.last.text or "过期" in game.people[1].private.last.text
        await game.say(game.people[0], "/newgame", game.group)
        answer = await game.tap_group(game.people[1], ButtonAction.JOIN)
        assert not answer.url


async def test_links_are_needed_once(tmp_path: Path) -> None:
    """27: many quick `?start=` links get that user's /start throttled. One Start is enough for all tables to come."""
    async with evening(tmp_path, started=False, ephemeral_hands=False, harmless=[NOT_STARTED]) as game:
        await game.press_start(game.people[0])
        await game.sit_down(*game.people[1:4])
        asked = [call for call in game.telegram.calls if call.parameters.get("url")]
        assert len(asked) == 3
        await game.deal()
        await game.agree_to_end()
        await game.sit_down(*game.people[1:4])
        assert len([call for call in game.telegram.calls if call.parameters.get("url")]) == 3


async def test_a_person_has_one_seat_over_all_chats_and_is_told_where(tmp_path: Path) -> None:
    """33: trouble when somebody plays in several groups. One seat, and the refusal names the other table."""
    async with evening(tmp_path) as game:
        await game.sit_down(*game.people[1:4])
        other = game.telegram.add_group("隔壁群", list(game.people))
        await game.say(game.people[4], "/newgame", other)
        await game.until(lambda: game.buttons(other, ButtonAction.JOIN))
        answer = await game.tap(game.people[1], other, ButtonAction.JOIN)
        assert "双扣群" in answer.text
        await game.say(game.people[2], "/newgame", other)
        await game.say(game.people[2], "/join", other)
        await game.shows(other, "双扣群", "/leave")
        await game.say(game.people[1], "/newgame")
        await game.shows(game.people[1].private, "双扣群")
        await game.tap_group(game.people[1], ButtonAction.LEAVE)
        await game.tap(game.people[1], other, ButtonAction.JOIN)
        assert len([t for t in game.tables if any(p.telegram_id == game.people[1].id for p in t.state.people)]) == 1


async def test_practice_in_private_begins_with_one_command_and_counts_for_nothing(tmp_path: Path) -> None:
    """42: play without finding three others first. /newgame in private deals at once against three computer players,
    again with one tap, and neither score nor list moves.
    """
    async with evening(tmp_path) as game:
        learner = game.people[0]
        await game.say(learner, "/newgame")
        table = game.tables[0]
        assert table.state.practice
        await game.shows(learner.private, "不计分")
        live = await game.play_out(table)
        assert not live.ranked
        person = table.state.people[0]
        assert person.score == 0
        assert await game.services.database.scores.ledger(person.id) == ()
        await game.tap_private(learner, ButtonAction.AGAIN)
        assert table.latest.number == 2
        await game.play_out(table)
        await game.until(lambda: game.buttons(learner.private, ButtonAction.DISSOLVE))
        await game.tap_private(learner, ButtonAction.DISSOLVE)
        assert not game.tables


async def test_a_forgotten_practice_table_does_not_keep_its_owner_from_a_real_one(tmp_path: Path) -> None:
    """25, 33: "in a game" for ever. It is named, left with one command, and closes itself when forgotten."""
    async with evening(tmp_path) as game:
        await game.say(game.people[1], "/newgame")
        await game.say(game.people[0], "/newgame", game.group)
        answer = await game.tap_group(game.people[1], ButtonAction.JOIN)
        assert "练习" in answer.text
        await game.say(game.people[1], "/end")
        assert len(game.tables) == 1
        await game.tap_group(game.people[1], ButtonAction.JOIN)
        await game.say(game.people[2], "/newgame")
        await game.pass_time(ABANDONED_LOBBY_SECONDS + 20 * 60)
        assert not game.tables


async def test_nobody_is_ignored_without_a_word(tmp_path: Path) -> None:
    """28: silently ignored by the anti-spam ban, users think the bot is broken. Who is blocked hears it."""
    async with evening(tmp_path) as game:
        banned = game.people[3]
        said = banned.say("/help", game.group)
        await game.settle()
        game.people[0].say("/block", game.group, reply_to=said)
        await game.settle()
        await game.say(banned, "/newgame", game.group)
        await game.shows(game.group, "挡在桌外")
        await game.say(game.people[1], "/newgame", game.group)
        answer = await game.tap_group(banned, ButtonAction.JOIN)
        assert "挡在桌外" in answer.text
