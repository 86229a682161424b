"""Somebody leaves the group, or is removed from it: they leave its table or are played for, and nobody waits."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from bot.playground.fake import Person
from bot.playground.fake.model import Member, Status
from bot.tables.state import Lobby, Playing
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from storage import Autopilot
from tests.scenarios.evening import Evening, evening

Departure = Callable[[Evening, Person], None]
BLOCKED: Final = "bot was blocked by the user"
NOT_STARTED: Final = "can't initiate conversation"


def leaves(game: Evening, person: Person) -> None:
    """They go; a bot that is no administrator gets the service message."""
    person.leave(game.group)


def is_removed(game: Evening, person: Person) -> None:
    """An administrator takes them out; again only the service message."""
    game.group.remove(person)


def is_banned_out_of_sight(game: Evening, person: Person) -> None:
    """They are banned, the bot is an administrator, and no service message comes, as in large groups."""
    game.group.promote()
    chat = game.group.chat
    game.telegram.change_member(chat, game.group.creator, Member(person.user, Status.KICKED))


DEPARTURES: Final = pytest.mark.parametrize("depart", [leaves, is_removed, is_banned_out_of_sight])


async def departed(game: Evening, person: Person, depart: Departure) -> None:
    """Let somebody depart, and the bot hear of it."""
    depart(game, person)
    await game.settle()
    await game.pass_time(5)


def autopilot(game: Evening, person: Person) -> Autopilot | None:
    """Why a computer player acts for somebody."""
    return game.live.chairs[game.seat(person)].autopilot


@DEPARTURES
async def test_who_leaves_the_group_leaves_its_lobby(depart: Departure, tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.sit_down(*game.people[1:4])
        await departed(game, game.people[3], depart)
        assert not game.sits(game.people[3])
        await game.shows(game.group, "还差 1 人", "4. 空位")
        assert "还差 1 人" in (await game.tap_group(game.people[0], ButtonAction.START)).text
        await game.join(game.people[4])
        await game.deal()


async def test_the_lobby_of_a_host_who_leaves_the_group_has_another_host_or_closes(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.sit_down(game.people[1], host=game.people[2])
        await departed(game, game.people[2], leaves)
        assert game.state.host_id == next(one.id for one in game.state.people)
        await departed(game, game.people[1], leaves)
        assert not game.tables


@DEPARTURES
async def test_who_leaves_the_group_in_mid_deal_is_played_for_and_not_waited_for(
    depart: Departure, tmp_path: Path
) -> None:
    async with evening(tmp_path) as game:
        await game.begin()
        goer = game.acting
        others = [person for person in game.people[:4] if person.id != goer.id]
        await departed(game, goer, depart)
        assert autopilot(game, goer) is Autopilot.LEFT
        await game.shows(game.group, goer.user.first_name, "走了")
        await game.pass_time(60)  # what a group takes in a minute is counted anew after a restart
        await game.restart()
        await game.play_out()
        assert isinstance(game.state, Lobby)
        assert not game.sits(goer)
        await game.pass_time(10)
        assert not game.buttons(goer.private, ButtonAction.AGAIN)
        await game.join(game.people[4])
        await game.deal(others[0])


@DEPARTURES
async def test_who_leaves_the_group_after_a_deal_starts_no_other(depart: Departure, tmp_path: Path) -> None:
    """Their own 再来一局, in private, started a deal that they and the others had to play; the others waited for it."""
    async with evening(tmp_path) as game:
        await game.begin()
        await game.play_out()
        goer = game.people[3]
        message, tap, data = (await game.until(lambda: game.buttons(goer.private, ButtonAction.AGAIN)))[0]
        for person in game.people[:3]:
            await game.tap_group(person, ButtonAction.AGAIN)
        await departed(game, goer, depart)
        asked = goer.forge_tap(message, data)
        await game.settle()
        assert "没坐" in (await asked.answer()).text
        assert isinstance(game.state, Lobby)
        assert game.live.number == tap.deal
        await game.join(game.people[4])
        await game.deal()


async def test_who_has_left_the_group_cannot_take_the_seat_back_until_they_are_in_it_again(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.begin()
        goer = game.people[3]
        await departed(game, goer, leaves)
        answer = await game.tap_private(goer, ButtonAction.AUTOPILOT)
        assert "不在" in answer.text
        assert autopilot(game, goer) is Autopilot.LEFT
        goer.join(game.group)
        await game.settle()
        await game.tap_private(goer, ButtonAction.AUTOPILOT)
        assert autopilot(game, goer) is None
        await game.play_out()
        assert game.sits(goer)


async def test_who_left_and_then_blocks_the_bot_is_still_not_waited_for(tmp_path: Path) -> None:
    """Nothing that happens to their private chat makes them one who only cannot be reached."""
    async with evening(tmp_path, ephemeral_hands=False, harmless=[BLOCKED]) as game:
        await game.begin()
        goer = game.people[3]
        await departed(game, goer, leaves)
        wish = CallbackData(ButtonAction.AUTOPILOT, game.state.id, 1, 0, "1").encode()
        goer.forge_tap(goer.private.last, wish)
        await game.settle()
        goer.block()
        await game.settle()
        goer.unblock()
        await game.settle()
        assert autopilot(game, goer) is Autopilot.LEFT
        await game.play_out()
        assert not game.sits(goer)


async def test_an_old_link_seats_nobody_who_has_left_the_group(tmp_path: Path) -> None:
    async with evening(tmp_path, started=False, ephemeral_hands=False, harmless=[NOT_STARTED]) as game:
        game.people[0].start()
        await game.say(game.people[0], "/newgame", game.group)
        guest = game.people[1]
        link = (await game.tap_group(guest, ButtonAction.JOIN)).url
        assert link
        await departed(game, guest, leaves)
        guest.follow(link)
        await game.settle()
        await game.shows(guest.private, "不在")
        assert not game.sits(guest)


async def test_a_hand_that_lives_in_the_group_is_not_sent_to_who_left_it(tmp_path: Path) -> None:
    """Telegram shows nothing in a group to who is not in it: it says so once at most, and nothing more is tried."""
    async with evening(tmp_path, started=False, harmless=[NOT_STARTED, "MESSAGE_NOT_COMMAND"]) as game:
        game.group.promote()
        await game.say(game.people[0], "/newgame", game.group)
        for person in game.people[1:4]:
            await game.tap_group(person, ButtonAction.JOIN)
        await game.deal()
        goer = game.acting
        await game.tap_group(goer, ButtonAction.MY_HAND)
        await departed(game, goer, leaves)
        await game.pass_time(120)
        assert isinstance(game.state, Playing)
        assert len([call for call in game.watch.refusals if "MESSAGE_NOT_COMMAND" in (call.error or "")]) <= 1
        assert autopilot(game, goer) is Autopilot.LEFT


async def test_a_practice_table_is_nobodys_business_but_its_owners(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        person = game.people[3]
        await game.say(person, "/newgame")
        await departed(game, person, leaves)
        table = next(table for table in game.tables if table.state.practice)
        assert isinstance(table.state, Playing)
        assert not any(chair.autopilot for chair in table.state.live.chairs)
