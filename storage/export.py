"""The ledger and the finished deals as rows for other programs. People are numbers; a deal under way is left out, its
seed is still secret.
"""

import csv
import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum, unique
from typing import TextIO

from engine.cards import format_counts
from engine.deal import PlayCards, TimeOut
from storage.actions import StoredAction, read_action
from storage.deals import SELECT_DEALS, read_deal


@unique
class Subject(StrEnum):
    """The things that can be exported."""

    LEDGER = "ledger"
    DEALS = "deals"


@unique
class Form(StrEnum):
    """The forms of an export: CSV with a line of names, or one JSON object a line."""

    CSV = "csv"
    JSONL = "jsonl"


def export(connection: sqlite3.Connection, subject: Subject, form: Form, to: TextIO) -> None:
    """Write all rows of `subject` to `to`, the oldest first. Times are ISO 8601, UTC."""
    writer = None
    for row in _ledger(connection) if subject is Subject.LEDGER else _deals(connection):
        if form is Form.JSONL:
            to.write(json.dumps(row, ensure_ascii=False) + "\n")
            continue
        if writer is None:
            writer = csv.DictWriter(to, list(row))
            writer.writeheader()
        writer.writerow({name: _cell(value) for name, value in row.items()})


def _ledger(connection: sqlite3.Connection) -> Iterator[dict[str, object]]:
    for row in connection.execute(
        "SELECT ledger.id, deal_id AS deal, seat, person_id AS person, telegram_id AS chat, period, result,"
        " contribution, points, total, reason, at FROM ledger LEFT JOIN chats ON chats.id = chat_id ORDER BY ledger.id"
    ):
        yield {**dict(row), "at": _iso(row["at"])}


def _deals(connection: sqlite3.Connection) -> Iterator[dict[str, object]]:
    for row in connection.execute(f"{SELECT_DEALS} WHERE state <> 'live' ORDER BY deals.id"):
        actions = connection.execute("SELECT * FROM actions WHERE deal_id = ? ORDER BY number", (row["id"],))
        deal = read_deal(row, [read_action(action) for action in actions])
        yield {
            "id": deal.id,
            "table": deal.table_id,
            "number": deal.number,
            "chat": deal.chat_id,
            "state": deal.state.value,
            "ranked": deal.ranked,
            "started": _iso(deal.started),
            "ended": _iso(row["ended"]),
            "rules": json.loads(row["rules"]),
            "server_seed": deal.shuffle.server_seed.hex(),
            "taps": list(deal.shuffle.taps),
            "shuffle_number": deal.shuffle.number,
            "commitment": row["commitment"],
            "seed": row["seed"].hex(),
            "opening": str(deal.opening),
            "leader": deal.leader,
            "players": [player.strength if player.person_id is None else player.person_id for player in deal.players],
            "actions": [_action(action) for action in deal.actions],
            "settlement": None if row["settlement"] is None else json.loads(row["settlement"]),
        }


def _action(stored: StoredAction) -> list[object]:
    """Seat and what it did: cards, "pass" or "timeout"; and what the cards were read as."""
    match stored.action:
        case PlayCards(seat, cards, choice):
            return [seat, format_counts(cards), choice]
        case TimeOut(seat):
            return [seat, "timeout"]
        case other:
            return [other.seat, "pass"]


def _cell(value: object) -> object:
    return json.dumps(value) if isinstance(value, list | dict) else value


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
