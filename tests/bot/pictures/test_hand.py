"""The hand: what is shown in which order, where it lies, how large the file is."""

from collections import Counter
from io import BytesIO
from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.pictures.deck import CARD_HEIGHT, CARD_RADIUS, CARD_WIDTH, DECK, CardLook, DeckColours, card_face
from bot.pictures.hand import draw_hand
from bot.pictures.layout import WIDTH, groups_of, lay_out
from bot.pictures.models import HandPicture, JokersPlace, Sorting
from bot.pictures.samples import CLUMPED_HAND, SHUFFLED_HAND

LEAST_STRIP = 44  # of a card in a bomb; its index is at most 42 wide


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
        caption=draw(st.sampled_from(["", "对家 阿明 的牌"])),
        sorting=draw(st.sampled_from(Sorting)),
        jokers=draw(st.sampled_from(JokersPlace)),
        colours=draw(st.sampled_from(DeckColours)),
    )


def _shown(picture: HandPicture) -> str:
    bombs, others = groups_of(picture)
    text = [["".join(look.card[-1] for look in group) for group in groups] for groups in (bombs, others)]
    return " | ".join(" ".join(groups) for groups in text)


def test_by_rank_bombs_stand_apart_and_jokers_come_first() -> None:
    assert _shown(HandPicture(cards=SHUFFLED_HAND)) == " | Ww 222 A KKK QQ J TT 99 8 777 6 5 444 33"
    assert _shown(HandPicture(cards=CLUMPED_HAND)) == "AAAAA 99999 666666 | Www KK 88 7 4 33"


def test_by_count_the_largest_groups_come_first_and_jokers_may_come_last() -> None:
    picture = HandPicture(cards=SHUFFLED_HAND, sorting=Sorting.BY_COUNT, jokers=JokersPlace.LAST)
    assert _shown(picture) == " | 222 KKK 777 444 QQ TT 99 33 A J 8 6 5 Ww"
    picture = HandPicture(cards=CLUMPED_HAND, sorting=Sorting.BY_COUNT, jokers=JokersPlace.LAST)
    assert _shown(picture) == "666666 AAAAA 99999 | KK 88 33 7 4 Www"


def test_four_jokers_are_no_bomb_before_they_are_played() -> None:
    assert _shown(HandPicture(cards=("w", "W", "W", "w"))) == " | WWww"


@given(hands())
def test_every_card_lies_inside_the_picture_with_its_index_uncovered(picture: HandPicture) -> None:
    layout = lay_out(picture)
    assert Counter(placed.look.card for placed in layout.cards) == Counter(picture.cards)
    chosen = Counter(placed.look.card for placed in layout.cards if placed.look.chosen)
    assert chosen == Counter(picture.selected)
    for placed in layout.cards:
        assert 0 <= placed.x <= WIDTH - CARD_WIDTH
        assert 0 <= placed.y <= layout.height - CARD_HEIGHT
    rows = groupby(layout.cards, key=lambda placed: placed.y + (22 if placed.look.chosen else 0))
    for _, row in rows:
        for left, right in pairwise(row):
            assert right.x - left.x >= LEAST_STRIP
    for panel in layout.panels:
        assert 0 <= panel.box[0] < panel.box[2] <= WIDTH
        assert 0 <= panel.box[1] < panel.box[3] <= layout.height
    for one, two in pairwise(layout.panels):
        assert one.box[2] <= two.box[0] or one.box[3] <= two.box[1]


@given(hands())
def test_a_hand_is_at_most_60_kb_and_never_too_tall_for_a_screen(picture: HandPicture) -> None:
    file = draw_hand(picture)
    assert len(file) < 60_000
    image = Image.open(BytesIO(file))
    assert image.format == "PNG"
    assert image.width == WIDTH
    assert image.height <= 2 * WIDTH


def test_selected_cards_are_raised() -> None:
    layout = lay_out(HandPicture(cards=("S7", "H7", "D9"), selected=("H7",)))
    by_card = {placed.look.card: placed.y for placed in layout.cards}
    assert by_card["H7"] < by_card["S7"] == by_card["D9"]


def test_of_two_equal_cards_only_one_is_raised_when_one_is_selected() -> None:
    layout = lay_out(HandPicture(cards=("S7", "S7"), selected=("S7",)))
    assert sorted(placed.look.chosen for placed in layout.cards) == [False, True]


def test_every_bomb_has_a_panel_with_its_count() -> None:
    layout = lay_out(HandPicture(cards=CLUMPED_HAND))
    assert [panel.count for panel in layout.panels] == [5, 5, 6]
    assert lay_out(HandPicture(cards=SHUFFLED_HAND)).panels == ()


def test_the_order_the_cards_come_in_makes_no_difference() -> None:
    assert draw_hand(HandPicture(cards=SHUFFLED_HAND)) == draw_hand(HandPicture(cards=SHUFFLED_HAND[::-1]))


@pytest.mark.parametrize("colours", DeckColours)
@pytest.mark.parametrize("chosen", [False, True])
def test_cards_lose_nothing_in_the_palette(colours: DeckColours, chosen: bool) -> None:
    for card in DECK:
        picture = HandPicture(cards=(card,), selected=(card,) if chosen else (), colours=colours)
        [placed] = lay_out(picture).cards
        box = (placed.x + CARD_RADIUS, placed.y, placed.x + CARD_WIDTH - CARD_RADIUS, placed.y + CARD_HEIGHT)
        drawn = Image.open(BytesIO(draw_hand(picture))).convert("RGB").crop(box)
        meant = card_face(CardLook(card, colours, chosen=chosen)).convert("RGB")
        difference = ImageChops.difference(drawn, meant.crop((CARD_RADIUS, 0, CARD_WIDTH - CARD_RADIUS, CARD_HEIGHT)))
        assert not any(difference.convert("L").histogram()[32:]), card
