"""Computer seats decide whatever happens to the processes in which they think."""

import asyncio
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

import pytest

from bot.tables import computers as module
from bot.tables.computers import MOST_WAITING, Computers, weakest
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


async def test_a_player_that_fails_is_replaced_by_a_legal_action(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> Action:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "decide", fail)
    deal, computers = start(), Computers(0)
    deal.act(await computers.choose(Strength.PLANNER, 1, view_of(deal)))
    assert "planner computer player failed" in caplog.text
    assert computers.waiting == 0


class Dead(Executor):
    """Worker processes that have died."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        raise BrokenProcessPool


class Stuck(Executor):
    """Worker processes that never finish."""

    def __init__(self) -> None:
        self.asked: list[Strength] = []

    def submit(self, _: object, strength: Strength, *__: Any) -> Future[Any]:  # type: ignore[override]  # only this call
        self.asked.append(strength)
        return Future()


async def test_dead_processes_cost_one_decision_and_new_ones_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[Executor] = [Dead(), ThreadPoolExecutor(1)]
    monkeypatch.setattr(module, "ProcessPoolExecutor", lambda *_, **__: pools.pop(0))
    computers, view = Computers(1), view_of(start())
    assert await computers.choose(Strength.GREEDY, 1, view) == weakest(view)
    action = await computers.choose(Strength.GREEDY, 1, view)
    start().act(action)
    assert pools == []
    computers.close()


async def test_when_the_pool_is_behind_the_expert_plays_as_the_adept(monkeypatch: pytest.MonkeyPatch) -> None:
    stuck = Stuck()
    monkeypatch.setattr(module, "ProcessPoolExecutor", lambda *_, **__: stuck)
    computers, view = Computers(1), view_of(start())
    tasks = []
    for seed in range(MOST_WAITING + 2):
        tasks.append(asyncio.create_task(computers.choose(Strength.EXPERT, seed, view)))
        await asyncio.sleep(0)
    assert stuck.asked == [Strength.EXPERT] * (MOST_WAITING + 1) + [Strength.ADEPT]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert computers.waiting == 0


def test_thinking_takes_a_humanly_long_time_that_differs() -> None:
    pauses = {Computers(0).pause(seed) for seed in range(50)}
    assert all(0.8 <= pause <= 2.0 for pause in pauses)
    assert len(pauses) == 50


def test_the_weakest_action_of_who_must_beat_something_is_to_pass() -> None:
    deal = start()
    deal = deal.act(weakest(view_of(deal))).deal
    assert isinstance(weakest(view_of(deal)), Pass)
