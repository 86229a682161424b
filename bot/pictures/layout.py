"""The layout of a hand: a fan for each rank, its rank in full, in one row or two that fill a phone's width.

What a hand is read by are ranks and how many there are of each; suits decide nothing in this game. So of every rank one
card lies in front, as large as there is room for, and the others of that rank look out behind it by a strip each.
Bombs are framed. Whatever the hand, the picture is at most ``MOST_HEIGHT`` high (2.4 : 1): on a phone the whole of it
stands above the buttons.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.pictures.deck import RANKS, CardLook, is_joker
from bot.pictures.models import HandPicture, Sorting

WIDTH: Final = 720
MOST_HEIGHT: Final = 300
BOMB_SIZE: Final = 4  # rules §3: four or more of a rank
EMPTY_HEIGHT: Final = 140

MARGIN: Final = 12
INNER: Final = WIDTH - 2 * MARGIN
RAISE: Final = 18
STRIP: Final = 20
"""The least a card shows behind another: its suit."""
_WIDEST_STRIP: Final = 30
_GAP: Final = 6
_WIDEST_GAP: Final = 22
FRAME: Final = 7
"""What a bomb's frame takes on each side."""
_TOP: Final = RAISE + FRAME
_HEIGHTS: Final = (168, 117)
"""Of a card, where the hand lies in one row, and in two."""
_WIDTHS: Final = ((112, 94, 76), (84, 76, 68, 60, 52))
"""Of a card, in one row and in two; few, since cards once drawn are kept."""
CARD_SIZES: Final = tuple((width, height) for height, widths in zip(_HEIGHTS, _WIDTHS, strict=True) for width in widths)
"""Every width and height a card of a hand may have."""

Group = tuple[CardLook, ...]
Row = tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card, its upper left corner, and what is seen of it."""

    look: CardLook
    x: int
    y: int
    in_front: bool
    """Whether its face is seen, and not only a strip at its right."""
    is_last: bool
    """Whether no other card of its rank looks out behind it."""
    is_framed: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of one bomb, with the number of its cards."""

    box: tuple[int, int, int, int]
    count: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of everything in a hand; cards in the order they are laid down."""

    height: int
    card_width: int
    card_height: int
    cards: tuple[Placed, ...]
    frames: tuple[Frame, ...]


def groups_of(cards: Sequence[CardLook], sorting: Sorting = Sorting.BY_RANK) -> Row:
    """The cards by rank, in the order they are shown in: from the big joker down, or the most of a rank first.

    In a group those that are chosen come first, so that it is seen of the largest.
    """
    ordered = sorted(cards, key=_place_in_hand)
    groups = [
        tuple(sorted(group, key=lambda look: not look.chosen))
        for _, group in groupby(ordered, key=lambda look: look.card[-1])
    ]
    if sorting is Sorting.BY_COUNT:
        groups.sort(key=len, reverse=True)
    return tuple(groups)


def looks_of(picture: HandPicture) -> tuple[CardLook, ...]:
    """The cards of a hand as they are to be drawn."""
    chosen = Counter(picture.selected)
    looks: list[CardLook] = []
    for card in picture.cards:
        looks.append(CardLook(card, picture.colours, chosen=chosen[card] > 0))
        chosen[card] -= 1
    return tuple(looks)


def lay_out(picture: HandPicture) -> Layout:
    """Places the cards of a hand on a picture ``WIDTH`` pixels wide."""
    groups = groups_of(looks_of(picture), picture.sorting)
    if not groups:
        return Layout(EMPTY_HEIGHT, 0, 0, (), ())
    rows, card_width = _rows(groups)
    card_height = _HEIGHTS[len(rows) - 1]
    cards: list[Placed] = []
    frames: list[Frame] = []
    y = _TOP
    for row in rows:
        strip, gap = _spread(row, card_width)
        x = (WIDTH - row_width(row, card_width, strip, gap)) // 2
        for group in row:
            framed = is_bomb(group)
            left = x + FRAME * framed
            cards += _fan(group, left, y, strip)
            right = left + card_width + (len(group) - 1) * strip + FRAME * framed
            if framed:
                frames.append(Frame((x, y - FRAME, right, y + card_height + FRAME), len(group)))
            x = right + gap
        y += card_height + FRAME + _TOP
    return Layout(y - _TOP + 2, card_width, card_height, tuple(cards), tuple(frames))


def is_bomb(group: Group) -> bool:
    """Return whether the cards of one rank are a bomb."""
    return len(group) >= BOMB_SIZE


def row_width(row: Row, card_width: int, strip: int, gap: int) -> int:
    """The width of fans in a row."""
    frames = sum(2 * FRAME for group in row if is_bomb(group))
    return len(row) * card_width + _strips(row) * strip + (len(row) - 1) * gap + frames


def _place_in_hand(look: CardLook) -> tuple[int, int]:
    """Jokers, then ranks from 2 down to 3; within a rank the suits together."""
    if is_joker(look.card):
        return 0, "Ww".index(look.card)
    return len(RANKS) - RANKS.index(look.card[-1]), "SHCD".index(look.card[0])


def _rows(groups: Row) -> tuple[tuple[Row, ...], int]:
    """The groups in one row if their cards can be large there, else in the two that leave the most room; and the width
    of a card.
    """
    for width in _WIDTHS[0]:
        if row_width(groups, width, STRIP, _GAP) <= INNER:
            return (groups,), width
    splits = [(groups[:place], groups[place:]) for place in range(1, len(groups))]
    narrowest = min(splits, key=lambda rows: max(row_width(row, _WIDTHS[1][-1], STRIP, _GAP) for row in rows))
    fitting = (width for width in _WIDTHS[1] if all(row_width(row, width, STRIP, _GAP) <= INNER for row in narrowest))
    return narrowest, next(fitting, _WIDTHS[1][-1])


def _strips(row: Row) -> int:
    return sum(len(group) - 1 for group in row)


def _spread(row: Row, card_width: int) -> tuple[int, int]:
    """The strip of a card and the gap between fans, grown as far as the row allows."""
    spare = INNER - row_width(row, card_width, STRIP, _GAP)
    strips, gaps = _strips(row), len(row) - 1
    strip = min(_WIDEST_STRIP, STRIP + max(0, spare) // strips) if strips else STRIP
    spare -= (strip - STRIP) * strips
    return strip, min(_WIDEST_GAP, _GAP + max(0, spare) // gaps) if gaps else _GAP


def _fan(group: Group, x: int, y: int, strip: int) -> Iterator[Placed]:
    """The cards of a rank, the rearmost first."""
    last = len(group) - 1
    for place in range(last, -1, -1):
        look = group[place]
        top = y - RAISE if look.chosen else y
        yield Placed(look, x + place * strip, top, place == 0, place == last, is_bomb(group))
