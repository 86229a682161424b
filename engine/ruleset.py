"""The switches of one table (rules §3.3)."""

from enum import StrEnum, unique
from functools import cached_property
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

NATURAL_PHASE_LIMIT: Final = 12
"""No phase count above this ever multiplies or earns more (rules §6)."""


@unique
class Wild(StrEnum):
    """The jokers that are wild: all (千变), only the big ones (百变), none (普通)."""

    QIANBIAN = "qianbian"
    BAIBIAN = "baibian"
    NONE = "none"


@unique
class DealStyle(StrEnum):
    """The ways to mix the cards: every order equally likely, or in clumps (不洗牌)."""

    SHUFFLED = "shuffled"
    CLUMPED = "clumped"


Positive = Annotated[int, Field(gt=0, strict=True)]
Switch = Annotated[bool, Field(strict=True)]


class RuleSet(BaseModel):
    """The switches of rules §3.3, validated and immutable; fixed for a deal when it is dealt.

    Raises pydantic's `ValidationError` (a `ValueError`) for an unknown switch or a value out of its range.

    >>> RuleSet(wild="baibian").phase_cap
    12
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    wild: Wild = Wild.QIANBIAN
    king_bomb: Switch = False
    chain_with_two: Switch = True
    phase_cap: Annotated[int, Field(ge=8, le=NATURAL_PHASE_LIMIT, strict=True)] = NATURAL_PHASE_LIMIT
    deal_style: DealStyle = DealStyle.SHUFFLED
    partner_view: Switch = True
    base_score: Annotated[int, Field(ge=1, le=1_000_000, strict=True)] = 100
    turn_seconds: Annotated[int, Field(ge=15, le=600, strict=True)] = 60
    units: tuple[Positive, Positive, Positive] = (1, 2, 3)
    """Units of 平扣, 单扣 and 双扣."""

    @cached_property
    def grammar_key(self) -> tuple[Wild, bool, bool]:
        """The three switches that decide what cards are; equal keys read all cards alike."""
        return self.wild, self.king_bomb, self.chain_with_two


DEFAULT_RULES: Final = RuleSet()
