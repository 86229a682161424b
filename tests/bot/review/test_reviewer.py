"""The reviewer: one's own decisions first, kept as they are found, and few reviews at a time."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.playground.fake import ManualClock
from bot.review.reviewer import AT_ONCE, FOR_THE_OTHERS, Reviewer
from bot.tables.computers import Computers
from engine.players.advice import Reason
from engine.review import Decision, Judgement, decisions
from engine.seats import SEATS
from storage import Database, Durability, StoredDeal
from tests.storage.evening import open_group_table, play_deal


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with Database.open(tmp_path / "reviews.sqlite3", durability=Durability.NORMAL) as opened:
        yield opened


async def deal(database: Database) -> StoredDeal:
    """A deal that is over."""
    recorded, stored, _ = await play_deal(database, await open_group_table(database))
    await database.tables.close(recorded.table)
    return await database.deals.get(stored.id)


def judgement(decision: Decision, *, cost: float = 100.0, is_mistake: bool = False) -> Judgement:
    """What was done instead is the weakest play."""
    better = decision.view.legal_plays[0]
    return Judgement(decision.turn, better, cost, 3.0, Reason.BLOCKS, is_mistake)


async def worked_out(reviewer: Reviewer, stored: StoredDeal, seat: int) -> list[tuple[int, int]]:
    """Work out a review; what was told of its progress."""
    told: list[tuple[int, int]] = []
    done = asyncio.get_running_loop().create_future()
    reviewer.begin(stored, seat, lambda *at: told.append(at), done.set_result)
    assert await done is None
    return told


async def test_own_decisions_come_first_and_the_others_after_them(database: Database) -> None:
    stored = await deal(database)
    judged: list[int] = []

    def judge(decision: Decision, seed: int) -> Judgement:
        judged.append(decision.view.seat)
        return judgement(decision, cost=float(decision.turn), is_mistake=decision.turn % 3 == 0)

    reviewer = Reviewer(database, Computers(0), ManualClock(), judge)
    assert reviewer.kept(stored, 2) is None
    told = await worked_out(reviewer, stored, 2)

    actions = [one.action for one in stored.actions]
    numbers = [len(decisions(stored.first(), actions, seat)) for seat in SEATS]
    assert judged == [2] * numbers[2] + [0] * numbers[0] + [1] * numbers[1] + [3] * numbers[3]
    assert told == [(done, sum(numbers)) for done in range(sum(numbers))]
    found = reviewer.kept(stored, 2)
    assert found is not None
    assert found.decided == numbers[2]
    assert len(found.mistakes) == 3
    turns = [one.turn for one in found.mistakes]
    assert turns == sorted(turns, reverse=True), "the dearest first"
    for one in found.mistakes:
        assert one.view.seat == 2
        assert one.better is not None
        assert one.better.code == one.view.legal_plays[0].code
        assert one.sureness == 0.99
    assert found.table is not None
    assert 0 < found.accuracy < 1


async def test_where_it_takes_long_the_others_are_left_out(database: Database) -> None:
    stored, clock = await deal(database), ManualClock()

    def judge(decision: Decision, seed: int) -> Judgement:
        clock.advance(FOR_THE_OTHERS / 4)
        return judgement(decision)

    reviewer = Reviewer(database, Computers(0), clock, judge)
    await worked_out(reviewer, stored, 1)
    found = reviewer.kept(stored, 1)
    assert found is not None
    assert found.table is None
    assert found.accuracy == 1
    assert set(database.reviews.of_deal(stored.id)) == {1}


async def test_few_are_worked_out_at_the_same_time_and_none_twice(database: Database) -> None:
    first = await deal(database)
    going = most = 0

    class Slowly(Computers):
        """Lets others go on before it decides."""

        async def work(self, function: Any, *args: Any, is_long: bool = False) -> Any:  # type: ignore[override]  # any will do
            nonlocal going, most
            assert is_long
            going += 1
            most = max(most, going)
            await asyncio.sleep(0)
            going -= 1
            return function(*args)

    reviewer = Reviewer(database, Slowly(0), ManualClock(), lambda decision, _: judgement(decision))
    ends = [asyncio.get_running_loop().create_future() for _ in SEATS]
    for seat in SEATS:
        reviewer.begin(first, seat, lambda *_: None, ends[seat].set_result)
        assert reviewer.is_running(first.id, seat)
        reviewer.begin(first, seat, lambda *_: None, lambda _: pytest.fail("it was under way"))
    assert await asyncio.gather(*ends) == [None] * 4
    assert most == AT_ONCE
    assert not any(reviewer.is_running(first.id, seat) for seat in SEATS)


async def test_what_goes_wrong_is_told_and_keeps_nothing(database: Database) -> None:
    stored = await deal(database)

    def judge(decision: Decision, seed: int) -> Judgement:
        raise RuntimeError("no judgement today")

    reviewer = Reviewer(database, Computers(0), ManualClock(), judge)
    done = asyncio.get_running_loop().create_future()
    reviewer.begin(stored, 0, lambda *_: None, done.set_result)
    assert str(await done) == "no judgement today"
    assert reviewer.kept(stored, 0) is None


async def test_who_stops_leaves_nothing_half_done(database: Database) -> None:
    stored = await deal(database)

    class Stuck(Computers):
        """Never decides."""

        async def work(self, function: Any, *args: Any, is_long: bool = False) -> Any:  # type: ignore[override]  # any will do
            await asyncio.get_running_loop().create_future()

    reviewer = Reviewer(database, Stuck(0), ManualClock(), lambda decision, _: judgement(decision))
    reviewer.begin(stored, 0, lambda *_: None, lambda _: pytest.fail("it was stopped"))
    await asyncio.sleep(0)
    await reviewer.stop()
    assert not reviewer.is_running(stored.id, 0)
    assert database.reviews.of_deal(stored.id) == {}
