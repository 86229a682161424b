"""What to advise whoever is to act 提示: worked out in the pool while they look at their cards, or once they ask.

Nobody waits for it. Until it is there, and where the pool has more to do than it can, what the learned policy likes
stands in, or the plain order of hints where the core is not compiled.
"""

import asyncio
import logging
from dataclasses import dataclass

from bot.tables.computers import Computers
from bot.tables.state import LiveDeal, Playing
from bot.tables.table import Table
from engine.players.advice import Advice

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Advised:
    """What there is to advise for one turn of a table."""

    turn: tuple[int, int]
    """The number of the deal, and the turn in it."""
    advice: tuple[Advice, ...]


class Advisor:
    """Keeps the advice for the turn that each table is at.

    Args:
        computers: where it is worked out.
    """

    def __init__(self, computers: Computers) -> None:
        self._computers = computers
        self._found: dict[int, Advised] = {}
        self._asked: dict[int, tuple[int, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def foresee(self, table: Table) -> None:
        """Somebody's turn has begun: where the pool has nothing else to do, they are advised before they ask."""
        state = table.state
        if self._computers.is_idle and isinstance(state, Playing) and not state.daily:
            live = state.live
            if live.chairs[live.to_act].person is not None and not live.chairs[live.to_act].plays_itself:
                self._ask(table, live)

    def advice(self, table: Table, live: LiveDeal) -> tuple[Advice, ...]:
        """Return what to advise the seat to act, the best first; nothing as long as that is not known, and then it
        will be.
        """
        found = self._found.get(table.state.id)
        if found is not None and found.turn == _turn(live):
            return found.advice
        self._ask(table, live)
        return ()

    def forget(self, table_id: int) -> None:
        """A table is gone."""
        self._found.pop(table_id, None)
        self._asked.pop(table_id, None)

    async def stop(self) -> None:
        """Advise nobody any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ask(self, table: Table, live: LiveDeal) -> None:
        if self._asked.get(table.state.id) == _turn(live) or not live.deal.view(live.to_act).legal_plays:
            return
        self._asked[table.state.id] = _turn(live)
        task = asyncio.create_task(self._work_out(table, live), name=f"advise at table {table.state.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work_out(self, table: Table, live: LiveDeal) -> None:
        advice = await self._computers.advise(live.chance_of_computers, live.deal.view(live.to_act))
        if self._asked.get(table.state.id) != _turn(live):  # its turn is over
            return
        if advice:
            self._found[table.state.id] = Advised(_turn(live), advice)
        else:
            del self._asked[table.state.id]  # so that it can be asked for again


def _turn(live: LiveDeal) -> tuple[int, int]:
    return live.number, live.turn
