"""`python -m engine explain CARDS`: what cards are, why, what they beat and what beats them."""

import argparse
import json
import sys
from typing import TYPE_CHECKING, Final

from engine.batch import described
from engine.cards import format_counts, parse_counts
from engine.cli.words import Explainer
from engine.diagnosis import Diagnosis
from engine.errors import EngineError
from engine.explain import Explanation, explain
from engine.plays import Play, PlayType
from engine.reading import read
from engine.ruleset import NATURAL_PHASE_LIMIT, RuleSet, Wild
from engine.words.messages import LANGUAGES

if TYPE_CHECKING:
    from argparse import _SubParsersAction

DESCRIPTION: Final = """\
Say what cards count as and why: which joker stands for what, how a chain bomb was counted, why it is not another
reading, what it beats and what beats it; or why the cards cannot be played.

Cards: 3 4 5 6 7 8 9 T (or 10) J Q K A 2, w or 小王, W or 大王; 王 is the small joker while there is one.

  python -m engine explain 456wWW
  python -m engine explain 456wWW --on 334455 --lang en
  python -m engine explain 3333.444444.55555
"""


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "explain",
        help="say what cards are and what they beat",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("cards", metavar="CARDS", help="the cards to explain")
    parser.add_argument("--on", metavar="CARDS", help="what lies on the table (default: the cards are led)")
    parser.add_argument(
        "--as", dest="choice", choices=list(PlayType), type=PlayType, metavar="TYPE",
        help=f"the type to count as where two tie: {', '.join(PlayType)}",
    )  # fmt: skip
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="the language (default: zh)")
    parser.add_argument("--json", action="store_true", help="print the facts as JSON")
    switches = parser.add_argument_group("switches of the table")
    switches.add_argument(
        "--wild", choices=list(Wild), type=Wild, default=Wild.QIANBIAN, metavar="WHICH",
        help="which jokers are wild: qianbian all (default), baibian the big ones, none",
    )  # fmt: skip
    switches.add_argument(
        "--king-bomb", action=argparse.BooleanOptionalAction, default=False,
        help="three or four jokers are a bomb of 6 or 7 phases (default: off)",
    )  # fmt: skip
    switches.add_argument(
        "--chain-with-two", action=argparse.BooleanOptionalAction, default=True,
        help="chain bombs may reach the 2 (default: on)",
    )  # fmt: skip
    switches.add_argument(
        "--phase-cap", type=int, choices=range(8, NATURAL_PHASE_LIMIT + 1), default=NATURAL_PHASE_LIMIT, metavar="N",
        help="phases above N earn as N, 8 to 12 (default: 12)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Explain; the exit status is 0 where the cards can be played, 1 where they cannot, 2 where they are no cards."""
    rules = RuleSet(
        wild=options.wild,
        king_bomb=options.king_bomb,
        chain_with_two=options.chain_with_two,
        phase_cap=options.phase_cap,
    )
    try:
        on = None if options.on is None else read(parse_counts(options.on), rules=rules)
        it = explain(parse_counts(options.cards), on, rules, options.choice)
    except EngineError as error:
        print(f"python -m engine explain: {error}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(facts(it), ensure_ascii=False, indent=2))
    else:
        print(*Explainer(options.lang).explanation(it), sep="\n")
    return 0 if it.play else 1


def facts(it: Explanation) -> dict[str, object]:
    """The explanation as JSON values."""
    result: dict[str, object] = {
        "cards": format_counts(it.cards),
        "on": None if it.to_beat is None else {"cards": format_counts(it.to_beat.cards), **described(it.to_beat)},
    }
    if it.play is None:
        return result | {
            "play": None,
            "diagnosis": it.diagnosis and diagnosed(it.diagnosis),
        }
    return result | {
        "play": described(it.play),
        "jokers": [{"joker": joker, "stands_for": rank} for joker, rank in it.joker_ranks],
        "choices": [described(play) for play in it.choices],
        "passed_over": [described(play) for play in it.passed_over],
        "countings": [
            {
                "cards": format_counts(counting.cards),
                "phases": counting.phases,
                "natural": counting.is_natural,
                "strength": counting.strength,
            }
            for counting in it.countings
        ],
        "beats": [format_counts(shape) for shape in it.lower],
        "beaten_by": [format_counts(shape) for shape in it.higher],
    }


def diagnosed(diagnosis: Diagnosis) -> dict[str, object]:
    """A diagnosis as JSON values: its cause, and its facts by their names."""
    facts = {
        name: {"cards": format_counts(fact.cards), **described(fact)} if isinstance(fact, Play) else fact
        for name, fact in diagnosis.facts.items()
    }
    return {"cause": diagnosis.cause, **facts}
