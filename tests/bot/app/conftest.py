"""Every test of the Mini App runs on a loop that knows when nothing is left to do."""

from collections.abc import Callable

import pytest

from tests.stillness import StillLoop


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Callable[[], StillLoop]]:
    """The loop of all tests in this folder."""
    return {"still": StillLoop}
