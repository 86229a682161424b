"""Between a screen and Telegram: `Outbox` makes chats show what they should.

    outbox.show(Slot(chat_id, thread_id, "table:71"), screen)     # again and again; the newest state wins
    outbox.say(chat_id, thread_id, screen, key="deal:9:start")    # once
    outbox.close(slot, last_screen)                               # and no more
    outbox.strip(slot)                                            # the same, whatever stands there

Inside, from the outside in:

    outbox     what can be asked for
    books      which slots and chats there are
    queue      what comes first in one chat
    worker     serves one queue: one entry, one call
    courier    the single calls
    search     finding a message that may have been posted
    errors     what Telegram's refusals mean
    content    a screen as Telegram takes it
    sightings  what passes by in the chats
    model      the words other packages use
"""

from bot.outbox.model import (
    ChatTrouble,
    Draw,
    FileStore,
    MessageKind,
    MessageStore,
    OnTrouble,
    OwnMessage,
    Replaced,
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
    "Replaced",
    "Slot",
    "TroubleKind",
]
