"""A group becomes a supergroup: Telegram gives it a new id, and everything it has goes with it."""

from storage.chats import Chat, read_chat
from storage.connection import Connection, Row
from storage.errors import Unknown
from storage.tables import SELECT_TABLES, close_table, read_table


async def migrate_chat(connection: Connection, old_id: int, new_id: int) -> Chat:
    """See `Database.migrate_chat`."""
    async with connection.transaction():
        old = await connection.one("SELECT * FROM chats WHERE telegram_id = ?", (old_id,))
        new = await connection.one("SELECT * FROM chats WHERE telegram_id = ?", (new_id,))
        if old is not None:
            if new is not None:
                await _merge(connection, new, old["id"])
            await connection.write(
                "UPDATE chats SET telegram_id = ?, migrated_from = ?, kind = 'supergroup', is_member = 1 WHERE id = ?",
                (new_id, old_id, old["id"]),
            )
            await connection.write("DELETE FROM messages WHERE chat_id = ?", (old_id,))
        elif new is not None:
            await connection.write(
                "UPDATE chats SET migrated_from = ? WHERE id = ? AND migrated_from IS NULL", (old_id, new["id"])
            )
        row = await connection.one("SELECT * FROM chats WHERE telegram_id = ?", (new_id,))
        if row is None:
            raise Unknown(f"neither chat {old_id} nor chat {new_id} is known; Chats.seen makes a chat known")
        return read_chat(row)


async def _merge(connection: Connection, new: Row, key: int) -> None:
    """Give all that the supergroup has gathered before the bot heard of the migration to the chat `key`. What the
    group had chosen stays; of two tables in one place the group's own stays.
    """
    rows = await connection.all(
        f"{SELECT_TABLES} WHERE phase <> 'closed' AND tables.chat_id = ? AND ifnull(thread_id, 0) IN"
        " (SELECT ifnull(thread_id, 0) FROM tables WHERE phase <> 'closed' AND chat_id = ?)",
        (new["id"], key),
    )
    for table in map(read_table, rows):
        await close_table(connection, table)
    for name in ("tables", "deals", "ledger"):
        await connection.write(f"UPDATE {name} SET chat_id = ? WHERE chat_id = ?", (key, new["id"]))
    await connection.write(
        "INSERT INTO totals SELECT ?, period, person_id, points, deals, wins FROM totals WHERE chat_id = ?"
        " ON CONFLICT DO UPDATE SET points = points + excluded.points, deals = deals + excluded.deals,"
        " wins = wins + excluded.wins",
        (key, new["id"]),
    )
    await connection.write(
        "INSERT OR IGNORE INTO subscriptions SELECT ?, person_id FROM subscriptions WHERE chat_id = ?", (key, new["id"])
    )
    await connection.write(
        "INSERT OR IGNORE INTO blocks SELECT ?, telegram_id, reason, blocked FROM blocks WHERE chat_id = ?",
        (key, new["id"]),
    )
    for name in ("totals", "subscriptions", "blocks"):
        await connection.write(f"DELETE FROM {name} WHERE chat_id = ?", (new["id"],))
    await connection.write("DELETE FROM chats WHERE id = ?", (new["id"],))
    await connection.write(
        "UPDATE chats SET title = ?, is_forum = ? WHERE id = ?", (new["title"], new["is_forum"], key)
    )
