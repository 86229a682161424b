"""The golden files of the engine: the plays of chosen hands, how many sequences of actions lead on from chosen
positions ("perft"), and the sentences with which cards are refused. After a change that is meant, write them anew and
look at the difference:

    python -m tests.engine.golden_files
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Final

from engine.cards import format_counts, parse_counts
from engine.codes import bomb_strength
from engine.deal import Action, Deal, Pass, PlayCards
from engine.explain import explain
from engine.legal_plays import LegalPlays
from engine.plays import Play
from engine.reading import parse_play
from engine.ruleset import RuleSet, Wild
from engine.words.messages import LANGUAGES, messages_for
from engine.words.plays import diagnosis_text

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


NO_PLAYS: Final = {
    "": (
        "34 345w 3344 3344w 334w 555666 33334444 3333444w JQKA2 KA2 AA22 QQKKAA22 JJQQKKAA22w 3456789TJQKAw "
        "334455w 333444555w 33445 345667 33334444555 3578 357wK 3377 333777 33557799 333355557777 A2345 2233 "
        "334 33345 33344 33334 333444w5 33334445 59 379 5w9"
    ),
    "baibian": "3w 33wW wwW",
    "none": "3w 3W wW",
    "no 2 in chains": "AAAA2222 KKKKAAAA2222",
}
"""Cards that are no play, many kinds of them, by the table."""
TABLES: Final = {
    "": RuleSet(),
    "baibian": RuleSet(wild=Wild.BAIBIAN),
    "none": RuleSet(wild=Wild.NONE),
    "no 2 in chains": RuleSet(chain_with_two=False),
    "king bombs": RuleSet(king_bomb=True),
}
LOW: Final = ["6", "77", "888", "34567", "667788", "333444555", "3333", "333344445555"]
MIDDLE: Final = ["9", "TT", "JJJ", "56789", "8899TT", "666777888", "55555", "444455556666"]
HIGHEST: Final = ["W", "WW", "222", "TJQKA", "QQKKAA", "QQQKKKAAA", "22222222wwWW"]
"""A play of every type, in the order of the types: one to be refused, one that can be beaten, one that cannot."""
OTHERS: Final = [
    *(("345678", "56789"), ("34567", "345678"), ("34567", "9TJQKA"), ("33445566", "8899TT")),
    *(("333444555666", "666777888"), ("77", "77"), ("w", "W"), ("2", "w"), ("22", "8888"), ("4444", "444W")),
    *(("3333", "4444"), ("99999", "TTTTT"), ("33333", "333333"), ("wwW", "333333"), ("wwW", "wwW"), ("wwW", "wwWW")),
    *(("wwWW", "333344445555"), ("333344445555", "7777777"), ("333344445555", "3333444444445555")),
    *(("333334444455555", "3333444455556666"), ("33334444555566667777", "44445555666677778888")),
]
"""Pairs of a type: other sizes, equal ones, bombs of every kind."""


def refusals() -> Iterator[str]:
    """Every refusal as people read it, Chinese and English."""
    for table, hands in NO_PLAYS.items():
        yield f"no play{f', {table}' if table else ''}"
        for cards in hands.split():
            yield from refusal(cards, None, TABLES[table])
    rules = TABLES["king bombs"]
    for heading, pairs in {
        "does not beat": product(LOW, MIDDLE),
        "does not beat the highest": product(LOW, HIGHEST),
        "of one type": OTHERS,
    }.items():
        yield ""
        yield heading
        for cards, on in pairs:
            if not parse_play(cards, rules=rules).beats(parse_play(on, rules=rules)):
                yield from refusal(cards, on, rules)


def refusal(cards: str, on: str | None, rules: RuleSet) -> Iterator[str]:
    """Why cards cannot be played, in both languages."""
    diagnosis = explain(parse_counts(cards), parse_play(on, rules=rules) if on else None, rules).diagnosis
    assert diagnosis, f"{cards} can be played on {on}"
    name = f"{cards} on {on}" if on else cards
    yield f"  {name:42} {diagnosis.cause}"
    for language in LANGUAGES:
        yield f"      {diagnosis_text(diagnosis, messages_for(language, 'plays'))}"


def files() -> dict[str, str]:
    """Name and text of every golden file."""
    texts = {f"plays_{name}.txt": hand.lines() for name, hand in HANDS.items()}
    texts |= {f"perft_{name}.txt": position.lines() for name, position in POSITIONS.items()}
    texts["refusals.txt"] = refusals()
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
