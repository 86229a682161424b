"""Refusals of a table: a code and facts, without words."""

from enum import StrEnum, unique

from bot.errors import Refusal


@unique
class RefusalCode(StrEnum):
    """The reasons for which a table refuses what somebody wants of it."""

    TOO_LATE = "too_late"
    """it was meant for a turn that is over"""
    OUTDATED = "outdated"
    """it was offered by a table that is gone, or has moved on"""
    NOT_SEATED = "not_seated"
    BLOCKED = "blocked"
    """the person may not sit at the tables of this chat"""
    ALREADY_SEATED = "already_seated"
    SEATED_ELSEWHERE = "seated_elsewhere"
    """the person has a seat in another chat: `chat_id`"""
    SEATED_IN_PRACTICE = "seated_in_practice"
    """the person has a seat at their own practice table"""
    TABLE_FULL = "table_full"
    NEED_FOUR = "need_four"
    """places are free, so many: `missing`"""
    HOST_OR_ADMIN = "host_or_admin"
    """only the host and the administrators of the chat may"""
    NOT_ALONE = "not_alone"
    """the person plays the deal that they want to end, and nobody but the others at the table can agree to that"""
    TEAM_AWAY = "team_away"
    """the other team is on 托管, and cannot agree to end a deal that counts"""
    END_DECLINED = "end_declined"
    """somebody has just said that they want to play on"""
    TABLE_EXISTS = "table_exists"
    NO_TABLE = "no_table"
    NO_DEAL = "no_deal"
    DEAL_RUNNING = "deal_running"
    MAINTENANCE = "maintenance"
    """no deal starts before the bot has stopped and come back"""
    COMPUTERS_NOT_ALLOWED = "computers_not_allowed"
    AUTOPILOT_ON = "autopilot_on"
    NOTHING_SELECTED = "nothing_selected"
    MUST_PASS = "must_pass"
    """no play of the hand beats the table"""
    NO_HINTS = "no_hints"
    """the deal of the day is played without"""
    DAILY_GOES_ON = "daily_goes_on"
    """the deal of the day is played to its end, by 托管 if need be"""
    DAILY_PLAYED = "daily_played"
    """the person has begun the deal of this day before"""


class Refused(Refusal):
    """The table does not allow this.

    Attributes:
        code: the reason.
        missing: how many places are free (NEED_FOUR).
        chat_id: the chat of the other table (SEATED_ELSEWHERE).
    """

    def __init__(self, code: RefusalCode, *, missing: int = 0, chat_id: int | None = None) -> None:
        super().__init__(code.value)
        self.code = code
        self.missing = missing
        self.chat_id = chat_id
