"""Migrations: applied in order and once, whole or not at all, and never edited."""

import asyncio
import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.deal import Deal
from engine.ruleset import RuleSet
from engine.shuffle import deal_cards
from storage import Database, DatabaseTooNew, NoWayBack, Occupant
from storage.actions import read_action
from storage.check import check
from storage.migrations import Migration, load_migrations, statements, version_of
from storage.opening import bring_back, connect_read_only
from storage.settlements import write_settlement
from tests.storage.evening import Clock, full_evening, meet, open_table, play_deal, start

DIGESTS = [
    "9da4cd2ee965c592fa6fe497239fd207e9d00bf23cfd450cd75f6e7a29ff00a1",
    "977152278077d6643dc989d98c839cae388f497099cce23d13915e4fdc9fc72a",
    "c8dc3aed66d3de7744c7f5b83b02f3c421c5e91739a4d922a1937bc58a64f1a4",
    "a23b0483807efcb5619247d0894a124879765ee67e6d62beed53b1e13e080968",
]
"""The published migrations, by number. One that is listed here is never edited: add the next instead."""

VERSIONS = Path(__file__).parent / "versions"
"""A database full of data of each version but today's and of today's, as SQL; made by `python -m
tests.storage.test_migrations`, which adds the newest and leaves the others alone."""

LATER = Migration(
    len(load_migrations()) + 1,
    "9999_later.sql",
    """
-- A column, and tables made anew with what they held, one of them one that others refer to; the comments
-- and the trigger hold semicolons; on purpose.
ALTER TABLE chats ADD COLUMN motto TEXT NOT NULL DEFAULT 'none; yet';
CREATE TABLE new_people AS SELECT * FROM people;
DROP TABLE people;
CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT, telegram_id INTEGER UNIQUE, first_name TEXT NOT NULL, last_name TEXT,
    username TEXT, telegram_language TEXT, reachable INTEGER NOT NULL, settings TEXT NOT NULL,
    first_seen REAL NOT NULL, last_seen REAL NOT NULL, forgotten REAL, nickname TEXT
) STRICT;
INSERT INTO people SELECT *, NULL FROM new_people;
DROP TABLE new_people;
CREATE TABLE new_facts (key TEXT PRIMARY KEY, value TEXT NOT NULL, since REAL NOT NULL) STRICT;
INSERT INTO new_facts SELECT key, value, 0.0 FROM facts;
DROP TABLE facts;
ALTER TABLE new_facts RENAME TO facts;
CREATE TRIGGER facts_stay BEFORE DELETE ON facts BEGIN
    SELECT RAISE(ABORT, 'no; never');
END;
""",
)


def version(path: Path) -> int:
    """The version of a database."""
    with closing(sqlite3.connect(path)) as connection:
        return version_of(connection, path)


