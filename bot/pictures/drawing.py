"""From any model to the bytes of its picture."""

from bot.pictures.decision import draw_decision
from bot.pictures.hand import draw_hand
from bot.pictures.models import (
    DecisionPicture,
    HandPicture,
    Picture,
    RankPicture,
    ResultPicture,
    StatsPicture,
)
from bot.pictures.rank import draw_rank
from bot.pictures.result import draw_result
from bot.pictures.stats import draw_stats


def draw(picture: Picture) -> bytes:
    """Draw a picture on the calling thread.

    :return: a PNG file.
    :raises TypeError: if the model is none of those of ``models``.
    """
    match picture:
        case HandPicture():
            return draw_hand(picture)
        case DecisionPicture():
            return draw_decision(picture)
        case ResultPicture():
            return draw_result(picture)
        case RankPicture():
            return draw_rank(picture)
        case StatsPicture():
            return draw_stats(picture)
        case _:
            raise TypeError(f"a {type(picture).__name__} cannot be drawn; a model of bot.pictures.models can")
