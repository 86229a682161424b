"""Endings in which the hidden cards can be told, or can lie in a few ways only: solved for each of them."""

from collections.abc import Iterator
from math import comb

from engine.cards import NO_CARDS, Counts, add, remove
from engine.deal import View
from engine.players.endgame import GiveUp, OutOfReach, Solver, Value, position
from engine.plays import Play
from engine.seats import SEATS


def solve_hidden(
    view: View, nodes: int, most_splits: int, give_up: GiveUp | None = None
) -> list[tuple[Value, Play | None]] | None:
    """Every action (None: the pass) with its value for the team to act, on average over all the ways the unseen cards
    can lie, each played to its end with open hands.

    Args:
        view: of the seat to act.
        nodes: how many positions may be looked at.
        most_splits: how many ways the cards may lie.
        give_up: asked now and then; once it says yes, the search stops.

    Returns:
        None where a limit is passed, or a player is barred.
    """
    if any(view.is_barred(seat) for seat in SEATS):
        return None
    solver = Solver(view.rules, nodes, give_up) if give_up else Solver(view.rules, nodes)
    found: list[tuple[Value, Play | None]] = []
    weight = 0
    try:
        for number, (hands, ways) in enumerate(splits(view), start=1):
            if number > most_splits:
                return None
            rated = solver.rate(position(view, hands))
            before = [value for value, _ in found] or [0.0] * len(rated)
            found = [(total + ways * value, play) for total, (value, play) in zip(before, rated, strict=True)]
            weight += ways
    except OutOfReach:
        return None
    return [(total / weight, play) for total, play in found]


def splits(view: View) -> Iterator[tuple[tuple[Counts, ...], int]]:
    """Every way the unseen cards can lie, with the number of deals of single cards that come to it."""
    others = [seat for seat in SEATS if seat != view.seat and view.cards_left[seat]]
    hands = [NO_CARDS] * 4
    hands[view.seat] = view.hand

    def deal_to(index: int, left: Counts) -> Iterator[int]:
        if index == len(others) - 1:
            hands[others[index]] = left
            yield 1
            return
        for hand, ways in subsets(left, view.cards_left[others[index]]):
            hands[others[index]] = hand
            for more in deal_to(index + 1, remove(left, hand)):
                yield ways * more

    for ways in deal_to(0, view.unseen):
        yield tuple(hands), ways


def subsets(cards: Counts, size: int) -> Iterator[tuple[Counts, int]]:
    """Every hand of `size` out of `cards`, with the number of ways to pick it."""

    def pick(slot: int, size: int) -> Iterator[tuple[Counts, int]]:
        if slot == len(cards):
            if size == 0:
                yield NO_CARDS, 1
            return
        for number in range(min(size, cards[slot]) + 1):
            taken = NO_CARDS[:slot] + bytes([number]) + NO_CARDS[slot + 1 :]
            for rest, ways in pick(slot + 1, size - number):
                yield add(taken, rest), ways * comb(cards[slot], number)

    yield from pick(0, size)
