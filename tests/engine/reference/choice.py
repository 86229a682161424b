"""Which reading of some cards counts (rules §3.2), and what beats what (rules §3, §3.1)."""

from .notation import Rules
from .readings import Reading, all_readings

PREFERENCE = ("straight", "pair_run", "triple_run", "single", "pair", "triple")
"""Unasked, a straight comes before a pair run before a triple run; the others never tie with anything."""


def beats(reading: Reading, on: Reading) -> bool:
    """Whether a play read like this beats the play that lies on the table."""
    if reading.is_bomb and on.is_bomb:
        return reading.strength > on.strength
    if reading.is_bomb or on.is_bomb:
        return reading.is_bomb
    return (reading.type, reading.size) == (on.type, on.size) and reading.strength > on.strength


def lead_options(cards: str, rules: Rules) -> list[Reading]:
    """The readings a leader can have for these cards, the one they get unasked first; empty where they are no play.

    The strongest bomb if there is one. Else the highest top rank; more than one where two types reach it.
    """
    readings = all_readings(cards, rules)
    bombs = [reading for reading in readings if reading.is_bomb]
    if bombs:
        strongest = max(reading.strength for reading in bombs)
        return [reading for reading in bombs if reading.strength == strongest]
    highest = max((reading.strength for reading in readings), default=())
    tied = [reading for reading in readings if reading.strength == highest]
    return sorted(tied, key=lambda reading: PREFERENCE.index(reading.type))


def follow_option(cards: str, on: Reading, rules: Rules) -> Reading | None:
    """The reading these cards have against `on`: the strongest that beats it, a bomb before the same type."""
    winning = [reading for reading in all_readings(cards, rules) if beats(reading, on)]
    bombs = [reading for reading in winning if reading.is_bomb]
    return max(bombs or winning, key=lambda reading: reading.strength, default=None)


def options(cards: str, on: Reading | None, rules: Rules) -> list[Reading]:
    """The readings these cards can have, leading (`on` is None) or following, the one that counts unasked first."""
    if on is None:
        return lead_options(cards, rules)
    follow = follow_option(cards, on, rules)
    return [] if follow is None else [follow]
