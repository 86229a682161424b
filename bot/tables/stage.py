"""The stages, on which tables are shown: the table service tells them what happens, and knows nothing else of them.

A stage is told after a change is written. It only takes note: screens are built and sent later, from what the table is
then.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from bot.tables.state import Happening
from bot.tables.table import Table
from bot.tables.turn_clock import Timer

log = logging.getLogger(__name__)


class Stage(Protocol):
    """One way in which people follow a table, such as messages in their chats. Nothing here fails or waits."""

    def show(self, table: Table, events: Sequence[Happening] = ()) -> None:
        """The table has changed; `events` is what the last action did."""

    def restored(self, table: Table, *, seconds: int) -> None:
        """The bot is back; whoever is to act has at least `seconds` more (0: nobody lost any time)."""

    def deal_begins(self, table: Table) -> None:
        """The cards are dealt."""

    def show_hand(self, table: Table, person_id: int, notice: str = "", *, fresh: bool = False) -> None:
        """Only what one player has before them has changed.

        Args:
            table: where they sit.
            person_id: the player.
            notice: a plain sentence about what they typed last, in their language.
            fresh: they asked for their hand, so that it should be where they look.
        """

    def show_again(self, table: Table) -> None:
        """Somebody asked for a table that there is already: it should be where people look."""

    def remind(self, table: Table, timer: Timer) -> None:
        """The seat to act has half its time, or ten seconds, left."""

    def declined(self, table: Table, decliner: str) -> None:
        """Somebody (by their raw name) plays on, where others wanted to end the table."""

    def muted(self, table: Table, chat_title: str) -> None:
        """The bot may not write in the table's group (by its raw title) any more; the deal goes on in private."""

    def removed(self, table: Table, chat_title: str) -> None:
        """The bot is no longer in the table's group (by its raw title); the table closes next."""

    def closed(self, table: Table, *, idle: bool, closed_by: str | None) -> None:
        """The table is gone: nobody touched it for too long, or somebody (by their raw name) closed it."""

    def is_here(self, person_id: int) -> None:
        """A person has just tapped or written in their private chat."""


class Stages:
    """Several stages as one: each is told everything, and one that fails hurts neither the others nor the table.

    They are told in the order in which things happened, as soon as whoever brought it about waits for something: the
    answer to a tap has left by then, and nobody has changed the table meanwhile who had to wait for it.
    """

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._stages = list(stages)

    def add(self, stage: Stage) -> None:
        """From now on tell another one, too."""
        self._stages.append(stage)

    def show(self, table: Table, events: Sequence[Happening] = ()) -> None:
        self._tell(lambda stage: stage.show(table, events))

    def restored(self, table: Table, *, seconds: int) -> None:
        self._tell(lambda stage: stage.restored(table, seconds=seconds))

    def deal_begins(self, table: Table) -> None:
        self._tell(lambda stage: stage.deal_begins(table))

    def show_hand(self, table: Table, person_id: int, notice: str = "", *, fresh: bool = False) -> None:
        self._tell(lambda stage: stage.show_hand(table, person_id, notice, fresh=fresh))

    def show_again(self, table: Table) -> None:
        self._tell(lambda stage: stage.show_again(table))

    def remind(self, table: Table, timer: Timer) -> None:
        self._tell(lambda stage: stage.remind(table, timer))

    def declined(self, table: Table, decliner: str) -> None:
        self._tell(lambda stage: stage.declined(table, decliner))

    def muted(self, table: Table, chat_title: str) -> None:
        self._tell(lambda stage: stage.muted(table, chat_title))

    def removed(self, table: Table, chat_title: str) -> None:
        self._tell(lambda stage: stage.removed(table, chat_title))

    def closed(self, table: Table, *, idle: bool, closed_by: str | None) -> None:
        self._tell(lambda stage: stage.closed(table, idle=idle, closed_by=closed_by))

    def is_here(self, person_id: int) -> None:
        self._tell(lambda stage: stage.is_here(person_id))

    def _tell(self, what: Callable[[Stage], None]) -> None:
        asyncio.get_running_loop().call_soon(self._tell_now, what)

    def _tell_now(self, what: Callable[[Stage], None]) -> None:
        for stage in self._stages:
            try:
                what(stage)
            except Exception:
                log.exception("%s failed to take note of a change", type(stage).__name__)
