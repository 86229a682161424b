"""A live table in memory."""

import asyncio
import math
from dataclasses import dataclass, field

from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import HandState, LiveDeal, Playing, TableDeal, TableState
from storage import Shuffle, StoredMessage
from storage import StoredTable as Row


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
    resumed_at: tuple[int, int] = (0, 0)
    """Deal and turn at which it stood when the bot started; (0, 0) where it was opened since."""
    end_asked: float = 0.0
    """When people were asked whether to end the table, by the bot's clock."""
    end_declined: float = -math.inf
    """When somebody last wanted to play on instead."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_closed: bool = False
    """Whether the table is gone; whoever still holds it then has come too late."""
    on_record: tuple[StoredMessage, ...] = ()
    """The messages it had when the bot started, for the stage to look after."""

    def hand(self, person_id: int) -> HandState:
        """Return what a player has before them."""
        return self.hands.get(person_id, HandState())

    @property
    def live(self) -> LiveDeal:
        """The deal that is running.

        Raises:
            Refused: there is none.
        """
        if not isinstance(self.state, Playing):
            raise Refused(RefusalCode.NO_DEAL)
        return self.state.live

    @property
    def latest(self) -> TableDeal:
        """The deal that is running, or was the last.

        Raises:
            Refused: there was none yet.
        """
        if self.state.latest is None:
            raise Refused(RefusalCode.NO_DEAL)
        return self.state.latest
