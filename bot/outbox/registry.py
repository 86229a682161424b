"""The outbox's memory: which slots there are, what waits in which chat, where chats have moved to."""

import asyncio
import contextvars
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

from cachetools import LRUCache

from bot.outbox.ephemeral import EphemeralState
from bot.outbox.message_counts import MessageCounts
from bot.outbox.model import EphemeralSlot, Slot
from bot.outbox.queue import ChatQueue, Entry, OneOff, Removal, SlotState
from bot.tables.clock import Bell, Clock

log = logging.getLogger(__name__)

_KEPT: Final = 10_000  # keys, migrations


class SlotRegistry:
    """Finds the state of a slot and the queue of a chat, and makes them when they are needed.

    `work` is run as a task on each queue while there is one; it is set once, before anything is asked for.
    """

    def __init__(self, clock: Clock, kept_slots: int) -> None:
        self.work: Callable[[ChatQueue], Coroutine[Any, Any, None]]
        self.slots: OrderedDict[Slot, SlotState] = OrderedDict()
        self.ephemeral: dict[EphemeralSlot, EphemeralState] = {}
        self.queues: dict[int, ChatQueue] = {}
        self.counts = MessageCounts()
        self.is_closed = False
        self._clock = clock
        self._kept_slots = kept_slots
        self._said = LRUCache[tuple[int, str], bool](_KEPT)
        self._moved = LRUCache[int, int](_KEPT)

    def current(self, chat_id: int) -> int:
        """The id a chat has now."""
        return self._moved.get(chat_id, chat_id)

    def state(self, slot: Slot) -> SlotState:
        """The state of a slot, by its present or a old_slot name."""
        chat_id = self.current(slot.chat_id)
        if chat_id != slot.chat_id:
            slot = replace(slot, chat_id=chat_id)
        state = self.slots.get(slot)
        if state is None:
            if len(self.slots) >= self._kept_slots:
                self._let_go_of_idle_slots()
            state = self.slots[slot] = SlotState(slot)
        self.slots.move_to_end(slot)
        return state

    def ephemeral_state(self, slot: EphemeralSlot) -> EphemeralState:
        """The state of an ephemeral slot; `forget_ephemeral` when it is left."""
        slot = self._current_ephemeral(slot)
        state = self.ephemeral.get(slot)
        if state is None:
            state = self.ephemeral[slot] = EphemeralState(slot)
        return state

    def known_ephemeral(self, slot: EphemeralSlot) -> EphemeralState | None:
        """The state of an ephemeral slot, None if it is not in use."""
        return self.ephemeral.get(self._current_ephemeral(slot))

    def forget_ephemeral(self, state: EphemeralState) -> None:
        """Know an ephemeral slot no longer."""
        if self.ephemeral.get(state.slot) is state:
            del self.ephemeral[state.slot]

    def _current_ephemeral(self, slot: EphemeralSlot) -> EphemeralSlot:
        chat_id = self.current(slot.chat_id)
        return slot if chat_id == slot.chat_id else replace(slot, chat_id=chat_id)

    def _let_go_of_idle_slots(self) -> None:
        """Half of the slots, those that nobody asked about for longest; their messages are in the store."""
        oldest = list(self.slots.values())[: self._kept_slots // 2]
        for state in oldest:
            queue = self.queues.get(state.slot.chat_id)
            if not state.busy and (queue is None or (state not in queue.entries and not queue.removals(state))):
                del self.slots[state.slot]

    def queue(self, chat_id: int) -> ChatQueue | None:
        """The queue of a chat, with a task at work on it; None when the outbox is closed."""
        if self.is_closed:
            log.debug("the outbox is closed, nothing is shown in chat %s any more", chat_id)
            return None
        queue = self.queues.get(chat_id)
        if queue is None:
            queue = self.queues[chat_id] = ChatQueue(chat_id, Bell(self._clock))
            queue.task = asyncio.create_task(self.work(queue), name=f"outbox:{chat_id}", context=contextvars.Context())
        return queue

    def look_after(self, state: SlotState, *, last: bool = False) -> None:
        """Queue a slot that does not show what it should, at the end if `last`; take out one that does."""
        if state.is_shown:
            state.wanted = None
            queue = self.queues.get(state.slot.chat_id)
            if queue is not None:
                queue.drop(state)
                queue.bell.ring()
            return
        queue = self.queue(state.slot.chat_id)
        if queue is not None:
            queue.add(state, last=last)

    def is_said(self, chat_id: int, key: str) -> bool:
        """Return whether something with this key was said in a chat, or waits to be; from now on it counts as such."""
        if self._said.get((chat_id, key)):
            return True
        self._said[chat_id, key] = True
        return False

    def leave(self, state: SlotState) -> None:
        """Know a slot no longer."""
        self.slots.pop(state.slot, None)

    def drop(self, queue: ChatQueue, entry: Entry) -> None:
        """Take out an entry that was not served; a message that was not sent may be asked for again."""
        queue.drop(entry)
        if isinstance(entry, OneOff) and entry.key is not None:
            self._said.pop((queue.chat_id, entry.key), None)

    def migrate(self, chat_id: int, new_chat_id: int) -> None:
        """A group became a supergroup with a new id: everything goes on there, by new messages.

        Slots may go on being named by the old id. Done twice, nothing more happens.
        """
        if self._moved.get(chat_id) is not None:
            return
        self._moved[chat_id] = new_chat_id
        for ephemeral in [one for one in self.ephemeral if one.chat_id == chat_id]:
            left = self.ephemeral.pop(ephemeral)  # whoever had it asks again, in the new chat
            left.give_up()
        old = self.queues.get(chat_id)
        waiting = list(old.entries) if old is not None else []
        for slot in [slot for slot in self.slots if slot.chat_id == chat_id]:
            state = self.slots.pop(slot)
            state.old_slot, state.slot = slot, replace(slot, chat_id=new_chat_id)
            state.message, state.lost, state.loaded = None, None, True
            self.slots[state.slot] = state
            if state.is_left and state not in waiting:
                waiting.append(state)  # it was left once its message was removed; that means nothing any more
        queue = self.queue(new_chat_id)
        for entry in waiting:
            if old is not None:
                old.drop(entry)
            if queue is not None and not isinstance(entry, Removal | EphemeralState):
                entry.lost = None
                if isinstance(entry, OneOff):
                    entry.reply_to = None  # which is another message there
                queue.add(entry)
