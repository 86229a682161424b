"""The core put to work for a rule set: its decomposer, and the weights that were learned."""

from functools import lru_cache
from importlib import resources
from typing import Final

from engine.cards import Counts
from engine.core import unit_game
from engine.core.decomposer import Decomposer
from engine.core.policy import NUMBERS as POLICY_NUMBERS
from engine.core.policy import Policy
from engine.core.value_net import NUMBERS as VALUE_NUMBERS
from engine.core.value_net import ValueNet
from engine.grammar import grammar
from engine.players.decomposition import decompose
from engine.reading import read
from engine.ruleset import RuleSet

WEIGHTS: Final = "weights.txt"
"""The file of the learned weights, in `engine.core`: lines that begin with # say how they came about."""


def is_compiled() -> bool:
    """Return whether the core runs compiled on this machine."""
    return not unit_game.__file__.endswith(".py")


@lru_cache(maxsize=16)
def decomposer(rules: RuleSet) -> Decomposer:
    """Return the decomposer of a rule set."""

    def thoroughly(hand: Counts) -> list[int]:
        return [play.code for play in decompose(hand, rules).plays]

    def as_lead(cards: Counts) -> int:
        return read(cards, None, rules).code

    return Decomposer(grammar(rules), thoroughly, as_lead)


def parse_weights(text: str) -> tuple[list[float], list[float]]:
    """Read the weights of a policy and of a value net from the text of a file.

    Raises:
        ValueError: it holds another number of figures.
    """
    figures = [float(word) for line in text.splitlines() if not line.startswith("#") for word in line.split()]
    if len(figures) != POLICY_NUMBERS + VALUE_NUMBERS:
        raise ValueError(f"{len(figures)} weights; a policy and a value net have {POLICY_NUMBERS + VALUE_NUMBERS}")
    return figures[:POLICY_NUMBERS], figures[POLICY_NUMBERS:]


@lru_cache(maxsize=1)
def learned() -> tuple[Policy, ValueNet]:
    """Return the policy and the value net that come with the program."""
    text = (resources.files("engine.core") / WEIGHTS).read_text(encoding="ascii")
    policy, value_net = parse_weights(text)
    return Policy(policy), ValueNet(value_net)
