"""An evening of four people at human pace: how many taps their plays take, and how many messages they get."""

from collections import Counter
from pathlib import Path
from random import Random
from statistics import mean

from bot.telegram_api.callback_data import ButtonAction
from engine.players import Strength
from tests.scenarios.crowd import Crowd
from tests.scenarios.evening import Evening, evening

DEALS = 2
MOST_TAPS = 1.3
"""For a play, on average over an evening; passes, which are always one tap, are not counted."""
MOST_IN_GROUP, MOST_IN_PRIVATE = 4, 6
"""New messages a deal."""


def sent(game: Evening) -> Counter[int]:
    """The messages that each chat has got so far, edits left out."""
    calls = (call for call in game.telegram.calls if call.method.startswith("send") and "chat_id" in call.parameters)
    return Counter(call.parameters["chat_id"] for call in calls if call.method != "sendChatAction")


async def test_a_play_takes_little_more_than_a_tap_and_a_deal_few_messages(tmp_path: Path) -> None:
    async with evening(tmp_path, seed=5) as game:
        people = list(game.people[:4])
        crowd = Crowd(game, Random(5), strength=Strength.PLANNER)
        await game.sit_down(*people[1:], host=people[0])
        await game.deal(people[0])
        for number in range(1, DEALS + 1):
            before = sent(game) if number > 1 else Counter[int]()
            await crowd.play_out()
            await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN))
            await game.settle()
            got = sent(game) - before
            lobby = 1 if number == 1 else 0
            assert got[game.group.id] <= MOST_IN_GROUP + lobby, got
            # before the first deal everybody was told that they sit
            assert all(got[person.id] <= MOST_IN_PRIVATE + lobby for person in people), got
            if number < DEALS:
                for person in people:
                    await game.tap_group(person, ButtonAction.AGAIN)
        taps = [number for _, number in crowd.plays]
        assert len(taps) > 40
        assert mean(taps) <= MOST_TAPS, sorted(crowd.plays, key=lambda play: -play[1])[:10]
