"""Whole evenings through the whole stack."""

from pathlib import Path

from bot.taps import Verb
from tests.scenarios.evening import evening


async def test_four_people_play_two_deals_and_the_ledger_agrees(tmp_path: Path) -> None:
    async with evening(tmp_path) as game:
        await game.sit_down(*game.people[1:4])
        await game.deal()
        first = await game.play_out()
        assert first.settlement is not None
        for person in game.people[:4]:
            await game.tap_group(person, Verb.AGAIN)
        await game.until(lambda: game.live.number == 2)
        await game.play_out()
        for seated in game.state.people:
            rows = await game.services.database.scores.ledger(seated.id)
            assert sum(row.points for row in rows) == seated.score
        assert game.telegram.complaints == []
        assert game.telegram.flood.refusals == []
        assert game.taps / game.turns <= 2
