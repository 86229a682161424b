"""The table service: one change at a time, written before it is shown, whole or not at all."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.refusals import RefusalCode, Refused
from bot.tables.state import ABANDONED_LOBBY_SECONDS, Computer, HandState, Playing, TableOptions
from bot.tables.turn_clock import GRACE_SECONDS
from engine.cards import parse_counts
from engine.deal import TimedOut
from engine.errors import EngineError
from engine.players import Strength
from engine.ruleset import RuleSet
from storage import Autopilot, DatabaseUnusable, Phase
from tests.bot.tables.scene import GROUP, Scene, scene

HOUR = 3600.0
DECADES = 1_700_000_000.0
"""A machine without a clock of its own begins in 1970."""


async def outcomes(*changes: object) -> list[object]:
    """What became of changes begun at the same moment: None, or the code of a refusal."""
    results = await asyncio.gather(*changes, return_exceptions=True)  # type: ignore[call-overload]  # awaitables of several kinds
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, Refused | EngineError):
            raise result
    return [result.code if isinstance(result, Refused) else type(result) if result else None for result in results]


# ---- two at once


async def test_of_two_plays_of_one_turn_one_counts(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        live, person = one.tables.table(table.state.id).live, one.actor(table)
        assert live.deal.to_act is not None
        play = live.deal.view(live.deal.to_act).legal_plays[0]
        number = table.state.id
        again = [one.tables.play(number, person.id, play.cards, play.type, (1, 0)) for _ in range(3)]
        results = await outcomes(*again)
        assert results[1:] == [RefusalCode.TOO_LATE] * 2
        assert table.live.turn == 1


async def test_a_play_and_the_end_of_its_time_are_one_action(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        assert table.live.deadline is not None
        one.clock.advance(table.live.deadline - one.clock.now())
        play = asyncio.create_task(one.play_weakest(table))
        await one.settle()
        results = await asyncio.gather(play, return_exceptions=True)
        assert len(table.live.deal.log) == 1
        assert isinstance(table.live.deal.log[0], TimedOut) == isinstance(results[0], Refused)


async def test_two_people_at_the_last_place_and_one_gets_it(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.lobby(3)
        results = await outcomes(*(one.tables.join(table.state.id, one.people[n], f"x{n}") for n in (3, 4, 5)))
        assert results == [None, RefusalCode.TABLE_FULL, RefusalCode.TABLE_FULL]


async def test_one_person_at_two_tables_at_once_sits_at_one(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        first = await one.lobby(1)
        second = await one.tables.open_table(GROUP - 1, None, one.people[1], "t2")
        person = one.people[2]
        results = await outcomes(*(one.tables.join(table.state.id, person, "x") for table in (first, second)))
        assert sorted(str(result) for result in results) == sorted(["None", str(RefusalCode.SEATED_ELSEWHERE)])
        assert sum(person.id in {p.id for p in table.state.people} for table in (first, second)) == 1


async def test_two_tables_opened_in_one_room_at_once_are_one(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        results = await asyncio.gather(
            *(one.tables.open_table(GROUP, None, person, "t") for person in one.people[:2]), return_exceptions=True
        )
        assert len(one.tables.live) == 1
        assert [result.code for result in results if isinstance(result, Refused)] == [RefusalCode.TABLE_EXISTS]


async def test_two_starts_at_once_deal_once(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.lobby()
        results = await outcomes(*(one.tables.start(table.state.id, person.id) for person in one.people[:3]))
        assert results == [None, RefusalCode.DEAL_RUNNING, RefusalCode.DEAL_RUNNING]
        assert one.notes.told.count("deal begins") == 1


async def test_a_table_closed_during_a_play_takes_no_more_of_them(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        results = await outcomes(
            one.play_weakest(table), one.tables.close_table(table.state.id), one.play_weakest(table)
        )
        assert results[1] is None
        assert results[2] is RefusalCode.OUTDATED or results[2] is RefusalCode.TOO_LATE
        assert one.tables.live == ()
        assert all(one.tables.of_person(person.id) is None for person in one.people)
        await one.pass_time(120)
        assert one.notes.told[-1] == "closed idle=False by=None"


async def test_a_table_is_not_closed_between_deals_if_a_deal_has_begun_meanwhile(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.lobby()
        results = await outcomes(
            one.tables.start(table.state.id, one.people[0].id),
            one.tables.break_up(table.state.id, one.people[0], is_admin=False, deal=0),
        )
        assert results == [None, RefusalCode.DEAL_RUNNING]
        assert table.state.phase is Phase.DEAL


# ---- a disk that is full


async def broken(one: Scene, change: object) -> None:
    """Make a change while nothing can be written."""
    one.repository.full = True
    told = list(one.notes.told)
    with pytest.raises(DatabaseUnusable):
        await change  # type: ignore[misc]  # an awaitable
    assert one.notes.told == told, "what was not written is not shown"
    one.repository.full = False


async def test_a_play_that_could_not_be_written_has_not_happened(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        before, hands = table.state, dict(table.hands)
        await broken(one, one.play_weakest(table))
        assert table.state is before
        assert table.hands == hands
        await one.play_weakest(table)
        assert table.live.turn == 1


async def test_seats_deals_votes_and_closing_that_could_not_be_written_have_not_happened(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.lobby(3)
        number, host, guest = table.state.id, one.people[0].id, one.people[3]
        before, seed = table.state, table.shuffle
        for change in (
            one.tables.join(number, guest, "x"),
            one.tables.leave(number, host),
            one.tables.fill(number, host),
            one.tables.end(number, one.people[1], is_admin=False),
            one.tables.close_table(number),
        ):
            await broken(one, change)
            assert (table.state, table.shuffle) == (before, seed)
        assert one.tables.of_person(guest.id) is None
        await one.tables.join(number, guest, "x")
        before = table.state
        await broken(one, one.tables.start(number, host))
        assert table.state is before
        await one.tables.start(number, host)
        await broken(one, one.tables.autopilot_on(number, host, Autopilot.WISHED))
        assert not any(chair.plays_itself for chair in table.live.chairs)


async def test_the_last_action_and_the_result_are_written_together_or_not(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        turns = 0
        while isinstance(table.state, Playing):
            turns = table.live.turn
            await one.play_weakest(table)
        async with scene(_second(tmp_path)) as other:
            again = await other.deal()  # the same cards: the randomness of a scene is its own
            while again.live.turn < turns:
                await other.play_weakest(again)
            before, seed = again.state, again.shuffle
            await broken(other, other.play_weakest(again))
            assert again.state is before
            assert again.shuffle is seed
            await other.play_weakest(again)
            assert again.latest.deal.is_over
            for person in again.state.people:
                rows = await other.database.scores.ledger(person.id)
                assert [row.points for row in rows] == [person.score]


def _second(folder: Path) -> Path:
    other = folder / "second"
    other.mkdir()
    return other


async def test_a_selection_that_could_not_be_kept_is_as_it_was(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        person = one.actor(table)
        seat = table.live.seat_of(person.id)
        assert seat is not None
        slots = [slot for slot, number in enumerate(table.live.deal.hands[seat]) if number]
        await one.tables.selecting.toggle(table.state.id, person.id, slots[0], 1)
        before = table.hand(person.id)
        await broken(one, one.tables.selecting.toggle(table.state.id, person.id, slots[1], 1))
        assert table.hand(person.id) == before != HandState()


async def test_a_turn_whose_end_could_not_be_written_ends_when_it_can(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        one.repository.full = True
        await one.pass_time(63)
        assert table.live.turn == 0
        one.repository.full = False
        await one.pass_time(3)
        assert isinstance(table.live.deal.log[0], TimedOut)


async def test_a_computer_player_whose_action_could_not_be_written_tries_again(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.tables.open_table(one.people[0].telegram_id, None, one.people[0], "t", practice=True)
        while not table.live.chairs[table.live.deal.to_act or 0].plays_itself:
            await one.play_weakest(table)
        turn = table.live.turn
        one.repository.full = True
        await one.pass_time(5)
        assert table.live.turn == turn
        one.repository.full = False
        await one.pass_time(3)
        assert table.live.turn > turn


# ---- a restart


async def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        for _ in range(5):
            await one.play_weakest(table)
        person = one.actor(table)
        seat = table.live.seat_of(person.id)
        assert seat is not None
        slot = next(slot for slot, number in enumerate(table.live.deal.hands[seat]) if number)
        await one.tables.selecting.toggle(table.state.id, person.id, slot, 1)
        await one.tables.end(table.state.id, one.people[1], is_admin=False)
        state, hands, shuffle = table.state, table.hands, table.shuffle
    async with scene(tmp_path) as one:
        (table,) = one.tables.live
        assert isinstance(table.state, Playing)
        assert isinstance(state, Playing)
        assert table.live.deal == state.live.deal
        assert replace(table.state, live=state.live, last_activity=0.0) == replace(state, last_activity=0.0)
        assert {number: hand.selected for number, hand in table.hands.items() if any(hand.selected)} == {
            number: hand.selected for number, hand in hands.items() if any(hand.selected)
        }
        assert table.shuffle == shuffle
        assert table.live.deadline is not None
        assert table.live.deadline >= one.clock.now() + GRACE_SECONDS
        await one.play_out(table)


async def test_after_a_restart_computer_players_are_called_as_before(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.lobby(2)
        await one.tables.fill(table.state.id, one.people[0].id)
        await one.tables.start(table.state.id, one.people[0].id)
        called = table.state.places, table.live.chairs
        kept = (await one.database.deals.get(table.live.id)).players
        assert [player.number for player in kept] == [
            chair.occupant.number if isinstance(chair.occupant, Computer) else None for chair in table.live.chairs
        ]
    async with scene(tmp_path) as one:
        (table,) = one.tables.live
        assert (table.state.places, table.live.chairs) == called


@pytest.mark.parametrize(
    ("away", "date_set_by", "left", "extended"),
    [(20, 0, 40, False), (50, 0, 15, True), (20, -HOUR, 60, False), (20, HOUR, 15, True), (20, -DECADES, 60, False)],
)
async def test_a_turn_goes_on_after_a_restart_whatever_the_date_is_by_then(
    away: float, date_set_by: float, left: float, extended: bool, tmp_path: Path
) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        assert table.live.deadline == one.clock.now() + 60
        told = table.live.deadline_date
        assert told == one.wall.now() + 60
    async with scene(tmp_path, away=away, date_set_by=date_set_by) as one:
        (table,) = one.tables.live
        assert table.live.deadline == pytest.approx(one.clock.now() + left)
        assert table.live.deadline_date == pytest.approx(one.wall.now() + left, abs=0.1)
        if left == 40:
            assert table.live.deadline_date == pytest.approx(told, abs=0.1), "nobody's screen changes"
        await one.settle()
        assert one.notes.told == [f"restored {15 if extended else 0}"]
        await one.pass_time(left - 1)
        assert table.live.turn == 0
        await one.pass_time(2)
        assert isinstance(table.live.deal.log[0], TimedOut)


@pytest.mark.parametrize(("date_set_by", "quiet"), [(0, 100), (HOUR, ABANDONED_LOBBY_SECONDS), (-HOUR, 0)])
async def test_a_lobby_is_abandoned_after_half_an_hour_before_and_after_a_restart(
    date_set_by: float, quiet: float, tmp_path: Path
) -> None:
    async with scene(tmp_path) as one:
        await one.lobby(2)
    async with scene(tmp_path, away=100, date_set_by=date_set_by) as one:
        assert one.tables.live
        one.clock.advance(max(0.0, ABANDONED_LOBBY_SECONDS - quiet - 2))
        await one.settle()
        assert bool(one.tables.live) is (quiet < ABANDONED_LOBBY_SECONDS)
        await one.pass_time(4)
        assert one.tables.live == ()


# ---- dates that are set, and machines that sleep


@pytest.mark.parametrize("set_by", [HOUR, -HOUR, -DECADES])
async def test_whoever_sets_the_date_changes_no_turn(set_by: float, tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        await one.pass_time(10)
        one.wall.set_by += set_by
        await one.pass_time(21)
        assert one.notes.told[-3:] == ["show", "remind ring", "remind half"], (
            "what screens say of the time is put right"
        )
        assert table.live.deadline_date == pytest.approx(one.wall.now() + 29, abs=0.1)
        await one.pass_time(28)
        assert one.notes.told[-1] == "remind last_seconds"
        assert table.live.turn == 0
        await one.pass_time(2)
        assert isinstance(table.live.deal.log[0], TimedOut)
        assert table.live.deadline == pytest.approx(one.clock.now() + 59)
        assert table.live.deadline_date == pytest.approx(one.wall.now() + 59, abs=0.1)


@pytest.mark.parametrize("set_by", [HOUR, -HOUR])
async def test_whoever_sets_the_date_abandons_no_lobby(set_by: float, tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        await one.lobby(2)
        one.wall.set_by += set_by
        one.clock.advance(ABANDONED_LOBBY_SECONDS - 2)
        await one.settle()
        assert one.tables.live
        await one.pass_time(3)
        assert one.tables.live == ()


@pytest.mark.parametrize("asleep", [HOUR, 50])
async def test_after_the_machine_has_slept_a_turn_has_time_as_after_a_restart(asleep: float, tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        one.clock.advance(asleep)
        await one.settle()
        assert table.live.turn == 0
        assert one.notes.told[-1] == "restored 15", "and no reminder of what is long past"
        assert table.live.deadline_date == one.wall.now() + GRACE_SECONDS
        await one.play_weakest(table)
        assert table.live.turn == 1, "what people did meanwhile still counts"
        one.clock.advance(asleep)
        await one.settle()
        await one.pass_time(16)
        assert isinstance(table.live.deal.log[1], TimedOut)


async def test_a_turn_that_has_time_enough_is_not_changed_by_the_machine_s_sleep(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.lobby()
        await one.tables.set_rules(GROUP, RuleSet(turn_seconds=600), TableOptions())
        await one.tables.start(table.state.id, one.people[0].id)
        deadline = table.live.deadline
        one.clock.advance(400)
        await one.settle()
        assert table.live.deadline == deadline
        assert one.notes.told[-1] == "remind ring"


# ---- who may do what when


async def test_refusals_name_their_reason(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        number, actor, stranger = table.state.id, one.actor(table), one.people[4]
        other = next(person for person in one.people[:4] if person.id != actor.id)
        cards = parse_counts("3")
        assert await outcomes(
            one.tables.pass_turn(number, stranger.id, (1, 0)),
            one.tables.pass_turn(number, actor.id, (1, 7)),
            one.tables.pass_turn(number, actor.id, (2, 0)),
            one.tables.play(number, other.id, cards, None, None),
            one.tables.pass_turn(number + 1, actor.id),
            one.tables.leave(number, actor.id),
            one.tables.start(number, stranger.id),
            one.tables.again(number, actor.id, "x", 1),
            one.tables.autopilot_on(number, stranger.id, Autopilot.WISHED),
        ) == [
            RefusalCode.NOT_SEATED,
            RefusalCode.TOO_LATE,
            RefusalCode.OUTDATED,
            (await outcomes(one.tables.play(number, other.id, cards, None, None)))[0],
            RefusalCode.OUTDATED,
            RefusalCode.DEAL_RUNNING,
            RefusalCode.NOT_SEATED,
            RefusalCode.DEAL_RUNNING,
            RefusalCode.NOT_SEATED,
        ]
        await one.tables.autopilot_on(number, actor.id, Autopilot.WISHED)
        assert await outcomes(one.tables.pass_turn(number, actor.id)) == [RefusalCode.AUTOPILOT_ON]


async def test_in_maintenance_running_deals_finish_and_no_new_one_begins(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        one.tables.accepts_deals = False
        await one.play_out(table)
        for person in one.people[:3]:
            await one.tables.again(table.state.id, person.id, "x", 1)
        assert await outcomes(one.tables.again(table.state.id, one.people[3].id, "x", 1)) == [RefusalCode.MAINTENANCE]
        one.tables.accepts_deals = True
        await one.tables.again(table.state.id, one.people[0].id, "x", 1)
        assert table.live.number == 2


async def test_the_seed_follows_from_the_commitment_and_from_the_taps_of_the_players(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.lobby()
        commitment, shuffle = table.state.commitment, table.shuffle
        assert shuffle.taps == ("t1", "t2", "t3", "t4")
        await one.tables.start(table.state.id, one.people[0].id)
        assert table.live.seed == shuffle.seed
        assert (table.live.server_seed, table.live.taps) == (shuffle.server_seed, shuffle.taps)
        await one.play_out(table)
        assert table.state.commitment != commitment
        assert table.shuffle.taps == ()


async def test_an_abandoned_table_closes_and_one_that_somebody_touches_does_not(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.lobby(2)
        one.clock.advance(ABANDONED_LOBBY_SECONDS - 5)
        await one.tables.join(table.state.id, one.people[2], "x")
        await one.pass_time(10)
        assert one.tables.in_room(GROUP, None) is table
        one.clock.advance(ABANDONED_LOBBY_SECONDS - 10)
        await one.pass_time(10)
        assert one.tables.in_room(GROUP, None) is None
        assert one.notes.told[-1] == "closed idle=True by=None"


async def test_a_seat_on_autopilot_is_played_and_comes_back(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        actor = one.actor(table)
        await one.tables.autopilot_on(table.state.id, actor.id, Autopilot.WISHED)
        assert table.live.deadline is None
        await one.pass_time(3)
        assert table.live.turn == 1
        await one.tables.autopilot_off(table.state.id, actor.id)
        await one.tables.autopilot_off(table.state.id, actor.id)
        assert one.notes.told.count("show AutopilotOff") == 1


async def test_a_computer_player_does_not_act_for_who_is_back_in_time(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.deal()
        actor = one.actor(table)
        await one.tables.autopilot_on(table.state.id, actor.id, Autopilot.WISHED)
        await one.tables.autopilot_off(table.state.id, actor.id)
        await one.pass_time(5)
        assert table.live.turn == 0
        assert table.live.deadline is not None


async def test_people_may_take_the_places_of_computer_players_between_deals(tmp_path: Path) -> None:
    async with scene(tmp_path) as one:
        table = await one.lobby(2)
        await one.tables.fill(table.state.id, one.people[0].id)
        assert all(chair is not None for chair in table.state.places)
        await one.tables.join(table.state.id, one.people[2], "x")
        assert [person.id for person in table.state.people] == [person.id for person in one.people[:3]]
        assert table.state.options.strength is Strength.PLANNER
