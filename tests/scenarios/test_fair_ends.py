"""Nobody annuls alone a deal that counts: a host who is losing, administrator and owner of the bot at that, tries
everything. The deal is played to its end, by the computer where nobody else plays, and the points move.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.playground.fake import Person
from bot.screens.ending import EndAnswer
from bot.tables.ending import VOTE_SECONDS
from bot.tables.state import LiveDeal, Playing, TableOptions
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.players import Strength
from engine.ruleset import RuleSet
from engine.seats import team_of
from storage import Autopilot
from tests.scenarios.evening import Evening, evening

Attempt: TypeAlias = Callable[[Evening, Person], Awaitable[None]]
HARMLESS = (
    *("message to delete not found", "message to edit not found"),
    *("bot was kicked", "not a member", "chat not found", "upgraded to a supergroup"),
)


async def ends(game: Evening, host: Person) -> None:
    """Again and again, in the group and in private."""
    for _ in range(3):
        await game.say(host, "/end", game.group)
        await game.pass_time(VOTE_SECONDS + 1)
    await game.say(host, "/end")


async def ends_in_the_name_of_the_group(game: Evening, host: Person) -> None:
    """An administrator who writes anonymously could be anybody; the tap says who it is."""
    game.group.promote(host, is_anonymous=True)
    await game.settle()
    await game.say(host, "/end", game.group)
    answer = await game.tap_group(host, ButtonAction.END_VOTE, arg=EndAnswer.AS_ADMIN.value)
    assert "一个人散" in answer.text


async def leaves_first(game: Evening, host: Person) -> None:
    """Whoever has left still plays this deal, by the computer."""
    await game.say(host, "/leave", game.group)
    await game.tap_private(host, ButtonAction.LEAVE_DEAL, arg="1")
    await game.say(host, "/end", game.group)
    await ends_in_the_name_of_the_group(game, host)


async def forges(game: Evening, host: Person) -> None:
    """Every button that has ever closed a table."""
    state = game.state
    for action in (ButtonAction.CLOSE, ButtonAction.DISSOLVE, ButtonAction.END_VOTE, ButtonAction.LEAVE):
        for deal in (0, state.deal_number):
            for arg in ("", *EndAnswer):
                tap = host.forge_tap(game.group.last, CallbackData(action, state.id, deal, arg=arg).encode())
                await game.settle()
                assert (await tap.answer()).text
                await game.pass_time(1)


async def ends_as_the_owner(game: Evening, host: Person) -> None:
    """/endtable, and another table in its place."""
    await game.say(host, f"/endtable {game.state.id}")
    await game.shows(host.private, "一个人散")
    for command in ("/maintenance on", "/newgame", "/forget", "/maintenance off"):
        await game.say(host, command, game.group)
        await game.say(host, command)


async def blocks_everybody(game: Evening, host: Person) -> None:
    """Who is blocked is played by the computer, and may come back."""
    for person in game.people[1:4]:
        said = person.say("/help", game.group)
        await game.settle()
        host.say("/block", game.group, reply_to=said)
        await game.pass_time(4)
    await game.say(host, "/end", game.group)
    await game.shows(game.group, "都在托管")


async def waits_until_the_others_are_away(game: Evening, host: Person) -> None:
    """His partner agrees, and nobody of the other team is there to say no."""
    partner = next(person for person in game.people[1:4] if team_of(game.seat(person)) == team_of(game.seat(host)))
    for person in game.people[1:4]:
        if person is not partner:
            await game.tap_private(person, ButtonAction.MORE)
            await game.tap_private(person, ButtonAction.AUTOPILOT, arg="1")
    for person in (host, partner):
        await game.say(person, "/end", game.group)
        assert "都在托管" in game.shown_in_group


async def tidies_up(game: Evening, host: Person) -> None:
    """All that the bot has written in the group is deleted, and the bot is started again."""
    for message in game.group.from_bot:
        game.group.delete_message(message)
    await game.settle()
    await game.restart()
    await ends(game, host)


async def removes_the_bot(game: Evening, host: Person) -> None:
    """The deal goes on in private, whoever has thrown the bot out."""
    game.may_miss_taps = True
    game.group.ban(None)
    await game.settle()
    await game.restart()
    await game.say(host, "/end")


async def upgrades_the_group(game: Evening, host: Person) -> None:
    """To a supergroup, with another table in its place before the bot has heard of it."""
    game.telegram.updates.allow(["callback_query", "my_chat_member"])
    game.group = game.group.migrate()
    await game.settle()
    game.telegram.updates.allow(["message", "callback_query", "my_chat_member"])
    await game.say(host, "/newgame", game.group)
    await game.say(game.people[4], "/newgame", game.group)
    await game.pass_time(5)
    await game.until(lambda: game.table.state.chat_id == game.group.id)


async def makes_the_computer_weak(game: Evening, host: Person) -> None:
    """Settings are for the next deal, those of 托管 too."""
    before = game.live
    assert isinstance(before, LiveDeal)
    await game.services.tables.set_rules(
        game.group.id, RuleSet(turn_seconds=15), TableOptions(strength=Strength.RANDOM, computers=False)
    )
    assert isinstance(game.live, LiveDeal)
    assert game.live.autopilot is before.autopilot is Strength.GREEDY
    assert game.live.deal.rules == before.deal.rules


@pytest.mark.parametrize(
    "attempt",
    [
        removes_the_bot,
        upgrades_the_group,
        makes_the_computer_weak,
        ends,
        ends_in_the_name_of_the_group,
        leaves_first,
        forges,
        ends_as_the_owner,
        blocks_everybody,
        waits_until_the_others_are_away,
        tidies_up,
    ],
)
async def test_a_losing_host_cannot_annul_the_deal(attempt: Attempt, tmp_path: Path) -> None:
    is_basic = attempt is upgrades_the_group
    async with evening(tmp_path, harmless=HARMLESS, owner_ids=(6_000_000_001,), basic_group=is_basic) as game:
        host = game.people[0]
        assert host.id in game.services.settings.owner_ids
        await game.begin()
        await game.act_until(lambda: game.live.turn >= 4)
        table, number = game.table, game.live.number
        await attempt(game, host)
        (table,) = (one for one in game.tables if one.state.id == table.state.id)
        assert isinstance(table.state, Playing)
        assert table.latest.number == number
        live = await game.play_out(table)
        assert live.deal.settlement is not None
        assert live.ranked
        await game.pass_time(5)
        assert sum(live.deal.settlement.points) == 0
        for seat, chair in enumerate(live.chairs):
            assert chair.person is not None
            (entry,) = await game.services.database.scores.ledger(chair.person.id)
            assert entry.points == live.deal.settlement.points[seat]


async def test_what_was_agreed_to_long_ago_is_agreed_to_no_more(tmp_path: Path) -> None:
    """A yes from the beginning of the deal cannot be brought out when it is as good as won."""
    async with evening(tmp_path) as game:
        await game.begin()
        await game.agree_to_end(*game.people[1:4])
        await game.shows(game.group, "散不散", "3/4")
        await game.pass_time(VOTE_SECONDS)
        await game.say(game.people[0], "/end", game.group)
        assert game.tables
        await game.shows(game.group, "散不散", "1/4")


async def test_one_no_settles_it_and_is_heard_by_all(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.begin()
        await game.say(game.people[0], "/end", game.group)
        for person in game.people[:4]:
            await game.shows(person.private, "散不散", "小明", "1/4")
        assert not game.buttons(game.people[0].private, ButtonAction.END_VOTE, arg=""), "they have said so already"
        await game.tap_private(game.people[1], ButtonAction.END_VOTE, arg="")
        await game.tap_private(game.people[2], ButtonAction.END_VOTE, arg=EndAnswer.PLAY_ON.value)
        assert game.state.end_votes == frozenset()
        for room in (game.group, *(person.private for person in game.people[:4])):
            await game.shows(room, "老王", "想接着打")
            assert not game.buttons(room, ButtonAction.END_VOTE)
        await game.say(game.people[0], "/end", game.group)
        await game.shows(game.group, "刚问过")
        await game.play_out()


async def test_who_is_away_is_not_asked(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.begin()
        await game.tap_private(game.people[3], ButtonAction.MORE)
        await game.tap_private(game.people[3], ButtonAction.AUTOPILOT, arg="1")
        assert game.live.chairs[game.seat(game.people[3])].autopilot is Autopilot.WISHED
        await game.agree_to_end(*game.people[:2])
        assert game.tables
        await game.agree_to_end(game.people[2])
        assert not game.tables
        await game.shows(game.people[3].private, "作废", "都同意")


async def test_what_becomes_of_a_question_that_a_deal_outlives(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.begin()
        await game.pass_time(30)
        await game.say(game.people[0], "/end", game.group)
        await game.pass_time(30)
        await game.restart()
        await game.shows(game.group, "散不散", "1/4")
        await game.play_out()
        await game.pass_time(60)
        for room in (game.group, *(person.private for person in game.people[:4])):
            assert not game.buttons(room, ButtonAction.END_VOTE)
