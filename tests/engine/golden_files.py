"""The golden files of the engine: the plays of chosen hands, and how many sequences of actions lead on from chosen
positions ("perft"). After a change of the rules that is meant, write them anew and look at the difference:

    python -m tests.engine.golden_files
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.cards import format_counts, parse_counts
from engine.codes import bomb_strength
from engine.deal import Action, Deal, Pass, PlayCards
from engine.legal_plays import LegalPlays
from engine.plays import Play
from engine.reading import parse_play
from engine.ruleset import RuleSet

FOLDER: Final = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Hand:
    """A hand, and what may lie on the table when it is to play."""

    cards: str
    on: tuple[str, ...] = ()
    switches: dict[str, object] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """Every legal play, a line each, as a lead and on each of `on`."""
        rules = RuleSet.model_validate(self.switches)
        yield f"hand {self.cards}"
        if self.switches:
            yield "switches " + " ".join(f"{name}={value}" for name, value in self.switches.items())
        for text in (None, *self.on):
            on = parse_play(text, rules=rules) if text else None
            plays = LegalPlays(parse_counts(self.cards), on, rules)
            yield ""
            yield f"{f'on {text}' if text else 'lead'}: {len(plays)} plays"
            yield from map(described, plays)


def described(play: Play) -> str:
    """Type, strength, cards and what they count as."""
    strength = (
        f"{play.phases} phases {tuple(map(int, bomb_strength(play.code)[1:]))}" if play.is_bomb else str(play.top)
    )
    jokers = f" = {format_counts(play.counts_as)}" if play.counts_as != play.cards else ""
    return f"  {play.type.value:11}{strength:24}{play}{jokers}"


@dataclass(frozen=True)
class Position:
    """A deal to count on from."""

    hands: str
    leader: int = 0
    depth: int = 3
    switches: dict[str, object] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """The number of sequences of each length, and of the longest by their first action."""
        rules = RuleSet.model_validate(self.switches)
        deal = Deal.start([parse_counts(hand) for hand in self.hands.split()], self.leader, rules)
        yield f"hands {self.hands}, seat {self.leader} leads"
        if self.switches:
            yield "switches " + " ".join(f"{name}={value}" for name, value in self.switches.items())
        for depth in range(1, self.depth + 1):
            yield f"  depth {depth}: {perft(deal, depth)}"
        for action in actions(deal):
            name = f"{format_counts(action.cards)} {action.choice}" if isinstance(action, PlayCards) else "pass"
            yield f"    {name:24}{perft(deal.act(action).deal, self.depth - 1)}"


def actions(deal: Deal) -> Iterator[Action]:
    """Everything the seat to act can do, the clock aside."""
    seat = deal.to_act
    if seat is None:
        return
    for play in deal.legal_plays:
        yield PlayCards(seat, play.cards, play.type)
    if deal.can_pass(seat):
        yield Pass(seat)


def perft(deal: Deal, depth: int) -> int:
    """The number of different sequences of `depth` actions."""
    if not depth:
        return 1
    return sum(perft(deal.act(action).deal, depth - 1) for action in actions(deal))


HANDS: Final = {
    "no_jokers": Hand("33445566778899", ("55", "34567", "334455")),
    "one_joker": Hand("3456789w", ("3", "33", "34567")),
    "two_jokers": Hand("344556wW", ("3", "334455", "3333")),
    "three_jokers": Hand("456wWW", ("334455", "345678", "22", "2222")),
    "four_jokers": Hand("QQKAwwWW", ("AA", "JJQQKK", "88888")),
    "jokers_only": Hand("wwWW", ("2", "22", "ww", "222", "2222")),
    "twos": Hand("AA2222w", ("K", "KK", "AAA", "AAAA")),
    "chain": Hand("333344444455555", ("2", "33333", "666666", "333344445555")),
    "chain_with_jokers": Hand("3333444555wW", ("7777777",)),
    "chain_to_the_two": Hand("KKKKAAAA2222", ("66666",)),
    "without_chain_to_the_two": Hand("KKKKAAAA2222", ("66666",), {"chain_with_two": False}),
    "kings": Hand("3444wwWW", ("3", "66666", "777777"), {"king_bomb": True}),
    "baibian": Hand("3455wwWW", ("3", "22", "34567"), {"wild": "baibian"}),
    "ordinary_jokers": Hand("3455wwWW", ("3", "22"), {"wild": "none"}),
    "whole_hand": Hand("3334445556677889TJJQKAA22wW", ("33", "334455", "6666")),
}

POSITIONS: Final = {
    "singles": Position("3K9 4A9 5Q9 629"),
    "bombs": Position("33334 55556 4444K 66667"),
    "jokers": Position("456wW 334455 789TJ wW22"),
    "tie": Position("QKAwwW 2888899 AA55555 2222K"),
    "chains": Position("3333444455556 77778888 6666999 TTTTT", depth=2),
    "inheriting": Position("5 34 678 99", depth=5),
    "baibian": Position("345wW 3344w 5566W 789TJ", switches={"wild": "baibian"}),
    "kings": Position("3wwW 44445 W66666 789", switches={"king_bomb": True}),
}


def files() -> dict[str, str]:
    """Name and text of every golden file."""
    texts = {f"plays_{name}.txt": hand.lines() for name, hand in HANDS.items()}
    texts |= {f"perft_{name}.txt": position.lines() for name, position in POSITIONS.items()}
    return {name: "\n".join(lines) + "\n" for name, lines in texts.items()}


def main() -> None:
    """Write the golden files anew."""
    for stale in FOLDER.glob("*.txt"):
        stale.unlink()
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(files())} files in {FOLDER}")


if __name__ == "__main__":
    main()
