"""The garbage collector, and when it runs.

A full collection looks at every object there is. With a thousand tables that takes a quarter of a second in which
nobody is answered, and Python makes one every few seconds while tables are busy. Nearly everything that lives long here
lives as long as its table, and is freed without the collector when the table goes. So the collector is left to what is
young, and looks at all of it once in a long while, for the few circles that have outlived their use.

Freezing what there is once after the start does not do: what is frozen no longer counts as old, so that a full
collection comes with every few thousand objects after it. With a thousand tables at human pace there were 21 of them in
60 seconds, 46 to 663 ms each on a busy machine, and none with this module (`benchmarks.load --tables 1000`).
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bot.tables.clock import Clock, sleep

SWEEP_SECONDS: Final = 900.0
_NEVER: Final = 1_000_000


@contextmanager
def seldom() -> Iterator[None]:
    """Inside, full collections are left to `sweep_now`; what there is at the beginning is taken to stay."""
    before = gc.get_threshold()
    gc.set_threshold(before[0], before[1], _NEVER)
    sweep_now()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def sweep_now() -> None:
    """Collect all garbage there is, and take the rest to stay."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


async def sweep_at_times(clock: Clock) -> None:
    """Collect all garbage every `SWEEP_SECONDS`, until cancelled."""
    while True:
        await sleep(clock, SWEEP_SECONDS)
        sweep_now()
