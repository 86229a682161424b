"""Changes, told to those who may see it, as plain dictionaries.

Every event has `event` and `chat_id`; objects are those of the Bot API. By `event`:

    message            message: a new one
    edited             message: as it is now
    deleted            message_ids
    unpinned           message_ids (a pin is a service message)
    reaction           message_id, reaction: the bot's
    chat_action        action: what the bot is doing
    member             member: what somebody is from now on
    callback_answered  query_id, message_id, text, show_alert, url: for the person who tapped only
"""

from __future__ import annotations

import asyncio
from types import TracebackType

from bot.playground.fake.model import Chat, Json


class Subscription:
    """An endless asynchronous iterator over the events one person may see; close it, or use it with `with`."""

    def __init__(self, feed: Feed, viewer_id: int) -> None:
        self._feed = feed
        self.viewer_id = viewer_id
        self._events: asyncio.Queue[Json | None] = asyncio.Queue()

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Json:
        event = await self._events.get()
        if event is None:
            raise StopAsyncIteration
        return event

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def pending(self) -> list[Json]:
        """The events that are there already, without waiting; they count as read."""
        events = []
        while not self._events.empty():
            event = self._events.get_nowait()
            if event is not None:
                events.append(event)
        return events

    def put(self, event: Json) -> None:
        self._events.put_nowait(event)

    def close(self) -> None:
        """Stop listening; the iterator ends after the events that are already there."""
        if self._feed.leave(self):
            self._events.put_nowait(None)


class Feed:
    """All subscriptions. An event of a chat goes to those who can read the chat at that moment, and to nobody else."""

    def __init__(self) -> None:
        self._subscriptions: list[Subscription] = []

    def subscribe(self, viewer_id: int) -> Subscription:
        subscription = Subscription(self, viewer_id)
        self._subscriptions.append(subscription)
        return subscription

    def leave(self, subscription: Subscription) -> bool:
        if subscription not in self._subscriptions:
            return False
        self._subscriptions.remove(subscription)
        return True

    def tell_chat(self, chat: Chat, event: Json) -> None:
        """Tell everybody who can read `chat`."""
        for subscription in self._subscriptions:
            if chat.has(subscription.viewer_id):
                subscription.put(event)

    def tell_person(self, user_id: int, event: Json) -> None:
        """Tell one person."""
        for subscription in self._subscriptions:
            if subscription.viewer_id == user_id:
                subscription.put(event)

    @property
    def is_watched(self) -> bool:
        """True if anybody listens: if not, events need not be made."""
        return bool(self._subscriptions)
