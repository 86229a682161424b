"""What must survive a restart, kept in SQLite (`storage.database` says how it is opened)."""

from storage.access import DatabaseStatus
from storage.actions import StoredAction
from storage.blocks import Block
from storage.chats import Chat, ChatKind, StoredOptions
from storage.daily import DailyDeal, DailyResult
from storage.database import Database, Durability
from storage.deals import DealState, Recorded, StoredDeal
from storage.errors import (
    AlreadySeated,
    DailyPlayed,
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseError,
    DatabaseForeign,
    DatabaseOutdated,
    DatabaseTooNew,
    DatabaseUnusable,
    NoWayBack,
    Refusal,
    ScoreOutOfRange,
    StaleAction,
    StaleTable,
    StillSeated,
    StorageError,
    TableExists,
    Unknown,
)
from storage.ledger import MOST_POINTS, ScoreChange
from storage.people import HandOrder, PersonSettings, StoredPerson
from storage.restart import LiveTable
from storage.scorecard import Scorecard, Tally
from storage.scores import HistoryLine, HistoryPage, LedgerLine, ListPlace, Ranked
from storage.tables import EMPTY, Delegation, Occupant, Phase, Seats, Shuffle, StoredMessage, StoredTable

__all__ = [
    "EMPTY",
    "MOST_POINTS",
    "AlreadySeated",
    "Block",
    "Chat",
    "ChatKind",
    "DailyDeal",
    "DailyPlayed",
    "DailyResult",
    "Database",
    "DatabaseBusy",
    "DatabaseDamaged",
    "DatabaseError",
    "DatabaseForeign",
    "DatabaseOutdated",
    "DatabaseStatus",
    "DatabaseTooNew",
    "DatabaseUnusable",
    "DealState",
    "Delegation",
    "Durability",
    "HandOrder",
    "HistoryLine",
    "HistoryPage",
    "LedgerLine",
    "ListPlace",
    "LiveTable",
    "NoWayBack",
    "Occupant",
    "PersonSettings",
    "Phase",
    "Ranked",
    "Recorded",
    "Refusal",
    "ScoreChange",
    "ScoreOutOfRange",
    "Scorecard",
    "Seats",
    "Shuffle",
    "StaleAction",
    "StaleTable",
    "StillSeated",
    "StorageError",
    "StoredAction",
    "StoredDeal",
    "StoredMessage",
    "StoredOptions",
    "StoredPerson",
    "StoredTable",
    "TableExists",
    "Tally",
    "Unknown",
]
