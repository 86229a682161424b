"""The outbox as the rest of the bot uses it: show this here, say that there, answer a tap."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Final

from telegram.constants import CallbackQueryLimit, ChatAction
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.outbox.ephemeral import ANSWER_SECONDS, EPHEMERAL_PANEL, EphemeralSender, ShownAlone, Trigger
from bot.outbox.errors import ErrorKind, classify
from bot.outbox.model import Asker, Build, Draw, EphemeralSlot, FileStore, MessageStore, OnTrouble, Slot
from bot.outbox.queue import CURIOUS_SECONDS, MOST_CURIOUS, Goal, OneOff, Removal
from bot.outbox.registry import SlotRegistry
from bot.outbox.sender import Sender
from bot.outbox.worker import Worker
from bot.screens.screen import Screen
from bot.tables.clock import sleep
from bot.telegram_api.limits import Budget

log = logging.getLogger(__name__)

BURIED: Final = 20
"""A message with more than so many others under it is out of sight."""


class Outbox:
    """Shows screens in slots and sends one-off messages.

    Asking is synchronous and takes no time; one task per busy chat does the work and ends when there is none. Nothing
    raises because of Telegram: what fails is tried again with growing pauses, and a chat that cannot be written to is
    reported as `ChatTrouble`.

    All messages of the bot should go through here; where one does not, tell `note_activity` its id.
    """

    def __init__(
        self,
        bot: ExtBot[str],
        budget: Budget,
        *,
        messages: MessageStore,
        files: FileStore,
        draw: Draw,
        on_trouble: OnTrouble,
        wall_clock: Callable[[], float] = time.time,
        kept_slots: int = 20_000,
        ephemeral: bool = False,
    ) -> None:
        """Make an outbox for one bot.

        Args:
            bot: built with `ChatRateLimiter(budget)`.
            budget: counts what is sent.
            messages: remembers over restarts which message shows which slot.
            files: remembers Telegram's ids of pictures.
            draw: draws a picture; if that fails, the text is shown alone.
            on_trouble: told about chats that cannot be written to; may call the outbox, must not wait for it.
            wall_clock: seconds since the epoch, for the age of messages.
            kept_slots: slots remembered in memory while nothing happens in them; others are loaded when needed.
            ephemeral: whether messages that one member sees alone may be sent.
        """
        self._bot = bot
        self._budget = budget
        self._clock = budget.clock
        self._wall_clock = wall_clock
        self._registry = SlotRegistry(budget.clock, kept_slots)
        sender = Sender(bot, files, draw)
        self._ephemeral = EphemeralSender(bot, sender, budget.clock, enabled=ephemeral)
        worker = Worker(self._registry, budget, sender, self._ephemeral, messages, on_trouble, wall_clock)
        self._registry.work = worker.work

    # ---- asking

    def resume(self, chat_id: int) -> None:
        """The bot was at work in this chat when it stopped: what it sent there then still counts."""
        self._budget.assume_busy(chat_id)

    def show(
        self,
        slot: Slot,
        screen: Build | Screen,
        *,
        fresh: bool = False,
        urgent: bool = False,
        spare: bool = False,
        unsure: bool = False,
        sinks_after: int | None = BURIED,
    ) -> None:
        """Make a slot show a screen; of several asked for in quick succession, the last.

        Args:
            slot: where.
            screen: what, or how to make it when its turn has come.
            fresh: by a new message at the end of the chat, after what was asked for before; the old one goes.
            urgent: somebody waits for it: where the bot as a whole is at its limit, before edits that nobody does.
            spare: it can wait: there, behind all other edits.
            unsure: the chat may well show it already: that is looked at before it waits for its turn.
            sinks_after: where more messages than that lie below its own, it comes as a new one at the end of the chat,
                which rings nothing; None: it stays where it is.
        """
        state = self._registry.state(slot)
        state.unsure = unsure and (state.unsure or state.wanted is None)
        is_on_its_way = state.wanted is not None
        state.goal, state.closing, state.wanted, state.urgent = Goal.SHOW, False, _building(screen), urgent
        state.spare = spare and (state.spare or not is_on_its_way)
        state.sinks_after = _sooner(state.sinks_after if is_on_its_way else None, sinks_after)
        if fresh:
            state.fresh_asked += 1
        self._registry.look_after(state, last=fresh)

    def say(
        self,
        chat_id: int,
        thread_id: int | None,
        screen: Build | Screen,
        *,
        key: str | None = None,
        expires_after: float | None = None,
        reply_to: int | None = None,
        curious: str | None = None,
        alone: Asker | None = None,
    ) -> None:
        """Send a message once, after what was asked for before in this chat.

        Args:
            chat_id: where.
            thread_id: the topic, None where there is none.
            screen: what, or how to make it when its turn has come.
            key: said already, or waiting to be, with this key in this chat: nothing happens.
            expires_after: seconds after which it is no longer worth sending.
            reply_to: the message in this chat that it replies to; where that is gone it is sent all the same.
            curious: names what somebody was curious about in a group: it takes what can be spared there, one such
                answer for all that waits, and is not sent where others wait already.
            alone: whom it answers: they alone see it, if that can be; otherwise everybody does.
        """
        chat_id = self._registry.current(chat_id)
        if key is not None and self._registry.is_said(chat_id, key):
            return
        expires_at = self._clock.now() + expires_after if expires_after is not None else None
        queue = self._registry.queue(chat_id)
        if queue is None:
            return
        if (oldest := queue.one_off_too_many()) is not None:
            log.warning("too many messages wait in chat %s, the oldest is given up", chat_id)
            self._registry.drop(queue, oldest)
        one_off = OneOff(thread_id, _building(screen), key=key, expires_at=expires_at, reply_to=reply_to)
        if alone is not None:
            one_off.receiver_id = alone.telegram_id
            one_off.reason = Trigger(self._clock.now() + ANSWER_SECONDS, alone.query_id, alone.command_id)
        elif curious is not None and chat_id < 0:
            waiting = queue.curious()
            same = [entry for entry in waiting if entry.curious == curious and entry.lost is None]
            for entry in same:
                one_off.spare_until = entry.spare_until
                self._registry.drop(queue, entry)
            if not same and len(waiting) >= MOST_CURIOUS:
                return
            one_off.curious = curious
            one_off.spare_until = one_off.spare_until or self._clock.now() + CURIOUS_SECONDS
        queue.add(one_off)

    def close(self, slot: Slot, screen: Build | Screen | None = None, *, fresh: bool = False) -> None:
        """Show a last screen, `fresh` as in `show`, or delete the message if None, and look after the slot no more."""
        state = self._registry.state(slot)
        state.wanted = _building(screen) if screen is not None else None
        state.unsure = False
        state.goal = Goal.SHOW if screen is not None else Goal.DELETE
        state.closing = True
        if fresh:
            state.fresh_asked += 1
        self._registry.look_after(state, last=fresh)

    def strip(self, slot: Slot) -> None:
        """Take the buttons of its message away, whatever it says, and look after the slot no longer. Where it has no
        message nothing is posted.
        """
        state = self._registry.state(slot)
        state.wanted, state.goal, state.closing = None, Goal.STRIP, True
        self._registry.look_after(state)

    def forget(self, slot: Slot) -> None:
        """Look after the slot no longer, once it shows what was asked for last; that stays."""
        state = self._registry.state(slot)
        state.closing = True
        if state.wanted is None:
            state.goal = Goal.LEAVE
        self._registry.look_after(state)

    def delete(self, chat_id: int, message_id: int) -> None:
        """Delete a message that belongs to no slot, if that is possible; its buttons go in any case."""
        queue = self._registry.queue(self._registry.current(chat_id))
        if queue is not None:
            queue.add(Removal(message_id, self._wall_clock()))

    def note_activity(self, chat_id: int, thread_id: int | None, message_id: int | None = None) -> None:
        """Somebody wrote in a chat: messages above move up."""
        self._registry.counts.note(self._registry.current(chat_id), thread_id, message_id)

    def retry(self, chat_id: int) -> None:
        """A chat that was in trouble may be written to again: show what it should show."""
        chat_id = self._registry.current(chat_id)
        for state in [state for slot, state in self._registry.slots.items() if slot.chat_id == chat_id]:
            if state.wanted is not None:
                self._registry.look_after(state)

    def migrate(self, chat_id: int, new_chat_id: int) -> None:
        """A group became a supergroup with a new id: everything goes on there, by new messages.

        Slots may go on being named by the old id. Done twice, nothing more happens.
        """
        self._registry.migrate(chat_id, new_chat_id)

    # ---- to one member of a group alone

    def show_alone(self, slot: EphemeralSlot, build: Build, *, fresh: bool = False, urgent: bool = False) -> None:
        """Make an ephemeral slot show a screen. Where that cannot be, nothing is shown, to anybody.

        Args:
            slot: where, and for whom.
            build: how to make the screen when its turn has come.
            fresh: by a new message, where the bot is an administrator and may send one.
            urgent: its reader waits for it; otherwise it takes only what the group's budget can spare.
        """
        state = self._registry.ephemeral_state(slot)
        queue = self._registry.queue(state.slot.chat_id)
        if queue is None or state.refused:
            return
        state.wanted, state.urgent, state.closing = build, urgent, False
        state.fresh |= fresh
        queue.add(state)

    def ask_alone(self, slot: EphemeralSlot, *, query_id: str | None = None, command_id: int | None = None) -> bool:
        """Somebody asks for an ephemeral slot, by a tap or an ephemeral command: for some seconds it may be sent anew.

        Returns:
            Whether it can be expected to reach them: not where they have asked a moment ago and not tapped on it since,
            where it could not be sent, or where the group takes no message soon enough.
        """
        state = self._registry.ephemeral_state(slot)
        now = self._clock.now()
        asked_at, state.asked_at = state.asked_at, now
        in_vain = asked_at is not None and now - asked_at < ANSWER_SECONDS
        in_vain = in_vain and (state.tapped_at is None or state.tapped_at < (asked_at or 0.0))
        in_vain |= state.missing and asked_at is not None
        in_vain |= self._budget.pause(state.slot.chat_id, urgent=True) > ANSWER_SECONDS / 2
        state.reason = Trigger(now + ANSWER_SECONDS, query_id, command_id)
        state.missing, state.refused, state.fresh = False, False, True
        return self._ephemeral.is_supported and not in_vain

    def turn_alone(
        self, chat_id: int, thread_id: int | None, asker: Asker, ephemeral_id: int, screen: Build | Screen
    ) -> None:
        """Show another page in an ephemeral message that was tapped; where an edit cannot do that, a new one comes in
        its place.
        """
        name = f"{EPHEMERAL_PANEL}{ephemeral_id}"
        slot = EphemeralSlot(self._registry.current(chat_id), thread_id, asker.telegram_id, name)
        state = self._registry.ephemeral_state(slot)
        state.is_panel, state.shown = True, state.shown or ShownAlone(ephemeral_id)
        state.reason = Trigger(self._clock.now() + ANSWER_SECONDS, asker.query_id, asker.command_id)
        self.show_alone(slot, _building(screen), urgent=True)

    def seen_alone(self, slot: EphemeralSlot, ephemeral_id: int) -> None:
        """The owner of an ephemeral slot has tapped on its message, which is thus there, restart or not."""
        state = self._registry.ephemeral_state(slot)
        state.tapped_at = self._clock.now()
        if state.shown is None or state.shown.ephemeral_id != ephemeral_id:
            state.shows(ShownAlone(ephemeral_id))

    def is_alone(self, slot: EphemeralSlot) -> bool:
        """Return whether an ephemeral slot is in use."""
        return self._registry.known_ephemeral(slot) is not None

    def close_alone(self, slot: EphemeralSlot) -> None:
        """Delete the message of an ephemeral slot, if it has one, and look after it no longer."""
        state = self._registry.known_ephemeral(slot)
        queue = self._registry.queue(state.slot.chat_id) if state is not None else None
        if state is not None and queue is not None:
            state.closing, state.wanted = True, None
            queue.add(state)

    async def finds_ephemeral(self) -> bool:
        """Find whether messages for one member alone can be sent; the server is asked where that is not known yet."""
        return await self._ephemeral.probe()

    @property
    def has_ephemeral(self) -> bool:
        """True if messages that one member sees alone are known to be possible."""
        return self._ephemeral.is_supported

    def sends_unasked(self, chat_id: int) -> bool:
        """Return whether a group was last known to let the bot, as its administrator, send such messages unasked."""
        return self._ephemeral.sends_unasked(self._registry.current(chat_id))

    def rights_changed(self, chat_id: int) -> None:
        """The bot's standing in a group is another now."""
        self._ephemeral.rights_changed(chat_id)

    # ---- at once

    async def answer(self, query_id: str, text: str = "", *, alert: bool = False, url: str | None = None) -> bool:
        """Answer a tap at once, by a toast, an alert or a link; tells whether the person sees it.

        Texts longer than Telegram's 200 characters are cut. A tap that waited too long cannot be answered any more.
        """
        most = int(CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH)
        if len(text) > most:
            text = text[: most - 1] + "…"
        try:
            return await self._bot.answer_callback_query(query_id, text or None, show_alert=alert, url=url)
        except TelegramError as error:
            log.info("a tap could not be answered: %s", error)
            return False

    async def reachable(self, chat_id: int) -> bool:
        """Return whether the bot may write to a chat, found out without writing; True where that cannot be known."""
        try:
            await self._bot.send_chat_action(self._registry.current(chat_id), ChatAction.TYPING)
        except TelegramError as error:
            return classify(error).kind is not ErrorKind.TROUBLE
        return True

    # ---- how it is, and the end

    @property
    def depth(self) -> int:
        """The number of things that wait to be shown or sent."""
        return sum(len(queue.entries) for queue in self._registry.queues.values())

    @property
    def known_slots(self) -> int:
        """The number of slots held in memory."""
        return len(self._registry.slots)

    @property
    def busy_chats(self) -> int:
        """The number of chats with something waiting; each has a task."""
        return len(self._registry.queues)

    async def shutdown(self, drain: float = 5.0) -> None:
        """Send what waits, for `drain` seconds at most, and stop. What is asked for from now on is ignored."""
        self._registry.is_closed = True
        tasks = [queue.task for queue in self._registry.queues.values() if queue.task is not None]
        for queue in self._registry.queues.values():
            queue.bell.ring()
        if tasks:
            timer = asyncio.create_task(sleep(self._clock, drain))
            sent = asyncio.gather(*tasks, return_exceptions=True)
            first: list[asyncio.Future[Any]] = [timer, sent]
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            for task in (timer, *tasks):
                task.cancel()
            await asyncio.gather(timer, sent, return_exceptions=True)
        self._registry.queues.clear()


def _building(screen: Build | Screen) -> Build:
    """Return how to build a screen: as told, or by taking the one that there is."""
    if isinstance(screen, Screen):
        return lambda: screen
    return screen


def _sooner(one: int | None, other: int | None) -> int | None:
    """The lower number; None is none."""
    return min((number for number in (one, other) if number is not None), default=None)
