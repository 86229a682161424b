"""A copy of the whole database, consistent, made while the bot goes on writing."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.connection import explained
from storage.database import connect_read_only
from storage.errors import DatabaseDamaged, DatabaseUnusable


def backup(source: Path, target: Path) -> int:
    """Copy the database at `source` to the new file `target`; its size in bytes.

    The copy is one file (no log beside it), checked, and on the disk when this returns. It appears under its name only
    then; where something fails, nothing is left.

    Raises:
        DatabaseError: `source` cannot be read, `target` cannot be written or exists, or the copy is not sound.
    """
    if target.exists():
        raise DatabaseUnusable(f"{target} exists already; name a new file")
    part = target.with_name(target.name + ".part")
    with closing(connect_read_only(source, current=False)) as reader:
        try:
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)
        except OSError as error:
            raise DatabaseUnusable(f"{target} cannot be written: {error.strerror}") from error
        try:
            with explained(target), closing(sqlite3.connect(part, isolation_level=None)) as writer:
                reader.backup(writer)
                writer.execute("PRAGMA journal_mode = DELETE")
                if (verdict := writer.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
                    raise DatabaseDamaged(f"{source} is damaged ({verdict}); no copy was made")
            with part.open("rb") as file:
                os.fsync(file.fileno())
            part.rename(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    return target.stat().st_size
