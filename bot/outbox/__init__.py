"""Between a screen and Telegram: `Outbox` makes chats show what they should.

    outbox.show(Slot(chat_id, thread_id, "table:71"), screen)     # again and again; the newest state wins
    outbox.say(chat_id, thread_id, screen, key="deal:9:start")    # once
    outbox.close(slot, last_screen)                               # and no more

`model` holds the words other packages use, `outbox` the whole of it, `queue` what comes first in one chat, `courier`
the single calls, `errors` what Telegram's refusals mean.
"""

from bot.outbox.model import (
    ChatTrouble,
    Draw,
    FileStore,
    MessageKind,
    MessageStore,
    OnTrouble,
    OwnMessage,
    Slot,
    TroubleKind,
)
from bot.outbox.outbox import Outbox

__all__ = [
    "ChatTrouble",
    "Draw",
    "FileStore",
    "MessageKind",
    "MessageStore",
    "OnTrouble",
    "Outbox",
    "OwnMessage",
    "Slot",
    "TroubleKind",
]
