"""The state of a table, as the whole bot sees it: frozen values, made by the table service, shown by the screens."""

from dataclasses import dataclass, field, fields
from enum import StrEnum, unique
from typing import Any, ClassVar, Final, Protocol, TypeAlias, TypeVar

from engine.cards import NO_CARDS, Card, Counts
from engine.deal import Deal, Event, LogEntry
from engine.players import Strength
from engine.players.advice import Reason
from engine.plays import Play
from engine.ruleset import DEFAULT_RULES, RuleSet
from engine.scoring import Settlement
from engine.seats import SEATS, Seat
from engine.shuffle import Dealt
from engine.tracking import held_cards, shown_cards
from storage import Autopilot, Phase

ABANDONED_LOBBY_SECONDS: Final = 30 * 60
"""A lobby nobody touches for this long closes itself."""
IDLE_SECONDS: Final = 10 * 60
"""Between deals, a table nobody has touched for this long may be closed by anybody."""

_SEED_OF_COMPUTERS: Final = slice(0, 8)
"""The part of a deal's seed from which its computer players draw their chance."""

ASKS_FROM_PHASES: Final = 5
"""A bomb of so many phases is played by a second tap on its button: too much to lose by a slip of the thumb."""


@unique
class Language(StrEnum):
    """The languages people can choose."""

    CHINESE = "zh"
    ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays, or could.

    `id` is the number kept in storage, `telegram_id` the one Telegram knows; `name` is raw, as the person typed it.
    """

    id: int
    telegram_id: int
    name: str
    language: Language = Language.CHINESE
    score: int = 0
    auto_pass: bool = False
    notices: bool = True
    pictures: bool = True
    four_colours: bool = False
    sort_by_count: bool = False
    plays_in_group: bool = False
    """They want their hand in the group, or the bot cannot write to them."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player; `number` tells several at one table apart, 1…4."""

    number: int
    strength: Strength


Occupant: TypeAlias = Person | Computer


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat that is taken."""

    occupant: Occupant
    autopilot: Autopilot | None = None
    """Why a computer player acts for the person (托管) until they take the seat back; None where they play themselves.
    Whoever has LEFT goes for good when the deal ends.
    """

    @property
    def person(self) -> Person | None:
        """The person sitting here, if it is one."""
        return self.occupant if isinstance(self.occupant, Person) else None

    @property
    def person_id(self) -> int | None:
        """The number of the person sitting here, if it is one."""
        return self.occupant.id if isinstance(self.occupant, Person) else None

    @property
    def plays_itself(self) -> bool:
        """Whether a computer player acts here now."""
        return self.autopilot is not None or isinstance(self.occupant, Computer)


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Settings of a chat beside the rules; like these, fixed for a deal when it is dealt."""

    computers: bool = True
    strength: Strength = Strength.PLANNER
    language: Language = Language.CHINESE
    aloud: bool = False
    """Whether the group hears what is remarkable of a deal by messages of their own."""


Places: TypeAlias = tuple[Chair | None, Chair | None, Chair | None, Chair | None]
Chairs: TypeAlias = tuple[Chair, Chair, Chair, Chair]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDeal:
    """A deal at a table: the cards, who plays them, and how far it has come."""

    id: int
    number: int
    """1 for the first deal of the table."""
    seed: bytes
    dealt: Dealt
    chairs: Chairs
    """By seat of the deal, after the swap; they change when somebody hands their seat to 托管."""
    deal: Deal
    ranked: bool = False
    """Whether the deal counts for score and title."""
    server_seed: bytes = b""
    """The seed the table had committed to; shown once the deal is over."""
    taps: tuple[str, ...] = ()
    """The players' own taps from which, with the server seed, the seed of the deal was derived."""
    autopilot: Strength = Strength.PLANNER
    """How strong the computer players are that act for people (托管); who changes it in mid-deal changes the next."""

    @property
    def turn(self) -> int:
        """Number of the current turn, 0 for the first: a tap made for another turn is late."""
        return len(self.deal.log)

    @property
    def chance_of_computers(self) -> int:
        """The seed from which the computer player at the seat to act draws its chance."""
        return int.from_bytes(self.seed[_SEED_OF_COMPUTERS], "big") ^ self.turn

    def seat_of(self, person_id: int) -> Seat | None:
        """Return the seat of a person in this deal."""
        for seat, chair in enumerate(self.chairs):
            if chair.person_id == person_id:
                return seat
        return None

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The physical cards a seat still holds, low to high."""
        return held_cards(self.dealt.seated_hands[seat], self.deal.log, seat)

    def last_actions(self) -> dict[Seat, tuple[LogEntry, tuple[Card, ...]]]:
        """The last action of each seat in the current trick (in the last one, where the deal is over), and the cards
        it showed.
        """
        start = self.deal.trick_start
        cards = shown_cards(self.dealt.seated_hands, self.deal.log)
        return {entry.seat: (entry, shown) for entry, shown in zip(self.deal.log[start:], cards[start:], strict=True)}


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveDeal(TableDeal):
    """A deal that is being played. Both times are None where nobody is waited for."""

    deadline: float | None = None
    """The end of the current turn by the bot's clock."""
    deadline_date: float | None = None
    """The same in seconds since the epoch, as people were told and storage keeps it."""

    @property
    def to_act(self) -> Seat:
        """The seat whose turn it is."""
        if self.deal.to_act is None:
            raise ValueError(f"deal {self.id} is over, nobody is to act; make it a FinishedDeal")
        return self.deal.to_act


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedDeal(TableDeal):
    """A deal that is over."""

    settlement: Settlement
    scores_before: tuple[int | None, ...] = (None,) * len(SEATS)
    """Each person's cumulative score before the settlement; None for computers and in unranked deals."""

    def scores(self, seat: Seat) -> tuple[int, int] | None:
        """The cumulative score of a seat before and after the deal; None where it does not count."""
        before = self.scores_before[seat]
        return None if before is None else (before, before + self.settlement.points[seat])


