"""The ledger: what every ranked deal and every correction moved, and the sums kept beside it.

Four rows per ranked deal, the shares of computer players included, so that they add up to zero; one row per correction.
Rows are never edited. The scores and the lists of `/top` are sums over them, changed in the same transaction.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.deal import Deal
from engine.seats import SEATS, Seat
from storage.errors import ScoreOutOfRange
from storage.scorecard import Scorecard, Share, Tally, share_of
from storage.settlements import write_settlement

MOST_POINTS: Final = 10**12
"""A correction brings no score beyond this, either way. SQLite's integers go nine million times as far, so that there
is room for whatever deals bring on top.
"""
_MOST_LISTED: Final = 2**62
"""The same for the sum of a list, which has only the corrections of one chat or month and none that cancelled them."""
ALL_CHATS: Final = 0
ALL_MONTHS: Final = ""


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """The move of a person's score, by a deal (from `seat`) or a correction (`seat` None)."""

    person_id: int
    seat: Seat | None
    points: int
    before: int
    after: int


def read_scorecard(row: sqlite3.Row | None) -> Scorecard:
    """The scorecard of a row of `scores`; a person without a row has played no ranked deal."""
    if row is None:
        return Scorecard()
    return Scorecard(
        score=row["score"],
        highest=row["highest"],
        deals=row["deals"],
        won=Tally(row["won_shuangkou"], row["won_dankou"], row["won_pingkou"]),
        lost=Tally(row["lost_shuangkou"], row["lost_dankou"], row["lost_pingkou"]),
        firsts=row["firsts"],
        best_bomb=row["best_bomb"],
        streak=row["streak"],
        best_streak=row["best_streak"],
        timeouts=row["timeouts"],
    )


def scorecard_row(person_id: int, card: Scorecard) -> tuple[int, ...]:
    """The row of `scores` of a person."""
    won, lost = card.won, card.lost
    return (
        person_id,
        card.score,
        card.highest,
        card.deals,
        won.shuangkou,
        won.dankou,
        won.pingkou,
        lost.shuangkou,
        lost.dankou,
        lost.pingkou,
        card.firsts,
        card.best_bomb,
        card.streak,
        card.best_streak,
        card.timeouts,
    )


def settle(
    database: sqlite3.Connection, row: sqlite3.Row, deal: Deal, at: float, period: str
) -> tuple[ScoreChange, ...]:
    """Settle the finished `deal` whose row of `deals` is `row`, and return the scores that moved.

    Args:
        at: when it ended.
        period: the month of that.
    """
    settlement = deal.settlement
    assert settlement is not None, "the deal is finished"
    deal_id, chat = row["id"], row["chat_id"]
    database.execute(
        "UPDATE deals SET state = 'settled', ended = ?, settlement = ? WHERE id = ?",
        (at, write_settlement(settlement), deal_id),
    )
    database.execute("DELETE FROM drafts WHERE deal_id = ?", (deal_id,))
    if not row["ranked"]:
        return ()
    seats = database.execute(
        "SELECT deal_seats.person_id AS player, scores.* FROM deal_seats LEFT JOIN scores USING (person_id)"
        " WHERE deal_id = ? ORDER BY seat",
        (deal_id,),
    ).fetchall()
    rows: list[tuple[object, ...]] = []
    cards: dict[int, Scorecard] = {}
    changes: list[ScoreChange] = []
    shares: dict[int, Share] = {}
    for seat in SEATS:
        person_id, share = seats[seat]["player"], share_of(settlement, deal.timeouts[seat], seat)
        total = None
        if person_id is not None:
            before = read_scorecard(seats[seat] if seats[seat]["score"] is not None else None)
            cards[person_id], shares[person_id] = before.after(share), share
            total = cards[person_id].score
            changes.append(ScoreChange(person_id, seat, share.points, before.score, total))
        rows.append(
            (deal_id, seat, person_id, chat, period, share.result, share.contribution, share.points, total, None, at)
        )
    _write_rows(database, rows)
    _write_cards(database, cards)
    _write_totals(
        database,
        [
            (list_chat, list_period, person_id, share.points, 1, int(bool(share.won)))
            for person_id, share in shares.items()
            for list_chat in (ALL_CHATS, chat)
            for list_period in (ALL_MONTHS, period)
        ],
    )
    return tuple(changes)


def correct(
    database: sqlite3.Connection,
    person_id: int,
    card: Scorecard,
    points: int,
    reason: str,
    chat: int | None,
    at: float,
    period: str,
) -> ScoreChange:
    """Add a correction to the ledger of the person whose scorecard is `card`.

    Raises:
        ScoreOutOfRange: their score would go beyond `MOST_POINTS`, or their sum in a list beyond any that is sensible.
    """
    _require_in_range(card.score, points, MOST_POINTS)
    after = card.corrected(points)
    chats = (ALL_CHATS,) if chat is None else (ALL_CHATS, chat)
    lists = [(list_chat, list_period) for list_chat in chats for list_period in (ALL_MONTHS, period)]
    for scope in lists:
        row = database.execute(
            "SELECT points FROM totals WHERE chat_id = ? AND period = ? AND person_id = ?", (*scope, person_id)
        ).fetchone()
        _require_in_range(row["points"] if row else 0, points, _MOST_LISTED)
    _write_rows(database, [(None, None, person_id, chat, period, points, 0, points, after.score, reason, at)])
    _write_cards(database, {person_id: after})
    _write_totals(database, [(*scope, person_id, points, 0, 0) for scope in lists])
    return ScoreChange(person_id, None, points, card.score, after.score)


def _require_in_range(before: int, points: int, most: int) -> None:
    after = before + points
    if abs(after) > most and abs(after) >= abs(before):  # what is beyond already may be brought back
        raise ScoreOutOfRange(
            f"{points} points would make {after}; a correction brings nothing beyond {most} either way"
        )


def _write_rows(database: sqlite3.Connection, rows: Iterable[tuple[object, ...]]) -> None:
    database.executemany(
        "INSERT INTO ledger (deal_id, seat, person_id, chat_id, period, result, contribution, points, total, reason,"
        " at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )


def _write_cards(database: sqlite3.Connection, cards: dict[int, Scorecard]) -> None:
    database.executemany(
        "INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [scorecard_row(person_id, card) for person_id, card in cards.items()],
    )


def _write_totals(database: sqlite3.Connection, rows: Iterable[tuple[object, ...]]) -> None:
    database.executemany(
        "INSERT INTO totals VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET points = points + excluded.points,"
        " deals = deals + excluded.deals, wins = wins + excluded.wins",
        rows,
    )
