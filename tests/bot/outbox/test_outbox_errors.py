"""What Telegram's refusals mean. What a broken network does is in `tests.bot.test_transport`."""

import pytest
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, TelegramError

from bot.outbox import TroubleKind
from bot.outbox.errors import Fate, understand


@pytest.mark.parametrize(
    ("error", "fate", "trouble"),
    [
        (BadRequest("Message is not modified: specified new message content …"), Fate.UNCHANGED, None),
        (BadRequest("Message to edit not found"), Fate.LOST, None),
        (BadRequest("Message can't be edited"), Fate.LOST, None),
        (BadRequest("There is no text in the message to edit"), Fate.LOST, None),
        (BadRequest("Not enough rights to send photos to the chat"), Fate.NO_PHOTOS, None),
        (BadRequest("Message caption is too long"), Fate.BAD_PHOTO, None),
        (BadRequest("Wrong file identifier/HTTP URL specified"), Fate.BAD_FILE, None),
        (BadRequest("Can't parse entities: unclosed start tag"), Fate.REFUSED, None),
        (BadRequest("Message is too long"), Fate.REFUSED, None),
        (BadRequest("Chat not found"), Fate.TROUBLE, TroubleKind.NOT_FOUND),
        (BadRequest("Not enough rights to send text messages to the chat"), Fate.TROUBLE, TroubleKind.NO_RIGHTS),
        (BadRequest("Have no rights to send a message"), Fate.TROUBLE, TroubleKind.NO_RIGHTS),
        (BadRequest("Topic_closed"), Fate.TROUBLE, TroubleKind.TOPIC_CLOSED),
        (BadRequest("Message thread not found"), Fate.TROUBLE, TroubleKind.TOPIC_GONE),
        (Forbidden("Forbidden: bot was blocked by the user"), Fate.TROUBLE, TroubleKind.BLOCKED),
        (Forbidden("Forbidden: user is deactivated"), Fate.TROUBLE, TroubleKind.DEACTIVATED),
        (Forbidden("Forbidden: bot can't initiate conversation with a user"), Fate.TROUBLE, TroubleKind.NOT_STARTED),
        (Forbidden("Forbidden: bot was kicked from the supergroup chat"), Fate.TROUBLE, TroubleKind.REMOVED),
        (Forbidden("Forbidden: bot is not a member of the group chat"), Fate.TROUBLE, TroubleKind.REMOVED),
        (Forbidden("Forbidden: the group chat was deleted"), Fate.TROUBLE, TroubleKind.REMOVED),
        (Forbidden("Forbidden: something new"), Fate.TROUBLE, TroubleKind.NO_RIGHTS),
        (ChatMigrated(-1001), Fate.TROUBLE, TroubleKind.MIGRATED),
        (InvalidToken(), Fate.NOT_DONE, None),
        (Conflict("terminated by other getUpdates request"), Fate.NOT_DONE, None),
    ],
)
def test_a_refusal(error: TelegramError, fate: Fate, trouble: TroubleKind | None) -> None:
    failure = understand(error)
    assert (failure.fate, failure.trouble) == (fate, trouble)
