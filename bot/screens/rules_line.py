"""The rules of a table in one line: what always matters, and what differs from the usual."""

from typing import Final

from bot.locales import Texts
from bot.screens.numbers import number_text
from engine.ruleset import DEFAULT_RULES, DealStyle, RuleSet, Wild

_WILD: Final = {Wild.QIANBIAN: "rules-qianbian", Wild.BAIBIAN: "rules-baibian", Wild.NONE: "rules-plain"}
_STYLES: Final = {DealStyle.SHUFFLED: "rules-shuffled", DealStyle.CLUMPED: "rules-clumped"}
_MEANINGS: Final = {
    Wild.QIANBIAN: "rules-qianbian-means",
    Wild.BAIBIAN: "rules-baibian-means",
    Wild.NONE: "rules-plain-means",
}
_SEPARATOR: Final = " · "


def wild_text(wild: Wild, texts: Texts) -> str:
    """Which jokers are wild, in a word."""
    return texts(_WILD[wild])


def style_text(style: DealStyle, texts: Texts) -> str:
    """How the cards are mixed, in a word."""
    return texts(_STYLES[style])


def rules_meaning(rules: RuleSet, texts: Texts) -> str:
    """What the names of the rules mean that the rules line does not explain: the jokers, and 不洗牌."""
    lines = [texts(_MEANINGS[rules.wild])]
    if rules.deal_style is DealStyle.CLUMPED:
        lines.append(texts("rules-clumped-means"))
    return "\n".join(lines)


def rules_line(rules: RuleSet, texts: Texts) -> str:
    """Base score, wild jokers, mixing, seconds a turn; the other switches of rules §3.3 where they are not as usual."""
    parts = [
        texts("rules-base", base=number_text(rules.base_score)),
        wild_text(rules.wild, texts),
        style_text(rules.deal_style, texts),
        texts("rules-seconds", seconds=rules.turn_seconds),
    ]
    if rules.king_bomb:
        parts.append(texts("rules-king-bomb"))
    if not rules.chain_with_two:
        parts.append(texts("rules-chain-without-two"))
    if rules.phase_cap != DEFAULT_RULES.phase_cap:
        parts.append(texts("rules-cap", phases=rules.phase_cap))
    if rules.units != DEFAULT_RULES.units:
        pingkou, dankou, shuangkou = rules.units
        parts.append(texts("rules-units", pingkou=pingkou, dankou=dankou, shuangkou=shuangkou))
    if not rules.partner_view:
        parts.append(texts("rules-partner-hidden"))
    return _SEPARATOR.join(parts)
