"""Seating between deals: who sits where, and who is ready for the next. Pure: state → state, or a refusal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import (
    BetweenDeals,
    Chair,
    Chairs,
    Computer,
    FinishedDeal,
    LiveDeal,
    Lobby,
    Person,
    Places,
    Playing,
    Result,
    TableState,
    into,
)
from engine.players import Strength
from engine.seats import SEATS, each_team_has
from storage import Autopilot

T = TypeVar("T")
U = TypeVar("U")


def between_deals(state: TableState) -> BetweenDeals:
    """Check that no deal is running.

    Raises:
        Refused: one is.
    """
    if isinstance(state, Playing):
        raise Refused(RefusalCode.DEAL_RUNNING)
    return state


def with_result(state: TableState) -> Result:
    """Check that a table shows the result of its last deal, with the same four.

    Raises:
        Refused: it does not.
    """
    if isinstance(state, Result):
        return state
    raise Refused(RefusalCode.DEAL_RUNNING if isinstance(state, Playing) else RefusalCode.OUTDATED)


def sit(state: TableState, person: Person) -> Lobby:
    """Seat a person at the first free place, or at a computer player's where there is none.

    Raises:
        Refused: the person sits here already, four people do, or a deal is running.
    """
    state = between_deals(state)
    if state.place_of(person.id) is not None:
        raise Refused(RefusalCode.ALREADY_SEATED)
    places = state.places
    free = [place for place, chair in enumerate(places) if chair is None]
    computers = [place for place, chair in enumerate(places) if chair and isinstance(chair.occupant, Computer)]
    for place in (*free, *computers):
        return _lobby(state, with_item(places, place, Chair(person)))
    raise Refused(RefusalCode.TABLE_FULL)


def stand_up(state: TableState, person_id: int) -> Lobby:
    """Free a person's place between deals. When the host goes, the next person seated is host, if there is one.

    Raises:
        Refused: the person does not sit here, or a deal is running.
    """
    state = between_deals(state)
    place = state.place_of(person_id)
    if place is None:
        raise Refused(RefusalCode.NOT_SEATED)
    return _with_host(_lobby(state, with_item(state.places, place, None)))


def fill(state: TableState, strength: Strength) -> BetweenDeals:
    """Seat computer players at all free places.

    Raises:
        Refused: the chat does not allow them, or a deal is running.
    """
    state = between_deals(state)
    if not (state.options.computers or state.practice):
        raise Refused(RefusalCode.COMPUTERS_NOT_ALLOWED)
    if isinstance(state, Result):  # all places are taken
        return state
    taken = {chair.occupant.number for chair in state.places if chair and isinstance(chair.occupant, Computer)}
    numbers = (number for number in range(1, len(SEATS) + 1) if number not in taken)
    places = mapped(lambda chair: chair or Chair(Computer(next(numbers), strength)), state.places)
    return replace(state, places=places)


def with_strength(state: TableState, strength: Strength) -> Lobby:
    """Have the computer players of a lobby play this well: those that sit already, and those to come.

    Raises:
        Refused: the chat does not allow any, or there is no lobby.
    """
    if not isinstance(state, Lobby):
        raise Refused(RefusalCode.DEAL_RUNNING)
    if not state.options.computers:
        raise Refused(RefusalCode.COMPUTERS_NOT_ALLOWED)

    def as_strong(chair: Chair | None) -> Chair | None:
        if chair is None or not isinstance(chair.occupant, Computer):
            return chair
        return Chair(replace(chair.occupant, strength=strength))

    options = replace(state.options, strength=strength)
    return replace(state, options=options, places=mapped(as_strong, state.places))


def is_ranked(state: TableState, chairs: Chairs) -> bool:
    """Return whether a deal with this seating counts: each team has a person, and the table is no practice table."""
    return not state.practice and each_team_has([chair.person is not None for chair in chairs])


def chairs_of(state: BetweenDeals, order: Sequence[int]) -> Chairs:
    """The chairs of a deal: for each seat the place whose player sits there; nobody starts a deal on 托管.

    Raises:
        Refused: a place is free.
    """
    first, second, third, fourth = (state.places[place] for place in order)
    if first is None or second is None or third is None or fourth is None:
        raise Refused(RefusalCode.NEED_FOUR, missing=state.places.count(None))
    return Chair(first.occupant), Chair(second.occupant), Chair(third.occupant), Chair(fourth.occupant)


def after_deal(state: Playing, deal: FinishedDeal) -> BetweenDeals:
    """The table after a deal, without those who left during it; when the host did, the next person seated is host.

    Where a place is free then, it is a lobby again: another deal needs somebody to sit down first.
    """
    result = into(Result, state, latest=deal, end_votes=frozenset())
    stayed = mapped(lambda chair: None if chair.autopilot is Autopilot.LEFT else Chair(chair.occupant), deal.chairs)
    return result if all(stayed) else _with_host(_lobby(result, stayed))


def settled(state: BetweenDeals, scores: Mapping[int, int]) -> BetweenDeals:
    """The table after a settlement, with the scores it has moved: the ledger's word, whatever the table had."""

    def scored(person: Person) -> Person:
        return replace(person, score=scores.get(person.id, person.score))

    state = between_deals(_with_people(state, scored))
    deal = state.latest
    if deal is None or not deal.ranked:
        return state
    before = tuple(
        chair.person.score - points if chair.person else None
        for chair, points in zip(deal.chairs, deal.settlement.points, strict=True)
    )
    return replace(state, latest=replace(deal, scores_before=before))


def with_person(state: TableState, person: Person) -> TableState:
    """The table with a person as they are now."""
    return _with_people(state, lambda other: person if other.id == person.id else other)


def with_chair(live: LiveDeal, seat: int, chair: Chair) -> LiveDeal:
    """The deal with another chair at a seat."""
    return replace(live, chairs=with_item(live.chairs, seat, chair))


def mapped(change: Callable[[T], U], four: tuple[T, T, T, T]) -> tuple[U, U, U, U]:
    """Apply a function to each of four things, one a seat."""
    first, second, third, fourth = four
    return change(first), change(second), change(third), change(fourth)


def with_item(four: tuple[T, T, T, T], seat: int, item: T) -> tuple[T, T, T, T]:
    """Four things, one a seat, with another at a seat."""
    first, second, third, fourth = (item if at == seat else one for at, one in enumerate(four))
    return first, second, third, fourth


def _with_people(state: TableState, renew: Callable[[Person], Person]) -> TableState:
    def renewed(chair: Chair) -> Chair:
        return replace(chair, occupant=renew(chair.person)) if chair.person else chair

    match state:
        case Playing(live=live):
            return replace(state, live=replace(live, chairs=mapped(renewed, live.chairs)))
        case Result(latest=latest):
            return replace(state, latest=replace(latest, chairs=mapped(renewed, latest.chairs)))
        case Lobby(places=places, latest=latest):
            latest = replace(latest, chairs=mapped(renewed, latest.chairs)) if latest else None
            return replace(state, places=mapped(lambda chair: renewed(chair) if chair else None, places), latest=latest)


def _lobby(state: BetweenDeals, places: Places) -> Lobby:
    return into(Lobby, state, places=places, latest=state.latest)


def _with_host(state: Lobby) -> Lobby:
    people = state.people
    if people and state.host_id not in {person.id for person in people}:
        return replace(state, host_id=people[0].id)
    return state
