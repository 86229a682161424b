"""Everything that must survive a restart, in one SQLite file through aiosqlite. Nothing of Telegram's is known here.

From the bottom up:

    connection   aiosqlite's connection; a transaction as one function, those that wait together share a commit
    checkpointer the write-ahead log, moved into the file in the background
    migrations   from any version of the file to today's, and back; `schema/` has the steps
    opening      the file before it is used: locked, made, refused in a sentence
    access       the three ways of the stores to what is kept: a transaction, a quick look, a long one
    causes       what from outside has brought about what is written
    people, chats, blocks, tables, deals, scores, daily, reviews, key_value
                 a store for each kind of thing; plain functions of a connection, and a class that hands them over
    actions      what was done in a deal, and the deal rebuilt from it
    ledger       what ranked deals and corrections move, with `scorecard` and `settlements`
    supergroups  a group that gets a new id keeps everything
    restart      every live table, rebuilt from what was written
    database     all stores of one file: the way in
    check, backup, export
                 the operator's tools; `python -m storage` is the command line
    errors       everything that is refused

A deal that goes on after a restart, or a `kill -9`:

>>> import asyncio
>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from engine.shuffle import deal_cards
>>> from storage import ChatKind, Database, Occupant, Shuffle, StoredOptions

>>> async def begin(path: Path) -> None:
...     async with Database.open(path) as database:
...         await database.chats.seen(-100, ChatKind.SUPERGROUP, "Cards")
...         people = [await database.people.seen(number, f"Player {number}") for number in (1, 2, 3, 4)]
...         shuffle, options = Shuffle(server_seed=bytes(32)), StoredOptions()
...         seating = deal_cards(shuffle.seed, options.rules).seating
...         table = await database.tables.create(
...             chat_id=-100,
...             host_id=people[0].id,
...             shuffle=shuffle,
...             options=options,
...             seats=tuple(Occupant.person(people[place].id) for place in seating),
...         )
...         table, stored = await database.deals.start(table)
...         deal = stored.first()
...         deal = deal.play(deal.to_act, deal.legal_plays[0].cards).deal
...         await database.deals.record(table, stored.id, deal)  # on the disk before anybody is told

>>> async def go_on(path: Path) -> None:
...     async with Database.open(path) as database:
...         [live] = await database.live_tables()
...         print(f"table {live.table.id}: {live.deal.log[0].play} lies there, seat {live.deal.to_act} is to act")

>>> with TemporaryDirectory() as folder:
...     asyncio.run(begin(Path(folder) / "cards.sqlite3"))
...     asyncio.run(go_on(Path(folder) / "cards.sqlite3"))
table 1: 3 lies there, seat 0 is to act
"""

from storage.access import DatabaseStatus
from storage.actions import StoredAction
from storage.blocks import Block
from storage.causes import caused_by
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
from storage.reviews import StoredJudgement
from storage.scorecard import Scorecard, Tally
from storage.scores import HistoryLine, HistoryPage, LedgerLine, ListPlace, Ranked
from storage.tables import EMPTY, Autopilot, Occupant, Phase, Seats, Shuffle, StoredMessage, StoredTable

__all__ = [
    "EMPTY",
    "MOST_POINTS",
    "AlreadySeated",
    "Autopilot",
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
    "StoredJudgement",
    "StoredMessage",
    "StoredOptions",
    "StoredPerson",
    "StoredTable",
    "TableExists",
    "Tally",
    "Unknown",
    "caused_by",
]
