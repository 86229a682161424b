"""What a process that was killed has left standing: the messages of tables that it had closed."""

import logging

from bot.outbox import Outbox
from bot.outbox.message_store import slot_of
from storage import Database, DealState, StorageError

log = logging.getLogger(__name__)


async def clear_closed_tables(database: Database, outbox: Outbox) -> None:
    """Have every message of a closed table that is still on record lose its buttons, or go if it is a hand of a deal
    that was given up: what the table's end would have done with it. Where this is cut short, the next start goes on.

    To be called before any table is open: those that close later are cleared by the stage.
    """
    try:
        found = await database.tables.messages_of_closed()
        for table_id, messages in found.items():
            deal = await database.deals.last_of_table(table_id)
            is_void = deal is not None and deal.state is DealState.ABANDONED
            for message in messages:
                slot = slot_of(table_id, message)
                outbox.resume(slot.chat_id)
                if is_void and slot.name.startswith("hand:"):
                    outbox.close(slot)
                else:
                    outbox.strip(slot)
    except StorageError:
        log.exception("what closed tables have left could not be read")
    else:
        if found:
            log.info("%d closed tables have left messages, which lose their buttons now", len(found))
