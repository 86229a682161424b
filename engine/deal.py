"""One deal as a state machine (rules §4, §5): state + action → state + events.

A `Deal` never changes; every action returns the next one, so a copy costs nothing and an old state stays true. Each
action has three
faces: `verify_…` raises what is wrong, `can_…` says yes or no, and the action itself returns a `Step`. Replaying the
log of a deal from its start gives the same state, always: that is how deals are stored.

A `Deal` knows all four hands. What one player may know is a `View`, a type of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from engine.cards import ALL_CARDS, HAND_SIZE, NO_CARDS, Counts, add, contains, format_counts, remove
from engine.errors import (
    ActionError,
    CardsNotHeld,
    DealIsOver,
    ErrorCode,
    LeaderMustPlay,
    NotationError,
    NotYourTurn,
    PlayError,
    RequestError,
)
from engine.legal_plays import LegalPlays
from engine.plays import Play, PlayType
from engine.reading import read
from engine.ruleset import DEFAULT_RULES, RuleSet
from engine.scoring import PlayedBomb, Settlement, settle
from engine.seats import SEATS, TEAMS, Seat, next_seat, partner_of, turns_after

TIMEOUTS_TO_BAR: Final = 3
"""The third time-out of a player in a deal bars them (rules §5)."""


@dataclass(frozen=True, slots=True)
class PlayCards:
    """The wish to play `cards`; `choice` decides where two readings tie."""

    seat: Seat
    cards: Counts
    choice: PlayType | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """The wish to pass 不出."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The clock's word that a player's time is up."""

    seat: Seat


Action: TypeAlias = PlayCards | Pass | TimeOut


@dataclass(frozen=True, slots=True)
class Played:
    """A play was made; its reading is fixed."""

    seat: Seat
    play: Play


