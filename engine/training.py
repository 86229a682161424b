"""The command `train`: the policy and the value net of play-outs, learned from nothing by self-play."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

from engine.core.chance import Chance
from engine.core.learning import Learner
from engine.core.policy import NUMBERS as POLICY_NUMBERS
from engine.core.policy import Policy
from engine.core.unit_game import UnitGame
from engine.core.value_net import NUMBERS as VALUE_NUMBERS
from engine.core.value_net import ValueNet
from engine.players.learned import WEIGHTS, decomposer, is_compiled
from engine.ruleset import RuleSet

_FIRST_SPREAD: Final = 0.05
"""Spread of the weights to begin with, where they must differ from each other."""
_ROUNDS: Final = 20
"""Between two steps of the falling step sizes."""
_DUEL: Final = 400
"""Duplicate deals of a duel."""
_PER_LINE: Final = 12


@dataclass(frozen=True, slots=True)
class Course:
    """The amount that is learned.

    Args:
        imitated: deals of the quick policy that are imitated first.
        valued: deals after that in which the value net alone learns.
        played: deals of self-play.
        step, value_step: how far the weights of the policy and of the value net go at first.
        entropy: what undecidedness is worth.
    """

    imitated: int = 1_600
    valued: int = 800
    played: int = 400_000
    step: float = 0.008
    value_step: float = 0.01
    entropy: float = 0.03


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to those of `python -m engine`."""
    parser = commands.add_parser("train", help="learn the weights of the strongest computer players anew")
    parser.description = (
        "Learns the policy and the value net of play-outs by self-play, from nothing, and writes them to a file. With "
        "the same seed and numbers the same weights come out."
    )
    course = Course()
    parser.add_argument("--seed", type=int, default=2, help="of deals and draws (default: %(default)s)")
    parser.add_argument("--imitated", type=int, default=course.imitated, help="deals imitated (default: %(default)s)")
    parser.add_argument("--played", type=int, default=course.played, help="deals of self-play (default: %(default)s)")
    parser.add_argument("--step", type=float, default=course.step, help="of the policy (default: %(default)s)")
    parser.add_argument(
        "--entropy", type=float, default=course.entropy, help="what undecidedness is worth (default: %(default)s)"
    )
    parser.add_argument(
        "--write", type=Path, default=Path("engine") / "core" / WEIGHTS, help="the file (default: %(default)s)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Train and write the weights."""
    course = Course(
        imitated=options.imitated,
        valued=options.imitated // 2,
        played=options.played,
        step=options.step,
        entropy=options.entropy,
    )
    if not is_compiled():
        sys.stderr.write("The core is not compiled: this takes a hundred times as long as it could.\n")
    started = monotonic()
    lines: list[str] = []

    def say(line: str) -> None:
        lines.append(line)
        sys.stderr.write(f"{monotonic() - started:6.0f} s  {line}\n")

    policy, value_net = train(course, options.seed, say)
    how = f"--seed {options.seed} --imitated {course.imitated} --played {course.played}"
    told = [f"python -m engine train {how} --step {course.step} --entropy {course.entropy}", *lines]
    options.write.write_text(as_text(policy.weights, value_net.weights, told), encoding="ascii")
    return 0


def train(course: Course, seed: int, say: Callable[[str], None]) -> tuple[Policy, ValueNet]:
    """Learn a policy and a value net.

    Args:
        course: how much.
        seed: of all chance.
        say: told now and then how far it is.
    """
    rules = RuleSet()
    random = Random(seed)
    policy = Policy([random.gauss(0, _FIRST_SPREAD) for _ in range(POLICY_NUMBERS)])
    value_net = ValueNet([random.gauss(0, _FIRST_SPREAD) for _ in range(VALUE_NUMBERS)])
    learner = Learner(UnitGame(rules), decomposer(rules), policy, value_net, Chance(seed), course.entropy)
    learner.imitate(course.imitated, 2 * course.step, 2 * course.value_step)
    say(f"imitated {course.imitated} deals: {_losses(learner)}")
    imitation = Policy(list(policy.weights))
    learner.improve(course.valued, 0.0, 2 * course.value_step)
    say(f"valued {course.valued} deals: {_losses(learner)}")
    for number in range(_ROUNDS):
        left = 1 - number / _ROUNDS
        learner.improve(
            course.played // _ROUNDS, course.step * (0.1 + 0.9 * left), course.value_step * (0.05 + 0.95 * left)
        )
        if number % 4 == 3:
            won, units = learner.duel(imitation, _DUEL)
            say(
                f"played {course.played // _ROUNDS * (number + 1)}: {_losses(learner)}; "
                f"wins {won:.1%} of {_DUEL} duplicate deals against the imitation, {units:+.2f} units"
            )
    return policy, value_net


def _losses(learner: Learner) -> str:
    policy, value = learner.policy_loss / max(1, learner.decisions), learner.value_loss / max(1, learner.valued)
    learner.policy_loss = learner.value_loss = 0.0
    learner.decisions = learner.valued = 0
    return f"log loss {policy:.3f}, squared error {value:.3f}"


def as_text(policy: Sequence[float], value_net: Sequence[float], told: Sequence[str]) -> str:
    """Write weights as `engine.players.learned.parse_weights` reads them, after lines that say how they came about."""
    lines = [f"# {line}" for line in told]
    for weights in (policy, value_net):
        words = [f"{weight:.4g}" for weight in weights]
        lines += [" ".join(words[start : start + _PER_LINE]) for start in range(0, len(words), _PER_LINE)]
    return "\n".join(lines) + "\n"
