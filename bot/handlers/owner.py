"""Commands of the bot's owner, and the block list, which the administrators of a group share.

To everybody else the owner's commands are commands that do not exist. In whatever group they use one, they are answered
in private.
"""

import resource
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.handlers.contexts import Command, CommandContext, Place, TapHandlers
from bot.handlers.denied import Denied
from bot.handlers.replies import show, tell
from bot.handlers.services import Services
from bot.handlers.targets import replied_to
from bot.locales import Texts
from bot.process.version import version
from bot.screens.notices import maintenance_screen
from bot.screens.numbers import number_text, signed_text
from bot.screens.owner import Status, broadcast_screen, status_screen, who_screen
from bot.screens.people import clean
from bot.screens.refusals import Denial
from bot.tables.people import full_name
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import Playing
from storage import MOST_POINTS, ScoreOutOfRange

_MAINTENANCE: Final = "maintenance"
_DIGITS: Final = 20
"""As many of a number as are read; that is further than any score goes."""
_LONGEST_ID: Final = 15
_MOST_BLOCKS: Final = 20
_REASON_WIDTH: Final = 60


@dataclass(frozen=True, slots=True)
class _Target:
    """The person an order is about, by Telegram id and name, and the words that follow."""

    telegram_id: int
    name: str
    words: Sequence[str]


