"""Everything that arrives goes the same way: by whom, in what words, and what does not exist for whom."""

from pathlib import Path

from bot.handlers.owner import OwnerHandlers
from bot.telegram_api.menus import OWNER_COMMANDS
from tests.bot.handlers.scene import scene


async def test_the_owner_has_a_menu_of_all_their_commands(tmp_path: Path) -> None:
    async with scene(tmp_path, owner=0) as here:
        commands = OwnerHandlers(here.services).commands
        assert {command.name for command in commands} == OWNER_COMMANDS.keys()
        assert {command.name for command in commands if not command.owner_only} == {"block", "unblock"}
