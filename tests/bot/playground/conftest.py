"""The scene most tests of the fake play in."""

import pytest

from bot.playground.fake import FakeTelegram, ManualClock
from tests.bot.playground.scene import Scene


@pytest.fixture
def scene() -> Scene:
    clock = ManualClock()
    telegram = FakeTelegram(clock=clock)
    ann, bob = telegram.add_person("Ann", started=True), telegram.add_person("Bob")
    return Scene(clock, telegram, ann, bob, telegram.add_group("Cards", [ann, bob]))
