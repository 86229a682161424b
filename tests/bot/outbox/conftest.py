"""The stage on which the outbox is tested."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.outbox.support import Stage


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with Stage().open() as stage:
        yield stage
