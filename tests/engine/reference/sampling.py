"""Hands, plays and rule sets to compare engine and reference on, drawn from a seeded generator."""

import os
from collections.abc import Sequence
from random import Random

from .choice import lead_options
from .notation import EVERY_PLAY_RULE, RANKS, Rules, ordered, subsets
from .readings import Reading

EFFORT = int(os.environ.get("REFERENCE_EFFORT", "1"))
"""How many times the usual number of samples to compare; set it in the environment for a long run."""

SEED = os.environ.get("REFERENCE_SEED", "")
"""Any text: other samples than the usual ones."""

PLAIN_RANKS = RANKS[:13]
JOKERS = "wwWW"


def seeded(*what: object) -> Random:
    """The source of the samples of one test, the same in every run."""
    return Random(f"{SEED}{what!r}")


def window(rng: Random, width: int) -> str:
    """So many neighbouring ranks, 2 above the ace."""
    bottom = rng.randrange(len(PLAIN_RANKS) - width + 1)
    return PLAIN_RANKS[bottom : bottom + width]


def hand_from(rng: Random, ranks: str, size: int, jokers: int) -> str:
    """`size` cards, `jokers` of them jokers and the others of these ranks, as two packs hold them."""
    pool = ranks * 8
    return ordered(rng.sample(pool, min(size - jokers, len(pool))) + rng.sample(JOKERS, jokers))


def cards_like_a_play(rng: Random) -> str:
    """Cards that are a play or nearly one: a group, a run or a chain, some cards jokers, now and then one changed."""
    length, group = rng.choice(
        [(1, rng.randint(1, 8)), (rng.randint(4, 12), 1), (rng.randint(2, 7), 2), (rng.randint(2, 5), 3)]
        + [(rng.randint(3, 5), rng.randint(4, 6))] * 2
    )
    if rng.random() < 0.1:  # groups of bombs and four jokers, which can make one more group
        ranks = window(rng, rng.randint(1, 4))
        return ordered(JOKERS + "".join(rank * rng.randint(4, 6) for rank in ranks))
    uneven = group > 3 and rng.random() < 0.7
    cards = [rank for rank in window(rng, length) for _ in range(rng.randint(4, 8) if uneven else group)]
    for joker in rng.sample(JOKERS, rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 4))):
        if len(cards) > 1 and rng.random() < 0.8:
            cards.pop(rng.randrange(len(cards)))
        cards.append(joker)
    if rng.random() < 0.2:
        cards.pop(rng.randrange(len(cards)))
        cards.append(rng.choice(PLAIN_RANKS))
    return ordered(cards)


def plain_play(rng: Random, kind: str, size: int) -> str | None:
    """A play of this type and size without a joker, its top rank left to chance; None for bombs."""
    groups = {"single": 1, "pair": 2, "triple": 3, "straight": 1, "pair_run": 2, "triple_run": 3}
    if kind not in groups:
        return None
    length = size // groups[kind]
    ranks = PLAIN_RANKS if length == 1 else PLAIN_RANKS[:-1]
    bottom = rng.randrange(len(ranks) - length + 1)
    return "".join(rank * groups[kind] for rank in ranks[bottom : bottom + length])


def can_be_dealt(cards: str) -> bool:
    """Whether a player can hold these cards: part of two packs, and 27 at most."""
    return len(cards) <= 27 and all(cards.count(rank) <= (2 if rank in "wW" else 8) for rank in set(cards))


def play_rules(rng: Random) -> Rules:
    """A setting of the switches that decide plays; half of the time the default."""
    return Rules() if rng.random() < 0.5 else rng.choice(EVERY_PLAY_RULE)


def point_rules(rng: Random) -> Rules:
    """A setting of all the switches that decide plays and points."""
    rules = play_rules(rng)
    return Rules(
        wild=rules.wild,
        king_bomb=rules.king_bomb,
        chain_with_two=rules.chain_with_two,
        phase_cap=rng.choice((8, 9, 10, 11, 12, 12)),
        base_score=rng.choice((1, 100, 1_000_000)),
        units=rng.choice(((1, 2, 3), (1, 1, 1), (2, 3, 7))),
    )


def plays_in(hand: str, rules: Rules) -> list[tuple[str, Reading]]:
    """Every set of cards of the hand that can be led, as it reads unasked."""
    return [(cards, readings[0]) for cards in subsets(hand) if (readings := lead_options(cards, rules))]


def a_play_to_beat(rng: Random, hand: str, rules: Rules) -> str | None:
    """Cards of this hand to lay on the table, every type in it equally likely; None where it has no play."""
    plays = plays_in(hand, rules)
    if not plays:
        return None
    kind = rng.choice(sorted({(reading.type, reading.size) for _, reading in plays}))
    return rng.choice([cards for cards, reading in plays if (reading.type, reading.size) == kind])


def switches(rules: Rules) -> dict[str, object]:
    """The rules as a request writes them."""
    return {
        "wild": rules.wild,
        "king_bomb": rules.king_bomb,
        "chain_with_two": rules.chain_with_two,
        "phase_cap": rules.phase_cap,
        "base_score": rules.base_score,
        "units": list(rules.units),
    }


def shuffled(rng: Random, cards: Sequence[str]) -> str:
    """The cards in another order: the order must not matter."""
    return "".join(rng.sample(list(cards), len(cards)))
