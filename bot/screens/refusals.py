"""Every refusal in words: what the engine refuses, and what the table does. Plain texts of at most 200 characters."""

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Final

from bot.locales import Texts
from bot.screens.cards import bomb_text, counts_text, rank_text, reading_text, top_text, type_text
from bot.screens.people import NAME_WIDTH, clean, isolated
from bot.tables.refusals import RefusalCode
from engine.cards import BIG, SMALL, TWO, Counts, Rank, parse_counts
from engine.codes import bomb_strength
from engine.errors import EngineError, ErrorCode
from engine.grammar import grammar
from engine.plays import Play, PlayType
from engine.ruleset import DEFAULT_RULES, RuleSet


@unique
class Denial(StrEnum):
    """What a chat or the bot refuses, without asking a table."""

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
    RefusalCode.TABLE_EXISTS: "refusal-table-exists",
    RefusalCode.NO_TABLE: "refusal-no-table",
    RefusalCode.NO_DEAL: "refusal-no-deal",
    RefusalCode.DEAL_RUNNING: "refusal-deal-running",
    RefusalCode.MAINTENANCE: "refusal-maintenance",
    RefusalCode.COMPUTERS_NOT_ALLOWED: "refusal-computers-not-allowed",
    RefusalCode.AUTOPILOT_ON: "refusal-autopilot-on",
    RefusalCode.NOTHING_SELECTED: "refusal-nothing-selected",
    RefusalCode.MUST_PASS: "refusal-must-pass",
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


def reason_text(error: EngineError, texts: Texts, rules: RuleSet = DEFAULT_RULES) -> str:
    """What the engine refused, in words: why, with the facts. Plain text."""
    facts = error.facts
    tried, on = facts.get("tried"), facts.get("to_beat")
    if isinstance(tried, Play) and isinstance(on, Play):
        return _does_not_beat(error.code, tried, on, texts)
    match error.code:
        case ErrorCode.UNKNOWN_CARD:
            return texts("reason-unknown-card", text=str(facts.get("text", ""))[:_LONGEST_QUOTE])
        case ErrorCode.TOO_MANY_OF_A_CARD if "rank" in facts:
            return texts("reason-too-many-of-a-card", rank=rank_text(Rank(str(facts["rank"])), texts))
        case ErrorCode.NOT_A_PLAY:
            return _not_a_play(parse_counts(str(facts["cards"])), texts, rules)
        case ErrorCode.CHOICE_NOT_OFFERED:
            return texts("reason-choice", choice=type_text(PlayType(str(facts["choice"])), texts))
        case ErrorCode.CARDS_NOT_HELD:
            return texts("reason-cards-not-held", cards=counts_text(parse_counts(str(facts["missing"])), texts))
        case code:
            return texts(_PLAIN_REASONS.get(code, "reason-not-a-play"))


def _does_not_beat(code: ErrorCode, tried: Play, on: Play, texts: Texts) -> str:
    if code is ErrorCode.WRONG_TYPE:
        reason = "reason-no-bomb" if on.is_bomb else "reason-wrong-type"
        return texts(reason, on=_kind(on, texts), tried=_kind(tried, texts))
    if code is ErrorCode.WRONG_SIZE:
        return texts("reason-wrong-size", on=on.size, tried=tried.size)
    if not tried.is_bomb:
        if tried.strength == on.strength:
            return texts("reason-equal")
        return texts("reason-too-low", tried=reading_text(tried, texts), on=reading_text(on, texts))
    if tried.phases != on.phases:
        return texts("reason-phases", tried=tried.phases, on=on.phases)
    phases = tried.phases
    if tried.strength == on.strength:
        return texts("reason-equal")
    if tried.is_king_bomb:
        return texts("reason-kings-weakest", phases=phases)
    if bomb_strength(tried.code).kind != bomb_strength(on.code).kind:
        return texts("reason-chain-meets-natural", phases=phases)
    _, _, tried_cards, tried_points = bomb_strength(tried.code)
    _, _, on_cards, on_points = bomb_strength(on.code)
    if tried.is_natural:
        ranks = {"tried": top_text(tried_points, texts), "on": top_text(on_points, texts)}
        return texts("reason-lower-rank", phases=phases, **ranks)
    if tried_cards != on_cards:
        return texts("reason-fewer-cards", phases=phases, tried=tried_cards, on=on_cards)
    return texts("reason-fewer-points", phases=phases, tried=tried_points, on=on_points)


def _kind(play: Play, texts: Texts) -> str:
    return bomb_text(play, texts) if play.is_bomb else type_text(play.type, texts)


def _not_a_play(cards: Counts, texts: Texts, rules: RuleSet) -> str:
    """The likeliest thing the player had in mind, and what it lacks."""
    reads = grammar(rules)
    for slot, is_wild, joker in (
        (SMALL, reads.wild_small, Rank.SMALL_JOKER),
        (BIG, reads.wild_big, Rank.BIG_JOKER),
    ):
        if cards[slot] and not is_wild and any(cards[:SMALL]):
            return texts("reason-joker-not-wild", joker=rank_text(joker, texts))
    groups = cards[:SMALL].strip(b"\0")
    if groups and 0 not in groups and len(groups) > 1 and len(set(groups)) == 1:
        width, length = groups[0], len(groups)
        if cards[TWO] and width <= 3:
            return texts("reason-run-with-two")
        if width == 1 and length < 5:
            return texts("reason-short-straight")
        if width == 2 and length < 3:
            return texts("reason-short-pair-run")
        if width == 3 and length < 3:
            return texts("reason-short-triple-run")
    return texts("reason-not-a-play")