@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A player ran out of time for the `times`-th time in this deal."""

    seat: Seat
    times: int


@dataclass(frozen=True, slots=True)
class Barred:
    """A player plays no more in this deal 不能出牌 (rules §5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WentOut:
    """A player played their last card and took a place, 1…4."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class TrickEnded:
    """Nobody beat the last play of `winner`; `leader` leads. `inherited` is 接风: the winner is out and the partner
    leads for them.
    """

    winner: Seat
    leader: Seat
    inherited: bool


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over."""

    settlement: Settlement


LogEntry: TypeAlias = Played | Passed | TimedOut
"""What a player (or the clock) did; the log of these is the deal."""
Event: TypeAlias = LogEntry | Barred | WentOut | TrickEnded | DealEnded
Hands: TypeAlias = tuple[Counts, Counts, Counts, Counts]


class Step(NamedTuple):
    """The state after an action, and what happened, in order."""

    deal: "Deal"
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything one player may know of a deal.

    >>> from engine.cards import parse_counts
    >>> deal = Deal.start([parse_counts(hand) for hand in ("5", "34", "678", "99")], leader=0)
    >>> view = deal.view(1)
    >>> format_counts(view.hand), view.cards_left, format_counts(view.unseen)
    ('34', (1, 2, 3, 2), '567899')
    """

    seat: Seat
    rules: RuleSet
    hand: Counts
    cards_left: tuple[int, int, int, int]
    to_act: Seat | None
    to_beat: Play | None
    to_beat_by: Seat | None
    order: tuple[Seat, ...]
    timeouts: tuple[int, int, int, int]
    log: tuple[LogEntry, ...]
    unseen: Counts
    """The cards in other hands, all together; what 记牌 shows."""
    partner_hand: Counts | None
    """The partner's hand, for a player who is out where the table allows it."""
    settlement: Settlement | None

    @property
    def is_to_act(self) -> bool:
        """True if it is this player's turn."""
        return self.to_act == self.seat

    @property
    def is_leading(self) -> bool:
        """True if it is this player's turn and nothing has to be beaten."""
        return self.is_to_act and self.to_beat is None

    @property
    def legal_plays(self) -> LegalPlays:
        """The plays that this hand could make now, were it its turn."""
        return LegalPlays(self.hand, self.to_beat, self.rules)

    def is_barred(self, seat: Seat) -> bool:
        """Return whether a player plays no more in this deal."""
        return self.timeouts[seat] >= TIMEOUTS_TO_BAR


def verify_held(hand: Counts, cards: Counts) -> None:
    """Find cards to be in a hand.

    Raises:
        CardsNotHeld: they are not all there.
    """
    if not contains(hand, cards):
        missing = format_counts(bytes(max(0, want - have) for have, want in zip(hand, cards, strict=True)))
        raise CardsNotHeld(
            f"the hand does not hold {missing}",
            ErrorCode.CARDS_NOT_HELD,
            rule="§4",
            cards=format_counts(cards),
            missing=missing,
        )


@dataclass(frozen=True, slots=True)
class Deal:
    """The full state of a deal. Start one with `Deal.start`; go on with `play`, `pass_turn` and `time_out`.

    >>> from engine.cards import parse_counts
    >>> deal = Deal.start([parse_counts(hand) for hand in ("5", "34", "678", "99")], leader=0)
    >>> deal, events = deal.play(0, parse_counts("5"))
    >>> for seat in (1, 2, 3):
    ...     deal, events = deal.pass_turn(seat)
    >>> events
    (Passed(seat=3), TrickEnded(winner=0, leader=2, inherited=True))
    """

    rules: RuleSet
    hands: Hands
    to_act: Seat | None
    """Whose turn it is; None when the deal is over."""
    to_beat: Play | None
    """The play to beat; None when the seat to act leads."""
    to_beat_by: Seat | None
    order: tuple[Seat, ...]
    """The seats that are out, in finishing order."""
    timeouts: tuple[int, int, int, int]
    log: tuple[LogEntry, ...]
    trick_start: int
    """The place in the log at which the current trick began; when the deal is over, the last one."""
    settlement: Settlement | None

    @classmethod
    def start(cls, hands: Sequence[Counts], leader: Seat, rules: RuleSet = DEFAULT_RULES) -> "Deal":
        """A deal before its first lead.

        Args:
            hands: the four hands by seat, 1…27 cards each, together part of two packs.
            leader: who leads the first trick.
            rules: the rule set, fixed for the deal.

        Raises:
            RequestError: there are not four hands, or one is empty, or `leader` is no seat.
            NotationError: a hand is too large, or together they are not part of two packs.
        """
        if len(hands) != len(SEATS):
            raise RequestError(f"{len(hands)} hands; a deal has four", ErrorCode.BAD_REQUEST, rule="§1")
        _check_seat(leader)
        total = NO_CARDS
        for seat, hand in enumerate(hands):
            if not any(hand):
                raise RequestError(f"the hand of seat {seat} is empty", ErrorCode.NO_CARDS, rule="§1", seat=seat)
            if sum(hand) > HAND_SIZE:
                raise NotationError(
                    f"seat {seat} holds {sum(hand)} cards; a hand has {HAND_SIZE} at most",
                    ErrorCode.TOO_MANY_CARDS,
                    rule="§1",
                    seat=seat,
                )
            total = add(total, hand)
        if not contains(ALL_CARDS, total):
            raise NotationError(
                "together the hands are no part of two packs; there are 8 cards of each rank and 2 of each joker",
                ErrorCode.TOO_MANY_OF_A_CARD,
                rule="§1",
            )
        first, second, third, fourth = hands
        return cls(rules, (first, second, third, fourth), leader, None, None, (), (0, 0, 0, 0), (), 0, None)

    def __copy__(self) -> "Deal":
        """The deal itself: it never changes."""
        return self

    @property
    def is_over(self) -> bool:
        """True if the deal has ended; then `settlement` is there."""
        return self.settlement is not None

    @property
    def barred(self) -> tuple[Seat, ...]:
        """The seats that play no more in this deal (rules §5)."""
        return tuple(seat for seat in SEATS if self.timeouts[seat] >= TIMEOUTS_TO_BAR)

    @property
    def legal_plays(self) -> LegalPlays:
        """The plays of the seat to act.

        Raises:
            DealIsOver: there is no such seat any more.
        """
        if self.to_act is None:
            raise _over()
        return LegalPlays(self.hands[self.to_act], self.to_beat, self.rules)

    def can_act(self, seat: Seat) -> bool:
        """Return whether a seat still takes part: it is neither out nor barred."""
        return seat not in self.order and self.timeouts[seat] < TIMEOUTS_TO_BAR

    def view(self, seat: Seat) -> View:
        """Return what the player at `seat` may know."""
        _check_seat(seat)
        hand = self.hands[seat]
        mate = partner_of(seat)
        unseen = NO_CARDS
        for other in SEATS:
            if other != seat:
                unseen = add(unseen, self.hands[other])
        sees_partner = self.rules.partner_view and seat in self.order and mate not in self.order
        one, two, three, four = map(sum, self.hands)
        return View(
            seat=seat,
            rules=self.rules,
            hand=hand,
            cards_left=(one, two, three, four),
            to_act=self.to_act,
            to_beat=self.to_beat,
            to_beat_by=self.to_beat_by,
            order=self.order,
            timeouts=self.timeouts,
            log=self.log,
            unseen=unseen,
            partner_hand=self.hands[mate] if sees_partner else None,
            settlement=self.settlement,
        )

    # Playing cards

    def verify_play(self, seat: Seat, cards: Counts, choice: PlayType | None = None) -> Play:
        """The play that `cards` would be.

        Raises:
            DealIsOver, NotYourTurn, CardsNotHeld: the seat cannot play these cards now.
            NotationError, NotAPlay, DoesNotBeat, ChoiceNotOffered: see `engine.reading.read`.
        """
        self._verify_turn(seat)
        verify_held(self.hands[seat], cards)
        return read(cards, self.to_beat, self.rules, choice)

    def can_play(self, seat: Seat, cards: Counts, choice: PlayType | None = None) -> bool:
        """Return whether `play` would be accepted."""
        try:
            self.verify_play(seat, cards, choice)
        except (ActionError, PlayError, NotationError, RequestError):
            return False
        return True

    def play(self, seat: Seat, cards: Counts, choice: PlayType | None = None) -> Step:
        """Play cards. Raises as `verify_play` does."""
        play = self.verify_play(seat, cards, choice)
        left = remove(self.hands[seat], cards)
        hands = list(self.hands)
        hands[seat] = left
        one, two, three, four = hands
        played = Played(seat, play)
        log = (*self.log, played)
        order = self.order if any(left) else (*self.order, seat)
        after = Deal(
            self.rules, (one, two, three, four), seat, play, seat, order, self.timeouts, log, self.trick_start, None
        )
        if any(left):
            return after._next(played)
        return after._next(played, WentOut(seat, len(order)))

    # Passing

    def verify_pass(self, seat: Seat) -> None:
        """Check that `seat` may pass.

        Raises:
            DealIsOver, NotYourTurn: the seat is not to act.
            LeaderMustPlay: it leads.
        """
        self._verify_turn(seat)
        if self.to_beat is None:
            raise LeaderMustPlay(
                f"seat {seat} leads and cannot pass; any play will do", ErrorCode.LEADER_MUST_PLAY, rule="§4", seat=seat
            )

    def can_pass(self, seat: Seat) -> bool:
        """Return whether `pass_turn` would be accepted."""
        try:
            self.verify_pass(seat)
        except (ActionError, RequestError):
            return False
        return True

    def pass_turn(self, seat: Seat) -> Step:
        """Pass 不出. Raises as `verify_pass` does."""
        self.verify_pass(seat)
        passed = Passed(seat)
        return self._turn_goes_on((*self.log, passed), (passed,))  # a pass ends no deal

    # Running out of time

    def verify_time_out(self, seat: Seat) -> None:
        """Check that the clock of `seat` is the one that runs.

        Raises:
            DealIsOver, NotYourTurn: it is not.
        """
        self._verify_turn(seat)

    def can_time_out(self, seat: Seat) -> bool:
        """Return whether `time_out` would be accepted."""
        return self.to_act == seat

    def time_out(self, seat: Seat) -> Step:
        """The player's time is up: a pass, or for a leader the loss of the lead; the third bars them (rules §5).

        Raises as `verify_time_out` does.
        """
        self.verify_time_out(seat)
        times = self.timeouts[seat] + 1
        timed_out = TimedOut(seat, times)
        one, two, three, four = (times if other == seat else number for other, number in enumerate(self.timeouts))
        after = replace(self, timeouts=(one, two, three, four), log=(*self.log, timed_out))
        if times == TIMEOUTS_TO_BAR:
            return after._next(timed_out, Barred(seat))
        return after._next(timed_out)

    def act(self, action: Action) -> Step:
        """Carry out an action of any kind. Raises as the kind does."""
        match action:
            case PlayCards(seat, cards, choice):
                return self.play(seat, cards, choice)
            case Pass(seat):
                return self.pass_turn(seat)
            case TimeOut(seat):
                return self.time_out(seat)

    def replay(self, actions: Iterable[Action]) -> "Deal":
        """The state after `actions`. Raises as the first that is refused does."""
        deal = self
        for action in actions:
            deal = deal.act(action).deal
        return deal

    # What follows from an action

    def _with(
        self, to_act: Seat, to_beat: Play | None, to_beat_by: Seat | None, log: tuple[LogEntry, ...], trick_start: int
    ) -> "Deal":
        """This state with another turn; what `dataclasses.replace` would do, at a third of its cost."""
        return Deal(
            self.rules, self.hands, to_act, to_beat, to_beat_by, self.order, self.timeouts, log, trick_start, None
        )

    def _verify_turn(self, seat: Seat) -> None:
        _check_seat(seat)
        if self.to_act is None:
            raise _over()
        if seat != self.to_act:
            raise NotYourTurn(
                f"it is the turn of seat {self.to_act}, not of seat {seat}",
                ErrorCode.NOT_YOUR_TURN,
                rule="§4",
                seat=seat,
                to_act=self.to_act,
            )

    def _next(self, *events: Event) -> Step:
        """The state in which the next seat is to act, or the deal has ended; `to_act` is still who acted last."""
        if self._has_ended():
            settlement = settle(self.order, self.barred, self._bombs(), self.hands, self.rules, self._last_to_play())
            return Step(
                replace(self, to_act=None, to_beat=None, to_beat_by=None, settlement=settlement),
                (*events, DealEnded(settlement)),
            )
        return self._turn_goes_on(self.log, events)

    def _turn_goes_on(self, log: tuple[LogEntry, ...], events: tuple[Event, ...]) -> Step:
        """The state in which the seat after `to_act` that can act has its turn, or leads because nobody beat it."""
        seat: Seat = self.to_act  # type: ignore[assignment]  # set while the deal goes on
        for following in turns_after(seat):
            if following == self.to_beat_by:  # the turn has come round: nobody beat it
                return self._trick_ended(following, log, events)
            if self.can_act(following):
                return Step(self._with(following, self.to_beat, self.to_beat_by, log, self.trick_start), events)
        raise AssertionError("a deal that goes on has a seat that can act")  # pragma: no cover

    def _trick_ended(self, winner: Seat, log: tuple[LogEntry, ...], events: tuple[Event, ...]) -> Step:
        leader, inherited = winner, winner in self.order
        if inherited:
            leader = partner_of(winner)
        while not self.can_act(leader):
            leader = next_seat(leader)
        return Step(
            self._with(leader, None, None, log, len(log)),
            (*events, TrickEnded(winner, leader, inherited and leader == partner_of(winner))),
        )

    def _has_ended(self) -> bool:
        """Return whether the rules of §4 and §5 end the deal here."""
        out = self.order
        if len(out) >= 3 or (len(out) == 2 and out[0] == partner_of(out[1])):
            return True
        if max(self.timeouts) < TIMEOUTS_TO_BAR:
            return False
        barred = self.barred
        if len(barred) < 2 or barred in TEAMS:
            return False
        return bool(out) or len(barred) == len(SEATS)

    def _bombs(self) -> list[PlayedBomb]:
        return [
            PlayedBomb(entry.seat, entry.play.phases, entry.play)
            for entry in self.log
            if isinstance(entry, Played) and entry.play.is_bomb
        ]

    def _last_to_play(self) -> Seat | None:
        return next((entry.seat for entry in reversed(self.log) if isinstance(entry, Played)), None)


def _check_seat(seat: Seat) -> None:
    if seat not in SEATS or isinstance(seat, bool):
        raise RequestError(
            f"{seat!r} is no seat; seats are 0, 1, 2 and 3", ErrorCode.UNKNOWN_SEAT, rule="§1", seat=seat
        )


def _over() -> DealIsOver:
    return DealIsOver("the deal is over; nobody is to act", ErrorCode.DEAL_IS_OVER, rule="§4")
