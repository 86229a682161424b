"""The work in one chat at a time: one entry, one call, and what to do when it fails."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from cachetools import LRUCache, TTLCache
from telegram.error import TelegramError

from bot.outbox.content import Content, screen_digest, visible_length
from bot.outbox.ephemeral import MOST_CHARACTERS, EphemeralSender, EphemeralState, NotEphemeral
from bot.outbox.errors import ErrorKind, Failure, classify
from bot.outbox.lost_message import Found, LostMessage
from bot.outbox.message_counts import is_dense
from bot.outbox.model import (
    Build,
    ChatTrouble,
    EphemeralSlot,
    MessageKind,
    MessageStore,
    OnTrouble,
    OwnMessage,
    Replaced,
    TroubleKind,
)
from bot.outbox.queue import ChatQueue, Choice, Entry, Goal, OneOff, Removal, SlotState, pause_after
from bot.outbox.registry import SlotRegistry
from bot.outbox.sender import Sender, logged, own_message
from bot.process.logs import context
from bot.telegram_api.limits import Budget

log = logging.getLogger(__name__)

DELETABLE_FOR: Final = 47.5 * 3600
"""Seconds in which a message can be deleted; Telegram says 48 hours."""
_PLAIN_FOR: Final = 3600.0  # seconds without photos in a chat that does not allow them
MADE_IN_A_ROUND: Final = 2
"""Screens made in one round of the event loop; each takes some milliseconds."""
_MOST_ATTEMPTS: Final = 4  # repairs of one entry before it is given up
_MOST_TRIES: Final = 10  # of a removal, over five minutes
_KEPT: Final = 10_000  # chats without photos, gone topics


class Rounds:
    """Lets a few go on in each round of the event loop, in the order in which they come.

    A tap takes some ten rounds to be answered, and a round lasts as long as all that is ready in it. Where more is to
    be shown than can be made, rounds in which every chat made its screen would last for seconds, and so would taps.

    Args:
        each: how many.
    """

    def __init__(self, each: int) -> None:
        self._left = asyncio.Semaphore(each)

    async def turn(self) -> None:
        """Wait for a turn; at once where few want one."""
        await self._left.acquire()
        asyncio.get_running_loop().call_soon(self._left.release)


class Worker:
    """Serves the queues of `registry`, one task per chat."""

    def __init__(
        self,
        registry: SlotRegistry,
        budget: Budget,
        sender: Sender,
        ephemeral: EphemeralSender,
        store: MessageStore,
        on_trouble: OnTrouble,
        wall_clock: Callable[[], float],
    ) -> None:
        self._registry = registry
        self._budget = budget
        self._clock = budget.clock
        self._sender = sender
        self._ephemeral = ephemeral
        self._store = store
        self._on_trouble = on_trouble
        self._wall_clock = wall_clock
        self._rounds = Rounds(MADE_IN_A_ROUND)
        self._without_photos = TTLCache[int, bool](_KEPT, _PLAIN_FOR, timer=self._clock.now)
        self._gone_topics = LRUCache[tuple[int, int], bool](_KEPT)

    async def work(self, queue: ChatQueue) -> None:
        """Do what waits in one chat until nothing does."""
        try:
            with context(chat=queue.chat_id):
                while (choice := await self._next(queue)) is not None:
                    await self._step(queue, choice.entry)
        finally:
            if self._registry.queues.get(queue.chat_id) is queue:
                del self._registry.queues[queue.chat_id]

    async def _next(self, queue: ChatQueue) -> Choice | None:
        """Wait until something may be done, and count it where it is a paced call."""
        while True:
            await self._load(queue)
            choice = self._choose(queue)
            if choice is None:
                return None
            wait = max(choice.due, queue.retry_at) - self._clock.now()
            if choice.entry.is_paced:
                wait = max(wait, self._budget.pause(queue.chat_id, urgent=choice.urgent, spare=choice.spare))
            if wait > 0:
                await queue.bell.wait(wait)
                continue
            if not choice.entry.is_paced:
                return choice
            if not await self._admitted(queue, choice):
                continue
            await self._rounds.turn()
            await self._load(queue)
            choice = self._choose(queue)  # what is best by now
            if choice is not None and choice.entry.is_paced and choice.entry.loaded:
                return choice
            self._budget.give_back(queue.chat_id)

    async def _admitted(self, queue: ChatQueue, choice: Choice) -> bool:
        """Wait until a call is within every limit; return False where somebody has come to wait for something here
        meanwhile, so that it has to be asked for again, and goes before what nobody waits for.
        """
        chat_id, spare = queue.chat_id, choice.spare
        if choice.urgent:
            await self._budget.admit(chat_id, urgent=True)
            return True
        if self._budget.admit_at_once(chat_id, urgent=False, spare=spare):
            return True
        admission = queue.admission = asyncio.create_task(self._budget.admit(chat_id, urgent=False, spare=spare))
        try:
            await asyncio.wait({admission})
            if admission.cancelled():
                return False
            await admission
        finally:
            admission.cancel()
            queue.admission = None
        return True

    def _choose(self, queue: ChatQueue) -> Choice | None:
        now = self._clock.now()
        for entry in list(queue.entries):
            if isinstance(entry, OneOff) and entry.expires_at is not None and entry.expires_at <= now:
                self._registry.drop(queue, entry)
        chat_id, budget = queue.chat_id, self._budget
        return queue.choose(
            budget.last_call(chat_id),
            budget.edit_interval,
            now,
            hurry=self._registry.is_closed,
            short=budget.pause(chat_id, urgent=False) > 0,
        )

    async def _load(self, queue: ChatQueue) -> None:
        """Find out which messages show the slots that wait, before anything is chosen."""
        for entry in list(queue.entries):
            if not isinstance(entry, SlotState) or entry.loaded:
                continue
            try:
                entry.message = await self._store.load(entry.slot)
            except Exception:
                pause = queue.failed(self._clock)
                log.exception("the message of %s could not be read, again in %g s", entry.slot, pause)
                return
            entry.loaded = True
            if entry.message is not None:
                _remove(queue, entry.message.replaced, entry)
            entry.posted_at_count = self._registry.counts.passed(entry.slot.chat_id, entry.thread_id)
            if entry.is_shown:
                queue.drop(entry)

    async def _step(self, queue: ChatQueue, entry: Entry) -> None:
        """Make one call for an entry and see what became of it."""
        queue.for_one = isinstance(entry, EphemeralState)
        try:
            match entry:
                case SlotState():
                    entry.busy = True
                    try:
                        await self._serve_slot(queue, entry)
                    finally:
                        entry.busy = False
                case OneOff():
                    await self._serve_one_off(queue, entry)
                case Removal():
                    await self._serve_removal(queue, entry)
                case EphemeralState():
                    await self._serve_ephemeral(queue, entry)
        except TelegramError as error:
            await self._recover(queue, entry, error)
        except Exception:
            log.exception("showing something in chat %s failed", queue.chat_id)
            self._registry.drop(queue, entry)
        else:
            entry.attempts = 0
            queue.succeeded()

    async def _serve_slot(self, queue: ChatQueue, state: SlotState) -> None:
        chat_id, build, asked = queue.chat_id, state.wanted, state.fresh_asked
        if state.goal is not Goal.SHOW or build is None:
            if state.lost is not None and state.is_sought:
                found = await self._look(chat_id, state, state.lost)
                if found is not None:
                    await self._take(queue, state, found)
            else:
                await self._leave(queue, state)
            return
        old = state.message
        anew = old is None or asked != state.fresh_served or state.lost is not None
        is_sunk = False
        if old is not None and not anew and state.sinks_after is not None:
            below = self._registry.counts.below(chat_id, state.thread_id, old, state.posted_at_count)
            anew = is_sunk = below > state.sinks_after
        plain = state.plain or self._is_plain(chat_id)
        screen = state.built = replace(build(), silent=True) if is_sunk else build()
        if state.is_to_compare:
            state.unsure = False
            if old is not None and old.digest == screen_digest(screen.plain if plain else screen):
                self._settle(queue, state, build)
            return
        state.unsure = False
        if not anew and screen_digest(screen) == state.refused:
            self._budget.give_back(chat_id)
            self._settle(queue, state, build)
            return
        content = await self._sender.content(
            screen, plain=plain, shown_picture=old.picture if old is not None and not anew else ""
        )
        if old is not None and old.digest == content.digest and asked == state.fresh_served and state.lost is None:
            self._budget.give_back(chat_id)
        elif old is None or anew or (old.kind is MessageKind.PHOTO and content.kind is MessageKind.TEXT):
            if state.lost is not None and not state.lost.is_over:
                asked = state.lost.fresh  # what is found now was posted then
            posted = await self._post(queue, state, content)
            if posted is None:
                return
            state.fresh_served = asked
            state.posted_at_count = self._registry.counts.passed(chat_id, state.thread_id)
            await self._take(queue, state, posted)
        else:
            state.message = await self._sender.edit(chat_id, old, content)
            await self._save(state)
        if state.message is not None and state.message.digest == content.digest:  # not if an earlier message was found
            self._settle(queue, state, build)

    def _settle(self, queue: ChatQueue, state: SlotState, build: Build) -> None:
        """The screen is shown: the slot is done, unless something else is wanted by now."""
        if state.wanted is not build or state.goal is not Goal.SHOW or state.fresh_asked != state.fresh_served:
            queue.add(state, last=True)
            return
        state.plain = False
        if state.closing:
            state.goal = Goal.LEAVE
            queue.add(state)
        else:
            state.wanted = state.built = None  # the digest tells whether the next is another
            queue.drop(state)

    async def _take(self, queue: ChatQueue, state: SlotState, posted: OwnMessage) -> None:
        """A slot has another message; what that replaces is to go, and stays on record until it has."""
        state.message = posted.in_place_of(state.message)
        await self._save(state)
        _remove(queue, state.message.replaced, state)

    async def _leave(self, queue: ChatQueue, state: SlotState) -> None:
        """Look after a slot no longer, once its message is what it is to become."""
        queue.drop(state)
        state.is_unfinished = False
        if state.message is not None:
            _remove(queue, state.message.replaced, state)
            if state.goal in (Goal.STRIP, Goal.DELETE):
                strip = state.goal is Goal.STRIP
                queue.add(Removal(state.message.message_id, state.message.posted_at, strip=strip, slot_state=state))
                state.fresh_asked += 1  # whoever wants the slot again gets another message
        await self._forget(queue, state)

    async def _forget(self, queue: ChatQueue, state: SlotState) -> None:
        """Know a slot no longer, unless it is wanted, or something of it is still to be removed."""
        if not state.is_left or queue.removals(state):
            return
        state.message = None
        if not state.is_unfinished:
            with logged("the message of a slot could not be removed from the store"):
                await self._store.remove(state.slot)
                await self._remove_old_slot(state)
        if state.is_left:  # or else somebody wants it again by now
            self._registry.leave(state)

    async def _serve_one_off(self, queue: ChatQueue, one_off: OneOff) -> None:
        if one_off.lost is not None:
            content = one_off.lost.content
        else:
            one_off.built = one_off.build()
            content = await self._sender.content(one_off.built, plain=one_off.plain or self._is_plain(queue.chat_id))
            if await self._answered_alone(queue, one_off, content):
                queue.drop(one_off)
                return
        posted = await self._post(queue, one_off, content)
        if posted is not None:
            queue.drop(one_off)
            _remove(queue, posted.replaced)

    async def _answered_alone(self, queue: ChatQueue, one_off: OneOff, content: Content) -> bool:
        """Answer an ephemeral command by an ephemeral message; where that cannot be, the answer goes to everybody."""
        reason, receiver_id, one_off.reason = one_off.reason, one_off.receiver_id, None
        if reason is None or receiver_id is None or self._clock.now() > reason.until:
            return False
        try:
            await self._ephemeral.send(
                EphemeralSlot(queue.chat_id, one_off.thread_id, receiver_id, ""), content, reason
            )
        except NotEphemeral:
            return False
        except TelegramError as error:
            log.info("an ephemeral answer in chat %s was refused, it goes to everybody: %s", queue.chat_id, error)
            return False
        return True

    async def _serve_ephemeral(self, queue: ChatQueue, state: EphemeralState) -> None:
        """Show a screen to one member, if that may be done now; if not, they will ask by a tap."""
        if state.closing:
            queue.drop(state)
            state.shows(None)
            self._registry.forget_ephemeral(state)
            await self._delete_replaced(state)
            return
        build = state.wanted
        if build is None:
            self._drop_ephemeral(queue, state)
            self._budget.give_back(queue.chat_id)
            return
        chat_id = queue.chat_id
        reason = state.reason if state.reason is not None and self._clock.now() <= state.reason.until else None
        if state.urgent:
            self._budget.keep_for_hands(chat_id)
        may_send = reason is not None or await self._ephemeral.is_admin(chat_id)
        screen = state.built = build()
        anew = state.shown is None or (state.fresh and may_send)
        content = await self._sender.content(
            screen,
            plain=state.plain or self._is_plain(chat_id),
            shown_picture=state.shown.picture if state.shown is not None and not anew else "",
        )
        if not anew and state.shown is not None:  # a text cannot become a photo, nor a long one by an edit
            anew = state.shown.kind not in (None, content.kind) or visible_length(content.text) > MOST_CHARACTERS
        if anew and not may_send:
            state.give_up()
            self._budget.give_back(chat_id)
        elif anew:
            try:
                state.shows(await self._ephemeral.send(state.slot, content, reason))
            except NotEphemeral:
                state.give_up()
        elif state.shown is not None and state.shown.digest == content.digest:
            self._budget.give_back(chat_id)
        elif state.shown is not None:
            state.shown = await self._ephemeral.edit(state.slot, state.shown, content)
        self._settle_ephemeral(queue, state, build)
        await self._delete_replaced(state)

    async def _delete_replaced(self, state: EphemeralState) -> None:
        while state.replaced:
            await self._ephemeral.delete(state.slot, state.replaced.pop())

    def _settle_ephemeral(self, queue: ChatQueue, state: EphemeralState, build: Build) -> None:
        """It is shown, or cannot be: done with, unless something else is wanted by now."""
        state.attempts, state.plain, state.fresh = 0, False, False
        if state.wanted is build:
            state.wanted, state.missing = None, state.shown is None
        if state.wanted is None and not state.closing:
            self._drop_ephemeral(queue, state)

    def _drop_ephemeral(self, queue: ChatQueue, state: EphemeralState) -> None:
        queue.drop(state)
        if state.is_panel:
            self._registry.forget_ephemeral(state)

    async def _recover_ephemeral(
        self, queue: ChatQueue, state: EphemeralState, failure: Failure, error: TelegramError
    ) -> None:
        """A call for an ephemeral message failed. Whatever it was, nobody else is shown it instead."""
        chat_id = queue.chat_id
        state.attempts += 1
        if failure.kind is ErrorKind.FLOOD:
            return
        if not self._ephemeral.is_supported:
            state.give_up()
            self._drop_ephemeral(queue, state)
            return
        if failure.trouble in (TroubleKind.MIGRATED, TroubleKind.REMOVED):
            await self._report(queue, state, failure)
            return
        if state.attempts < _MOST_ATTEMPTS and not self._registry.is_closed:
            match failure.kind:
                case ErrorKind.LOST:
                    state.shown = None
                    return
                case ErrorKind.NOT_DONE | ErrorKind.UNKNOWN:
                    pause = queue.failed(self._clock)
                    log.info("a call for one member of chat %s failed, again in %g s: %s", chat_id, pause, error)
                    return
                case ErrorKind.NO_PHOTOS | ErrorKind.BAD_PHOTO:
                    state.plain = True
                    return
                case ErrorKind.BAD_FILE if state.built is not None and state.built.picture is not None:
                    await self._sender.forget_file(state.built.picture.key)
                    return
        log.info("one member of chat %s cannot be shown their message now: %s", chat_id, error)
        state.give_up()
        state.attempts, state.refused = 0, failure.kind is ErrorKind.REFUSED
        self._drop_ephemeral(queue, state)

    async def _serve_removal(self, queue: ChatQueue, removal: Removal) -> None:
        if removal.is_paced:
            found = await self._sender.strip(queue.chat_id, removal.message_id)
            if found and removal.maybe_foreign:
                queue.drop(removal)
                queue.add(Removal(removal.message_id, removal.posted_at, slot_state=removal.slot_state))
                return
        else:
            age = self._wall_clock() - removal.posted_at
            if age >= DELETABLE_FOR or not await self._sender.delete(queue.chat_id, removal.message_id):
                removal.strip = True
                return
        await self._removed(queue, removal)

    async def _removed(self, queue: ChatQueue, removal: Removal) -> None:
        """A message is gone or has no buttons, or Telegram will never let that be: its slot need not remember it."""
        queue.drop(removal)
        state = removal.slot_state
        if state is None or state.message is None or self._registry.slots.get(state.slot) is not state:
            return
        state.message = state.message.without(removal.message_id)
        if not state.is_left:
            await self._save(state)
        await self._forget(queue, state)

    # ---- posting, and finding what may have been posted

    async def _post(self, queue: ChatQueue, entry: SlotState | OneOff, content: Content) -> OwnMessage | None:
        """Post a message, or find the one that may have been posted; None while that is being looked for.

        What was posted is taken to have replaced those that may be the same, posted before.
        """
        chat_id, lost = queue.chat_id, entry.lost
        if lost is not None and not lost.is_over:
            return await self._look(chat_id, entry, lost)
        absent = lost is None or lost.proved_absent
        if lost is not None and lost.again and not absent and isinstance(entry, OneOff):
            log.error("a message to chat %s was sent twice without an answer and is given up", chat_id)
            queue.drop(entry)
            self._budget.give_back(chat_id)
            return None
        thread_id = entry.thread_id
        if thread_id is not None and (chat_id, thread_id) in self._gone_topics:
            thread_id = None
        floor = self._registry.counts.newest(chat_id)
        fresh = entry.fresh_asked if isinstance(entry, SlotState) else 0
        reply_to = entry.reply_to if isinstance(entry, OneOff) else None
        try:
            posted = await self._sender.post(chat_id, thread_id, content, self._wall_clock(), reply_to)
        except TelegramError as error:
            if classify(error).kind is ErrorKind.UNKNOWN:
                entry.lost = LostMessage(content, floor, is_dense(chat_id), not absent, fresh)
            raise
        entry.lost = None
        self._registry.counts.note(chat_id, entry.thread_id, posted.message_id)
        if lost is not None:
            now, suspects = self._wall_clock(), lost.suspects(posted.message_id)
            posted = replace(posted, replaced=tuple(Replaced(suspect, now, maybe_foreign=True) for suspect in suspects))
        return posted

    async def _look(self, chat_id: int, entry: SlotState | OneOff, lost: LostMessage) -> OwnMessage | None:
        """Look where the message could be; it, if it is there."""
        candidate = lost.candidate
        found = await self._sender.look_at(chat_id, candidate, lost.content)
        lost.note(found)
        if found is not Found.OURS:
            return None
        entry.lost = None
        self._registry.counts.note(chat_id, entry.thread_id, candidate)
        return own_message(candidate, self._wall_clock(), lost.content)

    async def _save(self, state: SlotState) -> None:
        if state.message is not None and state.goal is not Goal.LEAVE:
            with logged("the message of a slot could not be kept"):
                await self._store.save(state.slot, state.message)
                await self._remove_old_slot(state)

    async def _remove_old_slot(self, state: SlotState) -> None:
        if state.old_slot is not None:
            await self._store.remove(state.old_slot)
            state.old_slot = None

    def _is_plain(self, chat_id: int) -> bool:
        return chat_id in self._without_photos

    # ---- when a call fails

    async def _recover(self, queue: ChatQueue, entry: Entry, error: TelegramError) -> None:
        failure = classify(error)
        if isinstance(entry, EphemeralState):
            await self._recover_ephemeral(queue, entry, failure, error)
            return
        match failure.kind:
            case ErrorKind.FLOOD:
                log.info("Telegram asks for a pause in chat %s: %s", queue.chat_id, error)
            case ErrorKind.NOT_DONE | ErrorKind.UNKNOWN:
                await self._postpone(queue, entry, failure, error)
            case ErrorKind.TROUBLE:
                await self._report(queue, entry, failure)
            case ErrorKind.LOST | ErrorKind.NO_PHOTOS | ErrorKind.BAD_PHOTO | ErrorKind.BAD_FILE if (
                entry.attempts < _MOST_ATTEMPTS
            ):
                entry.attempts += 1
                await self._repair(queue, entry, failure.kind)
            case _:
                await self._give_up(queue, entry, error)

    async def _postpone(self, queue: ChatQueue, entry: Entry, failure: Failure, error: TelegramError) -> None:
        if self._registry.is_closed:
            self._registry.drop(queue, entry)
            return
        if isinstance(entry, Removal):
            await self._try_later(queue, entry, error)
            return
        pause = queue.failed(self._clock)
        log.warning("a call for chat %s failed, again in %g s: %s", queue.chat_id, pause, error)
        if isinstance(entry, SlotState) and entry.message is not None and failure.kind is ErrorKind.UNKNOWN:
            entry.message = replace(entry.message, digest="", picture="")

    async def _try_later(self, queue: ChatQueue, removal: Removal, error: TelegramError) -> None:
        """A removal failed; what is to be shown does not wait for it."""
        removal.attempts += 1
        if removal.attempts >= _MOST_TRIES:
            log.warning("a message in chat %s could not be removed: %s", queue.chat_id, error)
            await self._abandon(queue, removal, unfinished=True)
            return
        pause = pause_after(removal.attempts - 1)
        removal.due = self._clock.now() + pause
        log.info("a message in chat %s could not be removed, again in %g s: %s", queue.chat_id, pause, error)

    async def _repair(self, queue: ChatQueue, entry: Entry, kind: ErrorKind) -> None:
        if isinstance(entry, Removal):
            await self._removed(queue, entry)
            return
        if kind is ErrorKind.NO_PHOTOS:
            self._without_photos[queue.chat_id] = True
        elif kind is ErrorKind.BAD_PHOTO:
            entry.plain = True
        elif kind is ErrorKind.BAD_FILE:
            if entry.built is not None and entry.built.picture is not None:
                await self._sender.forget_file(entry.built.picture.key)
        elif isinstance(entry, SlotState) and entry.message is not None:
            entry.fresh_asked += 1  # by another message

    async def _give_up(self, queue: ChatQueue, entry: Entry, error: TelegramError) -> None:
        if isinstance(entry, Removal):
            await self._removed(queue, entry)
            return
        if isinstance(entry, SlotState) and entry.built is not None:
            entry.refused = screen_digest(entry.built)
            log.error("Telegram does not take what %s is to show: %s", entry.slot, error)
        elif isinstance(entry, OneOff):
            log.error("Telegram does not take a message to chat %s: %s", queue.chat_id, error)
        await self._abandon(queue, entry)

    async def _abandon(self, queue: ChatQueue, entry: Entry, *, unfinished: bool = False) -> None:
        """Nothing more can be done for an entry now; a slot that was to be closed is. `unfinished`: a removal might be
        possible at the next start.
        """
        self._registry.drop(queue, entry)
        if isinstance(entry, SlotState) and entry.closing:
            entry.goal = Goal.LEAVE
            await self._leave(queue, entry)
        elif isinstance(entry, Removal) and entry.slot_state is not None:
            entry.slot_state.is_unfinished |= unfinished
            await self._forget(queue, entry.slot_state)

    async def _report(self, queue: ChatQueue, entry: Entry, failure: Failure) -> None:
        """Nothing can be shown: what waits is dropped, or goes on elsewhere, and the rest of the bot is told."""
        chat_id, thread_id = queue.chat_id, entry.thread_id
        kind = failure.trouble or TroubleKind.NO_RIGHTS
        log.warning("nothing can be shown in chat %s: %s", chat_id, kind)
        if kind is TroubleKind.MIGRATED and failure.new_chat_id is not None:
            self._registry.migrate(chat_id, failure.new_chat_id)
        elif kind is TroubleKind.TOPIC_GONE and thread_id is not None:
            self._gone_topics[chat_id, thread_id] = True
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
            queue.add(Removal(one.message_id, one.posted_at, maybe_foreign=one.maybe_foreign, slot_state=state))
