"""Views of a deal, which hold what people may know: everybody (`PublicView`), and the person at one seat (`SeatView`).

Whatever shows a deal while it is played is made from these alone. Neither leads to a hand that is hidden, to the cards
as they were dealt, or to a seed: that is a matter of their types, not of anybody's care.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot.tables.ending import votes_missing
from bot.tables.seating import mapped
from bot.tables.state import (
    Chair,
    Chairs,
    FinishedDeal,
    HandState,
    Language,
    LiveDeal,
    Person,
    Result,
    TableDeal,
    TableState,
)
from engine.cards import Card
from engine.deal import LogEntry, Played, View
from engine.plays import Play
from engine.ruleset import RuleSet
from engine.scoring import Settlement
from engine.seats import Seat, partner_of
from engine.tracking import last_shown, left_cards


class Opening(NamedTuple):
    """How a deal opens (rules §2): everybody sees it."""

    card: Card
    leader: Seat
    swap: tuple[Seat, Seat] | None
    """The two who changed seats, so that partners face each other."""
    is_in_one_hand: bool
    """Whether the leader has both cards of this kind, so that nobody changes seats."""


class Shown(NamedTuple):
    """Something that somebody did, and the cards it showed (none for a pass or a time-out)."""

    entry: LogEntry
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """Everything that everybody may know of a deal at a table."""

    table_id: int
    deal_id: int
    """The number that people read."""
    deal_number: int
    """1 for the first deal of the table; on buttons."""
    turn: int
    """Number of the current turn, 0 for the first."""
    language: Language
    """The language of the group."""
    practice: bool
    ranked: bool
    """Whether the deal counts for score and title."""
    is_daily: bool
    """Whether it is the deal of a day, which is played without hints."""
    rules: RuleSet
    chairs: Chairs
    """Who sits where, by name and score; nobody's settings."""
    cards_left: tuple[int, int, int, int]
    to_act: Seat | None
    """Whose turn it is; None when the deal is over."""
    to_beat: Play | None
    to_beat_by: Seat | None
    order: tuple[Seat, ...]
    """The seats that are out, in finishing order."""
    timeouts: tuple[int, int, int, int]
    barred: frozenset[Seat]
    log: tuple[LogEntry, ...]
    last_actions: Mapping[Seat, Shown]
    """The last action of each seat in the current trick; in the last one, where the deal is over."""
    opening: Opening | None
    """How the deal opens, until somebody has acted."""
    trick_won: Shown | None
    """While a new trick has no action yet: the play that won the one before."""
    deadline_date: float | None
    """When the current turn ends, in seconds since the epoch; None where nobody is waited for."""
    end_votes: int
    """How many people want to end the table."""
    voters: int
    """How many there must be of them."""

    @property
    def is_over(self) -> bool:
        """True if the deal is over."""
        return self.to_act is None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnResult:
    """The outcome of a deal that is over for the person at one seat."""

    settlement: Settlement
    scores: tuple[int, int] | None
    """Their cumulative score before and after it; None where it does not count."""
    is_ready: bool
    """Whether they want another deal with the same four."""
    may_get_ready: bool
    """Whether another deal with the same four can still come of this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """All that the person at one seat may know, and what they have before them."""

    public: PublicView
    seat: Seat
    person: Person
    own: View
    """Their hand and what the engine tells a player: legal plays, the cards not seen yet."""
    hand: tuple[Card, ...]
    """The cards they hold, low to high."""
    partner_hand: tuple[Card, ...] | None
    """Their partner's, for whoever is out where the rules allow it."""
    selection: HandState
    result: OwnResult | None
    """Once the deal is over."""

    @property
    def chair(self) -> Chair:
        """Their chair."""
        return self.public.chairs[self.seat]

    @property
    def is_to_act(self) -> bool:
        """True if it is their turn."""
        return self.public.to_act == self.seat


def public_view(state: TableState, deal: TableDeal) -> PublicView:
    """Return what everybody may know of `deal`, which the table plays or played last."""
    played = deal.deal
    return PublicView(
        table_id=state.id,
        deal_id=deal.id,
        deal_number=deal.number,
        turn=deal.turn,
        language=state.language,
        practice=state.practice,
        ranked=deal.ranked,
        is_daily=bool(state.daily),
        rules=played.rules,
        chairs=mapped(_known_to_all, deal.chairs),
        cards_left=mapped(sum, played.hands),
        to_act=played.to_act,
        to_beat=played.to_beat,
        to_beat_by=played.to_beat_by,
        order=played.order,
        timeouts=played.timeouts,
        barred=frozenset(played.barred),
        log=played.log,
        last_actions=_last_actions(deal),
        opening=_opening(deal) if not played.log else None,
        trick_won=_trick_won(deal),
        deadline_date=deal.deadline_date if isinstance(deal, LiveDeal) else None,
        end_votes=len(state.end_votes),
        voters=len(state.end_votes) + votes_missing(state),
    )


def seat_view(state: TableState, deal: TableDeal, seat: Seat, selection: HandState) -> SeatView:
    """Return what the person at a seat may know of `deal`, which the table plays or played last.

    Raises:
        ValueError: a computer player sits there.
    """
    person = deal.chairs[seat].person
    if person is None:
        raise ValueError(f"a computer player sits at seat {seat} of deal {deal.id}; a view is for a person")
    own, hands = deal.deal.view(seat), deal.dealt.seated_hands
    partner = None if own.partner_hand is None else left_cards(hands[partner_of(seat)], own.partner_hand)
    return SeatView(
        public=public_view(state, deal),
        seat=seat,
        person=person,
        own=own,
        hand=left_cards(hands[seat], own.hand),
        partner_hand=partner,
        selection=selection,
        result=_own_result(state, deal, seat, person) if isinstance(deal, FinishedDeal) else None,
    )


def _own_result(state: TableState, deal: FinishedDeal, seat: Seat, person: Person) -> OwnResult:
    return OwnResult(
        settlement=deal.settlement,
        scores=deal.scores(seat),
        is_ready=isinstance(state, Result) and person.id in state.ready,
        may_get_ready=isinstance(state, Result) and state.place_of(person.id) is not None,
    )


def _known_to_all(chair: Chair) -> Chair:
    person = chair.person
    if person is None:
        return chair
    return Chair(Person(id=person.id, telegram_id=0, name=person.name, score=person.score), chair.autopilot)


def _opening(deal: TableDeal) -> Opening:
    dealt = deal.dealt
    return Opening(dealt.opening, dealt.leader, dealt.swap, dealt.opening.twin in dealt.seated_hands[dealt.leader])


def _last_actions(deal: TableDeal) -> Mapping[Seat, Shown]:
    last = {entry.seat: entry for entry in deal.deal.log[deal.deal.trick_start :]}
    return {seat: _shown(deal, entry) for seat, entry in last.items()}


def _shown(deal: TableDeal, entry: LogEntry) -> Shown:
    """The last action of its seat, with the cards it showed."""
    if not isinstance(entry, Played):
        return Shown(entry, ())
    seat = entry.seat
    return Shown(entry, last_shown(deal.dealt.seated_hands[seat], deal.deal.hands[seat], entry.play.cards))


def _trick_won(deal: TableDeal) -> Shown | None:
    played = deal.deal
    if played.is_over or len(played.log) != played.trick_start:
        return None
    return next((_shown(deal, entry) for entry in reversed(played.log) if isinstance(entry, Played)), None)
