"""Counts of what passes by in the chats: how far up a message has scrolled, and which message ids there can be."""

from typing import Final

from cachetools import LRUCache

from bot.outbox.model import OwnMessage

_SUPERGROUPS_BELOW: Final = -1_000_000_000_000
_KEPT: Final = 10_000  # chats


class MessageCounts:
    """Counts messages per chat and topic, and knows the newest id of each chat.

    Supergroups number their messages themselves, without gaps, so that distances are exact there; all private chats
    and basic groups share one count.
    """

    def __init__(self) -> None:
        self._newest = LRUCache[int, int](_KEPT)
        self._passed = LRUCache[tuple[int, int | None], int](_KEPT)

    def note(self, chat_id: int, thread_id: int | None, message_id: int | None) -> None:
        """A message was seen in the chat, whoever wrote it."""
        topic = (chat_id, thread_id)
        self._passed[topic] = self._passed.get(topic, 0) + 1
        if message_id is not None:
            count = _count(chat_id)
            self._newest[count] = max(message_id, self._newest.get(count, 0))

    def passed(self, chat_id: int, thread_id: int | None) -> int:
        """Return how many messages were noted in a chat or topic so far."""
        return self._passed.get((chat_id, thread_id), 0)

    def newest(self, chat_id: int) -> int:
        """The newest id known where the chat's messages are counted, 0 if none is."""
        return self._newest.get(_count(chat_id), 0)

    def below(self, chat_id: int, thread_id: int | None, own: OwnMessage, passed_before: int) -> int:
        """Return how many messages lie under one; `passed_before` is what `passed` was when it was posted."""
        below = self.passed(chat_id, thread_id) - passed_before
        if thread_id is None and is_dense(chat_id):
            below = max(below, self.newest(chat_id) - own.message_id)
        return below


def is_dense(chat_id: int) -> bool:
    """Return whether a chat numbers its messages itself: supergroups do."""
    return chat_id < _SUPERGROUPS_BELOW


def _count(chat_id: int) -> int:
    """The chat whose count gives a chat's messages their ids; 0 for the count that the others share."""
    return chat_id if is_dense(chat_id) else 0
