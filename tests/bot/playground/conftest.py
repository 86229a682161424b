"""The scene most tests of the fake play in."""

import pytest

from bot.playground.fake import Limits
from tests.bot.playground.scene import Scene, set_scene


@pytest.fixture
def scene() -> Scene:
    """Without flood control, which has its own tests."""
    return set_scene(Limits.none())
