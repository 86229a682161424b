"""A process that plays deals at three tables as fast as it can, and says on its output what has been acknowledged.

It begins with what a restart does: every live table is read and gone on with. Lines: `ready`, `action DEAL NUMBER`,
`settled DEAL POINTS…`. Usage: python -m tests.storage.crash_writer FILE SEED
"""

import asyncio
import random
import sys
from pathlib import Path

from engine.deal import Deal
from storage import Database, Phase, StoredDeal, StoredTable
from tests.storage.evening import again, next_state, open_group_table, start

TABLES = 3


def acknowledge(*words: object) -> None:
    """Say it, and see that it has been said before anything else happens."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


async def play(database: Database, table: StoredTable, stored: StoredDeal | None, deal: Deal | None, seed: int) -> None:
    """Play deal after deal at one table."""
    rng = random.Random(seed)
    while True:
        if stored is None or deal is None or table.phase is not Phase.DEAL:
            table, stored = await start(database, again(table, rng.randrange(1, 1 << 60)))
            deal = stored.first()
        while not deal.is_over:
            deal = next_state(deal, rng)
            recorded = await database.deals.record(table, stored.id, deal)
            table = recorded.table
            acknowledge("action", stored.id, recorded.number)
        acknowledge("settled", stored.id, *(change.points for change in recorded.changes))


async def main(path: Path, seed: int) -> None:
    """Go on with what is there, at `TABLES` tables; until killed."""
    async with Database.open(path) as database:
        live = await database.live_tables()
        known = {one.table.chat_id for one in live}
        games = [(one.table, one.stored, one.deal) for one in live]
        for number in range(TABLES):
            if -1000 - number not in known:
                table = await open_group_table(database, chat_id=-1000 - number, first=1000 + 4 * number)
                games.append((table, None, None))
        acknowledge("ready")
        await asyncio.gather(*(play(database, *game, seed + number) for number, game in enumerate(games)))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
