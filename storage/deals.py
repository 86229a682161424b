"""Deals: started, played action by action, settled; each step one transaction.

A deal is its seed, its players, its rules and its actions in order; everything else is recomputed from them. The
settlement is kept beside them so that lists need not replay, and `storage.check` shows that it is what a replay gives.
"""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import lru_cache
from typing import Final, TypeAlias

from engine.cards import Card, Counts, format_counts
from engine.deal import Deal, Played
from engine.ruleset import RuleSet
from engine.scoring import Settlement
from engine.seats import Seat
from engine.shuffle import Dealt, deal_cards
from storage.access import Access
from storage.actions import StoredAction, read_action, written
from storage.errors import StaleAction, Unknown
from storage.ledger import ScoreChange, settle
from storage.settlements import read_settlement
from storage.tables import Occupant, Phase, Shuffle, StoredTable, write_table

PeriodOf: TypeAlias = Callable[[float], str]
"""Tells the month of a time."""


@unique
class DealState(StrEnum):
    """A deal is being played, has its settlement, or was given up and counts for nothing."""

    LIVE = "live"
    SETTLED = "settled"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A deal as it is kept. `number` counts the deals of its table from 1; `players` are by seat of the deal, after the
    change of seats that the opening card may bring (rules §2). `chat_id` is Telegram's; None when it was the private
    chat of somebody forgotten. `commitment` is what was shown before, as it was kept then.
    """

    id: int
    table_id: int
    chat_id: int | None
    number: int
    shuffle: Shuffle
    commitment: str
    rules: RuleSet
    ranked: bool
    players: tuple[Occupant, ...]
    opening: Card
    leader: Seat
    state: DealState
    started: float
    ended: float | None
    settlement: Settlement | None
    actions: tuple[StoredAction, ...]

    @property
    def dealt(self) -> Dealt:
        """The cards as they were dealt."""
        return deal_cards(self.shuffle.seed, self.rules)

    def first(self, dealt: Dealt | None = None) -> Deal:
        """The deal before its first lead; `dealt` is `self.dealt` for whoever has it already."""
        dealt = dealt or self.dealt
        return Deal.start(dealt.seated_counts, dealt.leader, self.rules)

    def last(self, dealt: Dealt | None = None) -> Deal:
        """The deal after all its actions; takes what `first` does.

        Raises:
            EngineError: an action is not one that the rules allow.
        """
        return self.first(dealt).replay(stored.action for stored in self.actions)

    def seat_of(self, person_id: int) -> Seat | None:
        """The seat of a person, if they play this deal."""
        return next((seat for seat, player in enumerate(self.players) if player.person_id == person_id), None)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The outcome of writing an action.

    `changes` are the scores that moved: those of the people in a ranked deal that has just been settled.
    """

    table: StoredTable
    number: int
    changes: tuple[ScoreChange, ...]


SELECT_DEALS: Final = """
SELECT deals.*, chats.telegram_id AS telegram_chat,
    (SELECT json_group_array(json_array(person_id, strength, number))
        FROM (SELECT * FROM deal_seats WHERE deal_id = deals.id ORDER BY seat)) AS players
FROM deals JOIN chats ON chats.id = deals.chat_id
"""


@lru_cache(maxsize=256)
def _read_rules(text: str) -> RuleSet:
    """Rules as they were written; a thousand deals have a handful of them."""
    return RuleSet.model_validate_json(text)


def read_deal(row: sqlite3.Row, actions: Sequence[StoredAction]) -> StoredDeal:
    """The deal of a row of `SELECT_DEALS` and its actions."""
    rules = _read_rules(row["rules"])
    return StoredDeal(
        id=row["id"],
        table_id=row["table_id"],
        chat_id=row["telegram_chat"],
        number=row["number"],
        shuffle=Shuffle(row["server_seed"], tuple(json.loads(row["taps"])), row["shuffle_number"]),
        commitment=row["commitment"],
        rules=rules,
        ranked=bool(row["ranked"]),
        players=tuple(
            Occupant(person_id, strength, number=number) for person_id, strength, number in json.loads(row["players"])
        ),
        opening=Card.parse(row["opening"]),
        leader=row["leader"],
        state=DealState(row["state"]),
        started=row["started"],
        ended=row["ended"],
        settlement=None if row["settlement"] is None else read_settlement(row["settlement"], rules),
        actions=tuple(actions),
    )


