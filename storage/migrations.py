"""Numbered migrations: how a database of any earlier version becomes one of today's, and the way back.

A migration is a file `NNNN_name.sql`; its number is the version it leads to. Once published it is never edited: its
digest is recorded in every database it has made, and a test pins it.

Beside it, `NNNN_name.down.sql` leads back to the version before. What has no place there it keeps aside, in tables
called `later_N_…`, which an earlier program neither knows nor touches. `NNNN_name.again.sql` puts that back when the
migration is applied again.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from storage.connection import WallClock
from storage.errors import DatabaseDamaged, DatabaseForeign, DatabaseOutdated, DatabaseTooNew, NoWayBack

APPLICATION_ID: Final = int.from_bytes(b"2kou", "big")
"""The mark of a SQLite file of this program."""

_FILE_NAME: Final = re.compile(r"(\d{4})_\w+\.sql")
_KEPT_ASIDE: Final = "later_{}_*"
"""The names of the tables in which the way back from a version keeps things aside."""
_HIGHEST: Final = 9999
"""The highest number that a file name has room for."""
_RECORD: Final = """
CREATE TABLE migrations (
    number  INTEGER PRIMARY KEY,
    name    TEXT NOT NULL,
    digest  TEXT NOT NULL,
    applied REAL NOT NULL
) STRICT"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step.

    Args:
        number: the version it leads to.
        name: of its file.
        sql: what it does.
        down: what leads back to the version before; None: nothing does.
        again: what puts back what `down` has kept aside; None: it keeps nothing aside.
    """

    number: int
    name: str
    sql: str
    down: str | None = None
    again: str | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hex."""
        return sha256(self.sql.encode()).hexdigest()


def statements(sql: str, name: str) -> Iterator[str]:
    """The statements of a text one by one (`executescript` would commit in between).

    Raises:
        ValueError: the text, of the file `name`, ends in the middle of one.
    """
    statement = ""
    for line in sql.splitlines(keepends=True):
        if not statement and (not line.strip() or line.startswith("--")):
            continue
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement:
        raise ValueError(f"{name} ends in the middle of a statement; each ends with a semicolon")


def load_migrations(folder: Traversable | Path | None = None) -> tuple[Migration, ...]:
    """The migrations of `folder`, by number; by default those of this package.

    Raises:
        ValueError: their numbers are not 1, 2, 3…
    """
    texts = {file.name: file for file in (folder or files("storage") / "schema").iterdir()}

    def beside(name: str, ending: str) -> str | None:
        file = texts.get(name.replace(".sql", ending))
        return None if file is None else file.read_text(encoding="utf-8")

    found = [
        Migration(
            int(match[1]),
            name,
            file.read_text(encoding="utf-8"),
            beside(name, ".down.sql"),
            beside(name, ".again.sql"),
        )
        for name, file in texts.items()
        if (match := _FILE_NAME.fullmatch(name))
    ]
    found.sort(key=lambda migration: migration.number)
    if [migration.number for migration in found] != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations count from 1 without gaps, not {[migration.name for migration in found]}")
    return tuple(found)


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a database; 0 where the file is still empty.

    Raises:
        DatabaseForeign: there is something in it that this program has not written.
        DatabaseDamaged: it is one of this program, and does not say which version.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application == APPLICATION_ID:
        (number,) = connection.execute("SELECT max(number) FROM migrations").fetchone()
        if not isinstance(number, int) or not 1 <= number <= _HIGHEST:
            raise DatabaseDamaged(f"{path} is damaged: its version cannot be read; restore a backup")
        return number
    if connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
        raise DatabaseForeign(f"{path} is the database of another program; name one that the bot has written")
    return 0


def verify_version(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration], *, current: bool = False
) -> int:
    """Check that this program knows how the database was made.

    Args:
        current: whether a database that still needs migrations is refused too.

    Returns:
        its version.

    Raises:
        DatabaseForeign: it is the database of another program.
        DatabaseTooNew: a newer program has written it.
        DatabaseOutdated: it needs migrations and `current` is set.
        DatabaseDamaged: it was made by other migrations than these.
    """
    version = version_of(connection, path)
    newest = len(migrations)
    if version > newest:
        raise DatabaseTooNew(
            f"{path} has version {version}, this program knows {newest} at most; use a newer program,"
            " or have that one bring it back with `python -m storage downgrade`"
        )
    if current and version < newest:
        raise DatabaseOutdated(f"{path} has version {version} and needs {newest}; start the bot once to bring it there")
    if version:
        for number, digest in connection.execute("SELECT number, digest FROM migrations"):
            if migrations[number - 1].digest != digest:
                raise DatabaseDamaged(
                    f"{path} was made by another text of migration {number}; migrations are never edited"
                )
    return version


def migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration], clock: WallClock) -> None:
    """Apply what is missing, each migration in a transaction of its own. Foreign keys are off meanwhile, so that a
    migration can make a table anew to which others refer, and checked before each commit.

    Args:
        connection: in autocommit mode (`isolation_level=None`).

    Raises:
        sqlite3.Error: a migration failed, or would have left rows that refer to nothing; the database is as the one
            before it has left it.
        DatabaseError: as `verify_version` does.
    """
    version = verify_version(connection, path, migrations)
    connection.execute("PRAGMA foreign_keys = OFF")
    for migration in migrations[version:]:
        with _transaction(connection):
            if migration.number == 1:
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(_RECORD)
            for statement in statements(migration.sql, migration.name):
                connection.execute(statement)
            if migration.again is not None and _has_kept_aside(connection, migration.number):
                for statement in statements(migration.again, migration.name):
                    connection.execute(statement)
            connection.execute(
                "INSERT INTO migrations VALUES (?, ?, ?, ?)",
                (migration.number, migration.name, migration.digest, clock()),
            )
            _verify_references(connection, migration)


def migrate_back(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration], to: int) -> int:
    """Bring a database back to an earlier version, all the way or not at all.

    Args:
        connection: in autocommit mode (`isolation_level=None`).
        path: of the file, for what is said.
        migrations: all of them.
        to: the version it comes to.

    Returns:
        The version it had.

    Raises:
        NoWayBack: it is not of a later version, or nothing leads back.
        DatabaseError: as `verify_version` does.
        sqlite3.Error: a step failed; the database is as it was.
    """
    version = verify_version(connection, path, migrations)
    if not 1 <= to < version:
        raise NoWayBack(f"{path} has version {version}; name one from 1 to {version - 1}")
    connection.execute("PRAGMA foreign_keys = OFF")
    with _transaction(connection):
        for migration in reversed(migrations[to:version]):
            if migration.down is None:
                raise NoWayBack(f"nothing leads back from version {migration.number} ({migration.name})")
            for statement in statements(migration.down, migration.name):
                connection.execute(statement)
            connection.execute("DELETE FROM migrations WHERE number = ?", (migration.number,))
            _verify_references(connection, migration)
    return version


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def _has_kept_aside(connection: sqlite3.Connection, number: int) -> bool:
    row = connection.execute("SELECT 1 FROM sqlite_schema WHERE name GLOB ?", (_KEPT_ASIDE.format(number),)).fetchone()
    return row is not None


def _verify_references(connection: sqlite3.Connection, migration: Migration) -> None:
    if orphan := connection.execute("PRAGMA foreign_key_check").fetchone():
        raise sqlite3.IntegrityError(f"{migration.name} leaves rows of {orphan[0]} without their {orphan[2]}")
