"""Figures for the operator: counts and times in Prometheus' terms, and a small server that shows them."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from bot.telegram_api.inbox import Skipped
from bot.telegram_api.limits import CallOutcome, Destination

_SHORT: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """All figures of one bot, in a registry of their own.

    `watch` names what is measured when somebody looks; everything else is told as it happens.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._updates = Counter("shuangkou_updates", "Updates handled", ["kind"], registry=self.registry)
        self._skipped = Counter(
            "shuangkou_updates_skipped",
            "Updates that could not be read, or came again",
            ["reason"],
            registry=self.registry,
        )
        for reason in Skipped:
            self._skipped.labels(reason.value)
        self._handling = Histogram(
            "shuangkou_handler_seconds",
            "From taking up an update to having handled it, waiting for its chat included",
            ["kind"],
            buckets=_SHORT,
            registry=self.registry,
        )
        self._calls = Counter(
            "shuangkou_calls", "Calls to Telegram by what they do", ["call", "chat", "outcome"], registry=self.registry
        )
        self._engine = Histogram(
            "shuangkou_engine_seconds", "Time in the engine", ["work"], buckets=_SHORT, registry=self.registry
        )
        self._database = Histogram(
            "shuangkou_database_seconds", "Time in the database", ["work"], buckets=_SHORT, registry=self.registry
        )
        self._queue_depth = Gauge(
            "shuangkou_queue_depth", "What waits: updates, screens, computers", ["queue"], registry=self.registry
        )
        self._tables = Gauge("shuangkou_live_tables", "Tables by phase", ["phase"], registry=self.registry)
        self._loop_lag = Histogram(
            "shuangkou_loop_lag_seconds",
            "How late the event loop was, measured twice a second",
            buckets=_SHORT,
            registry=self.registry,
        )
        self._disk_free = Gauge(
            "shuangkou_disk_free_bytes", "Free space on the disk of the database", registry=self.registry
        )
        self._backup = Gauge(
            "shuangkou_backup_verified_timestamp_seconds",
            "When the last backup was verified, in seconds since 1970; 0: never",
            registry=self.registry,
        )
        ProcessCollector(registry=self.registry)  # memory, processor time and open files of this process
        self._log_records = Counter(
            "shuangkou_log_records", "Records of the log, from WARNING on", ["level"], registry=self.registry
        )
        for level in (logging.WARNING, logging.ERROR, logging.CRITICAL):  # a rise from nothing is noticed only from 0
            self._log_records.labels(logging.getLevelName(level))

    def update_handled(self, kind: str, seconds: float) -> None:
        """An update was handled."""
        self._updates.labels(kind).inc()
        self._handling.labels(kind).observe(seconds)

    def update_skipped(self, reason: Skipped) -> None:
        """An update is not served; as `Inbox` tells it."""
        self._skipped.labels(reason.value).inc()

    def call_seen(self, endpoint: str, chat: Destination, outcome: CallOutcome) -> None:
        """A call to Telegram ended; as `ChatRateLimiter` tells it."""
        self._calls.labels(group_of(endpoint), chat.value, outcome.value).inc()

    def record_logged(self, level: str) -> None:
        """Something was logged; as `bot.process.logs.counted` tells it."""
        self._log_records.labels(level).inc()

    @contextmanager
    def engine(self, work: str) -> Iterator[None]:
        """Measures what the engine does inside; `work` is one of a few fixed words."""
        with _timed(self._engine, work):
            yield

    @contextmanager
    def database(self, work: str) -> Iterator[None]:
        """Measures what the database does inside; `work` is one of a few fixed words."""
        with _timed(self._database, work):
            yield

    def watch_queue(self, queue: str, depth: Callable[[], int]) -> None:
        """Ask `depth` for the length of a queue whenever somebody looks."""
        self._queue_depth.labels(queue).set_function(depth)

    def watch_tables(self, phase: str, count: Callable[[], int]) -> None:
        """Ask `count` for the number of tables in a phase whenever somebody looks."""
        self._tables.labels(phase).set_function(count)

    def loop_was_late(self, seconds: float) -> None:
        """The event loop came late to what was due; as `bot.process.host.measure_lag` tells it."""
        self._loop_lag.observe(seconds)

    def watch_disk(self, free: Callable[[], float], backup: Callable[[], float]) -> None:
        """Ask for the free bytes of the disk and the time of the last verified backup whenever somebody looks."""
        self._disk_free.set_function(free)
        self._backup.set_function(backup)

    def exposition(self) -> bytes:
        """All figures in Prometheus' text format."""
        return generate_latest(self.registry)


def group_of(endpoint: str) -> str:
    """Return what kind of call a method is: "send", "edit", "delete", "answer", or "other".

    >>> group_of("sendPhoto"), group_of("editMessageText"), group_of("getMe")
    ('send', 'edit', 'other')
    """
    if endpoint == "sendChatAction":
        return "other"
    return next((word for word in ("send", "edit", "delete", "answer") if endpoint.startswith(word)), "other")


@contextmanager
def _timed(histogram: Histogram, work: str) -> Iterator[None]:
    started = perf_counter()
    try:
        yield
    finally:
        histogram.labels(work).observe(perf_counter() - started)


@dataclass(frozen=True, slots=True)
class Health:
    """The health of the bot: `problems` are sentences for the operator, none if all is well."""

    problems: tuple[str, ...] = ()


class HealthServer:
    """`/health` (200 if all is well, else 503, with the problems as JSON) and `/metrics`, over HTTP.

    It tells nothing that a player may not know, but is meant for the operator: keep it on loopback.
    """

    def __init__(self, metrics: Metrics, health: Callable[[], Health], *, host: str, port: int) -> None:
        """`port` 0 takes any free one; `health` is asked each time."""
        self._metrics = metrics
        self._health = health
        self._host = host
        self._port = port
        self._runner: web.AppRunner | None = None

    async def start(self) -> int:
        """Listen; returns the port.

        Raises:
            OSError: the port is taken, or may not be used.
        """
        app = web.Application()
        app.add_routes([web.get("/health", self._show_health), web.get("/metrics", self._show_metrics)])
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError:
            await self.stop()
            raise
        address: tuple[str, int] = self._runner.addresses[0]
        return address[1]

    async def stop(self) -> None:
        """Stop listening; nothing happens if it does not."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _show_health(self, _: web.Request) -> web.Response:
        problems = self._health().problems
        body = {"status": "failing" if problems else "ok", "problems": problems}
        return web.Response(text=json.dumps(body), content_type="application/json", status=503 if problems else 200)

    async def _show_metrics(self, _: web.Request) -> web.Response:
        return web.Response(body=self._metrics.exposition(), headers={"Content-Type": CONTENT_TYPE_LATEST})
