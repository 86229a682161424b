"""A bot that is killed at a chosen call: nothing it does from then on reaches Telegram, or the disk.

What SIGKILL would leave is put together here: the database as it was committed at that moment, and Telegram as it was.
"""

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Set
from contextlib import asynccontextmanager, closing
from typing import Final, TypeAlias

from bot.playground.fake import Fault, FaultKind, Message, Room
from bot.playground.fake.errors import ApiError, Interruption
from bot.telegram_api.callback_data import CallbackData
from storage.opening import connect_read_only
from tests.scenarios.evening import Evening

HARMLESS: Final = ("ConnectionCut", "not modified", "message to edit not found", "message to delete not found")
"""What Telegram refuses here: what never reached it, and what was done before the kill and is done again."""
Place: TypeAlias = tuple[int, int]
"""Where a message is: its chat and its id."""
_CURRENT: Final = {"lobby": "lobby", "deal": "table", "result": "result"}
"""What the message in the group shows in each phase."""


class Kill(Fault):
    """The end of the process at a call.

    Args:
        game: whose bot it is.
        method: only calls of this method count; None: all.
        nth: at which call, counted from 1.
        after: whether that call takes effect; its answer reaches nobody.
    """

    def __init__(self, game: Evening, method: str | None, nth: int, after: bool) -> None:
        kind = FaultKind.CUT_AFTER if after else FaultKind.CUT_BEFORE
        super().__init__(kind, method, nth=nth, times=None)
        self._game = game
        self.kept = game.folder / "killed.sqlite3"
        """Where the copy of the database goes."""
        self.is_dead = False
        """Whether it has happened."""
        self.errors = 0
        """How many errors had been logged by then; the dead complain in vain."""
        self.unknown = set[Place]()
        """Messages that were posted at that moment, which the bot had no time to write down."""

    def concerns(self, method: str, chat_id: int | None) -> bool:
        """The dead make no calls at all; but for those without which a start would wait for ever, and which change
        nothing here.
        """
        if self.is_dead:
            return method not in ("getUpdates", "deleteWebhook")
        return super().concerns(method, chat_id)

    def outcome(self) -> ApiError | Interruption:
        """The connection is cut; what is on the disk now is all that will ever be."""
        if not self.is_dead:
            self.is_dead, self.kind = True, FaultKind.CUT_BEFORE
            self.errors = len(self._game.errors)
            with closing(connect_read_only(self._game.database)) as now, closing(sqlite3.connect(self.kept)) as copy:
                now.backup(copy)
                # of the copy: the thread of the bot's database goes on committing
                known = {(row[0], row[1]) for row in copy.execute("SELECT chat_id, message_id FROM messages")}
            self.unknown = self._just_posted() - known
        return super().outcome()

    def _just_posted(self) -> set[Place]:
        calls, now = self._game.telegram.calls, self._game.clock.now()
        posted = [call for call in calls if call.method.startswith("send") and call.ok and call.at == now]
        return {(call.parameters["chat_id"], call.result["message_id"]) for call in posted if call.result}


@asynccontextmanager
async def killed(
    game: Evening, *, method: str | None = None, nth: int = 1, after: bool = False, start: bool = True
) -> AsyncIterator[Kill]:
    """The bot is killed at a call which the script brings about inside, and started again afterwards, unless the script
    is to do that. Where no such call is made it lives on.
    """
    kill = Kill(game, method, nth, after)
    game.telegram.faults.add(kill)
    game.is_dead = lambda: kill.is_dead
    yield kill
    if kill.is_dead:
        await game.stop()
        del game.errors[kill.errors :]
        for name in ("", "-wal", "-shm"):
            game.database.with_name(game.database.name + name).unlink(missing_ok=True)
        shutil.move(kill.kept, game.database)
    game.telegram.faults.remove(kill)
    game.is_dead = lambda: False
    if kill.is_dead and start:
        await game.start()


def taps(message: Message) -> list[CallbackData]:
    """What the buttons of a message say about tables."""
    said = [CallbackData.decode(button["callback_data"]) for button in message.buttons if "callback_data" in button]
    return [tap for tap in said if tap.table]


def with_buttons(game: Evening) -> dict[Place, Message]:
    """The messages that have buttons of a table."""
    rooms: list[Room] = [game.group, *(person.private for person in game.people)]
    return {(room.id, message.id): message for room in rooms for message in room.from_bot if taps(message)}


def left_standing(game: Evening, unknown: Set[Place] = frozenset()) -> list[str]:
    """What has buttons and should have none, the `unknown` left out; and what is on record and should not be."""
    faults, shown = [], set()
    with closing(connect_read_only(game.database)) as connection:
        rows = connection.execute(
            "SELECT role, messages.chat_id, message_id, shown, phase,"
            " (SELECT max(number) FROM deals WHERE table_id = tables.id) AS number"
            " FROM messages JOIN tables ON tables.id = table_id"
        ).fetchall()
    for row in rows:
        role, _, *number = row["role"].split(":")
        current = role == "hand" or (role == _CURRENT.get(row["phase"]) and number in ([], [str(row["number"])]))
        if row["phase"] == "closed" or not current or json.loads(row["shown"])["replaced"]:
            faults.append(f"on record: {tuple(row)}")
        else:
            shown.add((row["chat_id"], row["message_id"]))
    faults += [
        f"with buttons, in {place}: {message.text!r}"
        for place, message in with_buttons(game).items()
        if place not in shown and place not in unknown
    ]
    return faults
