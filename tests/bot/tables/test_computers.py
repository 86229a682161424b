"""Computer seats decide whatever happens to the processes in which they think."""

import asyncio
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

import pytest

from bot.tables.computers import MOST_WAITING, PATIENCE, Computers, Queue, weakest
from engine.deal import Action, Deal, Pass, View
from engine.players import Strength
from engine.shuffle import deal_cards


def start(seed: int = 1) -> Deal:
    """A deal that has just begun."""
    dealt = deal_cards(Random(seed).randbytes(32))
    return Deal.start(dealt.seated_counts, dealt.leader)


def view_of(deal: Deal) -> View:
    """What the seat to act sees."""
    assert deal.to_act is not None
    return deal.view(deal.to_act)


async def test_without_processes_a_player_decides_where_it_is_asked() -> None:
    deal = start()
    action = await Computers(0).choose(Strength.GREEDY, 1, view_of(deal))
    deal.act(action)


def test_the_weakest_action_is_always_legal() -> None:
    for seed in range(20):
        deal = start(seed)
        while not deal.is_over:
            deal = deal.act(weakest(view_of(deal))).deal


async def test_a_player_that_fails_is_replaced_by_a_legal_action(caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: object) -> Action:
        raise ZeroDivisionError

    deal, computers = start(), Computers(0, decide=fail)
    deal.act(await computers.choose(Strength.PLANNER, 1, view_of(deal)))
    assert "planner computer player failed" in caplog.text
    assert computers.waiting == 0


class Dead(Executor):
    """Worker processes that have died."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        raise BrokenProcessPool


class Stuck(Executor):
    """Worker processes that finish when they are told."""

    def __init__(self) -> None:
        self.asked: list[Strength] = []
        self.begun: list[Future[Any]] = []

    def submit(self, _: object, strength: Strength, *__: Any) -> Future[Any]:  # type: ignore[override]  # only this call
        self.asked.append(strength)
        self.begun.append(Future())
        return self.begun[-1]


async def test_dead_processes_cost_one_decision_and_new_ones_take_over() -> None:
    pools: list[Executor] = [Dead(), ThreadPoolExecutor(1)]
    computers, view = Computers(1, pool=lambda _: pools.pop(0)), view_of(start())
    assert await computers.choose(Strength.GREEDY, 1, view) == weakest(view)
    action = await computers.choose(Strength.GREEDY, 1, view)
    start().act(action)
    assert pools == []
    computers.close()


async def test_when_the_pool_is_behind_the_expert_plays_as_the_adept() -> None:
    stuck = Stuck()
    computers, view = Computers(1, pool=lambda _: stuck), view_of(start())
    tasks = []
    for seed in range(MOST_WAITING + 2):
        tasks.append(asyncio.create_task(computers.choose(Strength.EXPERT, seed, view)))
        await asyncio.sleep(0)
    for number in range(MOST_WAITING + 2):
        await turns()
        assert len(stuck.asked) == number + 1, "a process has one decision at a time"
        stuck.begun[-1].set_result(weakest(view))
    assert stuck.asked == [Strength.EXPERT, Strength.ADEPT] + [Strength.EXPERT] * MOST_WAITING
    await asyncio.gather(*tasks)
    assert computers.waiting == 0


async def turns() -> None:
    """Let the loop go round some times."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_who_computes_for_long_lets_the_quick_ones_pass_and_does_not_wait_for_ever() -> None:
    now = 0.0
    done: list[str] = []
    queue = Queue(1, lambda: now)

    async def compute(name: str, *, is_long: bool) -> None:
        async with queue.place(is_long=is_long):
            done.append(name)
            await asyncio.sleep(0)

    async with queue.place(is_long=True):
        tasks = []
        for name, now, is_long in (  # noqa: B007 - the clock of the queue
            ("first search", 0.0, True),
            ("quick", 1.0, False),
            ("second search", 1.5, True),
            ("as quick", PATIENCE - 0.1, False),
            ("too late", PATIENCE + 0.1, False),
        ):
            tasks.append(asyncio.create_task(compute(name, is_long=is_long)))
            await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert done == ["quick", "as quick", "first search", "too late", "second search"]


@pytest.mark.parametrize("given", [False, True])
async def test_a_place_that_nobody_takes_any_more_is_given_to_the_next(given: bool) -> None:
    """Somebody is cancelled while waiting, or just as the place was given to them."""
    queue, had = Queue(1), asyncio.Event()

    async def compute() -> None:
        async with queue.place(is_long=False):
            had.set()

    async with queue.place(is_long=False):
        cancelled, waiting = asyncio.create_task(compute()), asyncio.create_task(compute())
        await asyncio.sleep(0)
        if not given:
            cancelled.cancel()
            await turns()
    cancelled.cancel()
    await asyncio.gather(cancelled, waiting, return_exceptions=True)
    assert cancelled.cancelled()
    assert had.is_set()
    async with asyncio.timeout(1), queue.place(is_long=True):
        pass


def test_thinking_takes_a_humanly_long_time_that_differs() -> None:
    pauses = {Computers(0).pause(seed) for seed in range(50)}
    assert all(0.8 <= pause <= 2.0 for pause in pauses)
    assert len(pauses) == 50


def test_the_weakest_action_of_who_must_beat_something_is_to_pass() -> None:
    deal = start()
    deal = deal.act(weakest(view_of(deal))).deal
    assert isinstance(weakest(view_of(deal)), Pass)
