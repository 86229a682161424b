"""Reading cards: what they are as a lead, or against what lies on the table (rules §3.2)."""

from typing import Final

from engine.cards import HAND_SIZE, Counts, format_counts, parse_counts
from engine.codes import PlayCode, beats, top_of
from engine.diagnosis import Cause, why_no_play, why_not_beaten
from engine.errors import ChoiceNotOffered, DoesNotBeat, ErrorCode, NotAPlay, NotationError
from engine.grammar import grammar, readings
from engine.plays import Play, PlayType
from engine.ruleset import DEFAULT_RULES, RuleSet


def read(
    cards: Counts, to_beat: Play | None = None, rules: RuleSet = DEFAULT_RULES, choice: PlayType | None = None
) -> Play:
    """Return what cards are when they are led (`to_beat` is None) or follow `to_beat` (rules §3.2).

    Args:
        cards: what is played, at most 27 cards.
        to_beat: the play on the table; None for a lead.
        rules: the rule set of the table.
        choice: the type the player wants where two tie; unasked it is straight before pair run before triple run.

    Raises:
        NotationError: no cards, or more than a hand can hold.
        NotAPlay: the cards are no play.
        DoesNotBeat: they are, but do not beat `to_beat`.
        ChoiceNotOffered: they cannot count as `choice` here.

    >>> read(parse_counts("456wWW"), to_beat=read(parse_counts("334455"))).type.value
    'pair_run'
    """
    size = sum(cards)
    if not size:
        raise NotationError("no cards were chosen; a play has at least one", ErrorCode.NO_CARDS, rule="§3")
    if size > HAND_SIZE:
        raise NotationError(
            f"{size} cards are more than a hand of {HAND_SIZE} holds", ErrorCode.TOO_MANY_CARDS, rule="§1", number=size
        )
    codes = readings(cards, grammar(rules))
    if not codes:
        raise _no_play(cards, rules)
    offered = _leads(codes) if to_beat is None else [code for code in codes if beats(code, to_beat.code)]
    if not offered and to_beat is not None:
        raise _does_not_beat(cards, codes, to_beat)
    if choice is None:
        return Play(offered[0], cards)
    for code in offered:
        play = Play(code, cards)
        if play.type is choice:
            return play
    raise ChoiceNotOffered(
        f"{format_counts(cards)} does not count as {choice} here, but as {Play(offered[0], cards).type}",
        ErrorCode.CHOICE_NOT_OFFERED,
        rule="§3.2",
        cards=format_counts(cards),
        choice=choice.value,
        offered=[Play(code, cards).type.value for code in offered],
    )


def choices(cards: Counts, to_beat: Play | None = None, rules: RuleSet = DEFAULT_RULES) -> tuple[Play, ...]:
    """Return the readings among which the player may choose, the one taken unasked first.

    There is none where the cards cannot be played.

    >>> [play.type.value for play in choices(parse_counts("QKAwwW"))]
    ['straight', 'pair_run']
    """
    if not 0 < sum(cards) <= HAND_SIZE:
        return ()
    codes = readings(cards, grammar(rules))
    offered = _leads(codes) if to_beat is None else [code for code in codes if beats(code, to_beat.code)]
    return tuple(Play(code, cards) for code in offered)


def _leads(codes: tuple[PlayCode, ...]) -> list[PlayCode]:
    """The readings of a lead: those with the highest top rank (one bomb stands alone already)."""
    if len(codes) < 2:
        return list(codes)
    top = max(map(top_of, codes))
    return [code for code in codes if top_of(code) == top]


_CODES: Final = {
    Cause.OTHER_TYPE: ErrorCode.WRONG_TYPE,
    Cause.NEEDS_BOMB: ErrorCode.WRONG_TYPE,
    Cause.OTHER_SIZE: ErrorCode.WRONG_SIZE,
}
"""What a cause is called for programs; all others are that it is too low."""


def _no_play(cards: Counts, rules: RuleSet) -> NotAPlay:
    """The refusal of cards that are no play."""
    diagnosis = why_no_play(cards, rules)
    text = format_counts(cards)
    return NotAPlay(
        f"{text} is no play ({diagnosis.cause})",
        ErrorCode.NOT_A_PLAY,
        diagnosis=diagnosis,
        rule="§3",
        cards=text,
    )


def _does_not_beat(cards: Counts, codes: tuple[PlayCode, ...], to_beat: Play) -> DoesNotBeat:
    """The refusal that names the nearest reason."""
    tried = [Play(code, cards) for code in codes]
    same_type = [play for play in tried if play.type is to_beat.type or (play.is_bomb and to_beat.is_bomb)]
    play = (same_type or tried)[0]
    diagnosis = why_not_beaten(play, to_beat)
    tried_name, name = (reading.type.replace("_", " ") for reading in (play, to_beat))
    return DoesNotBeat(
        f"{format_counts(cards)} is a {tried_name} and does not beat the {name} on the table ({diagnosis.cause})",
        _CODES.get(diagnosis.cause, ErrorCode.TOO_LOW),
        diagnosis=diagnosis,
        rule="§3.1" if play.is_bomb else "§3",
        tried=play,
        to_beat=to_beat,
    )


def parse_play(text: str, to_beat: Play | None = None, rules: RuleSet = DEFAULT_RULES) -> Play:
    """`read` for a text of cards.

    >>> parse_play("3333").phases
    4
    """
    return read(parse_counts(text), to_beat, rules)
