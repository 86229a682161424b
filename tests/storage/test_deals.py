"""Deals: every action once and in order, and a settlement that is whole."""

import random
from dataclasses import replace

import pytest

from engine.cards import NO_CARDS, Counts, parse_counts
from engine.deal import Deal
from engine.ruleset import DealStyle, RuleSet, Wild
from engine.scoring import ResultKind
from engine.shuffle import deal_cards
from storage import Database, DealState, Occupant, Phase, StaleAction, StaleTable, Unknown
from storage.settlements import read_settlement, write_settlement
from tests.storage.evening import (
    GROUP,
    again,
    go_on,
    meet,
    next_state,
    open_group_table,
    open_table,
    play_deal,
    start,
)


async def test_a_deal_is_read_as_it_was_played(database: Database) -> None:
    table = await open_group_table(database)
    started, stored = await start(database, table)
    assert (started.phase, started.deal_count, stored.number) == (Phase.DEAL, 1, 1)
    assert stored.players == started.seats
    assert (stored.state, stored.settlement, stored.actions) == (DealState.LIVE, None, ())
    assert (stored.opening, stored.leader) == (stored.dealt.opening, stored.dealt.leader)
    recorded, deal = await go_on(database, started, stored, stored.first(), random.Random(3))
    finished = await database.deals.get(stored.id)
    assert finished.last() == deal
    assert finished.settlement == deal.settlement
    assert finished.state is DealState.SETTLED
    assert recorded.table.phase is Phase.RESULT
    assert recorded.number == len(finished.actions) == len(deal.log)
    assert [action.number for action in finished.actions] == list(range(1, len(deal.log) + 1))
    assert finished.seat_of(table.people[0]) is not None
    assert finished.seat_of(10**6) is None


async def test_the_scores_that_moved_are_reported(database: Database) -> None:
    table = await open_group_table(database)
    before = dict.fromkeys(table.people, 0)
    for number in range(3):
        recorded, stored, deal = await play_deal(database, again(table, 60 + number), number)
        table = recorded.table
        assert deal.settlement is not None
        assert [change.seat for change in recorded.changes] == [0, 1, 2, 3]
        for change in recorded.changes:
            assert change.person_id == stored.players[change.seat or 0].person_id
            assert change.points == deal.settlement.points[change.seat or 0]
            assert change.before == before[change.person_id]
            before[change.person_id] = change.after
            assert change.after == change.before + change.points == (database.scores.of(change.person_id)).score


async def test_practice_moves_no_score(database: Database) -> None:
    people = await meet(database, 2)
    seats = [
        Occupant.person(people[0].id),
        Occupant.computer("planner", 2),
        Occupant.person(people[1].id),
        Occupant.computer("expert", 1),
    ]
    table = await open_table(database, seats, rules=RuleSet(deal_style=DealStyle.CLUMPED), ranked=False)
    recorded, stored, deal = await play_deal(database, table)
    assert recorded.changes == ()
    finished = await database.deals.get(stored.id)
    assert set(finished.players) == set(seats)
    assert (finished.ranked, finished.settlement) == (False, deal.settlement)
    assert (database.scores.of(people[0].id)).deals == 0
    assert await database.scores.top() == ()


async def test_an_action_is_written_once(database: Database) -> None:
    table, stored = await start(database, await open_group_table(database))
    rng = random.Random(1)
    recorded, deal = await go_on(database, table, stored, stored.first(), rng, 5)
    following = next_state(deal, rng)
    after_next = next_state(following, rng)
    for state, message in ((deal, "action 5 cannot follow action 5"), (after_next, "action 7 cannot follow action 5")):
        with pytest.raises(StaleAction, match=message):
            await database.deals.record(recorded.table, stored.id, state)
    with pytest.raises(StaleTable):
        await database.deals.record(table, stored.id, following)
    assert len((await database.deals.get(stored.id)).actions) == 5
    assert database.tables.get(table.id) == recorded.table
    await database.deals.record(recorded.table, stored.id, following)


