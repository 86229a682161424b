"""People, tables and deals for the tests: an evening that is quickly played and the same every time."""

import random
from collections.abc import Sequence
from dataclasses import replace

from engine.deal import Deal
from engine.ruleset import RuleSet
from engine.shuffle import deal_cards
from storage import (
    ChatKind,
    Database,
    Occupant,
    Recorded,
    Shuffle,
    StoredDeal,
    StoredJudgement,
    StoredOptions,
    StoredPerson,
    StoredTable,
)
from storage.tables import Seats

GROUP = -1001234567890
EVENING = 1_790_000_000.0
"""A moment in September 2026."""


class Clock:
    """A clock that is set by hand and goes on by a second with every look at it."""

    def __init__(self, now: float = EVENING) -> None:
        self.now = now

    def __call__(self) -> float:
        self.now += 1
        return self.now


def server_seed(number: int) -> bytes:
    """A seed for each number."""
    return number.to_bytes(32, "big")


def four(occupants: Sequence[Occupant]) -> Seats:
    """Four occupants as seats."""
    one, two, three, four = occupants
    return one, two, three, four


def computers(strength: str, number: int) -> list[Occupant]:
    """So many computer players, numbered from 1."""
    return [Occupant.computer(strength, one) for one in range(1, number + 1)]


async def meet(database: Database, number: int, *, first: int = 100) -> list[StoredPerson]:
    """So many people."""
    return [await database.people.seen(first + count, f"Player {first + count}") for count in range(number)]


async def open_table(
    database: Database,
    occupants: Sequence[Occupant],
    *,
    chat_id: int = GROUP,
    seed: int = 1,
    rules: RuleSet | None = None,
    ranked: bool = True,
) -> StoredTable:
    """A lobby in a group with four seats taken; the first person is the host."""
    await database.chats.seen(chat_id, ChatKind.SUPERGROUP, "The group")
    host = next(occupant.person_id for occupant in occupants if occupant.person_id is not None)
    return await database.tables.create(
        chat_id=chat_id,
        host_id=host,
        shuffle=Shuffle(server_seed(seed), ("tap-1", "tap-2")),
        options=StoredOptions(rules=rules or RuleSet()),
        seats=four(occupants),
        ranked=ranked,
    )


async def open_group_table(database: Database, *, chat_id: int = GROUP, first: int = 100, seed: int = 1) -> StoredTable:
    """A lobby with four people."""
    people = await meet(database, 4, first=first)
    return await open_table(database, [Occupant.person(one.id) for one in people], chat_id=chat_id, seed=seed)


async def start(database: Database, table: StoredTable) -> tuple[StoredTable, StoredDeal]:
    """Start a deal; the players change seats as the opening card says."""
    dealt = deal_cards(table.shuffle.seed, table.options.rules)
    seated = [occupant for place in dealt.seating if (occupant := table.seats[place]) is not None]
    return await database.deals.start(replace(table, seats=four(seated), deadline=EVENING + 60))


def next_state(deal: Deal, rng: random.Random) -> Deal:
    """The deal after some action that the rules allow; now and then somebody runs out of time."""
    assert deal.to_act is not None
    plays = deal.legal_plays
    chance = rng.random()
    if chance < 0.02:
        return deal.time_out(deal.to_act).deal
    if len(plays) and (deal.to_beat is None or chance < 0.85):
        play = plays[0] if chance < 0.5 else rng.choice(plays)
        return deal.play(deal.to_act, play.cards, play.type).deal
    return deal.pass_turn(deal.to_act).deal


async def go_on(
    database: Database,
    table: StoredTable,
    stored: StoredDeal,
    deal: Deal,
    rng: random.Random,
    actions: int | None = None,
) -> tuple[Recorded, Deal]:
    """Play a deal on, to its end or for a number of actions."""
    recorded = Recorded(table, len(deal.log), ())
    while not deal.is_over and actions != 0:
        deal = next_state(deal, rng)
        recorded = await database.deals.record(recorded.table, stored.id, deal)
        actions = None if actions is None else actions - 1
    return recorded, deal


async def play_deal(database: Database, table: StoredTable, seed: int = 0) -> tuple[Recorded, StoredDeal, Deal]:
    """Start a deal and play it to its end."""
    table, stored = await start(database, table)
    recorded, deal = await go_on(database, table, stored, stored.first(), random.Random(seed))
    return recorded, stored, deal


def again(table: StoredTable, seed: int) -> StoredTable:
    """The table as it stands for another deal, under a new server seed."""
    return replace(table, shuffle=Shuffle(server_seed(seed), ("again",)))


async def full_evening(database: Database) -> None:
    """Something of everything: ranked and practice deals, computers, a correction, a migration, somebody forgotten, a
    deal given up, one under way, a lobby.
    """
    table = await open_group_table(database)
    for number in range(4):
        recorded, stored, _ = await play_deal(database, again(table, 10 + number), number)
        table = recorded.table
    await database.tables.close(table)
    people = await meet(database, 2, first=100)
    mixed = [Occupant.person(people[0].id), Occupant.person(people[1].id), *computers("planner", 2)]
    table = (await play_deal(database, await open_table(database, mixed, seed=20), 5))[0].table
    table, _ = await start(database, again(table, 21))
    await database.tables.close(table)
    await database.chats.seen(people[0].telegram_id or 0, ChatKind.PRIVATE)
    practice = [Occupant.person(people[0].id), *computers("expert", 3)]
    table = await open_table(database, practice, chat_id=people[0].telegram_id or 0, seed=30, ranked=False)
    await database.tables.close((await play_deal(database, table, 6))[0].table)
    await database.scores.adjust(people[1].id, 700, "a deal was given up by mistake", chat_id=GROUP)
    table, stored = await start(database, await open_group_table(database, chat_id=-77, first=200, seed=40))
    recorded, deal = await go_on(database, table, stored, stored.first(), random.Random(7), 30)
    assert deal.to_act is not None
    await database.deals.save_draft(stored.id, deal.to_act, deal.hands[deal.to_act])
    await database.chats.subscribe(-77, people[0].id)
    await database.blocks.add(999, -77, "cheated")
    await database.migrate_chat(-77, -1000077)
    await database.key_value.set("commands", "digest")
    daily = await database.daily.add("2026-09-21", server_seed(60))
    day_table = await database.tables.create(
        chat_id=people[0].telegram_id or 0,
        host_id=people[0].id,
        shuffle=Shuffle(daily.server_seed),
        options=StoredOptions(),
        seats=four(practice),
        ranked=False,
        daily=daily.day,
    )
    await database.tables.close((await play_deal(database, day_table, 8))[0].table)
    await database.daily.keep_answer(daily.day, bytes(32), "34567")
    await database.reviews.keep(1, 0, [StoredJudgement(4, "34567", "straight", 120.0, 0.98, "many-at-once", True)])
    forgotten = (await meet(database, 4, first=100))[3]
    await database.people.forget(forgotten.id)
    await open_table(database, [Occupant.person(one.id) for one in await meet(database, 4, first=300)], seed=50)
