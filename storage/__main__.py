"""The operator's tools: python -m storage check|backup|export|adjust|downgrade FILE …"""

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import closing
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from engine.console import print_everywhere
from storage.backup import backup
from storage.check import check
from storage.connection import explained
from storage.database import Database
from storage.errors import StorageError, Unknown
from storage.export import Form, Subject, export
from storage.opening import bring_back, connect_read_only

WELL, FAULTS, REFUSED = 0, 1, 2

_EPILOG: Final = """\
exit status: 0 all well, 1 check has found faults, 2 the file or the request was refused (one sentence on stderr).
All commands but downgrade may run while the bot does."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line; the exit status."""
    options = _parser().parse_args(arguments)
    try:
        with explained(options.file):
            return int(options.command(options))
    except (StorageError, OSError) as error:
        print(f"{options.name}: {error}", file=sys.stderr)
        return REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m storage",
        description="Look after the database of the bot.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="name", required=True, metavar="COMMAND")

    one = commands.add_parser(
        "check",
        help="verify the whole database",
        description="Replay every deal, add up every score and list, look for orphans. Prints what is wrong and"
        " changes nothing.",
    )
    one.add_argument("file", type=Path, metavar="FILE", help="the database")
    one.add_argument("--quick", action="store_true", help="do not replay the deals (which takes most of the time)")
    one.set_defaults(command=_check)

    one = commands.add_parser(
        "backup",
        help="copy it, consistent, while the bot runs",
        description="Copy the database as it is at one moment to a new file. Restoring: stop the bot, put the copy in"
        " the place of the database, remove what is called FILE-wal and FILE-shm, start the bot.",
    )
    one.add_argument("file", type=Path, metavar="FILE", help="the database")
    one.add_argument("to", type=Path, metavar="TO", help="the copy; must not exist")
    one.set_defaults(command=_backup)

    one = commands.add_parser(
        "export",
        help="print the ledger or the finished deals",
        description="Print the ledger (one row per player and deal, and corrections) or the finished deals with every"
        " action. People are numbers, chats Telegram's ids, times UTC, all of it UTF-8.",
    )
    one.add_argument("file", type=Path, metavar="FILE", help="the database")
    one.add_argument("--what", type=Subject, choices=list(Subject), default=Subject.LEDGER, help="default: ledger")
    one.add_argument("--form", type=Form, choices=list(Form), default=Form.CSV, help="default: csv")
    one.set_defaults(command=_export)

    one = commands.add_parser(
        "adjust",
        help="correct a score",
        description="Add a row with a reason to the ledger; no row is ever edited. Example:"
        " python -m storage adjust data/shuangkou.sqlite3 --person 12345 --points -600 --reason 'deal 17 was a test'",
    )
    one.add_argument("file", type=Path, metavar="FILE", help="the database")
    one.add_argument("--person", type=int, required=True, metavar="ID", help="the person's Telegram id")
    one.add_argument(
        "--points", type=int, required=True, metavar="N", help="what the score moves by, as in 600 or -600"
    )
    one.add_argument("--reason", required=True, metavar="TEXT", help="why; kept in the ledger")
    one.add_argument("--chat", type=int, metavar="ID", help="the chat whose list moves too (the global ones always do)")
    one.set_defaults(command=_adjust)

    one = commands.add_parser(
        "downgrade",
        help="bring it back to the version of an earlier program",
        description="Bring the database back to an earlier version, so that an earlier program opens it. Stop the bot"
        " and make a backup first; run this with the newer program, then install the earlier one. Nothing that was"
        " played is lost: what has no place there is kept aside, and is back after the next upgrade.",
    )
    one.add_argument("file", type=Path, metavar="FILE", help="the database")
    one.add_argument("--to", type=int, required=True, metavar="N", help="the version, as docs/operating.md lists them")
    one.set_defaults(command=_downgrade)
    return parser


def _check(options: argparse.Namespace) -> int:
    faults = 0
    with closing(connect_read_only(options.file)) as connection:
        for fault in check(connection, replay=not options.quick):
            faults += 1
            print(fault, flush=True)
        deals, rows, people = connection.execute(
            "SELECT (SELECT count(*) FROM deals), (SELECT count(*) FROM ledger), (SELECT count(*) FROM people)"
        ).fetchone()
    if faults:
        print(f"{options.file}: {_counted(faults, 'fault')}")
        return FAULTS
    found = f"{_counted(deals, 'deal')}, {_counted(rows, 'ledger row')}, {_counted(people, 'person', 'people')}"
    print(f"{options.file}: {found}; all is well")
    return WELL


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _backup(options: argparse.Namespace) -> int:
    size = backup(options.file, options.to)
    print(f"{options.to}: {size:,} bytes")
    return WELL


def _export(options: argparse.Namespace) -> int:
    with closing(connect_read_only(options.file)) as connection:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # what is exported is data, and the same whatever the terminal
        export(connection, options.what, options.form, sys.stdout)
    return WELL


def _downgrade(options: argparse.Namespace) -> int:
    before = bring_back(options.file, options.to)
    print(f"{options.file}: version {before} -> {options.to}; install the earlier program before you start it again")
    return WELL


def _adjust(options: argparse.Namespace) -> int:
    try:
        print(asyncio.run(_adjusted(options)))
    except ValueError as error:
        print(f"adjust: {error}", file=sys.stderr)
        return REFUSED
    return WELL


async def _adjusted(options: argparse.Namespace) -> str:
    async with Database.open(options.file, exclusive=False) as database:
        person = database.people.by_telegram_id(options.person)
        if person is None:
            raise Unknown(f"the bot has not met {options.person}; give the Telegram id of somebody who plays")
        change = await database.scores.adjust(person.id, options.points, options.reason, chat_id=options.chat)
    return f"{person.first_name} ({options.person}): {change.before} -> {change.after}"


def _end(number: int, _: object) -> None:
    """Told to end: what has been begun is cleared away on the way out."""
    sys.exit(128 + number)


if __name__ == "__main__":
    print_everywhere()
    signal.signal(signal.SIGTERM, _end)
    sys.exit(main())
