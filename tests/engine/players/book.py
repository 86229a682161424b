"""The book of positions: small endings with one right action, and the search that shows that it is right.

A position is a line of `tests/engine/positions/*.jsonl`: four hands, who leads, the actions so far as in the protocol
of `python -m engine batch`, the right action (cards, or "pass") of the seat to act, the theme, and one sentence why.

The player sees their own hand, the number of cards in the others, and all that is unseen, but not who holds what. So an
action is right when it is best on average over every way the unseen cards can lie, each played to its end with open
hands, and no other action is even as good. Where `always` is not false, none is better in any single way either.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from engine.cards import format_counts, parse_counts
from engine.deal import Action, Deal, Pass, PlayCards, View
from engine.players.endgame import Solver, position
from engine.players.hidden import splits
from engine.ruleset import RuleSet

FOLDER = Path(__file__).parent.parent / "positions"


@dataclass(frozen=True)
class BookPosition:
    """One position of the book."""

    name: str
    theme: str
    deal: Deal
    right: str
    why: str
    always: bool = True
    """Whether nothing is better in any single way the unseen cards can lie."""

    @property
    def view(self) -> View:
        assert self.deal.to_act is not None, f"{self.name}: the deal is over"
        return self.deal.view(self.deal.to_act)


def load() -> list[BookPosition]:
    """All positions, file by file."""
    return [
        parse(json.loads(line), f"{path.stem}:{number}")
        for path in sorted(FOLDER.glob("*.jsonl"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    ]


def parse(fields: dict[str, object], name: str) -> BookPosition:
    """A position from the fields of its line."""
    hands, actions = fields["hands"], fields["actions"]
    assert isinstance(hands, list)
    assert isinstance(actions, list)
    rules = RuleSet.model_validate(fields.get("rules", {}))
    deal = Deal.start([parse_counts(hand) for hand in hands], int(str(fields["leader"])), rules)
    for kind, seat, *cards in actions:
        deal = deal.act(PlayCards(seat, parse_counts(cards[0])) if kind == "play" else Pass(seat)).deal
    return BookPosition(
        name, str(fields["theme"]), deal, str(fields["right"]), str(fields["why"]), bool(fields.get("always", True))
    )


def name_of(action: Action) -> str:
    """An action as the book writes it."""
    return format_counts(action.cards) if isinstance(action, PlayCards) else "pass"


@dataclass(frozen=True)
class Finding:
    """What the search says of an action."""

    average: float
    worst_loss: float
    """The most it falls short of the best action in any single way the cards can lie."""


def examine(view: View, nodes: int = 1_000_000) -> dict[str, Finding]:
    """Every action, solved for every way the unseen cards can lie."""
    totals: dict[str, float] = {}
    losses: dict[str, float] = {}
    weight = 0
    solver = Solver(view.rules, nodes)
    for hands, ways in splits(view):
        weight += ways
        rated = solver.rate(position(view, hands))
        best = max(value for value, _ in rated)
        for value, play in rated:
            name = format_counts(play.cards) if play else "pass"
            totals[name] = totals.get(name, 0.0) + ways * value
            losses[name] = max(losses.get(name, 0.0), best - value)
    return {name: Finding(total / weight, losses[name]) for name, total in totals.items()}
