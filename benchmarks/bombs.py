"""The frequency of large bombs in both deal styles: `python -m benchmarks.bombs`, for the figures in docs/shuffle.md.

For each style so many deals are dealt from numbered seeds. Of each hand the strongest bomb it can make is counted,
jokers and chains included; a deal counts by the strongest of its four hands.
"""

import argparse
from collections import Counter
from typing import Final

from engine.console import print_everywhere
from engine.legal_plays import LegalPlays
from engine.ruleset import DealStyle, RuleSet
from engine.shuffle import SEED_BYTES, deal_cards

PHASES: Final = range(4, 13)


def strongest(style: DealStyle, deals: int) -> tuple[Counter[int], Counter[int]]:
    """The phases of the strongest bomb in each hand and in each deal (0: none), counted over `deals` deals."""
    rules = RuleSet(deal_style=style)
    by_hand: Counter[int] = Counter()
    by_deal: Counter[int] = Counter()
    for number in range(deals):
        dealt = deal_cards(number.to_bytes(SEED_BYTES, "big"), rules)
        phases = [LegalPlays(hand, rules=rules)[-1].phases for hand in dealt.seated_counts]
        by_hand.update(phases)
        by_deal[max(phases)] += 1
    return by_hand, by_deal


def table(deals: int) -> str:
    """The table as Markdown: the share of hands, and of deals, with a bomb of at least n phases."""
    columns = [(counted, counted.total()) for style in DealStyle for counted in strongest(style, deals)]
    lines = [
        "| phases at least | shuffled: hands | shuffled: deals | clumped: hands | clumped: deals |",
        "|---|---|---|---|---|",
    ]
    for phases in PHASES:
        shares = [sum(counted[more] for more in PHASES if more >= phases) / total for counted, total in columns]
        lines.append(f"| {phases} | " + " | ".join(f"{share:.2%}" for share in shares) + " |")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bombs", description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000, help="deals of each style (default: 10000)")
    print(table(parser.parse_args().deals))


if __name__ == "__main__":
    print_everywhere()
    main()
