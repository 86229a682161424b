"""The engine over JSON: one request in, one answer out, for programs in any language.

Every operation is a pydantic model of its request with a method that answers it. What cannot be served answers
`{"error": "<one sentence>"}`, in `deal` also with the place of the refused action. Cards are written by rank, as in
`"456wWW"`; suits may stand in front and change nothing. Fields a request does not need are ignored.

    read      what cards are, as a lead or on other cards      held      what bombs in a hand earn
    moves     every kind of play a hand can make               settle    the points of a finished deal
    deal      the state of a deal after some actions           shuffle   the deal that a seed makes
    title     the title of a score
"""

import json
from abc import abstractmethod
from typing import Annotated, Final, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from engine.cards import ALL_CARDS, HAND_SIZE, NO_CARDS, Counts, add, contains, format_counts, parse_counts
from engine.codes import SMALLEST_BOMB
from engine.deal import Action, Deal, Pass, PlayCards, TimeOut
from engine.errors import EngineError, ErrorCode, NotationError, PlayError, RequestError
from engine.held_bombs import held_bombs
from engine.legal_plays import LegalPlays
from engine.plays import Play, PlayType
from engine.reading import read
from engine.ruleset import DEFAULT_RULES, RuleSet
from engine.scoring import PlayedBomb, Settlement, settle
from engine.seats import SEATS
from engine.shuffle import SEED_BYTES, deal_cards
from engine.titles import standing

Answer: TypeAlias = dict[str, object]

GREATEST_SCORE: Final = 10**15
"""No score that is asked about lies farther from zero than this."""


def answer(request: object) -> Answer:
    """The answer to a request, a decoded JSON value. Never raises for what the request holds.

    >>> answer({"op": "read", "cards": "456wWW"})["type"]
    'straight'
    >>> answer({"op": "title", "score": "many"})
    {'error': 'score: input should be a valid integer'}
    """
    if not isinstance(request, dict):
        return {"error": 'a request is a JSON object, as in {"op": "read", "cards": "456wWW"}'}
    operation = request.get("op")
    model = OPERATIONS.get(operation) if isinstance(operation, str) else None
    if model is None:
        problem = (
            f"{operation!r} is no operation" if isinstance(operation, str) else "the field 'op' names no operation"
        )
        return {"error": f"{problem}; write one of {', '.join(OPERATIONS)}"}
    try:
        return model.model_validate(request).answer()
    except ValidationError as error:
        return {"error": _sentence(error)}
    except EngineError as error:
        return {"error": str(error)}


def answer_line(line: bytes) -> bytes:
    """The answer to a line of UTF-8, as a line of UTF-8. Never raises.

    >>> answer_line(b'{"op": "held", "hand": "6666"}')
    b'{"units": 0, "bombs": []}\\n'
    """
    try:
        request = json.loads(line.decode().strip())
    except (ValueError, RecursionError) as error:
        reply: Answer = {"error": f"the line is no JSON: {error}"}
    else:
        reply = answer(request)
    # half a surrogate pair, quoted in an error, becomes the JSON escape it came as
    return json.dumps(reply, ensure_ascii=False).encode(errors="backslashreplace") + b"\n"


# What fields hold


def _cards(value: object) -> Counts:
    if not isinstance(value, str):
        raise RequestError('cards are written as a text, as in "334455"', ErrorCode.BAD_REQUEST, rule="§1")
    return parse_counts(value)


def _hand(value: object) -> Counts:
    hand = _cards(value)
    if sum(hand) > HAND_SIZE:
        raise NotationError(
            f"{sum(hand)} cards are more than a hand of {HAND_SIZE} holds",
            ErrorCode.TOO_MANY_CARDS,
            rule="§1",
            number=sum(hand),
        )
    return hand


def _or_default(value: object) -> object:
    return DEFAULT_RULES if value is None else value


