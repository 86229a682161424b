"""Whole evenings through the whole stack: over all switches, both languages, people and computer players mixed.

What every evening has to keep is checked on every call and at its end: see `Watch` and `Evening.verify`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

import pytest

from bot.playground.fake import Person
from bot.screens.chat_settings import RULES
from bot.tables.state import Language
from bot.telegram_api.callback_data import ButtonAction
from engine.players import Strength
from engine.ruleset import RuleSet
from storage.people import HandOrder
from tests.scenarios.conftest import EVENING_DEALS
from tests.scenarios.crowd import Crowd, Manner
from tests.scenarios.evening import Evening, evening

DEALS_AN_EVENING = 2

SWITCHES: dict[str, tuple[object, ...]] = {
    **{rule.field.name: rule.values for rule in RULES},
    "phase_cap": (12, 8, 10),
    "base_score": (100, 1, 1_000_000),
    "turn_seconds": (60, 15, 600),
    "units": ((1, 2, 3), (1, 1, 1), (2, 5, 9)),
}


@dataclass(frozen=True)
class Plan:
    """One evening."""

    number: int
    rules: RuleSet
    language: Language
    people: int
    strength: Strength
    distracted: float

    def __str__(self) -> str:
        return f"{self.number}-{self.people}-people-{self.rules.wild}-{self.rules.deal_style}"


def plans(evenings: int) -> Iterator[Plan]:
    """Plans in which every value of every switch is equally frequent, in ever other combinations."""
    random = Random(20)

    def spread(values: tuple[object, ...]) -> list[object]:
        column = [values[number % len(values)] for number in range(evenings)]
        random.shuffle(column)
        return column

    columns = {name: spread(values) for name, values in SWITCHES.items()}
    for number in range(evenings):
        yield Plan(
            number,
            RuleSet(**{name: column[number] for name, column in columns.items()}),  # type: ignore[arg-type]  # checked by pydantic
            tuple(Language)[number % 2],
            (4, 3, 2, 1)[number // 2 % 4],
            (Strength.GREEDY, Strength.PLANNER)[number // 4 % 2],
            (0.1, 0.0, 0.3)[number % 3],
        )


async def _sit_down(game: Evening, people: list[Person]) -> None:
    await game.sit_down(*people[1:], host=people[0], computers=len(people) < 4)


@pytest.mark.parametrize("plan", list(plans(max(1, EVENING_DEALS // DEALS_AN_EVENING))), ids=str)
async def test_a_whole_evening(plan: Plan, tmp_path: Path) -> None:
    async with evening(
        tmp_path,
        rules=plan.rules,
        language=plan.language,
        languages=("zh-hans", "en") if plan.number % 3 else ("en", "zh-hant"),
        strength=plan.strength,
        seed=plan.number,
    ) as game:
        people = list(game.people[: plan.people])
        crowd = Crowd(game, Random(plan.number), distracted=plan.distracted)
        for person, manner in zip(people, (Manner.TAPS, Manner.TAPS, Manner.RANKS, Manner.TYPES), strict=False):
            crowd.manners[person.id] = manner
        await _choose_habits(game, people, plan)
        await _sit_down(game, people)
        await game.deal(people[0])
        for number in range(1, DEALS_AN_EVENING + 1):
            assert game.live.number == number
            live = await crowd.play_out()
            settlement = live.deal.settlement
            assert settlement is not None
            assert sum(settlement.points) == 0
            assert live.ranked == all(any(live.chairs[seat].person for seat in team) for team in ((0, 2), (1, 3)))
            await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN))
            if number < DEALS_AN_EVENING:
                for person in people:
                    await game.tap_group(person, ButtonAction.AGAIN)
        if plan.people == 4:
            assert game.watch.secrets_seen > 50
        played = [taps for taps in crowd.taps if taps]
        assert median(played) <= 2, f"{sum(played)} taps for {len(played)} plays"


async def _choose_habits(game: Evening, people: list[Person], plan: Plan) -> None:
    """Everybody's own settings, as the evening has them: texts or pictures, sorted this way or that, 自动不出."""
    for number, person in enumerate(people):
        chosen = ["pics=0"] if (number + plan.number) % 2 == 0 else []
        chosen += ["pass=1"] if (number + plan.number) % 3 == 0 else []
        chosen += [f"sort={HandOrder.COUNT}"] if (number + plan.number) % 4 == 0 else []
        await choose(game, person, *chosen)


async def choose(game: Evening, person: Person, *settings: str) -> None:
    """CallbackData settings in the private panel of a person."""
    if settings:
        await game.say(person, "/settings")
    for setting in settings:
        await game.tap_private(person, ButtonAction.SETTING, arg=setting)
