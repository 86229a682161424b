"""Whole deals in a group, by people who never wrote to the bot, whatever happens to apps, messages and the bot.

That nobody is shown what is not theirs and that the group's 20 calls a minute are never exceeded is checked at every
call: see `Watch` and `Evening.verify`. Only a bot that was killed may learn from a 429 that it had sent much just
before: it takes its calls to have been even. `GROUP_DEALS=50 pytest -s tests/scenarios/test_evenings_in_group.py` is a
long one; the taps a play are printed.
"""

import os
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Final

import pytest

from bot.playground.fake.model import App
from bot.telegram_api.callback_data import ButtonAction
from tests.scenarios.evening import Evening, evening
from tests.scenarios.in_group import NOT_STARTED, Circumstances, act, shown_to
from tests.scenarios.killing import HARMLESS, killed

GROUP_DEALS: Final = int(os.environ.get("GROUP_DEALS", "5"))
"""Complete deals that are played in groups."""
KINDS: Final = (
    Circumstances(is_admin=True),
    Circumstances(is_admin=False),
    Circumstances(is_admin=False, in_topic=True, forgetful=0.1),
    Circumstances(is_admin=True, in_private=2, forgetful=0.1),
    Circumstances(is_admin=False, kills=0.05),
    Circumstances(is_admin=True, in_topic=True, kills=0.05),
    Circumstances(is_admin=True, forgetful=0.2),
    Circumstances(is_admin=False, in_private=2, kills=0.05),
)
MOST_TAPS: Final = {True: 1.3, False: 1.5}
"""Taps an action on an average where no app forgets and no bot is killed, by whether the bot is an administrator."""


@pytest.mark.parametrize(
    "number", range(GROUP_DEALS), ids=[f"{n}-{k}" for n, k in enumerate(islice(cycle(KINDS), GROUP_DEALS))]
)
async def test_a_whole_deal_in_the_group(number: int, tmp_path: Path) -> None:
    kind, random = KINDS[number % len(KINDS)], Random(number)
    harmless = [*HARMLESS, NOT_STARTED, "MESSAGE_NOT_COMMAND", *["Too Many"] * bool(kind.kills)]
    async with evening(
        tmp_path, started=False, harmless=harmless, is_forum=kind.in_topic, pictures=kind.in_topic, seed=number
    ) as game:
        game.may_miss_taps = bool(kind.kills)
        if kind.is_admin:
            game.group.promote()
        for person in game.people[: kind.in_private]:
            await game.press_start(person)
        for person, app in zip(game.people, (App.PHONE, App.DESKTOP, App.PHONE, App.DESKTOP), strict=False):
            person.user.app = app
        topic = game.group.open_topic("牌桌") if kind.in_topic else None
        await game.sit_down(*game.people[1:4], topic=topic)
        await game.deal()
        kills: list[float] = []
        taps = await play(game, kind, random, kills)
        await game.pass_time(60)

        print(f"\n{number} {kind}: {len(taps)} actions, {mean(taps):.2f} taps an action, median {median(taps)}", end="")
        settlement = game.live.deal.settlement
        assert settlement is not None
        assert sum(settlement.points) == 0
        assert game.live.ranked
        for person in game.people[kind.in_private : 4]:
            assert person.private.from_bot == []
        if not kind.forgetful and not kind.kills:
            assert all(person.ephemeral(game.group) == [] for person in game.people[:4]), "what is over goes"
            assert mean(taps) <= MOST_TAPS[kind.is_admin]
        assert median(taps) <= (1 if kind.is_admin else 2)
        assert game.watch.secrets_seen > 50
        refusals = game.telegram.flood.refusals
        assert all(any(0 <= one.at - at <= 60 for at in kills) for one in refusals)
        assert len(refusals) <= len(kills)
        refusals.clear()


async def play(game: Evening, kind: Circumstances, random: Random, kills: list[float]) -> list[int]:
    """Play the running deal to its end; the taps of each action in the group. `kills` says when the bot was killed."""
    taps, deal = [], game.live.id
    while not game.live.deal.is_over and game.live.id == deal:
        for person in game.people[:4]:
            person.user.is_offline = random.random() < kind.forgetful / 2
        if random.random() < kind.forgetful:
            game.acting.restart_app()
        if random.random() < kind.kills:
            await trouble(game, random, kills)
        game.acting.user.is_offline = False
        if game.acting in game.people[: kind.in_private]:
            await game.pass_time(5)
            await game.act()
        else:
            taps.append(await act(game))
    return taps


async def trouble(game: Evening, random: Random, kills: list[float]) -> None:
    """The bot is restarted, or killed at a call that somebody's tap takes; `kills` says when."""
    if random.random() < 0.5:
        await game.restart()
    else:
        async with killed(game, nth=random.randrange(1, 6), after=random.random() < 0.5) as kill:
            person, turn = game.acting, game.live.turn
            for message, data in shown_to(game, person, ButtonAction.PLAY, turn)[:1]:
                person.tap(message, data=data)
            await game.pass_time(4)
        if kill.is_dead:
            kills.append(game.clock.now())
    await game.pass_time(20)
