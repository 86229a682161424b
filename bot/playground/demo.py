"""A table that plays itself, for watching: a local person opens it, fills it, and lets the computer play their hand."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.playground.fake import Group
from bot.playground.player import Player
from bot.telegram_api.callback_data import ButtonAction

ADMIRE_SECONDS: Final = 8.0
"""How long a result stays before the next deal."""


async def show_a_table(host: Player, group: Group, pause: float = ADMIRE_SECONDS) -> None:
    """Have four computer players play in the group, deal after deal, until cancelled.

    `host` opens the table and hands the seat to the computer in every deal; whoever is that person on the page may take
    the hand back and play it themselves. `pause` is in seconds, between a result and the next deal.
    """
    host.say("/newgame", group)
    await host.tap(group, ButtonAction.COMPUTERS)
    await host.tap(group, ButtonAction.START)
    while True:
        await host.switch_autopilot_on()
        await host.found(group, ButtonAction.AGAIN)
        await asyncio.sleep(pause)
        await host.tap(group, ButtonAction.AGAIN)
