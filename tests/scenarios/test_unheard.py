"""Telegram cannot be heard: nobody's time runs, what people did meanwhile counts, and the group is told once."""

from pathlib import Path

import pytest

from bot.playground.fake.faults import Fault, FaultKind
from bot.tables.state import ABANDONED_LOBBY_SECONDS, Lobby
from bot.tables.turn_clock import GRACE_SECONDS
from bot.telegram_api.callback_data import ButtonAction
from bot.telegram_api.polling import POLL_SECONDS
from engine.deal import Played, TimedOut
from tests.scenarios.evening import TAP_SECONDS, Evening, evening

SOUGHT = ["not modified", "message to edit not found", "can't be edited"]
"""What may have been sent while nothing was heard is sought before it is sent again."""
HARMLESS = ["Bad Gateway", "RequestTimedOut", "ConnectionCut", "query is too old", *SOUGHT]
POLLS = "getUpdates"
LONGEST_PAUSE = 15.0
"""Between two polls that fail."""


async def cut(game: Evening, *, everything: bool) -> list[Fault]:
    """Cut the bot off from Telegram: only the polls, or all other calls too. The poll that waits ends in peace."""
    game.may_miss_taps = True
    methods = (POLLS, None) if everything else (POLLS,)
    faults = [game.telegram.faults.add(Fault(FaultKind.CUT_BEFORE, method, times=None)) for method in methods]
    await game.pass_time(POLL_SECONDS)
    return faults


def mend(game: Evening, faults: list[Fault]) -> None:
    for fault in faults:
        game.telegram.faults.remove(fault)


def told(game: Evening) -> int:
    """How often the group was told that time had stood still."""
    return sum("刚才断了一下" in message.text for message in game.group.from_bot)


def timed_out(game: Evening) -> int:
    return sum(isinstance(entry, TimedOut) for entry in game.live.deal.log)


@pytest.mark.parametrize("everything", [True, False])
@pytest.mark.parametrize("minutes", [2, 14])
async def test_nobody_is_timed_out_while_the_bot_is_cut_off(minutes: int, everything: bool, tmp_path: Path) -> None:
    async with evening(tmp_path, harmless=HARMLESS) as game:
        await game.begin()
        await game.act()
        await game.pass_time(20)
        turn = game.live.turn
        faults = await cut(game, everything=everything)
        await game.pass_time(minutes * 60)
        assert game.live.turn == turn
        mend(game, faults)
        await game.until(lambda: told(game))
        deadline = game.table.live.deadline
        assert deadline is not None
        assert deadline - game.clock.now() + LONGEST_PAUSE >= GRACE_SECONDS
        assert game.live.turn == turn
        await game.pass_time(60)
        assert told(game) == 1
        assert timed_out(game) == 1, "time goes on as before"


async def test_what_people_did_while_only_polls_failed_counts(tmp_path: Path) -> None:
    """The person to act tapped in time, and went on tapping; nobody heard it for three minutes."""
    async with evening(tmp_path, harmless=HARMLESS) as game:
        await game.begin()
        person, turn = game.acting, game.live.turn
        message, _, data = game.buttons(person.private, ButtonAction.PLAY)[0]
        faults = await cut(game, everything=False)
        for _ in range(35):
            person.tap(message, data=data)
            await game.pass_time(5)
        assert game.live.turn == turn
        mend(game, faults)
        await game.until(lambda: game.live.turn > turn, 2 * LONGEST_PAUSE)
        assert isinstance(game.live.deal.log[turn], Played)
        await game.pass_time(TAP_SECONDS)
        assert timed_out(game) == 0
        assert game.live.deal.barred == ()


async def test_a_tap_that_is_on_its_way_when_time_is_up_counts(tmp_path: Path) -> None:
    """Polls have failed for a few seconds only: nothing is lost yet, and all the same nobody is found to be late."""
    async with evening(tmp_path, harmless=HARMLESS) as game:
        await game.begin()
        person, turn = game.acting, game.live.turn
        deadline = game.table.live.deadline
        assert deadline is not None
        await game.pass_time(deadline - game.clock.now() - POLL_SECONDS - 3)
        faults = await cut(game, everything=False)
        await game.pass_time(1)
        message, _, data = game.buttons(person.private, ButtonAction.PLAY)[0]
        person.tap(message, data=data)
        await game.pass_time(6)
        assert game.live.turn == turn
        mend(game, faults)
        await game.until(lambda: game.live.turn > turn, 2 * LONGEST_PAUSE)
        assert isinstance(game.live.deal.log[turn], Played)
        assert told(game) == 0


async def test_a_lobby_is_not_abandoned_while_nobody_can_sit_down(tmp_path: Path) -> None:
    async with evening(tmp_path, harmless=HARMLESS) as game:
        await game.sit_down(game.people[1])
        faults = await cut(game, everything=True)
        await game.pass_time(ABANDONED_LOBBY_SECONDS + 60)
        mend(game, faults)
        await game.pass_time(ABANDONED_LOBBY_SECONDS - 60)
        assert isinstance(game.state, Lobby)
        await game.pass_time(120)
        assert not game.tables
        assert told(game) == 0


async def test_a_deal_that_is_cut_off_again_and_again_is_played_to_its_end(tmp_path: Path) -> None:
    async with evening(tmp_path, harmless=HARMLESS) as game:
        await game.begin()
        while not game.live.deal.is_over:
            faults = await cut(game, everything=True)
            await game.pass_time(90)
            mend(game, faults)
            await game.pass_time(2 * LONGEST_PAUSE)
            for _ in range(12):
                if not game.live.deal.is_over:
                    await game.act()
        assert timed_out(game) <= 1 + len(game.live.deal.log) // 12