class OwnerHandlers:
    """Everything the owner can see and do without touching the machine."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._started = services.clock.now()
        self._version = version()  # of what runs, whatever is installed meanwhile

    @property
    def taps(self) -> TapHandlers:
        """The taps served here: none."""
        return {}

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
        return (
            Command("maintenance", self.maintenance, owner_only=True),
            Command("status", self.status, owner_only=True),
            Command("who", self.who, owner_only=True),
            Command("broadcast", self.broadcast, owner_only=True),
            Command("endtable", self.endtable, owner_only=True),
            Command("adjust", self.adjust, owner_only=True),
            Command("block", self.block),
            Command("unblock", self.unblock),
        )

    async def restore(self) -> None:
        """Go on with maintenance where it was on when the bot stopped."""
        resting = self._services.database.key_value.get(_MAINTENANCE)
        self._services.tables.accepts_deals = resting is None

    # The owner alone

    async def maintenance(self, command: CommandContext) -> None:
        """/maintenance on: no new deals, running ones finish, and the groups that play are told; off: back again."""
        wish = command.args[0].lower() if len(command.args) == 1 else ""
        if wish not in ("on", "off"):
            self._answer(command, command.texts("owner-maintenance-usage"))
            return
        kept, tables = self._services.database.key_value, self._services.tables
        accepts = wish == "off"
        if accepts:
            await kept.delete(_MAINTENANCE)
        else:
            await kept.set(_MAINTENANCE, wish)
        changed = tables.accepts_deals is not accepts
        tables.accepts_deals = accepts
        for table in tables.live if changed else ():
            state = table.state
            notice = maintenance_screen(state.language, over=accepts)
            show(self._services, Place(state.chat_id, state.thread_id, state.practice), notice)
        deals = sum(isinstance(table.state, Playing) for table in tables.live)
        texts = command.texts
        self._answer(command, texts("owner-maintenance-off") if accepts else texts("owner-maintenance-on", deals=deals))

    async def status(self, command: CommandContext) -> None:
        """/status: version, tables, queues, memory, database."""
        services = self._services
        status = Status(
            version=self._version,
            uptime=services.clock.now() - self._started,
            memory=_memory(),
            database=_size(services.settings.database),
            tables=Counter(table.state.phase for table in services.tables.live),
            waiting=services.outbox.depth,
            chats=services.outbox.busy_chats,
            accepts_deals=services.tables.accepts_deals,
        )
        show(services, Place.private(command.person), status_screen(status, command.person.language))

    async def who(self, command: CommandContext) -> None:
        """/who, or /who and a page: the live tables and who sits there."""
        asked = command.args[0] if command.args else ""
        page = max(1, int(asked)) if asked.isdecimal() else 1
        states = [table.state for table in self._services.tables.live]
        titles: dict[int, str] = {}
        for state in states:
            chat = self._services.database.chats.get(state.chat_id)
            titles[state.chat_id] = chat.title or "" if chat else ""
        show(self._services, Place.private(command.person), who_screen(states, titles, page, command.person.language))

    async def broadcast(self, command: CommandContext) -> None:
        """/broadcast and a text: write it to the hosts of the live tables."""
        _, *words = (command.message.text or "").split(maxsplit=1)
        if not words:
            self._answer(command, command.texts("owner-broadcast-usage"))
            return
        hosts = await self._services.directory.many({table.state.host_id for table in self._services.tables.live})
        reached = 0
        for host in hosts.values():
            if host.telegram_id and await self._services.directory.reachable(host.id):
                reached += 1
                show(self._services, Place.private(host), broadcast_screen(words[0], host.language))
        self._answer(command, command.texts("owner-broadcast-sent", hosts=reached))

    async def endtable(self, command: CommandContext) -> None:
        """/endtable and the number of a table: close it; no points move."""
        number = command.args[0].lstrip("#") if len(command.args) == 1 else ""
        if not number.isdecimal() or len(number) > _LONGEST_ID:
            self._answer(command, command.texts("owner-end-usage"))
            return
        try:
            await self._services.tables.close_table(int(number), command.person)
        except Refused as refused:
            if refused.code is RefusalCode.NOT_ALONE:
                raise
            self._answer(command, command.texts("owner-end-none", table=number))
        else:
            self._answer(command, command.texts("owner-ended", table=number))

    async def adjust(self, command: CommandContext) -> None:
        """/adjust, somebody, points and a reason: correct a score by a row in the ledger. In a group the lists of that
        group move too.
        """
        target = _target(command)
        points = _points(target.words[0]) if target and len(target.words) > 1 else 0
        if target is None or not points:
            self._answer(command, command.texts("owner-adjust-usage"))
            return
        stored = self._services.database.people.by_telegram_id(target.telegram_id)
        if stored is None:
            raise Denied(Denial.NOBODY_KNOWN)
        chat_id = None if command.place.is_private else command.place.chat_id
        try:
            change = await self._services.database.scores.adjust(
                stored.id, points, " ".join(target.words[1:]), chat_id=chat_id
            )
        except ScoreOutOfRange:
            self._answer(command, command.texts("owner-adjust-too-much", most=number_text(MOST_POINTS)))
            return
        person = await self._services.directory.get(stored.id)
        await self._services.tables.refresh_person(person.id)
        name = _called(person.name, target.telegram_id)
        moved, score = signed_text(points), number_text(change.after)
        self._answer(command, command.texts("owner-adjusted", name=name, points=moved, score=score))

    # The owner everywhere, administrators in their group

    async def block(self, command: CommandContext) -> None:
        """/block, as a reply or with a Telegram id: that person may not sit down in this group any more, and leaves the
        table they sit at there. By the owner: nowhere. Without either: who is blocked.

        Raises:
            Denied: the person may not say so, or replies to nobody who could play.
        """
        chat_id, target = await self._order(command)
        if target is None:
            return
        reason = " ".join(target.words) or None
        await self._services.database.blocks.add(target.telegram_id, chat_id, reason)
        await self._unseat(target.telegram_id, chat_id)
        done = "block-done-everywhere" if chat_id is None else "block-done"
        self._report(command, chat_id, command.texts(done, name=target.name))

    async def unblock(self, command: CommandContext) -> None:
        """/unblock lifts what `block` did. Raises as it does."""
        chat_id, target = await self._order(command)
        if target is None:
            return
        lifted = await self._services.database.blocks.remove(target.telegram_id, chat_id)
        done = "block-lifted" if lifted else "block-not-blocked"
        self._report(command, chat_id, command.texts(done, name=target.name))

    async def _order(self, command: CommandContext) -> tuple[int | None, _Target | None]:
        """For which chat (None: everywhere) and about whom; about nobody if there is nothing to be done any more."""
        place = command.place
        chat_id = None if self._is_owner(command) else place.chat_id
        if chat_id is not None:
            if place.is_private:
                return chat_id, None
            admins = self._services.admins
            if not command.is_anonymous and not await admins.covers(chat_id, command.person.telegram_id):
                raise Denied(Denial.ADMIN_ONLY)
        target = _target(command)
        if target is None:
            self._report(command, chat_id, await self._block_list(chat_id, command.texts))
        return chat_id, target

    async def _block_list(self, chat_id: int | None, texts: Texts) -> str:
        """Return how to block, and who is blocked, the latest first."""
        database = self._services.database
        blocks = await database.blocks.of(chat_id)
        lines = [texts("block-usage")]
        for block in blocks[:_MOST_BLOCKS]:
            person = database.people.by_telegram_id(block.telegram_id)
            name = _called(full_name(person) if person else "", block.telegram_id)
            line = texts("block-entry", name=name, id=str(block.telegram_id))
            lines.append(f"{line} {clean(block.reason, _REASON_WIDTH)}" if block.reason else line)
        if len(blocks) > _MOST_BLOCKS:
            lines.append(texts("block-more", number=len(blocks) - _MOST_BLOCKS))
        return "\n".join(lines)

    async def _unseat(self, telegram_id: int, chat_id: int | None) -> None:
        """Take a blocked person from their table: between deals at once, during one as /leave would."""
        stored = self._services.database.people.by_telegram_id(telegram_id)
        if stored is not None:
            await self._services.tables.unseat(stored.id, chat_id)

    # What they share

    def _is_owner(self, command: CommandContext) -> bool:
        return command.person.telegram_id in self._services.settings.owner_ids

    def _answer(self, command: CommandContext, text: str) -> None:
        tell(self._services, Place.private(command.person), text)

    def _report(self, command: CommandContext, chat_id: int | None, text: str) -> None:
        """Say what was done: of a group there, of the bot to its owner."""
        if chat_id is None:
            self._answer(command, text)
        else:
            tell(self._services, command.place, text, to=command.message)


def _target(command: CommandContext) -> _Target | None:
    """Return who is meant: the person replied to, or a Telegram id; None if neither is there."""
    user = replied_to(command.message)
    if user is not None:
        return _Target(user.id, _called(user.full_name, user.id), command.args)
    if not command.args or not command.args[0].isdecimal() or len(command.args[0]) > _LONGEST_ID:
        return None
    telegram_id = int(command.args[0])
    if not telegram_id:
        return None
    return _Target(telegram_id, str(telegram_id), command.args[1:])


def _points(text: str) -> int:
    """Points with or without a sign; 0 where the text is no number."""
    digits = text.replace("\u2212", "-").removeprefix("+")
    return int(digits[:_DIGITS]) if digits.removeprefix("-").isdecimal() else 0


def _called(name: str, telegram_id: int) -> str:
    return clean(name) or str(telegram_id)


def _memory() -> int:
    """Bytes of memory the process has in use."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def _size(database: Path) -> int:
    """Bytes of the database and of what is not yet folded into it."""
    files = (database, database.with_name(database.name + "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())
