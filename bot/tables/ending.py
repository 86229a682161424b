"""Whose word it takes to end a table: nobody ends alone a deal that they play. Pure: a state, and what follows from it.

A deal that counts is void only when all who are not away agree, of each team at least one. Who is away is played by the
computer; a team that is away altogether cannot agree, so its deal is played to the end.
"""

from dataclasses import replace
from typing import Final

from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import Chair, Playing, TableState
from engine.seats import TEAMS

VOTE_SECONDS: Final = 120.0
"""What was agreed to longer ago than this, and not by all, is agreed to no more; who was told no asks no sooner."""


def may_end_alone(state: TableState, person_id: int, *, is_admin: bool, is_neglected: bool) -> bool:
    """Return whether a person may end a table without asking anybody: between deals the host or an administrator, and
    anybody where nobody cares for it; in a deal only an administrator who does not play it.
    """
    if isinstance(state, Playing):
        return is_admin and state.place_of(person_id) is None
    return is_admin or state.host_id == person_id or is_neglected


def counts(state: TableState) -> bool:
    """Return whether a deal is played that counts for score and title."""
    return isinstance(state, Playing) and state.live.ranked


def votes_missing(state: TableState) -> int:
    """Return how many more must agree before the table ends; 0: enough do."""
    here = {chair.person.id for chair in state.places if chair and chair.person and _is_here(state, chair)}
    missing = len(here - state.end_votes)
    if isinstance(state, Playing) and counts(state):
        missing += sum(_is_silent(state, team) for team in TEAMS)
    return missing


def with_vote(state: TableState, person_id: int) -> TableState:
    """Return the table with one more person who wants it to end.

    Raises:
        Refused: they do not sit here, or the deal counts and the other team is away.
    """
    place = state.place_of(person_id)
    if place is None:
        raise Refused(RefusalCode.NOT_SEATED)
    voted = replace(state, end_votes=state.end_votes | {person_id})
    if isinstance(voted, Playing) and counts(voted) and any(_is_silent(voted, team) for team in TEAMS):
        raise Refused(RefusalCode.TEAM_AWAY)
    return voted


def _is_here(state: TableState, chair: Chair) -> bool:
    """Return whether the person on a chair plays: nobody plays for them, and they are not barred."""
    if not isinstance(state, Playing):
        return True
    return chair.autopilot is None and state.live.chairs.index(chair) not in state.live.deal.barred


def _is_silent(state: Playing, team: tuple[int, int]) -> bool:
    """Return whether nobody of a team is here, and nobody of it has agreed."""
    chairs = [state.live.chairs[seat] for seat in team]
    return not any(
        chair.person is not None and (_is_here(state, chair) or chair.person.id in state.end_votes) for chair in chairs
    )
