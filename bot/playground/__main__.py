"""`python -m bot.playground record [DIR]`: play a scripted evening in a browser and write pictures of its screens."""

import os

os.environ.setdefault("PTB_TIMEDELTA", "true")  # before python-telegram-bot is imported: its future way to give pauses

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Final

from engine.console import print_everywhere

SCREENSHOTS: Final = Path("docs/screenshots")
_REFUSED: Final = 2


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bot.playground", description="The local Telegram in the browser.")
    commands = parser.add_subparsers(required=True)
    record = commands.add_parser("record", help="play an evening in a browser and write screenshots")
    record.add_argument("folder", type=Path, nargs="?", default=SCREENSHOTS, metavar="DIR")
    return _record(parser.parse_args(arguments).folder)


def _record(folder: Path) -> int:
    try:
        from bot.playground.recording import record
    except ModuleNotFoundError as error:
        if error.name != "playwright":
            raise
        sys.stderr.write("Playwright is missing: `make docs` installs it and takes the screenshots.\n")
        return 1
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.stderr.write(f"{folder} cannot be written to ({error.strerror}); name a folder that can\n")
        return _REFUSED
    try:
        asyncio.run(record(folder))
    except FileNotFoundError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.writelines(f"{path}\n" for path in sorted(folder.glob("*.png")))
    return 0


if __name__ == "__main__":
    print_everywhere()
    sys.exit(main())
