"""The diagnosis of cards that cannot be played: why they are no play, or do not beat another.

This is the one diagnosis of the code base, as data: `engine.words` says it in a language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from itertools import pairwise
from typing import Final, TypeAlias

from engine.cards import ACE, BIG, LOWEST, RANKS, SMALL, TWO, Counts, Rank
from engine.codes import (
    BOMB_BIT,
    HIGHEST_TOPS,
    RUNS,
    SHORTEST_CHAIN,
    SMALLEST_BOMB,
    BombKind,
    bomb_strength,
    type_of,
)
from engine.grammar import Grammar, grammar, readings
from engine.plays import PLAIN_TYPES, Play, PlayType
from engine.ruleset import DEFAULT_RULES, NATURAL_PHASE_LIMIT, RuleSet


@unique
class Cause(StrEnum):
    """The reasons why cards cannot be played, and the facts that go with each."""

    # They are no play at all (rules §3, §3.2):

    ORDINARY_JOKER = "ordinary_joker"
    """A joker that stands for nothing here lies with other cards. Facts: `joker`."""
    MIXED_JOKERS = "mixed_jokers"
    """The two colours of jokers are no pair, or there are too many of them alone."""
    ENDS_AT_ACE = "ends_at_ace"
    """It would be a run, or the beginning of one, if runs went on to the 2."""
    CHAIN_ENDS_AT_ACE = "chain_ends_at_ace"
    """It would be a chain bomb, or the beginning of one, if this table let chains go on to the 2."""
    SHORT_STRAIGHT = "short_straight"
    SHORT_PAIR_RUN = "short_pair_run"
    SHORT_TRIPLE_RUN = "short_triple_run"
    SHORT_CHAIN = "short_chain"
    """These four: consecutive, but too few ranks."""
    INCOMPLETE_RUN = "incomplete_run"
    """A run with jokers left over. Facts: `type`, and how many cards are `missing`."""
    UNEVEN_RUN = "uneven_run"
    """Consecutive ranks, but one has too many or too few cards. Facts: `type`, `width`, `rank`, `number`."""
    THIN_CHAIN = "thin_chain"
    """Consecutive groups, but one is too small for a chain bomb. Facts: `rank` and the `number` of its cards."""
    GAP = "gap"
    """Groups of a run or a chain, but not of consecutive ranks. Facts: the ranks `low` and `high` beside the gap."""
    GOES_ROUND = "goes_round"
    """They would be consecutive, if the 3 followed the 2."""
    ATTACHMENT = "attachment"
    """Two or more of a rank and other cards beside them: nothing is ever attached."""
    UNLIKE = "unlike"
    """Single cards that have nothing in common."""

    # They are one, but do not beat what lies on the table (rules §3, §3.1, §4). Facts of all: the plays `tried` and
    # `to_beat`.

    OTHER_TYPE = "other_type"
    """No bombs, and of different types. Facts: the `type` to beat."""
    OTHER_SIZE = "other_size"
    """The same type with another number of cards. Facts: the `type`, the numbers `own` and `other`."""
    LOWER = "lower"
    """The same type and number of cards, but lower."""
    EQUAL = "equal"
    """Exactly as high."""
    NEEDS_BOMB = "needs_bomb"
    """No bomb, and a bomb lies on the table."""
    ONLY_BOMBS = "only_bombs"
    """No bomb, and what lies on the table is the highest of its `type`."""
    NOTHING_BEATS = "nothing_beats"
    """The highest bomb of all lies on the table."""
    FEWER_PHASES = "fewer_phases"
    """A bomb with fewer phases. Facts: the numbers `own` and `other`."""
    KINGS_ARE_WEAKEST = "kings_are_weakest"
    """Jokers alone on another bomb of as many `phases`."""
    CHAIN_MEETS_NATURAL = "chain_meets_natural"
    """A counted-out chain on a natural bomb of as many `phases`."""
    LOWER_RANK = "lower_rank"
    """Two natural bombs of as many `phases`. Facts: their ranks `own` and `other`."""
    FEWER_CARDS = "fewer_cards"
    """Two counted-out chains of as many `phases`. Facts: their cards after cutting down, `own` and `other`."""
    FEWER_POINTS = "fewer_points"
    """Two counted-out chains of as many `phases` and cards. Facts: the points of the cards, `own` and `other`."""


Fact: TypeAlias = int | Rank | PlayType | Play


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The nearest reason why cards cannot be played, with its facts (see `Cause`)."""

    cause: Cause
    facts: Mapping[str, Fact] = field(default_factory=dict)


