"""The check that a database is true to itself: deals replay, sums are those of their rows, nothing is orphaned.

What is looked at is what was *written*, compared with what the engine and the ledger give anew; so this also finds what
no constraint of the database could.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from engine.cards import format_counts
from engine.errors import EngineError
from engine.scoring import Settlement
from storage.actions import read_action
from storage.deals import SELECT_DEALS, DealState, StoredDeal, read_deal
from storage.ledger import ALL_CHATS, ALL_MONTHS, read_scorecard
from storage.scorecard import Scorecard, share_of
from storage.settlements import read_settlement, write_settlement

# What constraints of the database do not say. Each query finds the numbers of what is wrong.
_RULES: Final = (
    (
        "table {} is closed and still has seats",
        "SELECT DISTINCT id FROM tables JOIN seats ON table_id = id WHERE phase = 'closed'",
    ),
    (
        "table {} plays a deal and none is live",
        "SELECT id FROM tables WHERE phase = 'deal'"
        " AND NOT EXISTS (SELECT 1 FROM deals WHERE table_id = tables.id AND state = 'live')",
    ),
    (
        "deal {} is live and its table does not play it",
        "SELECT deals.id FROM deals JOIN tables ON tables.id = table_id WHERE state = 'live' AND phase <> 'deal'",
    ),
    (
        "table {} counts another number of deals than it has",
        "SELECT id FROM tables WHERE deal_count <> (SELECT count(*) FROM deals WHERE table_id = tables.id)",
    ),
    (
        "deal {} belongs to another chat than its table",
        "SELECT deals.id FROM deals JOIN tables ON tables.id = table_id WHERE deals.chat_id <> tables.chat_id",
    ),
    (
        "deal {} has not four players",
        "SELECT id FROM deals WHERE (SELECT count(*) FROM deal_seats WHERE deal_id = deals.id) <> 4",
    ),
    (
        "deal {} has two computer players of one number",
        "SELECT deal_id FROM deal_seats WHERE number IS NOT NULL GROUP BY deal_id, number HAVING count(*) > 1",
    ),
    (
        "deal {} has a gap in the numbers of its actions",
        "SELECT deal_id FROM actions GROUP BY deal_id HAVING max(number) <> count(*)",
    ),
    (
        "deal {} is over and still has selected cards on record",
        "SELECT id FROM deals JOIN drafts ON deal_id = id WHERE state <> 'live'",
    ),
    (
        "deal {} counts and has not four rows in the ledger",
        "SELECT id FROM deals WHERE state = 'settled' AND ranked"
        " AND (SELECT count(*) FROM ledger WHERE deal_id = deals.id) <> 4",
    ),
    (
        "deal {} does not count and has rows in the ledger",
        "SELECT DISTINCT deal_id FROM ledger JOIN deals ON deals.id = deal_id WHERE state <> 'settled' OR NOT ranked",
    ),
    (
        "deal {} was played as the deal of a day and has other cards, or counts",
        "SELECT deals.id FROM daily_plays JOIN daily_deals USING (day) JOIN deals USING (table_id)"
        " WHERE deals.server_seed <> daily_deals.server_seed OR taps <> '[]' OR shuffle_number <> 1 OR number <> 1"
        " OR ranked",
    ),
    (
        "deal {} is not over and has been reviewed",
        "SELECT DISTINCT deal_id FROM reviews JOIN deals ON deals.id = deal_id WHERE state <> 'settled'",
    ),
    (
        "deal {} does not add up to zero in the ledger",
        "SELECT deal_id FROM ledger WHERE deal_id IS NOT NULL GROUP BY deal_id HAVING sum(points) <> 0",
    ),
    (
        "row {} of the ledger names another person or chat than its deal",
        "SELECT ledger.id FROM ledger JOIN deals ON deals.id = deal_id JOIN deal_seats USING (deal_id, seat)"
        " WHERE ledger.person_id IS NOT deal_seats.person_id OR ledger.chat_id IS NOT deals.chat_id",
    ),
    (
        "a list of /top belongs to chat {}, which does not exist",
        "SELECT DISTINCT chat_id FROM totals WHERE chat_id <> 0 AND chat_id NOT IN (SELECT id FROM chats)",
    ),
    (
        "a block belongs to chat {}, which does not exist",
        "SELECT DISTINCT chat_id FROM blocks WHERE chat_id <> 0 AND chat_id NOT IN (SELECT id FROM chats)",
    ),
)


def check(connection: sqlite3.Connection, *, replay: bool = True) -> Iterator[str]:
    """Everything that is wrong with a database, one sentence each; nothing where all is well.

    Args:
        connection: as `connect_read_only` gives it. The database is seen as it is at one moment.
        replay: False leaves out the replay of the deals, which takes most of the time.
    """
    connection.execute("BEGIN")
    try:
        damage = [f"damage: {row[0]}" for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
        if damage:
            yield from damage
            return  # what follows would only report the same in many words
        for name, number, parent, _ in connection.execute("PRAGMA foreign_key_check"):
            yield f"row {number} of {name} refers to a row of {parent} that does not exist"
        for sentence, query in _RULES:
            for (number,) in connection.execute(query):
                yield sentence.format(number)
        if replay:
            yield from _check_deals(connection)
        yield from _check_sums(connection)
    finally:
        connection.rollback()


def _check_deals(connection: sqlite3.Connection) -> Iterator[str]:
    actions = groupby(
        connection.execute("SELECT * FROM actions ORDER BY deal_id, number"), key=lambda row: int(row["deal_id"])
    )
    following = next(actions, None)
    for row in connection.execute(f"{SELECT_DEALS} ORDER BY deals.id"):
        rows: Iterable[sqlite3.Row] = ()
        if following is not None and following[0] == row["id"]:
            rows = list(following[1])
            following = next(actions, None)
        try:
            for fault in _faults_of(read_deal(row, [read_action(action) for action in rows]), row):
                yield f"deal {row['id']}: {fault}"
        except (ValueError, KeyError, TypeError) as error:
            yield f"deal {row['id']} cannot be read: {error!r}"


def _faults_of(deal: StoredDeal, row: sqlite3.Row) -> Iterator[str]:
    if row["commitment"] != deal.shuffle.commitment:
        yield "the commitment is not that of its server seed"
    if row["seed"] != deal.shuffle.seed:
        yield "the seed does not follow from the server seed and the taps"
    dealt = deal.dealt
    if (deal.opening, deal.leader) != (dealt.opening, dealt.leader):
        yield f"{dealt.opening} opens and seat {dealt.leader} leads, not {deal.opening} and seat {deal.leader}"
    try:
        last = deal.last()
    except EngineError as error:
        yield f"an action is against the rules: {error}"
        return
    if last.is_over != (deal.state is DealState.SETTLED):
        left = " ".join(format_counts(hand) or "-" for hand in last.hands)
        yield f"it is {deal.state}, and its actions leave {left}"
    elif last.settlement is not None and row["settlement"] != write_settlement(last.settlement):
        yield f"its actions give {write_settlement(last.settlement)}, stored is {row['settlement']}"


def _check_sums(connection: sqlite3.Connection) -> Iterator[str]:
    """Add up the ledger from the first row to the last and compare with every sum that is kept."""
    cards: dict[int, Scorecard] = {}
    totals: dict[tuple[int, str, int], tuple[int, int, int]] = {}
    rows = connection.execute(
        "SELECT ledger.*, deals.settlement, deals.rules FROM ledger LEFT JOIN deals ON deals.id = deal_id"
        " ORDER BY ledger.id"
    )
    settled: tuple[int, Settlement, dict[int, int]] | None = None
    for row in rows:
        if row["deal_id"] is not None and row["settlement"] is None:
            continue  # reported already: a deal that does not count has rows
        person_id, won = row["person_id"], 0
        if row["deal_id"] is None:
            card = cards.get(person_id, Scorecard()).corrected(row["points"])
        else:
            if settled is None or settled[0] != row["deal_id"]:
                try:
                    settled = _settled(connection, row)
                except (ValueError, KeyError, TypeError) as error:
                    yield f"the settlement of deal {row['deal_id']} cannot be read: {error!r}"
                    continue
            share = share_of(settled[1], settled[2].get(row["seat"], 0), row["seat"])
            if (share.result, share.contribution) != (row["result"], row["contribution"]):
                yield f"row {row['id']} of the ledger is not what the settlement of deal {row['deal_id']} says"
            card, won = cards.get(person_id, Scorecard()).after(share), int(bool(share.won))
        if person_id is None:
            continue
        cards[person_id] = card
        if row["total"] != card.score:
            yield f"row {row['id']} of the ledger says {row['total']} where the rows add up to {card.score}"
        lists = (ALL_CHATS,) if row["chat_id"] is None else (ALL_CHATS, int(row["chat_id"]))
        for key in ((chat, period, person_id) for chat in lists for period in (ALL_MONTHS, str(row["period"]))):
            points, deals, wins = totals.get(key, (0, 0, 0))
            totals[key] = (points + row["points"], deals + (row["deal_id"] is not None), wins + won)
    yield from _compare(connection, cards, totals)


def _settled(connection: sqlite3.Connection, row: sqlite3.Row) -> tuple[int, Settlement, dict[int, int]]:
    """Number, settlement and time-outs by seat of the deal that a row of the ledger belongs to."""
    figures = read_settlement(row["settlement"])
    timeouts = connection.execute(
        "SELECT seat, count(*) FROM actions WHERE deal_id = ? AND kind = 'timeout' GROUP BY seat", (row["deal_id"],)
    )
    return row["deal_id"], figures, dict(timeouts)


def _compare(
    connection: sqlite3.Connection,
    cards: dict[int, Scorecard],
    totals: dict[tuple[int, str, int], tuple[int, int, int]],
) -> Iterator[str]:
    forgotten = {number for (number,) in connection.execute("SELECT id FROM people WHERE telegram_id IS NULL")}
    for row in connection.execute("SELECT * FROM scores"):
        person_id = row["person_id"]
        card = cards.pop(person_id, Scorecard())
        if person_id in forgotten:
            yield f"person {person_id} has been forgotten and still has a score"
        elif read_scorecard(row) != card:
            yield f"the score of person {person_id} is kept as {read_scorecard(row)}, the rows come to {card}"
    for person_id in cards.keys() - forgotten:
        yield f"person {person_id} has rows in the ledger and no score"
    for row in connection.execute("SELECT * FROM totals"):
        key = (row["chat_id"], row["period"], row["person_id"])
        kept, sums = (row["points"], row["deals"], row["wins"]), totals.pop(key, None)
        if row["person_id"] in forgotten:
            yield f"person {row['person_id']} has been forgotten and is still in a list"
        elif kept != sums:
            yield f"the list of chat {key[0]} {key[1]} keeps {kept} for person {key[2]}, the rows come to {sums}"
    for chat, period, person_id in totals:
        if person_id not in forgotten:
            yield f"person {person_id} is missing in the list of chat {chat} {period}"
