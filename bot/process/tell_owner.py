"""`python -m bot.process.tell_owner TEXT`: a message to the owner on Telegram, as when a backup has failed.

It needs BOT_TOKEN and OWNER_IDS and nothing of a running bot. The exit status is 0 if every owner has got it.
"""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")  # before python-telegram-bot is imported: its future way to give pauses

import argparse
import asyncio
import sys

from telegram import Bot
from telegram.error import TelegramError

from bot.process.config import EXIT_CODE, Settings, settings_or_exit
from bot.process.logs import redacted
from bot.telegram_api.transport import Transport
from engine.console import print_everywhere


def main(arguments: list[str] | None = None) -> int:
    """Send the text of the command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bot.process.tell_owner", description="Tell the owner something.")
    parser.add_argument("text", help="what to say")
    options = parser.parse_args(arguments)
    settings = settings_or_exit()
    if not settings.has_token or not settings.owner_ids:
        sys.stderr.write("BOT_TOKEN and OWNER_IDS are needed; set them in the environment or in .env\n")
        return EXIT_CODE
    return asyncio.run(tell(settings, options.text))


async def tell(settings: Settings, text: str) -> int:
    """Send `text` to every owner; returns 0, or 1 where somebody could not be told, which standard error says."""
    status = 0
    token = settings.bot_token.get_secret_value()
    calls, polls = Transport(1, proxy=settings.proxy), Transport(1)
    async with Bot(token, settings.api_base, request=calls, get_updates_request=polls) as bot:
        for owner in sorted(settings.owner_ids):
            try:
                await bot.send_message(owner, text)
            except TelegramError as error:
                sys.stderr.write(f"{owner} could not be told: {redacted(str(error))}\n")
                status = 1
    return status


if __name__ == "__main__":
    print_everywhere()
    sys.exit(main())
