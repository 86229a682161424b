"""The collector is left to the young, and to a sweep at times."""

import asyncio
import gc
import weakref

import pytest

from bot.process import collector


class Circle:
    """Something that refers to itself, and is never freed without the collector."""

    def __init__(self) -> None:
        self.itself = self


def test_full_collections_are_seldom_inside_and_as_before_after() -> None:
    before, full = gc.get_threshold(), gc.get_stats()[2]["collections"]
    with collector.seldom():
        assert gc.get_freeze_count() > 0
        asked_for = gc.get_stats()[2]["collections"]
        kept = [[number] for number in range(200_000)]  # enough for dozens of younger collections
        assert gc.get_stats()[2]["collections"] == asked_for == full + 1
        del kept
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


async def test_a_sweep_frees_what_was_taken_to_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "SWEEP_SECONDS", 0.0)
    circle = Circle()
    gone = weakref.ref(circle)
    with collector.seldom():
        del circle
        assert gone() is not None
        sweeping = asyncio.create_task(collector.sweep_at_times())
        await asyncio.sleep(0)
        await asyncio.sleep(0.001)
        sweeping.cancel()
        assert gone() is None
