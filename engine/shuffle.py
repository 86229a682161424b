"""From a seed to a deal, so that anybody can recompute it (rules §2, §3.3 `deal_style`).

The method is written down for any language in `docs/shuffle.md`, with test vectors. In short: the seed keys an HMAC-
SHA256 stream of 32-bit numbers; a number below n is drawn by rejection; the 108 cards are mixed by Fisher–Yates and
dealt one by one, or, for the clumped style, lie in groups by rank and are dealt in packets; the opening card is drawn
from a stream of its own.

A table commits to a server seed before anybody sits down (`commitment`), and the seed of a deal is derived from it and
from what the players did since (`derive_seed`), which the table could not know when it committed.
"""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeVar

from engine.cards import HAND_SIZE, PACKS, RANKS, Card, Counts, count
from engine.errors import ErrorCode, RequestError
from engine.ruleset import DEFAULT_RULES, DealStyle, RuleSet
from engine.seats import SEATS, Seat, partner_of

SEED_BYTES: Final = 32
T = TypeVar("T")
_DOMAIN: Final = b"shuangkou/1/"
_WORD: Final = 1 << 32
PACKETS: Final = (7, 7, 7, 6)
"""Cards a player is given at a time in the clumped style, round by round."""
STRAYS: Final = 18
"""Random exchanges of two cards in the clumped style: the mixing that play itself has done."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards as dealt, and who is whose partner (rules §2).

    `hands`, `opening`, `leader` and `partner` speak of the four places as the cards were dealt to them; `swap` names
    the two places whose players change, or None. `seating` is the table after that: `seating[seat]` is the place whose
    player (and cards) sit there.
    """

    hands: tuple[tuple[Card, ...], ...]
    opening: Card
    leader: Seat
    partner: Seat
    swap: tuple[Seat, Seat] | None

    @property
    def seating(self) -> tuple[Seat, ...]:
        """For each seat of the deal the place from which its player comes."""
        if self.swap is None:
            return SEATS
        one, other = self.swap
        return tuple({one: other, other: one}.get(seat, seat) for seat in SEATS)

    @property
    def seated_hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands by seat of the deal, after the swap."""
        return tuple(self.hands[place] for place in self.seating)

    @property
    def seated_counts(self) -> tuple[Counts, ...]:
        """The hands by seat of the deal as counts: what `Deal.start` takes, with `leader` (the leader never moves)."""
        return tuple(count(hand) for hand in self.seated_hands)


class _Stream:
    """Numbers from a seed: HMAC-SHA256(seed, "shuangkou/1/" + label + counter), big-endian 32-bit words in order."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = self._generate(seed, _DOMAIN + label.encode())

    @staticmethod
    def _generate(seed: bytes, prefix: bytes) -> Iterator[int]:
        counter = 0
        while True:
            block = hmac.digest(seed, prefix + counter.to_bytes(4, "big"), sha256)
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4], "big")
            counter += 1

    def below(self, bound: int) -> int:
        """A number 0 … bound-1, every one equally likely: words from the last incomplete multiple of `bound` are
        thrown away.
        """
        limit = _WORD - _WORD % bound
        return next(word for word in self._words if word < limit) % bound

    def shuffle(self, items: list[T]) -> None:
        """Fisher–Yates, from the last place down."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def deal_cards(seed: bytes, rules: RuleSet = DEFAULT_RULES) -> Dealt:
    """Deal 27 cards to each of four places and turn up the opening card.

    Args:
        seed: 32 bytes.
        rules: of which `deal_style` matters.

    Raises:
        RequestError: the seed has another length.

    >>> dealt = deal_cards(bytes(32))
    >>> [len(hand) for hand in dealt.hands], dealt.opening in dealt.hands[dealt.leader]
    ([27, 27, 27, 27], True)
    """
    check_seed(seed)
    if rules.deal_style is DealStyle.CLUMPED:
        hands = _deal_clumped(_Stream(seed, "clumped"))
    else:
        hands = _deal_shuffled(_Stream(seed, "deck"))
    opening = PACKS[_Stream(seed, "opening").below(len(PACKS))]
    holder = {card: place for place, hand in enumerate(hands) for card in hand}
    leader, twin_holder = holder[opening], holder[opening.twin]
    opposite = partner_of(leader)
    if twin_holder == leader:
        return Dealt(hands, opening, leader, opposite, None)
    swap = None if twin_holder == opposite else (twin_holder, opposite)
    return Dealt(hands, opening, leader, twin_holder, swap)


def _deal_shuffled(stream: _Stream) -> tuple[tuple[Card, ...], ...]:
    deck = list(PACKS)
    stream.shuffle(deck)
    return tuple(tuple(deck[place :: len(SEATS)]) for place in SEATS)


def _deal_clumped(stream: _Stream) -> tuple[tuple[Card, ...], ...]:
    """Groups by rank in random order, a few strays, a cut, and packets (不洗牌)."""
    groups = [[card for card in PACKS if card.rank is rank] for rank in RANKS]
    for group in groups:
        stream.shuffle(group)
    stream.shuffle(groups)
    deck = [card for group in groups for card in group]
    for _ in range(STRAYS):
        one, other = stream.below(len(deck)), stream.below(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
    cut = stream.below(len(deck))
    deck = deck[cut:] + deck[:cut]
    hands: tuple[list[Card], ...] = ([], [], [], [])
    start = 0
    for packet in PACKETS:
        for hand in hands:
            hand += deck[start : start + packet]
            start += packet
    return tuple(map(tuple, hands))


def check_seed(seed: bytes) -> None:
    """Check that a seed has 32 bytes.

    Raises:
        RequestError: it has not.
    """
    if len(seed) != SEED_BYTES:
        raise RequestError(f"a seed has {SEED_BYTES} bytes, this has {len(seed)}", ErrorCode.BAD_REQUEST, rule="§2")


def commitment(server_seed: bytes) -> str:
    """The SHA-256 of a server seed, as 64 hex digits: shown before, checked after.

    Raises:
        RequestError: the seed has not 32 bytes.
    """
    check_seed(server_seed)
    return sha256(server_seed).hexdigest()


def derive_seed(server_seed: bytes, deal_number: int, taps: Sequence[str]) -> bytes:
    """The seed of a deal: HMAC-SHA256(server seed, "shuangkou/1/deal/" + number + one line per tap).

    Args:
        server_seed: the 32 bytes committed to.
        deal_number: 1 for the first deal under this commitment.
        taps: what identifies the players' own taps to join or be ready, in the order they were received; no line
        breaks.

    Raises:
        RequestError: the seed has not 32 bytes, the number is below 1, or a tap holds a line break.
    """
    check_seed(server_seed)
    if deal_number < 1 or any("\n" in tap for tap in taps):
        raise RequestError("deals count from 1, and a tap holds no line break", ErrorCode.BAD_REQUEST, rule="§2")
    message = "\n".join([str(deal_number), *taps]).encode()
    return hmac.digest(server_seed, _DOMAIN + b"deal/" + message, sha256)


assert len(PACKS) == len(SEATS) * HAND_SIZE == sum(PACKETS) * len(SEATS)
