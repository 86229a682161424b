"""An hour of bad luck: python -m benchmarks.storm [--hours H] [--seed N]

The whole bot on the fake Telegram, on a clock moved by hand: calls, polls and the database fail at random, updates come
twice, late, unreadable and out of order, and four people go on tapping what they see, or fall asleep. When it is over,
what has to be so is checked: nobody was timed out unheard, scores equal the ledger, every deal replays from the
database, all screens show the table. The same, for some minutes, is a test (`tests/scenarios/test_storm.py`).
"""

import argparse
import asyncio
import logging
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.scenarios.storm import storm
from tests.stillness import StillLoop


async def run(hours: float, seed: int) -> None:
    """Let it storm, and say what there was.

    Raises:
        AssertionError: something was not as it has to be; the message says what.
    """
    begun = time.perf_counter()
    with TemporaryDirectory(prefix="shuangkou-storm-") as folder:
        async with storm(Path(folder), hours * 3600, seed) as weather:
            spells = ", ".join(f"{name} {number}" for name, number in sorted(weather.weather.items()))
            print(f"{hours:g} h, seed {seed}: {len(weather.players.tapped)} taps, {len(weather.tried)} of them in turn")
            print(f"deals begun: {weather.game.live.number}; turns that ran out: {weather.timed_out}")
            print(f"spells of weather: {spells}; updates that came twice: {weather.line.repeated}")
    print(f"all is well ({time.perf_counter() - begun:.0f} s)")


def main() -> int:
    """Returns 1 where something was not as it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=1.0, help="of the clock that is moved by hand")
    parser.add_argument("--seed", type=int, default=1, help="another one has other weather")
    options = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)
    try:
        with asyncio.Runner(loop_factory=StillLoop) as runner:
            runner.run(run(options.hours, options.seed))
    except AssertionError as error:
        print(f"not well: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
