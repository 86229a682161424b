"""Raw updates: each is read by itself, one that cannot be read or is known is left out, nobody's words are logged."""

import asyncio
import logging
from collections import Counter
from typing import Any

import pytest
from telegram import Update
from telegram.ext import ExtBot

from bot.playground.fake import FakeRequest, FakeTelegram, ManualClock
from bot.telegram_api.hearing import Hearing
from bot.telegram_api.inbox import Inbox, Skipped, id_of, kind_of

CHAT = {"id": -100, "type": "supergroup", "title": "geheim"}
USER = {"id": 6_000_000_001, "is_bot": False, "first_name": "geheim"}
BOT = {"id": 7_000_000_001, "is_bot": True, "first_name": "Bot"}
RESTRICTED = {
    "chat": CHAT,
    "from": USER,
    "date": 1_800_000_000,
    "old_chat_member": {"status": "left", "user": BOT},
    "new_chat_member": {"status": "restricted", "user": BOT, "is_member": True, "until_date": 0},
}
"""As a Bot API server older than 9.5 says it: without `can_edit_tag` and its like."""
POLL_ANSWER = {"poll_id": "1", "user": USER, "option_ids": [0]}
MESSAGE = {"message_id": 1, "date": 1_800_000_000, "chat": CHAT, "from": USER, "text": "geheim"}

UNREADABLE: list[Any] = [
    {"update_id": 1, "my_chat_member": RESTRICTED},
    {"update_id": 2, "poll_answer": POLL_ANSWER},
    {"update_id": 3, "message": {"text": "geheim"}},
    {"update_id": 4, "message": 17},
    {"update_id": 5, "callback_query": []},
    {"update_id": "geheim", "message": MESSAGE["text"]},
    {"message": MESSAGE},
    ["geheim"],
    "geheim",
    None,
    7,
]


class Door:
    """An inbox and what comes out of it."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[object] = asyncio.Queue()
        self.skipped: Counter[Skipped] = Counter()
        telegram = FakeTelegram()
        bot: ExtBot[None] = ExtBot(telegram.account.token, request=FakeRequest(telegram))
        self.inbox = Inbox(bot, self.queue, Hearing(ManualClock()), lambda reason: self.skipped.update([reason]))

    def texts(self) -> list[str | None]:
        """The texts of the messages that came through."""
        found = []
        while not self.queue.empty():
            update = self.queue.get_nowait()
            assert isinstance(update, Update)
            found.append(update.message.text if update.message else None)
        return found


@pytest.mark.parametrize("raw", UNREADABLE)
def test_an_update_that_cannot_be_read_is_one_line_without_its_content(
    raw: object, caplog: pytest.LogCaptureFixture
) -> None:
    door = Door()
    with caplog.at_level(logging.DEBUG, "bot"):
        door.inbox.receive(raw)
        door.inbox.receive({"update_id": 9, "message": MESSAGE})
    assert door.texts() == ["geheim"]
    assert door.skipped == {Skipped.UNREADABLE: 1}
    [record] = caplog.records
    assert record.levelname == "WARNING"
    assert record.exc_info is None
    assert "geheim" not in record.getMessage()
    assert "\n" not in record.getMessage()
    assert str(id_of(raw)) in record.getMessage()
    assert kind_of(raw) in record.getMessage()


def test_an_update_that_comes_again_is_served_once() -> None:
    door = Door()
    for number in (5, 6, 5, 4, 6, 4):  # late and out of order is no reason to leave one out
        door.inbox.receive({"update_id": number, "message": MESSAGE | {"text": str(number)}})
    assert door.texts() == ["5", "6", "4"]
    assert door.skipped == {Skipped.REPEATED: 3}


def test_an_update_of_a_kind_that_is_not_known_yet_is_nothing_to_serve() -> None:
    door = Door()
    door.inbox.receive({"update_id": 5, "hologram": {"of": "somebody"}})
    assert door.texts() == [None]
    assert not door.skipped
