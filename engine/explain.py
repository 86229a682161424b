"""Why cards count as what they count as: everything behind a reading, as data that a front end can put into words."""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from engine.cards import BIG, LOWEST, NO_CARDS, SMALL, TWO, Counts, Rank, ranks_of, remove
from engine.codes import (
    BOMB_BIT,
    RUNS,
    SHORTEST_CHAIN,
    SMALLEST_BOMB,
    BombKind,
    BombStrength,
    bomb_strength,
    natural_code,
    plain_code,
)
from engine.errors import DoesNotBeat, NotAPlay
from engine.grammar import grammar, readings
from engine.plays import PLAIN_TYPES, Play, PlayType, plain_shape
from engine.reading import choices, read
from engine.ruleset import DEFAULT_RULES, RuleSet

_HIGHEST: Final = (17, 17, 15, 14, 14, 14)
"""The highest top rank of the six types that are not bombs."""


@unique
class Flaw(StrEnum):
    """Why cards are no play at all (rules §3, §3.2)."""

    ORDINARY_JOKER = "ordinary_joker"
    """A joker that stands for nothing here lies with other cards."""
    MIXED_JOKERS = "mixed_jokers"
    """The two colours of jokers are no pair, or there are too many of them alone."""
    ENDS_AT_ACE = "ends_at_ace"
    """It would be a run, if runs went on to the 2."""
    CHAIN_ENDS_AT_ACE = "chain_ends_at_ace"
    """It would be a chain bomb, if this table let chains go on to the 2."""
    SHORT_STRAIGHT = "short_straight"
    SHORT_PAIR_RUN = "short_pair_run"
    SHORT_TRIPLE_RUN = "short_triple_run"
    SHORT_CHAIN = "short_chain"
    """These four: consecutive, but too few ranks."""
    GAP = "gap"
    """The groups are equal, but the ranks are not consecutive."""
    GOES_ROUND = "goes_round"
    """The same with 2 and 3 in it, which are never neighbours."""
    ATTACHMENT = "attachment"
    """Three or more of a rank and other cards beside them: nothing is ever attached."""
    UNLIKE = "unlike"
    """The cards have nothing in common."""


_SHORT_RUNS: Final = (Flaw.SHORT_STRAIGHT, Flaw.SHORT_PAIR_RUN, Flaw.SHORT_TRIPLE_RUN)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to count a bomb (rules §3.1): `cards` are those that count, the others are cut off."""

    cards: Counts
    phases: int
    is_natural: bool
    strength: BombStrength


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything behind a reading.

    Either `play` is there, or `refusal` says why the cards cannot be played; `flaw` says more where they are no play at
    all.
    """

    cards: Counts
    to_beat: Play | None
    rules: RuleSet
    play: Play | None
    refusal: NotAPlay | DoesNotBeat | None
    tried: Play | None
    """What the cards are, where they do not beat `on`."""
    flaw: Flaw | None
    stand_ins: tuple[tuple[Rank, Rank], ...]
    """Each joker that stands for something else, and what for."""
    choices: tuple[Play, ...]
    """The readings that tie, if there are several; the one that is taken unasked first (rules §3.2)."""
    passed_over: tuple[Play, ...]
    """What the cards could be too, but are not here: on the table too weak, or of another type; as a lead lower."""
    ways: tuple[Way, ...]
    """The ways to count a bomb, the strongest first; of a chain bomb the best of each sort."""
    lower: tuple[Counts, ...]
    """The plays of the same type and size that it beats, lowest first; for a bomb see rules §3.1."""
    higher: tuple[Counts, ...]
    """The plays of the same type and size that beat it, lowest first."""


def explain(
    cards: Counts, to_beat: Play | None = None, rules: RuleSet = DEFAULT_RULES, choice: PlayType | None = None
) -> Explanation:
    """Explain what `cards` are, led or laid on `on`, in which `choice` is the player's type where two tie.

    Raises:
        NotationError: no cards, or more than a hand can hold.
        ChoiceNotOffered: they cannot count as `choice` here.

    >>> from engine.cards import parse_counts
    >>> explanation = explain(parse_counts("456wWW"))
    >>> [f"{joker} for {rank}" for joker, rank in explanation.stand_ins]
    ['w for 7', 'W for 8', 'W for 9']
    >>> [play.type.value for play in explanation.passed_over]
    ['pair_run']
    """
    possible = tuple(Play(code, cards) for code in readings(cards, grammar(rules)))
    play: Play | None = None
    tried: Play | None = None
    refusal: NotAPlay | DoesNotBeat | None = None
    try:
        play = read(cards, to_beat, rules, choice)
    except NotAPlay as error:
        refusal = error
    except DoesNotBeat as error:
        refusal, tried = error, next(reading for reading in possible if reading == error.facts["tried"])
    offered = choices(cards, to_beat, rules)
    lower, higher = _same_kind(play) if play else ((), ())
    return Explanation(
        cards=cards,
        to_beat=to_beat,
        rules=rules,
        play=play,
        refusal=refusal,
        tried=tried,
        flaw=None if possible else flaw_of(cards, rules),
        stand_ins=_stand_ins(play) if play else (),
        choices=offered if len(offered) > 1 else (),
        passed_over=tuple(reading for reading in possible if play and reading not in offered),
        ways=ways_to_count(play) if play else (),
        lower=lower,
        higher=higher,
    )