_SHORT_RUNS: Final = (Cause.SHORT_STRAIGHT, Cause.SHORT_PAIR_RUN, Cause.SHORT_TRIPLE_RUN)
_WRONG_RUNS: Final = (*_SHORT_RUNS, Cause.INCOMPLETE_RUN, Cause.UNEVEN_RUN, Cause.ENDS_AT_ACE)
"""What is wrong with cards that were meant as a run."""


def why_no_play(cards: Counts, rules: RuleSet = DEFAULT_RULES) -> Diagnosis:
    """Return the nearest reason why cards that are no play are none.

    Args:
        cards: one card or more for which `engine.grammar.readings` finds nothing.
        rules: the rule set of the table.

    >>> from engine.cards import parse_counts
    >>> [why_no_play(parse_counts(text)).cause.value for text in ("JQKA2", "3344w", "33345", "33557799")]
    ['ends_at_ace', 'short_pair_run', 'attachment', 'gap']
    """
    reads = grammar(rules)
    groups = cards[:SMALL]
    if not any(groups):
        return Diagnosis(Cause.MIXED_JOKERS)
    if reads.wild(cards) < cards[SMALL] + cards[BIG]:
        joker = Rank.SMALL_JOKER if cards[SMALL] and not reads.wild_small else Rank.BIG_JOKER
        return Diagnosis(Cause.ORDINARY_JOKER, {"joker": joker})
    return _with_the_two(cards, reads) or _nearest(cards, reads)


def _with_the_two(cards: Counts, reads: Grammar) -> Diagnosis | None:
    """Of consecutive ranks that reach the 2: that they may not; seen by looking at them a rank lower."""
    if cards[0] or not cards[TWO]:
        return None
    lower_by_one = cards[1:SMALL] + b"\0" + cards[SMALL:]
    codes = readings(lower_by_one, reads)
    if codes:
        return Diagnosis(Cause.CHAIN_ENDS_AT_ACE if codes[0] >= BOMB_BIT else Cause.ENDS_AT_ACE)
    cause = _nearest(lower_by_one, reads).cause
    if cause in _WRONG_RUNS:
        return Diagnosis(Cause.ENDS_AT_ACE)
    return Diagnosis(Cause.CHAIN_ENDS_AT_ACE) if cause is Cause.SHORT_CHAIN and reads.chain_end < TWO else None


def _nearest(cards: Counts, reads: Grammar) -> Diagnosis:
    """Return what is wrong with cards, the 2 taken for a rank like all others."""
    wild = reads.wild(cards)
    groups = cards[:SMALL].strip(b"\0")
    held = [number for number in groups if number]
    largest = max(held)
    chain = _as_chain(cards, groups, wild)
    if chain:
        return chain
    if largest < SMALLEST_BOMB and sum(largest - number for number in groups) <= wild:
        return _unfinished(sum(cards), largest)
    if len(held) < len(groups) and (largest > 1 or len(held) > 2) and _are_alike(held):
        return _apart(cards, wild)
    if len(held) == len(groups) >= SHORTEST_CHAIN and largest == 2:
        return _uneven(cards, groups)
    return Diagnosis(Cause.ATTACHMENT if largest > 1 else Cause.UNLIKE)


def _as_chain(cards: Counts, groups: bytes, wild: int) -> Diagnosis | None:
    """Return what is wrong with bombs of consecutive ranks."""
    lacking = [max(0, SMALLEST_BOMB - number) for number in groups]
    if len(groups) == 2 and sum(lacking) <= wild:
        return Diagnosis(Cause.SHORT_CHAIN)
    if len(groups) < SHORTEST_CHAIN or not all(groups) or lacking.count(0) < 2:
        return None
    place = next((place for place, lack in enumerate(lacking) if lack), None)
    if place is None:  # it is a chain, but longer than chains may be here
        return Diagnosis(Cause.CHAIN_ENDS_AT_ACE)
    first = len(cards) - len(cards.lstrip(b"\0"))
    return Diagnosis(Cause.THIN_CHAIN, {"rank": RANKS[first + place], "number": groups[place]})


def _unfinished(size: int, width: int) -> Diagnosis:
    """Return what is wrong with consecutive ranks that have, or with jokers reach, `width` cards each."""
    run_type, _, shortest = RUNS[width - 1]
    if size < shortest * width:
        return Diagnosis(_SHORT_RUNS[width - 1])
    if size > (ACE + 1) * width:
        return Diagnosis(Cause.ENDS_AT_ACE)
    return Diagnosis(Cause.INCOMPLETE_RUN, {"type": PLAIN_TYPES[run_type], "missing": -size % width})


