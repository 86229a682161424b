"""Hints with a reason: what could be done now, best first, a pass among them.

>>> from engine.cards import parse_counts
>>> from engine.deal import Deal
>>> deal = Deal.start([parse_counts(hand) for hand in ("5", "34", "678", "99")], leader=0)
>>> advise(deal.view(0), seed=1, budget=0.1)[0].reason
<Reason.GOES_OUT: 'goes-out'>
"""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from engine.cards import Rank
from engine.core.value_net import stretch
from engine.deal import View
from engine.players.base import require_turn
from engine.players.learned import is_compiled
from engine.players.master import MasterPlayer
from engine.plays import Play
from engine.seats import are_opponents, opponents_of, partner_of

_SHORT_HAND: Final = 3
"""Cards of somebody who may soon be out."""

ADVISED_WORLDS: Final = 240
"""Distributions of the hidden cards tried for a hint where the core is compiled: three times those of a move, since
most candidates drop out early and it takes only half as long again."""


@unique
class Reason(StrEnum):
    """The reason why an action is a good one, in one word for a text."""

    GOES_OUT = "goes-out"
    """It empties the hand 走完."""
    PARTNER_HOLDS = "partner-holds"
    """The trick is the partner's 让对家."""
    KEEPS_BOMB = "keeps-bomb"
    """Only a bomb would beat it 留炸弹."""
    KEEPS_HIGH = "keeps-high"
    """What would beat it is worth more later 留大牌."""
    CANNOT = "cannot"
    """Nothing beats it 要不起."""
    SENDS_PARTNER = "sends-partner"
    """The partner may go out on it 送对家."""
    BLOCKS = "blocks"
    """An opponent is about to go out 拦下家."""
    BOMBS = "bombs"
    """A bomb takes the lead 炸."""
    LOW_FIRST = "low-first"
    """Low cards go while there is the lead 小的先走."""
    MANY_AT_ONCE = "many-at-once"
    """Many cards go at once 一次多走."""
    CHEAPEST = "cheapest"
    """The weakest play that beats it 小的管."""
    TAKES_LEAD = "takes-lead"
    """A high play takes the lead 抢出牌权."""


@dataclass(frozen=True, slots=True)
class Advice:
    """An action, how good it is, and why one would choose it."""

    play: Play | None
    """None for a pass."""
    points: float
    """Points of the team in this deal from here on that are expected, both partners together."""
    behind: float
    """Points it is expected to earn less than the first advice."""
    is_close: bool
    """Whether it may be as good as the first: the difference is within two standard errors."""
    reason: Reason


def advise(view: View, seed: int, budget: float) -> list[Advice]:
    """Return what could be done, the action with the most expected points first.

    Args:
        view: of the seat to act.
        seed: of the deals that are tried; with the same seed and budget enough the advice is the same.
        budget: seconds it may take.

    Raises:
        NotYourTurn: the seat of the view is not to act.
    """
    require_turn(view)
    if not view.legal_plays and view.to_beat is not None:
        return [Advice(None, 0.0, 0.0, True, Reason.CANNOT)]
    also: tuple[Play | None, ...] = () if view.to_beat is None else (None,)
    worlds = ADVISED_WORLDS if is_compiled() else None
    tried = MasterPlayer(seed, worlds).judge(view, budget, also)
    unit = 2 * view.rules.base_score
    best = stretch(tried[0].value)
    return [
        Advice(
            one.play,
            unit * stretch(one.value),
            unit * (best - stretch(one.value)),
            one.doubts < CERTAIN,
            reason_of(view, one.play),
        )
        for one in tried
    ]


CERTAIN: Final = 2.0
"""Standard errors from which on a difference is not chance."""


def reason_of(view: View, play: Play | None) -> Reason:
    """Return what speaks for an action."""
    if play is None:
        return _reason_to_pass(view)
    if play.size == sum(view.hand):
        return Reason.GOES_OUT
    if play.is_bomb:
        return Reason.BOMBS
    few = min((view.cards_left[seat] for seat in opponents_of(view.seat) if view.cards_left[seat]), default=99)
    if view.to_beat is None:
        if view.cards_left[partner_of(view.seat)] == play.size:
            return Reason.SENDS_PARTNER
        if few <= _SHORT_HAND and play.size != few:
            return Reason.BLOCKS
        return Reason.MANY_AT_ONCE if play.size >= _MANY else Reason.LOW_FIRST
    if few <= _SHORT_HAND:
        return Reason.BLOCKS
    weakest = next(iter(view.legal_plays), None)
    is_small = weakest is not None and weakest.code == play.code and (play.top or 0) < _HIGH
    return Reason.CHEAPEST if is_small else Reason.TAKES_LEAD


_HIGH: Final = Rank.KING.strength
"""From here on a play is not called small, though it be the smallest of the hand."""


_MANY: Final = 5
"""Cards from which on a lead gets rid of many at once."""


def _reason_to_pass(view: View) -> Reason:
    plays = view.legal_plays
    if not plays:
        return Reason.CANNOT
    if view.to_beat_by is not None and not are_opponents(view.to_beat_by, view.seat):
        return Reason.PARTNER_HOLDS
    return Reason.KEEPS_BOMB if all(play.is_bomb for play in plays) else Reason.KEEPS_HIGH
