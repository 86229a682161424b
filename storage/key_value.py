"""Small things the bot remembers by a key: what it has registered, whether it rests. They are the table `facts`."""

import sqlite3

from storage.access import Access


def get_value(database: sqlite3.Connection, key: str) -> str | None:
    """The text kept under `key`, or None."""
    row = database.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row["value"])


def set_value(database: sqlite3.Connection, key: str, value: str) -> None:
    """Keep `value` under `key`."""
    database.execute(
        "INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
        (key, value),
    )


def delete_value(database: sqlite3.Connection, key: str) -> None:
    """Keep nothing under `key` any more."""
    database.execute("DELETE FROM facts WHERE key = ?", (key,))


def values_starting_with(database: sqlite3.Connection, prefix: str) -> dict[str, str]:
    """All texts whose key starts with `prefix`, by key."""
    rows = database.execute(
        "SELECT key, value FROM facts WHERE key >= ? AND substr(key, 1, ?) = ?", (prefix, len(prefix), prefix)
    ).fetchall()
    return {row["key"]: row["value"] for row in rows}


class KeyValueStore:
    """Texts by key."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def get(self, key: str) -> str | None:
        """The text kept under `key`, or None."""
        return self._access.read(lambda database: get_value(database, key))

    async def set(self, key: str, value: str) -> None:
        """Keep `value` under `key`."""
        await self._access.write(lambda database: set_value(database, key, value))

    async def delete(self, key: str) -> None:
        """Keep nothing under `key` any more."""
        await self._access.write(lambda database: delete_value(database, key))

    async def starting_with(self, prefix: str) -> dict[str, str]:
        """All texts whose key starts with `prefix`, by key."""
        return await self._access.read_long(lambda database: values_starting_with(database, prefix))
