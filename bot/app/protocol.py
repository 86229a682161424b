"""The protocol between the page and the bot over the web socket: JSON texts, each one of the models here.

The page says `hello` first, with Telegram's init data or with the token it was given for them. It gets `welcome` and a
`view`, and a new `view` after every change: always all that the person may see, never a difference. What they want is
an intent, meant for one turn of one deal and with a number of its own; every intent is answered once by an `answer`,
and one that comes again, since the line was cut, by the same.

Physical cards are written as `engine.cards.Card` writes them ("S71"), ranks without suits as notation ("77T").
"""

from enum import StrEnum, unique
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.plays import PlayType

VERSION: Final = 1
"""A page that speaks another has to be loaded again."""
MOST_BYTES: Final = 8192
"""Of a message from the page."""

_Number = Annotated[int, Field(ge=0, le=2**53)]
_Token = Annotated[str, Field(max_length=64)]
_Cards = Annotated[str, Field(max_length=64)]


class _Said(BaseModel):
    """A message from the page; what it has beside its fields is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Hello(_Said):
    """The first message of a socket."""

    type: Literal["hello"]
    version: int
    init: Annotated[str, Field(max_length=7000)] = ""
    """Telegram's init data."""
    token: _Token = ""
    """What `welcome` gave for them; asked first where both are there."""


class Ping(_Said):
    """The page is there, and somebody may look at it; it is answered by `pong`."""

    type: Literal["ping"]
    number: _Number


class _Intent(_Said):
    """Something a person wants."""

    id: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.-]+$")]
    """Made by the page, another for each intent of a person."""
    table: _Number
    deal: _Number
    turn: _Number


class PlayIntent(_Intent):
    """Play these cards; `reading` where they can be two things."""

    type: Literal["play"]
    cards: _Cards
    reading: Annotated[PlayType | None, Field(strict=False)] = None


class SelectIntent(_Intent):
    """Have exactly these cards selected."""

    type: Literal["select"]
    cards: _Cards


class AutopilotIntent(_Intent):
    """Hand the seat to 托管, or take it back."""

    type: Literal["autopilot"]
    on: bool


class SimpleIntent(_Intent):
    """An intent that needs no more to be said. `fill` seats computer players at the free places."""

    type: Literal["pass", "hint", "memory", "join", "leave", "fill", "start", "again"]


Intent: TypeAlias = PlayIntent | SelectIntent | AutopilotIntent | SimpleIntent
Said: TypeAlias = Annotated[Hello | Ping | Intent, Field(discriminator="type")]

SAID: Final[TypeAdapter[Hello | Ping | Intent]] = TypeAdapter(Said)
"""Reads a message from the page; raises pydantic's ValidationError at anything else."""


class _Told(BaseModel):
    """A message to the page, or a part of one."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@unique
class Position(StrEnum):
    """The place of a seat as the viewer sees it; the next to act is on the right."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"


@unique
class Can(StrEnum):
    """The actions that the viewer may try now; the page offers nothing else."""

    PLAY = "play"
    PASS = "pass"
    SELECT = "select"
    HINT = "hint"
    MEMORY = "memory"
    AUTOPILOT_ON = "autopilot_on"
    AUTOPILOT_OFF = "autopilot_off"
    JOIN = "join"
    LEAVE = "leave"
    FILL = "fill"
    START = "start"
    AGAIN = "again"


@unique
class Did(StrEnum):
    """The last action of a seat."""

    PLAYED = "played"
    PASSED = "passed"
    TIMED_OUT = "timed_out"


class ActionTold(_Told):
    """The last action of a seat in the trick."""

    at: int
    """Its place in the deal, from 0 on: a greater one is new."""
    did: Did
    cards: tuple[str, ...] = ()
    text: str = ""
    """What they did in words, and what the cards counted as."""
    phases: int = 0
    """Of a bomb."""


class SeatTold(_Told):
    """A seat of the deal."""

    position: Position
    name: str
    title: str
    team: int
    """0 or 1."""
    is_computer: bool
    left: int
    """Cards they hold."""
    state: str
    """How many cards, which place, 托管: in words."""
    is_out: bool
    is_to_act: bool
    action: ActionTold | None


