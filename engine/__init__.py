"""The game of 双扣 (Shuangkou): cards, plays and deals as pure rules, nothing of chats or databases.

From the bottom up:

    cards       the 108 cards, how they are written, hands as counts of ranks
    seats       seats, teams, partners, turns
    ruleset     the switches of a table
    codes       plays as integers: the one order of strength
    grammar     what cards can be: the one classifier
    plays       a play: cards with what they were read as
    reading     what cards are as a lead, or against what lies on the table
    legal_plays what a hand can play
    deal        one deal as a state machine, and what each player may know of it
    scoring     the settlement of a deal, with `held_bombs`: the bombs still held
    titles      the ladder of titles
    shuffle     from a seed to a deal that anybody can recompute; `tracking`: which physical cards were played
    daily       the deal of a day
    diagnosis   why cards cannot be played; `explain`: why they count as what they count as
    words       what cards, plays and diagnoses are called, in every language
    players     computer players, on `core`, which can be compiled; `review`: a deal looked at again with their eyes
    batch       all of this as JSON requests
    cli         the command line, `python -m engine`; `simulate`, `simulate_matches`, `simulate_report`, `training`:
                its longer commands
    errors      everything that is refused
    console     how commands print in whatever encoding the terminal has

What most callers need can be imported from here. A deal is a value: an action makes the next one, and says what
happened.

>>> from engine import Deal, LegalPlays, PlayedBomb, RuleSet, parse_counts, parse_play, read, settle
>>> hands = [parse_counts(cards) for cards in ("34567QK", "3589JJ2", "44T2", "7777A")]
>>> deal = Deal.start(hands, leader=0, rules=RuleSet(base_score=10))
>>> deal, _ = deal.play(0, parse_counts("Q"))
>>> [str(play) for play in deal.legal_plays]  # what seat 1 has against the queen
['2']
>>> deal, _ = deal.play(1, parse_counts("2"))
>>> deal, _ = deal.pass_turn(2)
>>> deal, [played] = deal.play(3, parse_counts("7777"))
>>> played.play.type.value, played.play.phases
('bomb', 4)
>>> for seat in (0, 1, 2):
...     deal, events = deal.pass_turn(seat)
>>> events[-1], deal.to_act
(TrickEnded(winner=3, leader=3, inherited=False), 3)

What cards are and what beats them needs no deal, nor does a settlement: of seats 1 and 3 both out first, with a bomb of
six phases.

>>> straight = parse_play("34567")
>>> read(parse_counts("678wW"), to_beat=straight).top  # the jokers are a nine and a ten
10
>>> [str(play) for play in LegalPlays(parse_counts("456789"), straight)]
['45678', '56789']
>>> settle(order=(3, 1), barred=(), bombs=[PlayedBomb(seat=3, phases=6)], hands=deal.hands).points
(-1400, 1000, -1400, 1800)
"""

from engine.cards import Card, Counts, Rank, Suit, count, format_counts, parse_counts
from engine.deal import (
    Action,
    Barred,
    Deal,
    DealEnded,
    Event,
    Pass,
    Passed,
    PlayCards,
    Played,
    Step,
    TimedOut,
    TimeOut,
    TrickEnded,
    View,
    WentOut,
)
from engine.diagnosis import Cause, Diagnosis
from engine.errors import (
    ActionError,
    CardsNotHeld,
    ChoiceNotOffered,
    DealIsOver,
    DoesNotBeat,
    EngineError,
    ErrorCode,
    LeaderMustPlay,
    NotAPlay,
    NotationError,
    NotYourTurn,
    PlayError,
    RequestError,
)
from engine.legal_plays import LegalPlays
from engine.plays import Play, PlayType
from engine.reading import choices, parse_play, read
from engine.ruleset import DEFAULT_RULES, DealStyle, RuleSet, Wild
from engine.scoring import PlayedBomb, ResultKind, ScoredBomb, Settlement, settle
from engine.seats import SEATS, TEAMS, Seat, partner_of, team_of
from engine.shuffle import Dealt, commitment, deal_cards, derive_seed

__all__ = [
    "DEFAULT_RULES",
    "SEATS",
    "TEAMS",
    "Action",
    "ActionError",
    "Barred",
    "Card",
    "CardsNotHeld",
    "Cause",
    "ChoiceNotOffered",
    "Counts",
    "Deal",
    "DealEnded",
    "DealIsOver",
    "DealStyle",
    "Dealt",
    "Diagnosis",
    "DoesNotBeat",
    "EngineError",
    "ErrorCode",
    "Event",
    "LeaderMustPlay",
    "LegalPlays",
    "NotAPlay",
    "NotYourTurn",
    "NotationError",
    "Pass",
    "Passed",
    "Play",
    "PlayCards",
    "PlayError",
    "PlayType",
    "Played",
    "PlayedBomb",
    "Rank",
    "RequestError",
    "ResultKind",
    "RuleSet",
    "ScoredBomb",
    "Seat",
    "Settlement",
    "Step",
    "Suit",
    "TimeOut",
    "TimedOut",
    "TrickEnded",
    "View",
    "WentOut",
    "Wild",
    "choices",
    "commitment",
    "count",
    "deal_cards",
    "derive_seed",
    "format_counts",
    "parse_counts",
    "parse_play",
    "partner_of",
    "read",
    "settle",
    "team_of",
]
