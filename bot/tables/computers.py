"""Computer seats: they decide in other processes, at human pace, and never hold anybody else up."""

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from multiprocessing import get_context, parent_process
from random import Random
from threading import Thread
from typing import Final, TypeAlias, TypeVar, TypeVarTuple, Unpack

from engine.deal import Action, Pass, PlayCards, View
from engine.players import Strength, make_player
from engine.players.advice import Advice, advise

log = logging.getLogger(__name__)

Arguments = TypeVarTuple("Arguments")
R = TypeVar("R")

SEARCHING: Final = frozenset({Strength.EXPERT, Strength.MASTER})
"""The strengths that try their plays on many deals."""
SEARCH_SECONDS: Final = 1.0
"""Seconds they may take for a decision."""
QUICK_SECONDS: Final = 0.2
PATIENCE: Final = 3.0
"""Those that search let others pass who come up to so many seconds later: what takes 1 s delays nobody but its like."""
MOST_WAITING: Final = 4
"""With more decisions than this waiting for each process, those that search play as the adept."""


def decide(strength: Strength, seed: int, view: View) -> Action:
    """Return what a computer player of this strength does; runs in a worker process."""
    return make_player(strength, seed).choose(view, SEARCH_SECONDS if strength in SEARCHING else QUICK_SECONDS)


def weakest(view: View) -> Action:
    """An action that is always legal: pass, or lead the weakest play."""
    if view.to_beat is not None:
        return Pass(view.seat)
    play = view.legal_plays[0]
    return PlayCards(view.seat, play.cards, play.type)


class Queue:
    """Places for those who compute, in the order in which they come; but who computes for long lets all pass who come
    up to `PATIENCE` seconds later, and no others, so that nobody waits for ever.

    Args:
        places: how many may compute at the same time.
        now: seconds on a clock that nobody sets.
    """

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        self._free = places
        self._now = now
        self._order = count()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def place(self, *, is_long: bool) -> AsyncIterator[None]:
        """Wait for a place, and have it inside."""
        if self._free:
            self._free -= 1
        else:
            given = asyncio.get_running_loop().create_future()
            due = self._now() + (PATIENCE if is_long else 0.0)
            heappush(self._waiting, (due, next(self._order), given))
            try:
                await given
            except asyncio.CancelledError:
                if given.done() and not given.cancelled():  # it had just been given one
                    self._give_back()
                raise
        try:
            yield
        finally:
            self._give_back()

    def _give_back(self) -> None:
        while self._waiting:
            *_, waiting = heappop(self._waiting)
            if not waiting.done():
                waiting.set_result(None)
                return
        self._free += 1


Decide: TypeAlias = Callable[[Strength, int, View], Action]


def _processes(workers: int) -> Executor:
    """So many worker processes. Spawned, not forked: a fork of one with threads and open connections is a trap."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin_to_work)


class Computers:
    """The pool in which computer players think: those that search after the quick ones.

    Args:
        workers: number of processes; 0 decides in the calling thread (for tests).
        pause: shortest and longest time a computer player seems to think, in seconds.
        decide: what a computer player does.
        pool: starts so many processes.
    """

    def __init__(
        self,
        workers: int,
        pause: tuple[float, float] = (0.8, 2.0),
        *,
        decide: Decide = decide,
        pool: Callable[[int], Executor] = _processes,
    ) -> None:
        self._workers = workers
        self._pause = pause
        self._decide = decide
        self._start_pool = pool
        self._pool: Executor | None = None
        self._queue = Queue(workers)
        self._waiting = 0

    def pause(self, seed: int) -> float:
        """Return how long this decision seems to take, in seconds."""
        return Random(seed).uniform(*self._pause)

    @property
    def waiting(self) -> int:
        """Decisions asked for and not yet made."""
        return self._waiting

    async def choose(self, strength: Strength, seed: int, view: View) -> Action:
        """The action of a computer player; whatever goes wrong, a legal one."""
        if strength in SEARCHING and self._waiting > MOST_WAITING * max(1, self._workers):
            strength = Strength.ADEPT
        try:
            return await self.work(self._decide, strength, seed, view, is_long=strength in SEARCHING)
        except BrokenProcessPool:
            log.exception("the worker processes died; a new pool starts with the next decision")
        except Exception:
            log.exception("a %s computer player failed at seat %d", strength, view.seat)
        return weakest(view)

    @property
    def is_idle(self) -> bool:
        """Whether there are processes, and none has anything to do."""
        return bool(self._workers) and not self._waiting

    async def advise(self, seed: int, view: View) -> tuple[Advice, ...]:
        """What to advise whoever is to act, the best first; nothing where that goes wrong, or too much else waits."""
        if self._waiting > MOST_WAITING * max(1, self._workers):
            return ()
        try:
            return tuple(await self.work(advise, view, seed, SEARCH_SECONDS, is_long=True))
        except BrokenProcessPool:
            log.exception("the worker processes died; a new pool starts with the next decision")
        except Exception:
            log.exception("no advice for seat %d", view.seat)
        return ()

    async def work(self, function: Callable[[Unpack[Arguments]], R], *args: *Arguments, is_long: bool = False) -> R:
        """Call a function of a module in a worker process; what goes in and comes out has to travel there.

        Args:
            function: what is to be called,
            args: and with what.
            is_long: it takes long, and lets others pass.

        Raises:
            BrokenProcessPool: the processes died; the next call starts new ones.
        """
        self._waiting += 1
        try:
            if not self._workers:
                return function(*args)
            async with self._queue.place(is_long=is_long):
                return await self._worked(self._executor(), function, *args)
        finally:
            self._waiting -= 1

    async def _worked(self, pool: Executor, function: Callable[[Unpack[Arguments]], R], *args: *Arguments) -> R:
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, function, *args)
        except BrokenProcessPool:
            if self._pool is pool:  # and not the one that somebody else has started since
                self._pool = None
            raise

    def close(self) -> None:
        """End the worker processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _executor(self) -> Executor:
        if self._pool is None:
            self._pool = self._start_pool(self._workers)
        return self._pool


def _begin_to_work() -> None:
    """First thing in a worker process: Ctrl-C is the bot's to act on, and a worker does not outlive a killed bot."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, name="end with parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
