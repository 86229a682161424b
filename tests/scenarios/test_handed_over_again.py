"""The bot is killed after it has carried out what somebody did and before Telegram was told: Telegram hands it over
again, and it is answered as the success it was, and done once.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from bot.playground.fake import Person
from bot.tables.table import Table
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import Counts
from tests.scenarios.evening import Evening, evening
from tests.scenarios.killing import HARMLESS, killed

ANSWER: Final = "answerCallbackQuery"
Scene = Callable[[Evening], Awaitable[Person]]


async def in_lobby(game: Evening) -> Person:
    """A table with one place free; who is about to do something."""
    await game.sit_down(*game.people[1:3])
    return game.people[3]


async def in_full_lobby(game: Evening) -> Person:
    """A table with no place free, and its host."""
    await game.sit_down(*game.people[1:4])
    return game.people[0]


async def after_a_deal(game: Evening) -> Person:
    """A result, after which all but one want another deal."""
    await game.begin()
    await game.play_out()
    for person in game.people[:3]:
        await game.tap_group(person, ButtonAction.AGAIN)
    return game.people[3]


async def leading(game: Evening) -> Person:
    """A deal in which somebody is to lead."""
    await game.begin()
    return game.acting


async def following(game: Evening) -> Person:
    """A deal in which somebody is to follow."""
    await game.begin()
    await game.act()
    return game.acting


def selected(table: Table) -> dict[int, Counts]:
    """What people at a table have selected."""
    return {number: hand.selected for number, hand in table.hands.items() if any(hand.selected)}


def essence(table: Table) -> tuple[object, ...]:
    """What of a table is to be the same before and after."""
    state, deal = table.state, table.state.latest
    ready = getattr(state, "ready", None)
    return state.phase, state.people, state.deal_number, deal.deal if deal else None, ready, selected(table)


async def done_and_killed(game: Evening, person: Person, action: ButtonAction, *, private: bool) -> Table:
    """Somebody taps, the bot carries that out, is killed before it answers, and is handed the tap again."""
    game.may_miss_taps = True
    room = person.private if private else game.group
    await game.pass_time(5 if private else 60)  # what Telegram takes in a minute is counted anew after a restart
    message, _, data = (await game.until(lambda: game.buttons(room, action)))[0]
    async with killed(game, method=ANSWER, start=False) as kill:
        tap = person.tap(message, data=data)
        await game.settle()
        table = game.table
    assert kill.is_dead
    assert not tap.is_answered
    game.telegram.updates.take_back()
    await game.start()
    await game.settle()
    assert (await tap.answer()).text == ""
    return table


@pytest.mark.parametrize(
    ("scene", "action", "private"),
    [
        (in_lobby, ButtonAction.JOIN, False),
        (in_full_lobby, ButtonAction.START, False),
        (in_full_lobby, ButtonAction.LEAVE, False),
        (after_a_deal, ButtonAction.AGAIN, False),
        (leading, ButtonAction.PLAY, True),
        (following, ButtonAction.PASS, True),
    ],
)
async def test_what_was_done_is_done_once_and_answered_as_a_success(
    scene: Scene, action: ButtonAction, private: bool, tmp_path: Path
) -> None:
    async with evening(tmp_path, harmless=HARMLESS) as game:
        person = await scene(game)
        table = await done_and_killed(game, person, action, private=private)
        assert essence(game.table) == essence(table)


@pytest.mark.parametrize("action", [ButtonAction.TOGGLE, ButtonAction.HINT])
async def test_what_was_selected_stays_selected(action: ButtonAction, tmp_path: Path) -> None:
    """The second delivery of a tap on a rank took the cards out of the selection again."""
    async with evening(tmp_path, harmless=HARMLESS) as game:
        person = await leading(game)
        table = await done_and_killed(game, person, action, private=True)
        assert selected(game.table) == selected(table) != {}


async def test_cards_that_were_played_by_their_selection_are_played_once(tmp_path: Path) -> None:
    async with evening(tmp_path, harmless=HARMLESS) as game:
        person = await leading(game)
        await game.tap_private(person, ButtonAction.TOGGLE)
        table = await done_and_killed(game, person, ButtonAction.PLAY_SELECTED, private=True)
        assert essence(game.table) == essence(table)
        assert game.live.turn == 1


@pytest.mark.parametrize("command", ["/newgame", "/join", "/end"])
async def test_a_command_that_was_carried_out_is_not_carried_out_again(command: str, tmp_path: Path) -> None:
    async with evening(tmp_path, harmless=HARMLESS) as game:
        game.may_miss_taps = True
        if command != "/newgame":
            await game.sit_down(game.people[1])
        await game.pass_time(60)
        async with killed(game, start=False) as kill:
            (game.people[2] if command == "/join" else game.people[0]).say(command, game.group)
            await game.pass_time(5)
            tables = [essence(table) for table in game.tables]
        assert kill.is_dead
        game.telegram.updates.take_back()
        await game.start()
        await game.pass_time(30)
        assert [essence(table) for table in game.tables] == tables
        shown = game.shown_in_group
        assert "已经" not in shown, shown
        assert "没有开桌" not in shown, shown


async def test_what_was_refused_may_be_tried_again(tmp_path: Path) -> None:
    """Only what has changed something is known; everything else is served as if it came for the first time."""
    async with evening(tmp_path, harmless=HARMLESS) as game:
        game.may_miss_taps = True
        await game.begin()
        waiting = next(person for person in game.people[:4] if person.id != game.acting.id)
        cards = CallbackData(ButtonAction.PASS, game.state.id, 1, 0).encode()
        await game.pass_time(5)
        async with killed(game, method=ANSWER, start=False) as kill:
            tap = waiting.forge_tap(waiting.private.last, cards)
            await game.settle()
        assert kill.is_dead
        game.telegram.updates.take_back()
        await game.start()
        await game.settle()
        assert "没轮到" in (await tap.answer()).text
