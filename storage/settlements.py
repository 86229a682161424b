"""Settlements as JSON: figures and bombs, readable without the engine's inner codes, and exact both ways."""

import json

from engine.cards import format_counts
from engine.plays import Play
from engine.reading import read
from engine.ruleset import RuleSet
from engine.scoring import ResultKind, ScoredBomb, Settlement
from storage.actions import read_cards


def write_settlement(settlement: Settlement) -> str:
    """A settlement as JSON."""
    bombs = settlement.bombs
    return json.dumps(
        {
            "kind": settlement.kind,
            "winners": settlement.winners,
            "places": settlement.places,
            "units": settlement.units,
            "multiplier": settlement.multiplier,
            "multiplier_bomb": bombs.index(settlement.multiplier_bomb) if settlement.multiplier_bomb else None,
            "bombs": [
                {
                    "seat": bomb.seat,
                    "phases": bomb.phases,
                    "counted": bomb.counted,
                    "units": bomb.units,
                    "held": bomb.held,
                    "cards": format_counts(bomb.play.cards) if bomb.play else None,
                }
                for bomb in bombs
            ],
            "result": settlement.result,
            "contribution": settlement.contribution,
            "points": settlement.points,
        },
        separators=(",", ":"),
    )


def read_settlement(text: str, rules: RuleSet | None = None) -> Settlement:
    """The settlement that `write_settlement` has written. `rules` are those of the deal; without them its bombs are
    figures only, without their plays.
    """
    stored = json.loads(text)
    bombs = tuple(
        ScoredBomb(
            bomb["seat"], bomb["phases"], bomb["counted"], bomb["units"], bomb["held"], _bomb(bomb["cards"], rules)
        )
        for bomb in stored["bombs"]
    )
    winners = stored["winners"]
    return Settlement(
        kind=ResultKind(stored["kind"]),
        winners=(winners[0], winners[1]) if winners else None,
        places=tuple(stored["places"]),
        units=stored["units"],
        multiplier=stored["multiplier"],
        multiplier_bomb=None if stored["multiplier_bomb"] is None else bombs[stored["multiplier_bomb"]],
        bombs=bombs,
        result=tuple(stored["result"]),
        contribution=tuple(stored["contribution"]),
        points=tuple(stored["points"]),
    )


def _bomb(cards: str | None, rules: RuleSet | None) -> Play | None:
    """The bomb that cards are: they are always read as the strongest (rules §3.2), so the cards say it all."""
    return None if cards is None or rules is None else read(read_cards(cards), None, rules)
