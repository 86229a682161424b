"""Commands that write pictures into a folder which cannot be made say so in one sentence."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("command", ["bot.pictures sheet", "bot.playground record"])
def test_a_folder_that_cannot_be_made_is_refused(command: str, tmp_path: Path) -> None:
    if "playground" in command:
        pytest.importorskip("playwright")
    (tmp_path / "file").write_text("no folder")
    folder = tmp_path / "file" / "pictures"
    words = [sys.executable, "-m", *command.split(), str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{folder} cannot be written to (Not a directory); name a folder that can\n"
