"""The machine under the bot in figures."""

import asyncio
import math
import os
from pathlib import Path

from bot.process.host import backup_mark, backup_verified_at, free_bytes, measure_lag


def test_the_disk_of_a_folder_has_room_and_that_of_none_is_unknown(tmp_path: Path) -> None:
    assert free_bytes(tmp_path) > 0
    assert math.isnan(free_bytes(tmp_path / "gone"))


def test_a_backup_was_verified_when_its_mark_says(tmp_path: Path) -> None:
    database = tmp_path / "deals.sqlite3"
    assert backup_verified_at(database) == 0.0

    backup_mark(database).touch()
    os.utime(backup_mark(database), (1_790_000_000, 1_790_000_000))

    assert backup_verified_at(database) == 1_790_000_000


async def test_a_late_loop_is_told() -> None:
    told: asyncio.Queue[float] = asyncio.Queue()
    measuring = asyncio.create_task(measure_lag(told.put_nowait))
    try:
        assert await told.get() >= 0.0
    finally:
        measuring.cancel()
        await asyncio.gather(measuring, return_exceptions=True)
