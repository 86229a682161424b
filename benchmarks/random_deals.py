"""Complete random deals over all switches, each checked: `python -m benchmarks.random_deals`.

Players choose at random among the plays they may make, pass, and now and then fall asleep. After each deal it has to be
true that it ended, that its points add up to zero, that no card appeared or vanished, and that replaying its log gives
the same state. The tests play a few thousand of them, this command as many as one likes.
"""

import argparse
import random
import sys
from collections import Counter
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from engine.cards import ALL_CARDS, NO_CARDS, add
from engine.console import print_everywhere
from engine.deal import Action, Deal, LogEntry, Pass, PlayCards, Played, TimedOut, TimeOut
from engine.ruleset import DealStyle, RuleSet, Wild
from engine.seats import SEATS
from engine.shuffle import SEED_BYTES, deal_cards

ENOUGH_ACTIONS: Final = 27 * 4 * 4
"""No deal takes so many actions: each play costs a card, and at most three passes or time-outs follow it."""


@dataclass(frozen=True, slots=True)
class Manner:
    """The manner of players: how often they pass though they could play, and how often the clock is faster."""

    passes: float
    sleeps: float


MANNERS: Final = (Manner(0.0, 0.0), Manner(0.2, 0.0), Manner(0.6, 0.02), Manner(0.3, 0.06), Manner(0.5, 0.3))


def random_rules(rng: random.Random) -> RuleSet:
    """Some setting of all switches that a deal depends on."""
    return RuleSet(
        wild=rng.choice(list(Wild)),
        king_bomb=rng.random() < 0.5,
        chain_with_two=rng.random() < 0.5,
        phase_cap=rng.randint(8, 12),
        deal_style=rng.choice(list(DealStyle)),
        partner_view=rng.random() < 0.5,
        base_score=rng.choice((1, 100, 1_000_000)),
        units=rng.choice(((1, 2, 3), (1, 1, 1), (2, 5, 7))),
    )


def random_start(rng: random.Random, rules: RuleSet) -> Deal:
    """A deal before its first lead."""
    dealt = deal_cards(rng.randbytes(SEED_BYTES), rules)
    return Deal.start(dealt.seated_counts, dealt.leader, rules)


def play_out(deal: Deal, rng: random.Random, manner: Manner) -> Deal:
    """The deal played to its end at random.

    Raises:
        RuntimeError: it does not end.
    """
    for _ in range(ENOUGH_ACTIONS):
        seat = deal.to_act
        if seat is None:
            return deal
        if manner.sleeps and rng.random() < manner.sleeps:
            deal, _ = deal.time_out(seat)
            continue
        plays = deal.legal_plays
        codes = plays.codes
        if deal.to_beat is not None and (not codes or rng.random() < manner.passes):
            deal, _ = deal.pass_turn(seat)
        else:
            play = plays.play(rng.choice(codes))
            deal, _ = deal.play(seat, play.cards, play.type)
    raise RuntimeError(f"after {ENOUGH_ACTIONS} actions the deal goes on: {deal.log[-8:]}")


def problems(start: Deal, end: Deal) -> list[str]:
    """Return what is wrong with a deal that was played out; nothing, if the engine is right."""
    settlement = end.settlement
    if settlement is None:
        return ["it has not ended"]
    sums = ("points", "result", "contribution")
    found = [f"its {name} do not add up to zero" for name in sums if sum(getattr(settlement, name))]
    cards = NO_CARDS
    for held in (*end.hands, *(entry.play.cards for entry in end.log if isinstance(entry, Played))):
        cards = add(cards, held)
    if cards != ALL_CARDS:
        found.append("cards appeared or vanished")
    if [seat for seat in SEATS if not any(end.hands[seat])] != sorted(end.order):
        found.append("those who are out are not those without cards")
    if settlement.winners and end.order[0] not in settlement.winners:
        found.append("the first to go out is no winner")
    if start.replay(map(as_action, end.log)) != end:
        found.append("its replay is another deal")
    return found


def as_action(entry: LogEntry) -> Action:
    """The action that an entry of the log records."""
    if isinstance(entry, Played):
        return PlayCards(entry.seat, entry.play.cards, entry.play.type)
    return TimeOut(entry.seat) if isinstance(entry, TimedOut) else Pass(entry.seat)


def check(seed: int, number: int) -> tuple[Deal, list[str]]:
    """The deal with this number of the series `seed`, played out, and what is wrong with it."""
    rng = random.Random(f"{seed}/{number}")
    start = random_start(rng, random_rules(rng))
    end = play_out(start, rng, MANNERS[number % len(MANNERS)])
    return end, problems(start, end)


def main() -> int:
    """Play, print what came out; the exit status is 1 where something was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.random_deals", description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="how many (default: 100000)")
    parser.add_argument("--seed", type=int, default=1, help="which series (default: 1)")
    options = parser.parse_args()
    kinds: Counter[str] = Counter()
    actions = wrong = 0
    begun = perf_counter()
    for number in range(options.deals):
        end, found = check(options.seed, number)
        actions += len(end.log)
        kinds[end.settlement.kind.value if end.settlement else "none"] += 1
        for problem in found:
            wrong += 1
            print(f"deal {number} of series {options.seed}: {problem}", file=sys.stderr)
    seconds = perf_counter() - begun
    print(f"{options.deals} deals, {actions} actions, {wrong} problems, {seconds:.0f} s")
    print(", ".join(f"{kind} {number}" for kind, number in kinds.most_common()))
    return 1 if wrong else 0


if __name__ == "__main__":
    print_everywhere()
    sys.exit(main())
