"""The core agrees with the exact engine, and says the same interpreted as compiled."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from engine.cards import NO_CARDS, Counts, add
from engine.codes import is_bomb
from engine.core.chance import Chance
from engine.core.policy import Policy
from engine.core.unit_game import PASS, SPLIT, UnitGame
from engine.deal import Deal, Pass, PlayCards
from engine.legal_plays import LegalPlays
from engine.players.decomposition import cost_of, decompose
from engine.players.learned import decomposer, learned
from engine.players.playout import Playout
from engine.ruleset import DealStyle, RuleSet, Wild
from engine.seats import SEATS
from tests.engine.core.support import game_of, hands_of

ROOT = Path(__file__).resolve().parents[3]
RULE_SETS = (
    RuleSet(),
    RuleSet(wild=Wild.BAIBIAN, king_bomb=True),
    RuleSet(wild=Wild.NONE, chain_with_two=False),
    RuleSet(king_bomb=True, deal_style=DealStyle.CLUMPED),
)
ROUNDS = int(os.environ.get("CORE_ROUNDS", "15"))
"""Deals of each kind; a long run looks at a million positions with CORE_ROUNDS=4000."""


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_hand_is_taken_apart_as_cheaply_as_it_can_be(rules: RuleSet) -> None:
    """The plays may be others where two ways cost the same; their cost may not."""
    for seed in range(ROUNDS):
        for hand in hands_of(seed, rules, Random(seed).randint(1, 27)):
            units = decomposer(rules).decompose(hand)
            exact = [play.code for play in decompose(hand, rules).plays]
            if Counter(units) != Counter(exact):
                assert sum(map(cost_of_code(hand, rules), units)) == pytest.approx(cost_of(hand, rules), abs=1e-6)


def cost_of_code(hand: Counts, rules: RuleSet) -> Callable[[int], float]:
    plays = {play.code: play for play in LegalPlays(hand, None, rules)}
    return lambda code: cost_of(plays[code].cards, rules)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_quick_play_outs_end_as_those_of_the_expert(rules: RuleSet) -> None:
    for seed in range(ROUNDS):
        game = game_of(hands_of(seed, rules, 20), rules)
        units = units_by_seat(game)
        first = game.quick_move()
        units[0].remove(first)  # what is led first is out of the hand already
        playout = Playout(units, [20] * 4, [True] * 4, (), (0, 0), rules)

        assert game.run_quick() == playout.run(0, 0, 0, first)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_the_core_plays_is_legal_and_settled_as_the_engine_does(rules: RuleSet) -> None:
    """Moves of units, made in a real deal: whose turn it is, what lies there and what comes out stay the same."""
    policy, chance = learned()[0], Chance(1)
    positions = 0
    for seed in range(ROUNDS):
        hands = hands_of(seed, rules, 22)
        game = game_of(hands, rules)
        deal = Deal.start(hands, 0, rules)
        over = False
        while not over:
            assert deal.to_act == game.turn
            view = deal.view(game.turn)
            assert (view.to_beat.code if view.to_beat else 0) == game.to_beat
            assert list(view.cards_left) == [game.cards[seat] for seat in SEATS]
            index = policy.choose(game, chance)
            code = game.moves[index]
            if game.kinds[index] == PASS:
                action: Pass | PlayCards = Pass(game.turn)
            else:
                play = next(play for play in view.legal_plays if play.code == code)
                action = PlayCards(game.turn, play.cards, play.type)
            over = game.move(code, game.kinds[index])
            deal = deal.act(action).deal
            positions += 1
        assert deal.to_act is None
        settlement = deal.settlement
        assert settlement is not None
        assert settlement.places[: game.placed] == tuple(game.order[place] for place in range(game.placed))
        assert game.stake() * rules.base_score == settlement.result[0]
    assert positions > 30 * ROUNDS


def units_by_seat(game: UnitGame) -> list[list[int]]:
    return [[game.units[seat * 32 + index] for index in range(game.number[seat])] for seat in SEATS]


def test_splits_leave_the_rest_of_the_group() -> None:
    game = UnitGame(RuleSet())
    game.clear()
    triple, single = 2 << 10 | 3 << 5 | 9, 1 << 5 | 5
    game.give(0, [single])
    game.give(1, [triple])
    game.give(2, [single])
    game.give(3, [single])
    game.hold(0, single)
    game.move(single, 0)

    number = game.list_moves()
    kinds = [game.kinds[index] for index in range(number)]
    split = kinds.index(SPLIT)
    game.move(game.moves[split], SPLIT)

    assert units_by_seat(game)[1] == [1 << 10 | 2 << 5 | 9]
    assert game.cards[1] == 2


def test_a_position_kept_comes_back() -> None:
    rules = RuleSet()
    game = game_of(hands_of(3, rules), rules)
    before = snapshot(game)
    game.keep()
    game.run_quick()
    assert snapshot(game) != before

    game.restore()

    assert snapshot(game) == before


def snapshot(game: UnitGame) -> list[list[int]]:
    arrays = (game.cards, game.active, game.held, game.own, game.number, game.phases)
    scalars = [game.turn, game.to_beat, game.to_beat_by, game.placed, game.earned]
    return [*units_by_seat(game), *(list(array) for array in arrays), scalars]


def test_shares_of_moves_are_a_distribution() -> None:
    rules = RuleSet()
    game = game_of(hands_of(1, rules), rules)
    policy: Policy = learned()[0]
    number = game.list_moves()
    policy.weigh(game)

    shares = [policy.shares[index] for index in range(number)]
    assert sum(shares) == pytest.approx(1)
    assert min(shares) >= 0


TRIAL = """
import json
from engine.core import unit_game
from engine.core.chance import Chance
from engine.core.value_net import squash
from engine.players.learned import learned
from engine.ruleset import RuleSet
from tests.engine.core.support import game_of, hands_of

rules = RuleSet()
policy, value_net = learned()
found = []
for seed in range(6):
    game = game_of(hands_of(seed, rules), rules)
    game.keep()
    estimate = value_net.value(game)
    found.append([round(estimate, 9), game.run_quick()])
    game.restore()
    found.append([policy.run(game, Chance(seed)), game.placed])
print(json.dumps(found), unit_game.__file__.endswith(".py"))
"""


def test_interpreted_and_compiled_play_the_same(tmp_path: Path) -> None:
    """A copy without what was compiled, as on a machine without a compiler, and this tree, as it is."""
    plain = tmp_path / "plain"
    for package in ("engine", "tests/engine/core"):
        shutil.copytree(ROOT / package, plain / package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))

    interpreted, is_plain = trial(plain)
    here, _ = trial(ROOT)

    assert is_plain
    assert interpreted == here


def trial(folder: Path) -> tuple[str, bool]:
    done = subprocess.run([sys.executable, "-c", TRIAL], cwd=folder, capture_output=True, text=True, check=True)
    found, _, is_plain = done.stdout.strip().rpartition(" ")
    return found, is_plain == "True"


def test_bombs_count_for_their_holder() -> None:
    hand = add(NO_CARDS, bytes([6, *[0] * 14]))
    units = decomposer(RuleSet()).decompose(hand)

    assert len(units) == 1
    assert is_bomb(units[0])
