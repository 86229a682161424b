"""Who sits where in a lobby, and who is ready for the next deal. Pure: state → state, or a refusal."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import Chair, Computer, LiveDeal, Person, TableState
from engine.players import Strength
from engine.seats import SEATS, TEAMS
from storage import Delegation, Phase

Places = tuple[Chair | None, Chair | None, Chair | None, Chair | None]
Chairs = tuple[Chair, Chair, Chair, Chair]


def require(state: TableState, *phases: Phase) -> None:
    """Check that a table is in one of these phases.

    Raises:
        Refused: it is not.
    """
    if state.phase not in phases:
        raise Refused(RefusalCode.DEAL_RUNNING if state.phase is Phase.DEAL else RefusalCode.OUTDATED)


def with_chair(state: TableState, place: int, chair: Chair | None) -> TableState:
    """The table with another chair at a place."""
    places = list(state.places)
    places[place] = chair
    return replace(state, places=cast(Places, tuple(places)))


def sit(state: TableState, person: Person) -> TableState:
    """Seat a person at the first free place, or at a computer player's where there is none.

    Raises:
        Refused: the person sits here already, four people do, or a deal is running.
    """
    require(state, Phase.LOBBY, Phase.RESULT)
    if state.place_of(person.id) is not None:
        raise Refused(RefusalCode.ALREADY_SEATED)
    for wanted in (None, Computer):
        for place, chair in enumerate(state.places):
            if chair is None if wanted is None else chair is not None and isinstance(chair.occupant, Computer):
                return replace(with_chair(state, place, Chair(person)), phase=Phase.LOBBY, ready=frozenset())
    raise Refused(RefusalCode.TABLE_FULL)


def stand_up(state: TableState, person_id: int) -> TableState:
    """Free a person's place between deals. When the host goes, the next person seated is host; a table without people
    closes.

    Raises:
        Refused: the person does not sit here, or a deal is running.
    """
    require(state, Phase.LOBBY, Phase.RESULT)
    place = state.place_of(person_id)
    if place is None:
        raise Refused(RefusalCode.NOT_SEATED)
    state = replace(with_chair(state, place, None), phase=Phase.LOBBY, ready=frozenset())
    if not state.people:
        return replace(state, phase=Phase.CLOSED)
    if state.host_id == person_id:
        return replace(state, host_id=state.people[0].id)
    return state


def fill(state: TableState, strength: Strength) -> TableState:
    """Seat computer players at all free places.

    Raises:
        Refused: the chat does not allow them, or a deal is running.
    """
    require(state, Phase.LOBBY, Phase.RESULT)
    if not (state.options.computers or state.practice):
        raise Refused(RefusalCode.COMPUTERS_NOT_ALLOWED)
    taken = {chair.occupant.number for chair in state.places if chair and isinstance(chair.occupant, Computer)}
    numbers = (number for number in range(1, len(SEATS) + 1) if number not in taken)
    for place, chair in enumerate(state.places):
        if chair is None:
            state = with_chair(state, place, Chair(Computer(next(numbers), strength)))
    return state


def is_ranked(state: TableState, chairs: Chairs) -> bool:
    """Whether a deal with this seating counts: each team has a person, and the table is no practice table."""
    return not state.practice and all(any(chairs[seat].person for seat in team) for team in TEAMS)


def chairs_of(state: TableState, order: Sequence[int]) -> Chairs:
    """The chairs of a deal: for each seat the place whose player sits there; nobody starts a deal on 托管."""
    first, second, third, fourth = (state.places[place] for place in order)
    if first is None or second is None or third is None or fourth is None:
        raise Refused(RefusalCode.NEED_FOUR, missing=state.places.count(None))
    return Chair(first.occupant), Chair(second.occupant), Chair(third.occupant), Chair(fourth.occupant)


def without_leavers(state: TableState) -> TableState:
    """The table after a deal, without those who left during it; when the host did, the next person seated is host.

    Where a place is free then, it is a lobby again: another deal needs somebody to sit down first.
    """
    if state.live is None:
        return state
    for chair in state.live.chairs:
        place = state.place_of(chair.person.id) if chair.person and chair.delegated is Delegation.LEFT else None
        if place is not None:
            state = with_chair(state, place, None)
    places = cast(Places, tuple(chair and Chair(chair.occupant) for chair in state.places))
    state = replace(state, places=places)
    if state.people and state.host_id not in {person.id for person in state.people}:
        state = replace(state, host_id=state.people[0].id)
    return replace(state, phase=Phase.RESULT if state.is_full else Phase.LOBBY)


def settled(state: TableState, scores: Mapping[int, int]) -> TableState:
    """The table after a settlement, with the scores it has moved: the ledger's word, whatever the table had."""

    def scored(chair: Chair | None) -> Chair | None:
        person = chair.person if chair else None
        if chair is None or person is None or person.id not in scores:
            return chair
        return replace(chair, occupant=replace(person, score=scores[person.id]))

    live = state.live
    if live is not None:
        chairs = cast(Chairs, tuple(map(scored, live.chairs)))
        points = live.settlement.points if live.settlement and live.ranked else None
        before = tuple(
            chair.person.score - points[seat] if points and chair.person else None for seat, chair in enumerate(chairs)
        )
        live = replace(live, chairs=chairs, scores_before=before)
    return replace(state, places=cast(Places, tuple(map(scored, state.places))), live=live)


def with_person(state: TableState, person: Person) -> TableState:
    """The table with a person as he is now."""

    def renewed(chair: Chair | None) -> Chair | None:
        is_his = chair is not None and chair.person is not None and chair.person.id == person.id
        return replace(chair, occupant=person) if chair is not None and is_his else chair

    live = state.live
    if live is not None:
        live = replace(live, chairs=cast(Chairs, tuple(map(renewed, live.chairs))))
    return replace(state, places=cast(Places, tuple(map(renewed, state.places))), live=live)


def with_live_chair(live: LiveDeal, seat: int, chair: Chair) -> LiveDeal:
    """The deal with another chair at a seat."""
    chairs = list(live.chairs)
    chairs[seat] = chair
    return replace(live, chairs=cast(Chairs, tuple(chairs)))
