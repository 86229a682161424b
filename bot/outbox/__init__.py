"""Between a screen and Telegram: `Outbox` makes chats show what they should.

    outbox.show(Slot(chat_id, thread_id, "table:71"), build)     # again and again; the newest state wins
    outbox.say(chat_id, thread_id, build, key="deal:9:start")    # once
    outbox.close(slot, build_last)                               # and no more
    outbox.strip(slot)                                           # the same, whatever stands there

`build` makes a screen when its turn to be sent comes; a screen that is there already will do as well.

Why it is our own: python-telegram-bot's `AIORateLimiter`, by its own word a minimal reference, queues *calls*. What
was true when a call was queued is sent when its turn comes, though ten plays have passed; nothing goes before anything
else; and a 429 from one chat halts all of them (python-telegram-bot#3765, #5338). Here what waits is the place to be
shown, and what it shows is made when its turn comes: at 100 tables within Telegram's limits that is fewer than two
messages and edits a play instead of three (docs/load.md).

Inside, from the outside in:

    outbox           what can be asked for
    registry         which slots and chats there are
    queue            what comes first in one chat
    worker           serves one queue: one entry, one call
    sender           the single calls
    ephemeral        messages that one member of a group sees alone
    lost_message     finding a message that may have been posted
    errors           what Telegram's refusals mean
    content          a screen as Telegram takes it
    message_counts   what passes by in the chats
    message_store    what is remembered over a restart
    startup_cleanup  what a killed process has left standing
    presenter        from a table's changes to slots and screens
    app_front        what the chats know of the Mini App
    model            the words other packages use
"""

from bot.outbox.model import (
    Asker,
    Build,
    ChatTrouble,
    Draw,
    EphemeralSlot,
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
    "Asker",
    "Build",
    "ChatTrouble",
    "Draw",
    "EphemeralSlot",
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