def start_deal(
    database: sqlite3.Connection, table: StoredTable, dealt: Dealt, now: float
) -> tuple[StoredTable, StoredDeal]:
    """Start a deal, whose cards are `dealt`; see `Deals.start`."""
    players = [occupant for occupant in table.seats if occupant is not None]
    rules, shuffle = table.options.rules, table.shuffle
    table = write_table(database, replace(table, phase=Phase.DEAL, deal_count=table.deal_count + 1), now)
    deal_id = database.execute(
        "INSERT INTO deals (table_id, chat_id, number, server_seed, taps, shuffle_number, commitment, seed,"
        " rules, ranked, opening, leader, state, started)"
        " VALUES (?, (SELECT chat_id FROM tables WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'live', ?)",
        (
            table.id,
            table.id,
            table.deal_count,
            shuffle.server_seed,
            json.dumps(shuffle.taps),
            shuffle.number,
            shuffle.commitment,
            shuffle.seed,
            rules.model_dump_json(),
            int(table.would_count),
            str(dealt.opening),
            dealt.leader,
            now,
        ),
    ).lastrowid
    assert deal_id is not None, "an INSERT has given the row a number"
    database.executemany(
        "INSERT INTO deal_seats VALUES (?, ?, ?, ?, ?)",
        [(deal_id, seat, one.person_id, one.strength, one.number) for seat, one in enumerate(players)],
    )
    return table, get_deal(database, deal_id)


def record_action(
    database: sqlite3.Connection, table: StoredTable, deal_id: int, deal: Deal, at: float, period_of: PeriodOf
) -> Recorded:
    """Write the last action of `deal` and all that follows from it; see `Deals.record`.

    Args:
        at: when it happened.
        period_of: tells the month of that.
    """
    number = len(deal.log)
    row = database.execute(
        "SELECT deals.*, (SELECT ifnull(max(number), 0) FROM actions WHERE deal_id = deals.id) AS recorded"
        " FROM deals WHERE id = ? AND table_id = ?",
        (deal_id, table.id),
    ).fetchone()
    if row is None:
        raise _unknown(deal_id)
    if row["state"] != DealState.LIVE or row["recorded"] != number - 1:
        raise StaleAction(
            f"action {number} cannot follow action {row['recorded']} of deal {deal_id}, which is {row['state']}"
        )
    entry = deal.log[-1]
    database.execute("INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?, ?)", (deal_id, number, *written(entry), at))
    if isinstance(entry, Played):
        _delete_draft(database, deal_id, entry.seat)
    changes: tuple[ScoreChange, ...] = ()
    if deal.is_over:
        table = replace(table, phase=Phase.RESULT)
        changes = settle(database, row, deal, at, period_of(at))
    return Recorded(write_table(database, table, at), number, changes)


def get_deal(database: sqlite3.Connection, deal_id: int) -> StoredDeal:
    """A deal with all its actions.

    Raises:
        Unknown: there is none with this number.
    """
    deal = _find(database, "WHERE deals.id = ?", (deal_id,))
    if deal is None:
        raise _unknown(deal_id)
    return deal


def last_deal_of_table(database: sqlite3.Connection, table_id: int) -> StoredDeal | None:
    """The deal a table has started last."""
    return _find(database, "WHERE table_id = ? ORDER BY number DESC LIMIT 1", (table_id,))


def last_settled_in_chat(database: sqlite3.Connection, chat_id: int) -> StoredDeal | None:
    """The deal settled last in a chat."""
    return _find(
        database,
        "WHERE state = 'settled' AND deals.chat_id = (SELECT id FROM chats WHERE telegram_id = ? OR migrated_from = ?)"
        " ORDER BY deals.id DESC LIMIT 1",
        (chat_id, chat_id),
    )


def last_settled_of_person(database: sqlite3.Connection, person_id: int) -> StoredDeal | None:
    """The deal of a person that was settled last."""
    return _find(
        database,
        "JOIN deal_seats ON deal_id = deals.id WHERE deal_seats.person_id = ? AND state = 'settled'"
        " ORDER BY deal_id DESC LIMIT 1",
        (person_id,),
    )


