"""The command `simulate`: computer players against each other on duplicate deals, with the figures that say who is
better and by how much.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Final, Protocol

from pydantic import ValidationError

from engine.players import Strength
from engine.ruleset import RuleSet
from engine.simulate_matches import DEFAULT_BUDGET, DuplicateDeal, Match, Report, play_duplicate, report
from engine.simulate_report import as_text, write_into

_BAR_WIDTH: Final = 30
_CHUNK: Final = 4
"""Deals a process is given at a time."""


class Terminal(Protocol):
    """A terminal on which progress is drawn, such as `sys.stderr`."""

    def isatty(self) -> bool:
        """Return whether somebody is looking."""

    def write(self, text: str, /) -> int:
        """Show a text."""

    def flush(self) -> None:
        """Show it now."""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to those of `python -m engine`."""
    parser = commands.add_parser("simulate", help="let computer players play against each other")
    add_arguments(parser)
    parser.set_defaults(run=run)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `run` reads."""
    strengths = [strength.value for strength in Strength]
    parser.description = (
        "Plays duplicate deals, the same cards twice with the teams swapped, and reports the points of a team in a "
        "deal (both partners together) with their 95 % interval. An error, illegal play or overrun loses the deal."
    )
    parser.add_argument("--deals", type=_positive, default=200, help="duplicate deals (default: %(default)s)")
    parser.add_argument("--team", choices=strengths, default="planner", help="whose points are reported")
    parser.add_argument("--against", choices=strengths, default="greedy", help="who plays against them")
    parser.add_argument("--seed", type=_natural, default=1, help="of the deals and the players (default: %(default)s)")
    parser.add_argument("--rules", type=_rules, default=RuleSet(), metavar="JSON", help='as in {"wild": "none"}')
    parser.add_argument(
        "--budget", type=_seconds, default=DEFAULT_BUDGET, help="seconds for a decision (default: %(default)s)"
    )
    parser.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, help="processes (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--write", type=Path, metavar="FILE", help="also note the result in the table of this file")


def run(options: argparse.Namespace) -> int:
    """Simulate and report; the exit status is 1 if a player erred."""
    match = Match(
        team=Strength(options.team),
        against=Strength(options.against),
        deals=options.deals,
        seed=options.seed,
        rules=options.rules,
        budget=options.budget,
    )
    played = _play(match, options.jobs)
    found = report(match, played if options.quiet else with_progress(played, match.deals, sys.stderr))
    print(json.dumps(as_json(found), ensure_ascii=False, indent=2) if options.json else as_text(found))
    if options.write:
        write_into(options.write, found)
    return 1 if any(found.faults.values()) else 0


def as_json(found: Report) -> dict[str, object]:
    """A report as JSON values; the rules as the switches that differ from the default."""
    values = asdict(found)
    values["match"]["rules"] = found.match.rules.model_dump(mode="json", exclude_defaults=True)
    return values


def _play(match: Match, jobs: int) -> Iterator[DuplicateDeal]:
    """The deals of a match, as they are finished."""
    play = partial(play_duplicate, match)
    if jobs == 1:
        yield from map(play, range(match.deals))
        return
    with get_context("spawn").Pool(min(jobs, match.deals)) as pool:
        yield from pool.imap_unordered(play, range(match.deals), chunksize=min(_CHUNK, -(-match.deals // jobs)))


def with_progress(deals: Iterable[DuplicateDeal], number: int, screen: Terminal) -> Iterator[DuplicateDeal]:
    """Pass deals on and draw a bar; on a screen that is no terminal, nothing."""
    started = monotonic()
    for done, deal in enumerate(deals, start=1):
        yield deal
        if screen.isatty():
            left = (monotonic() - started) / done * (number - done)
            bar = ("█" * (_BAR_WIDTH * done // number)).ljust(_BAR_WIDTH, "░")
            end = "\n" if done == number else ""
            screen.write(f"\r{bar} {done}/{number} deals, {left:.0f} s left \x1b[K{end}")
            screen.flush()


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def _natural(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is less than 0")
    return number


def _seconds(text: str) -> float:
    seconds = float(text)
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"{text} s is no time")
    return seconds


def _rules(text: str) -> RuleSet:
    try:
        return RuleSet.model_validate_json(text)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"]))
        raise argparse.ArgumentTypeError(f"{where}: {problem['msg']}" if where else problem["msg"]) from None
