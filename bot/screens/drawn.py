"""People as pictures take them: names without the isolates of a line of text, teams by letter."""

from bot.locales import Texts
from bot.pictures.models import Team
from bot.screens.people import COMPUTER_MARK, Seated, seat_name
from bot.tables.state import Computer
from engine.seats import Seat, team_of


def drawn_name(deal: Seated, seat: Seat, texts: Texts) -> str:
    """The name of whoever sits at a seat, in a picture."""
    robot = COMPUTER_MARK if isinstance(deal.chairs[seat].occupant, Computer) else ""
    return robot + seat_name(deal, seat, texts)


def drawn_team(seat: Seat) -> Team:
    """The team of a seat."""
    return tuple(Team)[team_of(seat)]
