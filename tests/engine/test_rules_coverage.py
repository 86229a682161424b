"""`docs/rules-coverage.md`: every sentence of the source of the rules has its tests, and every decision is listed."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests" / "engine"
DOCUMENT = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
HEADINGS = {"游戏描述"}
"""Lines of the source that say nothing by themselves."""


def sentences() -> list[str]:
    """The sentences of the source."""
    source = (ROOT / "docs" / "rules_zh.txt").read_text(encoding="utf-8")
    parts = (part.strip() for line in source.splitlines() for part in re.split(r"(?<=[。；])", line))
    return [part for part in parts if part]


def rule_tests() -> dict[str, str]:
    """Every test of the rules by `file::name`, with its docstring."""
    return {
        f"{path.name}::{node.name}": ast.get_docstring(node) or ""
        for path in TESTS.glob("test_rules_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading line."""
    lines = DOCUMENT.splitlines()
    start = lines.index(heading) + 2
    end = next((at for at in range(start, len(lines)) if not lines[at].startswith("|")), len(lines))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:end]]


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


COVERAGE = rows("| | sentence | tests |")


def test_every_sentence_of_the_source_is_quoted_in_order() -> None:
    assert [(number, quoted) for number, quoted, _ in COVERAGE] == [
        (str(number), sentence) for number, sentence in enumerate(sentences(), start=1)
    ]


def test_every_sentence_has_tests_that_exist() -> None:
    known = rule_tests()
    for number, sentence, cell in COVERAGE:
        assert named(cell) or sentence in HEADINGS, f"sentence {number} has no test"
        for test in named(cell):
            assert test in known, f"sentence {number}: {test} does not exist"


def test_every_decision_is_listed_and_says_what_was_decided() -> None:
    decided = {name: " ".join(text.split()) for name, text in rule_tests().items() if "D]" in text}
    assert {named(test)[0]: text for test, text in rows("| test | decision |")} == decided
    assert len(decided) > 15
