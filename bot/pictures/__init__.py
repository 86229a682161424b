"""Pictures of the game, drawn with Pillow: hands, results, rank cards, statistics.

The bot makes a frozen model, whose words are already localised, and asks a ``PictureStudio`` for the file:

    studio = PictureStudio()
    file = await studio.png(HandPicture(cards=("S7", "H7", "w")))

Nothing here knows the engine, the database or Telegram. From the picture down:

    studio ──► drawing ──► hand, decision, result, rank, stats
               ──► parts, layout ──► models, deck, canvas ──► shapes, text
"""

from bot.pictures.deck import DeckColours
from bot.pictures.drawing import draw
from bot.pictures.models import (
    CHART_DEALS,
    DRAWING_VERSION,
    RUNGS,
    Change,
    Choice,
    Contribution,
    DealBar,
    DecisionPicture,
    DecisionSeat,
    Fact,
    HandPicture,
    KindRow,
    Picture,
    RankPicture,
    ResultPicture,
    ResultRow,
    Sorting,
    StatsPicture,
    Team,
)
from bot.pictures.studio import PictureStudio

__all__ = [
    "CHART_DEALS",
    "DRAWING_VERSION",
    "RUNGS",
    "Change",
    "Choice",
    "Contribution",
    "DealBar",
    "DecisionPicture",
    "DecisionSeat",
    "DeckColours",
    "Fact",
    "HandPicture",
    "KindRow",
    "Picture",
    "PictureStudio",
    "RankPicture",
    "ResultPicture",
    "ResultRow",
    "Sorting",
    "StatsPicture",
    "Team",
    "draw",
]
