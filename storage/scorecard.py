"""The sums of a person's deals, pure: the same when they are written and when they are checked."""

from dataclasses import dataclass, replace

from engine.scoring import ResultKind, Settlement
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Tally:
    """Deals by kind of result: 双扣, 单扣, 平扣."""

    shuangkou: int = 0
    dankou: int = 0
    pingkou: int = 0

    @property
    def all(self) -> int:
        """All of them."""
        return self.shuangkou + self.dankou + self.pingkou

    def plus(self, kind: ResultKind) -> "Tally":
        """The same with one more of a kind."""
        match kind:
            case ResultKind.SHUANGKOU:
                return replace(self, shuangkou=self.shuangkou + 1)
            case ResultKind.DANKOU:
                return replace(self, dankou=self.dankou + 1)
            case ResultKind.PINGKOU:
                return replace(self, pingkou=self.pingkou + 1)
            case ResultKind.VOID:
                return self


@dataclass(frozen=True, slots=True)
class Share:
    """The share of one player in one deal.

    `won` is None in a void deal, and `place` then too. `best_bomb` is the highest phase count among the bombs
    they played, 0 without one; `timeouts` how often their time ran out.
    """

    kind: ResultKind
    won: bool | None
    place: int | None
    result: int
    contribution: int
    best_bomb: int
    timeouts: int

    @property
    def points(self) -> int:
        """The points by which the deal moved their score."""
        return self.result + self.contribution


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A person's ranked deals in sum.

    `score` is their cumulative score (rules §7), `highest` the highest it has been (0 at least). `deals` counts void
    ones too. `firsts` is how often they were the first to go out, `streak` the deals won in a row up to now.
    """

    score: int = 0
    highest: int = 0
    deals: int = 0
    won: Tally = Tally()
    lost: Tally = Tally()
    firsts: int = 0
    best_bomb: int = 0
    streak: int = 0
    best_streak: int = 0
    timeouts: int = 0

    def after(self, share: Share) -> "Scorecard":
        """The sums after one more deal."""
        score = self.score + share.points
        streak = {True: self.streak + 1, False: 0, None: self.streak}[share.won]
        return Scorecard(
            score=score,
            highest=max(self.highest, score),
            deals=self.deals + 1,
            won=self.won.plus(share.kind) if share.won else self.won,
            lost=self.lost.plus(share.kind) if share.won is False else self.lost,
            firsts=self.firsts + (share.place == 1),
            best_bomb=max(self.best_bomb, share.best_bomb),
            streak=streak,
            best_streak=max(self.best_streak, streak),
            timeouts=self.timeouts + share.timeouts,
        )

    def corrected(self, points: int) -> "Scorecard":
        """The sums after a correction of the score."""
        return replace(self, score=self.score + points, highest=max(self.highest, self.score + points))


def share_of(settlement: Settlement, timeouts: int, seat: Seat) -> Share:
    """The share in a finished deal of the player at `seat`, whose time ran out `timeouts` times."""
    return Share(
        kind=settlement.kind,
        won=None if settlement.winners is None else seat in settlement.winners,
        place=settlement.places.index(seat) + 1 if settlement.places else None,
        result=settlement.result[seat],
        contribution=settlement.contribution[seat],
        best_bomb=max((bomb.phases for bomb in settlement.bombs if bomb.seat == seat and not bomb.held), default=0),
        timeouts=timeouts,
    )
