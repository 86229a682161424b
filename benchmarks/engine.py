"""The cost of the engine, on one core: `python -m benchmarks.engine`.

Prints a table: the median of three runs, in processor time, so that other work on the machine disturbs as little as
possible. Beside complete random deals stands the bare Doudizhu game of RLCard, played at random in the same runs; it is
installed from PyPI into `build/rlcard-venv`, for this comparison only (`--no-rlcard` leaves it out).
"""

import argparse
import copy
import gc
import json
import random
import statistics
import subprocess
import sys
import venv
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time, thread_time_ns
from typing import Final, TypeVar

if __name__ == "__main__" and sys.path[0] == str(Path(__file__).resolve().parent):
    sys.path[0] = str(Path(__file__).resolve().parents[1])  # started as a file: `engine` is the package, not this file

from engine.cards import BIG, NO_CARDS, PACKS, SMALL, Counts, count, parse_counts
from engine.console import print_everywhere
from engine.deal import Deal
from engine.held_bombs import held_bombs
from engine.legal_plays import LegalPlays
from engine.reading import read
from engine.ruleset import DealStyle, RuleSet
from engine.shuffle import SEED_BYTES, deal_cards

RUNS: Final = 3
HANDS: Final = 400
CUTS: Final = 60
RLCARD: Final = "rlcard==1.2.0"
RLCARD_ENVIRONMENT: Final = Path(__file__).resolve().parents[1] / "build" / "rlcard-venv"
RLCARD_GAME: Final = """
import json, random, sys, time
from rlcard.games.doudizhu import Game
seconds = float(sys.argv[1])
game, rng = Game(), random.Random(1)
games = decisions = 0
begun = time.process_time()
while time.process_time() - begun < seconds:
    state, _ = game.init_game()
    while not game.is_over():
        state, _ = game.step(rng.choice(state["actions"]))
        decisions += 1
    games += 1
spent = time.process_time() - begun
print(json.dumps([games / spent, decisions / spent]))
"""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what, what it measured, and what it should be at most (or at least)."""

    name: str
    measured: str
    goal: str = ""


@contextmanager
def quiet() -> Iterator[None]:
    """No garbage collection while something is timed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def times(work: Callable[[T], object], things: Iterable[T]) -> list[float]:
    """Microseconds of processor time for each thing."""
    spent = []
    with quiet():
        for thing in things:
            begun = thread_time_ns()
            work(thing)
            spent.append((thread_time_ns() - begun) / 1000)
    return spent


def each(work: Callable[[T], object], things: Sequence[T], repeats: int) -> float:
    """Microseconds of processor time for one thing, where a single one is too quick to be timed."""
    with quiet():
        begun = thread_time_ns()
        for _ in range(repeats):
            for thing in things:
                work(thing)
        return (thread_time_ns() - begun) / 1000 / (repeats * len(things))


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which this part of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(part * len(ordered)))]


def median(values: Iterable[float]) -> float:
    """The median over the runs."""
    return statistics.median(values)


# Complete random deals


def random_deals(seconds: float, style: DealStyle, seed: int) -> tuple[float, float]:
    """Complete random deals and decisions a second of processor time: dealing, every list of plays, the settlement."""
    rng = random.Random(seed)
    rules = RuleSet(deal_style=style)
    deals = decisions = 0
    begun = process_time()
    while process_time() - begun < seconds:
        dealt = deal_cards(rng.randbytes(SEED_BYTES), rules)
        deal = Deal.start(dealt.seated_counts, dealt.leader, rules)
        while (seat := deal.to_act) is not None:
            plays = deal.legal_plays
            choices = len(plays)
            chosen = rng.randrange(choices + (deal.to_beat is not None))
            if chosen == choices:
                deal, _ = deal.pass_turn(seat)
            else:
                play = plays[chosen]
                deal, _ = deal.play(seat, play.cards, play.type)
            decisions += 1
        deals += 1
    spent = process_time() - begun
    return deals / spent, decisions / spent


