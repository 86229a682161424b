"""The Mini App put together."""

from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from bot.app.doors import Codes, Doors
from bot.app.presence import Presence
from bot.app.server import BUILD, Pages
from bot.app.sign_in import SignIn
from bot.app.sockets import MESSAGES, Sockets
from bot.app.stage import AppStage
from bot.handlers.services import Services
from bot.handlers.throttle import Allowance

SIGN_IN_HOURS: Final = 24.0


class MiniApp:
    """The Mini App as the bot knows it: where it is served, and the stage that shows tables there.

    Args:
        services: what the bot works with.
        presence: whom it tells who is there.
        url: its public address, with a slash at the end.
        hours: how old Telegram's word may be that lets somebody in.
        messages: what one page may send.
    """

    def __init__(
        self,
        services: Services,
        presence: Presence,
        url: str,
        hours: float = SIGN_IN_HOURS,
        messages: Allowance = MESSAGES,
    ) -> None:
        token = services.settings.bot_token.get_secret_value()
        self.doors = Doors(Codes(token), services.tables, services.bot, services.clock)
        sign_in = SignIn(token, hours, services.wall, services.clock)
        self.sockets = Sockets(services, sign_in, self.doors, BUILD, presence, messages)
        self.stage = AppStage(self.sockets)
        self._pages = Pages(self.sockets, url, _frames(services.settings.api_base, url))

    def add_routes(self, application: web.Application) -> None:
        """Serve it."""
        self._pages.add_routes(application)


def _frames(api_base: str, url: str) -> tuple[str, ...]:
    """Who may show the page in a frame, beside Telegram: the playground, which has the Bot API on its own server. Its
    page is the only one without TLS.
    """
    api = urlsplit(api_base)
    if not url.startswith("http://"):
        return ()
    names = {api.hostname, "127.0.0.1", "localhost"} if api.hostname in ("127.0.0.1", "localhost") else {api.hostname}
    return tuple(f"{api.scheme}://{name}:{api.port}" for name in sorted(filter(None, names)))
