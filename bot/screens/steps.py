"""A finished deal at one of its steps."""

from bot.tables.state import FinishedDeal
from engine.deal import Action, Deal, LogEntry, Pass, Passed, PlayCards, Played, TimedOut, TimeOut


def deal_after(finished: FinishedDeal, number: int) -> Deal:
    """Return a finished deal as it was after so many of its actions."""
    start = Deal.start(finished.dealt.seated_counts, finished.dealt.leader, finished.deal.rules)
    return start.replay(action_of(entry) for entry in finished.deal.log[:number])


def action_of(entry: LogEntry) -> Action:
    """Return the action that an entry of the log is of."""
    match entry:
        case Played(seat, play):
            return PlayCards(seat, play.cards, play.type)
        case Passed(seat):
            return Pass(seat)
        case TimedOut(seat):
            return TimeOut(seat)
