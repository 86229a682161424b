"""What every test needs, set before anything of the project is imported."""

import os
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

# python-telegram-bot gives timedelta values when asked; the numbers it gives otherwise are deprecated: an error here.
os.environ["PTB_TIMEDELTA"] = "true"

# How long an example takes says more about the machine than about the code. What else hypothesis has set for where
# it runs (on CI: the same examples every time) stays.
settings.register_profile("no-deadline", settings.get_profile(settings.get_current_profile_name()), deadline=None)
settings.load_profile("no-deadline")

BROWSER_TESTS: Final = Path(__file__).parent / "browser"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests are run by several processes, those that drive the browser run in one: it is started once."""
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker(pytest.mark.xdist_group("browser"))