class _Seated(Protocol):
    """The attributes that all states of a table share, be they fields or not."""

    @property
    def places(self) -> Places: ...

    @property
    def latest(self) -> TableDeal | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _TableBase:
    """The fields of a table in each of its states."""

    id: int
    chat_id: int
    thread_id: int | None
    host_id: int
    """The person (storage number) who opened it, or took over from whoever did."""
    practice: bool
    """A table in a private chat: never ranked."""
    daily: str = ""
    """The day, as in "2026-12-01", whose deal 每日一局 is played here; empty at every other table."""
    rules: RuleSet = DEFAULT_RULES
    """Those of the chat; a deal keeps the ones it was dealt by."""
    options: TableOptions = field(default_factory=TableOptions)
    commitment: str = ""
    last_activity: float = 0.0
    """When somebody last did something, by the bot's clock."""
    end_votes: frozenset[int] = frozenset()
    """Persons who want the table to end."""

    @property
    def language(self) -> Language:
        """The language of the group message."""
        return self.options.language

    @property
    def people(self: _Seated) -> tuple[Person, ...]:
        """The persons seated, in order of their places."""
        return tuple(person for chair in self.places if chair is not None and (person := chair.person) is not None)

    @property
    def is_full(self: _Seated) -> bool:
        """Whether all four places are taken."""
        return all(self.places)

    @property
    def deal_number(self: _Seated) -> int:
        """The number of the deal that is played, or was played last; 0 before the first."""
        latest = self.latest
        return latest.number if latest is not None else 0

    def place_of(self: _Seated, person_id: int) -> int | None:
        """The place of a person."""
        for place, chair in enumerate(self.places):
            if chair is not None and chair.person_id == person_id:
                return place
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby(_TableBase):
    """A table at which people sit down and get up."""

    phase: ClassVar[Phase] = Phase.LOBBY
    places: Places = (None, None, None, None)
    """The four seats, None where one is free."""
    latest: FinishedDeal | None = None
    """The deal that was played last, if any was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing(_TableBase):
    """A table at which a deal is played."""

    phase: ClassVar[Phase] = Phase.DEAL
    live: LiveDeal

    @property
    def latest(self) -> LiveDeal:
        """The deal that is played."""
        return self.live

    @property
    def places(self) -> Places:
        """The four seats: the opening card gives people the seats they keep for the next deal."""
        return self.live.chairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(_TableBase):
    """A table after a deal whose four players are all still there."""

    phase: ClassVar[Phase] = Phase.RESULT
    latest: FinishedDeal
    """The deal that was played."""
    ready: frozenset[int] = frozenset()
    """Persons who said 再来一局."""

    @property
    def places(self) -> Places:
        """The four seats; nobody's is on 托管 any more."""
        first, second, third, fourth = self.latest.chairs
        return Chair(first.occupant), Chair(second.occupant), Chair(third.occupant), Chair(fourth.occupant)


TableState: TypeAlias = Lobby | Playing | Result
"""A table as it stands."""
BetweenDeals: TypeAlias = Lobby | Result

_State = TypeVar("_State", Lobby, Playing, Result)


def into(kind: type[_State], state: TableState, **own: Any) -> _State:
    """Return a table in another state: what every state has stays, `own` is what this one has besides."""
    shared = {one.name: getattr(state, one.name) for one in fields(_TableBase)}
    return kind(**{**shared, **own})


def over(live: LiveDeal) -> FinishedDeal:
    """Return a deal, whose last action has been played, as one that is over."""
    if live.deal.settlement is None:
        raise ValueError(f"deal {live.id} is not over; there is an action to come")
    shared = {one.name: getattr(live, one.name) for one in fields(TableDeal)}
    return FinishedDeal(**shared, settlement=live.deal.settlement)


@dataclass(frozen=True, slots=True)
class AutopilotOn:
    """A computer player acts at a seat from now on (托管)."""

    seat: Seat
    why: Autopilot


@dataclass(frozen=True, slots=True)
class AutopilotOff:
    """A person plays again, for whom a computer player had acted."""

    seat: Seat
    why: Autopilot
    """Why it had."""


Happening: TypeAlias = Event | AutopilotOn | AutopilotOff
"""What a table can tell of an action: what the rules know, and who plays for whom."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint 提示: a play or a pass, and what speaks for it."""

    play: Play | None
    """None for a pass."""
    reason: Reason | None = None
    """None where nothing much does."""


@dataclass(frozen=True, slots=True)
class HandState:
    """The state of a hand that its player alone sees: their selection, where hints stand, whether 记牌 is unfolded."""

    selected: Counts = NO_CARDS
    hint: int = 0
    """How many hints they have been through,"""
    is_advised: bool = False
    """whether in the order of what was worked out for them,"""
    hinted: Hint | None = None
    """and the one they see."""
    memory_open: bool = False
    """Whether 记牌 is unfolded."""
    more_open: bool = False
    """Whether what is behind ⋯ is unfolded."""
    emptied: int = -1
    """The slot of the rank that was last taken down to none: its next tap takes all of it."""
    asking: Counts = NO_CARDS
    """A big bomb that is played when its button is tapped once more."""
