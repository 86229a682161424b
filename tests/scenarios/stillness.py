"""An event loop that knows when nothing more can happen until somebody moves the clock.

A script that moves time by hand must not move it while the bot is still at work, and must not wait in real time to
find out. A loop asks its selector to block exactly when no callback is ready; unless the thread of a database is busy
then, everything stands still.
"""

import asyncio
import selectors
from collections.abc import Callable


class _Selector(selectors.DefaultSelector):
    """Tells who waits for stillness that it has come."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Callable[[], None]] = []
        self.is_busy_elsewhere: Callable[[], bool] = lambda: False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if not self.waiting or (timeout is not None and timeout <= 0):
            return super().select(timeout)
        ready = super().select(0)
        if ready:
            return ready
        if self.is_busy_elsewhere():
            return super().select(timeout)  # the thread wakes the loop with its answer
        waiting, self.waiting = self.waiting, []
        for wake in waiting:
            wake()
        return []


class StillLoop(asyncio.SelectorEventLoop):
    """The event loop of the scenarios; `conftest.py` gives it to every test here."""

    def __init__(self) -> None:
        self._still = _Selector()
        super().__init__(self._still)

    def watch(self, is_busy_elsewhere: Callable[[], bool]) -> None:
        """From now on the loop stands still only where `is_busy_elsewhere()` is false, too."""
        self._still.is_busy_elsewhere = is_busy_elsewhere

    async def stillness(self) -> None:
        """Wait until everything has happened that takes no time."""
        still: asyncio.Future[None] = self.create_future()
        self._still.waiting.append(lambda: None if still.done() else still.set_result(None))
        await still


def still_loop() -> StillLoop:
    """The running loop."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, StillLoop), "scenarios run on a StillLoop: see conftest.py"
    return loop
