"""Everything the bot raises of its own, as one tree.

    BotError
    ├── Refusal                       somebody wants what is not allowed; they are told in a sentence of their language
    │   ├── Refused                   a table refuses it; `code` is the reason (bot/tables/refusals.py)
    │   └── Denied                    the chat or the bot does; `denial` is the reason (bot/handlers/denied.py)
    ├── NotSignedIn                   Telegram has not signed, or too long ago, who opens the page (bot/app/sign_in.py)
    └── StartError                    the bot cannot start; the message says why in a sentence for the operator
        ├── SettingsError             the settings make no sense (bot/process/config.py)
        ├── CannotListen              an address cannot be had (bot/process/bind_errors.py)
        ├── TokenRefused              Telegram does not take the token (bot/telegram_api/connection.py)
        └── WebhookRefused            Telegram does not take the address of the webhook (bot/telegram_api/connection.py)

What is none of these and reaches a person is a fault: it is logged, and the person is told that it is one. Errors of
the rules are in engine/errors.py, those of the database in storage/errors.py, those of Telegram in telegram.error.
"""


class BotError(Exception):
    """Anything the bot raises of its own."""


class Refusal(BotError):
    """Somebody wants what is not allowed."""


class StartError(BotError):
    """The bot cannot start; the message says why."""
