"""The engine cuts held cards and settles deals as the reference does."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.engine.reference.engine_side import ask
from tests.engine.reference.protocol import agrees, settled
from tests.engine.reference.sampling import EFFORT, JOKERS, hand_from, point_rules, seeded, shuffled, switches, window
from tests.engine.reference.scoring import held_units, settle, verdict

Ending = tuple[tuple[int, ...], frozenset[int]]


def endings() -> set[Ending]:
    """Every way a deal can end: players finish or are barred one after another until it is decided."""
    found: set[Ending] = set()
    seen: set[Ending] = set()
    going_on: list[Ending] = [((), frozenset())]
    while going_on:
        order, barred = going_on.pop()
        if (order, barred) in seen:
            continue
        seen.add((order, barred))
        if verdict(order, sorted(barred)) is not None:
            found.add((order, barred))
            continue
        for seat in set(range(4)) - set(order) - barred:
            going_on += [((*order, seat), barred), (order, barred | {seat})]
    return found


def held_hands(rng: Random, number: int) -> Iterator[str]:
    """Hands of few ranks with every number of jokers: cards as they come, and groups that make chain bombs."""
    for width, jokers in product((1, 2, 3, 4, 5), range(5)):
        for _ in range(number):
            yield hand_from(rng, window(rng, width), rng.randint(9, 14), jokers)
    for width, most_jokers in ((3, 4), (4, 2), (5, 1)):
        for jokers in list(range(most_jokers + 1)) * number:
            largest = 8 if width == 3 and jokers < 3 else 5
            cards = [rank for rank in window(rng, width) for _ in range(rng.randint(4, largest))]
            missing = rng.sample(range(len(cards)), rng.randint(0, jokers))
            yield "".join(card for place, card in enumerate(cards) if place not in missing) + JOKERS[:jokers]


def hands_left(rng: Random, order: tuple[int, ...]) -> list[str]:
    """Hands of those who are not out, of few ranks and from the same two packs."""
    pack = list(window(rng, 4) * 8 + JOKERS[: rng.randint(0, 4)])
    rng.shuffle(pack)
    return ["" if seat in order else "".join(pack.pop() for _ in range(rng.randint(1, 8))) for seat in range(4)]


@pytest.mark.parametrize("seed", range(4))
def test_held_cards_are_cut_into_the_bombs_that_earn_most(seed: int) -> None:
    rng = seeded("held cards", seed)
    for hand in held_hands(rng, EFFORT):
        rules = point_rules(rng)
        request = {"op": "held", "hand": shuffled(rng, hand), "rules": switches(rules)}
        expected = {"units": held_units(hand, rules)}
        got = ask(request)
        assert agrees(expected, got), f"{request}: expected {expected}, got {got}"


@pytest.mark.parametrize(
    ("order", "barred"), sorted(endings(), key=repr), ids=lambda seats: "".join(map(str, seats)) or "nobody"
)
def test_every_ending_is_settled_alike(order: tuple[int, ...], barred: frozenset[int]) -> None:
    rng = seeded(order, sorted(barred))
    ended = verdict(order, sorted(barred))
    assert ended is not None
    for _ in range(2 * EFFORT):
        rules = point_rules(rng)
        bombs = [[rng.randint(4, 12) for _ in range(rng.choice((0, 0, 1, 2)))] for _ in range(4)]
        hands = hands_left(rng, order)
        request = {
            "op": "settle",
            "order": list(order),
            "barred": sorted(barred),
            "bombs": bombs,
            "hands": hands,
            "rules": switches(rules),
        }
        expected = settled(settle(ended, bombs, hands, rules))
        got = ask(request)
        assert agrees(expected, got), f"{request}: expected {expected}, got {got}"
        assert sum(got["points"]) == 0
