"""`python -m engine verify`: recompute a deal from its seed, and check that the seed is the one committed to."""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from engine.batch import parse_seed
from engine.cards import Card, Rank, Suit
from engine.errors import EngineError, ErrorCode, RequestError
from engine.ruleset import DealStyle, RuleSet
from engine.seats import SEATS
from engine.shuffle import Dealt, commitment, deal_cards, derive_seed
from engine.words.messages import LANGUAGES, Messages, messages_for

if TYPE_CHECKING:
    from argparse import _SubParsersAction

DESCRIPTION: Final = """\
Recompute a deal: the four hands, the opening card, who led, who was whose partner and who changed seats.

Either from the seed of the deal,
  python -m engine verify --seed HEX
or, as a proof, from the server seed that was shown after the game, the commitment that was shown before it, the number
of the deal and the players' taps in the order they were received,
  python -m engine verify --server-seed HEX --commitment HEX --deal 1 --tap TAP --tap TAP ...

The method is in docs/shuffle.md. The exit status is 1 where the server seed is not the one committed to.
"""

SYMBOLS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_STYLES: Final = {DealStyle.SHUFFLED: "verify-shuffled", DealStyle.CLUMPED: "verify-clumped"}


def add_parser(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "verify",
        help="recompute a deal and check its proof",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--seed", metavar="HEX", help="the seed of the deal, 64 hex digits")
    source.add_argument("--server-seed", metavar="HEX", help="the server seed, 64 hex digits")
    parser.add_argument("--commitment", metavar="HEX", help="what was published before: the SHA-256 of the server seed")
    parser.add_argument("--deal", type=int, metavar="N", help="the number of the deal under this commitment, from 1")
    parser.add_argument("--tap", action="append", metavar="TAP", help="a player's tap; once for each, in order")
    parser.add_argument("--rules", metavar="JSON", default="{}", help="the switches of the table (default: {})")
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="the language (default: zh)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Verify; the exit status is 1 where the commitment was not kept, 2 where the arguments make no proof."""
    texts = messages_for(options.lang, "verify")
    kept = True
    try:
        rules = RuleSet.model_validate(json.loads(options.rules))
        if options.seed is not None:
            _check_alone(options)
            seed = parse_seed(options.seed)
        else:
            server_seed = parse_seed(options.server_seed)
            seed = derive_seed(server_seed, _deal_number(options), options.tap or [])
            found = commitment(server_seed)
            print(texts("verify-commitment", found=found))
            if options.commitment is not None:
                kept = options.commitment.strip().lower() == found
                print(texts("verify-kept") if kept else texts("verify-broken", given=options.commitment))
            print(texts("verify-derived", number=options.deal, taps=len(options.tap or [])))
        print(*_in_words(seed, deal_cards(seed, rules), rules.deal_style, texts), sep="\n")
    except ValidationError as error:
        return _refused(f"--rules: {error.errors()[0]['msg']} ({'.'.join(map(str, error.errors()[0]['loc']))})")
    except json.JSONDecodeError as error:
        return _refused(f"--rules is no JSON: {error}")
    except EngineError as error:
        return _refused(str(error))
    return 0 if kept else 1


def _check_alone(options: argparse.Namespace) -> None:
    if options.commitment is not None or options.deal is not None or options.tap:
        raise RequestError(
            "--commitment, --deal and --tap go with --server-seed; --seed is already that of the deal",
            ErrorCode.BAD_REQUEST,
        )


def _deal_number(options: argparse.Namespace) -> int:
    if options.deal is None:
        raise RequestError("--deal is missing: which deal under this server seed, from 1", ErrorCode.BAD_REQUEST)
    number: int = options.deal
    return number


def _in_words(seed: bytes, dealt: Dealt, style: DealStyle, texts: Messages) -> Iterator[str]:
    yield texts("verify-seed", seed=seed.hex())
    yield texts(_STYLES[style])
    for place in SEATS:
        hand = sorted(dealt.hands[place], key=lambda card: (-card.rank.slot, str(card)))
        yield texts("verify-hand", place=place, cards=" ".join(_card(card, texts) for card in hand))
    names = {"leader": dealt.leader, "partner": dealt.partner}
    opening, twin = (f"{_card(card, texts)} [{card}]" for card in (dealt.opening, dealt.opening.twin))
    yield texts("verify-opening", card=opening, twin=twin, leader=dealt.leader)
    if dealt.swap is not None:
        yield texts("verify-swap", one=dealt.swap[0], other=dealt.swap[1], **names)
    else:
        own = dealt.opening.twin in dealt.hands[dealt.leader]
        yield texts("verify-own-twin" if own else "verify-opposite", **names)


def _card(card: Card, texts: Messages) -> str:
    if card.suit is None:
        return texts("verify-joker-big" if card.rank is Rank.BIG_JOKER else "verify-joker-small")
    return SYMBOLS[card.suit] + ("10" if card.rank is Rank.TEN else card.rank)


def _refused(text: str) -> int:
    print(f"python -m engine verify: {text}", file=sys.stderr)
    return 2
