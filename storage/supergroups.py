"""A group becomes a supergroup: Telegram gives it a new id, and everything it has goes with it."""

import sqlite3

from storage.chats import Chat, read_chat
from storage.errors import Unknown
from storage.tables import SELECT_TABLES, close_table, read_table


def migrate_chat(database: sqlite3.Connection, old_id: int, new_id: int, now: float) -> Chat:
    """Have everything a group has go on under a new Telegram id; see `Database.migrate_chat`."""
    old = database.execute("SELECT * FROM chats WHERE telegram_id = ?", (old_id,)).fetchone()
    new = database.execute("SELECT * FROM chats WHERE telegram_id = ?", (new_id,)).fetchone()
    if old is not None:
        if new is not None:
            _merge(database, new, old["id"], now)
        database.execute(
            "UPDATE chats SET telegram_id = ?, migrated_from = ?, kind = 'supergroup', is_member = 1 WHERE id = ?",
            (new_id, old_id, old["id"]),
        )
        database.execute("DELETE FROM messages WHERE chat_id = ?", (old_id,))
    elif new is not None:
        database.execute(
            "UPDATE chats SET migrated_from = ? WHERE id = ? AND migrated_from IS NULL", (old_id, new["id"])
        )
    row = database.execute("SELECT * FROM chats WHERE telegram_id = ?", (new_id,)).fetchone()
    if row is None:
        raise Unknown(f"neither chat {old_id} nor chat {new_id} is here; name one that the bot has been in")
    return read_chat(row)


def _merge(database: sqlite3.Connection, new: sqlite3.Row, key: int, now: float) -> None:
    """Give all that the supergroup has gathered before the bot heard of the migration to the chat `key`. What the
    group had chosen stays; of two tables in one place the group's own stays.
    """
    rows = database.execute(
        f"{SELECT_TABLES} WHERE phase <> 'closed' AND tables.chat_id = ? AND ifnull(thread_id, 0) IN"
        " (SELECT ifnull(thread_id, 0) FROM tables WHERE phase <> 'closed' AND chat_id = ?)",
        (new["id"], key),
    ).fetchall()
    for table in map(read_table, rows):
        close_table(database, table, now)
    for name in ("tables", "deals", "ledger"):
        database.execute(f"UPDATE {name} SET chat_id = ? WHERE chat_id = ?", (key, new["id"]))
    database.execute(
        "INSERT INTO totals SELECT ?, period, person_id, points, deals, wins FROM totals WHERE chat_id = ?"
        " ON CONFLICT DO UPDATE SET points = points + excluded.points, deals = deals + excluded.deals,"
        " wins = wins + excluded.wins",
        (key, new["id"]),
    )
    database.execute(
        "INSERT OR IGNORE INTO subscriptions SELECT ?, person_id FROM subscriptions WHERE chat_id = ?",
        (key, new["id"]),
    )
    database.execute(
        "INSERT OR IGNORE INTO blocks SELECT ?, telegram_id, reason, blocked FROM blocks WHERE chat_id = ?",
        (key, new["id"]),
    )
    for name in ("totals", "subscriptions", "blocks"):
        database.execute(f"DELETE FROM {name} WHERE chat_id = ?", (new["id"],))
    database.execute("DELETE FROM chats WHERE id = ?", (new["id"],))
    database.execute("UPDATE chats SET title = ?, is_forum = ? WHERE id = ?", (new["title"], new["is_forum"], key))
