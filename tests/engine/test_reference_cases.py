"""The rule cases in `tests/cases/`, answered by the engine and by the reference."""

import json
from pathlib import Path

import pytest

from tests.engine.reference.engine_side import ask
from tests.engine.reference.protocol import Json, agrees, answer

CASES = Path(__file__).parents[1] / "cases"


def cases() -> list[Json]:
    """Every case of every file, with the place it comes from."""
    return [
        json.loads(line) | {"place": f"{path.stem}:{number}"}
        for path in sorted(CASES.glob("*.jsonl"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["place"])
def test_the_reference_answers_the_case(case: Json) -> None:
    got = answer(case["in"])
    assert agrees(case["out"], got), f"{case['in']} answers {got}"


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["place"])
def test_the_engine_answers_the_case(case: Json) -> None:
    got = ask(case["in"])
    assert agrees(case["out"], got), f"{case['in']} answers {got}"
