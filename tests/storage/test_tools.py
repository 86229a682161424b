"""The operator's command line, as processes and as a function."""

import asyncio
import csv
import io
import json
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from engine.shuffle import commitment
from storage import Database, Durability, Recorded
from storage.__main__ import FAULTS, REFUSED, WELL, main
from storage.check import check
from storage.migrations import load_migrations
from storage.opening import connect_read_only
from tests.storage.evening import GROUP, go_on, open_group_table, start


def test_check_says_that_all_is_well(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = evening.read_bytes()
    assert main(["check", str(evening)]) == WELL
    assert capsys.readouterr().out.endswith("all is well\n")
    assert evening.read_bytes() == before


def test_check_says_what_it_has_seen(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def meet_one() -> None:
        async with Database.open(path) as database:
            await database.people.seen(1, "Ann")

    asyncio.run(meet_one())
    assert main(["check", str(path)]) == WELL
    assert capsys.readouterr().out == f"{path}: 0 deals, 0 ledger rows, 1 person; all is well\n"


def test_check_prints_every_fault(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(evening, isolation_level=None)) as connection:
        connection.execute("UPDATE scores SET score = score + 1 WHERE person_id IN (1, 2)")
    assert main(["check", str(evening), "--quick"]) == FAULTS
    output = capsys.readouterr().out.splitlines()
    assert [line[:24] for line in output[:2]] == ["the score of person 1 is", "the score of person 2 is"]
    assert output[2] == f"{evening}: 2 faults"


def test_exports_are_utf_8_wherever_they_are_printed(evening: Path) -> None:
    reason = "第十七局是试玩"
    assert main(["adjust", str(evening), "--person", "100", "--points", "-5", "--reason", reason]) == WELL
    command = [sys.executable, "-m", "storage", "export", str(evening)]
    narrow = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    exported = subprocess.run(command, env=narrow, capture_output=True, check=True).stdout
    assert reason in exported.decode("utf-8")


def test_the_command_line_as_a_process(evening: Path) -> None:
    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "storage", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert run("check", str(evening)).returncode == WELL
    missing = run("check", str(evening) + ".missing")
    assert (missing.returncode, missing.stdout) == (REFUSED, "")
    assert missing.stderr == f"check: {evening}.missing is no file; name the database that the bot has written\n"
    help_text = run("--help").stdout
    for word in ("check", "backup", "export", "adjust", "downgrade", "exit status"):
        assert word in help_text


def write_text(path: Path) -> None:
    """No database."""
    path.write_text("nothing" * 1000)


def write_nothing(path: Path) -> None:
    """An empty file."""
    path.touch()


@pytest.mark.parametrize("write", [write_text, write_nothing])
@pytest.mark.parametrize("command", ["check", "export", "backup", "adjust"])
def test_a_file_of_another_kind_is_refused_and_left_alone(
    path: Path, write: Callable[[Path], None], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(path)
    before = path.read_bytes()
    more = {
        "backup": [str(path) + ".copy"],
        "adjust": ["--person", "1", "--points", "1", "--reason", "why"],
    }.get(command, [])
    assert main([command, str(path), *more]) == REFUSED
    error = capsys.readouterr().err
    assert error.startswith(f"{command}: {path} ")
    assert error.count("\n") == 1
    assert path.read_bytes() == before
    assert not Path(str(path) + ".copy").exists()


async def test_a_backup_made_while_the_bot_writes_is_sound(path: Path, tmp_path: Path) -> None:
    async with Database.open(path, durability=Durability.NORMAL) as database:
        table, stored = await start(database, await open_group_table(database))
        recorded, deal, rng = Recorded(table, 0, ()), stored.first(), random.Random(0)
        sizes = []
        for number in range(5):
            copy = tmp_path / f"copy{number}.db"
            result, (recorded, deal) = await asyncio.gather(
                asyncio.to_thread(main, ["backup", str(path), str(copy)]),
                go_on(database, recorded.table, stored, deal, rng, 12),
            )
            assert result == WELL
            with closing(connect_read_only(copy)) as connection:
                assert list(check(connection)) == []
                sizes.append(connection.execute("SELECT count(*) FROM actions").fetchone()[0])
    assert sizes == sorted(sizes)
    assert sizes[0] < len(deal.log)
    async with Database.open(copy) as restored:
        (live,) = await restored.live_tables()
        assert live.deal is not None
        assert live.table.id == recorded.table.id


def test_a_backup_is_one_private_file(evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    copy = folder / "copy.db"
    assert main(["backup", str(evening), str(copy)]) == WELL
    assert capsys.readouterr().out == f"{copy}: {copy.stat().st_size:,} bytes\n"
    assert list(folder.iterdir()) == [copy]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    before = copy.read_bytes()
    assert main(["backup", str(evening), str(copy)]) == REFUSED
    assert "exists already; name a new file" in capsys.readouterr().err
    assert copy.read_bytes() == before
    assert main(["backup", str(evening), str(folder / "missing" / "copy.db")]) == REFUSED
    assert "its folder must exist and be writable" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["ledger_by_chat", "people", "actions", "sqlite_schema"])
@pytest.mark.parametrize("filling", [b"\x00", b"\xaa"])
def test_a_damaged_database_is_not_copied(
    filling: bytes, name: str, evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = bytearray(evening.read_bytes())
    with closing(sqlite3.connect(evening)) as connection:
        row = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    page = row[0] if row else 2
    content[(page - 1) * 4096 + 8 : page * 4096] = filling * 4088
    evening.write_bytes(content)
    folder = tmp_path / "copies"
    folder.mkdir()
    assert main(["backup", str(evening), str(folder / "copy.db")]) == REFUSED
    error = capsys.readouterr().err
    assert error.startswith(f"backup: {evening} is damaged")
    assert error.count("\n") == 1
    assert list(folder.iterdir()) == []


@pytest.fixture
def large(evening: Path) -> Path:
    """A database that takes a while to copy."""
    with closing(sqlite3.connect(evening, isolation_level=None)) as connection:
        connection.execute(
            "INSERT INTO facts WITH RECURSIVE count(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n < 400)"
            " SELECT n, hex(randomblob(100000)) FROM count"
        )
    return evening


def begin_backup(path: Path, copy: Path) -> "subprocess.Popen[str]":
    """A backup that has begun, and has some way to go."""
    process = subprocess.Popen(
        [sys.executable, "-m", "storage", "backup", str(path), str(copy)], stderr=subprocess.PIPE, text=True
    )
    while process.poll() is None and not any(file.stat().st_size for file in copy.parent.iterdir()):
        pass
    return process


def test_what_a_killed_backup_has_left_goes_with_the_next_one(large: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "mine.part").touch()
    with begin_backup(large, folder / "monday.db") as process:
        process.kill()
    assert len(list(folder.iterdir())) == 2, "it has been killed half-way"
    assert main(["backup", str(large), str(folder / "tuesday.db")]) == WELL
    assert sorted(file.name for file in folder.iterdir()) == ["mine.part", "tuesday.db"]


def test_a_backup_that_is_told_to_end_leaves_nothing(large: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    with begin_backup(large, folder / "monday.db") as process:
        process.terminate()
    assert process.returncode == 143
    assert list(folder.iterdir()) == []


def test_two_backups_in_one_folder_leave_each_other_alone(
    large: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    with begin_backup(large, folder / "one.db") as process:
        process.send_signal(signal.SIGSTOP)
        assert main(["backup", str(large), str(folder / "two.db")]) == WELL
        assert main(["backup", str(large), str(folder / "one.db")]) == REFUSED
        process.send_signal(signal.SIGCONT)
    assert process.returncode == WELL
    assert "is being written by another backup" in capsys.readouterr().err
    assert sorted(file.name for file in folder.iterdir()) == ["one.db", "two.db"]


def test_the_ledger_as_csv_adds_up(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(evening)]) == WELL
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 4 * 5 + 1
    assert sum(int(row["points"]) for row in rows if row["deal"]) == 0
    (correction,) = [row for row in rows if not row["deal"]]
    assert (correction["reason"], correction["points"]) == ("a deal was given up by mistake", "700")
    assert rows[0]["at"].startswith("2026-09-")


def test_finished_deals_as_json_lines(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(evening), "--what", "deals", "--form", "jsonl"]) == WELL
    deals = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [deal["state"] for deal in deals] == ["settled"] * 5 + ["abandoned", "settled", "settled"], "none under way"
    for deal in deals:
        assert commitment(bytes.fromhex(deal["server_seed"])) == deal["commitment"]
        assert (deal["settlement"] is None) == (deal["state"] == "abandoned")
    assert deals[0]["chat"] == GROUP
    assert {action[1] for action in deals[0]["actions"]} > {"pass"}
    assert deals[-1]["players"].count("expert") == 3
    assert main(["export", str(evening), "--what", "deals"]) == WELL
    assert len(list(csv.DictReader(io.StringIO(capsys.readouterr().out)))) == len(deals)


@contextmanager
def running_bot(path: Path) -> Iterator[None]:
    """Another process that has the database open, until it is told to go."""
    script = (
        "import asyncio, sys\nfrom pathlib import Path\nfrom storage import Database\n"
        "async def main():\n    async with Database.open(Path(sys.argv[1])):\n        print('open', flush=True)\n"
        "        await asyncio.to_thread(sys.stdin.read)\nasyncio.run(main())"
    )
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield
        process.communicate()


def test_adjust_adds_a_row_while_the_bot_runs(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    request = ["adjust", str(evening), "--person", "100", "--points", "-600", "--reason", "a test"]
    with running_bot(evening):
        assert main([*request, "--chat", str(GROUP)]) == WELL
    assert capsys.readouterr().out.startswith("Player 100 (100): ")
    assert main(["check", str(evening), "--quick"]) == WELL


def test_downgrade_brings_the_database_back_and_says_so(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    newest = len(load_migrations())
    assert main(["downgrade", str(evening), "--to", "1"]) == WELL
    assert capsys.readouterr().out.startswith(f"{evening}: version {newest} -> 1; install the earlier program")
    assert main(["check", str(evening)]) == REFUSED
    assert "start the bot once to bring it there" in capsys.readouterr().err


@pytest.mark.parametrize("to", [0, -1, len(load_migrations()), 77])
def test_a_downgrade_that_cannot_be(to: int, evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = evening.read_bytes()
    assert main(["downgrade", str(evening), "--to", str(to)]) == REFUSED
    newest = len(load_migrations())
    assert f"has version {newest}; name one from 1 to {newest - 1}" in capsys.readouterr().err
    assert evening.read_bytes() == before


def test_no_downgrade_while_the_bot_runs(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running_bot(evening):
        assert main(["downgrade", str(evening), "--to", "1"]) == REFUSED
    assert "stop the other one first" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"--person": "555"}, "the bot has not met 555"),
        ({"--points": "9223372036854775807"}, "a correction brings nothing beyond 1000000000000 either way"),
        ({"--points": "0"}, "a correction moves the score and has a reason"),
        ({"--reason": " "}, "a correction moves the score and has a reason"),
        ({"--chat": "-4"}, "there is no chat -4 here"),
    ],
)
def test_a_correction_that_cannot_be(
    evening: Path, changes: dict[str, str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    request = {"--person": "100", "--points": "5", "--reason": "why"} | changes
    assert main(["adjust", str(evening), *(word for pair in request.items() for word in pair)]) == REFUSED
    assert sentence in capsys.readouterr().err
    assert main(["check", str(evening), "--quick"]) == WELL