def dump(path: Path) -> list[str]:
    """Everything in a database, as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_published_migrations_are_never_edited() -> None:
    assert [migration.digest for migration in load_migrations()] == DIGESTS


def test_every_version_has_a_full_database_to_migrate() -> None:
    assert sorted(int(file.stem) for file in VERSIONS.glob("*.sql")) == list(range(1, len(load_migrations()) + 1))


@pytest.mark.parametrize("file", sorted(VERSIONS.glob("*.sql")), ids=lambda file: file.stem)
def test_a_full_database_of_any_version_becomes_one_of_today(path: Path, file: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(file.read_text(encoding="utf-8"))
    assert version(path) == int(file.stem)

    async def use() -> None:
        async with Database.open(path) as database:
            assert len(await database.scores.top()) >= 3
            lobby, playing = sorted(await database.live_tables(), key=lambda live: live.stored is not None)
            assert playing.deal is not None
            assert playing.drafts
            recorded, _, _ = await play_deal(database, lobby.table)
            assert len(recorded.changes) == 4

    asyncio.run(use())
    assert version(path) == len(load_migrations())
    with closing(connect_read_only(path)) as connection:
        assert list(check(connection)) == []


def test_computer_players_get_their_numbers_in_the_deals_stored_before(path: Path) -> None:
    """Deals 1, 5 and 7 are over, table 4 plays deal 8 with computer players 3 and 1, and table 5 has no notes."""
    notes = '{"votes": [], "computers": [3, null, 1, null]}'
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((VERSIONS / "1.sql").read_text(encoding="utf-8"))
        for change in ("seats SET %s WHERE table_id = 4", "deal_seats SET %s WHERE deal_id = 8"):
            computer = "person_id = NULL, strength = 'greedy'"
            connection.execute(f"UPDATE {change % computer} AND seat IN (0, 2)")
        connection.execute("UPDATE tables SET notes = ? WHERE id = 4", (notes,))
        connection.execute("UPDATE seats SET person_id = NULL, strength = 'expert' WHERE table_id = 5 AND seat = 1")
        connection.commit()

    async def use() -> None:
        async with Database.open(path) as database:
            before = [(await database.deals.get(number)).players for number in (1, 5, 7)]
            assert [[one.number for one in players] for players in before] == [
                [None, None, None, None],
                [None, None, 1, 2],
                [None, 1, 2, 3],
            ]
            playing, lobby = sorted(await database.live_tables(), key=lambda live: live.table.id)
            assert playing.stored is not None
            for players in (playing.table.seats, playing.stored.players):
                assert [one and one.number for one in players] == [3, None, 1, None]
            assert playing.table.notes == {"votes": []}
            assert [one and one.number for one in lobby.table.seats] == [None, 2, None, None]

    asyncio.run(use())


def test_a_later_migration_keeps_what_is_there(evening: Path) -> None:
    async def open_with(*migrations: Migration) -> None:
        async with Database.open(evening, migrations=migrations) as database:
            assert database.key_value.get("commands") == "digest"
            assert len(await database.scores.top()) == 3

    before = dump(evening)
    steps = (*load_migrations(), LATER)
    asyncio.run(open_with(*steps))
    asyncio.run(open_with(*steps))
    assert version(evening) == LATER.number
    after = set(dump(evening))
    lost = [line for line in before if line not in after]
    changed = ("people", "facts", "chats", "sqlite_sequence")
    assert [line for line in lost if not any(table in line for table in changed)] == []
    with pytest.raises(DatabaseTooNew):
        asyncio.run(open_with(*load_migrations()))


@pytest.mark.parametrize(
    "broken",
    ["CREATE TABLE more (a);\nINSERT INTO nowhere VALUES (1);", "DELETE FROM people;", "CREATE TABLE more (a;"],
)
def test_a_migration_that_fails_leaves_the_version_before(evening: Path, broken: str) -> None:
    async def open_with(*migrations: Migration) -> None:
        async with Database.open(evening, migrations=migrations):
            raise AssertionError("it should not open")

    before = dump(evening)
    with pytest.raises(sqlite3.Error):
        asyncio.run(open_with(*load_migrations(), Migration(LATER.number, "9999_broken.sql", broken)))
    assert dump(evening) == before


def test_numbers_have_no_gaps(tmp_path: Path) -> None:
    (tmp_path / "0001_first.sql").write_text("SELECT 1;")
    (tmp_path / "README").write_text("not a migration")
    assert [migration.name for migration in load_migrations(tmp_path)] == ["0001_first.sql"]
    (tmp_path / "0003_third.sql").write_text("SELECT 1;")
    with pytest.raises(ValueError, match="without gaps"):
        load_migrations(tmp_path)


def test_a_migration_ends_with_its_last_statement() -> None:
    with pytest.raises(ValueError, match=r"0001_cut\.sql ends in the middle of a statement"):
        list(statements("SELECT 1;\nSELECT", "0001_cut.sql"))
    assert len(list(statements("SELECT 1;\n-- that was all\n", "0001_tail.sql"))) == 1


# ---- the way back


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a database but when it was migrated, by table; each row in the order of the columns' names."""
    found = {}
    with closing(sqlite3.connect(path)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            cursor = connection.execute(f"SELECT * FROM {name}")
            columns = sorted((column[0], at) for at, column in enumerate(cursor.description))
            kept = [at for column, at in columns if (name, column) != ("migrations", "applied")]
            found[name] = sorted((tuple(row[at] for at in kept) for row in cursor), key=repr)
    return found


def structure(path: Path) -> dict[str, object]:
    """The columns and indexes of every table, and the triggers, of what is not kept aside."""
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table'"
            " AND name NOT GLOB 'later_*' AND name NOT GLOB 'sqlite_*'"
        ).fetchall()
        tables = {
            name: [
                sorted(map(repr, (row[1:] for row in connection.execute(f"PRAGMA {what}({name})"))))
                for what in ("table_xinfo", "index_list", "foreign_key_list")
            ]
            for (name,) in names
        }
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        return {**tables, "triggers": sorted(triggers)}


EARLIER = range(1, len(load_migrations()))


