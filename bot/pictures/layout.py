"""Where the cards of a hand lie: groups by rank, bombs apart, rows that fill the width of a phone."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.pictures.deck import CARD_HEIGHT, CARD_RADIUS, CARD_WIDTH, RANKS, STRIP_WIDTH, CardLook, is_joker
from bot.pictures.models import HandPicture, JokersPlace, Sorting

WIDTH = 720
BOMB_SIZE = 4  # rules §3: four or more of a rank

MARGIN = 16
INNER = WIDTH - 2 * MARGIN
_RAISE = 22
_ROW_GAP = 30  # leaves room for raised cards
_TOP = 34
CAPTION_HEIGHT = 56
EMPTY_HEIGHT = 220

_GROUP_GAP = 18  # the least a group's last card shows beyond a strip
_WIDEST_GROUP_GAP = CARD_WIDTH - STRIP_WIDTH + 14  # groups entirely apart
_WIDEST_STRIP = 66

_BOMB_STRIP = 44
_PANEL_PADDING = 12
_PANEL_GAP = 14


@dataclass(frozen=True, slots=True)
class Placed:
    """A card and where its upper left corner lies."""

    look: CardLook
    x: int
    y: int

    def covers(self, other: "Placed") -> bool:
        """Whether both left corners of this card lie on the other one."""
        return self.y == other.y and other.x < self.x < other.x + CARD_WIDTH - CARD_RADIUS


@dataclass(frozen=True, slots=True)
class Panel:
    """The ground of one bomb, with the number of its cards."""

    box: tuple[int, int, int, int]
    count: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything of a hand lies; cards in the order they are laid down."""

    height: int
    cards: tuple[Placed, ...]
    panels: tuple[Panel, ...]


Group = tuple[CardLook, ...]


def groups_of(picture: HandPicture) -> tuple[list[Group], list[Group]]:
    """The hand as bombs and other groups, both in the order they are shown in.

    Jokers are one group of their own and never a bomb: what they stand for is decided when they are played.
    """
    chosen = Counter(picture.selected)
    looks: list[CardLook] = []
    for card in sorted(picture.cards, key=_place_in_hand):
        looks.append(CardLook(card, picture.colours, chosen=chosen[card] > 0))
        chosen[card] -= 1
    groups = [tuple(group) for _, group in groupby(looks, key=lambda look: _rank(look.card))]
    jokers = [group for group in groups if is_joker(group[0].card)]
    ranked = [group for group in groups if not is_joker(group[0].card)]
    if picture.sorting is Sorting.BY_COUNT:
        ranked.sort(key=len, reverse=True)
    bombs = [group for group in ranked if len(group) >= BOMB_SIZE]
    others = [group for group in ranked if len(group) < BOMB_SIZE]
    return bombs, (jokers + others if picture.jokers is JokersPlace.FIRST else others + jokers)


def _rank(card: str) -> str:
    return "joker" if is_joker(card) else card[-1]


def _place_in_hand(card: str) -> tuple[int, int]:
    """Jokers, then ranks from 2 down to 3; within a rank the suits together."""
    if is_joker(card):
        return 0, "Ww".index(card)
    return len(RANKS) - RANKS.index(card[-1]), "SHCD".index(card[0])


def lay_out(picture: HandPicture) -> Layout:
    """Places the cards of a hand on a picture ``WIDTH`` pixels wide."""
    bombs, others = groups_of(picture)
    cards: list[Placed] = []
    panels: list[Panel] = []
    y = _TOP + (CAPTION_HEIGHT if picture.caption or picture.note else 0)
    for row in _rows(bombs, _bomb_width, _PANEL_GAP, INNER):
        y += _PANEL_PADDING
        x = (WIDTH - sum(map(_bomb_width, row)) - (len(row) - 1) * _PANEL_GAP) // 2
        for bomb in row:
            right, bottom = x + _bomb_width(bomb), y + CARD_HEIGHT + _PANEL_PADDING
            panels.append(Panel((x, y - _PANEL_PADDING, right, bottom), len(bomb)))
            cards.extend(_fan(bomb, x + _PANEL_PADDING, y, _BOMB_STRIP))
            x = right + _PANEL_GAP
        y += CARD_HEIGHT + _PANEL_PADDING + _ROW_GAP
    rows = _rows(others, _strips_width, _GROUP_GAP, INNER - CARD_WIDTH + STRIP_WIDTH)
    gap, strip = _spread(rows)
    for row in rows:
        steps = sum(map(len, row)) - 1
        x = (WIDTH - steps * strip - (len(row) - 1) * gap - CARD_WIDTH) // 2
        for group in row:
            cards.extend(_fan(group, x, y, strip))
            x += len(group) * strip + gap
        y += CARD_HEIGHT + _ROW_GAP
    height = y - _ROW_GAP + MARGIN if picture.cards else y - _TOP + EMPTY_HEIGHT
    return Layout(height, tuple(cards), tuple(panels))


def _bomb_width(bomb: Group) -> int:
    return (len(bomb) - 1) * _BOMB_STRIP + CARD_WIDTH + 2 * _PANEL_PADDING


def _strips_width(group: Group) -> int:
    return len(group) * STRIP_WIDTH


def _rows(groups: Sequence[Group], width_of: Callable[[Group], int], gap: int, limit: int) -> list[list[Group]]:
    """The groups, in their order, in as few rows as fit ``limit``, the rows as even as that allows."""
    rows = _filled(groups, width_of, gap, limit)
    for narrower in range(limit, 0, -STRIP_WIDTH // 2):
        attempt = _filled(groups, width_of, gap, narrower)
        if len(attempt) > len(rows):
            break
        rows = attempt
    return rows


def _filled(groups: Sequence[Group], width_of: Callable[[Group], int], gap: int, limit: int) -> list[list[Group]]:
    rows: list[list[Group]] = []
    width = 0
    for group in groups:
        if rows and width + gap + width_of(group) <= limit:
            rows[-1].append(group)
            width += gap + width_of(group)
        else:
            rows.append([group])
            width = width_of(group)
    return rows


def _spread(rows: Sequence[Sequence[Group]]) -> tuple[int, int]:
    """The gap between groups and the strip of a card, the same in all rows, grown as far as the fullest row allows."""
    gap, strip = _WIDEST_GROUP_GAP, _WIDEST_STRIP
    for row in rows:
        steps, gaps = sum(map(len, row)) - 1, len(row) - 1
        spare = INNER - CARD_WIDTH - steps * STRIP_WIDTH
        if gaps:
            gap = max(_GROUP_GAP, min(gap, spare // gaps))
        if steps:
            strip = min(strip, STRIP_WIDTH + max(0, spare - gaps * _WIDEST_GROUP_GAP) // steps)
    return gap, strip


def _fan(group: Group, x: int, y: int, strip: int) -> Iterator[Placed]:
    for place, look in enumerate(group):
        yield Placed(look, x + place * strip, y - _RAISE if look.chosen else y)
