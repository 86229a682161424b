"""Simulations: the same cards for both teams, faults that cost the deal, and reports that add up."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from engine import simulate, simulate_matches
from engine.cli import main
from engine.deal import Action, Pass, View
from engine.players import ComputerPlayer, Strength, make_player
from engine.ruleset import RuleSet
from engine.simulate_matches import Match, PlayedDeal, play_duplicate, report
from engine.simulate_report import BEGIN, END, as_text, write_into

GREEDY_RANDOM = Match(Strength.GREEDY, Strength.RANDOM, deals=6)


def test_a_team_against_itself_gains_nothing() -> None:
    match = Match(Strength.GREEDY, Strength.GREEDY, deals=3)
    found = report(match, [play_duplicate(match, number) for number in range(3)])

    assert (found.points, found.margin) == (0, 0)
    assert (found.deals_won.value, found.playings_won.value) == (0.5, 0.5)


def test_chance_differs_between_the_two_playings() -> None:
    match = Match(Strength.RANDOM, Strength.RANDOM, deals=3)
    deals = [play_duplicate(match, number) for number in range(3)]

    assert any(deal.points for deal in deals)
    assert [deal.points for deal in deals] == [play_duplicate(match, number).points for number in range(3)]


def test_a_report_adds_up() -> None:
    deals = [play_duplicate(GREEDY_RANDOM, number) for number in range(6)]
    found = report(GREEDY_RANDOM, reversed(deals))

    assert found == report(GREEDY_RANDOM, deals)
    assert found.points == pytest.approx(sum(p.points for deal in deals for p in deal.playings) / 12)
    assert sum(found.kinds_won.values()) + sum(found.kinds_lost.values()) == 12
    assert found.playings_won.value == sum(found.kinds_won.values()) / 12
    assert found.decisions["greedy"] > 0 < found.decisions["random"]
    assert found.faults == {"greedy": [], "random": []}


class Faulty:
    """A player that does one thing wrong."""

    def __init__(self, fault: Callable[[View], Action]) -> None:
        self._fault = fault

    def choose(self, view: View, budget: float) -> Action:
        return self._fault(view)


def crash(view: View) -> Action:
    raise ZeroDivisionError("as it happens")


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (crash, "greedy: ZeroDivisionError: as it happens"),
        (lambda view: Pass(view.seat), "greedy: illegal: seat"),
        (lambda view: Pass(view.seat + 1 & 3), "greedy: acted for seat"),
    ],
)
def test_a_fault_loses_the_deal(fault: Callable[[View], Action], told: str) -> None:
    def make(strength: Strength, seed: int) -> ComputerPlayer:
        return Faulty(fault) if strength is Strength.GREEDY else make_player(strength, seed)

    deal = play_duplicate(GREEDY_RANDOM, 0, make=make)
    leading, _ = deal.playings

    assert (leading.won, leading.points, leading.kind) == (False, -600, None)
    assert leading.fault is not None
    assert leading.fault.startswith(told)
    assert leading.fault in report(GREEDY_RANDOM, [deal]).faults["greedy"]


def test_an_overrun_loses_the_deal() -> None:
    clock = count()
    playing = play_duplicate(GREEDY_RANDOM, 0, clock=lambda: next(clock) * 2.0).playings[0]

    assert isinstance(playing, PlayedDeal)
    assert playing.fault == "greedy: took 2.000 s of 1.0 s"


def test_the_command_reports_json(capsys: pytest.CaptureFixture[str]) -> None:
    rules = '{"wild": "none"}'
    status = main(
        [
            "simulate",
            "--deals",
            "2",
            "--team",
            "greedy",
            "--against",
            "random",
            "--jobs",
            "1",
            "--json",
            "--rules",
            rules,
        ]
    )
    found = json.loads(capsys.readouterr().out)

    assert status == 0
    assert found["match"]["rules"] == {"wild": "none"}
    assert found["deals"] == 2


def test_more_processes_find_the_same() -> None:
    command = [sys.executable, "-m", "engine", "simulate", "--deals", "3", "--team", "greedy", "--against", "random"]
    outputs = [
        json.loads(
            subprocess.run([*command, "--json", "--jobs", jobs], capture_output=True, check=True, text=True).stdout
        )
        for jobs in ("1", "2")
    ]
    for output in outputs:
        del output["times_ms"]

    assert outputs[0] == outputs[1]


@pytest.mark.parametrize(
    "arguments",
    [["--deals", "0"], ["--seed", "-1"], ["--budget", "0"], ["--budget", "nan"], ["--rules", '{"wild": "all"}']],
)
def test_arguments_that_mean_nothing_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", *arguments])
    assert arguments[0] in capsys.readouterr().err


def test_results_are_put_into_the_table_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "players.md"
    path.write_text(f"before\n{BEGIN}\n{END}\nafter\n", encoding="utf-8")
    other = Match(Strength.GREEDY, Strength.RANDOM, deals=1, rules=RuleSet(king_bomb=True))

    for match in (GREEDY_RANDOM, other, GREEDY_RANDOM):
        write_into(path, report(match, [play_duplicate(match, 0)]))
    lines = path.read_text(encoding="utf-8").splitlines()

    assert (lines[0], lines[-1]) == ("before", "after")
    assert [line.split("|")[1:4] for line in lines if line.startswith("| greedy")] == [
        [" greedy ", " random ", " default "],
        [" greedy ", " random ", " king_bomb True "],
    ]


def test_a_file_without_a_place_for_results_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "players.md"
    path.write_text("nothing", encoding="utf-8")

    with pytest.raises(ValueError, match="no lines"):
        write_into(path, report(GREEDY_RANDOM, [play_duplicate(GREEDY_RANDOM, 0)]))


def test_the_text_names_faults_and_figures() -> None:
    text = as_text(report(GREEDY_RANDOM, [play_duplicate(GREEDY_RANDOM, number) for number in range(2)]))

    assert text.startswith("greedy against random: 2 duplicate deals, seed 1\npoints a deal   +")
    assert "0 faults" in text


def test_progress_is_drawn_on_a_terminal_only() -> None:
    class Screen:
        def __init__(self, is_terminal: bool) -> None:
            self._is_terminal = is_terminal
            self.written = ""

        def isatty(self) -> bool:
            return self._is_terminal

        def write(self, text: str) -> int:
            self.written += text
            return len(text)

        def flush(self) -> None:
            pass

    def deals() -> Iterator[simulate_matches.DuplicateDeal]:
        for number in range(2):
            yield play_duplicate(GREEDY_RANDOM, number)

    terminal, pipe = Screen(True), Screen(False)
    assert len(list(simulate.with_progress(deals(), 2, terminal))) == 2
    assert len(list(simulate.with_progress(deals(), 2, pipe))) == 2
    assert "2/2 deals" in terminal.written
    assert pipe.written == ""