def rlcard(seconds: float) -> tuple[float, float]:
    """The same of RLCard's Doudizhu."""
    python = RLCARD_ENVIRONMENT / "bin" / "python"
    done = subprocess.run([python, "-c", RLCARD_GAME, str(seconds)], check=True, capture_output=True, text=True)
    games, decisions = json.loads(done.stdout)
    return games, decisions


def install_rlcard() -> None:
    """Make the environment for RLCard, if it is not there yet."""
    python = RLCARD_ENVIRONMENT / "bin" / "python"
    if not python.exists():
        venv.create(RLCARD_ENVIRONMENT, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", RLCARD], check=True)


def deal_rows(seconds: float, with_rlcard: bool) -> Iterator[Row]:
    """Deals and decisions a second, ours and RLCard's in turns."""
    ours, clumped, theirs = [], [], []
    for run in range(RUNS):
        ours.append(random_deals(seconds, DealStyle.SHUFFLED, run))
        clumped.append(random_deals(seconds, DealStyle.CLUMPED, run))
        if with_rlcard:
            theirs.append(rlcard(seconds))
    deals, decisions = (median(run[part] for run in ours) for part in (0, 1))
    yield Row("complete random deals", f"{deals:,.0f}/s", "400/s")
    yield Row("decisions in them", f"{decisions:,.0f}/s", "55,000/s")
    yield Row("complete random deals, clumped", f"{median(run[0] for run in clumped):,.0f}/s")
    yield Row("decisions in them", f"{median(run[1] for run in clumped):,.0f}/s")
    if theirs:
        yield Row("RLCard Doudizhu, complete random games", f"{median(run[0] for run in theirs):,.0f}/s")
        yield Row("decisions in them", f"{median(run[1] for run in theirs):,.0f}/s")
        ratio = median(own[1] / other[1] for own, other in zip(ours, theirs, strict=True))
        yield Row("decisions, ours to RLCard's", f"{ratio:.1f} times", "3 times")


# Legal plays, reading, copying


def hands_with(jokers: int, rng: random.Random) -> list[Counts]:
    """Random hands of 27 cards with so many jokers."""
    ordinary = [card for card in PACKS if card.suit]
    wild = [card for card in PACKS if not card.suit]
    return [count(rng.sample(ordinary, 27 - jokers) + rng.sample(wild, jokers)) for _ in range(HANDS)]


def lead_rows() -> Iterator[Row]:
    """One full list of leads for 27 cards."""
    rng = random.Random(1)
    for jokers in range(5):
        hands = hands_with(jokers, rng)
        runs = [times(lambda hand: LegalPlays(hand).codes, hands) for _ in range(RUNS)]
        usual, slow = (median(percentile(run, part) for run in runs) for part in (0.5, 0.99))
        yield Row(
            f"all leads of 27 cards, {jokers} of them jokers",
            f"{usual:.0f} µs, 99 %: {slow:.0f} µs",
            "60 µs, 99 %: 150 µs",
        )
    hands = [hand for jokers in range(5) for hand in hands_with(jokers, rng)[: HANDS // 5]]
    runs = [times(lambda hand: list(LegalPlays(hand)), hands) for _ in range(RUNS)]
    usual = median(percentile(run, 0.5) for run in runs)
    yield Row("the same with the cards of every play", f"{usual:.0f} µs")


def reading_rows() -> Iterator[Row]:
    """Classifying one play, as a lead and as a follow."""
    rng = random.Random(2)
    hands = [hand for jokers in range(5) for hand in hands_with(jokers, rng)[:20]]
    played = [play for hand in hands for play in rng.sample(list(LegalPlays(hand)), 20)]
    yield Row(
        "classify one play", f"{median(each(lambda p: read(p.cards), played, 3) for _ in range(RUNS)):.1f} µs", "10 µs"
    )
    chains = [
        parse_counts(text) for text in ("333344445555", "3333444455556666wwWW", "333344444455555", "44445555666wW")
    ]
    yield Row("classify one chain bomb", f"{median(each(read, chains, 300) for _ in range(RUNS)):.1f} µs")


def make_next(deal: Deal) -> Deal:
    """The state after a pass, or after the lowest lead."""
    assert deal.to_act is not None
    if deal.to_beat is not None:
        return deal.pass_turn(deal.to_act).deal
    return deal.play(deal.to_act, deal.legal_plays[0].cards).deal


def state_rows() -> Iterator[Row]:
    """Copying a state, and making the next one."""
    dealt = deal_cards(bytes(SEED_BYTES))
    deal = Deal.start(dealt.seated_counts, dealt.leader)
    for _ in range(20):
        deal = make_next(deal)
    yield Row("copy a state", f"{median(each(copy.copy, [deal], 3000) for _ in range(RUNS)):.1f} µs", "5 µs")
    assert deal.to_act is not None
    seat = deal.to_act
    leading = deal if deal.to_beat is None else Deal.start(deal.hands, seat)
    play = leading.legal_plays[0]
    following = leading.play(seat, play.cards).deal

    def pass_(state: Deal) -> object:
        return state.pass_turn(seat + 1 & 3)

    def lead(state: Deal) -> object:
        return state.play(seat, play.cards)

    yield Row("the next state: a pass", f"{median(each(pass_, [following], 3000) for _ in range(RUNS)):.1f} µs")
    yield Row("the next state: a play", f"{median(each(lead, [leading], 3000) for _ in range(RUNS)):.1f} µs")


# Cutting hands


def with_jokers(hand: Counts, jokers: int) -> Counts:
    """The hand with exactly so many jokers, taken for or put in the place of its rarest cards."""
    cards = bytearray(hand)
    cards[SMALL], cards[BIG] = min(2, jokers), max(0, jokers - 2)
    while sum(cards) > 27:
        cards[min((slot for slot in range(13) if cards[slot]), key=lambda slot: cards[slot])] -= 1
    return bytes(cards)


def hard_hands(rng: random.Random) -> list[Counts]:
    """Clumped hands with four jokers, and hands of neighbouring groups of four to eight."""
    clumped = RuleSet(deal_style=DealStyle.CLUMPED)
    hands = [
        with_jokers(hand, 4)
        for _ in range(CUTS)
        for hand in deal_cards(rng.randbytes(SEED_BYTES), clumped).seated_counts
    ]
    for first in range(8):
        for sizes in ((5, 5, 5, 4, 4), (4, 4, 4, 4, 4, 3), (6, 6, 6, 5), (8, 8, 7), (3, 4, 3, 4, 3, 3, 3), (3,) * 8):
            groups = bytes(sizes[: 13 - first])
            hands.append(bytes(first) + groups + bytes(13 - first - len(groups)) + b"\2\2")
    assert NO_CARDS not in hands
    return [hand for hand in hands if sum(hand) <= 27]


def cut_rows() -> Iterator[Row]:
    """The best cut of hands of 27 cards."""
    rng = random.Random(3)
    samples = {
        style.value: [
            hand
            for _ in range(CUTS)
            for hand in deal_cards(rng.randbytes(SEED_BYTES), RuleSet(deal_style=style)).seated_counts
        ]
        for style in DealStyle
    }
    samples["hard"] = hard_hands(rng)
    for name, hands in samples.items():
        runs = [times(held_bombs, hands) for _ in range(RUNS)]
        usual, worst = median(map(statistics.median, runs)) / 1000, median(map(max, runs)) / 1000
        yield Row(f"cut a hand, {name}", f"{usual:.2f} ms, worst {worst:.1f} ms", "10 ms, worst 50 ms")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each run of complete deals (default: 5)")
    parser.add_argument("--no-rlcard", action="store_true", help="leave out the comparison with RLCard")
    options = parser.parse_args()
    if not options.no_rlcard:
        install_rlcard()
    print(f"Python {sys.version.split()[0]}, one core, median of {RUNS} runs\n")
    print(f"{'':42}{'measured':28}goal")
    for rows in (
        deal_rows(options.seconds, not options.no_rlcard),
        lead_rows(),
        reading_rows(),
        state_rows(),
        cut_rows(),
    ):
        for row in rows:
            print(f"{row.name:42}{row.measured:28}{row.goal}".rstrip(), flush=True)


if __name__ == "__main__":
    print_everywhere()
    main()
