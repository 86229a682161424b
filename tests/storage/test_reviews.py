"""Reviews: kept once, of deals that are over alone, and gone with the person they are about."""

import pytest

from storage import Database, StoredJudgement
from tests.storage.evening import meet, open_group_table, play_deal, start

ONE = StoredJudgement(4, "34567", "straight", 120.0, 0.98, "many-at-once", True)
OTHER = StoredJudgement(9, "", "", 0.0, 0.5, "keeps-bomb", False)


async def test_a_review_comes_back_as_it_was_kept_and_the_first_one_stays(database: Database) -> None:
    _, stored, _ = await play_deal(database, await open_group_table(database))
    assert database.reviews.of_deal(stored.id) == {}
    await database.reviews.keep(stored.id, 2, [ONE, OTHER])
    await database.reviews.keep(stored.id, 2, [OTHER])
    await database.reviews.keep(stored.id, 0, [])
    assert database.reviews.of_deal(stored.id) == {0: (), 2: (ONE, OTHER)}
    assert database.reviews.of_deal(stored.id + 1) == {}


async def test_only_what_is_over_can_be_reviewed(database: Database) -> None:
    _, live = await start(database, await open_group_table(database))
    for deal in (live.id, live.id + 1):
        with pytest.raises(ValueError, match="is not over"):
            await database.reviews.keep(deal, 0, [ONE])


async def test_who_is_forgotten_takes_their_reviews_along_and_nobody_elses(database: Database) -> None:
    recorded, stored, _ = await play_deal(database, await open_group_table(database))
    await database.tables.close(recorded.table)
    person = (await meet(database, 2))[1]
    seat = stored.seat_of(person.id)
    assert seat is not None
    for one in range(4):
        await database.reviews.keep(stored.id, one, [ONE])
    await database.people.forget(person.id)
    assert database.reviews.of_deal(stored.id).keys() == {0, 1, 2, 3} - {seat}
