"""Panels: messages that belong to no table, whose buttons turn them to another page. And how a chat wants to be spoken
to.
"""

from telegram import InlineKeyboardButton, Message

from bot.handlers.contexts import Place, TapContext, ephemeral_id_of
from bot.handlers.denied import Denied
from bot.handlers.services import Services
from bot.outbox.message_store import panel_slot
from bot.screens.refusals import Denial
from bot.screens.screen import Screen
from bot.tables.state import Language, Person


def language_at(services: Services, place: Place, person: Person) -> Language:
    """Return the language in which a person is answered: their own in private, in a group that of the group."""
    return person.language if place.is_private else group_language(services, place.chat_id)


def group_language(services: Services, chat_id: int) -> Language:
    """Return the language a group is spoken to in."""
    chat = services.database.chats.get(chat_id)
    return Language(chat.language) if chat and chat.language else services.settings.default_language


def pictures_at(services: Services, place: Place, person: Person) -> bool:
    """Return whether an answer to a person is drawn: in private that is theirs to say."""
    return services.settings.pictures and (person.pictures or not place.is_private)


def require_offered(tap: TapContext) -> Message:
    """The message of a tap, which has to have the button that was tapped: what a button asks for is made up otherwise,
    or was offered before the message was turned to another page.

    Raises:
        Denied: it has not, or Telegram does not tell.
    """
    message = tap.query.message
    if isinstance(message, Message) and message.reply_markup is not None:
        offered = (button for row in message.reply_markup.inline_keyboard for button in row)
        if any(_is_tapped(button, tap) for button in offered):
            return message
    raise Denied(Denial.OLD_BUTTON)


def turn(services: Services, tap: TapContext, screen: Screen) -> None:
    """Show another page in the message that was tapped; of several taps in quick succession, the last page.

    Raises:
        Denied: the message does not offer that (see `require_offered`).
    """
    message, place = require_offered(tap), tap.place
    ephemeral_id = ephemeral_id_of(message)
    if ephemeral_id is not None and place.alone is not None:
        services.outbox.turn_alone(place.chat_id, place.thread_id, place.alone, ephemeral_id, screen)
    else:
        services.outbox.show(panel_slot(place.chat_id, place.thread_id, message.message_id), screen)


def _is_tapped(button: InlineKeyboardButton, tap: TapContext) -> bool:
    return button.callback_data == tap.query.data
