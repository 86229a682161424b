"""Sitting down, getting up, filling, and who is left after a deal."""

from dataclasses import replace

import pytest

from bot.tables import seating
from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import (
    Chair,
    Computer,
    LiveDeal,
    Lobby,
    Person,
    Playing,
    Result,
    TableOptions,
    TableState,
    into,
    over,
)
from engine.deal import Deal
from engine.players import Strength
from engine.shuffle import deal_cards
from storage import Autopilot

PEOPLE = tuple(Person(number, 100 + number, f"P{number}") for number in range(1, 7))


def lobby(*people: Person, host: int = 1) -> Lobby:
    """A lobby with these people in it, in this order."""
    state = Lobby(id=1, chat_id=-100, thread_id=None, host_id=host, practice=False)
    for person in people:
        state = seating.sit(state, person)
    return state


def dealt(state: Lobby) -> Playing:
    """The table with a deal running."""
    cards = deal_cards(bytes(32))
    chairs = seating.chairs_of(state, cards.seating)
    deal = Deal.start(cards.seated_counts, cards.leader)
    live = LiveDeal(id=1, number=1, seed=bytes(32), dealt=cards, chairs=chairs, deal=deal, ranked=True)
    return into(Playing, state, live=live)


def after_deal(state: Playing) -> Lobby | Result:
    """The table after its deal, in which everybody ran out of time."""
    deal = state.live.deal
    while deal.to_act is not None:
        deal = deal.time_out(deal.to_act).deal
    return seating.after_deal(state, over(replace(state.live, deal=deal)))


def test_the_strength_of_a_lobby_is_that_of_all_its_computer_players() -> None:
    filled = seating.fill(lobby(*PEOPLE[:2]), Strength.PLANNER)
    stronger = seating.with_strength(filled, Strength.MASTER)
    strengths = [chair.occupant.strength for chair in stronger.places if chair and isinstance(chair.occupant, Computer)]
    assert strengths == [Strength.MASTER] * 2
    assert stronger.options.strength is Strength.MASTER
    assert refusal(seating.with_strength, dealt(stronger), Strength.GREEDY) is RefusalCode.DEAL_RUNNING
    closed = replace(filled, options=replace(filled.options, computers=False))
    assert refusal(seating.with_strength, closed, Strength.GREEDY) is RefusalCode.COMPUTERS_NOT_ALLOWED


def names(state: TableState) -> list[str]:
    """Who sits, by place."""
    return [
        "-"
        if chair is None
        else chair.occupant.name
        if isinstance(chair.occupant, Person)
        else f"C{chair.occupant.number}"
        for chair in state.places
    ]


def refusal(call: object, *args: object) -> RefusalCode:
    """Why something is refused."""
    assert callable(call)
    with pytest.raises(Refused) as refused:
        call(*args)
    return refused.value.code


def test_people_take_the_first_free_place() -> None:
    state = lobby(*PEOPLE[:3])
    state = seating.stand_up(state, 2)
    assert names(state) == ["P1", "-", "P3", "-"]
    assert names(seating.sit(state, PEOPLE[3])) == ["P1", "P4", "P3", "-"]


def test_a_person_takes_the_place_of_a_computer_player_where_none_is_free() -> None:
    state: TableState = seating.fill(lobby(*PEOPLE[:2]), Strength.PLANNER)
    assert names(state) == ["P1", "P2", "C1", "C2"]
    state = seating.sit(state, PEOPLE[2])
    assert names(state) == ["P1", "P2", "P3", "C2"]
    state = seating.stand_up(state, 1)
    assert names(seating.fill(state, Strength.GREEDY)) == ["C1", "P2", "P3", "C2"]


def test_nobody_sits_twice_or_where_four_people_do_or_in_mid_deal() -> None:
    full = lobby(*PEOPLE[:4])
    assert refusal(seating.sit, full, PEOPLE[0]) is RefusalCode.ALREADY_SEATED
    assert refusal(seating.sit, full, PEOPLE[4]) is RefusalCode.TABLE_FULL
    running = dealt(full)
    for change in (seating.sit, lambda state, person: seating.stand_up(state, person.id)):
        assert refusal(change, running, PEOPLE[1]) is RefusalCode.DEAL_RUNNING


def test_when_the_host_goes_the_next_is_host_and_when_all_go_nobody_is_left() -> None:
    state: TableState = seating.fill(lobby(*PEOPLE[:2]), Strength.GREEDY)
    state = seating.stand_up(state, 1)
    assert state.host_id == 2
    assert seating.stand_up(state, 2).people == ()
    assert refusal(seating.stand_up, state, 1) is RefusalCode.NOT_SEATED


def test_whoever_comes_or_goes_after_a_result_everybody_is_asked_again() -> None:
    result = after_deal(dealt(lobby(*PEOPLE[:4])))
    assert isinstance(result, Result)
    left = seating.stand_up(replace(result, ready=frozenset({1, 2, 3})), 4)
    assert left.latest == result.latest
    assert left.places.count(None) == 1


def test_computer_players_need_the_leave_of_the_group_except_in_private() -> None:
    strict = replace(lobby(PEOPLE[0]), options=TableOptions(computers=False))
    assert refusal(seating.fill, strict, Strength.GREEDY) is RefusalCode.COMPUTERS_NOT_ALLOWED
    assert seating.fill(replace(strict, practice=True), Strength.GREEDY).is_full


def test_a_deal_counts_when_each_team_has_a_person() -> None:
    computer = Chair(Computer(1, Strength.GREEDY))
    one, two = Chair(PEOPLE[0]), Chair(PEOPLE[1])
    state = lobby()
    assert seating.is_ranked(state, (one, two, computer, computer))
    assert not seating.is_ranked(state, (one, computer, two, computer))
    assert not seating.is_ranked(replace(state, practice=True), (one, two, computer, computer))


def test_a_deal_needs_four() -> None:
    with pytest.raises(Refused) as refused:
        seating.chairs_of(lobby(*PEOPLE[:3]), (0, 1, 2, 3))
    assert refused.value.missing == 1


def test_who_left_during_the_deal_is_gone_after_it_and_the_table_waits_for_another() -> None:
    state = dealt(lobby(*PEOPLE[:4]))
    seat = state.live.seat_of(1)
    assert seat is not None
    chair = replace(state.live.chairs[seat], autopilot=Autopilot.LEFT)
    after = after_deal(replace(state, live=seating.with_chair(state.live, seat, chair)))
    assert after.place_of(1) is None
    assert after.host_id == after.people[0].id != 1
    assert isinstance(after, Lobby)


def test_who_was_away_or_wished_for_it_plays_again_in_the_next_deal() -> None:
    for why in (Autopilot.WISHED, Autopilot.UNREACHABLE):
        state = dealt(lobby(*PEOPLE[:4]))
        chair = replace(state.live.chairs[0], autopilot=why)
        after = after_deal(replace(state, live=seating.with_chair(state.live, 0, chair)))
        assert isinstance(after, Result)
        assert not any(one is not None and one.plays_itself for one in after.places)


def test_scores_and_settings_of_people_reach_their_places_and_their_seats() -> None:
    settled = seating.settled(after_deal(dealt(lobby(*PEOPLE[:4]))), {2: 500})
    state = seating.with_person(settled, replace(PEOPLE[2], name="Neu"))
    assert state.latest is not None
    for chairs in (state.places, state.latest.chairs):
        known = {chair.person.id: chair.person for chair in chairs if chair is not None and chair.person is not None}
        assert (known[2].score, known[3].name, known[1].score) == (500, "Neu", 0)
