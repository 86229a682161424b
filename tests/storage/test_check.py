"""`python -m storage check` finds what is wrong: every kind of fault is put into a sound database, and is named."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.check import check
from storage.opening import connect_read_only


def faults_of(evening: Path, *, replay: bool = True) -> list[str]:
    """What the check says."""
    with closing(connect_read_only(evening)) as connection:
        return list(check(connection, replay=replay))


def damaged(evening: Path, statements: str) -> list[str]:
    """What the check says after `statements`, carried out with every guard of the database off."""
    with closing(sqlite3.connect(evening)) as connection:
        connection.executescript(
            "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;"
            "DROP TRIGGER ledger_rows_stay; DROP TRIGGER ledger_rows_are_final;" + statements
        )
    return faults_of(evening)


def test_a_sound_database_has_no_faults(evening: Path) -> None:
    assert faults_of(evening) == faults_of(evening, replay=False) == []


@pytest.mark.parametrize(
    ("statements", "fault"),
    [
        ("UPDATE actions SET cards = '3' WHERE deal_id = 1 AND number = 1", "deal 1: an action is against the rules"),
        ("UPDATE actions SET kind = 'pass', cards = NULL, reading = NULL WHERE deal_id = 1 AND number = 1", "deal 1: "),
        ("DELETE FROM actions WHERE deal_id = 2 AND number = (SELECT max(number) FROM actions WHERE deal_id = 2)",
         "deal 2: it is settled, and its actions leave"),
        ("DELETE FROM actions WHERE deal_id = 2 AND number = 5", "deal 2 has a gap in the numbers of its actions"),
        ("UPDATE deals SET settlement = json_set(settlement, '$.multiplier', 512) WHERE id = 3",
         "deal 3: its actions give"),
        ("UPDATE deals SET settlement = '{}' WHERE id = 3", "deal 3 cannot be read: KeyError('bombs')"),
        ("UPDATE deals SET opening = 'w1' WHERE id = 3", "deal 3: "),
        ("UPDATE deals SET seed = zeroblob(32) WHERE id = 3", "deal 3: the seed does not follow"),
        ("UPDATE deals SET commitment = 'ab' WHERE id = 3", "deal 3: the commitment is not that of its server seed"),
        ("UPDATE deals SET state = 'abandoned', settlement = NULL WHERE id = 3",
         "deal 3 does not count and has rows in the ledger"),
        ("UPDATE deals SET chat_id = 2 WHERE id = 1", "deal 1 belongs to another chat than its table"),
        ("DELETE FROM deal_seats WHERE deal_id = 1 AND seat = 2", "deal 1 has not four players"),
        ("UPDATE deal_seats SET number = 2 WHERE deal_id = 5 AND strength IS NOT NULL",
         "deal 5 has two computer players of one number"),
        ("INSERT INTO drafts VALUES (1, 0, '3')", "deal 1 is over and still has selected cards on record"),
        ("UPDATE deals SET state = 'abandoned', ended = 1 WHERE state = 'live'",
         "plays a deal and none is live"),
        ("UPDATE tables SET phase = 'lobby' WHERE phase = 'deal'", "is live and its table does not play it"),
        ("UPDATE tables SET deal_count = 9 WHERE id = 1", "table 1 counts another number of deals than it has"),
        ("INSERT INTO seats VALUES (1, 0, NULL, 'expert', NULL, 0, 1)", "table 1 is closed and still has seats"),
        ("UPDATE daily_deals SET server_seed = zeroblob(32)", "was played as the deal of a day and has other cards"),
        ("INSERT INTO reviews SELECT id, 0, '[]' FROM deals WHERE state = 'live'", "is not over and has been reviewed"),
        ("DELETE FROM ledger WHERE deal_id = 1 AND seat = 0", "deal 1 counts and has not four rows in the ledger"),
        ("UPDATE ledger SET points = points + 1, result = result + 1 WHERE deal_id = 1 AND seat = 0",
         "deal 1 does not add up to zero in the ledger"),
        ("UPDATE ledger SET result = result + 1, contribution = contribution - 1 WHERE deal_id = 1 AND seat = 0",
         "is not what the settlement of deal 1 says"),
        ("UPDATE ledger SET person_id = 2 WHERE deal_id = 1 AND seat = 0", "names another person or chat than"),
        ("UPDATE ledger SET total = total + 1 WHERE id = 1", "row 1 of the ledger says"),
        ("UPDATE scores SET score = score + 1 WHERE person_id = 1", "the score of person 1 is kept as"),
        ("UPDATE scores SET best_streak = 99 WHERE person_id = 1", "the score of person 1 is kept as"),
        ("UPDATE scores SET timeouts = timeouts + 1 WHERE person_id = 1", "the score of person 1 is kept as"),
        ("DELETE FROM scores WHERE person_id = 1", "person 1 has rows in the ledger and no score"),
        ("INSERT INTO scores SELECT 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0",
         "person 4 has been forgotten and still has a score"),
        ("INSERT INTO totals VALUES (0, '', 4, 0, 0, 0)", "person 4 has been forgotten and is still in a list"),
        ("UPDATE totals SET points = points + 1 WHERE chat_id = 0 AND period = '' AND person_id = 1",
         "the list of chat 0  keeps"),
        ("UPDATE totals SET wins = wins + 1 WHERE period = '2026-09' AND chat_id = 1 AND person_id = 1",
         "the list of chat 1 2026-09 keeps"),
        ("DELETE FROM totals WHERE chat_id = 0 AND period = '' AND person_id = 1",
         "person 1 is missing in the list of chat 0"),
        ("UPDATE totals SET chat_id = 77 WHERE chat_id = 1", "a list of /top belongs to chat 77, which does not exist"),
        ("INSERT INTO blocks VALUES (77, 1, NULL, 0)", "a block belongs to chat 77, which does not exist"),
        ("DELETE FROM people WHERE id = 1", "refers to a row of people that does not exist"),
        ("DELETE FROM deals WHERE id = 1", "refers to a row of deals that does not exist"),
    ],
)  # fmt: skip
def test_a_fault_is_named(evening: Path, statements: str, fault: str) -> None:
    found = damaged(evening, statements)
    assert any(fault in one for one in found), found


def test_damage_on_the_disk_is_named(evening: Path) -> None:
    content = bytearray(evening.read_bytes())
    with closing(sqlite3.connect(evening)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'ledger_by_chat'").fetchone()
    content[(page - 1) * 4096 + 8 : page * 4096] = bytes(4088)
    evening.write_bytes(content)
    assert any(fault.startswith("damage: ") for fault in faults_of(evening))


def test_the_quick_check_leaves_out_the_replay(evening: Path) -> None:
    assert damaged(evening, "UPDATE actions SET cards = '3' WHERE deal_id = 1 AND number = 1")
    assert faults_of(evening, replay=False) == []


def test_the_ledger_itself_refuses_to_be_edited(evening: Path) -> None:
    with closing(sqlite3.connect(evening)) as connection:
        for statement in ("UPDATE ledger SET points = 0, result = 0, contribution = 0", "DELETE FROM ledger"):
            with pytest.raises(sqlite3.IntegrityError, match="add a correction"):
                connection.execute(statement)
