"""Processes killed with SIGKILL while they play: what was acknowledged is there, once, and the database is sound.

STORAGE_KILLS=200 kills more often than the few times that every run of the tests can afford.
"""

import os
import random
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from storage.check import check
from storage.opening import connect_read_only

KILLS = int(os.environ.get("STORAGE_KILLS", "25"))
KILLS_PER_FILE = 25
"""Then a new database is begun: every check replays all of it."""


@dataclass
class Acknowledged:
    """What the killed processes have said was written: the last action of each deal, and the points of settled ones."""

    actions: dict[int, int] = field(default_factory=dict)
    points: dict[int, list[int]] = field(default_factory=dict)

    def note(self, output: str) -> None:
        """Note the lines of a process (the last may be cut off in the middle, and is then not said)."""
        for line in output.splitlines(keepends=True):
            match line.split() if line.endswith("\n") else []:
                case ["action", deal, number]:
                    assert int(number) == self.actions.get(int(deal), 0) + 1, "no action is written twice or skipped"
                    self.actions[int(deal)] = int(number)
                case ["settled", deal, *points]:
                    self.points[int(deal)] = list(map(int, points))


def killed_writer(path: Path, rng: random.Random, seed: int) -> str:
    """Let a writer play for a random number of actions and a random moment more, and kill it; its output."""
    command = [sys.executable, "-m", "tests.storage.crash_writer", str(path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        said = [process.stdout.readline() for _ in range(rng.randrange(100))]
        time.sleep(rng.uniform(0, 0.01))
        process.kill()
        said.append(process.stdout.read())
    assert process.returncode == -9, "it played until it was killed"
    assert first == "ready\n"
    return "".join(said)


def missing(path: Path, said: Acknowledged) -> list[str]:
    """What was acknowledged and is not there; at most one action per deal may be there that was not acknowledged."""
    faults: list[str] = []
    with closing(connect_read_only(path)) as connection:
        faults += check(connection)
        for deal, number in said.actions.items():
            (found,) = connection.execute("SELECT count(*) FROM actions WHERE deal_id = ?", (deal,)).fetchone()
            if found not in (number, number + 1):
                faults.append(f"deal {deal}: {number} actions acknowledged, {found} found")
        for deal, points in said.points.items():
            rows = connection.execute("SELECT points FROM ledger WHERE deal_id = ? ORDER BY seat", (deal,)).fetchall()
            if [row["points"] for row in rows] != points:
                faults.append(f"deal {deal}: {points} acknowledged, {[tuple(row) for row in rows]} found")
    return faults


def test_killed_at_random_moments(tmp_path: Path) -> None:
    rng = random.Random(4)
    settled = 0
    for kill in range(KILLS):
        if kill % KILLS_PER_FILE == 0:
            path, said = tmp_path / f"{kill}.db", Acknowledged()
        said.note(killed_writer(path, rng, seed=kill))
        assert missing(path, said) == []
        # one action per table may have been committed and not said; the next process goes on after it
        with closing(connect_read_only(path)) as connection:
            for deal, number in connection.execute("SELECT deal_id, max(number) FROM actions GROUP BY deal_id"):
                said.actions[deal] = number
        if kill % KILLS_PER_FILE == KILLS_PER_FILE - 1 or kill == KILLS - 1:
            settled += len(said.points)
    assert settled > KILLS / 10, "deals came to their end between the kills"
