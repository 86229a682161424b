"""The work in one chat at a time: one entry, one call, and what to do when it fails."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from telegram.error import TelegramError

from bot.outbox.content import Content, screen_digest
from bot.outbox.errors import Failure, Fate, understand
from bot.outbox.lost_message import Found, Search
from bot.outbox.message_counts import is_dense
from bot.outbox.model import ChatTrouble, MessageKind, MessageStore, OnTrouble, OwnMessage, Replaced, TroubleKind
from bot.outbox.queue import ChatQueue, Choice, Entry, Goal, Removal, Say, SlotState, pause_after
from bot.outbox.recent import Recent
from bot.outbox.registry import Books
from bot.outbox.sender import Courier, logged, own_message
from bot.process.logs import context
from bot.screens.screen import Screen
from bot.telegram_api.limits import Budget

log = logging.getLogger(__name__)

DELETABLE_FOR: Final = 47.5 * 3600
"""Seconds in which a message can be deleted; Telegram says 48 hours."""
_PLAIN_FOR: Final = 3600.0  # seconds without photos in a chat that does not allow them
_MOST_STRIKES: Final = 4  # repairs of one entry before it is given up
_MOST_TRIES: Final = 10  # of a removal, over five minutes
_KEPT: Final = 10_000  # chats without photos, gone topics


class Worker:
    """Serves the queues of `books`, one task per chat."""

    def __init__(
        self,
        books: Books,
        budget: Budget,
        courier: Courier,
        store: MessageStore,
        on_trouble: OnTrouble,
        wall_clock: Callable[[], float],
    ) -> None:
        self._books = books
        self._budget = budget
        self._clock = budget.clock
        self._courier = courier
        self._store = store
        self._on_trouble = on_trouble
        self._wall_clock = wall_clock
        self._plain_until = Recent[int, float](_KEPT)
        self._gone_topics = Recent[tuple[int, int], bool](_KEPT)

    async def work(self, queue: ChatQueue) -> None:
        """Do what waits in one chat until nothing does."""
        try:
            with context(chat=queue.chat_id):
                while (choice := await self._next(queue)) is not None:
                    await self._step(queue, choice.entry)
        finally:
            if self._books.queues.get(queue.chat_id) is queue:
                del self._books.queues[queue.chat_id]

    async def _next(self, queue: ChatQueue) -> Choice | None:
        """Wait until something may be done, and count it where it is a paced call."""
        while True:
            await self._load(queue)
            choice = self._choose(queue)
            if choice is None:
                return None
            wait = max(choice.due, queue.retry_at) - self._clock.now()
            if choice.entry.is_paced:
                wait = max(wait, self._budget.pause(queue.chat_id, urgent=choice.urgent))
            if wait > 0:
                await queue.bell.wait(wait)
                continue
            if not choice.entry.is_paced:
                return choice
            await self._budget.admit(queue.chat_id, urgent=choice.urgent)
            await self._load(queue)
            choice = self._choose(queue)  # what is best by now
            if choice is not None and choice.entry.is_paced and choice.entry.loaded:
                return choice
            self._budget.give_back(queue.chat_id)

    def _choose(self, queue: ChatQueue) -> Choice | None:
        now = self._clock.now()
        for entry in list(queue.entries):
            if isinstance(entry, Say) and entry.expires_at is not None and entry.expires_at <= now:
                self._books.drop(queue, entry)
        return queue.choose(self._budget.last_call(queue.chat_id), hurry=self._books.is_closed)

    async def _load(self, queue: ChatQueue) -> None:
        """Find out which messages show the slots that wait, before anything is chosen."""
        for entry in list(queue.entries):
            if not isinstance(entry, SlotState) or entry.loaded:
                continue
            try:
                entry.own = await self._store.load(entry.slot)
            except Exception:
                pause = queue.failed(self._clock)
                log.exception("the message of %s could not be read, again in %g s", entry.slot, pause)
                return
            entry.loaded = True
            if entry.own is not None:
                _remove(queue, entry.own.replaced, entry)
            entry.posted_at_count = self._books.sightings.passed(entry.slot.chat_id, entry.thread_id)
            if entry.is_shown:
                entry.wanted = None
                queue.drop(entry)

    async def _step(self, queue: ChatQueue, entry: Entry) -> None:
        """Make one call for an entry and see what became of it."""
        try:
            match entry:
                case SlotState():
                    entry.busy = True
                    try:
                        await self._serve_slot(queue, entry)
                    finally:
                        entry.busy = False
                case Say():
                    await self._serve_say(queue, entry)
                case Removal():
                    await self._serve_removal(queue, entry)
        except TelegramError as error:
            await self._recover(queue, entry, error)
        except Exception:
            log.exception("showing something in chat %s failed", queue.chat_id)
            self._books.drop(queue, entry)
        else:
            entry.strikes = 0
            queue.succeeded()

    async def _serve_slot(self, queue: ChatQueue, state: SlotState) -> None:
        chat_id, screen, asked = queue.chat_id, state.wanted, state.fresh_asked
        if state.goal is not Goal.SHOW or screen is None:
            if state.search is not None and state.is_sought:
                found = await self._look(chat_id, state, state.search)
                if found is not None:
                    await self._take(queue, state, found)
            else:
                await self._leave(queue, state)
            return
        old = state.own
        anew = old is None or asked != state.fresh_served or state.search is not None
        if old is not None and not anew:
            anew = self._books.sightings.is_buried(chat_id, state.thread_id, old, state.posted_at_count)
        plain = state.plain or self._is_plain(chat_id)
        content = await self._courier.content(
            screen, plain=plain, shown_picture=old.picture if old is not None and not anew else ""
        )
        if old is not None and old.digest == content.digest and asked == state.fresh_served and state.search is None:
            self._budget.give_back(chat_id)
        elif old is None or anew or (old.kind is MessageKind.PHOTO and content.kind is MessageKind.TEXT):
            if state.search is not None and not state.search.is_over:
                asked = state.search.fresh  # what is found now was posted then
            posted = await self._post(queue, state, content)
            if posted is None:
                return
            state.fresh_served = asked
            state.posted_at_count = self._books.sightings.passed(chat_id, state.thread_id)
            await self._take(queue, state, posted)
        else:
            state.own = await self._courier.edit(chat_id, old, content)
            await self._save(state)
        if state.own is not None and state.own.digest == content.digest:  # not if an earlier message was found
            self._settle(queue, state, screen)

    def _settle(self, queue: ChatQueue, state: SlotState, screen: Screen) -> None:
        """The screen is shown: the slot is done, unless something else is wanted by now."""
        if state.wanted is not screen or state.goal is not Goal.SHOW or state.fresh_asked != state.fresh_served:
            queue.add(state, last=True)
            return
        state.plain = False
        if state.closing:
            state.goal = Goal.LEAVE
            queue.add(state)
        else:
            state.wanted = None  # the digest tells whether the next is another; thousands of screens take much room
            queue.drop(state)

    async def _take(self, queue: ChatQueue, state: SlotState, posted: OwnMessage) -> None:
        """A slot has another message; what that replaces is to go, and stays on record until it has."""
        state.own = posted.in_place_of(state.own)
        await self._save(state)
        _remove(queue, state.own.replaced, state)

    async def _leave(self, queue: ChatQueue, state: SlotState) -> None:
        """Look after a slot no longer, once its message is what it is to become."""
        queue.drop(state)
        state.is_unfinished = False
        if state.own is not None:
            _remove(queue, state.own.replaced, state)
            if state.goal in (Goal.STRIP, Goal.DELETE):
                strip = state.goal is Goal.STRIP
                queue.add(Removal(state.own.message_id, state.own.posted_at, strip=strip, of=state))
                state.fresh_asked += 1  # whoever wants the slot again gets another message
        await self._forget(queue, state)

    async def _forget(self, queue: ChatQueue, state: SlotState) -> None:
        """Know a slot no longer, unless it is wanted, or something of it is still to be removed."""
        if not state.is_left or queue.removals(state):
            return
        state.own = None
        if not state.is_unfinished:
            with logged("the message of a slot could not be removed from the store"):
                await self._store.remove(state.slot)
                await self._remove_former(state)
        if state.is_left:  # or else somebody wants it again by now
            self._books.leave(state)

    async def _serve_say(self, queue: ChatQueue, say: Say) -> None:
        if say.search is not None:
            content = say.search.content
        else:
            content = await self._courier.content(say.screen, plain=say.plain or self._is_plain(queue.chat_id))
        posted = await self._post(queue, say, content)
        if posted is not None:
            queue.drop(say)
            _remove(queue, posted.replaced)

    async def _serve_removal(self, queue: ChatQueue, removal: Removal) -> None:
        if removal.is_paced:
            found = await self._courier.strip(queue.chat_id, removal.message_id)
            if found and removal.doubt:
                queue.drop(removal)
                queue.add(Removal(removal.message_id, removal.posted_at, of=removal.of))
                return
        else:
            age = self._wall_clock() - removal.posted_at
            if age >= DELETABLE_FOR or not await self._courier.delete(queue.chat_id, removal.message_id):
                removal.strip = True
                return
        await self._removed(queue, removal)

    async def _removed(self, queue: ChatQueue, removal: Removal) -> None:
        """A message is gone or has no buttons, or Telegram will never let that be: its slot need not remember it."""
        queue.drop(removal)
        state = removal.of
        if state is None or state.own is None or self._books.slots.get(state.slot) is not state:
            return
        state.own = state.own.without(removal.message_id)
        if not state.is_left:
            await self._save(state)
        await self._forget(queue, state)

    # ---- posting, and finding what may have been posted

    async def _post(self, queue: ChatQueue, entry: SlotState | Say, content: Content) -> OwnMessage | None:
        """Post a message, or find the one that may have been posted; None while that is being looked for.

        What was posted is taken to have replaced those that may be the same, posted before.
        """
        chat_id, search = queue.chat_id, entry.search
        if search is not None and not search.is_over:
            return await self._look(chat_id, entry, search)
        absent = search is None or search.proved_absent
        if search is not None and search.again and not absent and isinstance(entry, Say):
            log.error("a message to chat %s was sent twice without an answer and is given up", chat_id)
            queue.drop(entry)
            self._budget.give_back(chat_id)
            return None
        thread_id = entry.thread_id
        if thread_id is not None and self._gone_topics.get((chat_id, thread_id)):
            thread_id = None
        floor = self._books.sightings.newest(chat_id)
        fresh = entry.fresh_asked if isinstance(entry, SlotState) else 0
        reply_to = entry.reply_to if isinstance(entry, Say) else None
        try:
            posted = await self._courier.post(chat_id, thread_id, content, self._wall_clock(), reply_to)
        except TelegramError as error:
            if understand(error).fate is Fate.UNKNOWN:
                entry.search = Search(content, floor, is_dense(chat_id), not absent, fresh)
            raise
        entry.search = None
        self._books.sightings.note(chat_id, entry.thread_id, posted.message_id)
        if search is not None:
            now, suspects = self._wall_clock(), search.suspects(posted.message_id)
            posted = replace(posted, replaced=tuple(Replaced(suspect, now, doubt=True) for suspect in suspects))
        return posted

    async def _look(self, chat_id: int, entry: SlotState | Say, search: Search) -> OwnMessage | None:
        """Look where the message could be; it, if it is there."""
        candidate = search.candidate
        found = await self._courier.look_at(chat_id, candidate, search.content)
        search.note(found)
        if found is not Found.OURS:
            return None
        entry.search = None
        self._books.sightings.note(chat_id, entry.thread_id, candidate)
        return own_message(candidate, self._wall_clock(), search.content)

    async def _save(self, state: SlotState) -> None:
        if state.own is not None and state.goal is not Goal.LEAVE:
            with logged("the message of a slot could not be kept"):
                await self._store.save(state.slot, state.own)
                await self._remove_former(state)

    async def _remove_former(self, state: SlotState) -> None:
        if state.former is not None:
            await self._store.remove(state.former)
            state.former = None

    def _is_plain(self, chat_id: int) -> bool:
        until = self._plain_until.get(chat_id)
        return until is not None and until > self._clock.now()

    # ---- when a call fails

    async def _recover(self, queue: ChatQueue, entry: Entry, error: TelegramError) -> None:
        failure = understand(error)
        match failure.fate:
            case Fate.FLOOD:
                log.info("Telegram asks for a pause in chat %s: %s", queue.chat_id, error)
            case Fate.NOT_DONE | Fate.UNKNOWN:
                await self._postpone(queue, entry, failure, error)
            case Fate.TROUBLE:
                await self._report(queue, entry, failure)
            case Fate.LOST | Fate.NO_PHOTOS | Fate.BAD_PHOTO | Fate.BAD_FILE if entry.strikes < _MOST_STRIKES:
                entry.strikes += 1
                await self._repair(queue, entry, failure.fate)
            case _:
                await self._give_up(queue, entry, error)

    async def _postpone(self, queue: ChatQueue, entry: Entry, failure: Failure, error: TelegramError) -> None:
        if self._books.is_closed:
            self._books.drop(queue, entry)
            return
        if isinstance(entry, Removal):
            await self._try_later(queue, entry, error)
            return
        pause = queue.failed(self._clock)
        log.warning("a call for chat %s failed, again in %g s: %s", queue.chat_id, pause, error)
        if isinstance(entry, SlotState) and entry.own is not None and failure.fate is Fate.UNKNOWN:
            entry.own = replace(entry.own, digest="", picture="")

    async def _try_later(self, queue: ChatQueue, removal: Removal, error: TelegramError) -> None:
        """A removal failed; what is to be shown does not wait for it."""
        removal.strikes += 1
        if removal.strikes >= _MOST_TRIES:
            log.warning("a message in chat %s could not be removed: %s", queue.chat_id, error)
            await self._abandon(queue, removal, unfinished=True)
            return
        pause = pause_after(removal.strikes - 1)
        removal.due = self._clock.now() + pause
        log.info("a message in chat %s could not be removed, again in %g s: %s", queue.chat_id, pause, error)

    async def _repair(self, queue: ChatQueue, entry: Entry, fate: Fate) -> None:
        if isinstance(entry, Removal):
            await self._removed(queue, entry)
            return
        if fate is Fate.NO_PHOTOS:
            self._plain_until.put(queue.chat_id, self._clock.now() + _PLAIN_FOR)
        elif fate is Fate.BAD_PHOTO:
            entry.plain = True
        elif fate is Fate.BAD_FILE:
            screen = entry.screen if isinstance(entry, Say) else entry.wanted
            if screen is not None and screen.picture is not None:
                await self._courier.forget_file(screen.picture.key)
        elif isinstance(entry, SlotState) and entry.own is not None:
            entry.fresh_asked += 1  # by another message

    async def _give_up(self, queue: ChatQueue, entry: Entry, error: TelegramError) -> None:
        if isinstance(entry, Removal):
            await self._removed(queue, entry)
            return
        if isinstance(entry, SlotState) and entry.wanted is not None:
            entry.refused = screen_digest(entry.wanted)
            log.error("Telegram does not take what %s is to show: %s", entry.slot, error)
        elif isinstance(entry, Say):
            log.error("Telegram does not take a message to chat %s: %s", queue.chat_id, error)
        await self._abandon(queue, entry)

    async def _abandon(self, queue: ChatQueue, entry: Entry, *, unfinished: bool = False) -> None:
        """Nothing more can be done for an entry now; a slot that was to be closed is. `unfinished`: a removal might be
        possible at the next start.
        """
        self._books.drop(queue, entry)
        if isinstance(entry, SlotState) and entry.closing:
            entry.goal = Goal.LEAVE
            await self._leave(queue, entry)
        elif isinstance(entry, Removal) and entry.of is not None:
            entry.of.is_unfinished |= unfinished
            await self._forget(queue, entry.of)

    async def _report(self, queue: ChatQueue, entry: Entry, failure: Failure) -> None:
        """Nothing can be shown: what waits is dropped, or goes on elsewhere, and the rest of the bot is told."""
        chat_id, thread_id = queue.chat_id, entry.thread_id
        kind = failure.trouble or TroubleKind.NO_RIGHTS
        log.warning("nothing can be shown in chat %s: %s", chat_id, kind)
        if kind is TroubleKind.MIGRATED and failure.new_chat_id is not None:
            self._books.migrate(chat_id, failure.new_chat_id)
        elif kind is TroubleKind.TOPIC_GONE and thread_id is not None:
            self._gone_topics.put((chat_id, thread_id), True)
        else:
            in_topic = kind in (TroubleKind.TOPIC_CLOSED, TroubleKind.TOPIC_GONE)
            for waiting in list(queue.entries):
                if not in_topic or waiting.thread_id == thread_id:
                    await self._abandon(queue, waiting)
        with logged("what to do about a chat in trouble failed"):
            await self._on_trouble(ChatTrouble(kind, chat_id, thread_id, failure.new_chat_id))


def _remove(queue: ChatQueue, replaced: Iterable[Replaced], state: SlotState | None = None) -> None:
    """Queue the removal of what was replaced (in a slot, if there is one), unless it is queued."""
    waiting = queue.removals(state) if state is not None else set()
    for one in replaced:
        if one.message_id not in waiting:
            queue.add(Removal(one.message_id, one.posted_at, doubt=one.doubt, of=state))
