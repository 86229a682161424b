"""All stages are told everything, whatever becomes of the others."""

import asyncio
import inspect

import pytest

from bot.tables.stage import Stage, Stages
from bot.tables.table import Table
from bot.tables.turn_clock import Timer
from tests.bot.screens.scenes import SEEDS, dealt, table


class Notes:
    """A stage that writes down which of its methods were called."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def __getattr__(self, method: str) -> object:
        return lambda *_, **__: self.told.append(method)


class Broken:
    """A stage that fails at everything."""

    def __getattr__(self, method: str) -> object:
        def fail(*_: object, **__: object) -> None:
            raise RuntimeError(f"{method} is broken")

        return fail


METHODS = [name for name, _ in inspect.getmembers(Stage, inspect.isfunction) if not name.startswith("_")]


@pytest.fixture
def there() -> Table:
    state = dealt(table(), SEEDS[0])
    return Table(state, None, None)  # type: ignore[arg-type]  # nothing is kept here


def tell_everything(stages: Stages, there: Table) -> None:
    stages.show(there)
    stages.restored(there, seconds=15)
    stages.deal_begins(there)
    stages.show_hand(there, 1, "no play", fresh=True)
    stages.show_again(there)
    stages.remind(there, Timer.HALF)
    stages.declined(there, "Ann")
    stages.muted(there, "Cards")
    stages.removed(there, "Cards")
    stages.closed(there, idle=False, closed_by=None)
    stages.is_here(1)


async def test_stages_are_told_in_order_once_whoever_acts_waits_for_something(there: Table) -> None:
    stage = Notes()
    stages = Stages([stage])  # type: ignore[list-item]  # made of one method each
    stages.is_here(1)
    stages.show(there)
    stages.closed(there, idle=True, closed_by=None)
    assert stage.told == []
    await asyncio.sleep(0)
    assert stage.told == ["is_here", "show", "closed"]


async def test_a_stage_that_fails_hurts_neither_the_table_nor_the_others(
    there: Table, caplog: pytest.LogCaptureFixture
) -> None:
    first, last = Notes(), Notes()

    tell_everything(Stages([first, Broken(), last]), there)  # type: ignore[list-item]  # made of one method each
    await asyncio.sleep(0)

    assert sorted(first.told) == sorted(METHODS)
    assert last.told == first.told
    assert len(caplog.records) == len(METHODS)


def test_the_stages_together_are_a_stage() -> None:
    stages: Stage = Stages([])
    for name in METHODS:
        assert inspect.signature(getattr(Stage, name)) == inspect.signature(getattr(type(stages), name))
