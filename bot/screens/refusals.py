"""Every refusal in words: what the engine refuses, and what the table does. Plain texts of at most 200 characters."""

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Final

from bot.locales import Texts
from bot.screens.cards import counts_text
from bot.screens.people import NAME_WIDTH, clean, isolated
from bot.tables.refusals import RefusalCode
from engine.cards import Rank, parse_counts
from engine.errors import EngineError, ErrorCode, PlayError
from engine.plays import PlayType
from engine.words.plays import diagnosis_text, rank_text, type_text


@unique
class Denial(StrEnum):
    """The refusals of a chat or the bot, without asking a table."""

    OLD_BUTTON = "old_button"
    ADMIN_ONLY = "admin_only"
    ANONYMOUS_CANNOT_SIT = "anonymous_cannot_sit"
    CHANNEL_CANNOT_PLAY = "channel_cannot_play"
    BOT_CANNOT_WRITE = "bot_cannot_write"
    NOT_IN_GROUP = "not_in_group"
    GROUP_ONLY = "group_only"
    PRIVATE_ONLY = "private_only"
    NOT_UNDERSTOOD = "not_understood"
    NOBODY_KNOWN = "nobody_known"
    NO_SUCH_DEAL = "no_such_deal"
    NOT_FINISHED = "not_finished"
    DAILY_NOT_READY = "daily_not_ready"
    DAILY_IN_PRIVATE = "daily_in_private"
    DAILY_SEALED = "daily_sealed"
    DAILY_OPEN = "daily_open"
    REVIEW_BUSY = "review_busy"
    BAD_SETTING = "bad_setting"
    TOO_FAST = "too_fast"
    ERROR = "error"


_MESSAGES: Final[Mapping[RefusalCode | Denial, str]] = {
    RefusalCode.TOO_LATE: "refusal-late-tap",
    RefusalCode.OUTDATED: "refusal-old-button",
    RefusalCode.NOT_SEATED: "refusal-not-seated",
    RefusalCode.BLOCKED: "refusal-blocked",
    RefusalCode.ALREADY_SEATED: "refusal-already-seated",
    RefusalCode.SEATED_ELSEWHERE: "refusal-seated-elsewhere",
    RefusalCode.SEATED_IN_PRACTICE: "refusal-seated-in-practice",
    RefusalCode.TABLE_FULL: "refusal-table-full",
    RefusalCode.NEED_FOUR: "refusal-need-four",
    RefusalCode.HOST_OR_ADMIN: "refusal-host-or-admin",
    RefusalCode.NOT_ALONE: "refusal-not-alone",
    RefusalCode.TEAM_AWAY: "refusal-team-away",
    RefusalCode.END_DECLINED: "refusal-end-declined",
    RefusalCode.TABLE_EXISTS: "refusal-table-exists",
    RefusalCode.NO_TABLE: "refusal-no-table",
    RefusalCode.NO_DEAL: "refusal-no-deal",
    RefusalCode.DEAL_RUNNING: "refusal-deal-running",
    RefusalCode.MAINTENANCE: "refusal-maintenance",
    RefusalCode.COMPUTERS_NOT_ALLOWED: "refusal-computers-not-allowed",
    RefusalCode.AUTOPILOT_ON: "refusal-autopilot-on",
    RefusalCode.NOTHING_SELECTED: "refusal-nothing-selected",
    RefusalCode.MUST_PASS: "refusal-must-pass",
    RefusalCode.NO_HINTS: "refusal-no-hints",
    RefusalCode.DAILY_GOES_ON: "refusal-daily-goes-on",
    RefusalCode.DAILY_PLAYED: "refusal-daily-played",
    Denial.OLD_BUTTON: "refusal-old-button",
    Denial.ADMIN_ONLY: "refusal-admin-only",
    Denial.ANONYMOUS_CANNOT_SIT: "refusal-anonymous-cannot-sit",
    Denial.CHANNEL_CANNOT_PLAY: "refusal-channel-cannot-play",
    Denial.BOT_CANNOT_WRITE: "refusal-bot-cannot-write",
    Denial.NOT_IN_GROUP: "refusal-not-in-group",
    Denial.GROUP_ONLY: "refusal-group-only",
    Denial.PRIVATE_ONLY: "refusal-private-only",
    Denial.NOT_UNDERSTOOD: "refusal-not-understood",
    Denial.NOBODY_KNOWN: "refusal-nobody-known",
    Denial.NO_SUCH_DEAL: "refusal-no-such-deal",
    Denial.NOT_FINISHED: "refusal-not-finished",
    Denial.DAILY_NOT_READY: "refusal-daily-not-ready",
    Denial.DAILY_IN_PRIVATE: "refusal-daily-in-private",
    Denial.DAILY_SEALED: "refusal-daily-sealed",
    Denial.DAILY_OPEN: "refusal-daily-open",
    Denial.REVIEW_BUSY: "refusal-review-busy",
    Denial.BAD_SETTING: "refusal-bad-setting",
    Denial.TOO_FAST: "refusal-too-fast",
    Denial.ERROR: "refusal-error",
}
_PLAIN_REASONS: Final = {
    ErrorCode.TOO_MANY_CARDS: "reason-too-many-cards",
    ErrorCode.NO_CARDS: "reason-no-cards",
    ErrorCode.BAD_REQUEST: "reason-bad-request",
    ErrorCode.UNKNOWN_SEAT: "reason-bad-request",
    ErrorCode.NOT_YOUR_TURN: "reason-not-your-turn",
    ErrorCode.LEADER_MUST_PLAY: "reason-leader-must-play",
    ErrorCode.DEAL_IS_OVER: "reason-deal-is-over",
}
_LONGEST_QUOTE: Final = 12


def refusal_text(code: RefusalCode | Denial, texts: Texts, *, missing: int = 0, chat: str = "") -> str:
    """Return a refusal in words, for a toast.

    Args:
        code: the reason.
        texts: the language.
        missing: how many places are free (NEED_FOUR).
        chat: the raw title of the other chat, empty where nobody knows it (SEATED_ELSEWHERE).
    """
    title = clean(chat, 2 * NAME_WIDTH)
    if code is RefusalCode.SEATED_ELSEWHERE and title:
        return texts("refusal-seated-elsewhere-in", chat=isolated(title))
    return texts(_MESSAGES[code], number=missing)


def reason_text(error: EngineError, texts: Texts) -> str:
    """Return what the engine refused, in words: why, with the facts. Plain text."""
    if isinstance(error, PlayError) and error.diagnosis is not None:
        return diagnosis_text(error.diagnosis, texts)
    facts = error.facts
    match error.code:
        case ErrorCode.UNKNOWN_CARD:
            return texts("reason-unknown-card", text=str(facts.get("text", ""))[:_LONGEST_QUOTE])
        case ErrorCode.TOO_MANY_OF_A_CARD if "rank" in facts:
            return texts("reason-too-many-of-a-card", rank=rank_text(Rank(str(facts["rank"])), texts))
        case ErrorCode.CHOICE_NOT_OFFERED:
            return texts("reason-choice", choice=type_text(PlayType(str(facts["choice"])), texts))
        case ErrorCode.CARDS_NOT_HELD:
            return texts("reason-cards-not-held", cards=counts_text(parse_counts(str(facts["missing"])), texts))
        case code:
            return texts(_PLAIN_REASONS.get(code, "reason-bad-request"))
