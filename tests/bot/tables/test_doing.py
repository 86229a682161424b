"""What is being carried out, and by which task."""

import asyncio

from bot.tables.doing import carried_out, carrying_out


async def test_what_a_task_begins_is_not_the_doing_of_who_began_it() -> None:
    """A computer player who is made to think by a tap plays of its own accord, later."""

    async def other() -> int | None:
        return carried_out()

    with carrying_out(3):
        assert carried_out() == 3
        assert await asyncio.create_task(other()) is None
        assert await other() == 3
    assert carried_out() is None