def save_draft(database: sqlite3.Connection, deal_id: int, seat: Seat, cards: Counts) -> None:
    """Keep the cards a player has selected; no cards: keep nothing."""
    if not any(cards):
        _delete_draft(database, deal_id, seat)
        return
    database.execute(
        "INSERT INTO drafts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET cards = excluded.cards",
        (deal_id, seat, format_counts(cards)),
    )


def _delete_draft(database: sqlite3.Connection, deal_id: int, seat: Seat) -> None:
    database.execute("DELETE FROM drafts WHERE deal_id = ? AND seat = ?", (deal_id, seat))


def _find(database: sqlite3.Connection, which: str, parameters: Sequence[object]) -> StoredDeal | None:
    row = database.execute(f"{SELECT_DEALS} {which}", parameters).fetchone()
    if row is None:
        return None
    actions = database.execute("SELECT * FROM actions WHERE deal_id = ? ORDER BY number", (row["id"],)).fetchall()
    return read_deal(row, [read_action(action) for action in actions])


class Deals:
    """Deals by number, by table and by chat."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def start(self, table: StoredTable, dealt: Dealt | None = None) -> tuple[StoredTable, StoredDeal]:
        """Start a deal at a table whose four seats are taken, as the opening card has placed them: the caller deals
        with `deal_cards(table.shuffle.seed, table.options.rules)`, seats the four by `Dealt.seating`, and may hand in
        what was dealt; None: the cards are dealt here.

        The table is saved with it (its phase becomes DEAL), so set its deadline before.

        Raises:
            ValueError: a seat is free.
            StaleTable: the table has been changed since it was read.
            AlreadySeated: see `Tables.save`.
        """
        if None in table.seats:
            raise ValueError("a deal needs four players; fill the free seats first")
        now, cards = self._access.now(), dealt or deal_cards(table.shuffle.seed, table.options.rules)
        return await self._access.write(lambda database: start_deal(database, table, cards, now))

    async def record(self, table: StoredTable, deal_id: int, deal: Deal) -> Recorded:
        """Write the last action of `deal` and the table as it is after it, and, where that action has ended the deal,
        the settlement, the ledger and the scores: all in one transaction.

        Args:
            table: with its deadline and seats as they are after the action; the phase becomes RESULT at the end.
            deal: the state after the action; all but its last action have been recorded.

        Raises:
            StaleAction: this action has been recorded already, another one has, or an earlier one is missing.
            StaleTable, AlreadySeated: see `Tables.save`.
            Unknown: there is no such deal at this table.
        """
        at, period_of = self._access.now(), self._access.period
        return await self._access.write(lambda database: record_action(database, table, deal_id, deal, at, period_of))

    async def get(self, deal_id: int) -> StoredDeal:
        """A deal with all its actions.

        Raises:
            Unknown: there is none with this number.
        """
        return await self._access.read_long(lambda database: get_deal(database, deal_id))

    async def last_of_table(self, table_id: int) -> StoredDeal | None:
        """The deal a table has started last."""
        return await self._access.read_long(lambda database: last_deal_of_table(database, table_id))

    async def last_settled_in_chat(self, chat_id: int) -> StoredDeal | None:
        """The deal settled last in a chat; what `/replay` and `/verify` show there unasked."""
        return await self._access.read_long(lambda database: last_settled_in_chat(database, chat_id))

    async def last_settled_of_person(self, person_id: int) -> StoredDeal | None:
        """The deal of a person that was settled last; what `/replay` and `/verify` show them in private unasked."""
        return await self._access.read_long(lambda database: last_settled_of_person(database, person_id))

    async def save_draft(self, deal_id: int, seat: Seat, cards: Counts) -> None:
        """Keep the cards a player has selected and not played yet; no cards: keep nothing. Playing deletes them."""
        await self._access.write(lambda database: save_draft(database, deal_id, seat, cards))


def _unknown(deal_id: int) -> Unknown:
    return Unknown(f"there is no deal {deal_id} here; numbers of deals are given by Deals.start")
