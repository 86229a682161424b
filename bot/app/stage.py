"""The stage of `bot.tables` in the Mini App: what has happened at a table makes new views for those who look at it."""

from collections.abc import Sequence

from bot.app.sockets import Sockets
from bot.tables.state import Happening
from bot.tables.table import Table
from bot.tables.turn_clock import Timer


class AppStage:
    """Has views renewed; each is made from what the table is when it can be sent.

    Args:
        sockets: where they go.
    """

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets

    def show(self, table: Table, events: Sequence[Happening] = ()) -> None:
        """The table has changed."""
        self._sockets.changed(table)

    def restored(self, table: Table, *, seconds: int) -> None:
        """The bot is back; so are the pages, each of which asks for all there is."""
        self._sockets.changed(table)

    def deal_begins(self, table: Table) -> None:
        """The cards are dealt."""
        self._sockets.changed(table)

    def show_hand(self, table: Table, person_id: int, notice: str = "", *, fresh: bool = False) -> None:
        """Only what one player has before them has changed."""
        self._sockets.changed_for(person_id)

    def show_again(self, table: Table) -> None:
        """Somebody asked for the table in a chat: pages show it anyway."""

    def remind(self, table: Table, timer: Timer) -> None:
        """The seat to act has little time left: a page counts it down."""

    def declined(self, table: Table, decliner: str) -> None:
        """Somebody plays on, where others wanted to end the table."""
        self._sockets.changed(table)

    def muted(self, table: Table, chat_title: str) -> None:
        """The bot may not write in the group: nothing of that concerns a page."""

    def removed(self, table: Table, chat_title: str) -> None:
        """The bot is no longer in the group; the table closes next."""

    def closed(self, table: Table, *, idle: bool, closed_by: str | None) -> None:
        """The table is gone."""
        self._sockets.changed(table)

    def is_here(self, person_id: int) -> None:
        """A person has just tapped in their private chat."""
