"""The file before it is opened: one process whatever it is called, made where there is none, and said so."""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage import Database, DatabaseBusy, DatabaseDamaged, DatabaseError, DatabaseUnusable
from storage.connection import connect


async def opened(path: Path) -> None:
    """Open a database and close it."""
    async with Database.open(path):
        pass


def start(path: Path) -> None:
    """Start a bot on a database and stop it; something is written."""

    async def write() -> None:
        async with Database.open(path) as database:
            await database.key_value.set("key", "value")

    asyncio.run(write())


def move(path: Path, to: Path) -> None:
    """Give a file another name."""
    path.rename(to)


def beside(path: Path, ending: str) -> Path:
    """A file that belongs to the database."""
    return path.with_name(path.name + ending)


def names(path: Path) -> list[str]:
    """What is in the folder of the database."""
    return sorted(file.name for file in path.parent.iterdir())


async def test_a_second_bot_is_refused_through_a_symbolic_link_too(path: Path) -> None:
    other = beside(path, ".other-name")
    other.symlink_to(path)
    async with Database.open(path):
        with pytest.raises(DatabaseBusy, match=f"in use by process {os.getpid()}"):
            await opened(other)
    async with Database.open(other) as database:  # the link leads to the file, and its log is beside that
        await database.key_value.set("key", "value")
        with pytest.raises(DatabaseBusy, match=f"{path} is in use by process {os.getpid()}"):
            await opened(path)
    assert names(path) == [path.name, f"{path.name}.lock", other.name]


async def test_a_file_that_has_been_moved_is_still_that_of_its_bot(path: Path, tmp_path: Path) -> None:
    moved = tmp_path / "moved.db"
    async with Database.open(path):
        move(path, moved)
        with pytest.raises(DatabaseBusy, match="in use by another process"):
            await opened(moved)
        move(moved, path)


def test_a_file_with_two_names_is_refused(path: Path, tmp_path: Path) -> None:
    """SQLite looks for the log beside the name it was given; under the other one the last plays would be missing."""
    start(path)
    other = tmp_path / "other.db"
    other.hardlink_to(path)
    with pytest.raises(DatabaseUnusable, match=r"has 2 names \(hard links\)"):
        start(other)


@pytest.mark.parametrize("touched", [False, True])
def test_a_new_database_is_told_in_the_log(touched: bool, path: Path, caplog: pytest.LogCaptureFixture) -> None:
    if touched:
        path.touch()
    caplog.set_level(logging.INFO, "storage")
    start(path)
    assert caplog.messages == [f"there was no database at {path}; a new one was made"]
    assert path.stat().st_mode & 0o777 == 0o600
    caplog.clear()
    start(path)
    assert caplog.messages == []
    assert names(path) == [path.name, f"{path.name}.lock"]


def test_a_database_that_is_gone_is_told_more_loudly(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    start(path)
    path.unlink()
    start(path)
    assert [(record.levelname, record.args) for record in caplog.records] == [("WARNING", (path,))]


def cut_off(path: Path) -> None:
    """A restore that has been cut off at its first byte."""
    path.write_bytes(b"")


@pytest.mark.parametrize(
    ("damage", "trace", "sentence"),
    [
        (cut_off, ".lock", "is empty, and shuangkou.db.lock beside it says that it was not"),
        (cut_off, "-wal", "is empty, and shuangkou.db-wal beside it says that it was not"),
        (Path.unlink, "-wal", "is missing, and shuangkou.db-wal beside it says that it was not"),
    ],
)
def test_what_has_been_used_is_not_begun_from_zero(
    damage: Callable[[Path], None], trace: str, sentence: str, path: Path
) -> None:
    start(path)
    damage(path)
    if trace == "-wal":
        beside(path, "-wal").write_bytes(b"the last plays")
    before = names(path)
    with pytest.raises(DatabaseDamaged, match=f"{sentence}; restore a backup"):
        start(path)
    assert names(path) == before
    for ending in (".lock", "-wal"):
        beside(path, ending).unlink(missing_ok=True)
    start(path)


@pytest.mark.parametrize("size", [1, 100, 1000, 10_000])
def test_a_restore_that_was_cut_off_later_is_refused_too(size: int, path: Path) -> None:
    start(path)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(DatabaseError) as refusal:
        start(path)
    assert str(refusal.value).startswith(f"{path} is ")
    assert "\n" not in str(refusal.value)
    assert path.stat().st_size == size


def test_a_start_that_was_killed_while_the_file_was_made_is_made_again(path: Path) -> None:
    beside(path, ".new").write_bytes(b"half")
    beside(path, ".new-journal").write_bytes(b"half")
    beside(path, ".lock").touch()
    start(path)
    assert names(path) == [path.name, f"{path.name}.lock"]


def test_a_full_disk_is_told_in_a_sentence(path: Path) -> None:
    """Whatever is written into /dev/full finds no room: here it is what the lock says."""
    start(path)
    beside(path, ".lock").unlink()
    beside(path, ".lock").symlink_to("/dev/full")
    with pytest.raises(DatabaseUnusable, match=f"{path} cannot be written: the disk is full; make room"):
        start(path)


def test_a_file_held_by_a_stranger_can_be_opened_when_they_have_finished(path: Path) -> None:
    start(path)
    with closing(connect(path)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        stranger.execute("ROLLBACK")
        start(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