async def test_nothing_follows_a_deal_that_is_over(database: Database) -> None:
    recorded, stored, deal = await play_deal(database, await open_group_table(database))
    with pytest.raises(StaleAction, match="which is settled"):
        await database.deals.record(recorded.table, stored.id, deal)
    table, given_up = await start(database, again(recorded.table, 4))
    table = await database.tables.close(table)
    with pytest.raises(StaleAction, match="which is abandoned"):
        await database.deals.record(table, given_up.id, next_state(given_up.first(), random.Random(1)))


async def test_a_deal_belongs_to_its_table(database: Database) -> None:
    _, stored = await start(database, await open_group_table(database))
    other = await open_group_table(database, chat_id=-9, first=300)
    with pytest.raises(Unknown, match=f"no deal {stored.id} here"):
        await database.deals.record(other, stored.id, next_state(stored.first(), random.Random(1)))
    with pytest.raises(Unknown):
        await database.deals.get(99)
    assert (await database.deals.get(stored.id)).actions == ()


async def test_a_deal_needs_four_players(database: Database) -> None:
    table = await open_group_table(database)
    with pytest.raises(ValueError, match="fill the free seats"):
        await database.deals.start(replace(table, seats=(*table.seats[:3], None)))


async def drafts(database: Database) -> dict[int, Counts]:
    """The cards selected at the only table, by seat."""
    (live,) = await database.live_tables()
    return live.drafts


async def test_selected_cards_stay_until_they_are_played(database: Database) -> None:
    table, stored = await start(database, await open_group_table(database))
    deal = stored.first()
    seat = deal.to_act
    assert seat is not None
    await database.deals.save_draft(stored.id, seat, parse_counts("34"))
    await database.deals.save_draft(stored.id, seat, parse_counts("345"))
    await database.deals.save_draft(stored.id, seat + 1 & 3, parse_counts("W"))
    assert await drafts(database) == {seat: parse_counts("345"), seat + 1 & 3: parse_counts("W")}
    await database.deals.record(table, stored.id, deal.play(seat, deal.legal_plays[0].cards).deal)
    assert await drafts(database) == {seat + 1 & 3: parse_counts("W")}
    await database.deals.save_draft(stored.id, seat + 1 & 3, NO_CARDS)
    assert await drafts(database) == {}


async def test_the_last_deals(database: Database) -> None:
    recorded, first, _ = await play_deal(database, await open_group_table(database))
    table, second = await start(database, again(recorded.table, 2))
    person_id = table.people[0]
    assert await database.deals.last_of_table(table.id) == second
    for shown in (
        await database.deals.last_settled_in_chat(GROUP),
        await database.deals.last_settled_of_person(person_id),
    ):
        assert shown == await database.deals.get(first.id)
    assert await database.deals.last_settled_in_chat(-9) is None
    assert await database.deals.last_of_table(99) is None
    assert await database.deals.last_settled_of_person(99) is None


async def test_a_void_deal_moves_nothing_and_counts_as_a_deal(database: Database) -> None:
    table, stored = await start(database, await open_group_table(database))
    deal = stored.first()
    while not deal.is_over:
        assert deal.to_act is not None
        deal = deal.time_out(deal.to_act).deal
        recorded = await database.deals.record(table, stored.id, deal)
        table = recorded.table
    assert {change.points for change in recorded.changes} == {0}
    card = database.scores.of(table.people[0])
    assert (card.score, card.deals, card.won.all, card.lost.all, card.timeouts) == (0, 1, 0, 0, 3)
    line = (await database.scores.history(table.people[0])).lines[0]
    assert (line.kind, line.won, line.place, line.total) == (ResultKind.VOID, None, None, 0)


@pytest.mark.parametrize("wild", Wild)
def test_a_settlement_is_read_as_it_was_written(wild: Wild) -> None:
    rules = RuleSet(wild=wild, king_bomb=True, deal_style=DealStyle.CLUMPED, phase_cap=8)
    bombs = 0
    for number in range(15):
        dealt = deal_cards(number.to_bytes(32, "big"), rules)
        deal, rng = Deal.start(dealt.seated_counts, dealt.leader, rules), random.Random(number)
        while not deal.is_over:
            deal = next_state(deal, rng)
        assert deal.settlement is not None
        bombs += len(deal.settlement.bombs)
        assert read_settlement(write_settlement(deal.settlement), rules) == deal.settlement
    assert bombs > 50
