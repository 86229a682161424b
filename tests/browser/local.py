"""The playground in a thread of its own, and the bot in a process of its own, for tests that drive a browser."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self, TypeVar

from bot.playground import Playground
from bot.playground.fake import FakeTelegram, Limits, Person

Result = TypeVar("Result")
PATIENCE = 20.0  # seconds


class LocalTelegram:
    """A running playground. Between `with` and its end; everything is done in its own event loop."""

    def __init__(self, port: int = 0) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._playground = Playground(port=port, limits=Limits.none())

    def __enter__(self) -> Self:
        self._thread.start()
        self.run(self._playground.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self._playground.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, what: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(PATIENCE)

    def do(self, what: Callable[[], Result]) -> Result:
        """Call something where the playground runs."""
        done: Future[Result] = Future()

        def call() -> None:
            try:
                done.set_result(what())
            except BaseException as error:
                done.set_exception(error)

        self._loop.call_soon_threadsafe(call)
        return done.result(PATIENCE)

    @property
    def url(self) -> str:
        return self._playground.url

    @property
    def telegram(self) -> FakeTelegram:
        return self._playground.telegram

    @property
    def group_id(self) -> int:
        return self._playground.group.id

    def person(self, username: str) -> Person:
        return next(person for person in self._playground.people if person.user.username == username)

    def call(self, method: str, **parameters: Any) -> Any:
        """Do what a bot does: the result of a call of the Bot API, which has to succeed."""
        reply = self.run(self.telegram.call(method, parameters))
        assert reply.status == 200, reply.body
        return reply.body["result"]

    def until(self, condition: Callable[[], object], patience: float = PATIENCE) -> None:
        self.run(self.telegram.until(condition, patience=patience))

    def taps(self) -> list[str]:
        """The ids of the taps that wait for an answer."""
        return self.do(lambda: list(self.telegram.queries))

    def wait_for_tap(self) -> str:
        """The id of the one tap that waits for an answer."""
        self.until(lambda: self.telegram.queries)
        [query] = self.taps()
        return query

    @property
    def environment(self) -> dict[str, str]:
        """What the bot has to be told to run here."""
        return {"BOT_TOKEN": self._playground.token, "API_BASE": self._playground.api_base}


class BotProcess:
    """The real bot in a process of its own, `python -m bot`."""

    def __init__(self, folder: Path, environment: dict[str, str], *arguments: str) -> None:
        self._log = folder / "bot.log"
        self._command = [sys.executable, "-m", "bot", *arguments]
        self._environment = {
            **{name: value for name, value in os.environ.items() if name not in ("BOT_TOKEN", "API_BASE")},
            "PYTHONPATH": str(Path.cwd()),
            "DATABASE": str(folder / "bot.sqlite3"),
            "COMPUTER_THINKS_AT_LEAST": "0",
            "COMPUTER_THINKS_AT_MOST": "50",
            "DAILY_TRIALS": "0",
            "GROUP_CALLS_PER_MINUTE": "60",
            **environment,
        }
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd=self._folder, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        """End it, and the processes in which its computer players think, without a warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, as an operator does."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process = self._process
        if process is None:
            return
        self._process = None
        if how is signal.SIGTERM:
            process.terminate()
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)

    @property
    def output(self) -> str:
        """What it has written so far."""
        return self._log.read_text(encoding="utf-8")

    def wait_for_output(self, words: str) -> str:
        """What it has written, once these words are in it."""
        end = time.monotonic() + PATIENCE
        while words not in self.output:
            assert time.monotonic() < end, f"{words!r} is not in {self.output!r}"
            assert self._process is not None
            assert self._process.poll() is None, self.output
            time.sleep(0.05)
        return self.output
