"""What Telegram's refusals mean. What a broken network does is in `tests.bot.test_transport`."""

import pytest
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, TelegramError

from bot.outbox import TroubleKind
from bot.outbox.errors import ErrorKind, classify


@pytest.mark.parametrize(
    ("error", "kind", "trouble"),
    [
        (BadRequest("Message is not modified: specified new message content …"), ErrorKind.UNCHANGED, None),
        (BadRequest("Message to edit not found"), ErrorKind.LOST, None),
        (BadRequest("Message can't be edited"), ErrorKind.LOST, None),
        (BadRequest("There is no text in the message to edit"), ErrorKind.LOST, None),
        (BadRequest("Not enough rights to send photos to the chat"), ErrorKind.NO_PHOTOS, None),
        (BadRequest("Message caption is too long"), ErrorKind.BAD_PHOTO, None),
        (BadRequest("Wrong file identifier/HTTP URL specified"), ErrorKind.BAD_FILE, None),
        (BadRequest("Can't parse entities: unclosed start tag"), ErrorKind.REFUSED, None),
        (BadRequest("Message is too long"), ErrorKind.REFUSED, None),
        (BadRequest("Chat not found"), ErrorKind.TROUBLE, TroubleKind.NOT_FOUND),
        (BadRequest("Not enough rights to send text messages to the chat"), ErrorKind.TROUBLE, TroubleKind.NO_RIGHTS),
        (BadRequest("Have no rights to send a message"), ErrorKind.TROUBLE, TroubleKind.NO_RIGHTS),
        (BadRequest("Topic_closed"), ErrorKind.TROUBLE, TroubleKind.TOPIC_CLOSED),
        (BadRequest("Message thread not found"), ErrorKind.TROUBLE, TroubleKind.TOPIC_GONE),
        (Forbidden("Forbidden: bot was blocked by the user"), ErrorKind.TROUBLE, TroubleKind.BLOCKED),
        (Forbidden("Forbidden: user is deactivated"), ErrorKind.TROUBLE, TroubleKind.DEACTIVATED),
        (
            Forbidden("Forbidden: bot can't initiate conversation with a user"),
            ErrorKind.TROUBLE,
            TroubleKind.NOT_STARTED,
        ),
        (Forbidden("Forbidden: bot was kicked from the supergroup chat"), ErrorKind.TROUBLE, TroubleKind.REMOVED),
        (Forbidden("Forbidden: bot is not a member of the group chat"), ErrorKind.TROUBLE, TroubleKind.REMOVED),
        (Forbidden("Forbidden: the group chat was deleted"), ErrorKind.TROUBLE, TroubleKind.REMOVED),
        (Forbidden("Forbidden: something new"), ErrorKind.TROUBLE, TroubleKind.NO_RIGHTS),
        (ChatMigrated(-1001), ErrorKind.TROUBLE, TroubleKind.MIGRATED),
        (InvalidToken(), ErrorKind.NOT_DONE, None),
        (Conflict("terminated by other getUpdates request"), ErrorKind.NOT_DONE, None),
    ],
)
def test_a_refusal(error: TelegramError, kind: ErrorKind, trouble: TroubleKind | None) -> None:
    failure = classify(error)
    assert (failure.kind, failure.trouble) == (kind, trouble)
