"""The command line of the engine, one module a command; `COMMANDS` is all there is to add one.

A command is a module with `add_parser(commands)`, which adds its parser and sets `run` on it: a function that takes the
parsed arguments and returns the exit status.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

from engine import simulate, training
from engine.cli import batch, explain, verify

COMMANDS: Final = (batch, explain, simulate, training, verify)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (default: those of the process) name; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="The rules of 双扣 (Shuangkou).")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_parser(commands)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough; keep the interpreter from writing once more at its exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status
