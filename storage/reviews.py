"""Reviews of finished deals: what was found out about the decisions of a seat, kept so that it is worked out once."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from engine.seats import Seat
from storage.access import Access


@dataclass(frozen=True, slots=True)
class StoredJudgement:
    """The judgement of a decision."""

    turn: int
    """Its place among the actions of the deal, from 0."""
    better: str
    """The cards that would have been better, as they are written; empty for a pass."""
    reading: str
    """The type they would have been played as; empty for a pass."""
    cost: float
    """Points that this was expected to earn more, both partners together."""
    sureness: float
    """How sure that is, 0…1."""
    reason: str
    """What speaks for it, by the engine's name for that."""
    is_mistake: bool


Judgements = tuple[StoredJudgement, ...]


class Reviews:
    """Reviews by deal and seat."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def of_deal(self, deal_id: int) -> dict[Seat, Judgements]:
        """The reviews of a deal that are kept, by seat."""
        return self._access.read(lambda database: get_reviews(database, deal_id))

    async def keep(self, deal_id: int, seat: Seat, judgements: Sequence[StoredJudgement]) -> None:
        """Keep the review of a seat in a deal that is over; one that is kept already stays.

        Raises:
            ValueError: the deal is not over, or there is none.
        """
        text = json.dumps([astuple(one) for one in judgements])

        def work(database: sqlite3.Connection) -> None:
            state = database.execute("SELECT state FROM deals WHERE id = ?", (deal_id,)).fetchone()
            if state is None or state["state"] != "settled":
                raise ValueError(f"deal {deal_id} is not over; there is nothing to look at again")
            database.execute("INSERT OR IGNORE INTO reviews VALUES (?, ?, ?)", (deal_id, seat, text))

        await self._access.write(work)


def get_reviews(database: sqlite3.Connection, deal_id: int) -> dict[Seat, Judgements]:
    """The reviews of a deal that are kept, by seat."""
    rows = database.execute("SELECT seat, judgements FROM reviews WHERE deal_id = ?", (deal_id,))
    return {row["seat"]: tuple(StoredJudgement(*one) for one in json.loads(row["judgements"])) for row in rows}
