"""Short ways to write cards, plays and deals in tests."""

from engine.cards import parse_counts
from engine.deal import Deal, Event
from engine.errors import PlayError
from engine.plays import Play
from engine.reading import parse_play, read
from engine.ruleset import RuleSet


def lead(text: str, **switches: object) -> Play | None:
    """What the cards are as a lead; None where they are no play."""
    try:
        return parse_play(text, rules=RuleSet.model_validate(switches))
    except PlayError:
        return None


def follow(text: str, on: str, **switches: object) -> Play | None:
    """What the cards are on a play, read as a lead; None where they do not beat it."""
    rules = RuleSet.model_validate(switches)
    try:
        return read(parse_counts(text), parse_play(on, rules=rules), rules)
    except PlayError:
        return None


def kind(play: Play | None) -> tuple[str, int] | None:
    """Type and top rank of a play, of a bomb type and phases."""
    return None if play is None else (play.type.value, play.strength[0])


def strength(text: str) -> tuple[int, ...] | None:
    """The strength of the cards as a lead; None where they are no play."""
    play = lead(text)
    return None if play is None else play.strength


def start(hands: str, leader: int = 0, **switches: object) -> Deal:
    """A deal with four hands, separated by blanks."""
    return Deal.start(list(map(parse_counts, hands.split())), leader, RuleSet.model_validate(switches))


def go_on(deal: Deal, actions: str) -> tuple[Deal, list[Event]]:
    """The deal after some actions of whoever is to act, separated by blanks, and all events of them.

    `-` is a pass, `!` a time-out, anything else are cards to play.
    """
    events: list[Event] = []
    for action in actions.split():
        seat = deal.to_act
        assert seat is not None, f"the deal is over before {action}"
        if action == "-":
            step = deal.pass_turn(seat)
        elif action == "!":
            step = deal.time_out(seat)
        else:
            step = deal.play(seat, parse_counts(action))
        deal = step.deal
        events += step.events
    return deal, events


def after(hands: str, actions: str, leader: int = 0, **switches: object) -> Deal:
    """The deal with these hands after these actions; see `start` and `go_on`."""
    return go_on(start(hands, leader, **switches), actions)[0]
