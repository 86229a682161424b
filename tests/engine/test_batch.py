"""`engine.batch`: every case in `tests/cases/` through the real command, and a sentence for all that is wrong."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.batch import OPERATIONS, answer, answer_line
from tests.engine.reference.protocol import agrees

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases"
FOUR = {"hands": ["3K", "4A", "5Q", "62"], "leader": 0}
LONG = "3333444455556666777788889999"
SETTLED: dict[str, Any] = {
    "op": "settle",
    "order": [0, 2],
    "barred": [],
    "bombs": [[], [], [], []],
    "hands": ["", "3", "", "4"],
}


def run(lines: bytes) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "engine", "batch"], cwd=ROOT, input=lines, capture_output=True, check=False
    )


def test_the_command_answers_every_case() -> None:
    cases = [
        (f"{path.stem}:{number}", json.loads(line))
        for path in sorted(CASES.glob("*.jsonl"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]
    done = run("\n".join(json.dumps(case["in"]) for _, case in cases).encode())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr, len(answers)) == (0, b"", len(cases))
    assert len(cases) > 100
    wrong = [
        f"{place}: {case['in']} answers {got}, not {case['out']}"
        for (place, case), got in zip(cases, answers, strict=True)
        if not agrees(case["out"], got)
    ]
    assert wrong == []


def test_a_bad_line_is_answered_and_the_next_one_read() -> None:
    lines = [b"nonsense", b"", b"\xff\xfe", b"[" * 5000, b'{"op": "title", "score": 2000}', b'{"op": "title"}']
    done = run(b"\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert [list(got) == ["error"] for got in answers] == [True, True, True, True, False, True]
    assert answers[4] == {"title": "组长", "rung": 1, "next": "主任", "missing": 2000}


def test_answers_come_line_by_line() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "batch"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for score, title in ((0, "群众"), (4000, "主任")):
            process.stdin.write(json.dumps({"op": "title", "score": score}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["title"] == title
        process.stdin.close()
        assert process.wait() == 0


def test_a_reader_that_leaves_early_makes_no_noise() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "batch"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b'{"op": "title", "score": 0}\n')
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (None, "a request is a JSON object"),
        ([{"op": "read"}], "a request is a JSON object"),
        ({}, "the field 'op' names no operation"),
        ({"op": ["read"]}, "the field 'op' names no operation"),
        ({"op": "shout"}, "'shout' is no operation; write one of read, moves"),
        ({"op": "read"}, "the field 'cards' is missing"),
        ({"op": "read", "cards": 3}, 'cards: cards are written as a text, as in "334455"'),
        ({"op": "read", "cards": None}, "cards: cards are written as a text"),
        ({"op": "read", "cards": ""}, "no cards were chosen"),
        ({"op": "read", "cards": "3x"}, "cards: 'x' in '3x' is no card"),
        ({"op": "read", "cards": "3" * 9}, "cards: 9 cards of rank 3"),
        ({"op": "read", "cards": "www"}, "cards: 3 cards of rank w"),
        ({"op": "read", "cards": "33334444" * 2 + "5555666677778888"}, "32 cards are more than a hand of 27 holds"),
        ({"op": "read", "cards": "33", "on": "34"}, "on: 34 is no play (short_straight)"),
        ({"op": "read", "cards": "33", "on": ""}, "on: no cards were chosen"),
        ({"op": "read", "cards": "33", "type": "pear"}, "type: input should be 'single', 'pair'"),
        ({"op": "read", "cards": "33", "rules": []}, "rules: input should be a valid dictionary"),
        ({"op": "read", "cards": "33", "rules": {"foo": 1}}, "rules.foo is no switch; the switches are wild"),
        ({"op": "read", "cards": "33", "rules": {"wild": "all"}}, "rules.wild: input should be 'qianbian'"),
        ({"op": "read", "cards": "33", "rules": {"king_bomb": "yes"}}, "rules.king_bomb: input should be"),
        ({"op": "read", "cards": "33", "rules": {"phase_cap": 7}}, "rules.phase_cap: input should be greater than"),
        ({"op": "read", "cards": "33", "rules": {"units": [1, 2]}}, "rules.units[2]' is missing"),
        ({"op": "read", "cards": "33", "rules": {"units": [1, 2, 0]}}, "rules.units[2]: input should be greater"),
        ({"op": "moves", "hand": LONG}, "hand: 28 cards are more than a hand of 27 holds"),
        ({"op": "moves", "hand": "3", "on": "34"}, "on: 34 is no play (short_straight)"),
        ({"op": "held", "hand": {}}, "hand: cards are written as a text"),
        (SETTLED | {"order": [0]}, "the deal goes on"),
        (SETTLED | {"order": [0, 0]}, "name a seat twice"),
        (SETTLED | {"barred": [2]}, "name a seat twice"),
        (SETTLED | {"order": [0, 4]}, "order[1]: input should be less than or equal to 3"),
        (SETTLED | {"order": [0, True]}, "order[1]: input should be a valid integer"),
        (SETTLED | {"bombs": [[], [], []]}, "bombs: list should have at least 4 items"),
        (SETTLED | {"bombs": [[], [], [], [3]]}, "bombs[3][0]: input should be greater than or equal to 4"),
        (SETTLED | {"hands": ["3", "3", "", "4"]}, "order names a seat that still holds cards"),
        (SETTLED | {"hands": ["", "33333333", "", "3"]}, "no part of two packs"),
        ({"op": "deal", **FOUR}, "the field 'actions' is missing"),
        ({"op": "deal", **FOUR, "actions": {}}, "actions: input should be a valid list"),
        ({"op": "deal", **FOUR, "actions": [], "hands": ["3", "4", "5"]}, "3 hands; a deal has four"),
        ({"op": "deal", **FOUR, "actions": [], "hands": ["3", "4", "5", ""]}, "the hand of seat 3 is empty"),
        ({"op": "deal", **FOUR, "actions": [], "hands": ["3333", "33333", "4", "5"]}, "no part of two packs"),
        ({"op": "deal", **FOUR, "actions": [], "hands": [LONG, "T", "J", "Q"]}, "seat 0 holds 28 cards"),
        ({"op": "deal", **FOUR, "actions": [], "leader": 4}, "4 is no seat"),
        ({"op": "deal", **FOUR, "actions": [], "leader": "0"}, "leader: input should be a valid integer"),
        ({"op": "shuffle", "seed": "00"}, "a seed is written as 64 hex digits"),
        ({"op": "shuffle", "seed": "0x" + "0" * 62}, "a seed is written as 64 hex digits"),
        ({"op": "shuffle", "seed": "00 " * 32}, "a seed is written as 64 hex digits"),
        ({"op": "shuffle", "seed": 0}, "seed: input should be a valid string"),
        ({"op": "title", "score": 1.5}, "score: input should be a valid integer"),
        ({"op": "title", "score": False}, "score: input should be a valid integer"),
        ({"op": "title", "score": 10**4000}, "score: input should be less than or equal to"),
    ],
)  # fmt: skip
def test_what_cannot_be_served_is_said_in_a_sentence(request_: object, words: str) -> None:
    got = answer(request_)
    assert list(got) == ["error"]
    assert words in str(got["error"])
    assert "\n" not in str(got["error"])


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (["play", 1, "K"], "it is the turn of seat 2, not of seat 1"),
        (["play", 2, "2"], "the hand does not hold 2"),
        (["play", 2, "4"], "the hand does not hold 4"),
        (["play", 2, "5Q"], "5Q is no play (unlike)"),
        (["play", 2, ""], "no cards were chosen"),
        (["play", 2, "x"], "'x' in 'x' is no card"),
        (["play", 2, "5", "pair"], "5 does not count as pair here"),
        (["play", 2, "5", "pear"], "the fourth item is no type of play"),
        (["play", 7, "5"], "7 is no seat"),
        (["play", True, "5"], "True is no seat"),
        (["play", 2], "this is no action"),
        (["play", 2, 5], "this is no action"),
        (["pass", "2"], "this is no action"),
        (["sleep", 2], "this is no action"),
        ("pass", "this is no action"),
        (None, "this is no action"),
        (["pass", 3], "it is the turn of seat 2, not of seat 3"),
        (["timeout", 0], "it is the turn of seat 2, not of seat 0"),
    ],
)
def test_a_refused_action_is_named_by_its_place(action: object, words: str) -> None:
    played = [["play", 0, "3"], ["play", 1, "4"]]
    got = answer({"op": "deal", **FOUR, "actions": [*played, action, ["pass", 3]]})
    assert got["at"] == 2
    assert words in str(got["error"])


def test_a_play_may_name_the_type_it_should_count_as() -> None:
    hands = {"hands": ["QKAwwW3", "334455", "4", "6"], "leader": 0}
    unasked = answer({"op": "deal", **hands, "actions": [["play", 0, "QKAwwW"], ["pass", 1]]})
    assert unasked["on"] == "QKAwwW"
    on_straight = answer({"op": "deal", **hands, "actions": [["play", 0, "QKAwwW", "straight"], ["play", 1, "334455"]]})
    assert "does not beat the straight on the table (only_bombs)" in str(on_straight["error"])
    on_pair_run = answer({"op": "deal", **hands, "actions": [["play", 0, "QKAwwW", "pair_run"], ["play", 1, "334455"]]})
    assert "does not beat the pair run on the table (only_bombs)" in str(on_pair_run["error"])


def test_the_joker_word_means_the_joker_that_is_held() -> None:
    got = answer({"op": "deal", "hands": ["3W", "4", "5", "6"], "leader": 0, "actions": [["play", 0, "王"]]})
    assert got["hands"] == ["3", "4", "5", "6"]


def test_moves_and_held_say_which_cards() -> None:
    plays = answer({"op": "moves", "hand": "4w", "on": "3"})["plays"]
    assert plays == [
        {"cards": "4", "type": "single", "size": 1, "strength": [4], "counts_as": "4"},
        {"cards": "w", "type": "single", "size": 1, "strength": [16], "counts_as": "w"},
    ]
    held = answer({"op": "held", "hand": "3456666wW"})
    assert held["units"] == 2
    bomb = {"cards": "6666wW", "type": "bomb", "size": 6, "strength": [6, 1, 6, 6], "counts_as": "666666"}
    assert held["bombs"] == [bomb | {"phases": 6, "natural": True}]


def test_a_shuffle_names_all_cards_and_the_seats() -> None:
    got: Any = answer({"op": "shuffle", "seed": "0" * 64})
    assert [len(hand) for hand in got["hands"]] == [27] * 4
    assert got["opening"] in got["hands"][got["leader"]]
    assert sorted(got["seating"]) == [0, 1, 2, 3]
    assert got == answer({"op": "shuffle", "seed": "0" * 64, "rules": None, "comment": "more fields are ignored"})


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
FIELDS = (
    "cards",
    "on",
    "type",
    "hand",
    "order",
    "barred",
    "bombs",
    "hands",
    "leader",
    "actions",
    "seed",
    "score",
    "rules",
)


@given(st.sampled_from(list(OPERATIONS)), st.dictionaries(st.sampled_from(FIELDS), JSON_VALUES))
def test_no_request_raises(operation: str, fields: dict[str, object]) -> None:
    line = answer_line(json.dumps({"op": operation, **fields}).encode())
    assert line.endswith(b"\n")
    assert isinstance(json.loads(line), dict)


@given(st.binary(max_size=40).filter(lambda line: b"\n" not in line))
def test_no_line_raises(line: bytes) -> None:
    assert isinstance(json.loads(answer_line(line)), dict)
