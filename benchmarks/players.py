"""The strength of the computer players: `python -m benchmarks.players` measures it and writes docs/players.md."""

import argparse
import os
import sys
from pathlib import Path
from typing import Final, NamedTuple

if __name__ == "__main__" and sys.path[0] == str(Path(__file__).resolve().parent):
    sys.path[0] = str(Path(__file__).resolve().parents[1])  # started as a file: `engine` is the package

from engine.cli import main
from engine.console import print_everywhere

DOCUMENT: Final = Path(__file__).resolve().parents[1] / "docs" / "players.md"


class Series(NamedTuple):
    """One row of the table."""

    team: str
    against: str
    deals: int
    budget: float
    rules: str = "{}"


SERIES: Final = (
    Series("greedy", "random", 2000, 1.0),
    Series("planner", "greedy", 2000, 1.0),
    Series("planner", "greedy", 200, 1.0, '{"deal_style": "clumped"}'),
    Series("random", "random", 2000, 1.0),
    Series("greedy", "greedy", 200, 1.0),
    Series("planner", "planner", 200, 1.0),
    Series("expert", "planner", 1000, 1.0),
    Series("expert", "expert", 200, 1.0),
    Series("adept", "greedy", 1000, 1.0),
    Series("adept", "planner", 1000, 1.0),
    Series("adept", "expert", 1000, 1.0),
    Series("master", "greedy", 200, 1.0),
    Series("master", "planner", 400, 1.0),
    Series("master", "expert", 1000, 1.0),
    Series("master", "adept", 400, 1.0),
    Series("master", "master", 200, 1.0),
)


def run() -> int:
    """Measure every series; the exit status is 1 if a player erred."""
    parser = argparse.ArgumentParser(description="Measure the computer players and write docs/players.md.")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the deals to play (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)")
    options = parser.parse_args()
    status = 0
    for team, against, deals, budget, rules in SERIES:
        arguments = ["--team", team, "--against", against, "--budget", str(budget), "--rules", rules]
        number = max(2, round(deals * options.scale))
        arguments += ["--deals", str(number), "--jobs", str(options.jobs), "--write", str(DOCUMENT)]
        status |= main(["simulate", *arguments])
    return status


if __name__ == "__main__":
    print_everywhere()
    sys.exit(run())
