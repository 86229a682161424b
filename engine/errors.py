"""Everything the engine refuses, as one tree.

    EngineError (ValueError)          code, facts and rule of every refusal
    ├── NotationError                 a text or a multiset that is no cards of two packs
    ├── RequestError                  a request (batch line, proof, replay) that has not the right form
    ├── PlayError                     cards that cannot be played
    │   ├── NotAPlay                  they are no play at all (rules §3)
    │   ├── DoesNotBeat               they are one, but do not beat what lies on the table (rules §3, §4)
    │   └── ChoiceNotOffered          the wished type is none of the readings that tie (rules §3.2)
    └── ActionError                   an action the state of the deal does not allow (rules §4, §5)
        ├── NotYourTurn
        ├── CardsNotHeld
        ├── LeaderMustPlay            a leader cannot pass
        └── DealIsOver

The message of the exception is for developers and for programs that call the engine. People are told in their own
language: a front end turns `code` and `facts` into a sentence, and the diagnosis of a play by `engine.words`.
"""

from enum import StrEnum, unique
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.diagnosis import Diagnosis


@unique
class ErrorCode(StrEnum):
    """The name of what was wrong, for programs."""

    UNKNOWN_CARD = "unknown_card"
    TOO_MANY_OF_A_CARD = "too_many_of_a_card"
    TOO_MANY_CARDS = "too_many_cards"
    NO_CARDS = "no_cards"
    BAD_REQUEST = "bad_request"
    NOT_A_PLAY = "not_a_play"
    WRONG_TYPE = "wrong_type"
    WRONG_SIZE = "wrong_size"
    TOO_LOW = "too_low"
    CHOICE_NOT_OFFERED = "choice_not_offered"
    UNKNOWN_SEAT = "unknown_seat"
    NOT_YOUR_TURN = "not_your_turn"
    CARDS_NOT_HELD = "cards_not_held"
    LEADER_MUST_PLAY = "leader_must_play"
    DEAL_IS_OVER = "deal_is_over"


class EngineError(ValueError):
    """A refusal: `code` says which, `facts` what it is about (JSON-like values), `rule` the section of the rules."""

    def __init__(self, message: str, code: ErrorCode, *, rule: str = "", **facts: object) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.facts = facts


class NotationError(EngineError):
    """A text or a multiset that is no cards of two packs (rules §1)."""


class RequestError(EngineError):
    """A request that has not the right form."""


class PlayError(EngineError):
    """Cards that cannot be played; `diagnosis` says why, None where it is the choice of a type that is refused."""

    def __init__(
        self, message: str, code: ErrorCode, *, diagnosis: "Diagnosis | None" = None, rule: str = "", **facts: object
    ) -> None:
        super().__init__(message, code, rule=rule, **facts)
        self.diagnosis = diagnosis


class NotAPlay(PlayError):
    """The cards are no play at all (rules §3)."""


class DoesNotBeat(PlayError):
    """The cards are a play, but do not beat what lies on the table (rules §3, §4)."""


class ChoiceNotOffered(PlayError):
    """The wished type is not among the readings that tie (rules §3.2)."""


class ActionError(EngineError):
    """An action that the state of the deal does not allow."""


class NotYourTurn(ActionError):
    """Another seat is to act (rules §4)."""


class CardsNotHeld(ActionError):
    """The player does not hold these cards."""


class LeaderMustPlay(ActionError):
    """Whoever leads plays; they cannot pass (rules §4)."""


class DealIsOver(ActionError):
    """The deal has ended (rules §4)."""
