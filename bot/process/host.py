"""The machine under the bot, for the operator: free disk, the last verified backup, how late the event loop is."""

import asyncio
import shutil
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

LEAST_FREE_BYTES: Final = 50_000_000
"""Less than that is a full disk: the log of the database alone may take 64 MB on a busy day."""
LAG_SECONDS: Final = 0.5
"""How often the lateness of the event loop is measured."""


def free_bytes(folder: Path) -> float:
    """Return the bytes that may still be written to the disk of `folder`; NaN where nobody can tell."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return float("nan")


def disk_problem(free: float) -> str:
    """Return what is wrong with so many free bytes (NaN: unknown) for the database, in a sentence; empty if nothing is.

    >>> disk_problem(8e6)
    'only 8 MB are free on the disk of the database'
    """
    return f"only {free / 1e6:.0f} MB are free on the disk of the database" if free < LEAST_FREE_BYTES else ""


def backup_mark(database: Path) -> Path:
    """Return the file whose time of change says when the last backup of `database` was verified.

    >>> backup_mark(Path("data/shuangkou.sqlite3")).as_posix()
    'data/shuangkou.sqlite3.verified'
    """
    return database.with_name(f"{database.name}.verified")


def backup_verified_at(database: Path) -> float:
    """Return when the last backup of `database` was verified, in seconds since 1970; 0.0 if none ever was."""
    try:
        return backup_mark(database).stat().st_mtime
    except OSError:
        return 0.0


def free_port(host: str = "127.0.0.1") -> int:
    """Return a port of this machine on which nobody listens."""
    with socket.create_server((host, 0)) as server:
        port: int = server.getsockname()[1]
    return port


async def measure_lag(seen: Callable[[float], None]) -> None:
    """Tell `seen` again and again by how many seconds the event loop was late, until cancelled.

    Real time is meant, whatever clock the bot has been given: this is about the machine.
    """
    while True:
        due = time.perf_counter() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        seen(max(0.0, time.perf_counter() - due))