def _stand_ins(play: Play) -> tuple[tuple[Rank, Rank], ...]:
    jokers = [Rank.SMALL_JOKER] * play.cards[SMALL] + [Rank.BIG_JOKER] * play.cards[BIG]
    shape = play.counts_as
    if not any(play.cards[:SMALL]) and any(shape[SMALL:]):  # jokers alone: those of the same colour are themselves
        pairs = zip(jokers, [Rank.SMALL_JOKER] * shape[SMALL] + [Rank.BIG_JOKER] * shape[BIG], strict=True)
        return tuple((joker, rank) for joker, rank in pairs if joker is not rank)
    taken = remove(shape, play.cards[:SMALL] + b"\0\0")
    ranks = [rank for rank in ranks_of(taken) for _ in range(taken[rank.slot])]
    return tuple(zip(jokers, ranks, strict=True))


def ways_to_count(play: Play) -> tuple[Way, ...]:
    """The ways to count a bomb, strongest first: of a chain the best stretch, cut down, and the best single group.

    >>> from engine.cards import format_counts, parse_counts
    >>> [(format_counts(way.cards), way.phases) for way in ways_to_count(read(parse_counts("333344444455555")))]
    [('333344445555', 7), ('444444', 6)]
    """
    if not play.is_bomb:
        return ()
    if play.type is PlayType.BOMB:
        return (Way(play.counts_as, play.phases, play.is_natural, bomb_strength(play.code)),)
    groups = play.counts_as
    naturals = [_way(groups, slot, slot, groups[slot]) for slot in range(TWO + 1) if groups[slot]]
    stretches = [
        _way(groups, first, last, min(groups[first : last + 1]))
        for first in range(TWO + 1)
        for last in range(first + SHORTEST_CHAIN - 1, TWO + 1)
        if min(groups[first : last + 1])
    ]
    best = [max(ways, key=lambda way: way.strength) for ways in (naturals, stretches)]
    return tuple(sorted(best, key=lambda way: way.strength, reverse=True))


def _way(groups: Counts, first: int, last: int, width: int) -> Way:
    """The ranks from slot `first` to `last`, cut down to `width` cards each."""
    cards = bytearray(NO_CARDS)
    cards[first : last + 1] = bytes([width]) * (last - first + 1)
    if first == last:
        strength = bomb_strength(natural_code(width, first))
    else:
        length = last - first + 1
        points = width * sum(range(first + LOWEST, last + LOWEST + 1))
        strength = BombStrength(width + length, BombKind.COUNTED_OUT, width * length, points)
    return Way(bytes(cards), strength.phases, first == last, strength)


def _same_kind(play: Play) -> tuple[tuple[Counts, ...], tuple[Counts, ...]]:
    """The plays of the same type and size below and above one that is no bomb."""
    if play.top is None:
        return (), ()
    play_type = PLAIN_TYPES.index(play.type)
    length = len(ranks_of(play.counts_as))
    shapes = {
        top: plain_shape(plain_code(play_type, play.size, top))
        for top in range(LOWEST + length - 1, _HIGHEST[play_type] + 1)
    }
    return (
        tuple(shape for top, shape in shapes.items() if top < play.top),
        tuple(shape for top, shape in shapes.items() if top > play.top),
    )


def flaw_of(cards: Counts, rules: RuleSet = DEFAULT_RULES) -> Flaw:
    """The nearest reason why cards that are no play are none.

    >>> from engine.cards import parse_counts
    >>> [flaw_of(parse_counts(text)).value for text in ("JQKA2", "3344", "33345", "33557799")]
    ['ends_at_ace', 'short_pair_run', 'attachment', 'gap']
    """
    grammar_ = grammar(rules)
    wild = grammar_.wild(cards)
    groups = cards[:SMALL]
    held = [number for number in groups if number]
    if not held:
        return Flaw.MIXED_JOKERS
    if wild < cards[SMALL] + cards[BIG]:
        return Flaw.ORDINARY_JOKER
    size, span = sum(cards), len(groups.strip(b"\0"))
    if groups[TWO] and not groups[0]:
        lower_by_one = groups[1:] + b"\0" + cards[SMALL:]
        codes = readings(lower_by_one, grammar_)
        if codes:
            return Flaw.CHAIN_ENDS_AT_ACE if codes[0] >= BOMB_BIT else Flaw.ENDS_AT_ACE
    if len(held) == 2 and span == 2 and sum(max(0, SMALLEST_BOMB - number) for number in held) <= wild:
        return Flaw.SHORT_CHAIN
    for flaw, (_, width, shortest) in zip(_SHORT_RUNS, RUNS, strict=True):
        length, rest = divmod(size, width)
        if len(held) > 1 and max(held) <= width and not rest and span <= length < shortest:
            return flaw
    if len(set(held)) == 1 and len(held) > 2 and span > len(held) + wild // held[0]:
        return Flaw.GOES_ROUND if groups[0] and groups[TWO] else Flaw.GAP
    return Flaw.ATTACHMENT if max(held) >= 3 else Flaw.UNLIKE