Cards: TypeAlias = Annotated[bytes, BeforeValidator(_cards)]
Hand: TypeAlias = Annotated[bytes, BeforeValidator(_hand)]
Place: TypeAlias = Annotated[int, Field(ge=SEATS[0], le=SEATS[-1], strict=True)]
Phases: TypeAlias = Annotated[int, Field(ge=SMALLEST_BOMB, le=HAND_SIZE, strict=True)]
Rules: TypeAlias = Annotated[RuleSet, BeforeValidator(_or_default)]


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    rules: Rules = DEFAULT_RULES

    @abstractmethod
    def answer(self) -> Answer:
        """Return what comes back.

        Raises:
            EngineError: the request cannot be served.
        """


# The operations


class _OnTable(_Request):
    """A request about cards laid on other cards; without `on` they are led."""

    on: Cards | None = None

    def table(self) -> Play | None:
        """The play to beat, read as a lead."""
        if self.on is None:
            return None
        try:
            return read(self.on, rules=self.rules)
        except EngineError as error:
            raise RequestError(f"on: {error}", ErrorCode.BAD_REQUEST, rule="§3.2") from None


class ReadRequest(_OnTable):
    """A reading of cards (rules §3); `type` is the player's choice where two types tie."""

    cards: Cards
    type: PlayType | None = None

    def answer(self) -> Answer:
        try:
            return described(read(self.cards, self.table(), self.rules, self.type))
        except PlayError as error:
            cause = {"cause": error.diagnosis.cause} if error.diagnosis else {}
            return {"type": None, "reason": str(error), **cause}


class MovesRequest(_OnTable):
    """Every kind of play a hand can make, weakest first, each with the fewest jokers."""

    hand: Hand

    def answer(self) -> Answer:
        plays = LegalPlays(self.hand, self.table(), self.rules)
        return {"plays": [{"cards": format_counts(play.cards), **described(play)} for play in plays]}


class HeldRequest(_Request):
    """The contribution of the bombs in a hand (rules §6.1), and which they are."""

    hand: Hand

    def answer(self) -> Answer:
        held = held_bombs(self.hand, self.rules)
        bombs = [{"cards": format_counts(bomb.cards), **described(bomb)} for bomb in held.bombs]
        return {"units": held.units, "bombs": bombs}


class SettleRequest(_Request):
    """The points of a deal that has ended (rules §6), from figures alone."""

    order: Annotated[list[Place], Field(max_length=len(SEATS))]
    barred: Annotated[list[Place], Field(max_length=len(SEATS))]
    bombs: Annotated[list[list[Phases]], Field(min_length=len(SEATS), max_length=len(SEATS))]
    hands: Annotated[list[Hand], Field(min_length=len(SEATS), max_length=len(SEATS))]

    def answer(self) -> Answer:
        self._check()
        bombs = [PlayedBomb(seat, phases) for seat, played in enumerate(self.bombs) for phases in played]
        return settled(settle(self.order, self.barred, bombs, self.hands, self.rules))

    def _check(self) -> None:
        problem = ""
        if len({*self.order, *self.barred}) < len(self.order) + len(self.barred):
            problem = "order and barred name a seat twice; a player who is out is not barred, and each is named once"
        elif any(any(self.hands[seat]) for seat in self.order):
            problem = "order names a seat that still holds cards; who is out holds none"
        total = NO_CARDS
        for hand in self.hands:
            total = add(total, hand)
        if not contains(ALL_CARDS, total):
            problem = "together the hands are no part of two packs"
        if problem:
            raise RequestError(problem, ErrorCode.BAD_REQUEST, rule="§6")


class DealRequest(_Request):
    """The state of a deal after some actions (rules §4, §5)."""

    hands: list[Cards]
    leader: Annotated[int, Field(strict=True)]
    actions: list[object]

    def answer(self) -> Answer:
        deal = Deal.start(self.hands, self.leader, self.rules)
        for index, written in enumerate(self.actions):
            try:
                deal = deal.act(_action(written, deal)).deal
            except EngineError as error:
                return {"error": str(error), "at": index}
        state: Answer = {
            "over": deal.is_over,
            "to_act": deal.to_act,
            "on": None if deal.to_beat is None else format_counts(deal.to_beat.cards),
            "order": list(deal.order),
            "barred": list(deal.barred),
            "timeouts": list(deal.timeouts),
            "hands": [format_counts(hand) for hand in deal.hands],
        }
        if deal.settlement is not None:
            state["settlement"] = settled(deal.settlement)
        return state


