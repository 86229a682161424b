"""How the deals of a hundred days play: `python -m benchmarks.daily`, or with `--days 20 --trials 3`.

Seeds are drawn as the bot draws them and rehearsed as it rehearses them; those that are not fit are drawn again. What
is printed: how many were refused and why, how par and best are spread over the days that were taken, and what it costs.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from time import perf_counter

if __name__ == "__main__" and sys.path[0] == str(Path(__file__).resolve().parent):
    sys.path[0] = str(Path(__file__).resolve().parents[1])  # started as a file: `engine` is the package

from engine.console import print_everywhere
from engine.daily import DAILY_RULES, PAR_LIMIT, Par, Rehearsal, is_fit, rehearsed
from engine.shuffle import SEED_BYTES


def rehearse(day: str, server_seed: bytes, trials: int) -> Par:
    """Play a deal of a day so many times."""
    points = []
    for trial in range(trials):
        rehearsal = Rehearsal(day, server_seed)
        while (view := rehearsal.view) is not None:
            rehearsal.act(rehearsed(day, trial, rehearsal.seat, view))
        points.append(rehearsal.points)
    return Par(tuple(points))


def choose(trials: int, seed: int, number: int) -> tuple[str, Par, list[Par], float]:
    """The deal of a day: the day, its par, those that were refused before it, and the seconds all of that took."""
    started = perf_counter()
    chance = random.Random(f"{seed} {number}")
    day = (date(2026, 12, 1) + timedelta(days=number)).isoformat()
    refused: list[Par] = []
    while not is_fit(par := rehearse(day, chance.randbytes(SEED_BYTES), trials)):
        refused.append(par)
    return day, par, refused, perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description="Rehearse the deals of many days.")
    parser.add_argument("--days", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first day, to share the work out")
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.days)
    with get_context("spawn").Pool(options.jobs) as pool:
        choices = pool.imap(partial(choose, options.trials, options.seed), numbers)
        report(list(noted(choices, options.days)))


def noted(
    choices: Iterator[tuple[str, Par, list[Par], float]], days: int
) -> Iterator[tuple[str, Par, list[Par], float]]:
    """Pass the days on, with a line for each where somebody looks."""
    for number, (day, par, refused, seconds) in enumerate(choices, 1):
        if sys.stderr.isatty():
            print(f"{number}/{days} {day} {par.points}, {len(refused)} refused, {seconds:.0f} s", file=sys.stderr)
        yield day, par, refused, seconds


def report(days: list[tuple[str, Par, list[Par], float]]) -> None:
    """Print how the days are spread."""
    pars = [par for _, par, _, _ in days]
    refused = [par for _, _, before, _ in days for par in before]
    lost = sum(par.best <= 0 for par in refused)
    print(f"{len(days)} days, {len(days) + len(refused)} deals rehearsed {len(pars[0].points)} times each")
    print(f"refused: {lost} that nobody won, {len(refused) - lost} with a par beyond ±{PAR_LIMIT} base scores")
    for word, points in (("par", [par.median for par in pars]), ("best", [par.best for par in pars])):
        cuts = [round(cut) for cut in quantiles(points, n=20, method="inclusive")]
        print(f"{word}: least {min(points)}, 5 % {cuts[0]}, 25 % {cuts[4]}, median {cuts[9]}, ", end="")
        print(f"75 % {cuts[14]}, 95 % {cuts[18]}, most {max(points)}")
    spread = Counter(par.median // DAILY_RULES.base_score for par in pars)
    for units in sorted(spread):
        print(f"par {units:+3d} base scores {'█' * spread[units]} {spread[units]}")
    seconds = sorted(each for _, _, _, each in days)
    print(f"seconds a day: median {seconds[len(seconds) // 2]:.1f}, most {seconds[-1]:.1f}")


if __name__ == "__main__":
    print_everywhere()
    main()
