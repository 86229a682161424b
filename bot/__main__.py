"""`python -m bot`: the bot on Telegram, or without a token on the playground, a Telegram of its own in the browser."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")  # before python-telegram-bot is imported: its future way to give pauses

import sys

from bot.process.stop_signals import end_at_once
from engine.console import print_everywhere


def main(arguments: list[str] | None = None) -> int:
    """Run the bot; returns the exit status."""
    end_at_once()
    print_everywhere()
    from bot.program import run  # takes seconds, in which it can be told to end

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
