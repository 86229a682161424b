"""A disk that gets full, or goes away, while a database is open."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar


class TroubledDisk(sqlite3.Connection):
    """A connection to a file whose disk can be in trouble: `Database.open(path, factory=TroubledDisk)`."""

    _trouble: ClassVar[tuple[int, tuple[str, ...]] | None] = None
    """The code of SQLite's error, and the words that statements which fail begin with; None: all is well."""

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> sqlite3.Cursor:  # type: ignore[override]  # as it is called here
        self._fail_in_trouble(sql)
        return super().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Sequence[object]]) -> sqlite3.Cursor:  # type: ignore[override]  # as it is called here
        self._fail_in_trouble(sql)
        return super().executemany(sql, parameters)

    @classmethod
    def _fail_in_trouble(cls, sql: str) -> None:
        if TroubledDisk._trouble is not None:
            code, words = TroubledDisk._trouble
            if sql.startswith(words):
                error = sqlite3.OperationalError("database or disk is in trouble")
                error.sqlite_errorcode = code
                raise error

    @classmethod
    @contextmanager
    def full(cls) -> Iterator[None]:
        """No room for anything."""
        with cls._troubled(sqlite3.SQLITE_FULL, "INSERT", "UPDATE", "DELETE"):
            yield

    @classmethod
    @contextmanager
    def gone(cls) -> Iterator[None]:
        """Nothing can be read."""
        with cls._troubled(sqlite3.SQLITE_IOERR, "SELECT"):
            yield

    @classmethod
    @contextmanager
    def _troubled(cls, code: int, *words: str) -> Iterator[None]:
        TroubledDisk._trouble = code, words
        try:
            yield
        finally:
            TroubledDisk._trouble = None
