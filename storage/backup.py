"""A copy of the whole database, consistent, made while the bot goes on writing."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from storage.connection import explained
from storage.errors import DatabaseDamaged, DatabaseUnusable
from storage.opening import connect_read_only, unusable

_UNFINISHED: Final = ".shuangkou-part"
"""The end of the name of a copy that is not whole yet; nothing else is called so."""


def backup(source: Path, target: Path) -> int:
    """Copy the database at `source` to the new file `target`; its size in bytes.

    The copy is one file (no log beside it), checked, and on the disk when this returns. It appears under its name only
    then; where something fails, nothing is left. What a killed backup has left in the folder is removed.

    Raises:
        DatabaseError: `source` cannot be read, `target` cannot be written or exists, or the copy is not sound.
    """
    if target.exists():
        raise DatabaseUnusable(f"{target} exists already; name a new file")
    with closing(connect_read_only(source, current=False)) as reader, _part_of(target) as part:
        with explained(target), closing(sqlite3.connect(part, isolation_level=None)) as writer:
            writer.execute("PRAGMA journal_mode = OFF")  # a copy that fails is removed
            with _blamed(source):
                reader.backup(writer)
                if (verdict := writer.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
                    raise DatabaseDamaged(_damaged(source, verdict))
            writer.execute("PRAGMA journal_mode = DELETE")
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.rename(target)
    return target.stat().st_size


@contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    """A file beside `target` for what becomes of it, gone at the end under this name; held as long as this process
    lives, so that another backup sees what nobody works on any more.
    """
    part = target.with_name(target.name + _UNFINISHED)
    try:
        for leftover in target.parent.glob(f"*{_UNFINISHED}"):
            _remove_unless_held(leftover)
        handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise DatabaseUnusable(f"{target} is being written by another backup; wait for that one") from None
    except OSError as error:
        raise unusable(target, error) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield part
    finally:
        part.unlink(missing_ok=True)
        os.close(handle)


def _remove_unless_held(part: Path) -> None:
    handle = os.open(part, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        part.unlink()
    except BlockingIOError:
        pass  # another backup is at work
    finally:
        os.close(handle)


@contextmanager
def _blamed(source: Path) -> Iterator[None]:
    """Say of damage that is found while copying that it is in the source."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
            raise
        raise DatabaseDamaged(_damaged(source, str(error))) from error


def _damaged(source: Path, verdict: str) -> str:
    """One line, whatever SQLite's verdict is laid out like."""
    return f"{source} is damaged ({'; '.join(verdict.split(chr(10)))}); no copy was made, restore an earlier one"
