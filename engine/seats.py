"""Seats, teams, partners and the turn round the table (rules §1, §4).

Seats are numbered 0…3 and turns go 0, 1, 2, 3, so partners are two seats apart: 0 and 2 against 1 and 3. All seat
arithmetic of the project is here, but for the compiled loops of `engine.core`, which spell it out.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0…3."""
TeamIndex: TypeAlias = int
"""A team by its place in `TEAMS`: 0 or 1."""

SEATS: Final[tuple[Seat, ...]] = (0, 1, 2, 3)
TEAMS: Final[tuple[tuple[Seat, Seat], ...]] = ((0, 2), (1, 3))

TEAM_OF: Final[tuple[TeamIndex, ...]] = (0, 1, 0, 1)
PARTNER_OF: Final[tuple[Seat, ...]] = (2, 3, 0, 1)
NEXT_SEAT: Final[tuple[Seat, ...]] = (1, 2, 3, 0)
OPPONENTS_OF: Final[tuple[tuple[Seat, Seat], ...]] = ((1, 3), (2, 0), (3, 1), (0, 2))
TURNS_AFTER: Final[tuple[tuple[Seat, ...], ...]] = ((1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2), (0, 1, 2, 3))
"""These five by seat. They are what the functions below answer, for loops in which a call would be felt."""


def team_of(seat: Seat) -> TeamIndex:
    """Return the team of a seat, 0 or 1."""
    return TEAM_OF[seat]


def partner_of(seat: Seat) -> Seat:
    """Return the seat opposite."""
    return PARTNER_OF[seat]


def each_team_has(marked: Sequence[bool]) -> bool:
    """Return whether of each team one seat or both are marked, as those are where people sit.

    >>> each_team_has([True, False, False, True]), each_team_has([True, False, True, False])
    (True, False)
    """
    return all(any(marked[seat] for seat in team) for team in TEAMS)


def opponents_of(seat: Seat) -> tuple[Seat, Seat]:
    """Return the two seats of the other team, the one that acts next first.

    >>> opponents_of(1)
    (2, 0)
    """
    return OPPONENTS_OF[seat]


def are_opponents(seat: Seat, other: Seat) -> bool:
    """Return whether two seats are of different teams."""
    return TEAM_OF[seat] != TEAM_OF[other]


def next_seat(seat: Seat) -> Seat:
    """Return the seat whose turn comes next."""
    return NEXT_SEAT[seat]


def turns_after(seat: Seat) -> tuple[Seat, ...]:
    """Return the four seats in the order of their turns after `seat`, which comes last.

    >>> turns_after(2)
    (3, 0, 1, 2)
    """
    return TURNS_AFTER[seat]
