"""Scores, lists, histories and corrections, against sums made by hand."""

import sqlite3
from collections import defaultdict
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from engine.scoring import ResultKind
from storage import MOST_POINTS, Database, ListPlace, Scorecard, ScoreOutOfRange, Tally, Unknown
from storage.scorecard import Share
from tests.storage.evening import GROUP, Clock, again, meet, open_group_table, play_deal


def moment(text: str) -> float:
    """Seconds since 1970 of a time in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def test_a_scorecard_adds_up() -> None:
    won = Share(ResultKind.SHUANGKOU, True, 1, 300, 600, 7, 0)
    lost = Share(ResultKind.PINGKOU, False, 4, -100, -200, 4, 2)
    void = Share(ResultKind.VOID, None, None, 0, 0, 0, 3)
    card = Scorecard()
    for share in (won, won, void, won, lost, won):
        card = card.after(share)
    assert card == Scorecard(
        score=3300,
        highest=3300,
        deals=6,
        won=Tally(shuangkou=4),
        lost=Tally(pingkou=1),
        firsts=4,
        best_bomb=7,
        streak=1,
        best_streak=3,
        timeouts=5,
    )
    fallen = card.corrected(-5000)
    assert (fallen.score, fallen.highest, fallen.deals) == (-1700, 3300, 6)
    assert card.corrected(1).highest == 3301
    assert card.won.plus(ResultKind.DANKOU).all == 5
    assert card.won.plus(ResultKind.VOID) == card.won


async def test_a_person_comes_with_their_score_however_they_are_found(database: Database) -> None:
    await play_deal(database, await open_group_table(database, first=100), 1)
    stranger = await database.people.seen(900, "Fay")
    await database.chats.subscribe(GROUP, stranger.id)
    scores = set[int]()
    for telegram_id in range(100, 104):
        person = await database.people.seen(telegram_id, "Renamed")
        assert person.score == database.scores.of(person.id).score
        assert database.people.by_telegram_id(telegram_id) == person == database.people.get(person.id)
        assert await database.people.many([person.id, stranger.id]) == {person.id: person, stranger.id: stranger}
        await database.chats.subscribe(GROUP, person.id)
        assert person in await database.chats.subscribers(GROUP)
        scores.add(person.score)
    assert len(scores) > 1
    assert stranger.score == 0
    assert stranger in await database.chats.subscribers(GROUP)


async def test_lists_by_chat_and_month(database: Database, clock: Clock) -> None:
    sums: dict[tuple[int | None, str | None], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for chat, first, at, seed in (
        (GROUP, 100, "2026-09-30T12:00", 1),
        (GROUP, 102, "2026-10-01T12:00", 2),
        (-9, 100, "2026-10-02T12:00", 3),
    ):
        clock.now = moment(at)
        recorded, _, _ = await play_deal(database, await open_group_table(database, chat_id=chat, first=first), seed)
        await database.tables.close(recorded.table)
        for change in recorded.changes:
            for key in ((chat, None), (chat, at[:7]), (None, None), (None, at[:7])):
                sums[key][change.person_id] += change.points
    assert len(sums) == 8
    for (chat_id, period), points in sums.items():
        top = await database.scores.top(chat_id=chat_id, period=period, limit=100)
        assert {one.person.id: one.points for one in top} == points
        ordered = sorted(points.values(), reverse=True)
        assert [one.points for one in top] == ordered
        for one in top:
            assert one.place == ordered.index(one.points) + 1
            assert one.person.score == sums[None, None][one.person.id]
            assert await database.scores.place(one.person.id, chat_id=chat_id, period=period) == ListPlace(
                one.place, len(points), one.points
            )
    assert len(await database.scores.top(limit=3)) == 3
    assert await database.scores.top(chat_id=-12345) == ()
    assert await database.scores.place(1, chat_id=-12345) is None


async def test_a_month_begins_where_the_players_live(path: Path) -> None:
    clock = Clock(moment("2026-09-30T18:00"))
    async with Database.open(path, clock=clock, zone=ZoneInfo("Asia/Shanghai")) as database:
        await play_deal(database, await open_group_table(database))
        assert len(await database.scores.top(period="2026-10")) == 4
        assert await database.scores.top(period="2026-09") == ()
        assert database.scores.period(clock.now) == "2026-10"


async def test_wins_and_places_of_a_deal(database: Database) -> None:
    recorded, _, deal = await play_deal(database, await open_group_table(database))
    settlement = deal.settlement
    assert settlement is not None
    assert settlement.winners is not None
    for change in recorded.changes:
        seat = change.seat
        assert seat is not None
        card = database.scores.of(change.person_id)
        won = seat in settlement.winners
        assert (card.deals, card.won.all, card.lost.all) == (1, int(won), int(not won))
        assert (card.firsts, card.streak) == (int(settlement.places[0] == seat), int(won))
        assert card.timeouts == deal.timeouts[seat]
        line = (await database.scores.history(change.person_id)).lines[0]
        assert (line.seat, line.won, line.kind, line.points) == (seat, won, settlement.kind, change.points)
        assert (line.place, line.total, line.ranked) == (settlement.places.index(seat) + 1, change.after, True)
        assert (line.chat_id, line.chat_title) == (GROUP, "The group")


async def test_history_in_pages(database: Database) -> None:
    table = await open_group_table(database)
    person_id, totals = table.people[0], []
    for number in range(5):
        recorded, _, _ = await play_deal(database, again(table, number + 1), number)
        table = recorded.table
        totals += [change.after for change in recorded.changes if change.person_id == person_id]
    pages = [await database.scores.history(person_id, page=page, size=2) for page in (1, 2, 3)]
    assert [line.total for page in pages for line in page.lines] == totals[::-1]
    assert [(page.page, page.pages) for page in pages] == [(1, 3), (2, 3), (3, 3)]
    assert await database.scores.history(person_id, page=9, size=2) == pages[2]
    assert await database.scores.history(person_id, page=-1, size=2) == pages[0]
    assert (await database.scores.history(99)).lines == ()
    assert [total for _, total in await database.scores.curve(person_id)] == totals
    assert [total for _, total in await database.scores.curve(person_id, limit=2)] == totals[-2:]
    assert [line.total for line in await database.scores.ledger(person_id, limit=3)] == totals[:-4:-1]


async def test_a_correction_is_a_row_with_a_reason(database: Database) -> None:
    recorded, _, _ = await play_deal(database, await open_group_table(database))
    person_id, before = recorded.changes[0].person_id, recorded.changes[0].after
    change = await database.scores.adjust(person_id, -250, "  the clock was wrong ", chat_id=GROUP)
    assert (change.before, change.points, change.after) == (before, -250, before - 250)
    row, deal_row = await database.scores.ledger(person_id)
    assert (row.deal_id, row.points, row.total, row.reason) == (None, -250, before - 250, "the clock was wrong")
    assert (deal_row.total, deal_row.reason) == (before, None)
    await database.scores.adjust(person_id, 100, "nowhere special")
    assert (database.scores.of(person_id)).score == before - 150
    in_chat = await database.scores.place(person_id, chat_id=GROUP)
    everywhere = await database.scores.place(person_id)
    assert in_chat is not None
    assert everywhere is not None
    assert (in_chat.points, everywhere.points) == (before - 250, before - 150)


async def test_a_correction_that_says_nothing_is_refused(database: Database) -> None:
    person = (await meet(database, 1))[0]
    for points, reason in ((0, "why"), (5, "  ")):
        with pytest.raises(ValueError, match="has a reason"):
            await database.scores.adjust(person.id, points, reason)
    with pytest.raises(Unknown):
        await database.scores.adjust(77, 5, "why")
    with pytest.raises(Unknown):
        await database.scores.adjust(person.id, 5, "why", chat_id=-3)
    await database.people.forget(person.id)
    with pytest.raises(Unknown):
        await database.scores.adjust(person.id, 5, "why")


async def test_corrections_leave_room_for_every_sum_that_deals_can_bring(database: Database) -> None:
    table = await open_group_table(database)
    person = (await meet(database, 1))[0]
    for points in (2**63 - 1, -(2**63) + 1, 10**30, MOST_POINTS + 1):
        with pytest.raises(ScoreOutOfRange, match="beyond 1000000000000 either way"):
            await database.scores.adjust(person.id, points, "why")
    await database.scores.adjust(person.id, MOST_POINTS, "why", chat_id=GROUP)
    with pytest.raises(ScoreOutOfRange):
        await database.scores.adjust(person.id, 1, "why")
    recorded, _, _ = await play_deal(database, table)
    assert len(recorded.changes) == 4


async def test_a_list_has_room_though_the_corrections_of_other_chats_cancel_out(database: Database, path: Path) -> None:
    person = (await meet(database, 1))[0]
    await open_group_table(database)
    await database.scores.adjust(person.id, 1, "why", chat_id=GROUP)
    await database._access.write(lambda one: one.execute("UPDATE totals SET points = ? WHERE chat_id <> 0", (2**62,)))
    with pytest.raises(ScoreOutOfRange):
        await database.scores.adjust(person.id, 1, "why", chat_id=GROUP)
    await database._access.write(lambda one: one.execute("UPDATE totals SET points = 1 WHERE chat_id <> 0"))
    assert [line.points for line in await database.scores.ledger(person.id)] == [1]


async def test_a_score_out_of_range_may_be_brought_back(evening: Path) -> None:
    """As one that a version without the limit has taken."""
    with closing(sqlite3.connect(evening, isolation_level=None)) as connection:
        connection.execute("UPDATE scores SET score = ?, highest = ? WHERE person_id = 1", (2**63 - 1, 2**63 - 1))
        connection.execute("UPDATE totals SET points = ? WHERE person_id = 1", (2**63 - 1,))
    async with Database.open(evening) as database:
        change = await database.scores.adjust(1, -(2**62), "too much of a good thing")
        assert change.after == 2**62 - 1


async def test_facts(database: Database) -> None:
    await database.key_value.set("picture:a", "1")
    await database.key_value.set("picture:b", "2")
    await database.key_value.set("picture:b", "3")
    await database.key_value.set("zebra", "4")
    assert database.key_value.get("picture:b") == "3"
    assert database.key_value.get("nothing") is None
    assert await database.key_value.starting_with("picture:") == {"picture:a": "1", "picture:b": "3"}
    await database.key_value.delete("picture:a")
    assert database.key_value.get("picture:a") is None
