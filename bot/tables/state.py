"""What a table is, as everything in the bot sees it: frozen values, made by the table service, shown by the screens."""

from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final, TypeAlias

from engine.cards import NO_CARDS, Card, Counts
from engine.deal import Deal, Event, LogEntry
from engine.players import Strength
from engine.ruleset import DEFAULT_RULES, RuleSet
from engine.scoring import Settlement
from engine.seats import SEATS, Seat
from engine.shuffle import Dealt
from engine.tracking import held_cards, shown_cards
from storage import Delegation, Phase

ABANDONED_LOBBY_SECONDS: Final = 30 * 60
"""A lobby nobody touches for this long closes itself."""
IDLE_SECONDS: Final = 10 * 60
"""Between deals, a table nobody has touched for this long may be closed by anybody."""


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


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player; `number` tells several at one table apart, 1…4."""

    number: int
    strength: Strength


Occupant: TypeAlias = Person | Computer


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat that is taken. `delegated` is 托管: a computer player acts until the owner takes the seat back, and why.

    An owner who has LEFT goes for good when the deal ends.
    """

    occupant: Occupant
    delegated: Delegation | None = None

    @property
    def person(self) -> Person | None:
        """The person sitting here, if it is one."""
        return self.occupant if isinstance(self.occupant, Person) else None

    @property
    def autopilot(self) -> bool:
        """Whether a computer player acts for the person here (托管)."""
        return self.delegated is not None

    @property
    def plays_itself(self) -> bool:
        """Whether a computer player acts here now."""
        return self.autopilot or isinstance(self.occupant, Computer)


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Settings of a chat beside the rules; like these, fixed for a deal when it is dealt."""

    computers: bool = True
    strength: Strength = Strength.PLANNER
    language: Language = Language.CHINESE


@dataclass(frozen=True, slots=True)
class LiveDeal:
    """A deal being played, or just finished.

    `chairs` are by seat of the deal (after the swap); they change when somebody hands his seat to 托管. `deadline` is
    the end of the current turn by the bot's clock, and `until` is when that will be, in seconds since the epoch, as
    people were told and storage keeps it; both are None where nobody is waited for.
    """

    id: int
    number: int
    """1 for the first deal of the table."""
    seed: bytes
    dealt: Dealt
    chairs: tuple[Chair, Chair, Chair, Chair]
    deal: Deal
    ranked: bool = False
    """Whether the deal counts for score and title."""
    server_seed: bytes = b""
    """The seed the table had committed to; shown once the deal is over."""
    taps: tuple[str, ...] = ()
    """The players' own taps from which, with the server seed, the seed of the deal was derived."""
    deadline: float | None = None
    until: float | None = None
    scores_before: tuple[int | None, ...] = (None,) * len(SEATS)
    """Each person's cumulative score before the settlement; None for computers and in unranked deals."""

    @property
    def turn(self) -> int:
        """Number of the current turn, 0 for the first: a tap made for another turn is late."""
        return len(self.deal.log)

    @property
    def settlement(self) -> Settlement | None:
        """The result, once there is one."""
        return self.deal.settlement

    def seat_of(self, person_id: int) -> Seat | None:
        """Where a person sits in this deal."""
        for seat, chair in enumerate(self.chairs):
            if chair.person is not None and chair.person.id == person_id:
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


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as it stands.

    `places` are the four seats people took in the lobby, None where one is free; they keep them for the next deal,
    whatever seats the opening card gave them in the last.
    """

    id: int
    chat_id: int
    thread_id: int | None
    phase: Phase
    host_id: int
    """The person (storage number) who opened it."""
    practice: bool
    """A table in a private chat: never ranked."""
    rules: RuleSet = DEFAULT_RULES
    options: TableOptions = field(default_factory=TableOptions)
    places: tuple[Chair | None, Chair | None, Chair | None, Chair | None] = (None, None, None, None)
    ready: frozenset[int] = frozenset()
    """Persons who said 再来一局 after a result."""
    commitment: str = ""
    touched: float = 0.0
    """When somebody last did something, by the bot's clock."""
    live: LiveDeal | None = None
    end_votes: frozenset[int] = frozenset()

    @property
    def language(self) -> Language:
        """The language of the group message."""
        return self.options.language

    @property
    def people(self) -> tuple[Person, ...]:
        """The persons seated, in order of their places."""
        return tuple(chair.person for chair in self.places if chair is not None and chair.person is not None)

    @property
    def is_full(self) -> bool:
        """Whether all four places are taken."""
        return all(self.places)

    def place_of(self, person_id: int) -> int | None:
        """The place a person took in the lobby."""
        for place, chair in enumerate(self.places):
            if chair is not None and chair.person is not None and chair.person.id == person_id:
                return place
        return None


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A seat was handed to 托管."""

    seat: Seat
    why: Delegation


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A person plays himself again; `former` is why a computer player had acted for him."""

    seat: Seat
    former: Delegation


Happening: TypeAlias = Event | HandedOver | TakenBack
"""What a table can tell of an action: what the rules know, and who plays for whom."""


@dataclass(frozen=True, slots=True)
class HandState:
    """What only one player has before him: his selection, where hints stand, a tie to decide."""

    selected: Counts = NO_CARDS
    hint: int = 0
    """How many hints he has been through."""
    seen_memory: bool = False
    """Whether 记牌 is unfolded."""
