"""The words of `python -m engine explain`: what `engine.explain` found out, said to a player, a line at a time."""

from collections.abc import Iterator
from functools import reduce
from typing import Final

from engine.cards import LOWEST, TWO, Counts, Rank, ranks_of
from engine.codes import bomb_strength
from engine.diagnosis import nothing_beats
from engine.explain import Counting, Explanation
from engine.held_bombs import FIRST_EARNING_PHASES, contribution_units
from engine.plays import Play, PlayType
from engine.scoring import FIRST_MULTIPLYING_PHASES
from engine.words.messages import messages_for
from engine.words.plays import diagnosis_text, top_text, type_text

_JOKERS: Final = {Rank.SMALL_JOKER: "explain-joker-small", Rank.BIG_JOKER: "explain-joker-big"}


class Explainer:
    """Says explanations in a language; no line holds a line break."""

    def __init__(self, language: str) -> None:
        self._texts = messages_for(language, "plays", "explain")

    def explanation(self, it: Explanation) -> Iterator[str]:
        """Yield the whole explanation, a line at a time."""
        if it.play is not None:
            yield from self._accepted(it, it.play)
        elif it.diagnosis is not None:
            reason = diagnosis_text(it.diagnosis, self._texts)
            yield self._texts("explain-refused", cards=self.cards(it.cards), reason=reason)

    def cards(self, counts: Counts) -> str:
        """Return cards by rank, low to high: 3333 44 10 10 小王."""
        groups = []
        for rank in ranks_of(counts):
            wide = rank is Rank.TEN or rank.is_joker
            groups.append((" " if wide else "").join([self._rank(rank)] * counts[rank.slot]))
        return " ".join(groups)

    def _rank(self, rank: Rank) -> str:
        return self._texts(_JOKERS[rank]) if rank in _JOKERS else "10" if rank is Rank.TEN else rank.value

    def _accepted(self, it: Explanation, play: Play) -> Iterator[str]:
        texts, name, cards = self._texts, self._name(play), self.cards(play.cards)
        if it.to_beat is None:
            yield texts("explain-led", cards=cards, play=name)
        else:
            yield texts("explain-laid", cards=cards, play=name, to_beat=self._name(it.to_beat))
        if it.joker_ranks:
            yield texts("explain-jokers", parts=texts("explain-parts").join(self._jokers(it)))
        if play.is_bomb:
            yield self._counted(play, it.countings)
        if it.choices:
            plays = reduce(self._or, map(self._name, it.choices))
            yield texts("explain-choice", plays=plays, type=type_text(it.choices[0].type, texts))
        for reading in it.passed_over:
            yield self._passed_over(reading, it.to_beat)
        yield from self._neighbours_of_bomb(play) if play.is_bomb else self._neighbours(it)
        if play.phases >= FIRST_MULTIPLYING_PHASES:
            yield self._worth(it, play)

    def _jokers(self, it: Explanation) -> Iterator[str]:
        """Yield what the jokers of each colour stand for."""
        for joker in (Rank.SMALL_JOKER, Rank.BIG_JOKER):
            ranks = [self._rank(rank) for own, rank in it.joker_ranks if own is joker]
            if ranks:
                joined = self._texts("explain-separator").join(ranks)
                yield self._texts("explain-joker-as", joker=self._rank(joker), ranks=joined)

    def _name(self, play: Play) -> str:
        cards = self.cards(play.counts_as)
        if not play.is_bomb:
            return self._texts("explain-plain", type=type_text(play.type, self._texts), cards=cards)
        if play.is_king_bomb:
            return self._texts("explain-king-bomb", phases=play.phases, cards=cards)
        name = "explain-bomb" if play.type is PlayType.BOMB else "explain-chain-bomb"
        return self._texts(name, phases=play.phases, cards=cards, natural=_yes(play.is_natural))

    def _counted(self, play: Play, countings: tuple[Counting, ...]) -> str:
        """Return how the phases of a bomb were counted."""
        if play.is_king_bomb:
            return self._texts("explain-counted-kings", size=play.size, phases=play.phases)
        if play.type is PlayType.BOMB:
            return self._texts("explain-counted-natural", size=play.size, phases=play.phases)
        best, other = (self._counting(counting, play.size) for counting in countings)
        return self._texts("explain-counted-chain", best=best, other=other)

    def _counting(self, counting: Counting, size: int) -> str:
        cards = self.cards(counting.cards)
        if counting.is_natural:
            return self._texts("explain-counting-single", cards=cards, phases=counting.phases)
        return self._texts(
            "explain-counting-stretch",
            cards=cards,
            cut=_yes(counting.strength.cards < size),
            width=max(counting.cards),
            ranks=len(ranks_of(counting.cards)),
            phases=counting.phases,
            size=counting.strength.cards,
            points=counting.strength.points,
        )

    def _passed_over(self, reading: Play, to_beat: Play | None) -> str:
        """Return why the cards are not something else that they could be."""
        name = self._name(reading)
        if to_beat is None:
            return self._texts("explain-not-highest", play=name)
        same = reading.type is to_beat.type and reading.size == to_beat.size
        return self._texts(
            "explain-not-higher" if same else "explain-other-type", play=name, to_beat=self._name(to_beat)
        )

    def _neighbours(self, it: Explanation) -> Iterator[str]:
        """Yield what a play that is no bomb beats, and what beats it."""
        texts = self._texts
        yield texts("explain-beats", plays=self._some(it.lower)) if it.lower else texts("explain-beats-nothing")
        yield texts("explain-beaten-by", plays=self._some(it.higher)) if it.higher else texts("explain-beaten-by-bombs")

    def _some(self, shapes: tuple[Counts, ...]) -> str:
        """Some plays of a kind: all where they are few, else the first and the last."""
        if len(shapes) < 3:
            return reduce(self._or, map(self.cards, shapes))
        return self._texts("explain-range", first=self.cards(shapes[0]), last=self.cards(shapes[-1]))

    def _or(self, one: str, other: str) -> str:
        return self._texts("explain-or", one=one, other=other)

    def _neighbours_of_bomb(self, play: Play) -> Iterator[str]:
        """Yield what a bomb beats, and what beats it."""
        texts = self._texts
        yield texts("explain-bomb-beats", phases=play.phases, weaker=self._weaker(play))
        if nothing_beats(play):
            yield texts("explain-nothing-beats")
        else:
            yield texts("explain-bomb-beaten-by", phases=play.phases, stronger=self._stronger(play))

    def _weaker(self, play: Play) -> str:
        _, _, cards, points = bomb_strength(play.code)
        if play.is_king_bomb:
            return self._texts("explain-weaker-kings")
        if play.is_natural:
            return self._texts("explain-weaker-natural")
        return self._texts("explain-weaker-chain", cards=cards, points=points)

    def _stronger(self, play: Play) -> str:
        _, _, cards, points = bomb_strength(play.code)
        if play.is_king_bomb:
            return self._texts("explain-stronger-kings")
        if not play.is_natural:
            return self._texts("explain-stronger-chain", cards=cards, points=points)
        if points == TWO + LOWEST:
            return self._texts("explain-stronger-highest")
        return self._texts("explain-stronger-natural", rank=top_text(points, self._texts))

    def _worth(self, it: Explanation, play: Play) -> str:
        """Return what a bomb is worth (rules §6, §6.1)."""
        multiplier = 1 << min(play.phases, it.rules.phase_cap) - FIRST_MULTIPLYING_PHASES + 1
        units = contribution_units(play.phases, it.rules)
        if units:
            return self._texts("explain-worth", multiplier=multiplier, units=units)
        return self._texts("explain-worth-no-contribution", multiplier=multiplier, phases=FIRST_EARNING_PHASES)


def _yes(value: bool) -> str:
    """Return how messages choose between two ways to say it."""
    return "yes" if value else "no"
