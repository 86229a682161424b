"""A live table in memory, and the stage that shows it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.tables.refusals import RefusalCode, Refused
from bot.tables.scheduler import Due
from bot.tables.state import HandState, Happening, LiveDeal, TableState
from storage import Message, Shuffle
from storage import Table as Row


@dataclass(slots=True, eq=False)
class Table:
    """A live table: its state, replaced with every change, and what goes with it."""

    state: TableState
    row: Row
    """The table as it was kept last."""
    shuffle: Shuffle
    """What the seed of the next deal will be derived from; secret until that deal is over."""
    hands: dict[int, HandState] = field(default_factory=dict)
    """What players have before them, by their number."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    on_record: tuple[Message, ...] = ()
    """The messages it had when the bot started, for the stage to look after."""

    def hand(self, person_id: int) -> HandState:
        """What a player has before him."""
        return self.hands.get(person_id, HandState())

    @property
    def live(self) -> LiveDeal:
        """The deal that is running, or was the last.

        Raises:
            Refused: there was none yet.
        """
        if self.state.live is None:
            raise Refused(RefusalCode.NO_DEAL)
        return self.state.live


class Stage(Protocol):
    """Shows what has happened. Nothing here fails or waits: the showing itself is done later, by the outbox."""

    def show(self, table: Table, events: Sequence[Happening] = ()) -> None:
        """The table has changed; `events` is what the last action did."""

    def restored(self, table: Table, *, seconds: int) -> None:
        """The bot is back; whoever is to act has at least `seconds` more (0: nobody lost any time)."""

    def deal_begins(self, table: Table) -> None:
        """The cards are dealt."""

    def show_hand(self, table: Table, person_id: int) -> None:
        """Only what one player has before him has changed."""

    def remind(self, table: Table, due: Due) -> None:
        """The seat to act has half its time, or ten seconds, left."""

    def closed(self, table: Table, *, idle: bool, closed_by: str | None) -> None:
        """The table is gone: nobody touched it for too long, or somebody (his raw name) closed it."""
