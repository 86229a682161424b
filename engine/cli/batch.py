"""`python -m engine batch`: requests as JSON lines on standard input, answers on standard output."""

import argparse
import sys
from typing import TYPE_CHECKING, Final

from engine.batch import OPERATIONS, answer_line

if TYPE_CHECKING:
    from argparse import _SubParsersAction

DESCRIPTION: Final = f"""\
Answer requests: one JSON object a line on standard input, one on standard output, in order. A line that cannot be
served answers {{"error": "..."}}; the exit status is 0 at the end of input. Operations: {", ".join(OPERATIONS)}.

  echo '{{"op": "read", "cards": "456wWW", "on": "334455"}}' | python -m engine batch
"""


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "batch",
        help="answer JSON requests line by line",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Answer every line, flushing each."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer_line(line))
        sys.stdout.buffer.flush()
    return 0
