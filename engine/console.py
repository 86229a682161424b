"""The output of commands, in whatever encoding that has."""

import sys
from io import TextIOWrapper


def print_everywhere() -> None:
    r"""Have standard output and standard error write what their encoding has no place for as an escape, as in \u53cc,
    instead of failing; a command calls it first of all.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
