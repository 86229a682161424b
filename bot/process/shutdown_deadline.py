"""Ending in time: a process that is told to stop does so within seconds, whatever it still has to do."""

import logging
import os
import threading
from typing import Final

log = logging.getLogger(__name__)

MARGIN_SECONDS: Final = 1.5
"""Over the seconds for what is under way; with the default of eight the process is gone within ten."""


def end_within(seconds: float) -> threading.Timer:
    """End the process after so many seconds, unless it has ended by then or the timer is cancelled.

    Nothing is lost by it: whatever was played is in the database before anybody is told, and what chats show is
    compared and mended at the next start.
    """
    timer = threading.Timer(seconds, _end, (seconds,))
    timer.daemon = True
    timer.start()
    return timer


def _end(seconds: float) -> None:
    log.critical(
        "not everything was finished within %.1f s; everything played is kept, so the process ends now", seconds
    )
    logging.shutdown()
    os._exit(0)
