"""All that a restart needs: every live table, with its deal rebuilt from what was written."""

import gc
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.cards import Counts
from engine.deal import Deal
from engine.seats import Seat
from engine.shuffle import Dealt
from storage.actions import by_deal, read_cards
from storage.deals import SELECT_DEALS, StoredDeal, read_deal
from storage.tables import SELECT_TABLES, StoredMessage, StoredTable, read_table


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table that is not closed: the deal it has started last (None in a first lobby), how that was dealt, its state
    after all its actions, the cards selected by seat, and its messages by role.
    """

    table: StoredTable
    stored: StoredDeal | None
    dealt: Dealt | None
    deal: Deal | None
    drafts: dict[Seat, Counts]
    messages: dict[str, StoredMessage]


def get_live_tables(database: sqlite3.Connection) -> tuple[LiveTable, ...]:
    """Every table that is not closed, by number, in five queries however many there are."""

    def rows(query: str) -> list[sqlite3.Row]:
        return database.execute(query).fetchall()

    last_deals = "SELECT max(id) FROM deals WHERE table_id IN (SELECT id FROM tables WHERE phase <> 'closed')"
    tables = rows(f"{SELECT_TABLES} WHERE phase <> 'closed' ORDER BY tables.id")
    deals = rows(f"{SELECT_DEALS} WHERE deals.id IN ({last_deals} GROUP BY table_id)")
    actions = rows(f"SELECT * FROM actions WHERE deal_id IN ({last_deals} GROUP BY table_id) ORDER BY deal_id, number")
    drafts = rows("SELECT table_id, seat, cards FROM drafts JOIN deals ON deals.id = deal_id")
    messages = rows("SELECT * FROM messages ORDER BY table_id, role")
    with _no_collection():
        return _rebuilt(tables, deals, actions, drafts, messages)


def _rebuilt(
    tables: list[sqlite3.Row],
    deals: list[sqlite3.Row],
    actions: list[sqlite3.Row],
    drafts: list[sqlite3.Row],
    messages: list[sqlite3.Row],
) -> tuple[LiveTable, ...]:
    actions_of = dict(by_deal(actions))
    stored_of = {row["table_id"]: read_deal(row, actions_of.get(row["id"], ())) for row in deals}
    drafts_of: dict[int, dict[Seat, Counts]] = {}
    for row in drafts:
        drafts_of.setdefault(row["table_id"], {})[row["seat"]] = read_cards(row["cards"])
    messages_of: dict[int, dict[str, StoredMessage]] = {}
    for table_id, *message in messages:
        messages_of.setdefault(table_id, {})[message[0]] = StoredMessage(*message)
    found = []
    for table in map(read_table, tables):
        stored = stored_of.get(table.id)
        dealt = None if stored is None else stored.dealt  # takes its time, and is needed again
        deal = None if stored is None else stored.last(dealt)
        found.append(LiveTable(table, stored, dealt, deal, drafts_of.get(table.id, {}), messages_of.get(table.id, {})))
    return tuple(found)


@contextmanager
def _no_collection() -> Iterator[None]:
    """A pause of the garbage collector: it would go through all that is being built again and again, for a fifth of
    the time, and there is no garbage.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
