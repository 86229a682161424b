"""The golden files: what the engine finds today is what it found when they were looked at."""

from difflib import unified_diff

import pytest

from tests.engine.golden_files import FOLDER, files

FOUND = files()


def test_there_are_no_other_golden_files() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(FOUND)


@pytest.mark.parametrize("name", FOUND)
def test_the_golden_file_is_up_to_date(name: str) -> None:
    golden = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    difference = unified_diff(golden, FOUND[name].splitlines(), f"golden/{name}", "the engine today", lineterm="")
    text = "\n".join(difference)
    assert not text, f"if this is meant, run python -m tests.engine.golden_files\n{text}"
