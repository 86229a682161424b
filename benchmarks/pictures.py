"""The cost of pictures: ``python -m benchmarks.pictures``.

Prints, as the median of three runs, the processor time and the size of random hands of 27 cards (even and clumped), the
same for every sample, and how long the event loop is held up while a studio draws. Every hand is new: nothing but the
deck is remembered.
"""

import asyncio
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.pictures.deck import DECK, DeckColours
from bot.pictures.drawing import draw
from bot.pictures.hand import load_deck
from bot.pictures.models import HandPicture, Picture
from bot.pictures.samples import SAMPLES
from bot.pictures.studio import PictureStudio
from engine.console import print_everywhere

RUNS = 3
HANDS = 200
REPEATS = 15
ASKING = 8
_PACKET = 9
_TURN = 0.001


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one run: milliseconds of processor time and bytes of a picture."""

    median_ms: float
    slowest_ms: float
    median_bytes: float
    largest_bytes: int


def even_hand(chance: random.Random) -> HandPicture:
    """A hand of 27 cards from two well shuffled packs, a few of them selected."""
    cards = tuple(chance.sample(DECK * 2, 27))
    return HandPicture(cards=cards, selected=cards[: chance.randrange(6)])


def clumped_hand(chance: random.Random) -> HandPicture:
    """A hand of three packets of nine from packs that lie in groups by rank: many bombs."""
    pack = sorted(DECK * 2, key=lambda card: card[-1])
    starts = chance.sample(range(0, len(pack), _PACKET), 3)
    cards = tuple(card for start in starts for card in pack[start : start + _PACKET])
    return HandPicture(cards=cards, selected=cards[: chance.randrange(6)], colours=DeckColours.FOUR)


def cost(pictures: Sequence[Picture]) -> Cost:
    """Draws the pictures once each on this thread."""
    times: list[float] = []
    sizes: list[int] = []
    for picture in pictures:
        start = time.process_time()
        file = draw(picture)
        times.append((time.process_time() - start) * 1000)
        sizes.append(len(file))
    return Cost(statistics.median(times), max(times), statistics.median(sizes), max(sizes))


async def waits_of_the_loop(pictures: Sequence[Picture]) -> list[float]:
    """Return how many milliseconds too late the event loop turned, each time, while a studio drew the pictures."""
    waits: list[float] = []

    async def watch() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(_TURN)
            waits.append((time.perf_counter() - before - _TURN) * 1000)

    async def ask(studio: PictureStudio, mine: Sequence[Picture]) -> None:
        for picture in mine:
            await studio.png(picture)

    watching = asyncio.create_task(watch())
    async with PictureStudio() as studio:
        await asyncio.gather(*(ask(studio, pictures[first::ASKING]) for first in range(ASKING)))
    watching.cancel()
    return sorted(waits)


def hands(make: Callable[[random.Random], HandPicture], seed: int) -> list[HandPicture]:
    """The hands of one run."""
    return [make(random.Random(f"{seed} {number}")) for number in range(HANDS)]


def report(name: str, costs: Sequence[Cost]) -> None:
    """One line: medians over the runs."""
    ms, slowest, size, largest = (
        statistics.median(getattr(one, field) for one in costs)
        for field in ("median_ms", "slowest_ms", "median_bytes", "largest_bytes")
    )
    print(f"{name:18} {ms:7.1f} {slowest:7.1f} {size / 1000:8.1f} {largest / 1000:8.1f}")


def main() -> None:
    """Prints all figures."""
    start = time.process_time()
    for colours in DeckColours:
        load_deck(colours)
    print(f"both decks loaded once in {(time.process_time() - start) * 1000:.0f} ms of processor time")
    print(f"{'':18} {'median':>7} {'slowest':>7} {'median':>8} {'largest':>8}")
    print(f"{'':18} {'ms':>7} {'ms':>7} {'kB':>8} {'kB':>8}")
    for name, make in (("even hands", even_hand), ("clumped hands", clumped_hand)):
        report(name, [cost(hands(make, seed)) for seed in range(RUNS)])
    for name, picture in SAMPLES.items():
        report(name, [cost([picture] * REPEATS) for _ in range(RUNS)])
    loops = [asyncio.run(waits_of_the_loop(hands(even_hand, seed))) for seed in range(RUNS)]
    usual, longest = (statistics.median(waits[int(len(waits) * part) - 1] for waits in loops) for part in (0.99, 1))
    print(f"turns of the event loop while {ASKING} ask for {HANDS} hands:")
    print(f"99 % at most {usual:.1f} ms late, all at most {longest:.1f} ms")


if __name__ == "__main__":
    print_everywhere()
    main()
