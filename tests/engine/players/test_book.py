"""The book of positions: every one is right, and the players that can think find almost all of them."""

from collections import Counter

import pytest

from engine.players import Strength, make_player
from tests.engine.players.book import BookPosition, examine, load, name_of

BOOK = load()
NEEDED = {Strength.PLANNER: 0.9, Strength.EXPERT: 0.9, Strength.ADEPT: 0.85, Strength.MASTER: 0.9}
"""Share of the book that each has to find; the adept does not search."""
BUDGET = 8.0
"""Seconds: enough on a machine that has other work, so that the clock decides nothing."""


def test_the_book_is_large_and_every_position_stands_once() -> None:
    positions = Counter((position.deal.hands, position.deal.log) for position in BOOK)

    assert len(BOOK) >= 40
    assert max(positions.values()) == 1
    assert len({position.theme for position in BOOK}) >= 10


@pytest.mark.parametrize("position", BOOK, ids=[position.name for position in BOOK])
def test_a_position_has_one_right_action(position: BookPosition) -> None:
    """No other action is as good on average, and in most positions none is better however the unseen cards lie."""
    found = examine(position.view)
    right = found.pop(position.right)

    assert position.why.endswith(".")
    assert found, "there is a choice"
    assert (right.worst_loss == 0) == position.always
    assert right.average > max(other.average for other in found.values())


@pytest.mark.parametrize("strength", NEEDED)
def test_a_thinking_player_solves_the_book(strength: Strength) -> None:
    missed = [
        f"{position.name}: {done} instead of {position.right}: {position.why}"
        for position in BOOK
        if (done := name_of(make_player(strength, seed=1).choose(position.view, BUDGET))) != position.right
    ]

    assert len(missed) <= (1 - NEEDED[strength]) * len(BOOK), "\n".join(missed)


def test_the_book_asks_for_more_than_the_weakest_play() -> None:
    player = make_player(Strength.GREEDY, seed=1)
    solved = sum(name_of(player.choose(position.view, BUDGET)) == position.right for position in BOOK)

    assert solved < len(BOOK) / 2
