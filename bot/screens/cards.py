"""Cards and plays in words: with suits where physical cards are shown, by rank where space is scarce."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.locales import Texts
from engine.cards import BIG, NO_CARDS, RANKS, SMALL, Card, Counts, Rank, Suit, ranks_of
from engine.codes import points_of
from engine.plays import Play, PlayType
from engine.words.plays import ends_of, rank_text, reading_text, top_text

SUITS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_LABELS: Final = {
    PlayType.SINGLE: "label-single",
    PlayType.PAIR: "label-pair",
    PlayType.TRIPLE: "label-triple",
    PlayType.STRAIGHT: "label-straight",
    PlayType.PAIR_RUN: "label-pair-run",
    PlayType.TRIPLE_RUN: "label-triple-run",
}


def key_text(rank: Rank, texts: Texts) -> str:
    """A rank on a button, five of which stand in a row: the jokers by names short enough for their numbers as well."""
    if rank is Rank.SMALL_JOKER:
        return texts("key-joker-small")
    if rank is Rank.BIG_JOKER:
        return texts("key-joker-big")
    return rank_text(rank, texts)


def cards_text(cards: Sequence[Card], texts: Texts) -> str:
    """Physical cards with their suits, those of a rank together.

    >>> from bot.locales import texts_for
    >>> from bot.tables.state import Language
    >>> cards_text([Card.parse(name) for name in ("S71", "H71", "DT2", "w1")], texts_for(Language.CHINESE))
    '♠7♥7 ♦10 小王'
    """
    groups = groupby(cards, key=lambda card: (card.rank, card.rank.is_joker and card.pack))
    return " ".join("".join(_card(card, texts) for card in group) for _, group in groups)


def hand_lines(cards: Sequence[Card], texts: Texts, *, by_count: bool = False) -> str:
    """A hand as a text: rank after rank from the jokers down, with the suits held; bombs first when sorted by count."""
    groups = [(rank, list(group)) for rank, group in groupby(cards, key=lambda card: card.rank)]
    groups.reverse()
    if by_count:
        groups.sort(key=lambda group: len(group[1]), reverse=True)
    parts = []
    for rank, group in groups:
        suits = "".join(SUITS[card.suit] for card in group if card.suit is not None)
        number = f"×{len(group)}" if len(group) > 1 else ""
        name = rank_text(rank, texts)
        parts.append(f"{name}{number}" if rank.is_joker else f"<b>{name}</b>{suits}")
    return "  ".join(parts)


def counts_text(counts: Counts, texts: Texts, *, falling: bool = False) -> str:
    """Cards by rank, low to high as plays are written, or `falling`, as a hand is held.

    >>> from bot.locales import texts_for
    >>> from bot.tables.state import Language
    >>> from engine.cards import parse_counts
    >>> counts_text(parse_counts("3347TTTw"), texts_for(Language.CHINESE))
    '3×2 4 7 10×3 小王'
    >>> counts_text(parse_counts("3347TTTw"), texts_for(Language.CHINESE), falling=True)
    '小王 10×3 7 4 3×2'
    """
    parts = [
        rank_text(rank, texts) + (f"×{number}" if number > 1 else "")
        for rank, number in zip(RANKS, counts, strict=True)
        if number
    ]
    return " ".join(reversed(parts) if falling else parts)


def play_label(play: Play, texts: Texts) -> str:
    """A play on a button: type and ranks, and how many jokers it takes."""
    used = jokers_in(play)
    if play.is_king_bomb:
        return texts("label-kings", phases=play.phases)
    if play.type is PlayType.BOMB:
        label = texts("label-bomb", rank=top_text(points_of(play.code), texts), size=play.size)
    elif play.type is PlayType.CHAIN_BOMB:
        ranks = ranks_of(play.counts_as)
        label = texts(
            "label-chain", phases=play.phases, low=rank_text(ranks[0], texts), high=rank_text(ranks[-1], texts)
        )
    else:
        label = texts(_LABELS[play.type], **ends_of(play, texts))
    return label + (texts("label-jokers", number=used) if used and _substitutes(play) else "")


def remark_text(play: Play, texts: Texts) -> str:
    """Say what the cards of a play do not say themselves: the type of a run, the phases of a bomb, what jokers stand
    for. Empty where the cards say it all.
    """
    remarks = [] if play.size <= 3 else [reading_text(play, texts)]
    if _substitutes(play):
        targets = joker_targets(play)
        if targets:
            remarks.append(texts("joker-stands", number=len(targets), ranks=_ranks_text(targets, texts)))
    return texts("list-separator").join(remarks)


def play_text(play: Play, cards: Sequence[Card], texts: Texts) -> str:
    """A play that was made, its cards with suits and the remark it needs."""
    remark = remark_text(play, texts)
    shown = cards_text(cards, texts)
    return texts("play-with-remark", cards=shown, remark=remark) if remark else shown


def joker_targets(play: Play) -> tuple[Rank, ...]:
    """The ranks that the jokers of a play stand for, low to high, each as often as there is a joker for it."""
    return tuple(
        rank
        for rank, stands, held in zip(RANKS[:SMALL], play.counts_as, play.cards, strict=False)
        for _ in range(stands - held)
    )


def jokers_in(play: Play) -> int:
    """Return how many jokers a play takes."""
    return play.cards[SMALL] + play.cards[BIG]


def _substitutes(play: Play) -> bool:
    """Return whether the jokers of a play stand for other cards; alone or in pairs they are themselves."""
    return jokers_in(play) > 0 and any(play.counts_as[:SMALL])


def _ranks_text(ranks: Sequence[Rank], texts: Texts) -> str:
    counts = bytearray(NO_CARDS)
    for rank in ranks:
        counts[rank.slot] += 1
    return counts_text(bytes(counts), texts)


def _card(card: Card, texts: Texts) -> str:
    return f"{SUITS[card.suit] if card.suit else ''}{rank_text(card.rank, texts)}"
