"""The hand: what is shown in which order, where it lies, how large the file is."""

from collections import Counter
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.pictures.deck import DECK, CardLook, DeckColours
from bot.pictures.faces import corner, fan_face
from bot.pictures.hand import draw_hand
from bot.pictures.layout import RAISE, STRIP, WIDTH, groups_of, lay_out, looks_of
from bot.pictures.models import HandPicture, Sorting
from bot.pictures.samples import CLUMPED_HAND, SHUFFLED_HAND


@st.composite
def hands(draw: st.DrawFn) -> HandPicture:
    """Any hand with any choice of cards, clumped ones as likely as even ones."""
    ranks = draw(st.sampled_from(["3456789TJQKA2wW", "345w", "2A", "KQJT9"]))
    pack = [card for card in DECK if card[-1] in ranks] * 2
    size = draw(st.integers(min_value=0, max_value=min(27, len(pack))))
    cards = draw(st.permutations(pack))[:size]
    selected = cards[: draw(st.integers(min_value=0, max_value=size))]
    return HandPicture(
        cards=tuple(cards),
        selected=tuple(selected),
        sorting=draw(st.sampled_from(Sorting)),
        colours=draw(st.sampled_from(DeckColours)),
    )


def _shown(picture: HandPicture) -> str:
    groups = groups_of(looks_of(picture), picture.sorting)
    return " ".join("".join(look.card[-1] for look in group) for group in groups)


def test_ranks_come_from_the_big_joker_down() -> None:
    assert _shown(HandPicture(cards=SHUFFLED_HAND)) == "W w 222 A KKK QQ J TT 99 8 777 6 5 444 33"
    assert _shown(HandPicture(cards=CLUMPED_HAND)) == "W ww AAAAA KK 99999 88 7 666666 4 33"


def test_by_count_the_largest_groups_come_first() -> None:
    picture = HandPicture(cards=SHUFFLED_HAND, sorting=Sorting.BY_COUNT)
    assert _shown(picture) == "222 KKK 777 444 QQ TT 99 33 W w A J 8 6 5"
    picture = HandPicture(cards=CLUMPED_HAND, sorting=Sorting.BY_COUNT)
    assert _shown(picture) == "666666 AAAAA 99999 ww KK 88 33 W 7 4"


def test_four_jokers_are_no_bomb_before_they_are_played() -> None:
    layout = lay_out(HandPicture(cards=("w", "W", "W", "w")))
    assert layout.frames == ()


@given(hands())
def test_every_rank_is_seen_in_full_and_every_card_by_a_strip(picture: HandPicture) -> None:
    layout = lay_out(picture)
    assert Counter(placed.look.card for placed in layout.cards) == Counter(picture.cards)
    chosen = Counter(placed.look.card for placed in layout.cards if placed.look.chosen)
    assert chosen == Counter(picture.selected)
    for placed in layout.cards:
        assert 0 <= placed.x <= WIDTH - layout.card_width
        assert 0 <= placed.y <= layout.height - layout.card_height
    for below, card in enumerate(layout.cards):
        covering = [
            above.x + layout.card_width
            for above in layout.cards[below + 1 :]
            if abs(above.y - card.y) <= RAISE and above.x < card.x + layout.card_width and card.x < above.x + STRIP
        ]
        seen = card.x + layout.card_width - max(covering, default=card.x)
        assert seen >= STRIP
        if card.in_front:
            overlapping = (
                other.x < card.x + layout.card_width and card.x < other.x + layout.card_width
                for other in layout.cards[below + 1 :]
                if abs(other.y - card.y) <= RAISE
            )
            assert not any(overlapping), "nothing lies on a rank"
    assert {card.look.card[-1] for card in layout.cards if card.in_front} == {card[-1] for card in picture.cards}
    for frame in layout.frames:
        assert 0 <= frame.box[0] < frame.box[2] <= WIDTH
        assert 0 <= frame.box[1] < frame.box[3] <= layout.height
    for one, two in pairwise(layout.frames):
        assert one.box[2] <= two.box[0] or one.box[3] <= two.box[1]


@given(hands())
def test_a_hand_is_at_most_30_kb_and_never_higher_than_it_may_be(picture: HandPicture) -> None:
    file = draw_hand(picture)
    assert len(file) < 30_000
    image = Image.open(BytesIO(file))
    assert image.format == "PNG"
    assert image.width == WIDTH
    assert image.height * 2.4 <= WIDTH
    if picture.cards:
        assert lay_out(picture).card_width >= 52, "a rank is at least 26 of a phone's 360 points wide"


def test_selected_cards_are_raised_and_lie_in_front() -> None:
    layout = lay_out(HandPicture(cards=("S7", "H7", "D9"), selected=("H7",)))
    by_card = {placed.look.card: placed for placed in layout.cards}
    assert by_card["H7"].y < by_card["S7"].y == by_card["D9"].y
    assert by_card["H7"].in_front
    assert not by_card["S7"].in_front


def test_of_two_equal_cards_only_one_is_raised_when_one_is_selected() -> None:
    layout = lay_out(HandPicture(cards=("S7", "S7"), selected=("S7",)))
    assert sorted(placed.look.chosen for placed in layout.cards) == [False, True]


def test_every_bomb_has_a_frame_with_its_count() -> None:
    layout = lay_out(HandPicture(cards=CLUMPED_HAND))
    assert [frame.count for frame in layout.frames] == [5, 5, 6]
    assert lay_out(HandPicture(cards=SHUFFLED_HAND)).frames == ()


def test_the_order_the_cards_come_in_makes_no_difference() -> None:
    assert draw_hand(HandPicture(cards=SHUFFLED_HAND)) == draw_hand(HandPicture(cards=SHUFFLED_HAND[::-1]))


@pytest.mark.parametrize("colours", DeckColours)
@pytest.mark.parametrize("chosen", [False, True])
def test_cards_lose_nothing_in_the_palette(colours: DeckColours, chosen: bool) -> None:
    for card in DECK:
        picture = HandPicture(cards=(card,), selected=(card,) if chosen else (), colours=colours)
        layout = lay_out(picture)
        [placed] = layout.cards
        width, height = layout.card_width, layout.card_height
        round_corner = corner(width)
        box = (placed.x + round_corner, placed.y, placed.x + width - round_corner, placed.y + height)
        drawn = Image.open(BytesIO(draw_hand(picture))).convert("RGB").crop(box)
        meant = fan_face(CardLook(card, colours, chosen=chosen), width, height, in_front=True)
        difference = ImageChops.difference(drawn, meant.crop((round_corner, 0, width - round_corner, height)))
        assert not any(difference.convert("L").histogram()[32:]), card
