"""The person a command is about: who gave it, or whose message it replies to."""

from telegram import Message, User

from bot.handlers.contexts import CommandContext
from bot.handlers.denied import Denied
from bot.handlers.services import Services
from bot.screens.refusals import Denial
from bot.tables.state import Person


def replied_to(message: Message) -> User | None:
    """Return who wrote the message that this one replies to; None where it replies to none.

    In a topic every message replies to the one that opened it, which means nothing.

    Raises:
        Denied: a bot wrote it, or somebody in the name of a chat.
    """
    answered = message.reply_to_message
    if answered is None or answered.forum_topic_created is not None:
        return None
    user = answered.from_user
    if user is None or user.is_bot or answered.sender_chat is not None:
        raise Denied(Denial.NOBODY_KNOWN)
    return user


async def subject(services: Services, command: CommandContext) -> Person:
    """The person a command is about. Somebody the bot has never met is not written down for being asked about.

    Raises:
        Denied: nothing is known of that person, or it is none.
    """
    user = replied_to(command.message)
    if user is None:
        if command.is_anonymous:
            raise Denied(Denial.NOBODY_KNOWN)
        return command.person
    stored = services.database.people.by_telegram_id(user.id)
    if stored is None:
        raise Denied(Denial.NOBODY_KNOWN)
    return await services.directory.get(stored.id)
