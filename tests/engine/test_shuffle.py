"""`engine.shuffle` against a second program, written from `docs/shuffle.md`, and against the vectors there."""

import hmac
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACKS, Card, count
from engine.errors import EngineError, RequestError
from engine.ruleset import DealStyle, RuleSet
from engine.seats import partner_of
from engine.shuffle import Dealt, commitment, deal_cards, derive_seed

DOCUMENT = Path(__file__).parents[2] / "docs" / "shuffle.md"
SEEDS = {"zero": bytes(32), "count": bytes(range(32)), "ones": b"\xff" * 32}
STYLES = {style: RuleSet(deal_style=style) for style in DealStyle}

# The page, as a program


def numbers(seed: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(seed, f"shuangkou/1/{label}".encode() + block.to_bytes(4, "big"), sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    while True:
        number = next(stream)
        if number < 2**32 - 2**32 % bound:
            return number % bound


T = TypeVar("T")


def mix(stream: Iterator[int], items: list[T]) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]


def cards() -> list[str]:
    return [
        name
        for pack in "12"
        for name in [*(f"{suit}{rank}{pack}" for rank in "3456789TJQKA2" for suit in "SHDC"), f"w{pack}", f"W{pack}"]
    ]


def shuffled(seed: bytes) -> list[list[str]]:
    deck = cards()
    mix(numbers(seed, "deck"), deck)
    return [deck[place::4] for place in range(4)]


def clumped(seed: bytes) -> list[list[str]]:
    stream = numbers(seed, "clumped")
    groups = [[card for card in cards() if card[-2] == rank] for rank in "3456789TJQKA2wW"]
    for group in groups:
        mix(stream, group)
    mix(stream, groups)
    deck = [card for group in groups for card in group]
    for _ in range(18):
        a, b = below(stream, 108), below(stream, 108)
        deck[a], deck[b] = deck[b], deck[a]
    c = below(stream, 108)
    deck = deck[c:] + deck[:c]
    hands: list[list[str]] = [[], [], [], []]
    for packet in (7, 7, 7, 6):
        for hand in hands:
            hand += deck[:packet]
            del deck[:packet]
    return hands


def written(dealt: Dealt) -> list[list[str]]:
    return [[str(card) for card in hand] for hand in dealt.hands]


@given(st.binary(min_size=32, max_size=32))
def test_the_page_and_the_engine_deal_alike(seed: bytes) -> None:
    assert written(deal_cards(seed, STYLES[DealStyle.SHUFFLED])) == shuffled(seed)
    assert written(deal_cards(seed, STYLES[DealStyle.CLUMPED])) == clumped(seed)
    assert str(deal_cards(seed).opening) == cards()[below(numbers(seed, "opening"), 108)]


# The vectors on the page


def table(heading: str) -> list[list[str]]:
    """The cells of the rows of the table with this heading."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    start = lines.index(heading) + 2
    rows = []
    for line in lines[start:]:
        if not line.startswith("| "):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_the_numbers_on_the_page() -> None:
    rows = table("| seed | stream | numbers |")
    assert len(rows) == 9
    for seed, label, first in rows:
        assert first.split() == [f"{number:08x}" for number in islice(numbers(SEEDS[seed], label), 9)]


def test_the_deals_on_the_page() -> None:
    rows = table("| seed | style | place 0 | opening | leader | partner | swap | SHA-256 of the hands |")
    assert len(rows) == 6
    for seed, style, first, opening, leader, partner, swap, digest in rows:
        dealt = deal_cards(SEEDS[seed], STYLES[DealStyle(style)])
        hands = written(dealt)
        assert " ".join(hands[0][:4]) == first
        assert (str(dealt.opening), str(dealt.leader), str(dealt.partner)) == (opening, leader, partner)
        assert ("none" if dealt.swap is None else f"{dealt.swap[0]} {dealt.swap[1]}") == swap
        assert sha256("\n".join(map(" ".join, hands)).encode()).hexdigest() == digest


def test_the_commitments_on_the_page() -> None:
    rows = table("| server seed | commitment | number | taps | seed of the deal |")
    assert len(rows) == 3
    for seed, promised, number, taps, derived in rows:
        pressed = [] if taps == "none" else taps.split()
        assert sha256(SEEDS[seed]).hexdigest() == commitment(SEEDS[seed]) == promised
        message = b"shuangkou/1/deal/" + "\n".join([number, *pressed]).encode()
        assert hmac.new(SEEDS[seed], message, sha256).hexdigest() == derived
        assert derive_seed(SEEDS[seed], int(number), pressed).hex() == derived


# What a deal is


@given(st.binary(min_size=32, max_size=32), st.sampled_from(list(DealStyle)))
def test_a_deal_is_all_cards_and_the_seats_of_the_rules(seed: bytes, style: DealStyle) -> None:
    dealt = deal_cards(seed, STYLES[style])
    assert sorted(map(str, sum(dealt.hands, ()))) == sorted(map(str, PACKS))
    assert [len(hand) for hand in dealt.hands] == [27] * 4
    assert dealt.opening in dealt.hands[dealt.leader]
    seated = dealt.seated_hands
    assert seated[dealt.leader] == dealt.hands[dealt.leader]
    assert dealt.opening.twin in (*seated[dealt.leader], *seated[partner_of(dealt.leader)])
    assert seated[partner_of(dealt.leader)] == dealt.hands[dealt.partner]
    assert sorted(dealt.seating) == [0, 1, 2, 3]
    assert dealt.seated_counts == tuple(count(hand) for hand in seated)


@pytest.mark.parametrize(
    ("twin_at", "seating"), [("own", (0, 1, 2, 3)), ("opposite", (0, 1, 2, 3)), ("next", (0, 2, 1, 3))]
)
def test_who_changes_seats(twin_at: str, seating: tuple[int, ...]) -> None:
    def kind(dealt: Dealt) -> str:
        if dealt.opening.twin in dealt.hands[0]:
            return "own"
        return {1: "next", 2: "opposite", 3: "previous"}[dealt.partner]

    deals = (deal_cards(number.to_bytes(32, "big")) for number in range(1000))
    dealt = next(dealt for dealt in deals if dealt.leader == 0 and kind(dealt) == twin_at)
    assert dealt.seating == seating


def test_other_seeds_other_labels_other_cards() -> None:
    assert deal_cards(SEEDS["zero"]).hands != deal_cards(SEEDS["ones"]).hands
    assert len({derive_seed(SEEDS["zero"], 1, taps) for taps in ([], ["a"], ["b"], ["a", "b"], ["b", "a"])}) == 5
    assert derive_seed(SEEDS["zero"], 1, ["1"]) != derive_seed(SEEDS["zero"], 11, [])


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    for use in (deal_cards, commitment, lambda seed: derive_seed(seed, 1, [])):
        with pytest.raises(RequestError, match="a seed has 32 bytes"):
            use(seed)


@pytest.mark.parametrize(("number", "taps"), [(0, []), (-1, []), (1, ["a\nb"])])
def test_what_derives_no_seed_is_refused(number: int, taps: list[str]) -> None:
    with pytest.raises(EngineError, match="deals count from 1"):
        derive_seed(SEEDS["zero"], number, taps)


# Chance: with these fixed seeds the tests always come out alike; a fair shuffle fails one of them once in 10 000 times


def chi_square(observed: Counter[int], cells: int) -> float:
    expected = observed.total() / cells
    return sum((observed[cell] - expected) ** 2 / expected for cell in range(cells))


def quantile(degrees: int) -> float:
    """About the 99.99 % quantile of chi-square, by Wilson and Hilferty."""
    spread = 2 / (9 * degrees)
    return float(degrees * (1 - spread + 3.719 * spread**0.5) ** 3)


DEALS = 2000


@pytest.fixture(scope="module")
def fair_deals() -> list[Dealt]:
    return [deal_cards(number.to_bytes(32, "big")) for number in range(DEALS)]


def test_every_card_lies_everywhere_equally_often(fair_deals: list[Dealt]) -> None:
    number = {card: at for at, card in enumerate(PACKS)}
    where: Counter[int] = Counter()
    cells = 12
    for dealt in fair_deals:
        for place, hand in enumerate(dealt.hands):
            for at, card in enumerate(hand):
                dealt_as = at * 4 + place
                where[number[card] // 9 * cells + dealt_as // 9] += 1
    assert chi_square(where, cells * cells) < quantile((cells - 1) ** 2)


def test_every_card_comes_to_every_place_equally_often(fair_deals: list[Dealt]) -> None:
    for card in (Card.parse("S31"), Card.parse("H22"), Card.parse("W1")):
        places = Counter(place for dealt in fair_deals for place in range(4) if card in dealt.hands[place])
        assert chi_square(places, 4) < quantile(3)


def test_every_card_is_the_opening_card_equally_often(fair_deals: list[Dealt]) -> None:
    number = {card: at for at, card in enumerate(PACKS)}
    openings = Counter(number[dealt.opening] for dealt in fair_deals)
    assert chi_square(openings, 108) < quantile(107)


def test_the_cards_before_say_nothing_about_the_next(fair_deals: list[Dealt]) -> None:
    neighbours = Counter(
        (before.rank is after.rank) for dealt in fair_deals for hand in dealt.hands for before, after in pairwise(hand)
    )
    same = (13 * 8 * 7 + 2 * 2 * 1) / (108 * 107)
    expected = neighbours.total() * same
    assert abs(neighbours[True] - expected) < 3.9 * (expected * (1 - same)) ** 0.5


def test_clumped_cards_lie_in_clumps() -> None:
    rules = STYLES[DealStyle.CLUMPED]
    largest = Counter(
        max(hand) for number in range(200) for hand in deal_cards(number.to_bytes(32, "big"), rules).seated_counts
    )
    assert sum(largest[size] for size in (5, 6, 7, 8)) > 0.5 * largest.total()
