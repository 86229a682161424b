"""Figures for the operator, and the server that shows them."""

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.process.metrics import Health, HealthServer, Metrics
from bot.telegram_api.limits import CallOutcome, Destination


def figures(metrics: Metrics) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Every sample by name and labels."""
    families = text_string_to_metric_families(metrics.exposition().decode())
    return {(s.name, tuple(sorted(s.labels.items()))): s.value for family in families for s in family.samples}


def test_what_happens_is_counted() -> None:
    metrics = Metrics()
    metrics.update_handled("message", 0.004)
    metrics.update_handled("message", 0.3)
    metrics.call_seen("sendPhoto", Destination.GROUP, CallOutcome.FLOOD)
    metrics.call_seen("editMessageText", Destination.PRIVATE, CallOutcome.OK)
    metrics.call_seen("sendChatAction", Destination.PRIVATE, CallOutcome.OK)
    metrics.record_logged("ERROR")
    with metrics.engine("play"), metrics.database("write"):
        pass

    found = figures(metrics)
    assert found["shuangkou_updates_total", (("kind", "message"),)] == 2
    assert found["shuangkou_handler_seconds_bucket", (("kind", "message"), ("le", "0.005"))] == 1
    calls = {labels: value for (name, labels), value in found.items() if name == "shuangkou_calls_total"}
    assert calls == {
        (("call", "send"), ("chat", "group"), ("outcome", "flood")): 1,
        (("call", "edit"), ("chat", "private"), ("outcome", "ok")): 1,
        (("call", "other"), ("chat", "private"), ("outcome", "ok")): 1,
    }
    records = {labels: value for (name, labels), value in found.items() if name == "shuangkou_log_records_total"}
    assert records == {(("level", "WARNING"),): 0, (("level", "ERROR"),): 1, (("level", "CRITICAL"),): 0}
    assert found["shuangkou_engine_seconds_count", (("work", "play"),)] == 1
    assert found["shuangkou_database_seconds_count", (("work", "write"),)] == 1


def test_what_is_watched_is_asked_for_each_time() -> None:
    metrics = Metrics()
    waiting = [1, 2, 3]
    metrics.watch_queue("screens", lambda: len(waiting))
    metrics.watch_tables("deal", lambda: 7)
    assert figures(metrics)["shuangkou_queue_depth", (("queue", "screens"),)] == 3

    waiting.clear()
    assert figures(metrics)["shuangkou_queue_depth", (("queue", "screens"),)] == 0
    assert figures(metrics)["shuangkou_live_tables", (("phase", "deal"),)] == 7


async def test_the_server_shows_health_and_metrics() -> None:
    problems: list[str] = []
    server = HealthServer(Metrics(), lambda: Health(tuple(problems)), host="127.0.0.1", port=0)
    port = await server.start()
    try:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client:
            async with client.get("/health") as answer:
                assert (answer.status, await answer.json()) == (200, {"status": "ok", "problems": []})
            problems.append("no update for 300 s")
            async with client.get("/health") as answer:
                assert answer.status == 503
                assert (await answer.json())["problems"] == ["no update for 300 s"]
            async with client.get("/metrics") as answer:
                assert answer.content_type == "text/plain"
                assert "shuangkou_updates" in await answer.text()
            async with client.get("/") as answer:
                assert answer.status == 404
    finally:
        await server.stop()


async def test_a_taken_port_is_an_error_that_leaves_nothing_behind() -> None:
    first = HealthServer(Metrics(), Health, host="127.0.0.1", port=0)
    port = await first.start()
    second = HealthServer(Metrics(), Health, host="127.0.0.1", port=port)
    with pytest.raises(OSError, match=str(port)):
        await second.start()
    await second.stop()
    await first.stop()
