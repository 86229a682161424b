"""The words of the command line, in Chinese and English: what `engine.explain` found out, said to a player."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine.cards import LOWEST, RANKS, TWO, Counts, Rank, ranks_of
from engine.codes import bomb_strength
from engine.explain import Explanation, Flaw, Way
from engine.held_bombs import FIRST_EARNING_PHASES, contribution_units
from engine.plays import Play, PlayType
from engine.ruleset import NATURAL_PHASE_LIMIT
from engine.scoring import FIRST_MULTIPLYING_PHASES


class Words(ABC):
    """A language. Every method returns sentences without a line break."""

    types: Mapping[PlayType, str]
    flaws: Mapping[Flaw, str]
    small_joker: str
    big_joker: str
    or_: str
    to: str

    def rank(self, rank: Rank) -> str:
        """A rank as people write it: 10, not T."""
        return {Rank.TEN: "10", Rank.SMALL_JOKER: self.small_joker, Rank.BIG_JOKER: self.big_joker}.get(
            rank, rank.value
        )

    def cards(self, counts: Counts) -> str:
        """Cards by rank, low to high: 3333 44 10 10 小王."""
        groups = []
        for rank in ranks_of(counts):
            wide = rank is Rank.TEN or rank.is_joker
            groups.append((" " if wide else "").join([self.rank(rank)] * counts[rank.slot]))
        return " ".join(groups)

    def explanation(self, it: Explanation) -> Iterator[str]:
        """The whole explanation, a line at a time."""
        if it.flaw is not None:
            yield self.no_play(it.cards, it.flaw)
        elif it.tried is not None and it.to_beat is not None:
            yield self.does_not_beat(it.tried, it.to_beat)
        elif it.play is not None:
            yield from self._accepted(it, it.play)

    def _accepted(self, it: Explanation, play: Play) -> Iterator[str]:
        yield self.read_as(play, it.to_beat)
        if it.stand_ins:
            yield self.stand_ins(it)
        if play.is_bomb:
            yield self.counted(play, it.ways)
        if it.choices:
            yield self.choice(it.choices)
        for reading in it.passed_over:
            yield self.passed_over(reading, it.to_beat)
        yield self.bombs_beaten(play) if play.is_bomb else self.beats(it.lower)
        if not play.is_bomb:
            yield self.beaten_by(it.higher)
        elif play.is_natural and play.phases == NATURAL_PHASE_LIMIT and bomb_strength(play.code).points == TWO + LOWEST:
            yield self.nothing_beats()
        else:
            yield self.bombs_that_beat(play)
        if play.phases >= FIRST_MULTIPLYING_PHASES:
            counted = min(play.phases, it.rules.phase_cap)
            multiplier = 1 << counted - FIRST_MULTIPLYING_PHASES + 1
            yield self.worth(multiplier, contribution_units(play.phases, it.rules))

    def some(self, shapes: tuple[Counts, ...]) -> str:
        """Some plays of a kind: all where they are few, else the first and the last."""
        if len(shapes) < 3:
            return f" {self.or_} ".join(map(self.cards, shapes))
        return f"{self.cards(shapes[0])} {self.to} {self.cards(shapes[-1])}"

    @abstractmethod
    def read_as(self, play: Play, to_beat: Play | None) -> str:
        """What the cards are."""

    @abstractmethod
    def stand_ins(self, it: Explanation) -> str:
        """Which joker stands for what."""

    @abstractmethod
    def counted(self, play: Play, ways: tuple[Way, ...]) -> str:
        """How the phases of a bomb were counted."""

    @abstractmethod
    def choice(self, choices: tuple[Play, ...]) -> str:
        """That the player may choose."""

    @abstractmethod
    def passed_over(self, reading: Play, to_beat: Play | None) -> str:
        """Why the cards are not something else that they could be."""

    @abstractmethod
    def beats(self, lower: tuple[Counts, ...]) -> str:
        """What a play that is no bomb beats."""

    @abstractmethod
    def beaten_by(self, higher: tuple[Counts, ...]) -> str:
        """What beats a play that is no bomb."""

    @abstractmethod
    def bombs_beaten(self, play: Play) -> str:
        """What a bomb beats."""

    @abstractmethod
    def bombs_that_beat(self, play: Play) -> str:
        """What beats a bomb."""

    @abstractmethod
    def nothing_beats(self) -> str:
        """That nothing beats the highest bomb."""

    @abstractmethod
    def worth(self, multiplier: int, units: int) -> str:
        """What a bomb is worth (rules §6, §6.1); `units` is 0 below six phases."""

    @abstractmethod
    def no_play(self, cards: Counts, flaw: Flaw) -> str:
        """Why cards are no play."""

    @abstractmethod
    def does_not_beat(self, tried: Play, to_beat: Play) -> str:
        """Why a play does not beat another."""


def _grouped(it: Explanation) -> Iterator[tuple[Rank, list[Rank]]]:
    """The ranks that the jokers of each colour stand for."""
    for joker in (Rank.SMALL_JOKER, Rank.BIG_JOKER):
        ranks = [rank for own, rank in it.stand_ins if own is joker]
        if ranks:
            yield joker, ranks


class Chinese(Words):
    """中文."""

    small_joker = "小王"
    big_joker = "大王"
    types: Mapping[PlayType, str] = MappingProxyType(
        {
            PlayType.SINGLE: "单张",
            PlayType.PAIR: "对子",
            PlayType.TRIPLE: "三同张",
            PlayType.STRAIGHT: "顺子",
            PlayType.PAIR_RUN: "连对",
            PlayType.TRIPLE_RUN: "连三张",
            PlayType.BOMB: "炸弹",
            PlayType.CHAIN_BOMB: "连炸",
        }
    )
    flaws: Mapping[Flaw, str] = MappingProxyType(
        {
            Flaw.ORDINARY_JOKER: "本桌这张王不能替牌，不能和别的牌一起出",
            Flaw.MIXED_JOKERS: "本桌这几张王凑不成牌型",
            Flaw.ENDS_AT_ACE: "顺子、连对、连三张从 3 开始到 A 结束，2 不能连",
            Flaw.CHAIN_ENDS_AT_ACE: "本桌连炸不带 2，到 A 为止",
            Flaw.SHORT_STRAIGHT: "是连着的，可是太短：顺子至少要五张",
            Flaw.SHORT_PAIR_RUN: "是连着的，可是太短：连对至少要三对",
            Flaw.SHORT_TRIPLE_RUN: "是连着的，可是太短：连三张至少要三组",
            Flaw.SHORT_CHAIN: "是连着的，可是太短：连炸至少要三组炸弹",
            Flaw.GAP: "点数不连续",
            Flaw.GOES_ROUND: "点数不连续，2 和 3 不相连",
            Flaw.ATTACHMENT: "双扣里三张不能带牌，炸弹也不能带牌",
            Flaw.UNLIKE: "能出的只有单张、对子、三同张、顺子、连对、连三张、炸弹和连炸",
        }
    )
    or_ = "或"
    to = "到"

    def _name(self, play: Play) -> str:
        if play.is_bomb:
            name = "王炸" if play.is_king_bomb else self.types[play.type]
            return f"{'正' if play.is_natural else ''}{play.phases}相{name} {self.cards(play.counts_as)}"
        return f"{self.types[play.type]} {self.cards(play.counts_as)}"

    def read_as(self, play: Play, to_beat: Play | None) -> str:
        where = "领出" if to_beat is None else f"压 {self._name(to_beat)}"
        return f"{self.cards(play.cards)}：{where}，算{self._name(play)}。"

    def stand_ins(self, it: Explanation) -> str:
        parts = [f"{self.rank(joker)}当 {'、'.join(map(self.rank, ranks))}" for joker, ranks in _grouped(it)]
        return f"王：{'，'.join(parts)}。"

    def counted(self, play: Play, ways: tuple[Way, ...]) -> str:
        best, *others = ways
        if play.is_king_bomb:
            return f"本桌打王炸：{play.size} 张王算 {play.phases} 相，在同相的炸弹里最小。"
        if play.type is PlayType.BOMB:
            return f"{play.size} 张一样的牌，就是正 {play.phases} 相。"
        text = f"连炸只能选一种最大的算法：{self._way(best, play.size)}"
        return text + "".join(f"（比{self._way(way, play.size)}大）" for way in others) + "。"

    def _way(self, way: Way, size: int) -> str:
        if way.is_natural:
            return f"其中 {self.cards(way.cards)} 单独算正 {way.phases} 相"
        ranks = len(ranks_of(way.cards))
        start = "去掉多余的牌还原成" if way.strength.cards < size else "按"
        return (
            f"{start} {self.cards(way.cards)}，{max(way.cards)} 张 + {ranks} 组 = {way.phases} 相"
            f"（{way.strength.cards} 张，点数和 {way.strength.points}）"
        )

    def choice(self, choices: tuple[Play, ...]) -> str:
        names = " 或 ".join(self._name(each) for each in choices)
        return f"可以自己选：{names}，最大的牌一样大；不选就算{self.types[choices[0].type]}。"

    def passed_over(self, reading: Play, to_beat: Play | None) -> str:
        name = self._name(reading)
        if to_beat is None:
            return f"也能看成{name}，但领出时按点数最大的牌型算，所以不是。"
        if reading.type is not to_beat.type or reading.size != to_beat.size:
            return f"也能看成{name}，但桌上是{self._name(to_beat)}，牌型不同压不了。"
        return f"也能看成{name}，但不比桌上的{self._name(to_beat)}大。"

    def beats(self, lower: tuple[Counts, ...]) -> str:
        return f"它压得住：{self.some(lower)}。" if lower else "它压得住：没有，同样的牌里它最小。"

    def beaten_by(self, higher: tuple[Counts, ...]) -> str:
        return f"压得住它：{self.some(higher)}，或任何炸弹。" if higher else "压得住它：只有炸弹。"

    def bombs_beaten(self, play: Play) -> str:
        return f"它压得住：一切不是炸弹的牌、相数更少的炸弹；同是 {play.phases} 相的，{self._weaker(play)}。"

    def _weaker(self, play: Play) -> str:
        _, _, cards, points = bomb_strength(play.code)
        if play.is_king_bomb:
            return "都压不住"
        if play.is_natural:
            return "换算出来的连炸，和点数更小的正相数炸弹"
        return f"还原后少于 {cards} 张、或张数一样但点数和小于 {points} 的连炸"

    def nothing_beats(self) -> str:
        return "压得住它：没有，这是最大的牌。"

    def bombs_that_beat(self, play: Play) -> str:
        return f"压得住它：相数更多的炸弹；同是 {play.phases} 相的，{self._stronger(play)}。"

    def _stronger(self, play: Play) -> str:
        _, _, cards, points = bomb_strength(play.code)
        if play.is_king_bomb:
            return "任何别的炸弹"
        if play.is_natural:
            top = points
            return (
                "没有（一样大压不了）" if top == TWO + LOWEST else f"比 {self.rank(RANKS[top - LOWEST])} 大的正相数炸弹"
            )
        return f"任何正相数炸弹，或还原后多于 {cards} 张、或张数一样但点数和大于 {points} 的连炸"

    def worth(self, multiplier: int, units: int) -> str:
        text = f"值多少：赢家打出它，胜负分 ×{multiplier}"
        return (
            f"{text}；贡献分向每家收 {units} 倍底分。" if units else f"{text}；贡献分从 {FIRST_EARNING_PHASES} 相算起。"
        )

    def no_play(self, cards: Counts, flaw: Flaw) -> str:
        return f"{self.cards(cards)}：不成牌型，{self.flaws[flaw]}。"

    def does_not_beat(self, tried: Play, to_beat: Play) -> str:
        start = f"{self.cards(tried.cards)}：是{self._name(tried)}，压不了桌上的{self._name(to_beat)}"
        if tried.is_bomb:
            return f"{start}：{self._weaker_because(tried, to_beat)}。"
        if tried.type is to_beat.type and tried.size == to_beat.size:
            return f"{start}：不比它大，一样大也压不了。"
        if to_beat.is_bomb:
            return f"{start}：要更大的炸弹。"
        return f"{start}：牌型和张数都要一样，或者用炸弹。"

    def _weaker_because(self, tried: Play, to_beat: Play) -> str:
        own, other = bomb_strength(tried.code), bomb_strength(to_beat.code)
        if tried.phases < to_beat.phases:
            return f"{tried.phases} 相少于 {to_beat.phases} 相"
        if own.kind < other.kind:
            return "同相数时正相数炸弹大于换算出来的连炸，王炸最小"
        if tried.is_natural:
            return "相数一样，点数不更大"
        if own.cards < other.cards:
            return f"同相数的连炸比张数，还原后 {own.cards} 张少于 {other.cards} 张"
        return f"相数和张数一样，点数和 {own.points} 不大于 {other.points}"


class English(Words):
    """English."""

    small_joker = "w"
    big_joker = "W"
    types: Mapping[PlayType, str] = MappingProxyType(
        {
            PlayType.SINGLE: "single",
            PlayType.PAIR: "pair",
            PlayType.TRIPLE: "triple",
            PlayType.STRAIGHT: "straight",
            PlayType.PAIR_RUN: "pair run",
            PlayType.TRIPLE_RUN: "triple run",
            PlayType.BOMB: "bomb",
            PlayType.CHAIN_BOMB: "chain bomb",
        }
    )
    flaws: Mapping[Flaw, str] = MappingProxyType(
        {
            Flaw.ORDINARY_JOKER: "this joker stands for nothing at this table, so it goes with no other card",
            Flaw.MIXED_JOKERS: "these jokers make no play at this table",
            Flaw.ENDS_AT_ACE: "runs go from 3 to A, and the 2 is in none",
            Flaw.CHAIN_ENDS_AT_ACE: "chain bombs end at A at this table",
            Flaw.SHORT_STRAIGHT: "it is consecutive, but a straight has five cards or more",
            Flaw.SHORT_PAIR_RUN: "it is consecutive, but a pair run has three pairs or more",
            Flaw.SHORT_TRIPLE_RUN: "it is consecutive, but a triple run has three triples or more",
            Flaw.SHORT_CHAIN: "it is consecutive, but a chain bomb has three bombs or more",
            Flaw.GAP: "the ranks are not consecutive",
            Flaw.GOES_ROUND: "the ranks are not consecutive, 2 and 3 are never neighbours",
            Flaw.ATTACHMENT: "nothing is attached to triples or bombs in this game",
            Flaw.UNLIKE: "plays are singles, pairs, triples, straights, pair runs, triple runs, bombs and chain bombs",
        }
    )
    or_ = "or"
    to = "to"

    def _name(self, play: Play) -> str:
        if play.is_bomb:
            name = "king bomb" if play.is_king_bomb else self.types[play.type]
            return f"{play.phases}-phase {name} {self.cards(play.counts_as)}"
        return f"{self.types[play.type]} {self.cards(play.counts_as)}"

    def read_as(self, play: Play, to_beat: Play | None) -> str:
        where = "led" if to_beat is None else f"laid on the {self._name(to_beat)}"
        return f"{self.cards(play.cards)}: {where}, it counts as the {self._name(play)}."

    def stand_ins(self, it: Explanation) -> str:
        names = {Rank.SMALL_JOKER: "small", Rank.BIG_JOKER: "big"}
        parts = [f"{names[joker]} for {', '.join(map(self.rank, ranks))}" for joker, ranks in _grouped(it)]
        return f"Jokers: {'; '.join(parts)}."

    def counted(self, play: Play, ways: tuple[Way, ...]) -> str:
        best, *others = ways
        if play.is_king_bomb:
            return (
                f"King bombs are on at this table: {play.size} jokers count {play.phases} phases, the weakest of that "
                "count."
            )
        if play.type is PlayType.BOMB:
            return f"{play.size} cards of a rank are {play.phases} natural phases."
        text = f"A chain is counted in one way only, the best: {self._way(best, play.size)}"
        return text + "".join(f" (better than {self._way(way, play.size)})" for way in others) + "."

    def _way(self, way: Way, size: int) -> str:
        if way.is_natural:
            return f"{self.cards(way.cards)} by itself, {way.phases} natural phases"
        start = "cut down to " if way.strength.cards < size else ""
        return (
            f"{start}{self.cards(way.cards)}, {max(way.cards)} cards + {len(ranks_of(way.cards))} ranks = "
            f"{way.phases} phases ({way.strength.cards} cards, {way.strength.points} points)"
        )

    def choice(self, choices: tuple[Play, ...]) -> str:
        names = " or ".join(self._name(each) for each in choices)
        return f"You may choose: {names}; they reach equally high. Unasked it is the {self.types[choices[0].type]}."

    def passed_over(self, reading: Play, to_beat: Play | None) -> str:
        name = self._name(reading)
        if to_beat is None:
            return f"It could be the {name} too, but a lead counts as what reaches highest."
        if reading.type is not to_beat.type or reading.size != to_beat.size:
            return (
                f"It could be the {name} too, but that is of another type than the {self._name(to_beat)} on the table."
            )
        return f"It could be the {name} too, but that is not higher than the {self._name(to_beat)} on the table."

    def beats(self, lower: tuple[Counts, ...]) -> str:
        return f"Beats: {self.some(lower)}." if lower else "Beats: nothing; it is the lowest of its kind."

    def beaten_by(self, higher: tuple[Counts, ...]) -> str:
        return f"Beaten by: {self.some(higher)}, or any bomb." if higher else "Beaten by: bombs only."

    def bombs_beaten(self, play: Play) -> str:
        return (
            f"Beats: everything that is no bomb, and bombs of fewer phases; of those with {play.phases}, "
            f"{self._weaker(play)}."
        )

    def _weaker(self, play: Play) -> str:
        _, _, cards, points = bomb_strength(play.code)
        if play.is_king_bomb:
            return "none"
        if play.is_natural:
            return "counted-out chains and natural bombs of a lower rank"
        return f"chains of fewer than {cards} cards after cutting down, or of as many with less than {points} points"

    def nothing_beats(self) -> str:
        return "Beaten by: nothing; there is no higher play."

    def bombs_that_beat(self, play: Play) -> str:
        return f"Beaten by: bombs of more phases; of those with {play.phases}, {self._stronger(play)}."

    def _stronger(self, play: Play) -> str:
        _, _, cards, points = bomb_strength(play.code)
        if play.is_king_bomb:
            return "every other bomb"
        if play.is_natural:
            top = points
            if top == TWO + LOWEST:
                return "none (equal does not beat)"
            return f"natural bombs of a rank above {self.rank(RANKS[top - LOWEST])}"
        return (
            f"every natural bomb, and chains of more than {cards} cards after cutting down, or of as many "
            f"with more than {points} points"
        )

    def worth(self, multiplier: int, units: int) -> str:
        text = f"Worth: the result ×{multiplier} if a winner plays it"
        if units:
            return f"{text}; each of the others pays {units} × the base score for it."
        return f"{text}; bombs earn contribution points from {FIRST_EARNING_PHASES} phases on."

    def no_play(self, cards: Counts, flaw: Flaw) -> str:
        return f"{self.cards(cards)}: no play; {self.flaws[flaw]}."

    def does_not_beat(self, tried: Play, to_beat: Play) -> str:
        start = f"{self.cards(tried.cards)}: it is the {self._name(tried)} and does not beat the {self._name(to_beat)}"
        if tried.is_bomb:
            return f"{start}: {self._weaker_because(tried, to_beat)}."
        if tried.type is to_beat.type and tried.size == to_beat.size:
            return f"{start}: it is not higher, and equal does not beat."
        if to_beat.is_bomb:
            return f"{start}: only a higher bomb beats it."
        return f"{start}: it takes the same type and number of cards, or a bomb."

    def _weaker_because(self, tried: Play, to_beat: Play) -> str:
        own, other = bomb_strength(tried.code), bomb_strength(to_beat.code)
        if tried.phases < to_beat.phases:
            return f"{tried.phases} phases are fewer than {to_beat.phases}"
        if own.kind < other.kind:
            return "at equal phases a natural bomb beats a counted-out chain, and kings are the weakest"
        if tried.is_natural:
            return "as many phases, and the rank is not higher"
        if own.cards < other.cards:
            return f"as many phases, and after cutting down {own.cards} cards are fewer than {other.cards}"
        return f"as many phases and cards, and {own.points} points are not more than {other.points}"


CHINESE: Final = Chinese()
ENGLISH: Final = English()
LANGUAGES: Final[dict[str, Words]] = {"zh": CHINESE, "en": ENGLISH}
