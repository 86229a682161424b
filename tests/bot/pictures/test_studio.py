"""The studio: each picture once, beside the event loop."""

import asyncio
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from bot.pictures.drawing import draw
from bot.pictures.models import HandPicture, Picture
from bot.pictures.samples import SAMPLES
from bot.pictures.studio import PictureStudio

HAND = HandPicture(cards=("S7", "H7", "w"))
OTHER = HandPicture(cards=("S8",))


class HandCrank(Executor):
    """Runs nothing until told to, and counts."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []
        self.submitted = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Puts the work aside."""
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        self.submitted += 1
        return future

    def turn(self) -> None:
        """Runs what waits."""
        for future, fn, args in self.waiting:
            try:
                future.set_result(fn(*args))
            except TypeError as error:
                future.set_exception(error)
        self.waiting.clear()


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_studio_draws_what_draw_draws() -> None:
    async with PictureStudio() as studio:
        for picture in SAMPLES.values():
            assert await studio.png(picture) == draw(picture)


async def test_pictures_are_drawn_on_other_threads() -> None:
    threads: set[int] = set()
    with ThreadPoolExecutor(1, initializer=lambda: threads.add(threading.get_ident())) as pool:
        await PictureStudio(pool).png(HAND)
    assert threads
    assert threading.get_ident() not in threads


async def test_whoever_asks_meanwhile_waits_for_the_same_drawing() -> None:
    crank = HandCrank()
    studio = PictureStudio(crank)
    asking = [asyncio.create_task(studio.png(HandPicture(cards=HAND.cards))) for _ in range(5)]
    await _settle()
    assert crank.submitted == 1
    crank.turn()
    assert len(set(await asyncio.gather(*asking))) == 1
    await studio.png(HAND)
    assert crank.submitted == 1


async def test_one_who_gives_up_takes_nothing_from_the_others() -> None:
    crank = HandCrank()
    studio = PictureStudio(crank)
    impatient, patient = (asyncio.create_task(studio.png(HAND)) for _ in range(2))
    await _settle()
    impatient.cancel()
    await _settle()
    crank.turn()
    assert await patient == draw(HAND)
    assert impatient.cancelled()


async def test_a_failed_drawing_is_told_and_tried_again() -> None:
    crank = HandCrank()
    studio = PictureStudio(crank)
    for attempt in (1, 2):
        asking = asyncio.create_task(studio.png(Undrawable()))
        await _settle()
        crank.turn()
        with pytest.raises(TypeError, match="cannot be drawn"):
            await asking
        assert crank.submitted == attempt


class Undrawable(Picture):
    """A picture nobody can draw."""

    key = "undrawable"


async def test_the_oldest_pictures_are_forgotten() -> None:
    crank = HandCrank()
    studio = PictureStudio(crank, kept=1)
    for picture in (HAND, OTHER, HAND):
        asking = asyncio.create_task(studio.png(picture))
        await _settle()
        crank.turn()
        await asking
    assert crank.submitted == 3


async def test_closing_waits_for_drawings_under_way() -> None:
    studio = PictureStudio()
    asking = asyncio.create_task(studio.png(HAND))
    await asyncio.sleep(0)
    await studio.aclose()
    assert asking.done() or await asking
    with pytest.raises(RuntimeError):
        await studio.png(OTHER)
