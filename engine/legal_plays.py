"""The plays a hand can make (rules §3, §4): one for each code it reaches, with the fewest jokers.

Two sets of cards of the same type, size and strength do the same at the table, so a list has one play for each. The
list works on codes (see `engine.codes`) and turns one into a `Play` only when somebody looks at it.

Why the fewest jokers are enough: a joker in the place of a card only adds readings. So if the cards with the most
ordinary ones among them are not read as the code wanted, no cards with more jokers are.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final, overload

from engine.cards import ACE, BIG, LOWEST, NO_CARDS, SMALL, TWO, Counts, contains
from engine.codes import (
    BOMB_BIT,
    CHAIN_BIT,
    KING_BOMBS,
    PAIR,
    RUNS,
    SHORTEST_CHAIN,
    SINGLE,
    SIZE_MASK,
    SIZE_SHIFT,
    SMALLEST_BOMB,
    TOP_MASK,
    TRIPLE,
    TYPE_SHIFT,
    WIDTHS,
    BombKind,
    PlayCode,
    beats,
    bomb_kind_of,
    natural_code,
    plain_code,
    points_of,
    size_of,
    top_of,
    type_of,
)
from engine.errors import EngineError
from engine.grammar import LACKING, chain_reading, grammar
from engine.plays import Play
from engine.reading import read
from engine.ruleset import DEFAULT_RULES, RuleSet

_SINGLES: Final = tuple(plain_code(SINGLE, 1, slot + LOWEST) for slot in range(15))
_PAIRS: Final = tuple(plain_code(PAIR, 2, slot + LOWEST) for slot in range(15))
_TRIPLES: Final = tuple(plain_code(TRIPLE, 3, slot + LOWEST) for slot in range(13))
_RUN_CODES: Final = {
    play_type: tuple(
        tuple(plain_code(play_type, width * length, top + LOWEST) for top in range(ACE + 1))
        for length in range(ACE + 2)
    )
    for play_type, width, _ in RUNS
}
_NATURALS: Final = tuple(tuple(natural_code(size, slot) for size in range(13)) for slot in range(13))
_FOUR_JOKERS: Final = natural_code(4, TWO)
_SURE: Final = 2
"""Up to two jokers leave a run no room for a better reading."""


class LegalPlays(Sequence[Play]):
    """The plays a hand can make as a lead or to beat another, weakest first; computed when first looked at.

    Weakest first means: plays that are no bombs by type (single, pair, triple, straight, pair run, triple run), size
    and top rank, then all bombs in the one order of bombs.

    Args:
        hand: the cards held.
        to_beat: the play on the table; None to lead.
        rules: the rule set of the table.

    >>> from engine.cards import parse_counts
    >>> [str(play) for play in LegalPlays(parse_counts("3344w"), to_beat=read(parse_counts("3")))]
    ['4', 'w']
    >>> read(parse_counts("4w")) in LegalPlays(parse_counts("3344w"))
    True
    """

    __slots__ = ("_chains", "_codes", "_grammar", "hand", "rules", "to_beat")

    def __init__(self, hand: Counts, to_beat: Play | None = None, rules: RuleSet = DEFAULT_RULES) -> None:
        self.hand = hand
        self.to_beat = to_beat
        self.rules = rules
        self._grammar = grammar(rules)
        self._codes: list[PlayCode] | None = None
        self._chains: dict[PlayCode, Counts] = {}

    @property
    def codes(self) -> list[PlayCode]:
        """The codes that can be played, ascending. Do not change the list."""
        if self._codes is None:
            codes = self._leads() if self.to_beat is None else self._follows(self.to_beat.code)
            codes.sort()
            self._codes = codes
        return self._codes

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> list[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | list[Play]:
        if isinstance(index, slice):
            return [self.play(code) for code in self.codes[index]]
        return self.play(self.codes[index])

    def __contains__(self, play: object) -> bool:
        """Return whether exactly this play, with its cards, is legal: one classification, no list."""
        if not isinstance(play, Play) or not contains(self.hand, play.cards):
            return False
        try:
            return read(play.cards, self.to_beat, self.rules, play.type) == play
        except EngineError:
            return False

    def play(self, code: PlayCode) -> Play:
        """Return the play of this code, one of `codes`, that spends the fewest jokers, small ones before big ones."""
        return Play(code, self._cards(code))

    def _cards(self, code: PlayCode) -> Counts:
        hand = self.hand
        # Once for every legal play: fields are taken from the code here, as calls made the list 4 % slower.
        if code >= BOMB_BIT:
            if code & CHAIN_BIT:
                return self._chains[code]
            width = code & SIZE_MASK
            if bomb_kind_of(code) == BombKind.KINGS:
                return self._with_jokers(bytearray(NO_CARDS), width, any_joker=True)
            first = last = points_of(code) - LOWEST
        else:
            size, last = code >> SIZE_SHIFT & SIZE_MASK, (code & TOP_MASK) - LOWEST
            if last > TWO:
                return self._jokers_of_rank(last, size)
            width = WIDTHS[code >> TYPE_SHIFT]
            first = last - size // width + 1
        cards = bytearray(NO_CARDS)
        lacking = 0
        for slot in range(first, last + 1):
            have = hand[slot]
            if have < width:
                cards[slot] = have
                lacking += width - have
            else:
                cards[slot] = width
        return self._with_jokers(cards, lacking) if lacking else bytes(cards)

    def _with_jokers(self, cards: bytearray, number: int, *, any_joker: bool = False) -> Counts:
        """Return `cards` and `number` wild jokers of the hand, small ones first."""
        small = min(number, self.hand[SMALL]) if self._grammar.wild_small or any_joker else 0
        cards[SMALL] = small
        cards[BIG] = number - small
        return bytes(cards)

    def _jokers_of_rank(self, slot: int, size: int) -> Counts:
        """Return a joker, or a pair that counts as two of the joker at `slot`: mixed where that saves big ones."""
        cards = bytearray(NO_CARDS)
        other = SMALL + BIG - slot
        mixes = size == 2 and self._grammar.jokers_alone.get((1, 1)) == _PAIRS[slot]
        if mixes and self.hand[other] and (slot == BIG or self.hand[slot] == 1):
            cards[SMALL] = cards[BIG] = 1
        else:
            cards[slot] = size
        return bytes(cards)

    def _leads(self) -> list[PlayCode]:
        hand = self.hand
        wild = self._grammar.wild(hand)
        codes = [code for code, number in zip(_SINGLES, hand, strict=True) if number]
        codes += self._pairs(wild)
        codes += self._triples(wild)
        for play_type, width, shortest in RUNS:
            runs = _RUN_CODES[play_type]
            lacking = hand.translate(LACKING[width])
            for first in range(ACE + 2 - shortest):
                missing = 0
                starts_with_joker = not hand[first]
                for top in range(first, ACE + 1):
                    missing += lacking[top]
                    if missing > wild:
                        break
                    length = top - first + 1
                    if length < shortest or (starts_with_joker and top != ACE):
                        continue
                    if missing <= _SURE or not self._reads_higher(width, first, top, missing, leading=True):
                        codes.append(runs[length][top])
        codes += self._bombs(wild)
        return codes

    def _follows(self, to_beat: PlayCode) -> list[PlayCode]:
        hand = self.hand
        wild = self._grammar.wild(hand)
        bombs = self._bombs(wild)
        if to_beat >= BOMB_BIT:
            return [code for code in bombs if beats(code, to_beat)]
        play_type = type_of(to_beat)
        if play_type == SINGLE:
            codes = [code for code, number in zip(_SINGLES, hand, strict=True) if number]
        elif play_type == PAIR:
            codes = self._pairs(wild)
        elif play_type == TRIPLE:
            codes = self._triples(wild)
        else:
            return self._higher_runs(to_beat, wild) + bombs
        return [code for code in codes if code > to_beat] + bombs

    def _higher_runs(self, to_beat: PlayCode, wild: int) -> list[PlayCode]:
        """Return the runs as long as `to_beat`, of the same type, that reach higher."""
        hand = self.hand
        play_type = type_of(to_beat)
        width = WIDTHS[play_type]
        length = size_of(to_beat) // width
        lacking = hand.translate(LACKING[width])
        codes = []
        for top in range(top_of(to_beat) - LOWEST + 1, ACE + 1):
            first = top - length + 1
            missing = sum(lacking[first : top + 1])
            if missing > wild or not (hand[first] or top == ACE):
                continue
            if missing <= _SURE or not self._reads_higher(width, first, top, missing, leading=False):
                codes.append(_RUN_CODES[play_type][length][top])
        return codes

    def _reads_higher(self, width: int, first: int, top: int, missing: int, *, leading: bool) -> bool:
        """Return whether a run with three or four jokers is read as something better.

        That is a bomb or, leading, a type that reaches higher.

        The run goes from slot `first` to `top`, `width` cards each, of which `missing` are jokers; the rank at `first`
        is held, or the run ends at the ace, so the run itself cannot be read any higher.
        """
        groups = self.hand[first : top + 1]
        length = len(groups)
        if width == 1:  # one card and four jokers are a bomb of five
            return length - missing < 2
        higher_wanted = leading and top != ACE
        if width == 2:  # a pair and four jokers are a bomb of six; ranks held once are a straight twice as long
            return (missing == 4 and length == 3 and max(groups) >= 2) or (higher_wanted and max(groups) == 1)
        # Twelve cards: three ranks and the jokers are a chain of fours, four pairs and four jokers a pair run of six
        # ranks.
        return length == 4 and (not groups[0] or not groups[-1] or (higher_wanted and max(groups) == 2))

    def _pairs(self, wild: int) -> list[PlayCode]:
        """Return the pairs. The mixed pair of jokers counts as what `jokers_alone` says."""
        hand = self.hand
        least = 1 if wild else 2
        codes = [code for code, number in zip(_PAIRS[: TWO + 1], hand[: TWO + 1], strict=True) if number >= least]
        small, big = hand[SMALL], hand[BIG]
        alone = self._grammar.jokers_alone
        mixed = alone.get((1, 1)) if small and big else None
        if small == 2 or mixed == _PAIRS[SMALL]:
            codes.append(_PAIRS[SMALL])
        if big == 2 or mixed == _PAIRS[BIG]:
            codes.append(_PAIRS[BIG])
        return codes

    def _triples(self, wild: int) -> list[PlayCode]:
        hand = self.hand
        least = max(1, 3 - wild)
        codes = [code for code, number in zip(_TRIPLES, hand[: TWO + 1], strict=True) if number >= least]
        if wild >= 3 and not hand[TWO] and self._grammar.jokers_alone.get((1, 2)) == _TRIPLES[TWO]:
            codes.append(_TRIPLES[TWO])
        return codes

    def _bombs(self, wild: int) -> list[PlayCode]:
        hand = self.hand
        codes: list[PlayCode] = []
        if max(hand) + wild >= SMALLEST_BOMB:
            for slot, number in enumerate(hand[: TWO + 1]):
                if number and number + wild >= SMALLEST_BOMB:
                    codes += _NATURALS[slot][SMALLEST_BOMB : number + wild + 1]
        if hand[SMALL] + hand[BIG] >= 3:
            if self._grammar.king_bomb:
                codes += [code for jokers, code in KING_BOMBS.items() if jokers <= hand[SMALL] + hand[BIG]]
            elif wild == 4 and not hand[TWO]:
                codes.append(_FOUR_JOKERS)
        if sum(hand) < SHORTEST_CHAIN * SMALLEST_BOMB:
            return codes
        lacking = hand.translate(LACKING[SMALLEST_BOMB])
        end = self._grammar.chain_end
        for first in range(end + 2 - SHORTEST_CHAIN):
            missing = 0
            for top in range(first, end + 1):
                missing += lacking[top]
                if missing > wild:
                    break
                if top - first + 1 >= SHORTEST_CHAIN:
                    self._chain_sets(first, top, missing, wild)
        codes += self._chains
        return codes

    def _chain_sets(self, first: int, top: int, missing: int, wild: int) -> None:
        """Note every code that the chains from slot `first` to `top` reach, with the fewest jokers."""
        hand = self.hand
        reach = self._chains
        end = self._grammar.chain_end
        for numbers in product(*[range(min(4, number), number + 1) for number in hand[first : top + 1]]):
            held = bytes(numbers)
            groups = held.lstrip(b"\0")
            lowest = top + 1 - len(groups)
            groups = groups.rstrip(b"\0")
            size = sum(held)
            for jokers in range(missing, wild + 1):
                code = chain_reading(groups, lowest, jokers, size + jokers, end)
                known = reach.get(code)
                if known is None or _jokers(known) > jokers:
                    cards = bytearray(NO_CARDS)
                    cards[first : top + 1] = held
                    reach[code] = self._with_jokers(cards, jokers)


def _jokers(cards: Counts) -> int:
    return cards[SMALL] + cards[BIG]
