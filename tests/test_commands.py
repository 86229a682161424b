"""Every command, as people start it: it prints in whatever encoding the terminal has."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
NARROW: Final = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
"""A terminal that has no place for Chinese, and a Python that believes it."""


def printed(*command: str) -> str:
    """What a command prints there."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", *command],
        cwd=ROOT,
        env=os.environ | NARROW,
        capture_output=True,
        text=True,
        encoding="ascii",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["bot", "--help"], r"\u53cc\u6263 in Telegram groups."),
        (["engine", "--help"], r"The rules of \u53cc\u6263 (Shuangkou)."),
        (["engine", "explain", "3333.444444.55555"], r"\u8fde\u70b8"),
        (["engine", "explain", "3333.444444.55555", "--json"], r'"cards": "333344444455555"'),
        (["engine", "verify", "--server-seed", "00" * 32, "--deal", "1"], "\\u"),
        (["storage", "--help"], "Look after the database of the bot."),
        (["bot.playground", "--help"], "record"),
        (["bot.process.config"], "#DEFAULT_LANGUAGE=zh"),
        (["benchmarks.load", "--help"], r"\u2026"),
    ],
    ids=str,
)
def test_it_prints_where_the_terminal_knows_ascii_alone(command: list[str], said: str) -> None:
    assert said in printed(*command)


@pytest.mark.parametrize("command", ["batch", "explain", "simulate", "train", "verify"])
def test_so_does_the_help_of_every_command_of_the_engine(command: str) -> None:
    assert f"usage: python -m engine {command}" in printed("engine", command, "--help")


def test_all_others_are_told_to_do_so_first_of_all() -> None:
    packages = ("engine", "storage", "bot")
    sources = {path: path.read_text(encoding="utf-8") for name in packages for path in (ROOT / name).rglob("*.py")}
    runnable = {
        path: source
        for path, source in sources.items()
        if path.name == "__main__.py" or re.search(r'^if __name__ == "__main__":$', source, re.MULTILINE)
    }
    assert len(runnable) > 5
    assert [
        str(path)
        for path, source in runnable.items()
        if not re.search(r"^ *print_everywhere\(\)$", source, re.MULTILINE)
    ] == []
