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

if TYPE_CHECKING:
    from argparse import _SubParsersAction

DESCRIPTION = """\
Recompute a deal: the four hands, the opening card, who led, who was whose partner and who changed seats.

Either from the seed of the deal,
  python -m engine verify --seed HEX
or, as a proof, from the server seed that was shown after the game, the commitment that was shown before it, the number
of the deal and the players' taps in the order they were received,
  python -m engine verify --server-seed HEX --commitment HEX --deal 1 --tap TAP --tap TAP ...

The method is in docs/shuffle.md. The exit status is 1 where the server seed is not the one committed to.
"""

SYMBOLS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}

TEXTS: Final = {
    "zh": {
        "commitment": "承诺：服务器种子的 SHA-256 是 {found}",
        "kept": "承诺：与事先公布的一致，种子没有换过。",
        "broken": "承诺：与事先公布的 {given} 不一致，种子被换过！",
        "derived": "本局种子：由服务器种子、第 {number} 局和 {taps} 次玩家点击算出",
        "seed": "种子：{seed}",
        "style": "发牌方式：{style}",
        "shuffled": "洗牌",
        "clumped": "不洗牌",
        "hand": "{place} 号位：{cards}",
        "opening": "明牌：{card}（{twin} 是另一张），{leader} 号位抓到，先出牌",
        "own_twin": "两张都在 {leader} 号位手里，座位不变，对家是 {partner} 号位",
        "opposite": "另一张在 {partner} 号位手里，正好是对家，座位不变",
        "swap": "另一张在 {partner} 号位手里，和 {leader} 号位成为对家：{one} 号位和 {other} 号位的玩家交换位置",
        "small": "小王",
        "big": "大王",
    },
    "en": {
        "commitment": "Commitment: the SHA-256 of the server seed is {found}",
        "kept": "Commitment: it is the one that was published, the seed was not changed.",
        "broken": "Commitment: it is NOT {given}, which was published; the seed was changed!",
        "derived": "Seed: derived from the server seed, deal {number} and {taps} taps of players",
        "seed": "Seed: {seed}",
        "style": "Deal style: {style}",
        "shuffled": "shuffled",
        "clumped": "clumped",
        "hand": "Place {place}: {cards}",
        "opening": "Opening card: {card} ({twin} is its twin), dealt to place {leader}, who leads",
        "own_twin": "Place {leader} holds both, so seats stay as they are and place {partner} is the partner",
        "opposite": "The twin is at place {partner}, opposite already, so seats stay as they are",
        "swap": "The twin is at place {partner}, the partner of place {leader}: places {one} and {other} change seats",
        "small": "small joker",
        "big": "big joker",
    },
}


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
    parser.add_argument("--lang", choices=list(TEXTS), default="zh", help="the language (default: zh)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Verify; the exit status is 1 where the commitment was not kept, 2 where the arguments make no proof."""
    texts = TEXTS[options.lang]
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
            print(texts["commitment"].format(found=found))
            if options.commitment is not None:
                kept = options.commitment.strip().lower() == found
                print(texts["kept" if kept else "broken"].format(given=options.commitment))
            print(texts["derived"].format(number=options.deal, taps=len(options.tap or [])))
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


def _in_words(seed: bytes, dealt: Dealt, style: DealStyle, texts: dict[str, str]) -> Iterator[str]:
    yield texts["seed"].format(seed=seed.hex())
    yield texts["style"].format(style=texts[style])
    for place in SEATS:
        hand = sorted(dealt.hands[place], key=lambda card: (-card.rank.slot, str(card)))
        yield texts["hand"].format(place=place, cards=" ".join(_card(card, texts) for card in hand))
    names = {"leader": dealt.leader, "partner": dealt.partner}
    opening, twin = (f"{_card(card, texts)} [{card}]" for card in (dealt.opening, dealt.opening.twin))
    yield texts["opening"].format(card=opening, twin=twin, **names)
    if dealt.swap is not None:
        yield texts["swap"].format(one=dealt.swap[0], other=dealt.swap[1], **names)
    else:
        own = dealt.opening.twin in dealt.hands[dealt.leader]
        yield texts["own_twin" if own else "opposite"].format(**names)


def _card(card: Card, texts: dict[str, str]) -> str:
    if card.suit is None:
        return texts["big" if card.rank is Rank.BIG_JOKER else "small"]
    return SYMBOLS[card.suit] + ("10" if card.rank is Rank.TEN else card.rank)


def _refused(text: str) -> int:
    print(f"python -m engine verify: {text}", file=sys.stderr)
    return 2
