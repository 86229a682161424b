"""Small things the bot remembers by a name: what it has registered, where a picture is kept, whether it rests."""

from storage.connection import Connection


class Facts:
    """Texts by key."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def get(self, key: str) -> str | None:
        """The text kept under `key`, or None."""
        row = await self._connection.one("SELECT value FROM facts WHERE key = ?", (key,))
        return None if row is None else str(row["value"])

    async def set(self, key: str, value: str) -> None:
        """Keep `value` under `key`."""
        async with self._connection.transaction():
            await self._connection.write(
                "INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (key, value)
            )

    async def delete(self, key: str) -> None:
        """Keep nothing under `key` any more."""
        async with self._connection.transaction():
            await self._connection.write("DELETE FROM facts WHERE key = ?", (key,))

    async def starting_with(self, prefix: str) -> dict[str, str]:
        """All texts whose key starts with `prefix`, by key."""
        rows = await self._connection.all(
            "SELECT key, value FROM facts WHERE key >= ? AND substr(key, 1, ?) = ?", (prefix, len(prefix), prefix)
        )
        return {row["key"]: row["value"] for row in rows}
