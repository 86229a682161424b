"""Actions as they are kept, and deals rebuilt from them."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import NOTATION, Counts, format_counts
from engine.deal import Action, LogEntry, Pass, Passed, PlayCards, Played, TimedOut, TimeOut
from engine.plays import PlayType


@dataclass(frozen=True, slots=True)
class StoredAction:
    """One action of a deal: its number (from 1), what was done, and when."""

    number: int
    action: Action
    at: float


def written(entry: LogEntry) -> tuple[int, str, str | None, str | None]:
    """Seat, kind, cards and reading of an entry, as the columns of `actions`."""
    match entry:
        case Played(seat, play):
            return seat, "play", format_counts(play.cards), play.type.value
        case Passed(seat):
            return seat, "pass", None, None
        case TimedOut(seat):
            return seat, "timeout", None, None


def read_action(row: sqlite3.Row) -> StoredAction:
    """The action of a row of `actions`."""
    return StoredAction(row["number"], _action(row["seat"], row["kind"], row["cards"], row["reading"]), row["at"])


def read_cards(text: str) -> Counts:
    """The cards of a text that `format_counts` has written; much quicker than `parse_counts`."""
    return bytes(map(text.count, NOTATION))


def _action(seat: int, kind: str, cards: str | None, reading: str | None) -> Action:
    if cards is not None and reading is not None:
        return PlayCards(seat, read_cards(cards), PlayType(reading))
    return Pass(seat) if kind == "pass" else TimeOut(seat)


def by_deal(rows: list[sqlite3.Row]) -> Iterator[tuple[int, tuple[StoredAction, ...]]]:
    """The actions of several deals, from rows that are ordered by deal and number."""
    deal_id, actions = None, list[StoredAction]()
    for row in rows:
        if row["deal_id"] != deal_id:
            if deal_id is not None:
                yield deal_id, tuple(actions)
            deal_id, actions = row["deal_id"], []
        actions.append(read_action(row))
    if deal_id is not None:
        yield deal_id, tuple(actions)
