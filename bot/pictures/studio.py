"""The studio: draws pictures beside the event loop, each one once."""

import asyncio
from concurrent.futures import Executor, ThreadPoolExecutor
from types import TracebackType
from typing import Final, Self

from cachetools import LRUCache

from bot.pictures.drawing import draw
from bot.pictures.models import Picture

_KEPT: Final = 256  # drawn pictures, some 30 kB each


class PictureStudio:
    """Draws pictures in a worker and remembers the latest.

    Whoever asks for a picture that is being drawn waits for that drawing; whoever asks for one that was drawn gets
    its bytes. Telegram's file ids may be kept beside ``picture.key``, which is the same in every process.

    Used as an asynchronous context manager, or closed by hand.
    """

    def __init__(self, executor: Executor | None = None, *, kept: int = _KEPT) -> None:
        """A studio.

        Args:
            executor: where pictures are drawn; one thread of its own if none is given. One thread draws some two
                hundred hands a second and makes the event loop wait about as little as another process would
                (``benchmarks/pictures.py``); two would take the interpreter from it twice as long. Models and ``draw``
                can be pickled, so a pool of processes works too. A given executor is not shut down.
            kept: how many drawn pictures to remember.
        """
        self._own = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures") if executor is None else None
        self._executor = executor if executor is not None else self._own
        self._drawn = LRUCache[str, bytes](kept)
        self._drawing: dict[str, asyncio.Future[bytes]] = {}

    async def png(self, picture: Picture) -> bytes:
        """The picture as a PNG file.

        Cancelling the caller does not stop a drawing that others wait for.

        :raises TypeError: if the model is none of those of ``models``.
        """
        key = picture.key
        drawn = self._drawn.get(key)
        if drawn is not None:
            return drawn
        if key not in self._drawing:
            loop = asyncio.get_running_loop()
            drawing = loop.run_in_executor(self._executor, draw, picture)
            self._drawing[key] = drawing
            drawing.add_done_callback(lambda done: self._finish(key, done))
        return await asyncio.shield(self._drawing[key])

    def _finish(self, key: str, done: asyncio.Future[bytes]) -> None:
        del self._drawing[key]
        if done.cancelled() or done.exception() is not None:
            return  # whoever waits is told; the next one to ask draws again
        self._drawn[key] = done.result()

    async def aclose(self) -> None:
        """Waits for drawings under way and ends the studio's own thread."""
        if self._drawing:
            await asyncio.wait(list(self._drawing.values()))
        if self._own is not None:
            self._own.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        """The studio itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the studio."""
        await self.aclose()
