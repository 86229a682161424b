"""A process that is told to stop is gone in time, and says so."""

import subprocess
import sys

from bot.process.shutdown_deadline import end_within

STUCK = """
import logging, threading
from bot.process.shutdown_deadline import end_within
logging.basicConfig()
end_within(0.2)
threading.Event().wait(60)
raise SystemExit(3)
"""


def test_a_process_that_cannot_finish_ends_all_the_same_and_logs_it() -> None:
    ended = subprocess.run([sys.executable, "-c", STUCK], capture_output=True, text=True, timeout=30, check=False)
    assert ended.returncode == 0
    assert "not everything was finished within 0.2 s" in ended.stderr


def test_a_process_that_finishes_calls_it_off() -> None:
    timer = end_within(60)
    timer.cancel()
    timer.join(10)
    assert not timer.is_alive()