def _action(written: object, deal: Deal) -> Action:
    """The action of `["play", seat, cards]`, `["play", seat, cards, type]`, `["pass", seat]` or `["timeout", seat]`."""
    match written:
        case ["play", int(seat), str(text), *choice] if len(choice) < 2:
            held = deal.hands[seat] if seat in SEATS else None
            return PlayCards(seat, parse_counts(text, held), _choice(choice))
        case ["pass", int(seat)]:
            return Pass(seat)
        case ["timeout", int(seat)]:
            return TimeOut(seat)
    raise RequestError(
        'this is no action; write ["play", seat, cards], ["pass", seat] or ["timeout", seat]', ErrorCode.BAD_REQUEST
    )


def _choice(written: list[object]) -> PlayType | None:
    if not written or written[0] is None:
        return None
    for play_type in PlayType:
        if play_type == written[0]:
            return play_type
    raise RequestError(
        f"the fourth item is no type of play; write one of {', '.join(PlayType)}", ErrorCode.BAD_REQUEST, rule="§3"
    )


class ShuffleRequest(_Request):
    """The deal that a seed makes (rules §2); cards as suit, rank and pack."""

    seed: Annotated[str, Field(strict=True)]

    def answer(self) -> Answer:
        dealt = deal_cards(parse_seed(self.seed), self.rules)
        return {
            "hands": [[str(card) for card in hand] for hand in dealt.hands],
            "opening": str(dealt.opening),
            "leader": dealt.leader,
            "partner": dealt.partner,
            "swap": None if dealt.swap is None else list(dealt.swap),
            "seating": list(dealt.seating),
        }


class TitleRequest(_Request):
    """The title of a cumulative score (rules §7)."""

    score: Annotated[int, Field(ge=-GREATEST_SCORE, le=GREATEST_SCORE, strict=True)]

    def answer(self) -> Answer:
        it = standing(self.score)
        return {"title": it.title, "rung": it.rung, "next": it.next_title, "missing": it.missing}


OPERATIONS: Final[dict[str, type[_Request]]] = {
    "read": ReadRequest,
    "moves": MovesRequest,
    "held": HeldRequest,
    "settle": SettleRequest,
    "deal": DealRequest,
    "shuffle": ShuffleRequest,
    "title": TitleRequest,
}


# What answers hold


def described(play: Play) -> Answer:
    """Return what cards were read as, in the fields of the protocol."""
    fields: Answer = {
        "type": play.type.value,
        "size": play.size,
        "strength": list(play.strength),
        "counts_as": format_counts(play.counts_as),
    }
    if play.is_bomb:
        fields |= {"phases": play.phases, "natural": play.is_natural}
    return fields


def settled(settlement: Settlement) -> Answer:
    """A settlement in the fields of the protocol."""
    return {
        "kind": settlement.kind.value,
        "winners": None if settlement.winners is None else list(settlement.winners),
        "places": list(settlement.places),
        "multiplier": settlement.multiplier,
        "result": list(settlement.result),
        "contribution": list(settlement.contribution),
        "points": list(settlement.points),
    }


def parse_seed(text: str) -> bytes:
    """The 32 bytes of a seed written as 64 hex digits.

    Raises:
        RequestError: the text is something else.
    """
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise RequestError(f"a seed is written as {2 * SEED_BYTES} hex digits", ErrorCode.BAD_REQUEST, rule="§2")
    return seed


def _sentence(error: ValidationError) -> str:
    """The first thing that is wrong with a request."""
    first = error.errors(include_url=False, include_input=False)[0]
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"]).lstrip(".")
    match first["type"]:
        case "missing":
            return f"the field {path!r} is missing"
        case "extra_forbidden":
            return f"{path} is no switch; the switches are {', '.join(RuleSet.model_fields)}"
        case "value_error":
            return f"{path}: {first['ctx']['error']}"
    message = first["msg"]
    return f"{path}: {message[0].lower()}{message[1:]}"
