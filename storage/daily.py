"""The deal of the day: its seed, who has played it, and what the computer players answered."""

import sqlite3
from dataclasses import dataclass
from typing import Final

from engine.seats import Seat
from engine.shuffle import commitment
from storage.access import Access
from storage.chats import chat_key
from storage.errors import DailyPlayed


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a day, as in "2026-12-01" where the players live."""

    day: str
    server_seed: bytes

    @property
    def commitment(self) -> str:
        """The commitment that is shown the day before."""
        return commitment(self.server_seed)


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The outcome of the deal of the day for a person. `deal_id` leads to their play, `seat` is theirs in it."""

    person_id: int
    deal_id: int
    seat: Seat
    points: int
    ended: float


def get_daily_deal(database: sqlite3.Connection, day: str) -> DailyDeal | None:
    """The deal of a day, if it is known yet."""
    row = database.execute("SELECT server_seed FROM daily_deals WHERE day = ?", (day,)).fetchone()
    return None if row is None else DailyDeal(day, row["server_seed"])


_RESULTS: Final = """
SELECT plays.person_id, deals.id AS deal_id, own.seat, ended,
    json_extract(settlement, '$.points[' || own.seat || ']') AS points
FROM daily_plays AS plays
JOIN deals ON deals.table_id = plays.table_id AND state = 'settled'
JOIN deal_seats AS own ON own.deal_id = deals.id AND own.person_id = plays.person_id
WHERE day = ?
"""


def get_daily_results(database: sqlite3.Connection, day: str, chat_id: int | None) -> tuple[DailyResult, ...]:
    """The outcomes of the deal of a day for all who have finished it, the best first."""
    if chat_id is None:
        rows = database.execute(f"{_RESULTS} ORDER BY points DESC, ended", (day,))
    else:
        members = "plays.person_id IN (SELECT person_id FROM totals WHERE chat_id = ?)"
        chat = chat_key(database, chat_id)
        rows = database.execute(f"{_RESULTS} AND {members} ORDER BY points DESC, ended", (day, chat))
    return tuple(
        DailyResult(row["person_id"], row["deal_id"], row["seat"], row["points"], row["ended"]) for row in rows
    )


def begin_daily(database: sqlite3.Connection, day: str, person_id: int, table_id: int) -> None:
    """Note that somebody plays the deal of a day at a table of its own; `Tables.create` does it with the table.

    Raises:
        DailyPlayed: they have begun it before.
    """
    try:
        database.execute("INSERT INTO daily_plays VALUES (?, ?, ?)", (day, person_id, table_id))
    except sqlite3.IntegrityError as error:
        if find_daily_table(database, day, person_id) is not None:
            raise DailyPlayed(person_id, day) from error
        raise


def find_daily_table(database: sqlite3.Connection, day: str, person_id: int) -> int | None:
    """The table at which somebody plays, or has played, the deal of a day."""
    row = database.execute(
        "SELECT table_id FROM daily_plays WHERE day = ? AND person_id = ?", (day, person_id)
    ).fetchone()
    return None if row is None else row["table_id"]


class Daily:
    """Deals of the day. Days are texts as in "2026-12-01", where the players live."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def deal(self, day: str) -> DailyDeal | None:
        """The deal of a day, if it is known yet."""
        return self._access.read(lambda database: get_daily_deal(database, day))

    async def add(self, day: str, server_seed: bytes) -> DailyDeal:
        """Keep the seed of a day; where there is one already, that one stays.

        Returns:
            The deal of the day.
        """

        def work(database: sqlite3.Connection) -> DailyDeal:
            database.execute("INSERT OR IGNORE INTO daily_deals VALUES (?, ?)", (day, server_seed))
            found = get_daily_deal(database, day)
            assert found is not None, "it has just been written"
            return found

        return await self._access.write(work)

    def table_of(self, day: str, person_id: int) -> int | None:
        """The number of the table at which somebody plays, or has played, the deal of a day."""
        return self._access.read(lambda database: find_daily_table(database, day, person_id))

    def days_of(self, person_id: int) -> tuple[str, ...]:
        """The days whose deal somebody has finished, the newest first."""
        return self._access.read(
            lambda database: tuple(
                row["day"]
                for row in database.execute(
                    "SELECT day FROM daily_plays JOIN deals USING (table_id)"
                    " WHERE person_id = ? AND state = 'settled' ORDER BY day DESC",
                    (person_id,),
                )
            )
        )

    def day_of(self, deal_id: int) -> str | None:
        """The day whose deal this is; None for every other deal."""
        row = self._access.read(
            lambda database: database.execute(
                "SELECT day FROM daily_plays JOIN deals USING (table_id) WHERE deals.id = ?", (deal_id,)
            ).fetchone()
        )
        return None if row is None else row["day"]

    def is_played(self, day: str) -> bool:
        """Return whether somebody is still at the deal of a day."""
        row = self._access.read(
            lambda database: database.execute(
                "SELECT 1 FROM daily_plays JOIN tables ON tables.id = table_id WHERE day = ? AND phase <> 'closed'",
                (day,),
            ).fetchone()
        )
        return row is not None

    async def results(self, day: str, *, chat_id: int | None = None) -> tuple[DailyResult, ...]:
        """The outcomes of the deal of a day for all who have finished it, the best first, and those who were quicker
        before those who were later.

        Args:
            day: the day.
            chat_id: only people who have played a deal that counts in this chat; None: everybody.

        Raises:
            Unknown: the bot has not seen the chat.
        """
        return await self._access.read_long(lambda database: get_daily_results(database, day, chat_id))

    def answer(self, day: str, line: bytes) -> str | None:
        """The answer of a computer player to a line of play (a digest of all actions before), if it has come up."""
        row = self._access.read(
            lambda database: database.execute(
                "SELECT answer FROM daily_answers WHERE day = ? AND line = ?", (day, line)
            ).fetchone()
        )
        return None if row is None else row["answer"]

    async def keep_answer(self, day: str, line: bytes, answer: str) -> str:
        """Keep what a computer player answered; what was kept before stays.

        Returns:
            The answer that is on record now.
        """

        def work(database: sqlite3.Connection) -> str:
            database.execute("INSERT OR IGNORE INTO daily_answers VALUES (?, ?, ?)", (day, line, answer))
            row = database.execute(
                "SELECT answer FROM daily_answers WHERE day = ? AND line = ?", (day, line)
            ).fetchone()
            kept: str = row["answer"]
            return kept

        return await self._access.write(work)

    async def drop_answers(self, before: str) -> int:
        """Delete the answers of days that are over, which nobody can play any more; return how many there were."""
        return await self._access.write(
            lambda database: database.execute("DELETE FROM daily_answers WHERE day < ?", (before,)).rowcount
        )
