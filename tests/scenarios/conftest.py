"""Every scenario runs on a loop that knows when nothing is left to do; how many deals are played can be chosen."""

import os
from collections.abc import Callable
from typing import Final

import pytest

from tests.stillness import StillLoop

EVENING_DEALS: Final = int(os.environ.get("EVENING_DEALS", "16"))
"""Complete deals that the whole evenings play; `EVENING_DEALS=200 pytest tests/scenarios` for a long one."""


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Callable[[], StillLoop]]:
    """The loop of all tests in this folder."""
    return {"still": StillLoop}
