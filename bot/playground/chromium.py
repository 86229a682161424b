"""The browser of the machine, as Playwright is to start it: for the browser tests and for the screenshots."""

from __future__ import annotations

import os
import shutil
from typing import Any, Final

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
_FLAGS: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def launch_options() -> dict[str, Any]:
    """Arguments for Playwright's `chromium.launch`: the installed browser, quiet on the network.

    Raises FileNotFoundError if there is none.
    """
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        raise FileNotFoundError("there is no Chromium here: `make browser` installs it")
    flags = [*_FLAGS, "--no-sandbox"] if os.geteuid() == 0 else list(_FLAGS)  # root has no sandbox to go into
    return {"executable_path": path, "args": flags}
