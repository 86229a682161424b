"""The database file before anybody reads or writes in it: one process at a time, there or made, up to date.

A file is looked at before it is opened for writing, so that one that is refused stays as it is, byte by byte.
"""

import errno
import fcntl
import logging
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from storage.connection import WallClock, connect, explained
from storage.errors import DatabaseBusy, DatabaseDamaged, DatabaseForeign, DatabaseUnusable
from storage.migrations import Migration, load_migrations, migrate, migrate_back, verify_version

log = logging.getLogger(__name__)

PATIENCE: Final = 5.0
"""Seconds that is waited for another process (a backup, a correction)."""
_SMALLEST: Final = 512
"""Bytes of the smallest database; SQLite takes less for an empty file."""
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def opened_alone(path: Path, migrations: Sequence[Migration], clock: WallClock) -> Iterator[None]:
    """Hold the database at `path` for this process; it is made where there is none, and brought up to date.

    Both its name and the file itself are held, so that neither another name nor another file in its place lets a second
    process in. The locks go with the process, however it ends; `path`.lock stays and means nothing.

    Args:
        path: the file, no symbolic link.
        migrations: all of them.
        clock: seconds since 1970, UTC.

    Raises:
        DatabaseError: it is in use, or cannot be used.
    """
    lock = _beside(path, ".lock")
    was_used = lock.exists()
    with ExitStack() as stack:
        stack.enter_context(_locked(lock, path, os.O_CREAT, note_process=True))
        with explained(path):
            try:
                if _is_there(path, was_used=was_used):
                    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reader:
                        verify_version(reader, path, migrations)
                else:
                    _make(path, migrations, clock)
                    said = log.warning if was_used else log.info
                    said("there was no database at %s; a new one was made", path.absolute())
            except OSError as error:
                raise unusable(path, error) from error
            stack.enter_context(_locked(path, path))
            with closing(connect(path, [f"busy_timeout = {PATIENCE * 1000:.0f}", "journal_mode = WAL"])) as writer:
                migrate(writer, path, migrations, clock)
        yield


def bring_back(path: Path, to: int, migrations: Sequence[Migration] | None = None) -> int:
    """Bring the database at `path` back to an earlier version, for an earlier program, while no bot runs.

    Nothing is lost: what has no place in the earlier version is kept aside, and put back by the next upgrade.

    Args:
        path: the file.
        to: the version.
        migrations: others than those of this package, for tests.

    Returns:
        The version it had.

    Raises:
        DatabaseError: a bot has it open, it cannot be used, or nothing leads back.
    """
    path, steps = file_of(path), load_migrations() if migrations is None else migrations
    connect_read_only(path, steps, current=False).close()
    with (
        _locked(_beside(path, ".lock"), path, os.O_CREAT, note_process=True),
        _locked(path, path),
        explained(path),
        closing(connect(path, [f"busy_timeout = {PATIENCE * 1000:.0f}", "synchronous = FULL"])) as writer,
    ):
        return migrate_back(writer, path, steps, to)


def connect_read_only(
    path: Path, migrations: Sequence[Migration] | None = None, *, current: bool = True
) -> sqlite3.Connection:
    """A connection that reads a database, beside a running bot or without one.

    Args:
        path: the file.
        migrations: others than those of this package, for tests.
        current: whether a database that still needs migrations is refused.

    Raises:
        DatabaseError: see `storage.errors`.
    """
    if not path.is_file():
        raise DatabaseUnusable(f"{path} is no file; name the database that the bot has written")
    with explained(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=PATIENCE
        )
        try:
            steps = load_migrations() if migrations is None else migrations
            if not verify_version(connection, path, steps):
                raise DatabaseForeign(f"{path} is empty; name the file that the bot has written")
            verify_version(connection, path, steps, current=current)
        except BaseException:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row
        return connection


def file_of(path: Path) -> Path:
    """The file that `path` leads to: SQLite keeps its log beside that one, whatever links there are."""
    return path.resolve()


def unusable(path: Path, error: OSError) -> DatabaseUnusable:
    """The sentence an operator needs for what the system says about the file at `path`."""
    if error.errno in _NO_ROOM:
        return DatabaseUnusable(f"{path} cannot be written: the disk is full; make room")
    return DatabaseUnusable(f"{path} cannot be opened: {error.strerror}; its folder must exist and be writable")


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _is_there(path: Path, *, was_used: bool) -> bool:
    """Tell whether there is a database; False: there never was one.

    Raises:
        DatabaseUnusable: it is a folder, or has a second name.
        DatabaseDamaged: it is cut off, or gone, and something beside it says that it was not.
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        found = None
    if path.is_dir():
        raise DatabaseUnusable(f"{path} is a folder; name a file in it")
    if found is not None and found.st_nlink > 1:
        raise DatabaseUnusable(
            f"{path} has {found.st_nlink} names (hard links), and SQLite keeps its log beside one of them;"
            " remove the others"
        )
    if found is not None and found.st_size:
        if found.st_size < _SMALLEST:
            raise DatabaseDamaged(f"{path} is cut off after {found.st_size} bytes; restore a backup")
        return True
    traces = [_beside(path, "-wal")] + ([_beside(path, ".lock")] if found is not None and was_used else [])
    for trace in traces:
        if trace.exists() and (trace.suffix == ".lock" or trace.stat().st_size):
            what = "is missing" if found is None else "is empty"
            raise DatabaseDamaged(
                f"{path} {what}, and {trace.name} beside it says that it was not; restore a backup, or remove"
                f" {trace.name} to begin from zero"
            )
    return False


def _make(path: Path, migrations: Sequence[Migration], clock: WallClock) -> None:
    """Make a new database. It appears under its name only when it is whole, so that an empty file is never ours."""
    if path.exists():  # empty; it may be a mount, which nothing can take the place of
        with suppress(PermissionError):
            path.chmod(0o600)
        return
    new = _beside(path, ".new")
    for leftover in (new, _beside(new, "-journal")):
        leftover.unlink(missing_ok=True)
    new.touch(mode=0o600)  # it holds the seeds of deals that are being played
    try:
        with closing(connect(new)) as writer:
            migrate(writer, path, migrations, clock)
        new.rename(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _locked(file: Path, path: Path, flags: int = 0, *, note_process: bool = False) -> Iterator[None]:
    """Hold a lock on `file`, for the database at `path`; the system lets go of it when the process ends.

    Args:
        file: what is locked.
        path: the database, for what is said.
        flags: what `file` is opened with besides.
        note_process: whether the number of this process is written into it, for whoever is refused.
    """
    try:
        handle = os.open(file, os.O_RDWR | os.O_CLOEXEC | flags, 0o600)
    except OSError as error:
        raise unusable(path, error) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(handle, 20).decode(errors="replace").strip() if note_process else ""
            raise DatabaseBusy(
                f"{path} is in use by {f'process {holder}' if holder else 'another process'}; one database serves one"
                " bot, stop the other one first"
            ) from None
        except OSError as error:
            raise DatabaseUnusable(
                f"{path} cannot be locked ({error.strerror}); put it on a disk of this machine"
            ) from error
        if note_process:
            try:
                os.truncate(handle, os.pwrite(handle, str(os.getpid()).encode(), 0))
            except OSError as error:
                raise unusable(path, error) from error
        yield
    finally:
        os.close(handle)
