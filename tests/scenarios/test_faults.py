"""Trouble for minutes in the middle of a deal: Telegram floods, fails, stays silent; somebody sets the date; the disk
is full, the database is locked.

People go on tapping what they see. Afterwards nothing is lost or doubled, every screen is right again, and nothing that
the trouble has piled up is left.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.locales import texts_for
from bot.outbox.presenter import STILL_HERE_SECONDS
from bot.playground.fake import Fault, FaultKind
from bot.screens.refusals import Denial, refusal_text
from bot.tables.state import ABANDONED_LOBBY_SECONDS, Language
from bot.telegram_api.callback_data import ButtonAction
from engine.deal import TimedOut
from engine.players import Strength
from engine.ruleset import RuleSet
from storage import Database
from tests.scenarios.evening import TAP_SECONDS, evening
from tests.scenarios.trouble import (
    GIVEN_UP,
    HARMLESS,
    LONGEST_PAUSE,
    Players,
    at_rest,
    forget_errors,
    verify_screens,
)
from tests.storage.disk import TroubledDisk

UNHURRIED = RuleSet(turn_seconds=600)
HASTY = RuleSet(turn_seconds=15)
MINUTES = 3
# ---- Telegram in trouble


@pytest.mark.parametrize(
    ("kind", "probability"),
    [
        (FaultKind.FLOOD, 0.5),
        (FaultKind.BAD_GATEWAY, 0.5),
        (FaultKind.BAD_GATEWAY, 1.0),
        (FaultKind.TIMEOUT_BEFORE, 0.4),
        (FaultKind.TIMEOUT_AFTER, 0.4),
        (FaultKind.TIMEOUT_AFTER, 1.0),
        (FaultKind.CUT_BEFORE, 0.5),
        (FaultKind.CUT_AFTER, 0.5),
    ],
)
async def test_calls_that_fail_for_minutes(kind: FaultKind, probability: float, tmp_path: Path) -> None:
    async with evening(tmp_path, rules=UNHURRIED, harmless=HARMLESS) as game:
        game.may_miss_taps = True
        players = Players(game)
        await game.begin()
        await players.play(20)
        await game.pass_time(30)
        before, turn = at_rest(game), game.live.turn
        assert turn > 3
        fault = game.telegram.faults.add(Fault(kind, probability=probability, times=None, retry_after=7))
        await players.play(MINUTES * 60)
        assert fault.fired > 5
        forget_errors(game, GIVEN_UP)
        await players.verify_actions()
        assert players.most_waiting < 40
        assert players.most_tasks < before[0] + 40
        game.telegram.faults.remove(fault)
        await game.pass_time(LONGEST_PAUSE + 60)
        await verify_screens(game)
        assert at_rest(game) == before
        taken, number = game.live.turn, game.live.number
        await players.play(30)
        assert (game.live.number, game.live.turn) > (number, taken)
        await players.verify_actions()
        await game.pass_time(60)
        await verify_screens(game)


async def test_games_go_on_while_a_third_of_all_calls_fail(tmp_path: Path) -> None:
    """Nobody waits for the end of the trouble: who gets their screen plays."""
    async with evening(tmp_path, rules=UNHURRIED, harmless=HARMLESS) as game:
        game.may_miss_taps = True
        await game.begin()
        game.telegram.faults.add(Fault(FaultKind.BAD_GATEWAY, probability=0.33, times=None))
        players = Players(game)
        await players.play(MINUTES * 60)
        assert (game.live.number, game.live.turn) > (1, 20)
        game.telegram.faults.clear()
        await game.pass_time(LONGEST_PAUSE + 60)
        await verify_screens(game)


# ---- somebody sets the date of the machine


HOUR = 3600.0


@pytest.mark.parametrize("set_by", [HOUR, -HOUR])
async def test_the_date_is_set_in_the_middle_of_a_deal(set_by: float, tmp_path: Path) -> None:
    """Nobody wins or loses time, phones ring when they should, and screens say again until when."""
    async with evening(tmp_path) as game:
        players = Players(game)
        await game.begin()
        await players.play(20)
        await game.until(lambda: not game.live.deal.is_over)
        await game.act()
        turn, ends = game.live.turn, game.clock.now() + 60
        await game.pass_time(5)
        game.wall.set_by += set_by
        await game.until(lambda: game.live.turn > turn, 75)
        assert isinstance(game.live.deal.log[turn], TimedOut)
        assert game.clock.now() == pytest.approx(ends, abs=TAP_SECONDS)

        await players.play(MINUTES * 60)
        await players.verify_actions()
        timed_out = [entry for entry in game.live.deal.log if isinstance(entry, TimedOut)]
        assert len(timed_out) <= 1
        await game.pass_time(60)
        await verify_screens(game)


@pytest.mark.parametrize("set_by", [HOUR, -HOUR])
async def test_screens_tell_the_new_time_and_hands_ring_all_the_same(set_by: float, tmp_path: Path) -> None:
    async with evening(tmp_path, rules=UNHURRIED) as game:
        await game.begin()
        for _ in range(4):  # whoever has just tapped needs no ringing
            await game.act()
        game.wall.set_by += set_by
        await game.pass_time(STILL_HERE_SECONDS + 1)
        first = game.acting.private.last.id
        await game.pass_time(UNHURRIED.turn_seconds / 2)
        assert game.acting.private.last.id > first, "a reminder rings"
        ends = game.wall.now() + (game.table.live.deadline or 0) - game.clock.now()
        told = f"{datetime.fromtimestamp(ends, UTC):%H:%M:%S}"
        assert told in game.acting.private.last.text
        assert told in game.shown_in_group

        before = {person.id: person.private.last.id for person in game.people[:4]}
        await game.act()
        assert await game.until(lambda: game.acting.private.last.id > before[game.acting.id], 5), "so does a turn"


@pytest.mark.parametrize("set_by", [HOUR, -HOUR])
async def test_the_date_is_set_while_people_sit_down(set_by: float, tmp_path: Path) -> None:
    """A link stays good for as long as it should, and a lobby is abandoned when it should be."""
    async with evening(tmp_path, started=False, ephemeral_hands=False, harmless=["initiate conversation"]) as game:
        for person in game.people[:2]:
            await game.press_start(person)
        await game.sit_down(game.people[1])
        answer = await game.tap_group(game.people[2], ButtonAction.JOIN)
        assert answer.url
        game.wall.set_by += set_by
        game.people[2].follow(answer.url)
        await game.settle()
        assert game.sits(game.people[2])

        answer = await game.tap_group(game.people[3], ButtonAction.JOIN)
        assert answer.url
        refused = await game.tap_group(game.people[4], ButtonAction.CLOSE)
        assert refused.text, "it is not idle yet"
        await game.pass_time(ABANDONED_LOBBY_SECONDS - 10)
        assert game.tables
        await game.pass_time(20)
        assert not game.tables
        game.people[3].follow(answer.url)
        await game.settle()
        assert not game.tables


@pytest.mark.parametrize("set_by", [HOUR, -HOUR])
async def test_the_bot_starts_anew_after_the_date_was_set(set_by: float, tmp_path: Path) -> None:
    """A turn that was running has 15 seconds at least, and never more than a whole turn."""
    async with evening(tmp_path) as game:
        await game.begin()
        await game.act()
        turn = game.live.turn
        await game.pass_time(20)
        game.wall.set_by += set_by
        await game.restart()
        least = 15 if set_by > 0 else 60
        assert game.table.live.deadline == pytest.approx(game.clock.now() + least, abs=TAP_SECONDS)
        await game.pass_time(least - 2)
        assert game.live.turn == turn
        await game.pass_time(4)
        assert isinstance(game.live.deal.log[turn], TimedOut)


# ---- the database in trouble


@contextmanager
def full_disk(_: Path) -> Iterator[None]:
    """No room for anything."""
    with TroubledDisk.full():
        yield


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


BREAKABLE = partial(Database.open, factory=TroubledDisk, patience=0.001)
"""Opens databases whose disk can be full, and that do not wait long for others, since they wait in real time."""

TROUBLES = [(full_disk, "the disk is full"), (locked, "is locked")]
"""What happens, and how the log calls it."""


@pytest.mark.parametrize(("trouble", "reason"), TROUBLES)
async def test_nothing_can_be_written_for_minutes(trouble: Callable[[Path], Any], reason: str, tmp_path: Path) -> None:
    """Every tap is answered with a sentence, and the deal stands still; when there is room again it goes on."""
    async with evening(tmp_path, open_database=BREAKABLE, rules=UNHURRIED) as game:
        before_trouble, in_trouble = Players(game), Players(game)
        await game.begin()
        await before_trouble.play(20)
        await game.pass_time(30)
        before, deal = at_rest(game), game.live.deal
        with trouble(game.database):
            await in_trouble.play(MINUTES * 60)
            assert game.live.deal == deal
            assert len(in_trouble.tapped) > 10
            sentences = {refusal_text(Denial.ERROR, texts_for(language)) for language in Language}
            sentences |= {texts_for(language)("hand-once-more") for language in Language}  # a big bomb, not written yet
            assert {answer.text for answer in in_trouble.answers()} <= sentences
            assert len(in_trouble.answers()) == len(in_trouble.tapped)
        assert game.errors
        forget_errors(game, reason)
        await game.pass_time(LONGEST_PAUSE + 60)
        assert at_rest(game) == before
        before_trouble.tapped += in_trouble.tapped
        await before_trouble.verify_actions()
        await verify_screens(game)
        turn = game.live.turn
        await before_trouble.play(30)
        assert game.live.turn > turn
        await before_trouble.verify_actions()


@pytest.mark.parametrize(("trouble", "reason"), TROUBLES)
async def test_time_runs_out_and_computers_think_while_nothing_can_be_written(
    trouble: Callable[[Path], Any], reason: str, tmp_path: Path
) -> None:
    """What nobody taps waits as well: a turn that is over and a decision that is made are written when they can be."""
    async with evening(tmp_path, open_database=BREAKABLE, rules=HASTY, strength=Strength.GREEDY) as game:
        await game.begin(game.people[1], computers=True)
        await game.until(lambda: game.live.turn > 2)
        with trouble(game.database):
            await game.pass_time(1)
            deal = game.live.deal
            await game.pass_time(MINUTES * 60)
            assert game.live.deal == deal
            assert len(asyncio.all_tasks()) < 40
        assert game.errors
        forget_errors(game, reason)
        await game.until(lambda: game.live.turn > len(deal.log) + 4 or game.live.deal.is_over)
        assert game.live.deal.log[: len(deal.log)] == deal.log
        await game.play_out()
