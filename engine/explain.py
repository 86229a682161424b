"""Everything behind a reading of cards, as data that a front end can put into words."""

from dataclasses import dataclass

from engine.cards import BIG, LOWEST, NO_CARDS, SMALL, TWO, Counts, Rank, ranks_of, remove
from engine.codes import (
    HIGHEST_TOPS,
    SHORTEST_CHAIN,
    BombKind,
    BombStrength,
    bomb_strength,
    natural_code,
    plain_code,
)
from engine.diagnosis import Diagnosis
from engine.errors import DoesNotBeat, NotAPlay
from engine.grammar import grammar, readings
from engine.plays import PLAIN_TYPES, Play, PlayType, plain_shape
from engine.reading import choices, read
from engine.ruleset import DEFAULT_RULES, RuleSet


@dataclass(frozen=True, slots=True)
class Counting:
    """A way to count a bomb (rules §3.1): `cards` are those that count, the others are cut off."""

    cards: Counts
    phases: int
    is_natural: bool
    strength: BombStrength


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything behind a reading.

    Either `play` is there, or `diagnosis` says why the cards cannot be played.
    """

    cards: Counts
    to_beat: Play | None
    rules: RuleSet
    play: Play | None
    diagnosis: Diagnosis | None
    joker_ranks: tuple[tuple[Rank, Rank], ...]
    """Each joker that stands for something else, and what for."""
    choices: tuple[Play, ...]
    """The readings that tie, if there are several; the one that is taken unasked first (rules §3.2)."""
    passed_over: tuple[Play, ...]
    """What the cards could be too, but are not here: on the table too weak, or of another type; as a lead lower."""
    countings: tuple[Counting, ...]
    """The ways to count a bomb, the strongest first; of a chain bomb the best of each sort."""
    lower: tuple[Counts, ...]
    """The plays of the same type and size that it beats, lowest first; for a bomb see rules §3.1."""
    higher: tuple[Counts, ...]
    """The plays of the same type and size that beat it, lowest first."""


def explain(
    cards: Counts, to_beat: Play | None = None, rules: RuleSet = DEFAULT_RULES, choice: PlayType | None = None
) -> Explanation:
    """Explain what `cards` are, led or laid on `to_beat`; `choice` is the player's type where two tie.

    Raises:
        NotationError: no cards, or more than a hand can hold.
        ChoiceNotOffered: they cannot count as `choice` here.

    >>> from engine.cards import parse_counts
    >>> explanation = explain(parse_counts("456wWW"))
    >>> [f"{joker} for {rank}" for joker, rank in explanation.joker_ranks]
    ['w for 7', 'W for 8', 'W for 9']
    >>> [play.type.value for play in explanation.passed_over]
    ['pair_run']
    """
    possible = tuple(Play(code, cards) for code in readings(cards, grammar(rules)))
    play: Play | None = None
    diagnosis: Diagnosis | None = None
    try:
        play = read(cards, to_beat, rules, choice)
    except (NotAPlay, DoesNotBeat) as error:
        diagnosis = error.diagnosis
    offered = choices(cards, to_beat, rules)
    lower, higher = _same_kind(play) if play else ((), ())
    return Explanation(
        cards=cards,
        to_beat=to_beat,
        rules=rules,
        play=play,
        diagnosis=diagnosis,
        joker_ranks=_joker_ranks(play) if play else (),
        choices=offered if len(offered) > 1 else (),
        passed_over=tuple(reading for reading in possible if play and reading not in offered),
        countings=countings_of(play) if play else (),
        lower=lower,
        higher=higher,
    )


def _joker_ranks(play: Play) -> tuple[tuple[Rank, Rank], ...]:
    jokers = [Rank.SMALL_JOKER] * play.cards[SMALL] + [Rank.BIG_JOKER] * play.cards[BIG]
    shape = play.counts_as
    if not any(play.cards[:SMALL]) and any(shape[SMALL:]):  # jokers alone: those of the same colour are themselves
        pairs = zip(jokers, [Rank.SMALL_JOKER] * shape[SMALL] + [Rank.BIG_JOKER] * shape[BIG], strict=True)
        return tuple((joker, rank) for joker, rank in pairs if joker is not rank)
    taken = remove(shape, play.cards[:SMALL] + b"\0\0")
    ranks = [rank for rank in ranks_of(taken) for _ in range(taken[rank.slot])]
    return tuple(zip(jokers, ranks, strict=True))


def countings_of(play: Play) -> tuple[Counting, ...]:
    """The ways to count a bomb, strongest first: of a chain the best stretch, cut down, and the best single group.

    >>> from engine.cards import format_counts, parse_counts
    >>> [(format_counts(each.cards), each.phases) for each in countings_of(read(parse_counts("333344444455555")))]
    [('333344445555', 7), ('444444', 6)]
    """
    if not play.is_bomb:
        return ()
    if play.type is PlayType.BOMB:
        return (Counting(play.counts_as, play.phases, play.is_natural, bomb_strength(play.code)),)
    groups = play.counts_as
    naturals = [_counting(groups, slot, slot, groups[slot]) for slot in range(TWO + 1) if groups[slot]]
    stretches = [
        _counting(groups, first, last, min(groups[first : last + 1]))
        for first in range(TWO + 1)
        for last in range(first + SHORTEST_CHAIN - 1, TWO + 1)
        if min(groups[first : last + 1])
    ]
    best = [max(countings, key=_strength) for countings in (naturals, stretches)]
    return tuple(sorted(best, key=_strength, reverse=True))


def _strength(counting: Counting) -> BombStrength:
    return counting.strength


def _counting(groups: Counts, first: int, last: int, width: int) -> Counting:
    """The ranks from slot `first` to `last`, cut down to `width` cards each."""
    cards = bytearray(NO_CARDS)
    cards[first : last + 1] = bytes([width]) * (last - first + 1)
    if first == last:
        strength = bomb_strength(natural_code(width, first))
    else:
        length = last - first + 1
        points = width * sum(range(first + LOWEST, last + LOWEST + 1))
        strength = BombStrength(width + length, BombKind.COUNTED_OUT, width * length, points)
    return Counting(bytes(cards), strength.phases, first == last, strength)


def _same_kind(play: Play) -> tuple[tuple[Counts, ...], tuple[Counts, ...]]:
    """The plays of the same type and size below and above one that is no bomb."""
    if play.top is None:
        return (), ()
    play_type = PLAIN_TYPES.index(play.type)
    length = len(ranks_of(play.counts_as))
    shapes = {
        top: plain_shape(plain_code(play_type, play.size, top))
        for top in range(LOWEST + length - 1, HIGHEST_TOPS[play_type] + 1)
    }
    return (
        tuple(shape for top, shape in shapes.items() if top < play.top),
        tuple(shape for top, shape in shapes.items() if top > play.top),
    )
