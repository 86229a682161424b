"""The program behind `python -m bot`: its command line, and the bot on Telegram or on the playground."""

import argparse
import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import SecretStr

from bot.errors import StartError
from bot.process.config import ENV_FILE, EXIT_CODE, Settings, is_open_to_all, settings_or_exit
from bot.process.logs import set_up
from bot.process.stop_signals import answered_by
from bot.process.version import version

log = logging.getLogger(__name__)


def run(arguments: list[str] | None = None) -> int:
    """Run the bot as the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(prog="shuangkou", description="双扣 in Telegram groups.")
    parser.add_argument("--demo", action="store_true", help="show a table of computer players on the playground")
    parser.add_argument("--version", action="version", version=f"%(prog)s {version()}")
    options = parser.parse_args(arguments)
    settings = settings_or_exit()
    set_up(settings.log_level, settings.log_format, token=settings.bot_token.get_secret_value())
    if settings.has_token:
        if is_open_to_all(ENV_FILE):
            log.warning("every user of this machine can read %s and the token in it: chmod 600 %s", ENV_FILE, ENV_FILE)
        from bot.application import serve  # here, where nothing has begun that would have to be ended

        return asyncio.run(_run(partial(serve, settings)))
    return asyncio.run(_run(partial(_play_here, settings, demo=options.demo)))


async def _run(serve: Callable[[asyncio.Event], Awaitable[None]]) -> int:
    """Let `serve` run until the event that it is given is set; the exit status."""
    from storage import DatabaseError

    stop = asyncio.Event()
    try:
        with answered_by(stop.set):
            await serve(stop)
    except (StartError, DatabaseError) as error:
        log.debug("the program ends: %s", error, exc_info=error)
        sys.stderr.write(f"{error}\n")
        return EXIT_CODE
    return 0


async def _play_here(settings: Settings, stop: asyncio.Event, *, demo: bool) -> None:
    """Run the bot, unchanged, on a Telegram of its own; nothing is kept when it ends."""
    from bot.playground import Playground
    from bot.process.host import free_port

    with TemporaryDirectory(prefix="shuangkou-") as folder:
        async with Playground(settings.playground_host, settings.playground_port) as playground:
            app_port = free_port()
            here = settings.model_copy(
                update={
                    "bot_token": SecretStr(playground.token),
                    "api_base": playground.api_base,
                    "database": Path(folder) / "playground.sqlite3",
                    "app_url": f"http://127.0.0.1:{app_port}/",
                    "webhook_url": "",
                    "webhook_host": "127.0.0.1",
                    "webhook_port": app_port,
                    "no_proxy": "*",  # it is on this machine, whatever PLAYGROUND_HOST calls it
                }
            )
            sys.stdout.write(
                f"No BOT_TOKEN is set, so here is a Telegram of your own: open {playground.url} and send /newgame.\n"
                "To play on Telegram, put the token from @BotFather into .env as BOT_TOKEN and run this again.\n"
            )
            sys.stdout.flush()
            from bot.application import serve  # takes a second, which the reader of the address need not wait for

            show = asyncio.create_task(playground.demo()) if demo else None
            try:
                await serve(here, stop)
            finally:
                if show is not None:
                    show.cancel()
                    await asyncio.gather(show, return_exceptions=True)
