"""The engine finds exactly the plays of a hand that trying every subset finds, with as few jokers."""

from itertools import combinations_with_replacement, product

import pytest

from tests.engine.reference.choice import beats, lead_options, options
from tests.engine.reference.engine_side import ask
from tests.engine.reference.notation import EVERY_PLAY_RULE, Rules, without
from tests.engine.reference.reachable import reachable, wild_jokers
from tests.engine.reference.readings import Reading
from tests.engine.reference.sampling import (
    EFFORT,
    a_play_to_beat,
    can_be_dealt,
    hand_from,
    play_rules,
    seeded,
    shuffled,
    switches,
    window,
)

rule_name = "{0.wild} king_bomb={0.king_bomb} chain_with_two={0.chain_with_two}".format

WIDTHS = (1, 2, 3, 4, 5, 6, 7, 10, 13)

CROWDED = (
    "33445566wwWW",
    "JJQQKKAAwwWW",
    "345678wwWW",
    "333444555wwW",
    "333555666wwWW",
    "3334455566wwWW",
    "33334444wwWW",
    "JJJJQQQKKKAAwwW",
    "KKKKKAAA2222wW",
    "9999TTTTTJJJQQQW",
    "QQQKKKAAAwwW",
    "3333444455555555",
    "KKKKAAAA2222222W",
)
"""Hands in which the same cards make runs, bombs and chain bombs, with jokers to fill any of them."""


def compare(hand: str, on: str | None, rules: Rules) -> None:
    """Engine and reference find the same plays, and each of the engine's can be played as it says."""
    table = None if on is None else lead_options(on, rules)[0]
    request = {"op": "moves", "hand": hand, "on": on, "rules": switches(rules)}
    plays = [
        (play["cards"], Reading(play["type"], play["size"], tuple(play["strength"]))) for play in ask(request)["plays"]
    ]
    found = {reading: wild_jokers(cards, rules) for cards, reading in plays}
    assert len(found) == len(plays), f"{request}: a play twice among {plays}"
    expected = reachable(hand, table, rules)
    missing, surplus = expected.items() - found.items(), found.items() - expected.items()
    assert not missing, f"{request}: not found (with so many jokers): {missing}; surplus: {surplus}"
    assert not surplus, f"{request}: no such play (with so many jokers): {surplus}"
    for cards, reading in plays:
        without(hand, cards)
        assert reading in options(cards, table, rules), f"{request}: {cards} does not read as {reading}"
    readings = [reading for _, reading in plays]
    for index, reading in enumerate(readings):
        assert not any(beats(reading, later) for later in readings[index:]), f"{request}: not weakest first"


@pytest.mark.parametrize(("width", "jokers"), list(product(WIDTHS, range(5))))
def test_plays_of_a_hand(width: int, jokers: int) -> None:
    rng = seeded("moves", width, jokers)
    for _ in range(3 * EFFORT):
        ranks = window(rng, width)
        size = rng.randint(max(jokers, 1), 10) if rng.random() < 0.3 else rng.randint(8, 10)
        hand = hand_from(rng, ranks, size, jokers)
        rules = play_rules(rng)
        compare(shuffled(rng, hand), None, rules)
        for opponent in (2, 5, 8):
            other = hand_from(rng, ranks, opponent, rng.randint(0, 2))
            on = a_play_to_beat(rng, other, rules)
            if on is not None:
                compare(shuffled(rng, hand), on, rules)


@pytest.mark.parametrize("rules", EVERY_PLAY_RULE, ids=rule_name)
def test_plays_of_every_small_hand(rules: Rules) -> None:
    for size in range(1, 6):
        for cards in combinations_with_replacement("JQKA2wW", size):
            hand = "".join(cards)
            if can_be_dealt(hand):
                compare(hand, None, rules)


@pytest.mark.parametrize("hand", CROWDED)
def test_plays_of_a_crowded_hand(hand: str) -> None:
    for rules in EVERY_PLAY_RULE:
        if rules.chain_with_two or "2" in hand:
            compare_leads_and_follows(hand, rules)


def compare_leads_and_follows(hand: str, rules: Rules) -> None:
    """Compare what the hand leads, and what it plays on one play of each type."""
    compare(hand, None, rules)
    for on in ("55", "55566677", "334455", "333444555", "5555", "55555555", "333344445555"):
        if lead_options(on, rules):
            compare(hand, on, rules)


@pytest.mark.parametrize("seed", range(5))
def test_plays_of_a_hand_with_chain_bombs(seed: int) -> None:
    rng = seeded("chain bombs", seed)
    for _ in range(2 * EFFORT):
        hand = hand_from(rng, window(rng, rng.choice((2, 3, 3, 4))), rng.randint(12, 15), seed)
        rules = play_rules(rng)
        compare(shuffled(rng, hand), None, rules)
        on = a_play_to_beat(rng, hand, rules)
        if on is not None:
            compare(shuffled(rng, hand), on, rules)
