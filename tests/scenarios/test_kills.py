"""The bot is killed between two calls that belong together, and started again: no message keeps buttons that it should
have lost, and what is shown is shown once.
"""

import os
from collections.abc import Set
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.playground.fake import Person
from bot.telegram_api.callback_data import ButtonAction
from storage import Phase
from tests.scenarios.evening import Evening, evening
from tests.scenarios.killing import HARMLESS, Place, killed, left_standing, taps, with_buttons

KILLS: Final = int(os.environ.get("SCENARIO_KILLS", "25"))
SOON: Final = 90.0
"""Seconds after a start within which everything has to be right, at the pace that Telegram allows."""


async def is_right(game: Evening, unknown: Set[Place] = frozenset()) -> None:
    """Wait until nothing is left standing but the `unknown`; everybody has one hand at most, the group one table."""
    try:
        await game.until(lambda: not left_standing(game, unknown), SOON)
    except AssertionError as error:
        raise AssertionError(left_standing(game, unknown)) from error
    rooms = [place[0] for place in with_buttons(game).keys() - unknown]
    assert len(set(rooms)) == len(rooms)


def bring_on(game: Evening) -> None:
    """Whoever can brings the game on by a tap; nobody waits for an answer."""
    state = game.state
    actions = {
        Phase.LOBBY: (ButtonAction.START,),
        Phase.RESULT: (ButtonAction.AGAIN,),
        Phase.DEAL: (ButtonAction.PLAY, ButtonAction.PASS),
    }[state.phase]
    for person in game.people[:4]:
        room = person.private if state.phase is Phase.DEAL else game.group
        turn = {"turn": game.live.turn} if state.phase is Phase.DEAL else {}
        for message, _, data in [found for action in actions for found in game.buttons(room, action, **turn)][:1]:
            person.tap(message, data=data)


async def test_a_hand_that_is_replaced_when_the_bot_is_killed(tmp_path: Path) -> None:
    """A new hand stands below the old one, which was still to be deleted."""
    async with evening(tmp_path, harmless=HARMLESS) as game:
        game.may_miss_taps = True
        await game.begin()
        await game.pass_time(30)
        async with killed(game, method="deleteMessage") as kill:
            bring_on(game)
            await game.pass_time(5)
        assert kill.is_dead
        await is_right(game)
        acting = game.acting
        (hand,) = [message for message in acting.private.from_bot if taps(message)]
        assert {tap.turn for tap in taps(hand) if tap.action is ButtonAction.PLAY} == {game.live.turn}
        await game.act()


async def closed_and_killed(game: Evening, host: Person, nth: int, *, after: bool = False) -> bool:
    """The host ends the table, in mid-deal as the last to agree, and the bot is killed at a call that this takes. Tells
    whether there were so many.
    """
    async with killed(game, nth=nth, after=after) as kill:
        host.say("/end", game.group)
        await game.pass_time(20)
    return kill.is_dead


@pytest.mark.parametrize("after", [False, True])
async def test_killed_at_every_call_that_the_end_of_a_table_in_mid_deal_takes(after: bool, tmp_path: Path) -> None:
    async with evening(tmp_path, harmless=HARMLESS) as game:
        game.may_miss_taps = True
        for nth in count(1):
            await game.begin()
            await game.act_until(lambda: game.live.turn >= 2)
            await game.agree_to_end(*game.people[1:4])
            await game.pass_time(30)
            if not await closed_and_killed(game, game.people[0], nth, after=after):
                break
            assert not game.tables
            await is_right(game)
            for person in game.people[:4]:
                assert not any("手牌" in message.text for message in person.private.from_bot), "the deal is void"
        assert nth > 5
        await is_right(game)


async def test_killed_at_every_call_that_the_end_of_a_table_after_a_deal_takes(tmp_path: Path) -> None:
    async with evening(tmp_path, harmless=HARMLESS) as game:
        game.may_miss_taps = True
        for nth in count(1):
            await game.begin()
            await game.play_out()
            await game.pass_time(30)
            if not await closed_and_killed(game, game.people[0], nth):
                break
            assert not game.tables
            await is_right(game)
            assert all(person.private.last.text for person in game.people[:4]), "the end of the deal stays readable"
        assert nth > 2
        await is_right(game)


async def test_killed_again_and_again_while_what_a_kill_has_left_is_cleared_away(tmp_path: Path) -> None:
    """In each of its lives it replaces hands of the deal that was given up, and does not live to know of the last."""
    async with evening(tmp_path, harmless=HARMLESS) as game:
        game.may_miss_taps = True
        await game.begin()
        await game.agree_to_end(*game.people[1:4])
        await game.pass_time(30)
        async with killed(game, method="deleteMessage", start=False) as kill:
            game.people[0].say("/end", game.group)
            await game.pass_time(20)
        hands = sum(len(person.private.from_bot) for person in game.people)
        assert hands >= 4
        for life in count(1):
            async with killed(game, method="editMessageText", nth=life, after=True, start=False) as kill:
                await game.start()
                await game.pass_time(20)
            if not kill.is_dead:
                break
        assert life > 2
        await is_right(game)
        for person in game.people[:4]:
            assert ["作废" in message.text for message in person.private.from_bot] == [True]


async def test_killed_at_any_moment_of_two_deals(tmp_path: Path) -> None:
    """Before a call, or after one that changes a message and before its answer. Nothing can be done about a message
    that was posted and that the bot had no time to write down; whoever taps it is served or told that it is old.
    """
    random = Random(1)
    async with evening(tmp_path, harmless=HARMLESS) as game:
        game.may_miss_taps = True
        await game.sit_down(*game.people[1:4])
        unknown = set[Place]()
        for _ in range(KILLS):
            method = random.choice([None, None, "editMessageText", "deleteMessage", "sendMessage"])
            after = method in ("editMessageText", "deleteMessage") and random.random() < 0.5
            async with killed(game, method=method, nth=random.randint(1, 6), after=after) as kill:
                while not kill.is_dead:
                    bring_on(game)
                    await game.pass_time(random.uniform(0.1, 4))
            unknown |= kill.unknown
            await is_right(game, unknown)
        assert game.live.number > 1
