"""Which version of the program this is."""

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from bot.process.version import version

CLONE = Path(__file__).parents[3]


def test_a_clone_says_its_own_version_with_nothing_installed_and_nothing_set(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bot", "--version"]
    done = subprocess.run(command, cwd=CLONE, env={}, capture_output=True, text=True, check=True)
    project = tomllib.loads((CLONE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert done.stdout == f"shuangkou {project['version']}\n"
    clone = tmp_path / "pyproject.toml"
    clone.write_text('[project]\nversion = "7.8.9"\n', encoding="utf-8")
    assert version(clone) == "7.8.9"


def test_where_there_is_no_clone_it_is_that_of_the_package(tmp_path: Path) -> None:
    assert version(tmp_path / "pyproject.toml") == metadata.version("shuangkou")
