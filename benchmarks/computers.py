"""The waiting for computer players: python -m benchmarks.computers

Tables of four experts and tables of four planners play side by side, as at the bot's tables: a seat thinks while it
seems to think, and acts when both are over. What is printed is by how much an action comes later than it seems to take,
with the planners alone and beside the experts; once on one process, as the bot is set up.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from random import Random
from statistics import mean, quantiles
from typing import Final

from bot.tables.computers import Computers
from engine.deal import Deal
from engine.players import Strength
from engine.ruleset import DEFAULT_RULES
from engine.shuffle import deal_cards

PAUSE: Final = (0.8, 2.0)
"""Shortest and longest time a computer player seems to think, in seconds, as the bot is set up."""


def dealt(random: Random) -> Deal:
    """A deal that has just begun."""
    cards = deal_cards(random.randbytes(32), DEFAULT_RULES)
    return Deal.start(cards.seated_counts, cards.leader, DEFAULT_RULES)


async def play(computers: Computers, strength: Strength, seed: int, late: list[float]) -> None:
    """Play deal after deal at one table of four, and note how many seconds too late each action comes."""
    random = Random(seed)
    deal = dealt(random)
    while True:
        if (seat := deal.to_act) is None:
            deal = dealt(random)
            continue
        number = random.getrandbits(63)
        seeming, asked = computers.pause(number), time.perf_counter()
        deciding = asyncio.create_task(computers.choose(strength, number, deal.view(seat)))
        await asyncio.sleep(seeming)
        deal = deal.act(await deciding).deal
        late.append(max(0.0, time.perf_counter() - asked - seeming))


async def measure(experts: int, planners: int, seconds: float) -> tuple[list[float], list[float]]:
    """Return how late experts and planners were, at so many tables of each."""
    computers = Computers(1, PAUSE)
    await computers.choose(Strength.PLANNER, 1, dealt(Random(0)).view(dealt(Random(0)).to_act or 0))  # it starts
    slow: list[float] = []
    quick: list[float] = []
    tables = [play(computers, Strength.EXPERT, seed, slow) for seed in range(experts)]
    tables += [play(computers, Strength.PLANNER, 1000 + seed, quick) for seed in range(planners)]
    playing = [asyncio.create_task(table) for table in tables]
    await asyncio.sleep(seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    computers.close()
    return slow, quick


def row(what: str, late: Sequence[float]) -> str:
    """A row of the table."""
    if len(late) < 2:
        return f"| {what:<24} | {len(late):7} |        |        |"
    return f"| {what:<24} | {len(late):7} | {mean(late):4.2f} s | {quantiles(late, n=20)[-1]:4.2f} s |"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--experts", type=int, default=5, help="tables of four experts")
    parser.add_argument("--planners", type=int, default=5, help="tables of four planners")
    parser.add_argument("--seconds", type=float, default=40.0, help="of each measurement")
    options = parser.parse_args()
    print("| later than it seems      | actions | mean   | 95 %   |")
    print("|--------------------------|---------|--------|--------|")
    _, quick = asyncio.run(measure(0, options.planners, options.seconds))
    print(row("planners alone", quick), flush=True)
    slow, quick = asyncio.run(measure(options.experts, options.planners, options.seconds))
    print(row("planners beside experts", quick))
    print(row("experts", slow))
    return 0


if __name__ == "__main__":
    sys.exit(main())
