"""The drawn deck."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.pictures import palette
from bot.pictures.deck import (
    CARD_HEIGHT,
    CARD_WIDTH,
    DECK,
    RANKS,
    STRIP_WIDTH,
    SUITS,
    CardLook,
    DeckColours,
    card_at,
    card_face,
    rank_of,
)


def _strip(card: str, colours: DeckColours = DeckColours.TWO) -> Image.Image:
    """What is left of a card when another one covers all but its index."""
    face = card_face(CardLook(card, colours)).convert("RGB")
    return face.crop((0, 0, STRIP_WIDTH, CARD_HEIGHT))


def _difference(one: Image.Image, two: Image.Image) -> int:
    """How many pixels differ clearly."""
    return sum(ImageChops.difference(one.convert("L"), two.convert("L")).histogram()[64:])


def test_there_are_54_cards() -> None:
    assert len(set(DECK)) == 54


@pytest.mark.parametrize("colours", DeckColours)
def test_no_two_strips_look_alike(colours: DeckColours) -> None:
    """Not even in grey: colour is never the only sign."""
    for one, two in combinations(DECK, 2):
        assert _difference(_strip(one, colours), _strip(two, colours)) > 60, (one, two)


def test_the_jokers_differ_clearly() -> None:
    small, big = (card_face(CardLook(card)).convert("RGB") for card in "wW")
    assert _difference(small, big) > 1000
    reds = [
        sum(ImageChops.subtract(face.getchannel("R"), face.getchannel("G")).histogram()[100:]) for face in (small, big)
    ]
    assert reds[0] == 0
    assert reds[1] > 500


def test_four_colours_give_every_suit_its_own_ink() -> None:
    """The most frequent colour of a strip after its ground is the ink."""
    inks = set()
    for suit in SUITS:
        counts = _strip(f"{suit}8", DeckColours.FOUR).getcolors(100_000) or []
        (_, ground), (_, ink) = sorted(counts, reverse=True)[:2]
        assert ground == (255, 254, 250)
        inks.add(ink)
    assert len(inks) == 4


@pytest.mark.parametrize("rank", RANKS)
def test_an_index_keeps_clear_of_the_edges_of_its_strip(rank: str) -> None:
    """So it is whole when the next card lies at the end of the strip."""
    strip = _strip(f"S{rank}")
    for x in (4, 5, STRIP_WIDTH - 2, STRIP_WIDTH - 1):
        column = {strip.getpixel((x, y)) for y in range(14, 68)}
        assert column == {(255, 254, 250)}, x


def test_a_chosen_card_is_framed_and_tinted() -> None:
    plain, chosen = (card_face(CardLook("H7", chosen=chosen)) for chosen in (False, True))
    assert plain.getpixel((CARD_WIDTH // 2, 30)) == (255, 254, 250, 255)
    assert chosen.convert("RGB").getpixel((CARD_WIDTH // 2, 30)) == (255, 240, 184)
    assert palette.CARD_CHOSEN == "#fff0b8"


def test_corners_are_clear() -> None:
    assert card_face(CardLook("SA")).getchannel("A").getpixel((0, 0)) == 0


def test_a_card_is_scaled_in_proportion() -> None:
    assert card_at(CardLook("SA"), 60).size == (60, 84)


@pytest.mark.parametrize("text", ["", "7", "X7", "S1", "S10", "ww", "s7"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        rank_of(text)
