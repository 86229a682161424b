"""The collector is left to the young, and to a sweep at times."""

import asyncio
import gc
import weakref

from bot.playground.fake import ManualClock
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


async def test_a_sweep_frees_what_was_taken_to_stay() -> None:
    clock = ManualClock()
    circle = Circle()
    gone = weakref.ref(circle)
    with collector.seldom():
        del circle
        assert gone() is not None
        sweeping = asyncio.create_task(collector.sweep_at_times(clock))
        await asyncio.sleep(0)
        clock.advance(collector.SWEEP_SECONDS - 1)
        await asyncio.sleep(0)
        assert gone() is not None
        clock.advance(1)
        for _ in range(3):
            await asyncio.sleep(0)
        sweeping.cancel()
        assert gone() is None
