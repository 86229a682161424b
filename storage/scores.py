"""Scores, lists and histories, as `/rank`, `/top`, `/stats` and `/history` need them, each by index."""

import json
import sqlite3
from dataclasses import dataclass

from engine.scoring import ResultKind
from engine.seats import Seat
from storage.access import Access
from storage.chats import chat_key
from storage.errors import Unknown
from storage.ledger import ALL_CHATS, ALL_MONTHS, ScoreChange, correct, read_scorecard
from storage.people import StoredPerson, read_person
from storage.scorecard import Scorecard


@dataclass(frozen=True, slots=True)
class Ranked:
    """A person's place in a list. `points` is what the list is ordered by: what they won and lost in the chat and month
    of the list. Equal points share a place.
    """

    place: int
    person: StoredPerson
    points: int
    deals: int
    wins: int


@dataclass(frozen=True, slots=True)
class ListPlace:
    """A person's place in a list of `of` people."""

    place: int
    of: int
    points: int


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A finished deal as a person sees it. `total` is their score after it (None for a deal that did not count), `won`
    and `place` are None in a void deal; `chat_id` is Telegram's.
    """

    deal_id: int
    ended: float
    chat_id: int | None
    chat_title: str | None
    ranked: bool
    seat: Seat
    kind: ResultKind
    won: bool | None
    place: int | None
    result: int
    contribution: int
    points: int
    total: int | None


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of a history, the newest deals first; pages count from 1."""

    lines: tuple[HistoryLine, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A row of a person's ledger: a deal, or (with a reason) a correction. `total` is the score after it."""

    id: int
    deal_id: int | None
    at: float
    result: int
    contribution: int
    points: int
    total: int
    reason: str | None


def get_scorecard(database: sqlite3.Connection, person_id: int) -> Scorecard:
    """A person's sums; all zero for somebody who has played no ranked deal."""
    return read_scorecard(database.execute("SELECT * FROM scores WHERE person_id = ?", (person_id,)).fetchone())


def get_top(database: sqlite3.Connection, chat_id: int | None, period: str | None, limit: int) -> tuple[Ranked, ...]:
    """The first `limit` of a list."""
    rows = database.execute(
        "SELECT people.*, totals.points, totals.deals, totals.wins, ifnull(scores.score, 0) AS score"
        " FROM totals JOIN people ON people.id = totals.person_id LEFT JOIN scores USING (person_id)"
        " WHERE totals.chat_id = ? AND totals.period = ? ORDER BY totals.points DESC, totals.person_id LIMIT ?",
        (_list_chat(database, chat_id), period or ALL_MONTHS, limit),
    )
    found: list[Ranked] = []
    for number, row in enumerate(rows, start=1):
        place = found[-1].place if found and found[-1].points == row["points"] else number
        found.append(Ranked(place, read_person(row), row["points"], row["deals"], row["wins"]))
    return tuple(found)


def get_place(
    database: sqlite3.Connection, person_id: int, chat_id: int | None, period: str | None
) -> ListPlace | None:
    """A person's place in a list; None where they are not in it."""
    scope = (_list_chat(database, chat_id), period or ALL_MONTHS)
    own = database.execute(
        "SELECT points FROM totals WHERE chat_id = ? AND period = ? AND person_id = ?", (*scope, person_id)
    ).fetchone()
    if own is None:
        return None
    better, everybody = database.execute(
        "SELECT count(*) FILTER (WHERE points > ?), count(*) FROM totals WHERE chat_id = ? AND period = ?",
        (own["points"], *scope),
    ).fetchone()
    return ListPlace(better + 1, everybody, own["points"])


def get_history(database: sqlite3.Connection, person_id: int, page: int, size: int) -> HistoryPage:
    """A page of a person's finished deals, or the nearest page that there is."""
    (count,) = database.execute(
        "SELECT count(*) FROM deal_seats JOIN deals ON deals.id = deal_id WHERE person_id = ? AND state = 'settled'",
        (person_id,),
    ).fetchone()
    pages = max(1, -(-count // size))
    page = min(max(1, page), pages)
    rows = database.execute(
        "SELECT deals.id, ended, telegram_id, title, ranked, deal_seats.seat, settlement, total FROM deal_seats"
        " JOIN deals ON deals.id = deal_seats.deal_id JOIN chats ON chats.id = deals.chat_id"
        " LEFT JOIN ledger ON ledger.deal_id = deals.id AND ledger.seat = deal_seats.seat"
        " WHERE deal_seats.person_id = ? AND state = 'settled'"
        " ORDER BY deal_seats.deal_id DESC LIMIT ? OFFSET ?",
        (person_id, size, (page - 1) * size),
    )
    return HistoryPage(tuple(_history_line(*row) for row in rows), page, pages)


def get_curve(database: sqlite3.Connection, person_id: int, limit: int) -> tuple[tuple[float, int], ...]:
    """A person's last scores with their times, the oldest first."""
    rows = database.execute(
        "SELECT at, total FROM ledger WHERE person_id = ? ORDER BY id DESC LIMIT ?", (person_id, limit)
    ).fetchall()
    return tuple((at, total) for at, total in reversed(rows))


def get_ledger(database: sqlite3.Connection, person_id: int, limit: int) -> tuple[LedgerLine, ...]:
    """A person's last ledger rows, the newest first."""
    rows = database.execute(
        "SELECT id, deal_id, at, result, contribution, points, total, reason FROM ledger"
        " WHERE person_id = ? ORDER BY id DESC LIMIT ?",
        (person_id, limit),
    )
    return tuple(LedgerLine(*row) for row in rows)


def adjust_score(
    database: sqlite3.Connection,
    person_id: int,
    points: int,
    reason: str,
    chat_id: int | None,
    at: float,
    period: str,
) -> ScoreChange:
    """Correct a person's score; see `Scores.adjust`."""
    row = database.execute("SELECT 1 FROM people WHERE id = ? AND telegram_id IS NOT NULL", (person_id,)).fetchone()
    if row is None:
        raise Unknown(f"there is no person {person_id}, or they have been forgotten; name somebody who plays")
    chat = None if chat_id is None else chat_key(database, chat_id)
    return correct(database, person_id, get_scorecard(database, person_id), points, reason, chat, at, period)


def _list_chat(database: sqlite3.Connection, chat_id: int | None) -> int:
    """The chat of a list; one the bot has not seen has an empty list."""
    if chat_id is None:
        return ALL_CHATS
    try:
        return chat_key(database, chat_id)
    except Unknown:
        return -1


class Scores:
    """The ledger, and what it comes to."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def period(self, at: float) -> str:
        """The month of a time, as lists want it: "2026-11"."""
        return self._access.period(at)

    def of(self, person_id: int) -> Scorecard:
        """A person's sums; all zero for somebody who has played no ranked deal."""
        return self._access.read(lambda database: get_scorecard(database, person_id))

    async def top(
        self, *, chat_id: int | None = None, period: str | None = None, limit: int = 10
    ) -> tuple[Ranked, ...]:
        """The first `limit` of a list: of a chat (None: all chats) and a month (None: all months)."""
        return await self._access.read_long(lambda database: get_top(database, chat_id, period, limit))

    async def place(self, person_id: int, *, chat_id: int | None = None, period: str | None = None) -> ListPlace | None:
        """A person's place in a list (see `top`); None where they are not in it."""
        return await self._access.read_long(lambda database: get_place(database, person_id, chat_id, period))

    async def history(self, person_id: int, *, page: int = 1, size: int = 10) -> HistoryPage:
        """A person's finished deals, practice included; a page outside of what there is gives the nearest one."""
        return await self._access.read_long(lambda database: get_history(database, person_id, page, size))

    async def curve(self, person_id: int, *, limit: int = 1000) -> tuple[tuple[float, int], ...]:
        """A person's score over time: (when, score after it) of their last `limit` ledger rows, the oldest first."""
        return await self._access.read_long(lambda database: get_curve(database, person_id, limit))

    async def ledger(self, person_id: int, *, limit: int = 20) -> tuple[LedgerLine, ...]:
        """A person's last `limit` ledger rows, the newest first."""
        return await self._access.read_long(lambda database: get_ledger(database, person_id, limit))

    async def adjust(self, person_id: int, points: int, reason: str, *, chat_id: int | None = None) -> ScoreChange:
        """Correct a person's score: a row with a reason is added to the ledger, none is edited.

        Args:
            points: what the score moves by, either way.
            reason: why, for whoever reads the ledger later.
            chat_id: the chat whose lists move too; the lists over all chats always do.

        Raises:
            ValueError: nothing would move, or there is no reason.
            ScoreOutOfRange: their score would go beyond `MOST_POINTS`, or a sum out of all reason.
            Unknown: there is no such person or chat, or they have been forgotten.
        """
        reason = reason.strip()
        if not points or not reason:
            raise ValueError("a correction moves the score and has a reason")
        at = self._access.now()
        period = self._access.period(at)
        return await self._access.write(
            lambda database: adjust_score(database, person_id, points, reason, chat_id, at, period)
        )


def _history_line(
    deal_id: int,
    ended: float,
    chat_id: int | None,
    title: str | None,
    ranked: int,
    seat: Seat,
    settlement: str,
    total: int | None,
) -> HistoryLine:
    figures = json.loads(settlement)
    return HistoryLine(
        deal_id=deal_id,
        ended=ended,
        chat_id=chat_id,
        chat_title=title,
        ranked=bool(ranked),
        seat=seat,
        kind=ResultKind(figures["kind"]),
        won=seat in figures["winners"] if figures["winners"] else None,
        place=figures["places"].index(seat) + 1 if figures["places"] else None,
        result=figures["result"][seat],
        contribution=figures["contribution"][seat],
        points=figures["points"][seat],
        total=total,
    )
