"""The fates of chats: the bot is blocked, removed or silenced, people leave, a group becomes a supergroup; and what
the outbox runs into.
"""

import logging
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from telegram import ChatMember, ChatMemberUpdated, Update
from telegram.constants import ChatType
from telegram.ext import ContextTypes

from bot.handlers.contexts import identity_of
from bot.handlers.services import Services, is_member
from bot.outbox import ChatTrouble, TroubleKind
from bot.tables.ending import counts
from bot.tables.refusals import Refused
from bot.tables.state import Playing
from bot.tables.table import Table
from storage import Autopilot, ChatKind

log = logging.getLogger(__name__)

_SILENCED: Final = frozenset({TroubleKind.NO_RIGHTS, TroubleKind.TOPIC_CLOSED})
_PERSON_GONE: Final = frozenset({TroubleKind.BLOCKED, TroubleKind.NOT_STARTED, TroubleKind.DEACTIVATED})


class ChatHandlers:
    """Keeps up with chats. Every trouble ends here, wherever it shows first."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._told_silent: set[tuple[int, int | None]] = set()
        self._told_removed: set[int] = set()

    async def membership(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """The bot's own standing in a chat has changed."""
        changed = update.my_chat_member
        if changed is None:
            return
        chat = changed.chat
        if chat.type == ChatType.PRIVATE:
            await self._private(changed)
        elif chat.type in (ChatType.GROUP, ChatType.SUPERGROUP):
            await self._services.database.chats.seen(chat.id, ChatKind(chat.type), chat.title, bool(chat.is_forum))
            self._services.outbox.rights_changed(chat.id)
            if not is_member(changed.new_chat_member):
                await self.removed(chat.id)
            elif _may_write(changed.new_chat_member):
                self._speaks_again(chat.id)
            else:
                self._silenced(chat.id, self._services.tables.in_chat(chat.id))

    async def standing(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Somebody's standing in a group has changed; only an administrator is told."""
        changed = update.chat_member
        if changed is not None and not is_member(changed.new_chat_member):
            await self._departed(changed.chat.id, changed.new_chat_member.user.id)

    async def departed(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """A service message says that somebody has left a group, or was removed from it."""
        message = update.message
        if message is not None and message.left_chat_member is not None:
            await self._departed(message.chat.id, message.left_chat_member.id)

    async def topic_reopened(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """A topic that was closed is open again."""
        if update.message is not None:
            self._speaks_again(update.message.chat.id)

    async def migrated(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """A service message says that a group became a supergroup."""
        message = update.message
        if message is None:
            return
        if message.migrate_to_chat_id is not None:
            await self.migrate(message.chat.id, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id is not None:
            await self.migrate(message.migrate_from_chat_id, message.chat.id)

    async def trouble(self, trouble: ChatTrouble) -> None:
        """The outbox could not write to a chat."""
        if trouble.kind in _PERSON_GONE:
            await self._unreachable(trouble.chat_id)
        elif trouble.kind is TroubleKind.MIGRATED and trouble.new_chat_id is not None:
            await self.migrate(trouble.chat_id, trouble.new_chat_id)
        elif trouble.kind is TroubleKind.REMOVED:
            await self.removed(trouble.chat_id)
        else:
            log.warning("chat %d cannot be written to: %s", trouble.chat_id, trouble.kind)
            if trouble.kind in _SILENCED:
                table = self._services.tables.in_room(trouble.chat_id, trouble.thread_id)
                self._silenced(trouble.chat_id, () if table is None else (table,))

    async def migrate(self, old_id: int, new_id: int) -> None:
        """A group has another id from now on, and none of the messages that were there; done twice, nothing more
        happens.
        """
        self._services.outbox.migrate(old_id, new_id)
        await self._services.tables.migrate(old_id, new_id)
        for table in self._services.tables.in_chat(new_id):
            self._services.stage.show(table)

    async def removed(self, chat_id: int) -> None:
        """The bot is out of a group, and the players are told so in private. A deal that counts is played to its end
        there, so that nobody gets out of it by removing the bot; all other tables are closed.
        """
        chat = self._services.database.chats.get(chat_id)
        if chat is not None:
            await self._services.database.chats.left(chat_id)
        for table in self._services.tables.in_chat(chat_id):
            if counts(table.state):
                if table.state.id in self._told_removed:
                    continue
                self._told_removed.add(table.state.id)
            self._services.stage.removed(table, chat.title or "" if chat else "")
            with suppress(Refused):  # it has been closed meanwhile
                if counts(table.state):
                    await self._play_on_in_private(table)
                else:
                    await self._services.tables.close_table(table.state.id)

    async def back(self, telegram_id: int, person_id: int) -> None:
        """A person can be written to again: what 托管 had taken over for that reason is theirs again."""
        await self._services.directory.set_reachable(person_id, True)
        self._services.outbox.retry(telegram_id)
        await self._services.tables.refresh_person(person_id)
        table = self._services.tables.of_person(person_id)
        if table is None or not isinstance(table.state, Playing):
            return
        live = table.state.live
        seat = live.seat_of(person_id)
        if seat is not None and live.chairs[seat].autopilot is Autopilot.UNREACHABLE:
            await self._services.tables.autopilot_off(table.state.id, person_id)

    async def _departed(self, chat_id: int, telegram_id: int) -> None:
        """Whoever is not in a group any more does not sit there; told twice, nothing more happens."""
        stored = self._services.database.people.by_telegram_id(telegram_id)
        if stored is not None:
            await self._services.tables.unseat(stored.id, chat_id)

    async def _play_on_in_private(self, table: Table) -> None:
        """Show the hands of those who played in the group in private; who cannot be written to is on 托管."""
        for person in table.state.people:
            if not person.plays_in_group:
                continue
            if await self._services.reach.covers(person):
                self._services.stage.show_hand(table, person.id, fresh=True)
            else:
                await self._services.tables.autopilot_on(table.state.id, person.id, Autopilot.UNREACHABLE)

    def _speaks_again(self, chat_id: int) -> None:
        """The bot may write in a group again: it shows there what it could not."""
        self._told_removed -= {table.state.id for table in self._services.tables.in_chat(chat_id)}
        self._told_silent = {one for one in self._told_silent if one[0] != chat_id}
        self._services.outbox.retry(chat_id)

    def _silenced(self, chat_id: int, tables: Iterable[Table]) -> None:
        """The bot may not write where these tables of a group are: their players are told, once until it may again."""
        rooms = {(chat_id, table.state.thread_id): table for table in tables}
        new = rooms.keys() - self._told_silent
        self._told_silent |= new
        # an administrator who takes the right away again and again does not make every phone ring
        tell = [rooms[room] for room in new if self._services.cooldown.passes("silenced", *room)]
        if not tell:
            return
        chat = self._services.database.chats.get(chat_id)
        for table in tell:
            self._services.stage.muted(table, chat.title or "" if chat else "")

    async def _private(self, changed: ChatMemberUpdated) -> None:
        person = await self._services.directory.meet(identity_of(changed.from_user))
        if not is_member(changed.new_chat_member):
            await self._unreachable(changed.chat.id)
        else:
            await self.back(changed.chat.id, person.id)

    async def _unreachable(self, telegram_id: int) -> None:
        stored = self._services.database.people.by_telegram_id(telegram_id)
        if stored is None:
            return
        await self._services.directory.set_reachable(stored.id, False)
        table = self._services.tables.of_person(stored.id)
        if table is None:
            return
        await self._services.tables.refresh_person(stored.id)
        if self._services.outbox.has_ephemeral and not table.state.practice:
            self._services.stage.show(table)  # the hand goes on in the group
            return
        try:
            await self._services.tables.autopilot_on(table.state.id, stored.id, Autopilot.UNREACHABLE)
        except Refused:
            log.info("person %d cannot be written to and is in no deal", stored.id)


def _may_write(member: ChatMember) -> bool:
    return getattr(member, "can_send_messages", True) is not False