def _are_alike(held: list[int]) -> bool:
    return len(set(held)) == 1 or min(held) >= SMALLEST_BOMB


def _apart(cards: Counts, wild: int) -> Diagnosis:
    """Return where groups of a run or a chain are not neighbours: beside the widest gap."""
    slots = [slot for slot in range(SMALL) if cards[slot]]
    neighbours = list(pairwise(slots))
    gaps = [high - low - 1 for low, high in neighbours]
    low, high = neighbours[gaps.index(max(gaps))]
    if slots[0] == 0 and slots[-1] == TWO and sum(gaps) - max(gaps) <= wild // cards[low]:
        return Diagnosis(Cause.GOES_ROUND)
    return Diagnosis(Cause.GAP, {"low": RANKS[low], "high": RANKS[high]})


def _uneven(cards: Counts, groups: bytes) -> Diagnosis:
    """Return which rank is unlike the others, among consecutive ranks of one or two cards."""
    width = 1 if groups.count(1) > groups.count(2) else 2
    first = len(cards) - len(cards.lstrip(b"\0"))
    place = next(place for place, number in enumerate(groups) if number != width)
    run_type = PLAIN_TYPES[RUNS[width - 1].type]
    facts: dict[str, Fact] = {"type": run_type, "width": width, "rank": RANKS[first + place], "number": groups[place]}
    return Diagnosis(Cause.UNEVEN_RUN, facts)


def nothing_beats(play: Play) -> bool:
    """Return whether a play is the highest of all: twelve natural phases of the 2."""
    strength = bomb_strength(play.code)
    return play.is_natural and (strength.phases, strength.points) == (NATURAL_PHASE_LIMIT, TWO + LOWEST)


def why_not_beaten(tried: Play, to_beat: Play) -> Diagnosis:
    """Return why a play does not beat another.

    >>> from engine.reading import parse_play
    >>> why_not_beaten(parse_play("3333"), parse_play("44444")).cause.value
    'fewer_phases'
    """
    cause, facts = _compared_bombs(tried, to_beat) if tried.is_bomb else _compared(tried, to_beat)
    return Diagnosis(cause, {"tried": tried, "to_beat": to_beat, **facts})


def _compared(tried: Play, to_beat: Play) -> tuple[Cause, dict[str, Fact]]:
    """Return why a play that is no bomb does not beat another play."""
    if nothing_beats(to_beat):
        return Cause.NOTHING_BEATS, {}
    if to_beat.is_bomb:
        return Cause.NEEDS_BOMB, {}
    if to_beat.top == HIGHEST_TOPS[type_of(to_beat.code)]:
        return Cause.ONLY_BOMBS, {"type": to_beat.type}
    if tried.type is not to_beat.type:
        return Cause.OTHER_TYPE, {"type": to_beat.type}
    if tried.size != to_beat.size:
        return Cause.OTHER_SIZE, {"type": to_beat.type, "own": tried.size, "other": to_beat.size}
    return (Cause.EQUAL if tried.top == to_beat.top else Cause.LOWER), {}


def _compared_bombs(tried: Play, to_beat: Play) -> tuple[Cause, dict[str, Fact]]:
    """Return why a bomb does not beat another (rules §3.1)."""
    own, other = bomb_strength(tried.code), bomb_strength(to_beat.code)
    phases: dict[str, Fact] = {"phases": own.phases}
    if nothing_beats(to_beat):
        return Cause.NOTHING_BEATS, {}
    if own.phases != other.phases:
        return Cause.FEWER_PHASES, {"own": own.phases, "other": other.phases}
    if own == other:
        return Cause.EQUAL, {}
    if own.kind is BombKind.KINGS:
        return Cause.KINGS_ARE_WEAKEST, phases
    if own.kind is not other.kind:
        return Cause.CHAIN_MEETS_NATURAL, phases
    if own.kind is BombKind.NATURAL:
        ranks: dict[str, Fact] = {"own": RANKS[own.points - LOWEST], "other": RANKS[other.points - LOWEST]}
        return Cause.LOWER_RANK, phases | ranks
    if own.cards != other.cards:
        return Cause.FEWER_CARDS, phases | {"own": own.cards, "other": other.cards}
    return Cause.FEWER_POINTS, phases | {"own": own.points, "other": other.points}
