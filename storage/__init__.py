"""What must survive a restart, kept in SQLite (`storage.database` says how it is opened)."""

from storage.actions import StoredAction
from storage.blocks import Block
from storage.chats import Chat, ChatKind, TableOptions
from storage.database import Database, Durability
from storage.deals import DealState, Recorded, StoredDeal
from storage.errors import (
    AlreadySeated,
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseError,
    DatabaseForeign,
    DatabaseOutdated,
    DatabaseTooNew,
    DatabaseUnusable,
    Refusal,
    StaleAction,
    StaleTable,
    StillSeated,
    StorageError,
    TableExists,
    Unknown,
)
from storage.ledger import ScoreChange
from storage.people import Person, PersonSettings, Sorting
from storage.restart import LiveTable
from storage.scorecard import Scorecard, Tally
from storage.scores import HistoryLine, HistoryPage, LedgerLine, Ranked, Standing
from storage.tables import EMPTY, Delegation, Message, Occupant, Phase, Seats, Shuffle, Table

__all__ = [
    "EMPTY",
    "AlreadySeated",
    "Block",
    "Chat",
    "ChatKind",
    "Database",
    "DatabaseBusy",
    "DatabaseDamaged",
    "DatabaseError",
    "DatabaseForeign",
    "DatabaseOutdated",
    "DatabaseTooNew",
    "DatabaseUnusable",
    "DealState",
    "Delegation",
    "Durability",
    "HistoryLine",
    "HistoryPage",
    "LedgerLine",
    "LiveTable",
    "Message",
    "Occupant",
    "Person",
    "PersonSettings",
    "Phase",
    "Ranked",
    "Recorded",
    "Refusal",
    "ScoreChange",
    "Scorecard",
    "Seats",
    "Shuffle",
    "Sorting",
    "StaleAction",
    "StaleTable",
    "Standing",
    "StillSeated",
    "StorageError",
    "StoredAction",
    "StoredDeal",
    "Table",
    "TableExists",
    "TableOptions",
    "Tally",
    "Unknown",
]
