"""Ranks, plays, and why cards cannot be played, in words."""

from typing import Final

from engine.cards import LOWEST, RANKS, Rank
from engine.codes import WIDTHS, type_of
from engine.diagnosis import Diagnosis, Fact
from engine.plays import Play, PlayType
from engine.words.messages import Messages, Value

_TYPES: Final = {
    PlayType.SINGLE: "type-single",
    PlayType.PAIR: "type-pair",
    PlayType.TRIPLE: "type-triple",
    PlayType.STRAIGHT: "type-straight",
    PlayType.PAIR_RUN: "type-pair-run",
    PlayType.TRIPLE_RUN: "type-triple-run",
    PlayType.BOMB: "type-bomb",
    PlayType.CHAIN_BOMB: "type-chain-bomb",
}
_READINGS: Final = {
    PlayType.SINGLE: "reading-single",
    PlayType.PAIR: "reading-pair",
    PlayType.TRIPLE: "reading-triple",
    PlayType.STRAIGHT: "reading-straight",
    PlayType.PAIR_RUN: "reading-pair-run",
    PlayType.TRIPLE_RUN: "reading-triple-run",
}


def rank_text(rank: Rank, texts: Messages) -> str:
    """Return a rank as printed on a card; the jokers by their names."""
    if rank is Rank.SMALL_JOKER:
        return texts("joker-small")
    if rank is Rank.BIG_JOKER:
        return texts("joker-big")
    return "10" if rank is Rank.TEN else rank.value


def top_text(top: int, texts: Messages) -> str:
    """Return the rank of a strength, 3…17."""
    return rank_text(RANKS[top - LOWEST], texts)


def type_text(play_type: PlayType, texts: Messages) -> str:
    """Return the name of a type of play."""
    return texts(_TYPES[play_type])


def reading_text(play: Play, texts: Messages) -> str:
    """Return what a play counts as: `对7`, `顺子 4–9`, `5相炸`, `连炸 7相`."""
    if play.is_bomb:
        return bomb_text(play, texts)
    return texts(_READINGS[play.type], **ends_of(play, texts))


def ends_of(play: Play, texts: Messages) -> dict[str, str]:
    """Return the lowest and highest rank of a play that is no bomb, as the values `low` and `high` of a message."""
    top = play.top or 0
    length = play.size // WIDTHS[type_of(play.code)]
    return {"low": top_text(top - length + 1, texts), "high": top_text(top, texts)}


def bomb_text(play: Play, texts: Messages) -> str:
    """Return the phases of a bomb, and whether they are counted out of a chain."""
    if play.is_king_bomb:
        return texts("bomb-kings", phases=play.phases)
    if play.type is PlayType.BOMB:
        return texts("bomb-natural", phases=play.phases)
    if play.is_natural:
        return texts("bomb-chain-natural", phases=play.phases)
    return texts("bomb-chain", phases=play.phases)


def diagnosis_text(diagnosis: Diagnosis, texts: Messages) -> str:
    """Return why cards cannot be played: a sentence without its full stop, of at most 200 characters.

    >>> from engine.cards import parse_counts
    >>> from engine.diagnosis import why_no_play
    >>> from engine.words.messages import messages_for
    >>> diagnosis_text(why_no_play(parse_counts("3344")), messages_for("en", "plays"))
    'A pair run has at least 3 pairs'
    """
    values = {name: _fact_text(fact, texts) for name, fact in diagnosis.facts.items()}
    return texts(f"why-{diagnosis.cause.replace('_', '-')}", **values)


def _fact_text(fact: Fact, texts: Messages) -> Value:
    match fact:
        case Play():
            return reading_text(fact, texts)
        case Rank():
            return rank_text(fact, texts)
        case PlayType():
            return type_text(fact, texts)
        case int():
            return fact
