"""The engine reads cards as the reference does, leading and following, under every switch."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random

import pytest

from tests.engine.reference.choice import beats, lead_options, options
from tests.engine.reference.engine_side import ask
from tests.engine.reference.notation import EVERY_PLAY_RULE, TYPES, Rules
from tests.engine.reference.protocol import agrees, described
from tests.engine.reference.readings import Reading, all_readings
from tests.engine.reference.sampling import (
    EFFORT,
    can_be_dealt,
    cards_like_a_play,
    plain_play,
    play_rules,
    seeded,
    shuffled,
    switches,
)

LARGEST = 8 if EFFORT < 10 else 9
"""The most cards of the sets that are compared without exception."""

WINDOWS = ("34567", "JQKA2")

TIES = (
    ("QKAwwW", {"straight", "pair_run"}),
    ("QAwwWW", {"straight", "pair_run"}),
    ("KAwwWW", {"straight", "pair_run"}),
    ("JQKAwwWW", {"straight", "pair_run"}),
    ("JJQQKKAAwwWW", {"pair_run", "triple_run"}),
)
"""Cards whose reading the leader may choose."""

rule_name = "{0.wild} king_bomb={0.king_bomb} chain_with_two={0.chain_with_two}".format


def every_set(ranks: str) -> Iterator[str]:
    """Every set of 1…LARGEST cards of these ranks with every number of both jokers."""
    for size in range(1, LARGEST + 1):
        for cards in combinations_with_replacement((*ranks, "w", "W"), size):
            if can_be_dealt("".join(cards)):
                yield "".join(cards)


def compare(cards: str, on: str | None, rules: Rules) -> None:
    """Engine and reference read these cards alike, also when the player chooses."""
    table = None if on is None else lead_options(on, rules)[0]
    found = options(cards, table, rules)
    request = {"op": "read", "cards": cards, "on": on, "rules": switches(rules)}
    expected = described(found[0]) if found else {"type": None}
    got = ask(request)
    assert agrees(expected, got), f"{request}: expected {expected}, got {got}"
    if len(found) > 1:
        for choice in found:
            got = ask(request | {"type": choice.type})
            assert agrees(described(choice), got), f"{request} as {choice.type}: got {got}"


def tables_for(rng: Random, cards: str, pool: dict[tuple[str, int], list[str]], rules: Rules) -> Iterator[str]:
    """Plays to lay these cards on: one of each kind they could beat or be, and one of any kind."""
    for reading in sorted(all_readings(cards, rules), key=repr):
        for kind in kinds_near(reading, pool):
            yield rng.choice(pool[kind])
    yield rng.choice(pool[rng.choice(sorted(pool))])


def kinds_near(reading: Reading, pool: dict[tuple[str, int], list[str]]) -> list[tuple[str, int]]:
    """The kinds of play in the pool whose strength is compared with this reading's."""
    if reading.is_bomb:
        return [kind for kind in sorted(pool) if kind[0] in ("bomb", "chain_bomb")]
    return [kind for kind in pool if kind == (reading.type, reading.size)]


@pytest.mark.parametrize("ranks", WINDOWS)
@pytest.mark.parametrize("rules", EVERY_PLAY_RULE, ids=rule_name)
def test_every_small_set_of_cards_reads_alike_as_a_lead_and_as_a_follow(rules: Rules, ranks: str) -> None:
    rng = seeded(ranks, rules)
    pool: dict[tuple[str, int], list[str]] = defaultdict(list)
    for cards in every_set(ranks):
        compare(cards, None, rules)
        for reading in lead_options(cards, rules)[:1]:
            pool[reading.type, reading.size].append(cards)
    for cards in every_set(ranks):
        if all_readings(cards, rules) or rng.random() < 0.02:
            for _ in range(EFFORT):
                for on in dict.fromkeys(tables_for(rng, cards, pool, rules)):
                    compare(cards, on, rules)


@pytest.mark.parametrize("seed", range(10))
def test_large_plays_with_jokers_read_alike(seed: int) -> None:
    rng = seeded("large plays", seed)
    leads: dict[Rules, list[str]] = defaultdict(list)
    for _ in range(150 * EFFORT):
        rules = play_rules(rng)
        cards = cards_like_a_play(rng)
        if not can_be_dealt(cards):
            continue
        compare(shuffled(rng, cards), None, rules)
        readings = all_readings(cards, rules)
        bombs = any(reading.is_bomb for reading in readings)
        for on in rng.sample(leads[rules], min(len(leads[rules]), 12)):
            table = lead_options(on, rules)[0]
            if table.is_bomb == bombs or rng.random() < 0.2:
                compare(shuffled(rng, cards), on, rules)
        for reading in sorted(readings, key=repr):
            plain = plain_play(rng, reading.type, reading.size)
            if plain is not None:
                compare(shuffled(rng, cards), plain, rules)
        if lead_options(cards, rules):
            leads[rules].append(cards)


@pytest.mark.parametrize(("cards", "types"), TIES)
def test_the_leader_may_choose_where_two_types_reach_the_same_rank(cards: str, types: set[str]) -> None:
    assert {reading.type for reading in lead_options(cards, Rules())} == types
    compare(cards, None, Rules())
    for other in set(TYPES) - types:
        assert ask({"op": "read", "cards": cards, "on": None, "type": other})["type"] is None


@pytest.mark.parametrize("rules", EVERY_PLAY_RULE, ids=rule_name)
def test_beating_orders_the_plays_of_a_kind_strictly(rules: Rules) -> None:
    plays = sorted({reading for cards in every_set("QKA2") for reading in lead_options(cards, rules)}, key=repr)
    for one in plays:
        for other in plays:
            if beats(one, other):
                assert not beats(other, one)
            elif (one.type, one.size) == (other.type, other.size) or (one.is_bomb and other.is_bomb):
                assert one.strength == other.strength or beats(other, one)