def test_every_migration_has_a_way_back() -> None:
    assert [migration.name for migration in load_migrations()[1:] if migration.down is None] == []


@pytest.mark.parametrize("to", EARLIER)
def test_up_played_down_and_read_as_the_earlier_program_reads(path: Path, to: int) -> None:
    """What was there before is there, what was played since too, and the structure is the one that program knows."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((VERSIONS / f"{to}.sql").read_text(encoding="utf-8"))
    before, shape = rows(path), structure(path)

    async def play() -> None:
        async with Database.open(path) as database:
            lobby, _ = sorted(await database.live_tables(), key=lambda live: live.stored is not None)
            await play_deal(database, lobby.table)

    asyncio.run(play())
    played = rows(path)
    assert bring_back(path, to) == len(load_migrations())
    assert version(path) == to
    assert structure(path) == shape
    after = rows(path)
    for name in ("deals", "actions", "ledger", "scores", "totals", "people", "chats"):
        assert after[name] == played[name]
        assert len(after[name]) >= len(before[name])
    assert len(after["actions"]) > len(before["actions"])
    with closing(connect_read_only(path, load_migrations()[:to])) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        for row in connection.execute("SELECT * FROM deals WHERE state = 'settled'").fetchall():
            actions = connection.execute("SELECT * FROM actions WHERE deal_id = ? ORDER BY number", (row["id"],))
            rules = RuleSet.model_validate_json(row["rules"])
            dealt = deal_cards(row["seed"], rules)
            deal = Deal.start(dealt.seated_counts, dealt.leader, rules).replay(
                read_action(one).action for one in actions
            )
            assert deal.settlement is not None
            assert write_settlement(deal.settlement) == row["settlement"]


@pytest.mark.parametrize("to", EARLIER)
def test_down_and_up_again_everything_is_as_it_was(evening: Path, to: int) -> None:
    before, shape = rows(evening), structure(evening)
    bring_back(evening, to)
    assert rows(evening) != before

    async def use() -> None:
        async with Database.open(evening):
            pass

    asyncio.run(use())
    assert rows(evening) == before
    assert structure(evening) == shape
    with closing(connect_read_only(evening)) as connection:
        assert list(check(connection)) == []


def test_computer_players_keep_their_numbers_on_the_way_back_and_again(path: Path) -> None:
    async def play() -> dict[int, tuple[Occupant, ...]]:
        async with Database.open(path) as database:
            host, other = await meet(database, 2)
            four = [Occupant.computer("planner", 3), Occupant.person(host.id), Occupant.computer("planner", 1)]
            _, stored = await start(database, await open_table(database, [*four, Occupant.person(other.id)]))
            return {stored.id: (await database.deals.get(stored.id)).players}

    async def read(numbers: Iterable[int]) -> dict[int, tuple[Occupant, ...]]:
        async with Database.open(path) as database:
            return {number: (await database.deals.get(number)).players for number in numbers}

    played = asyncio.run(play())
    bring_back(path, 1)
    with closing(sqlite3.connect(path)) as connection:
        [(notes, seats)] = connection.execute(
            "SELECT json_extract(notes, '$.computers'),"
            " (SELECT json_group_array(person_id IS NULL) FROM (SELECT * FROM seats ORDER BY seat)) FROM tables"
        ).fetchall()
    numbers = json.loads(notes)
    assert sorted(number for number in numbers if number) == [1, 3]
    assert [number is not None for number in numbers] == list(map(bool, json.loads(seats)))
    assert asyncio.run(read(played)) == played


def test_a_way_back_that_fails_leaves_the_database_as_it_was(evening: Path) -> None:
    before = dump(evening)
    steps = load_migrations()
    broken = [*steps[:-1], replace(steps[-1], down="DROP TABLE nowhere;")]
    for wrong in (broken, [*steps[:-1], replace(steps[-1], down=None)]):
        with pytest.raises((sqlite3.Error, NoWayBack)):
            bring_back(evening, 1, wrong)
        assert dump(evening) == before


def _write_newest(path: Path) -> None:
    async def fill() -> None:
        async with Database.open(path, clock=Clock()) as database:
            await full_evening(database)

    asyncio.run(fill())
    with closing(sqlite3.connect(path)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        script = "\n".join([f"PRAGMA application_id = {application};", *connection.iterdump(), ""])
    (VERSIONS / f"{len(load_migrations())}.sql").write_text(script, encoding="utf-8")


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        _write_newest(Path(folder) / "newest.db")