class GroupTold(_Told):
    """Cards that stand together in a hand."""

    cards: tuple[str, ...]
    is_bomb: bool


class ReadingTold(_Told):
    """One of several things the selected cards can be."""

    reading: PlayType
    label: str


class QuickTold(_Told):
    """A play that one tap makes."""

    cards: str
    reading: PlayType | None
    label: str
    is_bomb: bool


class HandTold(_Told):
    """The hand of the viewer, and what they have chosen of it."""

    orders: dict[str, tuple[GroupTold, ...]]
    """理牌: the cards `by_rank`, `by_size` and as the planner would play them (`by_plan`)."""
    order: str
    """The one of these that the viewer's settings say."""
    selected: str
    says: str
    """What the selected cards count as, or why they are no play; empty where none are."""
    is_playable: bool
    readings: tuple[ReadingTold, ...] = ()
    """Where the cards can be two things, both."""
    quick: tuple[QuickTold, ...] = ()
    unseen: tuple[tuple[str, int], ...] | None
    """记牌 where it is unfolded: each rank, and how many of it the others hold."""
    status: str
    partner: tuple[str, ...] | None
    """The partner's cards, for whoever is out where the table shows them."""


class ClockTold(_Told):
    """The time of the turn."""

    deadline: float
    """In seconds since the epoch, by the bot's date."""
    seconds: int
    """What a turn has."""


class ResultRow(_Told):
    """The result of a deal for one seat."""

    place: str
    name: str
    team: int
    points: str
    detail: str
    total: str
    news: str
    """A title won or lost."""
    held: tuple[str, ...]
    """The cards they still had."""


class ResultTold(_Told):
    """A deal that is over."""

    heading: str
    rows: tuple[ResultRow, ...]
    notes: tuple[str, ...]
    ready: str
    """Who wants another deal."""


class ChairTold(_Told):
    """A place of a lobby."""

    name: str
    title: str
    is_free: bool
    is_computer: bool
    is_me: bool


class LobbyTold(_Told):
    """A table between deals."""

    heading: str
    chairs: tuple[ChairTold, ...]
    notes: tuple[str, ...]


class TableTold(_Told):
    """A table as the viewer may see it."""

    table: int
    deal: int
    """Number of the deal at the table, 0 before the first."""
    turn: int
    heading: str
    rules: str
    can: tuple[Can, ...]
    status: str
    """Whose turn it is and what they have to beat."""
    notes: tuple[str, ...] = ()
    inherited: bool = False
    """Whether whoever leads does so for a partner who is out (接风)."""
    clock: ClockTold | None = None
    seats: tuple[SeatTold, ...] = ()
    hand: HandTold | None = None
    result: ResultTold | None = None
    lobby: LobbyTold | None = None


class View(_Told):
    """All that a person may see."""

    type: Literal["view"] = "view"
    now: float
    """The bot's date as this was made, in seconds since the epoch."""
    table: TableTold | None
    nothing: str = ""
    """Where there is no table: what to do about it."""


class Welcome(_Told):
    """The answer to `hello`."""

    type: Literal["welcome"] = "welcome"
    version: int = VERSION
    build: str
    """Of the page that the bot serves; a page of another has to be loaded again."""
    token: str
    language: str
    words: dict[str, str]
    """The texts of the page in the person's language."""


class Pong(_Told):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    number: int
    now: float


class Answer(_Told):
    """The one answer to an intent; a refusal with its sentence."""

    type: Literal["answer"] = "answer"
    id: str
    ok: bool
    text: str = ""


@unique
class Bye(StrEnum):
    """The reason why the bot ends a socket."""

    FORGED = "forged"
    OLD = "old"
    UNKNOWN_TOKEN = "unknown_token"
    """say hello with the init data"""
    OTHER_VERSION = "other_version"
    """load the page again"""
    NOT_UNDERSTOOD = "not_understood"
    TOO_MUCH = "too_much"
    """too many messages, or too many sockets"""


class Farewell(_Told):
    """The last message of a socket that the bot ends."""

    type: Literal["farewell"] = "farewell"
    reason: Bye
    text: str = ""
    """For the person, in both languages where theirs is not known."""
