"""Some minutes of a storm; `python -m benchmarks.storm` lets it last for an hour."""

from pathlib import Path

import pytest

from tests.scenarios.storm import storm

MINUTES = 5


@pytest.mark.parametrize("seed", [1])
async def test_a_storm_does_nobody_any_harm(seed: int, tmp_path: Path) -> None:
    async with storm(tmp_path, MINUTES * 60, seed) as weather:
        assert len(weather.weather) >= 3
        assert weather.line.repeated > 0
        assert len(weather.tried) > 20
        assert weather.game.live.deal.log or weather.game.live.number > 1
