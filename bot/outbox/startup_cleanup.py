"""Cleaning up after a process that was killed: the messages of tables that it had closed."""

import logging

from bot.outbox import Outbox
from bot.outbox.message_store import slot_of
from bot.screens.ending import void_deal_screen
from bot.tables.people import language_of
from bot.tables.state import Language
from storage import Database, DealState, StorageError

log = logging.getLogger(__name__)


async def clear_closed_tables(database: Database, outbox: Outbox) -> None:
    """Have every message of a closed table that is still on record lose its buttons, or say that the deal is void if it
    is a hand of one, or go if it asks whether to end it: what the table's end would have done with it. Where this is
    cut short, the next start goes on.

    To be called before any table is open: those that close later are cleared by the stage.
    """
    try:
        found = await database.tables.messages_of_closed()
        for table_id, messages in found.items():
            deal = await database.deals.last_of_table(table_id)
            for message in messages:
                slot = slot_of(table_id, message)
                outbox.resume(slot.chat_id)
                if slot.name.startswith("vote:"):
                    outbox.close(slot)
                elif deal is not None and deal.state is DealState.ABANDONED and slot.name.startswith("hand:"):
                    reader = database.people.by_telegram_id(slot.chat_id)
                    language = language_of(reader) if reader is not None else Language.CHINESE
                    outbox.close(slot, void_deal_screen(deal.id, language))
                else:
                    outbox.strip(slot)
    except StorageError:
        log.exception("what closed tables have left could not be read")
    else:
        if found:
            log.info("%d closed tables have left messages, which lose their buttons now", len(found))
