"""`python -m bot`: the bot on Telegram, or without a token on the playground, a Telegram of its own in the browser."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")  # before python-telegram-bot is imported: its future way to give pauses

import argparse
import asyncio
import sys

from bot.config import EXIT_CODE, Settings, settings_or_exit
from bot.logs import set_up


def main(arguments: list[str] | None = None) -> int:
    """Run the bot; returns the exit status."""
    parser = argparse.ArgumentParser(prog="shuangkou", description="双扣 in Telegram groups.")
    parser.add_argument("--demo", action="store_true", help="show a table of computer players on the playground")
    options = parser.parse_args(arguments)
    settings = settings_or_exit()
    set_up(settings.log_level, settings.log_format, token=settings.bot_token.get_secret_value())
    return asyncio.run(_run(settings, demo=options.demo))


async def _run(settings: Settings, *, demo: bool) -> int:
    from bot.application import serve
    from storage import DatabaseError

    try:
        await serve(settings)
    except DatabaseError as error:
        sys.stderr.write(f"{error}\n")
        return EXIT_CODE
    return 0


if __name__ == "__main__":
    sys.exit(main())
