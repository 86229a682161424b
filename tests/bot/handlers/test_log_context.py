"""What the operator reads says at which table and turn it happened."""

import io
import logging
from pathlib import Path

from bot.process.logs import TextFormatter
from tests.bot.handlers.scene import scene


async def test_the_log_of_a_deal_names_its_table_and_no_card(tmp_path: Path) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(TextFormatter(""))
    logger = logging.getLogger("bot.tables.dealer")
    logger.addHandler(handler)
    before = logger.level
    logger.setLevel(logging.INFO)
    try:
        async with scene(tmp_path) as here:
            here.ann.say("/newgame")
            await here.until(lambda: any(table.state.latest for table in here.services.tables.live))
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
    line = written.getvalue().splitlines()[0]
    assert "deal 1 begins, for practice" in line
    assert "table=1" in line
    assert "turn=0" in line
