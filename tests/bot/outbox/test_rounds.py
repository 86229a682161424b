"""Where more is to be shown than can be made, taps do not wait for all of it."""

import asyncio

import pytest

from bot.outbox.worker import Rounds


async def test_so_many_go_on_in_a_round_in_the_order_in_which_they_came() -> None:
    rounds, number, went = Rounds(2), 0, list[tuple[int, int]]()

    async def make(name: int) -> None:
        await rounds.turn()
        went.append((name, number))

    tasks = [asyncio.create_task(make(name)) for name in range(7)]
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        number += 1
    assert [name for name, _ in went] == list(range(7))
    in_round = [sum(when == one for _, when in went) for one in range(number + 1)]
    assert max(in_round) == 2


async def test_who_is_alone_does_not_wait() -> None:
    rounds = Rounds(1)
    for _ in range(3):
        with pytest.raises(StopIteration):  # it has ended without having waited for anything
            rounds.turn().send(None)
        await asyncio.sleep(0)


async def test_who_gives_up_takes_nobody_s_turn() -> None:
    rounds = Rounds(1)
    goes, gives_up, waits = (asyncio.create_task(rounds.turn()) for _ in range(3))
    await asyncio.sleep(0)
    assert (goes.done(), gives_up.done(), waits.done()) == (True, False, False)
    gives_up.cancel()
    await asyncio.wait_for(waits, 5)
    assert gives_up.cancelled()
    await asyncio.wait_for(rounds.turn(), 5)
