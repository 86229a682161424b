"""The bot killed with SIGKILL at random moments of deals, and started again: the deals go on.

PROCESS_KILLS=50 kills more often than the few times that every run of the tests can afford.
"""

import asyncio
import os
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.playground.fake import Message, Person
from bot.telegram_api.callback_data import ButtonAction
from tests.scenarios.processes import House, Press, house

KILLS: Final = int(os.environ.get("PROCESS_KILLS", "8"))
MOST_ACTIONS: Final = 10
"""Plays and passes before a kill, at most."""
_NO_TIME: Final = 0.06
"""Seconds in which an action is shown; a kill within them leaves things half done."""


async def killed_while_they_play(game: House, random: Random) -> None:
    """Let people play for a random number of actions and a random moment more, and kill the bot."""
    playing = asyncio.create_task(game.play_on())
    seen, actions = len(game.presses), random.randrange(MOST_ACTIONS)
    await game.until(lambda: playing.done() or sum(press.was_served for press in game.presses[seen:]) >= actions)
    await asyncio.sleep(random.uniform(0, _NO_TIME))
    if playing.done():
        playing.result()  # never: what it raises is the failure
    await game.bot.kill()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    await game.bot.leaves_nothing()


def tapped_again(game: House) -> list[Press]:
    """Those who were not answered tap the same buttons once more."""
    late = [
        press
        for press in game.presses
        if press.answer is None and press.tap.action in (ButtonAction.PLAY, ButtonAction.PASS)
    ]
    return [game.press(press.person, press.message, press.data) for press in late[-2:]]


async def answered(game: House, presses: list[Press]) -> None:
    """Wait until all of these taps are answered."""
    await game.until(lambda: all(press.answer is not None for press in presses))


def owner_of(game: House, message: Message) -> Person:
    """Who would tap a message: the one in whose private chat it is, anybody in the group."""
    return next((person for person in game.people if person.id == message.chat.id), game.people[0])


def first_button(message: Message) -> str:
    """What the first button of a message says."""
    return next(str(button["callback_data"]) for button in message.buttons if "callback_data" in button)


@pytest.mark.parametrize("people", [4, 2])
async def test_killed_at_random_moments_of_a_deal(tmp_path: Path, people: int) -> None:
    random = Random(people)
    async with house(tmp_path, seed=people) as game:
        await game.bot.start()
        await game.sit_down(people)
        for kill in range(KILLS // 2):
            await killed_while_they_play(game, random)
            assert game.faults() == []
            again = tapped_again(game) if kill % 2 else []
            await game.bot.start()
            if not kill % 2:
                again = tapped_again(game)
            await answered(game, again)
            assert game.faults() == []
        for _ in range(4):
            await game.act()
        # A message that was posted and not yet written down when the bot was killed stays; its buttons are answered.
        left = game.strays()
        assert len(left) <= KILLS // 2
        await answered(game, [game.press(owner_of(game, m), m, first_button(m)) for m in left])
        assert await game.bot.stop() == 0
        await game.bot.leaves_nothing()
        assert game.faults() == []
        assert game.telegram.complaints == []
        assert "ERROR" not in game.bot.output
