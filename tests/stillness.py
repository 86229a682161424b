"""An event loop that knows when nothing more can happen until somebody moves the clock.

A script that moves time by hand must not move it while the bot is still at work, and must not wait in real time to
find out. A loop asks its selector to block exactly when no callback is ready; unless another thread is at work for it
then, everything stands still.
"""

import asyncio
import selectors
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, TypeAlias, TypeVar

from bot.playground.fake import ManualClock
from storage import Database

T = TypeVar("T")
OpensDatabase: TypeAlias = Callable[..., AbstractAsyncContextManager[Database]]
_MOMENT: Final = 0.001
"""Real seconds."""
_TICK_SECONDS: Final = 0.1
"""Seconds of the clock that is moved by hand."""


class _Selector(selectors.DefaultSelector):
    """Tells who waits for stillness that it has come."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Callable[[], None]] = []
        self.is_busy_elsewhere: Callable[[], bool] = lambda: False
        self.in_executors = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if not self.waiting or (timeout is not None and timeout <= 0):
            return super().select(timeout)
        ready = super().select(0)
        if ready:
            return ready
        if self.in_executors or self.is_busy_elsewhere():
            return super().select(timeout)  # the thread wakes the loop with its answer
        waiting, self.waiting = self.waiting, []
        for wake in waiting:
            wake()
        return []


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop for tests whose clock is moved by hand. It knows of work in executors by itself."""

    def __init__(self) -> None:
        self._still = _Selector()
        super().__init__(self._still)

    def watch(self, is_busy_elsewhere: Callable[[], bool]) -> None:
        """From now on the loop stands still only where `is_busy_elsewhere()` is false, too."""
        self._still.is_busy_elsewhere = is_busy_elsewhere

    def run_in_executor(  # type: ignore[override]  # typeshed's ParamSpec of it is no one's to repeat
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """What every loop does; until it is done, nothing stands still."""
        working = super().run_in_executor(executor, func, *args)
        self._still.in_executors += 1
        working.add_done_callback(self._executed)
        return working

    def _executed(self, _: object) -> None:
        self._still.in_executors -= 1

    async def stillness(self) -> None:
        """Wait until everything has happened that takes no time."""
        still: asyncio.Future[None] = self.create_future()
        self._still.waiting.append(lambda: None if still.done() else still.set_result(None))
        await still


def still_loop() -> StillLoop:
    """The running loop."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, StillLoop), "tests here run on a StillLoop: see conftest.py of the folder"
    return loop


def watched(open_database: OpensDatabase) -> OpensDatabase:
    """Open databases in such a way that nothing stands still while one is opened, at work or closed."""

    @asynccontextmanager
    async def opened(*arguments: Any, **named: Any) -> AsyncIterator[Database]:
        watch = still_loop().watch
        watch(lambda: True)
        try:
            async with open_database(*arguments, **named) as database:
                watch(lambda: database.status.waiting > 0)
                try:
                    yield database
                finally:
                    watch(lambda: True)
        finally:
            watch(lambda: False)

    return opened


@asynccontextmanager
async def time_goes_by(clock: ManualClock) -> AsyncIterator[None]:
    """Let time pass while the bot starts or stops, since parts of that wait for the clock; what it does in threads
    takes no time.
    """

    async def tick() -> None:
        while True:
            await asyncio.sleep(_MOMENT)
            await still_loop().stillness()
            clock.advance(_TICK_SECONDS)

    ticking = asyncio.create_task(tick())
    try:
        yield
    finally:
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)
