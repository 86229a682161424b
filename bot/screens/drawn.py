"""People as pictures take them: names without the isolates of a line of text, teams by letter."""

from bot.locales import Texts
from bot.pictures.models import Team
from bot.screens.people import COMPUTER_MARK, clean, plain_name
from bot.tables.state import Computer, Occupant
from engine.scoring import Seat


def drawn_name(occupant: Occupant, number: int, texts: Texts) -> str:
    """An occupant's name in a picture; `number` (1…4) tells people without a name apart."""
    if isinstance(occupant, Computer):
        return COMPUTER_MARK + plain_name(occupant, number, texts)
    return clean(occupant.name) or texts("nameless", number=number)


def drawn_team(seat: Seat) -> Team:
    """The team of a seat."""
    return Team.B if seat & 1 else Team.A
